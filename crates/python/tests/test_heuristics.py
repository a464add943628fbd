"""Python functions as heuristics: their values, errors, states and claims."""

import fractions
import functools
import itertools
import math
import operator
import threading
import traceback
import unittest

import pathmax
from pathmax import ChexersBoard, HeuristicError, InfexionBoard, PawnHuntBoard, UsageError
from support import board, pawn_hunt

START = ChexersBoard("red", [(0, 0)], [(2, 0)])


class Index:
    """A whole number as numpy has them."""

    def __index__(self):
        return 4


class Float:
    def __float__(self):
        return 2.5


class Values(unittest.TestCase):
    def value(self, returned):
        return pathmax.evaluate(START, h=lambda state: returned)

    def test_numbers(self):
        for returned, value in (
            (0, 0),
            (3, 3),
            (2.0, 2),
            (2.0000000001, 2),
            (2.000001, 2),
            (2.00001, 3),
            (2.5, 3),
            (0.0, 0),
            (-0.0, 0),
            (1e-9, 0),
            (False, 0),
            (True, 1),
            (Index(), 4),
            (Float(), 3),
            (fractions.Fraction(7, 2), 4),
            (1_000_000, 1_000_000),
        ):
            with self.subTest(returned=returned):
                self.assertEqual(self.value(returned), value)
                self.assertIs(type(self.value(returned)), int)

    def test_dead_ends(self):
        for returned in (None, math.inf, float("inf")):
            with self.subTest(returned=returned):
                self.assertEqual(self.value(returned), math.inf)

    def test_dead_ends_make_a_board_unsolvable_only_with_a_claim(self):
        solution = pathmax.solve(START, h=lambda state: None, claims="admissible")
        self.assertEqual((solution.outcome, solution.if_admissible), ("unsolvable", True))
        solution = pathmax.solve(START, h=lambda state: None, settle=False)
        self.assertEqual((solution.outcome, solution.optimal), ("solved", False))

    def test_heuristics_by_name(self):
        start = board("pawn-hunt", "first-steps.txt")
        self.assertEqual(pathmax.evaluate(start, h="six-per-pawn"), 12)
        self.assertEqual(pathmax.evaluate(start), 24)
        with self.assertRaisesRegex(UsageError, "six-per-pawn"):
            pathmax.evaluate(start, h="six-per-pown")


class WrongValues(unittest.TestCase):
    def test_the_error_names_value_and_state(self):
        for returned, text in (
            ("3", "'3', which is not a number, inf or None"),
            ("", "''"),
            ([1], "[1], which is not a number, inf or None"),
            (object, "<class 'object'>"),
            (1 + 2j, "(1+2j)"),
            (math.nan, "nan"),
            (-1, "-1, which is negative"),
            (-0.5, "-0.5, which is negative"),
            (-math.inf, "-inf"),
            (10**400, "…, which is beyond 2147483647; a dead end is inf"),
            (-(10**400), "negative"),
            (2**40, str(2**40)),
            (1e300, "1e+300"),
        ):
            for call in (pathmax.evaluate, pathmax.solve):
                with self.subTest(returned=str(returned)[:20], call=call.__name__):

                    def guess(state):
                        return returned

                    with self.assertRaises(HeuristicError) as caught:
                        call(START, h=guess)
                    error = caught.exception
                    self.assertEqual((error.heuristic, error.state), ("guess", START))
                    self.assertIn(f"the heuristic guess returned {error.description}", str(error))
                    self.assertIn(text, error.description)
                    self.assertIn("r =  0", str(error))
                    self.assertLess(len(error.description), 1000)

    def test_an_object_that_cannot_be_shown(self):
        class Broken:
            def __repr__(self):
                raise RuntimeError

        with self.assertRaisesRegex(HeuristicError, "cannot be shown"):
            pathmax.evaluate(START, h=lambda state: Broken())

    def test_wrong_values_in_every_call(self):
        def wrong(state):
            return "no"

        for call in (
            lambda: pathmax.audit(START, wrong),
            lambda: pathmax.hunt("pawn-hunt", wrong),
            lambda: pathmax.compare([START], heuristics=[wrong]),
            lambda: pathmax.map(START, wrong),
            lambda: pathmax.trace(START, h=wrong),
            lambda: pathmax.survey(START, h=wrong),
        ):
            with self.assertRaisesRegex(HeuristicError, "the heuristic wrong returned 'no'"):
                call()


class Exceptions(unittest.TestCase):
    def test_the_same_object_arrives_with_its_traceback(self):
        failure = LookupError("of the user")

        def users_function(state):
            raise failure

        for call in (
            lambda: pathmax.evaluate(START, h=users_function),
            lambda: pathmax.solve(START, h=users_function),
            lambda: pathmax.audit(START, users_function),
            lambda: pathmax.hunt("chexers", users_function),
            lambda: pathmax.compare([START], heuristics=[users_function]),
            lambda: pathmax.map(START, users_function),
            lambda: pathmax.trace(START, h=users_function),
            lambda: pathmax.survey(START, h=users_function),
        ):
            # Not assertRaises, which removes the traceback.
            try:
                call()
            except LookupError as error:
                self.assertIs(error, failure)
                names = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
                self.assertIn("users_function", names)
            else:
                self.fail("no exception")
            failure.__traceback__ = None

    def test_exceptions_after_some_states(self):
        calls = []

        def tired(state):
            calls.append(state)
            if len(calls) == 20:
                raise ArithmeticError("tired")
            return 0

        with self.assertRaisesRegex(ArithmeticError, "tired"):
            pathmax.solve(board("chexers", "leapfrog.json"), h=tired)
        self.assertEqual(len(calls), 20)

    def test_exceptions_that_end_the_process_arrive_too(self):
        def leave(state):
            raise SystemExit(3)

        with self.assertRaises(SystemExit) as caught:
            pathmax.solve(START, h=leave)
        self.assertEqual(caught.exception.code, 3)

    def test_a_keyboard_interrupt_of_the_function_is_an_interruption(self):
        def interrupt(state):
            raise KeyboardInterrupt

        with self.assertRaises(pathmax.Interrupted) as caught:
            pathmax.solve(START, h=interrupt)
        self.assertEqual(caught.exception.result.outcome, "stopped")


