"""Problems of one's own: solutions, members, memory limits, audits."""

import unittest

import pathmax
from support import EightPuzzle, Graph, Jugs, manhattan, misplaced_with_blank

ALGORITHMS = ("astar", "partial-astar", "ucs", "greedy", "weighted-astar", "bfs", "dfs", "iddfs", "idastar")


def replayed(problem, plan):
    """The state after a plan."""
    state = problem.initial
    for action in plan:
        state = problem.result(state, action)
    return state


class Solving(unittest.TestCase):
    def test_water_jugs_with_every_algorithm(self):
        for algorithm in ALGORITHMS:
            with self.subTest(algorithm=algorithm):
                solution = pathmax.solve(Jugs(), algorithm=algorithm)
                self.assertEqual(solution.outcome, "solved")
                self.assertEqual(len(solution.plan), solution.cost)
                self.assertIn(4, replayed(Jugs(), solution.plan))
                self.assertLessEqual(solution.bound, 6)
                if algorithm in ("greedy", "dfs"):
                    self.assertGreaterEqual(solution.cost, 6)
                else:
                    self.assertEqual(solution.cost, 6)

    def test_uninformed_searches_prove_their_plan(self):
        solution = pathmax.solve(Jugs())
        self.assertTrue(solution.optimal)
        self.assertFalse(solution.if_admissible)
        self.assertEqual(solution.bound, 6)

    def test_actions_arrive_as_the_objects_they_are(self):
        action = object()

        class OneAction:
            initial = "start"

            def actions(self, state):
                return [action]

            def result(self, state, action):
                return "end"

            def goal_test(self, state):
                return state == "end"

        self.assertIs(pathmax.solve(OneAction()).plan[0], action)

    def test_states_along_the_plan(self):
        solution = pathmax.solve(Jugs())
        self.assertEqual(solution.states[0], (0, 0))
        self.assertEqual(solution.states[-1], replayed(Jugs(), solution.plan))
        self.assertEqual(len(solution.states), len(solution.plan) + 1)

    def test_zero_costs(self):
        edges = {0: [(1, 0), (3, 1)], 1: [(2, 0), (0, 0)], 2: [(3, 0)], 3: []}
        for algorithm in ALGORITHMS:
            with self.subTest(algorithm=algorithm):
                solution = pathmax.solve(Graph(edges, 0, [3]), algorithm=algorithm)
                if algorithm in ("astar", "ucs", "partial-astar", "idastar", "weighted-astar"):
                    self.assertEqual((solution.cost, solution.optimal), (0, True))
                self.assertIn(solution.cost, (0, 1))

    def test_an_initial_goal_needs_no_action(self):
        solution = pathmax.solve(Graph({0: [(0, 1)]}, 0, [0]))
        self.assertEqual((list(solution.plan), solution.cost, solution.optimal), ([], 0, True))

    def test_unsolvable(self):
        graph = Graph({0: [(1, 2), (0, 1)], 1: [(0, 0)], 2: []}, 0, [2])
        for algorithm in ALGORITHMS:
            with self.subTest(algorithm=algorithm):
                solution = pathmax.solve(graph, algorithm=algorithm)
                self.assertEqual(solution.outcome, "unsolvable")
                self.assertIsNone(solution.plan)
                self.assertIsNone(solution.cost)

    def test_successors_shortcut_gives_the_same_result(self):
        class Fast(Jugs):
            actions = result = None

            def successors(self, state):
                jugs = Jugs()
                return ((action, jugs.result(state, action), 1) for action in jugs.actions(state))

        slow, fast = pathmax.solve(Jugs()), pathmax.solve(Fast())
        self.assertEqual(list(fast.plan), list(slow.plan))
        self.assertEqual(fast.statistics.expanded, slow.statistics.expanded)

    def test_actions_need_not_be_unique(self):
        class Ways:
            """Every action has the same name; the cheap way to 3 leads through 2."""

            initial = 0
            edges = {0: [(1, 1), (2, 2)], 1: [(3, 9)], 2: [(3, 1)], 3: []}

            def successors(self, state):
                return [("go", result, cost) for result, cost in self.edges[state]]

            def goal_test(self, state):
                return state == 3

        solution = pathmax.solve(Ways())
        self.assertEqual((solution.plan, solution.states, solution.cost), (("go", "go"), (0, 2, 3), 3))
        self.assertTrue(solution.optimal)
        audit = pathmax.audit(Ways(), lambda state: [3, 10, 1, 0][state])
        self.assertEqual(audit.admissible.verdict, "refuted")
        self.assertEqual(audit.admissible.counterexample.plan, ("go",))

    def test_path_cost(self):
        class Doubled(Jugs):
            def path_cost(self, c, state, action, result):
                return c + (10 if action[0] == "pour" else 1)

        by_cost = Jugs()
        by_cost.cost = lambda state, action, result: 10 if action[0] == "pour" else 1
        self.assertEqual(pathmax.solve(Doubled()).cost, pathmax.solve(by_cost).cost)

    def test_a_path_cost_that_is_no_sum_is_an_error(self):
        class Largest(Jugs):
            def path_cost(self, c, state, action, result):
                return max(c, 1)

        with self.assertRaisesRegex(pathmax.ProblemError, "path_cost"):
            pathmax.solve(Largest())

    def test_the_problems_h_is_the_default(self):
        class Informed(EightPuzzle):
            h = staticmethod(manhattan)

        start = (1, 2, 3, 4, 5, 6, 0, 7, 8)
        solution = pathmax.solve(Informed(start))
        self.assertEqual((solution.cost, solution.heuristic), (2, "manhattan"))
        self.assertIsNone(pathmax.solve(EightPuzzle(start)).heuristic)


class Memory(unittest.TestCase):
    """A memory limit ends a search of an endless space."""

    class Counting:
        initial = 0

        def actions(self, state):
            return (1, 2)

        def result(self, state, action):
            return 2 * state + action

        def goal_test(self, state):
            return False

    def test_an_endless_problem_stops_with_every_algorithm(self):
        for algorithm in ALGORITHMS:
            with self.subTest(algorithm=algorithm):
                solution = pathmax.solve(self.Counting(), algorithm=algorithm, memory_limit="2MiB")
                self.assertEqual((solution.outcome, solution.reason), ("stopped", "memory"))
                self.assertIsNone(solution.plan)


class Audits(unittest.TestCase):
    """The heuristics of the 8-puzzle: every one of its 181,440 states."""

    def test_misplaced_tiles_with_the_blank_is_refuted(self):
        audit = pathmax.audit(EightPuzzle(), misplaced_with_blank)
        self.assertEqual(audit.admissible.verdict, "refuted")
        self.assertEqual((audit.admissible.broken, audit.admissible.checked), (78, 181_440))
        counterexample = audit.admissible.counterexample
        self.assertEqual((counterexample.h, counterexample.cost), (2, 1))
        self.assertEqual(misplaced_with_blank(counterexample.state), 2)
        self.assertEqual(len(counterexample.plan), 1)
        problem = EightPuzzle(counterexample.state)
        self.assertTrue(problem.goal_test(problem.result(problem.initial, counterexample.plan[0])))

    def test_manhattan_distance_is_proved(self):
        audit = pathmax.audit(EightPuzzle(), manhattan)
        self.assertEqual((audit.admissible.verdict, audit.consistent.verdict), ("proved", "proved"))
        self.assertEqual((audit.admissible.checked, audit.states), (181_440, 181_440))
        self.assertIsNone(audit.admissible.counterexample)


if __name__ == "__main__":
    unittest.main()
