"""Searches of boards: algorithms, settings, limits, threads, progress."""

import datetime
import unittest

import pathmax
from pathmax import Progress, UsageError
from support import board, manifest, pawn_hunt, plan_cost

ALGORITHMS = ("astar", "partial-astar", "ucs", "greedy", "weighted-astar", "bfs", "dfs", "iddfs", "idastar")
# Small enough for every algorithm.
SMALL = (
    ("chexers", "one-step.json"),
    ("chexers", "stepping-stones.json"),
    ("chexers", "leapfrog.json"),
    ("infexion", "first-spread.csv"),
    ("infexion", "round-the-edge.csv"),
    ("pawn-hunt", "first-steps.txt"),
    ("pawn-hunt", "knight-or-rook.txt"),
)
UNSOLVABLE = (
    ("chexers", "walled-in.json"),
    ("infexion", "no-red.csv"),
    ("pawn-hunt", "wrong-colour.txt"),
)


def true_cost(puzzle, name):
    return manifest(puzzle)[name]


class Algorithms(unittest.TestCase):
    def test_every_algorithm_on_small_boards(self):
        for puzzle, name in SMALL:
            start, best = board(puzzle, name), true_cost(puzzle, name)
            for algorithm in ALGORITHMS:
                with self.subTest(board=name, algorithm=algorithm):
                    solution = pathmax.solve(start, algorithm=algorithm)
                    self.assertEqual(solution.outcome, "solved")
                    self.assertEqual(plan_cost(start, solution.plan), solution.cost)
                    self.assertLessEqual(solution.bound, best)
                    self.assertEqual(solution.optimal, solution.bound == solution.cost)
                    if algorithm in ("greedy", "weighted-astar", "bfs", "dfs", "iddfs"):
                        self.assertGreaterEqual(solution.cost, best)
                    else:
                        self.assertEqual((solution.cost, solution.optimal), (best, True))

    def test_the_list_of_algorithms_is_complete(self):
        self.assertEqual({algorithm.name for algorithm in pathmax.algorithms()}, set(ALGORITHMS))

    def test_unsolvable_boards(self):
        for puzzle, name in UNSOLVABLE:
            for algorithm in ALGORITHMS:
                with self.subTest(board=name, algorithm=algorithm):
                    solution = pathmax.solve(board(puzzle, name), algorithm=algorithm)
                    self.assertEqual(solution.outcome, "unsolvable")
                    self.assertEqual((solution.plan, solution.cost, solution.bound), (None, None, None))
                    self.assertFalse(solution.optimal)
                    self.assertIn("no solution", solution.headline)

    def test_spawning_solves_a_board_without_red_stacks(self):
        solution = pathmax.solve(board("infexion", "no-red.csv").replace(spawn=True))
        self.assertEqual((solution.cost, solution.optimal), (6, True))
        self.assertTrue(solution.plan[0].startswith("SPAWN"))

    def test_every_heuristic_of_a_puzzle(self):
        puzzles = {puzzle.name: puzzle for puzzle in pathmax.puzzles()}
        for puzzle, name in (SMALL[2], SMALL[4], SMALL[6]):
            start, best = board(puzzle, name), true_cost(puzzle, name)
            for heuristic in puzzles[puzzle].heuristics:
                with self.subTest(heuristic=heuristic.name):
                    solution = pathmax.solve(start, h=heuristic.name)
                    self.assertEqual(solution.heuristic, heuristic.name)
                    if heuristic.admissible:
                        self.assertEqual((solution.cost, solution.optimal), (best, True))
                        self.assertIsNone(solution.settled)

    def test_a_heuristic_that_claims_nothing_is_settled(self):
        solution = pathmax.solve(board("pawn-hunt", "knight-or-rook.txt"), h="h1")
        self.assertEqual((solution.cost, solution.optimal, solution.bound), (22, False, 18))
        self.assertEqual((solution.settled.verdict, solution.settled.best), ("not-optimal", 18))
        self.assertIn("not optimal: the best plan costs 18", solution.headline)

    def test_settling_can_be_switched_off(self):
        solution = pathmax.solve(board("pawn-hunt", "knight-or-rook.txt"), h="h1", settle=False)
        self.assertIsNone(solution.settled)
        self.assertFalse(solution.optimal)

    def test_the_states_of_a_plan(self):
        solution = pathmax.solve(board("pawn-hunt", "first-steps.txt"))
        self.assertEqual(solution.states[0], solution.problem)
        self.assertTrue(solution.states[-1].is_solved)
        self.assertEqual(len(solution.states), len(solution.plan) + 1)

    def test_the_dictionary_is_that_of_the_program(self):
        solution = pathmax.solve(board("chexers", "one-step.json"))
        data = solution.to_dict()
        self.assertEqual(data["actions"], list(solution.plan))
        self.assertEqual((data["outcome"], data["cost"], data["bound"], data["optimal"]), ("solved", 2, 2, True))
        self.assertEqual(data["statistics"]["expanded"], solution.statistics.expanded)


