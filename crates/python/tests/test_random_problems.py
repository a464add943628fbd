"""Random graphs, searched with every algorithm and compared with a plain Dijkstra."""

import math
import random
import unittest

import pathmax
from support import random_graph

SEEDS = range(30)
# The algorithms whose plans are optimal, given an admissible heuristic.
OPTIMAL = ("astar", "partial-astar", "ucs", "idastar")
ALGORITHMS = (*OPTIMAL, "bfs", "dfs", "iddfs", "greedy", "weighted-astar:2")


def plan_cost(graph, plan):
    """The cost of a plan; fails unless it leads to a goal."""
    state, cost = graph.initial, 0
    for action in plan:
        state, price = graph.edges[state][action]
        cost += price
    assert graph.goal_test(state), state
    return cost


class RandomGraphs(unittest.TestCase):
    def check(self, graph, true_cost, solution):
        """What holds for every search, with any heuristic that claims nothing."""
        if solution.plan is not None:
            self.assertEqual(plan_cost(graph, solution.plan), solution.cost)
            self.assertGreaterEqual(solution.cost, true_cost)
        if solution.outcome == "solved":
            self.assertIsNotNone(solution.plan)
        if solution.outcome == "unsolvable":
            self.assertEqual((true_cost, solution.plan), (math.inf, None))
        if solution.bound is not None:
            self.assertLessEqual(solution.bound, true_cost)
        if solution.optimal:
            self.assertEqual(solution.cost, true_cost)

    @classmethod
    def setUpClass(cls):
        cls.cases = []
        for seed in SEEDS:
            graph = random_graph(seed)
            true_cost = graph.distances().get(graph.initial, math.inf)
            cls.cases += [(seed, graph, true_cost, algorithm) for algorithm in ALGORITHMS]

    def test_the_graphs_are_of_every_kind(self):
        costs = [graph.distances().get(graph.initial, math.inf) for graph in map(random_graph, SEEDS)]
        self.assertIn(math.inf, costs)
        self.assertGreater(len({cost for cost in costs if 0 < cost < math.inf}), 5)

    def test_without_a_heuristic(self):
        for seed, graph, true_cost, algorithm in self.cases:
            with self.subTest(seed=seed, algorithm=algorithm):
                solution = pathmax.solve(graph, algorithm=algorithm)
                self.check(graph, true_cost, solution)
                self.assertEqual(solution.outcome, "unsolvable" if true_cost == math.inf else "solved")
                if algorithm in OPTIMAL and true_cost < math.inf:
                    self.assertTrue(solution.optimal)
                    self.assertEqual(solution.bound, true_cost)

    def test_under_expansion_limits(self):
        for seed, graph, true_cost, algorithm in self.cases:
            with self.subTest(seed=seed, algorithm=algorithm):
                solution = pathmax.solve(graph, algorithm=algorithm, expansion_limit=seed % 7)
                self.check(graph, true_cost, solution)

    def test_with_wrong_heuristics(self):
        for seed, graph, true_cost, algorithm in self.cases:
            with self.subTest(seed=seed, algorithm=algorithm):
                numbers = random.Random(seed)
                values = [numbers.choice((0, 1, 3.5, 20, None, math.inf)) for _ in graph.edges]
                solution = pathmax.solve(graph, h=values.__getitem__, algorithm=algorithm)
                self.check(graph, true_cost, solution)

    def test_with_the_perfect_heuristic(self):
        for seed, graph, true_cost, algorithm in self.cases:
            with self.subTest(seed=seed, algorithm=algorithm):
                distances = graph.distances()
                solution = pathmax.solve(graph, h=distances.get, algorithm=algorithm, claims="consistent")
                self.check(graph, true_cost, solution)
                if algorithm in OPTIMAL and true_cost < math.inf:
                    self.assertTrue(solution.optimal)
                    self.assertEqual(solution.cost, true_cost)

    def test_audits_find_every_wrong_value(self):
        for seed in SEEDS:
            graph = random_graph(seed)
            distances = graph.distances()
            numbers = random.Random(seed)
            values = [max(0, distances.get(state, 0) + numbers.choice((0, 0, -1, 2))) for state in graph.edges]
            with self.subTest(seed=seed):
                finding = pathmax.audit(graph, values.__getitem__).admissible
                reached, waiting = {graph.initial}, [graph.initial]
                while waiting:
                    state = waiting.pop()
                    if not graph.goal_test(state):
                        new = {successor for successor, _ in graph.edges[state]} - reached
                        reached |= new
                        waiting += new
                wrong = {state for state in reached if values[state] > distances.get(state, math.inf)}
                self.assertEqual((finding.checked, finding.broken), (len(reached), len(wrong)))
                if wrong:
                    self.assertEqual(finding.verdict, "refuted")
                    self.assertIn(finding.counterexample.state, wrong)
                    self.assertEqual(finding.counterexample.cost, distances[finding.counterexample.state])
                else:
                    self.assertEqual(finding.verdict, "proved")


if __name__ == "__main__":
    unittest.main()
