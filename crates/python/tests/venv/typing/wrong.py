"""Programs with a mistake per marked line, which mypy --strict and pyright report with this code and this rule."""

from __future__ import annotations

from collections.abc import Iterable

import pathmax
from pathmax import ChexersBoard, PawnHuntBoard

chexers = ChexersBoard("red", [(0, 0)])
hunt = PawnHuntBoard(3, 3, [("knight", 0, 0)], [(1, 2, 1)])


def for_chexers(board: ChexersBoard) -> int:
    return len(board.pieces)


def as_text(board: ChexersBoard) -> str:
    return str(len(board.pieces))


class WithoutResult:
    initial = 0

    def actions(self, state: int) -> Iterable[str]:
        return ["more"]

    def goal_test(self, state: int) -> bool:
        return state == 3


class Counting(WithoutResult):
    def result(self, state: int, action: str) -> int:
        return state + 1


def for_texts(state: str) -> int:
    return len(state)


pathmax.solve(hunt, h=for_chexers)  # expect: arg-type / reportArgumentType
pathmax.solve(chexers, h=as_text)  # expect: arg-type / reportArgumentType
pathmax.solve(chexers, h=for_chexers, claims="perfect")  # expect: arg-type / reportArgumentType
pathmax.solve(WithoutResult())  # expect: arg-type / reportArgumentType
pathmax.solve(Counting(), h=for_texts)  # expect: arg-type / reportArgumentType
plan: tuple[int, ...] | None = pathmax.solve(Counting()).plan  # expect: assignment / reportAssignmentType
pathmax.audit(hunt, for_chexers)  # expect: arg-type / reportArgumentType
pathmax.hunt("pawn-hunt", for_chexers)  # expect: call-overload / reportArgumentType+reportCallIssue
pathmax.hunt("chess")  # expect: call-overload / reportArgumentType+reportCallIssue
pathmax.compare([hunt], heuristics=[for_chexers])  # expect: list-item / reportArgumentType
pathmax.map(chexers, as_text)  # expect: arg-type / reportArgumentType
pathmax.load("board.json", puzzle="chequers")  # expect: call-overload / reportArgumentType+reportCallIssue
board: PawnHuntBoard = pathmax.parse("K . 1", puzzle="chexers")  # expect: assignment / reportAssignmentType
ChexersBoard("pink", [(0, 0)])  # expect: arg-type / reportArgumentType
PawnHuntBoard(3, 3, [("queen", 0, 0)], [])  # expect: list-item / reportArgumentType
chexers.radius = 4  # expect: misc / reportAttributeAccessIssue
pathmax.solve(chexers, ties="random")  # expect: arg-type / reportArgumentType
pathmax.solve(chexers, heuristic="relaxed-map")  # expect: call-arg / reportCallIssue
cost: int = pathmax.solve(chexers).cost  # expect: assignment / reportAssignmentType
