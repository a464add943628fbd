"""Checks of answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar, Union

from . import _native, _options
from ._calls import completed
from ._format import indented
from ._json import loads, make
from ._options import Size, TimeLimit
from .boards import Board, InfexionBoard
from .progress import ProgressOption, Reporting

__all__ = ["Check", "check"]

B = TypeVar("B", bound=Board)

Verdict = Union[Literal["optimal"], Literal["suboptimal"], Literal["illegal"], Literal["unfinished"], Literal["unknown"]]


@dataclass(frozen=True)
class Check(Generic[B]):
    """The result of :func:`pathmax.check`.

    Attributes:
        board: The board.
        verdict: ``"optimal"``, ``"suboptimal"``, ``"illegal"``, ``"unfinished"`` (legal, but the goal is not reached), or
            ``"unknown"`` (the search stopped before it could decide).
        cost: The cost of the answer, if it reaches the goal.
        best: The optimal cost, if known; None also if the board has no solution.
        bound: Proven lower bound on the cost.
        line, text: Number and text of the first wrong line.
        reason: What is wrong.
        column, expected: Where in the line, and what is right there.
        position: The board before the wrong line.
        suggestions: The closest legal actions there.
        claims_no_solution: Whether the answer says that there is no solution.
        remarks: Notes, for instance on ignored lines.
    """

    board: B = field(repr=False)
    verdict: Verdict
    cost: int | None
    best: int | None
    bound: int | None
    line: int | None
    text: str | None
    reason: str | None
    column: int | None = None
    expected: str | None = None
    position: B | None = None
    suggestions: tuple[str, ...] = ()
    claims_no_solution: bool = False
    remarks: tuple[str, ...] = ()
    _data: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, board: B, data: dict[str, Any]) -> Check[B]:
        position = data["position"]
        return make(
            cls,
            data,
            board=board,
            position=position and _position(board, position["board"]),
            suggestions=tuple(data["suggestions"]),
            remarks=tuple(map(str, data["remarks"])),
            _data=data,
        )

    @property
    def optimal(self) -> bool:
        """Whether the answer is optimal, or correctly says that there is no solution."""
        return self.verdict == "optimal"

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``pathmax check --json``, without its origin."""
        return self._data

    def __str__(self) -> str:
        place = "" if self.line is None else f" line {self.line}:"
        lines = [f"{self.verdict}:{place} {self.reason}" if self.reason else f"{self.verdict}: cost {self.cost}"]
        if self.text is not None:
            lines.append(f"  {self.line} | {self.text}")
        if self.position is not None:
            lines += [f"the board before line {self.line}:", str(self.position)]
        if self.suggestions:
            lines += ["the closest legal actions here:", indented("\n".join(self.suggestions), "  ")]
        if self.best is not None and self.best != self.cost:
            lines.append(f"the best plan costs {self.best}")
        return "\n".join(lines)


def check(
    board: B,
    answer: str | bytes | Iterable[str],
    *,
    lenient: bool = False,
    time_limit: TimeLimit = None,
    memory_limit: Size = None,
    expansion_limit: int | None = None,
    progress: ProgressOption = None,
) -> Check[B]:
    """Checks whether an answer to a board is legal and optimal.

    Args:
        board: The board.
        answer: The actions: a text with one per line, or an iterable of lines such as the plan of a solution. Blank lines and
            lines that begin with ``#`` are skipped; ``no solution`` claims that the board has none.
        lenient: Whether to ignore lines that do not begin with the name of an action.
        time_limit, memory_limit, expansion_limit: Limits of the search for the optimal cost.
        progress: As in :func:`pathmax.solve`.

    Raises:
        Interrupted: Ctrl-C; its ``result`` is the check without the optimal cost.

    >>> import pathmax
    >>> board = pathmax.parse('{"colour": "red", "pieces": [[2, 0]], "blocks": []}')
    >>> pathmax.check(board, pathmax.solve(board).plan).verdict
    'optimal'
    >>> wrong = pathmax.check(board, "MOVE from (2, 0) to (3, 0).\\nEXIT from (2, 0).")
    >>> wrong.verdict, wrong.line, wrong.position.pieces
    ('illegal', 2, ((3, 0),))
    """
    content = answer if isinstance(answer, (bytes, str)) else "\n".join(answer)
    raw = content if isinstance(content, bytes) else content.encode()
    limits = _options.limits(time_limit, memory_limit, expansion_limit)
    with Reporting(progress) as watch:
        report, interrupted = _native.check(board, raw, bool(lenient), _options.search(None, limits, settle=False), watch)
    return completed(Check.from_json(board, loads(report)), interrupted)


def _position(board: Board, text: str) -> Board:
    """A state of a board, given as a board file."""
    if not isinstance(board, InfexionBoard):
        return _native.parse(text, board.puzzle, {})[0]
    # The file of an empty board is empty, which is not a valid file.
    if not text.strip():
        return board.replace(stacks=())
    return _native.parse(text, board.puzzle, _options.puzzle_options({"spawn": board.spawn}))[0]