class Settings(unittest.TestCase):
    def setUp(self):
        self.board = board("chexers", "small-hexagon.json")

    def expanded(self, **options):
        solution = pathmax.solve(self.board, **options)
        self.assertEqual(plan_cost(self.board, solution.plan), solution.cost)
        return solution.statistics.expanded

    def test_weight(self):
        for weight in (1, 1.5, 3, 1000):
            solution = pathmax.solve(self.board, algorithm="weighted-astar", weight=weight)
            self.assertLessEqual(solution.cost, weight * 11)
            self.assertGreaterEqual(weight, solution.suboptimality)
        by_label = pathmax.solve(self.board, algorithm="weighted-astar:3")
        by_option = pathmax.solve(self.board, algorithm="weighted-astar", weight=3)
        self.assertEqual(by_label.statistics.expanded, by_option.statistics.expanded)

    def test_ties_change_the_order_and_not_the_cost(self):
        counts = {ties: self.expanded(ties=ties) for ties in ("higher-g", "lower-g", "first-in", "last-in")}
        self.assertGreater(counts["lower-g"], counts["higher-g"])

    def test_an_inconsistent_heuristic_needs_reopening(self):
        def inconsistent(state):
            # Admissible: 0 or half of a lower bound.
            return len(state.pieces) * (hash(state.pieces) % 2)

        reopening = pathmax.solve(self.board, h=inconsistent, claims="admissible")
        self.assertEqual((reopening.cost, reopening.optimal), (11, True))
        without = pathmax.solve(self.board, h=inconsistent, claims="admissible", reopen=False)
        self.assertEqual(without.statistics.reopened, 0)
        self.assertGreaterEqual(without.cost, 11)
        self.assertLessEqual(without.bound, 11)

    def test_depth_limit(self):
        at_limit = pathmax.solve(self.board, algorithm="iddfs", depth_limit=11)
        self.assertEqual((at_limit.outcome, at_limit.cost), ("solved", 11))
        below = pathmax.solve(self.board, algorithm="iddfs", depth_limit=4)
        self.assertEqual((below.outcome, below.reason, below.plan), ("stopped", "depth", None))
        self.assertLessEqual(below.bound, 11)

    def test_table(self):
        small = board("chexers", "leapfrog.json")
        with_table = pathmax.solve(small, algorithm="idastar")
        without = pathmax.solve(small, algorithm="idastar", table=False)
        self.assertEqual(with_table.cost, without.cost)
        self.assertLessEqual(with_table.statistics.expanded, without.statistics.expanded)
        self.assertEqual(pathmax.solve(small, algorithm="idastar", table="1MiB").cost, 8)

    def test_pathmax_adjustment_keeps_the_cost(self):
        start = board("pawn-hunt", "gate.txt")
        self.assertEqual(pathmax.solve(start, h="h2", pathmax=True).cost, true_cost("pawn-hunt", "gate.txt"))

    def test_a_consistency_check_stops_at_a_violation(self):
        solution = pathmax.solve(
            board("pawn-hunt", "first-steps.txt"),
            h=lambda state: 12 if state.agents[0].row == 0 else 0,
            claims="consistent",
            check_consistency=True,
        )
        self.assertEqual(solution.outcome, "stopped")
        self.assertFalse(solution.optimal)

    def test_two_threads(self):
        # Large enough that the search distributes its states.
        for algorithm, name in (("astar", "nine-pawns.txt"), ("partial-astar", "seven-pawns.txt")):
            with self.subTest(algorithm=algorithm):
                start = board("pawn-hunt", name)
                solution = pathmax.solve(start, h="six-per-pawn", algorithm=algorithm, threads=2)
                self.assertEqual(solution.statistics.threads, 2)
                self.assertEqual(plan_cost(start, solution.plan), solution.cost)
                self.assertEqual((solution.cost, solution.optimal), (true_cost("pawn-hunt", name), True))

    def test_a_profile(self):
        self.assertIsNone(pathmax.solve(self.board).profile)
        self.assertTrue(pathmax.solve(self.board, profile=True).profile)


