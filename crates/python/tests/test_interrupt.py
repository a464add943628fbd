"""Ctrl-C ends every call and keeps what is known. Each call runs in a process of its own.

The time from the signal to the exception depends on how busy the machine is. With PATHMAX_INTERRUPT_SECONDS=0.5, the tests check
that it is at most half a second.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("interrupting.py")
# Ends a test that hangs; nothing waits for it otherwise.
LAST_RESORT = 120


@unittest.skipIf(sys.platform == "win32", "a process cannot send SIGINT to another one on Windows")
class Interrupts(unittest.TestCase):
    def interrupt(self, call):
        """What the interrupted call has found."""
        child = subprocess.Popen(
            [sys.executable, "-u", str(SCRIPT), call],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A handler that ignores SIGINT is inherited, for example from a shell that runs the tests in the background.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        watchdog = threading.Timer(LAST_RESORT, child.kill)
        watchdog.start()
        try:
            first = child.stdout.readline()
            sent = time.monotonic()
            if first == "begun\n":
                child.send_signal(signal.SIGINT)
            line = child.stdout.readline()
            seconds = time.monotonic() - sent
            rest, errors = child.communicate()
        finally:
            watchdog.cancel()
        self.assertEqual(first, "begun\n", errors)
        self.assertEqual((child.returncode, errors, rest), (0, "", ""))
        if "PATHMAX_INTERRUPT_SECONDS" in os.environ:
            self.assertLess(seconds, float(os.environ["PATHMAX_INTERRUPT_SECONDS"]))
        return json.loads(line)

    def assert_stopped(self, call, most_bound=None):
        found = self.interrupt(call)
        self.assertEqual((found["outcome"], found["reason"]), ("stopped", "cancelled"))
        self.assertGreaterEqual(found["bound"], 0)
        if most_bound is not None:
            self.assertLessEqual(found["bound"], most_bound)
        return found

    def test_solve(self):
        for call in ("solve", "solve-threads", "solve-idastar"):
            with self.subTest(call=call):
                found = self.assert_stopped(call, 166)
                # A long search has a plan, by chance the best one; IDA* has none.
                cost = found["cost"]
                self.assertTrue(cost is None or (cost >= 166 and call != "solve-idastar"), cost)

    def test_solve_with_a_slow_heuristic(self):
        self.assertIsNone(self.assert_stopped("solve-slow-heuristic")["cost"])

    def test_solve_while_settling(self):
        found = self.interrupt("solve-settling")
        self.assertGreater(found["cost"], found["bound"])

    def test_solve_with_a_function(self):
        for call in ("solve-function", "solve-function-in-c"):
            with self.subTest(call=call):
                self.assertIsNone(self.assert_stopped(call, 166)["cost"])

    def test_own_problems(self):
        for call in ("own", "own-idastar", "own-in-c"):
            with self.subTest(call=call):
                self.assertIsNone(self.assert_stopped(call)["cost"])

    def test_an_own_problem_with_a_function_in_c(self):
        # The problem has a solution, but not in this half of its states.
        self.assert_stopped("own-function-in-c")

    def test_audit(self):
        for call in ("audit", "audit-function-in-c", "own-audit", "own-audit-in-c"):
            with self.subTest(call=call):
                found = self.interrupt(call)
                self.assertEqual(found["stopped"], "cancelled")
                self.assertNotEqual(found["verdict"], "proved")

    def test_hunt(self):
        for call in ("hunt", "hunt-function-in-c"):
            with self.subTest(call=call):
                self.assertGreaterEqual(self.interrupt(call)["boards"], 0)

    def test_compare(self):
        for call, outcomes in (
            ("compare", ["solved", "not-run"]),
            ("compare-function", ["solved", "not-run"]),
            ("compare-function-in-c", ["not-run", "not-run"]),
            ("own-compare", ["not-run"]),
        ):
            with self.subTest(call=call):
                self.assertEqual(self.interrupt(call)["outcomes"], outcomes)

    def test_trace(self):
        for call in ("trace", "trace-function-in-c", "own-trace"):
            with self.subTest(call=call):
                self.assertLessEqual(self.assert_stopped(call)["expansions"], 10)

    def test_map(self):
        for call in ("map", "map-function-in-c"):
            with self.subTest(call=call):
                self.assertFalse(self.interrupt(call)["complete"])

    def test_check(self):
        found = self.interrupt("check")
        self.assertEqual((found["verdict"], found["best"]), ("unknown", None))

    def test_generate(self):
        found = self.interrupt("generate")
        self.assertEqual((found["outcome"], found["reason"]), ("stopped", "cancelled"))
        self.assertTrue(all(20 <= cost <= 30 for cost in found["costs"]))

    def test_survey(self):
        for call in ("survey", "own-survey"):
            with self.subTest(call=call):
                found = self.interrupt(call)
                self.assertFalse(found["complete"])
                self.assertGreater(found["states"], 0)


if __name__ == "__main__":
    unittest.main()
