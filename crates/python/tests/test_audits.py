"""Audits of heuristics on boards, and the hunt for a small counterexample."""

import unittest

import pathmax
from pathmax import BoardError, UsageError
from support import board, pawn_hunt

SMALLEST = pawn_hunt(". 1", ". .", "K .")


def seven_per_pawn(state):
    """Too high: a knight's move costs 6."""
    return 7 * len(state.pawns)


def six_per_pawn(state):
    return 6 * len(state.pawns)


class Audits(unittest.TestCase):
    def setUp(self):
        self.board = board("pawn-hunt", "first-steps.txt")

    def test_a_wrong_heuristic_is_refuted(self):
        audit = pathmax.audit(self.board, seven_per_pawn)
        self.assertTrue(audit.whole_space)
        self.assertEqual((audit.heuristic, audit.states, audit.cost), ("seven_per_pawn", 43, 24))
        finding = audit.admissible
        self.assertEqual((finding.verdict, finding.checked, finding.broken), ("refuted", 43, 8))
        found = finding.counterexample
        self.assertEqual((found.state, found.board, found.h, found.cost), (SMALLEST, SMALLEST, 7, 6))
        self.assertEqual((found.smallness, len(found.plan)), ("proven", 1))
        self.assertTrue(found.state.after(found.plan).is_solved)
        self.assertIn("7", found.describe())

    def test_an_inconsistency_is_an_action(self):
        found = pathmax.audit(self.board, seven_per_pawn).consistent.counterexample
        self.assertEqual((found.action_cost, found.h - found.h_after), (6, 7))
        self.assertEqual(found.state.after(found.action), found.after)

    def test_the_raw_board_without_shrinking(self):
        found = pathmax.audit(self.board, seven_per_pawn, shrink=False).admissible.counterexample
        self.assertEqual((found.state.rows, found.state.columns), (4, 4))
        self.assertGreater(found.h, found.cost)
        self.assertEqual(pathmax.solve(found.state).cost, found.cost)

    def test_a_right_heuristic_is_proved(self):
        for h in (six_per_pawn, "six-per-pawn"):
            audit = pathmax.audit(self.board, h)
            self.assertEqual((audit.admissible.verdict, audit.consistent.verdict), ("proved", "proved"))
            self.assertTrue(audit.admissible.proved)
            self.assertIsNone(audit.admissible.counterexample)
            audit.assert_admissible()
            audit.assert_consistent()
            self.assertEqual((audit.quality.states, audit.quality.exact), (43, 10))

    def test_a_named_heuristic_that_is_not_admissible(self):
        audit = pathmax.audit(board("pawn-hunt", "knight-or-rook.txt"), "h1")
        self.assertTrue(audit.admissible.refuted)
        with self.assertRaisesRegex(AssertionError, "h1 is not admissible: refuted by"):
            audit.assert_admissible()

    def test_a_finding_is_neither_true_nor_false(self):
        with self.assertRaisesRegex(TypeError, "proved"):
            bool(pathmax.audit(self.board, six_per_pawn).admissible)

    def test_a_sample_proves_nothing(self):
        audit = pathmax.audit(board("pawn-hunt", "seven-pawns.txt"), six_per_pawn, states=200, sample=50)
        self.assertFalse(audit.whole_space)
        self.assertEqual(audit.stopped, "states")
        self.assertNotEqual(audit.admissible.verdict, "proved")
        self.assertNotEqual(audit.consistent.verdict, "proved")

    def test_a_sample_repeats_with_its_seed(self):
        def states(seed):
            seen = []
            start = board("pawn-hunt", "seven-pawns.txt")
            pathmax.audit(start, lambda state: seen.append(state) or 0, states=200, sample=50, seed=seed)
            return seen

        self.assertEqual(states(7), states(7))
        self.assertNotEqual(states(7), states(8))

    def test_an_unsolvable_board(self):
        audit = pathmax.audit(board("pawn-hunt", "wrong-colour.txt"), six_per_pawn)
        self.assertEqual((audit.cost, audit.admissible.verdict), (float("inf"), "proved"))

    def test_a_dead_end_on_a_solvable_board_is_too_high(self):
        found = pathmax.audit(self.board, lambda state: None, shrink=False).admissible.counterexample
        self.assertEqual(found.h, float("inf"))
        self.assertLess(found.cost, float("inf"))

    def test_wrong_options(self):
        for options in ({"states": -1}, {"sample": 0.5}, {"seed": "x"}, {"time_limit": -1}):
            with self.subTest(**options), self.assertRaisesRegex(UsageError, next(iter(options))):
                pathmax.audit(self.board, six_per_pawn, **options)


class Hunts(unittest.TestCase):
    def test_the_smallest_counterexample(self):
        hunt = pathmax.hunt("pawn-hunt", seven_per_pawn, claims=["admissible"])
        found = hunt.counterexample
        self.assertEqual((found.board, found.state, found.h, found.cost), (SMALLEST, SMALLEST, 7, 6))
        self.assertEqual((found.smallness, hunt.admissible.verdict), ("proven", "refuted"))
        self.assertEqual(found.state.text, ". 1\n. .\nK .\n")
        self.assertIsNone(hunt.consistent)

    def test_both_claims(self):
        hunt = pathmax.hunt("pawn-hunt", seven_per_pawn)
        self.assertTrue(hunt.admissible.refuted)
        self.assertTrue(hunt.consistent.refuted)
        found = hunt.consistent.counterexample
        self.assertGreater(found.h - found.h_after, found.action_cost)

    def test_a_right_heuristic_is_not_refuted(self):
        hunt = pathmax.hunt("pawn-hunt", six_per_pawn, boards=300)
        self.assertEqual((hunt.admissible.verdict, hunt.counterexample), ("not-refuted", None))
        self.assertLessEqual(hunt.boards, 300)

    def test_every_puzzle(self):
        for puzzle, h in (
            ("chexers", lambda state: 3 * len(state.pieces)),
            ("infexion", lambda state: 3 * len(state.blue)),
            ("infexion", "line-cover"),
        ):
            with self.subTest(puzzle=puzzle, h=h):
                found = pathmax.hunt(puzzle, h, claims=["admissible"], boards=2_000).counterexample
                if isinstance(h, str):
                    self.assertIsNone(found)
                else:
                    self.assertGreater(found.h, found.cost)
                    self.assertEqual(pathmax.solve(found.state).cost, found.cost)

    def test_the_same_seed_gives_the_same_hunt(self):
        def boards(seed):
            seen = []
            pathmax.hunt("chexers", lambda state: seen.append(state) or 0, seed=seed, boards=2_000, steps=60_000)
            return seen

        self.assertEqual(boards(3), boards(3))

    def test_wrong_options(self):
        for options in ({"boards": -1}, {"steps": "many"}, {"claims": ["perfect"]}, {"claims": []}):
            with self.subTest(**options), self.assertRaises(UsageError):
                pathmax.hunt("pawn-hunt", six_per_pawn, **options)
        with self.assertRaisesRegex((UsageError, BoardError), "chexers"):
            pathmax.hunt("chess", six_per_pawn)


if __name__ == "__main__":
    unittest.main()
