"""What the tests share: the boards of the repository, problems, and a plain Dijkstra to compare with."""

from __future__ import annotations

import heapq
import json
import random
from pathlib import Path

import pathmax

INSTANCES = Path(__file__).resolve().parents[3] / "instances"


def manifest(puzzle):
    """The boards of a puzzle: name of the file and optimal cost, None if the board is unsolvable."""
    entries = json.loads((INSTANCES / puzzle / "manifest.json").read_text(encoding="utf-8"))
    return {name: entry["cost"] for name, entry in entries.items()}


def instances():
    """All boards: (path, puzzle, optimal cost)."""
    for folder in sorted(path.parent for path in INSTANCES.glob("*/manifest.json")):
        for name, cost in manifest(folder.name).items():
            yield folder / name, folder.name, cost


def board(puzzle, name):
    return pathmax.load(INSTANCES / puzzle / name)


def pawn_hunt(*rows):
    """A pawn-hunt board from its rows."""
    return pathmax.parse("\n".join(rows) + "\n", puzzle="pawn-hunt")


def plan_cost(start, plan):
    """The cost of a plan for a board, action by action; fails unless every action is legal and the goal is reached."""
    state, cost = start, 0
    for action in plan:
        steps = {line: (after, price) for line, after, price in state.successors()}
        state, price = steps[action]
        cost += price
    assert state.is_solved, f"the plan does not solve the board:\n{state}"
    return cost


class Graph:
    """A problem on a directed graph: edges[state] lists (successor, cost); an action is the index of an edge."""

    def __init__(self, edges, initial, goals):
        self.edges = edges
        self.initial = initial
        self.goals = frozenset(goals)

    def actions(self, state):
        return range(len(self.edges[state]))

    def result(self, state, action):
        return self.edges[state][action][0]

    def cost(self, state, action, result):
        return self.edges[state][action][1]

    def goal_test(self, state):
        return state in self.goals

    def distances(self):
        """The true costs to the nearest goal of all states that reach one, by Dijkstra's algorithm."""
        backwards = {state: [] for state in self.edges}
        for state, edges in self.edges.items():
            for successor, cost in edges:
                backwards[successor].append((state, cost))
        distances, queue = {}, [(0, goal) for goal in sorted(self.goals)]
        while queue:
            distance, state = heapq.heappop(queue)
            if state not in distances:
                distances[state] = distance
                for before, cost in backwards[state]:
                    heapq.heappush(queue, (distance + cost, before))
        return distances


def random_graph(seed, *, costs=range(10), states=30):
    """A random graph with loops, parallel edges and states without a way to a goal."""
    numbers = random.Random(seed)
    edges = {
        state: [
            (numbers.randrange(states), numbers.choice(costs)) for _ in range(numbers.choice((0, 1, 2, 2, 3)))
        ]
        for state in range(states)
    }
    return Graph(edges, numbers.randrange(states), numbers.sample(range(states), numbers.randint(1, 3)))


class Jugs:
    """Measures 4 litres with jugs of 3 and 5 litres. An action costs 1."""

    initial = (0, 0)
    sizes = (3, 5)

    def actions(self, state):
        return [("fill", 0), ("fill", 1), ("empty", 0), ("empty", 1), ("pour", 0), ("pour", 1)]

    def result(self, state, action):
        kind, jug = action
        levels = list(state)
        if kind == "pour":
            amount = min(levels[jug], self.sizes[1 - jug] - levels[1 - jug])
            levels[jug] -= amount
            levels[1 - jug] += amount
        else:
            levels[jug] = self.sizes[jug] if kind == "fill" else 0
        return tuple(levels)

    def goal_test(self, state):
        return 4 in state


class EightPuzzle:
    """The 8-puzzle in AIMA's shape: a state is a tuple of nine tiles, 0 is the blank, an action is the tile that moves."""

    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)

    def __init__(self, initial=(8, 6, 7, 2, 5, 4, 3, 0, 1)):
        self.initial = initial

    def actions(self, state):
        row, column = divmod(state.index(0), 3)
        places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [state[3 * r + c] for r, c in places if 0 <= r < 3 and 0 <= c < 3]

    def result(self, state, tile):
        blank, place = state.index(0), state.index(tile)
        tiles = list(state)
        tiles[blank], tiles[place] = tile, 0
        return tuple(tiles)

    def goal_test(self, state):
        return state == self.goal


def misplaced_with_blank(state):
    """The classic mistake: the blank counts as a misplaced tile."""
    return sum(tile != wanted for tile, wanted in zip(state, EightPuzzle.goal))


DISTANCE = [
    [0 if tile == 0 else abs(place // 3 - (tile - 1) // 3) + abs(place % 3 - (tile - 1) % 3) for tile in range(9)]
    for place in range(9)
]


def manhattan(state):
    """The Manhattan distance of the 8-puzzle, which is consistent."""
    return sum(DISTANCE[place][tile] for place, tile in enumerate(state))
