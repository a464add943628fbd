"""Searches in several threads of Python."""

import _thread
import collections
import signal
import threading
import unittest

import pathmax
from pathmax import _native, _options
from support import EightPuzzle, board, manhattan

# Ends a test that hangs; nothing waits for it otherwise.
LAST_RESORT = 120


def in_threads(*functions):
    """The results of functions that run at the same time; their exceptions are raised."""
    results = [None] * len(functions)
    together = threading.Barrier(len(functions))

    def run(number, function):
        try:
            together.wait(LAST_RESORT)
            results[number] = function()
        except BaseException as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=item, daemon=True) for item in enumerate(functions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LAST_RESORT)
        assert not thread.is_alive(), "deadlock"
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


class Threads(unittest.TestCase):
    def test_two_searches_of_boards(self):
        solutions = in_threads(
            lambda: pathmax.solve(board("pawn-hunt", "seven-pawns.txt"), h="six-per-pawn"),
            lambda: pathmax.solve(board("chexers", "thicket.json"), h="null"),
        )
        self.assertEqual([(found.cost, found.optimal) for found in solutions], [(86, True), (15, True)])

    def test_two_searches_with_functions(self):
        def search(name, cost):
            started = threading.current_thread()

            def h(state):
                assert threading.current_thread() is started
                return 6 * len(state.pawns)

            solution = pathmax.solve(board("pawn-hunt", name), h=h, claims="consistent")
            return solution.cost == cost and solution.optimal

        results = in_threads(lambda: search("gate.txt", 32), lambda: search("three-knights.txt", 66))
        self.assertEqual(results, [True, True])

    def test_two_own_problems(self):
        starts = ((1, 2, 3, 0, 4, 6, 7, 5, 8), (8, 6, 7, 2, 5, 4, 3, 0, 1))
        searches = [lambda start=start: pathmax.solve(EightPuzzle(start), h=manhattan) for start in starts]
        self.assertEqual([solution.cost for solution in in_threads(*searches)], [3, 31])

    def test_an_exception_ends_only_its_own_search(self):
        failure = LookupError("mine")

        def fail(state):
            raise failure

        def failing():
            try:
                pathmax.solve(board("pawn-hunt", "gate.txt"), h=fail)
            except LookupError as error:
                return error is failure

        results = in_threads(failing, lambda: pathmax.solve(board("pawn-hunt", "gate.txt"), h=lambda state: 0).cost)
        self.assertEqual(results, [True, 32])

    def test_the_interpreter_runs_other_threads_during_a_search(self):
        """A search that only another thread ends, and that calls no Python code: with the GIL held, it would not end."""
        # Its method append is a function in C.
        reports = collections.deque()
        counted = []

        def count_and_interrupt():
            while not reports:
                pass
            counted.append(sum(1 for _ in range(100_000)))
            _thread.interrupt_main()

        search = _options.search("null", _options.limits(time_limit=LAST_RESORT))
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            thread = threading.Thread(target=count_and_interrupt, daemon=True)
            thread.start()
            _, interrupted = _native.solve(board("pawn-hunt", "fourteen-pawns.txt"), search, reports.append)
            thread.join(LAST_RESORT)
        finally:
            signal.signal(signal.SIGINT, handler)
        self.assertEqual((interrupted, counted), (True, [100_000]))

    def test_a_function_that_waits_for_a_search_in_another_thread(self):
        inner = []

        def h(state):
            thread = threading.Thread(target=lambda: inner.append(pathmax.solve(state).cost), daemon=True)
            thread.start()
            thread.join(LAST_RESORT)
            assert not thread.is_alive(), "deadlock"
            return inner[-1]

        for limit in (None, 3):
            solution = pathmax.solve(board("chexers", "one-step.json"), h=h, claims="consistent", expansion_limit=limit)
            self.assertEqual((solution.cost, solution.optimal), (2, True))

    def test_a_progress_function_that_searches(self):
        costs = []

        class Enough(Exception):
            pass

        def watch(progress):
            costs.append(pathmax.solve(board("chexers", "one-step.json")).cost)
            costs.append(in_threads(lambda: pathmax.solve(board("chexers", "one-step.json"), h=lambda state: 0).cost)[0])
            raise Enough

        with self.assertRaises(Enough):
            pathmax.solve(board("pawn-hunt", "fourteen-pawns.txt"), h="null", progress=watch, time_limit=LAST_RESORT)
        self.assertEqual(costs, [2, 2])


if __name__ == "__main__":
    unittest.main()
