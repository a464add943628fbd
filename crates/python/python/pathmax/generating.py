"""Boards of known cost and difficulty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar, Union, overload

from . import _native, _options, frames
from ._calls import completed
from ._format import cell, counted, table
from ._json import loads, make
from .boards import Board, ChexersBoard, InfexionBoard, PawnHuntBoard, PuzzleName
from .errors import UsageError
from .frames import Backend
from .progress import ProgressOption, Reporting

__all__ = ["Generated", "GeneratedBoard", "Range", "generate"]

B = TypeVar("B", bound=Board)

#: A number, a pair (first, last) with None for no end, or a text such as ``"8..12"``.
Range = Union[int, tuple[Union[int, None], Union[int, None]], str]


@dataclass(frozen=True)
class GeneratedBoard(Generic[B]):
    """A generated board.

    Attributes:
        board: The board.
        cost: The optimal cost; None if it is proven unsolvable, ``"unknown"`` if it was not solved.
        expansions: Number of expansions that the algorithm needed.
        plan: A plan, if the board was generated with ``cost="unknown"`` and ``solvable=True``.
        lower_bound, upper_bound: What is known of an unknown cost.
    """

    board: B
    cost: int | Literal["unknown"] | None
    expansions: int | None = None
    plan: tuple[str, ...] | None = None
    lower_bound: int | None = None
    upper_bound: int | None = None


@dataclass(frozen=True)
class Generated(Sequence[B], Generic[B]):
    """The result of :func:`pathmax.generate`: a sequence of boards.

    Attributes:
        entries: The boards with their costs and expansions.
        outcome: ``"complete"``, ``"too-rare"`` (fewer were found), ``"impossible"`` or ``"stopped"``.
        reason: Why it is impossible, or why it stopped.
        tried, expanded: Number of boards tried, and of expansions.
    """

    puzzle: PuzzleName
    entries: tuple[GeneratedBoard[B], ...]
    outcome: Literal["complete", "too-rare", "impossible", "stopped"]
    reason: str | None
    algorithm: str
    heuristic: str | None
    tried: int
    expanded: int
    _data: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, data: dict[str, Any], boards: list[Any]) -> Generated[Any]:
        def entry(values: dict[str, Any], board: Any) -> GeneratedBoard[Any]:
            plan = values.get("plan")
            return make(GeneratedBoard, values, board=board, plan=None if plan is None else tuple(plan))

        entries = tuple(map(entry, data["boards"], boards))
        return make(cls, data, entries=entries, reason=data["impossible"] or data["reason"], _data=data)

    @property
    def boards(self) -> tuple[B, ...]:
        """The boards alone."""
        return tuple(entry.board for entry in self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, index: int) -> B: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[B]: ...
    def __getitem__(self, index: int | slice) -> B | Sequence[B]:
        return self.boards[index]

    def __iter__(self) -> Iterator[B]:
        return iter(self.boards)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``pathmax generate --json``, without its origin."""
        return self._data

    def to_frame(self, backend: Backend | None = None) -> Any:
        """A data frame with one row per board; an unknown or infinite cost is missing.

        ``backend``: ``"pandas"``, ``"polars"``, or None for what is installed.
        """
        rows = [
            {
                "cost": None if entry.cost == "unknown" else entry.cost,
                "solvable": None if entry.cost == "unknown" and entry.plan is None else entry.cost is not None,
                "expansions": entry.expansions,
                "board": entry.board.text,
            }
            for entry in self.entries
        ]
        return frames.to_frame(rows, ("cost", "solvable", "expansions", "board"), backend)

    def __str__(self) -> str:
        why = "" if self.outcome == "complete" else f" ({self.outcome}{f': {self.reason}' if self.reason else ''})"
        title = f"{self.puzzle}: {counted(len(self), 'board')} found{why}, {self.tried:,} tried"
        rows = [[i, cell(entry.cost), entry.expansions] for i, entry in enumerate(self.entries)]
        return f"{title}\n{table(['board', 'cost', 'expansions'], rows)}" if rows else title

    def _repr_html_(self) -> str:
        from .display import generated_html

        return generated_html(self)


