"""compare, map, trace, survey, check, generate and the catalogue."""

import unittest

import pathmax
from pathmax import PawnHuntBoard, UsageError
from support import EightPuzzle, board, manhattan


class Compare(unittest.TestCase):
    def setUp(self):
        self.boards = {"easy": board("pawn-hunt", "first-steps.txt"), "h1": board("pawn-hunt", "knight-or-rook.txt")}

    def test_names_and_functions(self):
        def six(state):
            return 6 * len(state.pawns)

        found = pathmax.compare(self.boards, algorithms=["astar", "idastar"], heuristics=["six-per-pawn", six])
        self.assertEqual(
            [(run.board, run.combination) for run in found.runs[:4]],
            [("easy", f"{algorithm}/{h}") for algorithm in ("astar", "idastar") for h in ("six-per-pawn", "six")],
        )
        self.assertEqual({(run.board, run.cost) for run in found.runs}, {("easy", 24), ("h1", 18)})
        for run in found.runs:
            self.assertEqual(run.optimal, run.heuristic == "six-per-pawn")
        named, function = found.runs[0].statistics, found.runs[1].statistics
        self.assertEqual((named.expanded, named.generated), (function.expanded, function.generated))
        self.assertEqual(found.contradictions, ())
        self.assertEqual(found.common_boards, ("easy", "h1"))

    def test_a_false_claim_is_contradicted(self):
        found = pathmax.compare(
            self.boards,
            heuristics={"mine": lambda state: pathmax.evaluate(state, "h1"), "tours": "tours"},
            claims={"mine": "admissible"},
        )
        (contradiction,) = found.contradictions
        self.assertEqual((contradiction.board, contradiction.claimed_by), ("h1", "astar/mine"))
        self.assertEqual((contradiction.refuted_by, contradiction.cost, contradiction.bound), ("astar/tours", 18, 22))
        self.assertTrue(contradiction.if_admissible)
        self.assertIn("not admissible as claimed", str(found))
        worse = {combination.combination: combination.worse for combination in found.combinations}
        self.assertEqual(worse, {"astar/mine": 1, "astar/tours": 0})

    def test_functions_of_the_same_name_are_told_apart(self):
        found = pathmax.compare(self.boards, heuristics=[lambda state: 0, lambda state: 6])
        self.assertEqual([run.combination for run in found.runs[:2]], ["astar/lambda", "astar/lambda-2"])

    def test_all_heuristics_of_the_puzzle(self):
        found = pathmax.compare(self.boards["easy"])
        # Except for those that search the whole space first.
        names = [heuristic.name for heuristic in pathmax.puzzles()[2].heuristics if not heuristic.whole_space]
        self.assertEqual([run.heuristic for run in found.runs], names)

    def test_baseline_and_repeat(self):
        found = pathmax.compare(
            self.boards, heuristics=["null", "tours"], baseline="astar/tours", repeat=3, expansion_limit=1_000
        )
        ratios = {combination.combination: combination.ratios.expanded for combination in found.combinations}
        self.assertEqual(ratios["astar/tours"], 1)
        self.assertGreater(ratios["astar/null"], 1)
        self.assertEqual({len(run.samples) for run in found.runs}, {3})

    def test_limits_stop_runs(self):
        found = pathmax.compare(board("pawn-hunt", "ten-pawns.txt"), heuristics="null", expansion_limit=10)
        (run,) = found.runs
        self.assertEqual((run.outcome, run.reason, run.cost), ("stopped", "expansions", None))

    def test_own_problems(self):
        problems = {"near": EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)), "far": EightPuzzle((1, 2, 3, 0, 4, 6, 7, 5, 8))}
        found = pathmax.compare(problems, algorithms=["astar", "ucs"], heuristics=[manhattan, "null"], claims="consistent")
        self.assertEqual(
            [run.combination for run in found.runs if run.board == "far"], ["astar/manhattan", "astar/null", "ucs"]
        )
        self.assertEqual({(run.board, run.cost, run.optimal) for run in found.runs}, {("near", 2, True), ("far", 3, True)})
        # The proof depends on the claim only where the function is used.
        for run in found.runs:
            self.assertEqual(run.if_admissible, run.heuristic == "manhattan", run.combination)

    def test_a_false_claim_about_an_own_problem_is_contradicted(self):
        def tripled(state):
            return 3 * manhattan(state)

        start = (3, 4, 6, 1, 5, 2, 7, 8, 0)
        found = pathmax.compare(EightPuzzle(start), heuristics=[tripled, manhattan], claims="admissible")
        worst, best = found.runs
        self.assertGreater(worst.cost, best.cost)
        (contradiction,) = found.contradictions
        self.assertEqual((contradiction.claimed_by, contradiction.refuted_by), ("astar/tripled", "astar/manhattan"))
        self.assertTrue(contradiction.if_admissible)

    def test_methods_of_own_problems_by_name(self):
        class Puzzle(EightPuzzle):
            def h(self, state):
                return 0

            def distance(self, state):
                return manhattan(state)

        start = (1, 2, 3, 0, 4, 6, 7, 5, 8)
        found = pathmax.compare([Puzzle(start)], heuristics=["distance", "h"])
        self.assertEqual([run.heuristic for run in found.runs], ["distance", "h"])
        self.assertLess(found.runs[0].statistics.expanded, found.runs[1].statistics.expanded)

    def test_wrong_arguments(self):
        easy = self.boards["easy"]
        for problems, options in (
            ([], {}),
            ("board.json", {}),
            ([easy, EightPuzzle()], {}),
            (easy, {"algorithms": ["astra"]}),
            (easy, {"algorithms": []}),
            (easy, {"heuristics": ["tour"]}),
            (easy, {"baseline": "ucs"}),
            (easy, {"claims": "perfect", "heuristics": [len]}),
            (easy, {"repeat": -1}),
        ):
            with self.subTest(problems=str(type(problems)), **options), self.assertRaises(UsageError):
                pathmax.compare(problems, **options)


