"""Problems of aima-python, whose package is aima3."""

import pathmax
import pytest

search = pytest.importorskip("aima3.search")

PUZZLE = (1, 2, 3, 4, 5, 6, 0, 7, 8)


class EightPuzzle(search.Problem):
    """The class of this name in aima-python, which aima3 does not contain: actions are the directions of the blank."""

    moves = {"UP": -3, "DOWN": 3, "LEFT": -1, "RIGHT": 1}

    def __init__(self, initial, goal=(1, 2, 3, 4, 5, 6, 7, 8, 0)):
        super().__init__(initial, goal)

    def actions(self, state):
        row, column = divmod(state.index(0), 3)
        possible = {"UP": row > 0, "DOWN": row < 2, "LEFT": column > 0, "RIGHT": column < 2}
        return [action for action in possible if possible[action]]

    def result(self, state, action):
        blank = state.index(0)
        neighbour = blank + self.moves[action]
        tiles = list(state)
        tiles[blank], tiles[neighbour] = tiles[neighbour], tiles[blank]
        return tuple(tiles)

    def h(self, node):
        return sum(tile != wanted for tile, wanted in zip(node.state, self.goal))


@pytest.fixture
def puzzle():
    return pathmax.from_aima(EightPuzzle(PUZZLE))


def test_eight_puzzle(puzzle):
    solution = pathmax.solve(puzzle)
    assert (solution.outcome, solution.cost, list(solution.plan)) == ("solved", 2, ["RIGHT", "RIGHT"])
    assert solution.states[-1] == (1, 2, 3, 4, 5, 6, 7, 8, 0)


def test_the_heuristic_of_eight_puzzle_counts_the_blank(puzzle):
    """Its h is too high on 78 of 181,440 states."""
    finding = pathmax.audit(puzzle).admissible
    assert (finding.verdict, finding.broken, finding.checked) == ("refuted", 78, 181_440)
    assert (finding.counterexample.h, finding.counterexample.cost) == (2, 1)
    assert len(finding.counterexample.plan) == 1


def test_romania_has_path_costs_and_a_heuristic():
    problem = pathmax.from_aima(search.GraphProblem("Arad", "Bucharest", search.romania_map))
    solution = pathmax.solve(problem)
    assert (solution.cost, solution.states[0], solution.states[-1]) == (418, "Arad", "Bucharest")
    assert pathmax.solve(problem, h="null").cost == 418
    expected = search.astar_search(search.GraphProblem("Arad", "Bucharest", search.romania_map))
    assert list(solution.plan) == expected.solution()
    assert expected.path_cost == solution.cost


def test_the_straight_line_distance_is_admissible():
    problem = pathmax.from_aima(search.GraphProblem("Arad", "Bucharest", search.romania_map))
    assert pathmax.audit(problem).admissible.verdict == "proved"


def test_the_same_cost_as_their_search():
    for start in ((1, 2, 3, 0, 4, 6, 7, 5, 8), (1, 2, 3, 4, 8, 5, 7, 6, 0)):
        theirs = search.breadth_first_search(EightPuzzle(start))
        ours = pathmax.solve(pathmax.from_aima(EightPuzzle(start)), h="null")
        assert (ours.cost, ours.optimal) == (theirs.path_cost, True)


def test_unhashable_states_are_explained():
    with pytest.raises(pathmax.ProblemError, match="hash"):
        pathmax.solve(pathmax.from_aima(search.NQueensProblem(4)))


def test_queens_as_tuples():
    class Queens(search.NQueensProblem):
        def __init__(self, n):
            super().__init__(n)
            self.initial = tuple(self.initial)

        def result(self, state, row):
            return tuple(super().result(list(state), row))

    solution = pathmax.solve(pathmax.from_aima(Queens(6)))
    assert (solution.cost, solution.optimal) == (6, True)
    assert Queens(6).goal_test(list(solution.states[-1]))


def test_a_graph_without_locations_has_no_heuristic():
    graph = search.UndirectedGraph({"a": {"b": 2}, "b": {"c": 3}})
    solution = pathmax.solve(pathmax.from_aima(search.GraphProblem("a", "c", graph)))
    assert (solution.cost, solution.heuristic, solution.optimal) == (5, None, True)


def test_something_else():
    with pytest.raises(pathmax.ProblemError, match="dict has no initial"):
        pathmax.from_aima({})
