"""Programs that type checkers accept: mypy --strict and pyright."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Optional

import pathmax
from pathmax import ChexersBoard, InfexionBoard, PawnHuntBoard, Problem
from pathmax.testing import assert_admissible, assert_consistent, assert_optimal

chexers: ChexersBoard = pathmax.load("board.json", puzzle="chexers")
infexion: InfexionBoard = pathmax.parse("5,6,r,2\n1,0,b,2", puzzle="infexion", spawn=True)
hunt: PawnHuntBoard = PawnHuntBoard(3, 3, [("knight", 0, 0)], [(1, 2, 1)], obstacles=[(2, 2)])
edited: ChexersBoard = chexers.replace(pieces=[(0, 0)], radius=4)
after: PawnHuntBoard = hunt.after("KNIGHT from (0, 0) to (1, 2) capturing 1.")
unknown: pathmax.Board = pathmax.parse("K . 1")
hexes: tuple[tuple[int, int], ...] = chexers.pieces
labels: list[int] = [pawn.label for pawn in hunt.pawns]


def whole(board: ChexersBoard) -> int:
    return sum(board.distance_to_exit(piece) + 1 for piece in board.pieces)


def fraction(board: ChexersBoard) -> float:
    return math.inf if board.blocks else len(board.pieces) / 2


def dead_end(board: PawnHuntBoard) -> Optional[int]:
    return 6 * len(board.pawns) if board.agents else None


def any_board(board: pathmax.Board) -> int:
    return len(board.text)


solution = pathmax.solve(chexers, h=whole, claims="consistent", time_limit=1.5, memory_limit="1GiB", threads=1)
cost: int | None = solution.cost
plan: tuple[str, ...] | None = solution.plan
states: tuple[ChexersBoard, ...] | None = solution.states
expanded: int = solution.statistics.expanded
pathmax.solve(chexers, h=fraction, algorithm="weighted-astar", weight=1.5, ties="first-in", settle=False)
pathmax.solve(hunt, h=dead_end, progress=lambda progress: print(progress.phase))
pathmax.solve(hunt, h="six-per-pawn", progress=False)
pathmax.solve(hunt, h=any_board)

broken = pathmax.audit(hunt, dead_end).admissible.counterexample
if broken is not None:
    broken_board: PawnHuntBoard = broken.state
    broken_plan: tuple[str, ...] | None = broken.plan
found = pathmax.hunt("pawn-hunt", dead_end, claims=["admissible"]).counterexample
if found is not None:
    found_board: PawnHuntBoard = found.state
runs: tuple[pathmax.Run, ...] = pathmax.compare([hunt, hunt], heuristics=["tours", dead_end], repeat=2).runs
pathmax.compare({"mine": chexers}, algorithms="astar", heuristics={"whole": whole, "fraction": fraction})
values: list[float | None] = [cell.h for cell in pathmax.map(chexers, whole).cells]
traced: list[ChexersBoard] = [expansion.state for expansion in pathmax.trace(chexers, h=whole).expansions]
layers: list[int] = [layer.cost for layer in pathmax.survey(hunt).layers]
generated: list[InfexionBoard] = list(pathmax.generate("infexion", count=2, cost=(3, 6), red=2))
value: float = pathmax.evaluate(chexers, fraction)
verdict: bool = pathmax.check(chexers, solution.plan or "no solution").optimal
assert_admissible(chexers, whole)
assert_consistent(hunt, dead_end, whole_space=True)
assert_optimal(hunt, ["KNIGHT from (0, 0) to (1, 2) capturing 1."])


@dataclass(frozen=True)
class Level:
    litres: int


class Jug:
    """A problem with its own types of states and actions, and no base class."""

    initial = Level(0)

    def actions(self, state: Level) -> Iterable[int]:
        return (1, 3)

    def result(self, state: Level, action: int) -> Level:
        return Level(state.litres + action)

    def goal_test(self, state: Level) -> bool:
        return state.litres == 7

    def cost(self, state: Level, action: int, result: Level) -> int:
        return action

    def h(self, state: Level) -> int:
        return max(0, 7 - state.litres)


class Fast:
    """A problem that generates all successors at once."""

    initial = "a"

    def successors(self, state: str) -> Iterator[tuple[bool, str, int]]:
        yield True, state + "a", 1

    def goal_test(self, state: str) -> bool:
        return len(state) == 3


def litres(state: Level) -> float:
    return (7 - state.litres) / 3


problem: Problem[Level, int] = Jug()
own = pathmax.solve(Jug(), h=litres, claims="admissible")
own_plan: tuple[int, ...] | None = own.plan
own_states: tuple[Level, ...] | None = own.states
fast_plan: tuple[bool, ...] | None = pathmax.solve(Fast()).plan
own_broken = pathmax.audit(Jug(), litres).admissible.counterexample
if own_broken is not None:
    level: Level = own_broken.state
pathmax.compare([Jug(), Jug()], heuristics=[litres, "h"])
own_traced: list[Level] = [expansion.state for expansion in pathmax.trace(Jug()).expansions]
assert_admissible(Jug(), litres)

try:
    pathmax.solve(hunt)
except pathmax.Interrupted as interrupted:
    print(interrupted.result)
except pathmax.HeuristicError as error:
    print(error.heuristic, error.state)