class Maps(unittest.TestCase):
    def test_values_and_true_costs(self):
        start = board("pawn-hunt", "first-steps.txt")
        found = pathmax.map(start, against_perfect=True)
        self.assertEqual((found.heuristic, found.h, found.cost, found.complete), ("tours", 24, 24, True))
        cells = {cell.cell: cell for cell in found.cells}
        self.assertEqual((cells["(1, 2)"].h, cells["(1, 2)"].cost), (6, 6))
        self.assertFalse(cells["(2, 1)"].free)
        self.assertTrue(all(cell.h <= cell.cost for cell in found.cells if cell.free))
        self.assertEqual([part.adds for part in found.contributions if part.thing == "1"], [6])

    def test_a_function_on_every_cell(self):
        start = board("chexers", "one-step.json")
        found = pathmax.map(start, lambda state: 1 + state.distance_to_exit(state.pieces[0]) if state.pieces else 0)
        self.assertEqual(len(found.cells), 37)
        self.assertIsNone(found.cost)
        self.assertEqual({cell.cell: cell.h for cell in found.cells}["(-3, 0)"], 7)
        self.assertTrue(found._repr_svg_().startswith("<svg"))


class Traces(unittest.TestCase):
    def test_the_expansions_are_in_order(self):
        start = board("pawn-hunt", "knight-or-rook.txt")
        trace = pathmax.trace(start, h="six-per-pawn")
        expansions = trace.expansions
        self.assertEqual(len(expansions), trace.solution.statistics.expanded)
        self.assertEqual((expansions[0].state, expansions[0].g, expansions[0].parent), (start, 0, None))
        self.assertEqual([e.f for e in expansions], sorted(e.f for e in expansions))
        self.assertIsNone(trace.why_no_more)
        for expansion in expansions:
            self.assertIsInstance(expansion.state, PawnHuntBoard)
            self.assertEqual(expansion.h, pathmax.evaluate(expansion.state, "six-per-pawn"))
            successors = {successor.action: successor for successor in expansion.successors}
            self.assertEqual(set(successors), set(expansion.state.actions()))
            for action, after, cost in expansion.state.successors():
                self.assertEqual((successors[action].state, successors[action].g), (after, expansion.g + cost))
            if expansion.parent is not None:
                before = expansions[expansion.parent]
                self.assertEqual(before.state.after(expansion.action), expansion.state)
                self.assertEqual(before.depth + 1, expansion.depth)

    def test_the_function_is_asked_for_the_states_of_the_trace(self):
        seen = []
        trace = pathmax.trace(board("chexers", "one-step.json"), h=lambda state: seen.append(state) or 0)
        self.assertTrue({expansion.state for expansion in trace.expansions} <= set(seen))

    def test_most(self):
        trace = pathmax.trace(board("chexers", "leapfrog.json"), h="null", algorithm="ucs", most=3)
        self.assertEqual((len(trace.expansions), trace.why_no_more), (3, "most"))
        self.assertEqual((trace.solution.cost, trace.solution.optimal), (8, True))

    def test_own_problems(self):
        start = (1, 2, 3, 0, 4, 6, 7, 5, 8)
        trace = pathmax.trace(EightPuzzle(start), h=manhattan)
        self.assertEqual([(e.state, e.g, e.h) for e in trace.expansions][0], (start, 0, 3))
        self.assertEqual([e.h for e in trace.expansions], [manhattan(e.state) for e in trace.expansions])
        self.assertEqual(list(trace.solution.plan), [4, 5, 8])