class Limits(unittest.TestCase):
    def test_expansions(self):
        start, best = board("pawn-hunt", "seven-pawns.txt"), 86
        bounds = []
        for limit in (0, 1, 10, 100):
            solution = pathmax.solve(start, h="six-per-pawn", expansion_limit=limit)
            self.assertEqual((solution.outcome, solution.reason), ("stopped", "expansions"))
            self.assertLessEqual(solution.statistics.expanded, limit)
            bounds.append(solution.bound)
        self.assertEqual(bounds, sorted(bounds))
        self.assertLessEqual(bounds[-1], best)
        self.assertGreater(bounds[-1], 0)

    def test_memory(self):
        solution = pathmax.solve(
            board("pawn-hunt", "ten-pawns.txt"), h="six-per-pawn", algorithm="astar", memory_limit="1MiB"
        )
        self.assertEqual((solution.outcome, solution.reason), ("stopped", "memory"))
        self.assertLessEqual(solution.bound, 142)
        self.assertLessEqual(solution.statistics.peak_memory, 2**20)

    def test_a_stopped_search_has_a_plan_and_its_gap(self):
        start = board("pawn-hunt", "nine-pawns.txt")
        solution = pathmax.solve(start, h="six-per-pawn", expansion_limit=60_000)
        self.assertEqual((solution.outcome, solution.reason), ("stopped", "expansions"))
        self.assertAlmostEqual(solution.gap, (solution.cost - solution.bound) / solution.cost, places=5)
        self.assertIn(f"costs {solution.cost} (gap {100 * solution.gap:.1f} %)", solution.headline)
        self.assertEqual(pathmax.check(start, solution.plan).cost, solution.cost)
        self.assertGreater(solution.statistics.beam_expanded, 0)
        alone = pathmax.solve(start, h="six-per-pawn", expansion_limit=60_000, anytime=False)
        self.assertEqual((alone.cost, alone.gap, alone.statistics.beam_expanded), (None, None, 0))

    def test_a_gap(self):
        start = board("pawn-hunt", "nine-pawns.txt")
        solution = pathmax.solve(start, h="six-per-pawn", gap=0.2)
        self.assertEqual(solution.outcome, "solved")
        self.assertLessEqual(solution.gap, 0.2)
        self.assertLessEqual(solution.bound, 102)

    def test_time(self):
        for limit in (0, datetime.timedelta(0)):
            solution = pathmax.solve(board("pawn-hunt", "ten-pawns.txt"), h="null", time_limit=limit)
            self.assertEqual((solution.outcome, solution.reason), ("stopped", "time"))
            self.assertLessEqual(solution.bound, 142)

    def test_wrong_values(self):
        start = pawn_hunt("K .", ". .", ". 1")
        for options in (
            {"expansion_limit": -1},
            {"expansion_limit": 1.5},
            {"expansion_limit": True},
            {"memory_limit": "much"},
            {"memory_limit": "64"},
            {"memory_limit": -1},
            {"time_limit": -1},
            {"time_limit": float("nan")},
            {"time_limit": "1s"},
            {"threads": -1},
            {"threads": 1000},
            {"settle": -1},
            {"gap": -0.1},
            {"gap": 1.1},
            {"gap": True},
            {"gap": "5%"},
            {"gap": 0.1, "algorithm": "greedy"},
            {"anytime": True, "algorithm": "ucs"},
            {"progress": 3},
        ):
            with self.subTest(**options), self.assertRaisesRegex(UsageError, next(iter(options))):
                pathmax.solve(start, **options)


class Usage(unittest.TestCase):
    def setUp(self):
        self.board = pawn_hunt("K .", ". .", ". 1")

    def test_unknown_names_suggest_known_ones(self):
        for options, suggestion in (
            ({"algorithm": "astra"}, "astar"),
            ({"algorithm": "idstar"}, "idastar"),
            ({"h": "spaning-tree"}, "spanning-tree"),
        ):
            with self.subTest(**options), self.assertRaises(UsageError) as caught:
                pathmax.solve(self.board, **options)
            self.assertIn(suggestion, str(caught.exception))

    def test_settings_that_do_not_apply(self):
        for options in (
            {"weight": 2},
            {"algorithm": "bfs", "ties": "first-in"},
            {"algorithm": "astar", "depth_limit": 3},
            {"algorithm": "dfs", "threads": 2},
            {"algorithm": "weighted-astar", "weight": 0.5},
            {"algorithm": "astar", "ties": "random"},
            {"h": "tours", "claims": "admissible"},
            {"h": len, "claims": "perfect"},
            {"h": 3},
            {"algorithm": 3},
        ):
            with self.subTest(**options), self.assertRaises(UsageError):
                pathmax.solve(self.board, **options)

    def test_unknown_options(self):
        with self.assertRaises(TypeError):
            pathmax.solve(self.board, heuristics="tours")


class ProgressCalls(unittest.TestCase):
    """A function of progress is called, and its exception ends the search."""

    def setUp(self):
        # Without a heuristic too hard to finish; the function ends it.
        self.board = board("pawn-hunt", "fourteen-pawns.txt")

    def test_the_exception_arrives_unchanged(self):
        failure, seen = LookupError("enough"), []

        def watch(progress):
            seen.append(progress)
            raise failure

        for h in ("null", lambda state: 0):
            with self.subTest(h=h):
                seen.clear()
                with self.assertRaises(LookupError) as caught:
                    pathmax.solve(self.board, h=h, progress=watch)
                self.assertIs(caught.exception, failure)
                self.assertEqual(len(seen), 1)
                self.assertIsInstance(seen[0], Progress)
                self.assertEqual(seen[0].phase, "search")
                self.assertGreater(seen[0].counts["generated"], 0)
                self.assertIn("expanded", str(seen[0]))


if __name__ == "__main__":
    unittest.main()
