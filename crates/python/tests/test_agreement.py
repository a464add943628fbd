"""The package and the program give the same results on every board of the repository.

PATHMAX_PROGRAM is the path of the program.
"""

import json
import os
import subprocess
import unittest

import pathmax
from support import instances

PROGRAM = os.environ.get("PATHMAX_PROGRAM")


def run(path, *options):
    """The JSON of the program. The exit status 1 says that there is no solution, 3 that a limit stopped the search."""
    command = [PROGRAM, "solve", str(path), "--json", "-q", *options]
    # One thread, which is the default.
    environment = {name: value for name, value in os.environ.items() if name != "PATHMAX_THREADS"}
    finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment)
    if finished.returncode not in (0, 1, 3):
        raise AssertionError(f"{command}: {finished.stderr}")
    return json.loads(finished.stdout)


def comparable(data):
    """The part of a result that does not depend on the machine."""
    data = {key: value for key, value in data.items() if key not in ("version", "file", "board", "limits", "command")}
    # A program with debug assertions checks consistency, and IDA* then needs less memory.
    skipped = ("seconds", "peak_memory")
    data["statistics"] = {key: value for key, value in data["statistics"].items() if key not in skipped}
    return data


@unittest.skipUnless(PROGRAM, "PATHMAX_PROGRAM, the path of the program, is not set")
class Agreement(unittest.TestCase):
    # Enough for all boards but the hardest, which stop with the same bound.
    LIMIT = 20_000

    def test_every_board(self):
        for path, puzzle, cost in instances():
            with self.subTest(board=f"{puzzle}/{path.name}"):
                program = run(path, "--expansion-limit", str(self.LIMIT))
                package = pathmax.solve(pathmax.load(path), expansion_limit=self.LIMIT, threads=1)
                for key in ("outcome", "reason", "cost", "bound", "optimal", "algorithm", "heuristic"):
                    self.assertEqual(getattr(package, key), program[key], key)
                for key in ("expanded", "generated", "duplicates", "reopened", "start_h"):
                    self.assertEqual(getattr(package.statistics, key), program["statistics"][key], key)
                self.assertEqual(list(package.plan or ()), program["actions"] or [])
                if package.optimal:
                    self.assertEqual(package.cost, cost)

    def test_the_dictionary_has_the_same_keys_and_values(self):
        for path, puzzle, _ in instances():
            if path.name in ("one-step.json", "round-the-edge.csv", "gate.txt", "wrong-colour.txt"):
                with self.subTest(board=f"{puzzle}/{path.name}"):
                    package = pathmax.solve(pathmax.load(path)).to_dict()
                    program = {key: value for key, value in run(path).items() if key in package}
                    self.assertEqual(comparable(package), comparable(program))

    def test_algorithms_and_settings(self):
        path = next(path for path, _, _ in instances() if path.name == "small-hexagon.json")
        for options, settings in (
            (("-a", "weighted-astar", "--weight", "3"), {"algorithm": "weighted-astar", "weight": 3}),
            (("--ties", "first-in"), {"ties": "first-in"}),
            (("--no-reopen",), {"reopen": False}),
            (("--pathmax",), {"pathmax": True}),
            (("-a", "iddfs", "--depth-limit", "4"), {"algorithm": "iddfs", "depth_limit": 4}),
            (("-a", "idastar", "--table", "off"), {"algorithm": "idastar", "table": False}),
            (("-H", "half-or-blocks", "--settle", "5"), {"h": "half-or-blocks", "settle": 5}),
            (("-H", "half-or-blocks", "--settle", "off"), {"h": "half-or-blocks", "settle": False}),
        ):
            with self.subTest(**settings):
                package = pathmax.solve(pathmax.load(path), **settings).to_dict()
                program = {key: value for key, value in run(path, *options).items() if key in package}
                self.assertEqual(comparable(package), comparable(program))


if __name__ == "__main__":
    unittest.main()