class Surveys(unittest.TestCase):
    def test_the_states_of_a_board(self):
        space = pathmax.survey(board("pawn-hunt", "first-steps.txt"))
        self.assertEqual((space.states, space.complete, space.expanded), (43, True, 4))
        self.assertEqual(sum(layer.states for layer in space.layers), 43)
        self.assertGreaterEqual(space.state_bound.states, 43)

    def test_the_states_of_an_own_problem(self):
        space = pathmax.survey(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)), most_states=1_000)
        self.assertFalse(space.complete)
        self.assertLessEqual(space.states, 1_000)
        self.assertEqual([layer.states for layer in space.layers[:3]], [1, 2, 4])


class Checks(unittest.TestCase):
    def setUp(self):
        self.board = board("chexers", "one-step.json")

    def test_optimal(self):
        check = pathmax.check(self.board, pathmax.solve(self.board).plan)
        self.assertEqual((check.verdict, check.cost, check.best, check.optimal), ("optimal", 2, 2, True))

    def test_suboptimal(self):
        answer = "MOVE from (2, 0) to (2, 1).\nMOVE from (2, 1) to (3, 0).\nEXIT from (3, 0).\n"
        for given in (answer, answer.encode(), answer.splitlines()):
            check = pathmax.check(self.board, given)
            self.assertEqual((check.verdict, check.cost, check.best), ("suboptimal", 3, 2))
            self.assertFalse(check.optimal)

    def test_illegal(self):
        check = pathmax.check(self.board, "MOVE from (2, 0) to (3, 0).\nEXIT from (2, 0).\n")
        self.assertEqual((check.verdict, check.line, check.text), ("illegal", 2, "EXIT from (2, 0)."))
        self.assertEqual(check.position, self.board.replace(pieces=[(3, 0)]))
        self.assertIn("EXIT from (3, 0).", check.suggestions)

    def test_unfinished(self):
        self.assertEqual(pathmax.check(self.board, "MOVE from (2, 0) to (3, 0).").verdict, "unfinished")

    def test_no_solution(self):
        self.assertTrue(pathmax.check(board("chexers", "walled-in.json"), "no solution").optimal)
        check = pathmax.check(self.board, "no solution")
        self.assertTrue(check.claims_no_solution)
        self.assertFalse(check.optimal)

    def test_bytes_that_are_no_text(self):
        self.assertEqual(pathmax.check(self.board, b"\xff\xfe\n").verdict, "illegal")


class Generate(unittest.TestCase):
    def test_costs_are_in_the_range(self):
        found = pathmax.generate("pawn-hunt", count=4, seed=3, cost="12..24", pawns=2)
        self.assertEqual((found.outcome, len(found)), ("complete", 4))
        for entry, start in zip(found.entries, found):
            self.assertTrue(12 <= entry.cost <= 24)
            self.assertEqual(len(start.pawns), 2)
            self.assertEqual(pathmax.solve(start).cost, entry.cost)

    def test_the_seed_repeats(self):
        boards = [pathmax.generate("chexers", count=3, seed=seed, cost=(4, 9)).boards for seed in (5, 5, 6)]
        self.assertEqual(boards[0], boards[1])
        self.assertNotEqual(boards[0], boards[2])

    def test_unsolvable_and_unknown(self):
        (start,) = pathmax.generate("chexers", seed=1, unsolvable=True)
        self.assertEqual(pathmax.solve(start).outcome, "unsolvable")
        found = pathmax.generate("pawn-hunt", seed=1, cost="unknown", solvable=True, rows=16, columns=16, pawns=20)
        self.assertEqual(found.entries[0].cost, "unknown")
        self.assertTrue(found[0].after(found.entries[0].plan).is_solved)

    def test_wrong_options(self):
        for options in (
            {"cost": "9..4"},
            {"cost": "cheap"},
            {"pieces": 0.5},
            {"stones": 3},
            {"radius": 9},
            {"unsolvable": True, "cost": 3},
            {"h": "relaxed"},
            {"algorithm": "astra"},
            {"count": -1},
        ):
            with self.subTest(**options), self.assertRaises(UsageError):
                pathmax.generate("chexers", **options)
        with self.assertRaisesRegex(UsageError, "chexers"):
            pathmax.generate("chekers")


if __name__ == "__main__":
    unittest.main()