class States(unittest.TestCase):
    """What the function is called with."""

    def test_states_are_boards_that_can_be_parsed(self):
        for puzzle, name, kind in (
            ("chexers", "leapfrog.json", ChexersBoard),
            ("infexion", "round-the-edge.csv", InfexionBoard),
            ("pawn-hunt", "first-steps.txt", PawnHuntBoard),
        ):
            seen = []
            start = board(puzzle, name)
            solution = pathmax.solve(start, h=lambda state: seen.append(state) or 0)
            with self.subTest(puzzle=puzzle):
                self.assertIn(start, seen)
                self.assertTrue(set(solution.states[1:-1]) <= set(seen))
                for state in seen:
                    self.assertIs(type(state), kind)
                    if state.text.strip():
                        self.assertEqual(pathmax.parse(state.text, puzzle=puzzle), state)
                        self.assertEqual(hash(pathmax.parse(state.text, puzzle=puzzle)), hash(state))

    def test_states_keep_the_options_of_the_board(self):
        seen = []
        start = board("infexion", "no-red.csv").replace(spawn=True)
        pathmax.solve(start, h=lambda state: seen.append(state) or 0, expansion_limit=3, settle=False)
        self.assertTrue(all(state.spawn for state in seen))
        self.assertIn(start, seen)

    def test_a_function_that_calls_pathmax(self):
        def perfect(state):
            return pathmax.solve(state, h=lambda inner: len(inner.pieces), claims="admissible").cost

        solution = pathmax.solve(board("chexers", "one-step.json"), h=perfect, claims="consistent")
        self.assertEqual((solution.cost, solution.statistics.expanded), (2, 2))


class Functions(unittest.TestCase):
    """Everything that can be called is a heuristic."""

    def test_callables(self):
        class Callable:
            def __call__(self, state):
                return 1

            def method(self, state):
                return 1

        for h, name in (
            (operator.attrgetter("rows"), "attrgetter"),
            (functools.partial(lambda number, state: number, 1), "lambda"),
            (functools.partial(next, itertools.repeat(1)), "next"),
            (Callable(), "Callable"),
            (Callable().method, "method"),
            (lambda state: 1, "lambda"),
        ):
            with self.subTest(name=name):
                solution = pathmax.solve(pawn_hunt("K . .", ". . .", ". 1 ."), h=h)
                self.assertEqual((solution.cost, solution.heuristic, solution.optimal), (6, name, True))


class Claims(unittest.TestCase):
    def setUp(self):
        self.board = board("pawn-hunt", "first-steps.txt")

    def solve(self, **options):
        return pathmax.solve(self.board, h=lambda state: 6 * len(state.pawns), **options)

    def test_without_a_claim_a_second_search_settles(self):
        solution = self.solve()
        self.assertEqual((solution.cost, solution.optimal, solution.if_admissible), (24, True, False))
        self.assertEqual((solution.settled.verdict, solution.settled.heuristic), ("optimal", "tours"))

    def test_without_a_claim_nothing_is_proven(self):
        solution = self.solve(settle=False)
        self.assertEqual((solution.cost, solution.optimal, solution.if_admissible), (24, False, False))
        self.assertIsNone(solution.settled)
        self.assertLessEqual(solution.bound, 24)

    def test_a_second_search_may_be_too_short(self):
        start = board("chexers", "thicket.json")
        solution = pathmax.solve(start, h=lambda state: 2 * len(state.pieces), algorithm="greedy", settle=1)
        self.assertEqual((solution.settled.verdict, solution.optimal), ("not-settled", False))
        self.assertIn("not settled within 1 expansions", solution.headline)

    def test_with_a_claim_the_proof_depends_on_it(self):
        for claims in ("admissible", "consistent"):
            solution = self.solve(claims=claims)
            self.assertEqual((solution.optimal, solution.if_admissible, solution.bound), (True, True, 24))
            self.assertIsNone(solution.settled)
            self.assertIn("if the heuristic is admissible as claimed", solution.headline)

    def test_a_false_claim_is_what_the_result_depends_on(self):
        start = board("pawn-hunt", "knight-or-rook.txt")
        solution = pathmax.solve(start, h=lambda state: pathmax.evaluate(state, h="h1"), claims="admissible")
        self.assertEqual((solution.cost, solution.optimal, solution.if_admissible), (22, True, True))

    def test_functions_run_on_the_thread_of_the_caller(self):
        threads = set()
        pathmax.solve(self.board, h=lambda state: threads.add(threading.current_thread()) or 0)
        self.assertEqual(threads, {threading.current_thread()})


if __name__ == "__main__":
    unittest.main()