@overload
def generate(
    puzzle: Literal["chexers"],
    *,
    count: int = ...,
    seed: int = ...,
    cost: Range | None = ...,
    solvable: bool = ...,
    unsolvable: bool = ...,
    expansions: Range | None = ...,
    tries: int | None = ...,
    climbing: bool = ...,
    algorithm: str | None = ...,
    h: str | None = ...,
    progress: ProgressOption = ...,
    **options: Range | Sequence[str] | None,
) -> Generated[ChexersBoard]: ...
@overload
def generate(
    puzzle: Literal["infexion"],
    *,
    count: int = ...,
    seed: int = ...,
    cost: Range | None = ...,
    solvable: bool = ...,
    unsolvable: bool = ...,
    expansions: Range | None = ...,
    tries: int | None = ...,
    climbing: bool = ...,
    algorithm: str | None = ...,
    h: str | None = ...,
    progress: ProgressOption = ...,
    **options: Range | Sequence[str] | None,
) -> Generated[InfexionBoard]: ...
@overload
def generate(
    puzzle: Literal["pawn-hunt"],
    *,
    count: int = ...,
    seed: int = ...,
    cost: Range | None = ...,
    solvable: bool = ...,
    unsolvable: bool = ...,
    expansions: Range | None = ...,
    tries: int | None = ...,
    climbing: bool = ...,
    algorithm: str | None = ...,
    h: str | None = ...,
    progress: ProgressOption = ...,
    **options: Range | Sequence[str] | None,
) -> Generated[PawnHuntBoard]: ...
def generate(
    puzzle: PuzzleName,
    *,
    count: int = 1,
    seed: int = 0,
    cost: Range | None = None,
    solvable: bool = False,
    unsolvable: bool = False,
    expansions: Range | None = None,
    tries: int | None = None,
    climbing: bool = True,
    algorithm: str | None = None,
    h: str | None = None,
    progress: ProgressOption = None,
    **options: Range | Sequence[str] | None,
) -> Generated[Any]:
    """Generates boards of known optimal cost and difficulty. The same seed gives the same boards on every machine.

    Args:
        puzzle: ``"chexers"``, ``"infexion"`` or ``"pawn-hunt"``.
        count: Number of boards.
        seed: Random seed.
        cost: Optimal cost: a number, a pair (first, last), a text such as ``"8..12"``, or ``"unknown"`` for boards that are not
            solved.
        solvable: With ``cost="unknown"``: only boards with a plan.
        unsolvable: Whether to generate boards that are proven unsolvable.
        expansions: Number of expansions needed to solve the board; by default up to 50,000.
        tries: Maximum number of boards to try; by default 20,000.
        climbing: Whether rare boards are searched for by hill climbing, besides random boards.
        algorithm, h: Algorithm and heuristic (by name) that solve the boards.
        progress: As in :func:`pathmax.solve`.
        options: Options of the puzzle: ``pieces``, ``blocks``, ``radius`` and ``colour`` of Chexers; ``red``, ``blue``, ``power``
            and ``spawn`` of Infexion; ``rows``, ``columns``, ``agents``, ``pawns`` and ``obstacles`` of pawn hunt.

    Raises:
        Interrupted: Ctrl-C; its ``result`` has the boards so far.

    >>> import pathmax
    >>> boards = pathmax.generate("chexers", count=2, seed=1, pieces=2, blocks=(3, 5), cost="6..9")
    >>> len(boards), boards.outcome, [len(board.pieces) for board in boards]
    (2, 'complete', [2, 2])
    >>> all(6 <= entry.cost <= 9 for entry in boards.entries)
    True
    """
    if unsolvable and cost is not None:
        raise UsageError("unsolvable and cost exclude each other: an unsolvable board has no cost")
    ranges = _options.puzzle_options({"cost": "unsolvable" if unsolvable else cost, "expansions": expansions})
    search = _options.search(_options.heuristic(h), _options.limits(), algorithm=algorithm)
    with Reporting(progress) as watch:
        report, boards, interrupted = _native.generate(
            puzzle,
            _options.puzzle_options(options),
            _options.whole("count", count),
            _options.whole("seed", seed),
            ranges.get("cost"),
            bool(solvable),
            ranges.get("expansions"),
            None if tries is None else _options.whole("tries", tries),
            bool(climbing),
            search,
            watch,
        )
    return completed(Generated.from_json(loads(report), boards), interrupted)
