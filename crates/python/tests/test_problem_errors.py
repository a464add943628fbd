"""Problems of one's own that are wrong: missing members, wrong costs and states, exceptions."""

import itertools
import math
import unittest

import pathmax
from pathmax import ProblemError, UsageError
from support import Jugs


class Errors(unittest.TestCase):
    def assert_error(self, pattern, problem, **options):
        with self.assertRaisesRegex(ProblemError, pattern) as caught:
            pathmax.solve(problem, **options)
        return caught.exception

    def test_missing_members(self):
        class Nothing:
            pass

        self.assert_error("lacks initial, goal_test, actions and result", Nothing())
        self.assert_error(r"Jugs is a class; pass an instance: Jugs\(\)", Jugs)
        for value in (None, 3, "board.json"):
            self.assert_error("not a board", value)

    def test_members_that_are_no_methods(self):
        problem = Jugs()
        problem.actions = [1, 2]
        self.assert_error("actions is .*, not a method", problem)

    def test_wrong_costs(self):
        for value, pattern in (
            (0.5, "0.5"),
            (-1, "-1"),
            (None, "None"),
            ("1", "'1'"),
            (math.inf, "inf"),
            (math.nan, "nan"),
            ([1], r"\[1\]"),
        ):
            with self.subTest(cost=value):
                problem = Jugs()
                problem.cost = lambda state, action, result: value
                error = self.assert_error(pattern, problem)
                self.assertIn("cost", str(error))
                self.assertEqual(error.state, (0, 0))

    def test_a_cost_above_the_largest_one_stops_the_search(self):
        for value in (2**31, 10**400):
            problem = Jugs()
            problem.cost = lambda state, action, result: value
            solution = pathmax.solve(problem)
            self.assertEqual((solution.outcome, solution.reason, solution.plan), ("stopped", "cost", None))

    def test_a_fractional_cost_suggests_a_scale(self):
        problem = Jugs()
        problem.cost = lambda state, action, result: 2.5
        self.assertRegex(str(self.assert_error("2.5", problem)), "(?i)whole number|scale|multipl")

    def test_a_whole_float_is_a_cost(self):
        problem = Jugs()
        problem.cost = lambda state, action, result: 2.0
        self.assertEqual(pathmax.solve(problem).cost, 12)

    def test_unhashable_states(self):
        problem = Jugs()
        problem.result = lambda state, action: [1, 2]
        self.assertRegex(str(self.assert_error("hash", problem)), r"\[1, 2\]")
        problem = Jugs()
        problem.initial = [0, 0]
        self.assertRegex(str(self.assert_error("hash", problem)), r"\[0, 0\]")

    def test_actions_that_are_not_iterable(self):
        problem = Jugs()
        problem.actions = lambda state: None
        self.assert_error("actions", problem)

    def test_exceptions_arrive_unchanged(self):
        for member in ("actions", "result", "goal_test", "cost"):
            with self.subTest(member=member):
                failure = LookupError(member)

                def fail(*arguments):
                    raise failure

                problem = Jugs()
                setattr(problem, member, fail)
                with self.assertRaises(LookupError) as caught:
                    pathmax.solve(problem)
                self.assertIs(caught.exception, failure)

    def test_exceptions_of_hash_and_equality_arrive_unchanged(self):
        failure = LookupError("hash")

        class State:
            def __hash__(self):
                raise failure

        problem = Jugs()
        problem.initial = State()
        with self.assertRaises(LookupError) as caught:
            pathmax.solve(problem)
        self.assertIs(caught.exception, failure)

    def test_a_heuristic_with_a_wrong_signature(self):
        with self.assertRaisesRegex(TypeError, "two_arguments"):

            def two_arguments(state, goal):
                return 0

            pathmax.solve(Jugs(), h=two_arguments)

    def test_a_heuristic_by_an_unknown_name(self):
        with self.assertRaisesRegex(UsageError, "manhattan"):
            pathmax.solve(Jugs(), h="manhattan")

    def test_a_result_that_changes_gives_an_error_and_no_false_plan(self):
        calls = itertools.count()

        class Fickle:
            initial = 0

            def actions(self, state):
                return ["step"]

            def result(self, state, action):
                return state + 1 if next(calls) < 10 else state

            def goal_test(self, state):
                return state == 8

        self.assert_error("(?i)same|differ|again|determin", Fickle())


if __name__ == "__main__":
    unittest.main()
