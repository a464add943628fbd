"""Maps of heuristics over the cells of a board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from . import _native, _options, frames
from ._calls import completed
from ._format import cost as shown_cost
from ._format import table
from ._json import loads, make, number
from ._options import Heuristic, Size, TimeLimit
from .boards import Board
from .frames import Backend
from .progress import ProgressOption, Reporting

__all__ = ["Contribution", "HeuristicMap", "MappedCell", "map"]

B = TypeVar("B", bound=Board)


@dataclass(frozen=True)
class MappedCell:
    """A cell of a map.

    Attributes:
        cell: The cell, such as ``"(0, -1)"``.
        free: Whether the lone piece can be there.
        h: The value of the heuristic if the lone piece is there; inf for a dead end.
        cost: The true cost, if it was asked for and is known.
    """

    cell: str
    free: bool
    h: float | None = None
    cost: float | None = None


@dataclass(frozen=True)
class Contribution:
    """What a piece on the board adds to h; ``h_without`` is the value without it."""

    cell: str
    thing: str
    h_without: float | None
    adds: float | None


@dataclass(frozen=True)
class HeuristicMap(Generic[B]):
    """The result of :func:`pathmax.map`.

    Attributes:
        board: The board.
        heuristic: The heuristic.
        lone_thing: The piece that is alone on each mapped board.
        cells: The cells with their values.
        h, cost: The value of the whole board, and its true cost if asked for.
        contributions: What each piece on the board adds to h.
        complete: Whether every requested value is known.
    """

    board: B = field(repr=False)
    heuristic: str
    lone_thing: str
    cells: tuple[MappedCell, ...] = field(repr=False)
    h: float | None
    cost: float | None
    contributions: tuple[Contribution, ...] = field(repr=False)
    complete: bool
    _data: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    _svg: str = field(default="", repr=False, compare=False)

    @classmethod
    def from_json(cls, board: B, data: dict[str, Any], svg: str) -> HeuristicMap[B]:
        def numbers(values: dict[str, Any]) -> dict[str, Any]:
            return {name: number(value) for name, value in values.items()}

        # Unknown if the call was interrupted before it got there.
        whole = data["board"] or {}
        return make(
            cls,
            data,
            board=board,
            cells=tuple(make(MappedCell, numbers(values)) for values in data["cells"]),
            h=number(whole.get("h")),
            cost=number(whole.get("cost")),
            contributions=tuple(make(Contribution, numbers(values)) for values in data["contributions"]),
            _data=data,
            _svg=svg,
        )

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``pathmax map --json``, without its origin and ``space``; see :func:`pathmax.survey`."""
        return self._data

    def to_frame(self, backend: Backend | None = None) -> Any:
        """A data frame with one row per cell. ``backend``: ``"pandas"``, ``"polars"``, or None for what is installed."""
        return frames.to_frame([vars(cell) for cell in self.cells], ("cell", "free", "h", "cost"), backend)

    def __str__(self) -> str:
        true_cost = "" if self.cost is None else f", true cost {shown_cost(self.cost)}"
        rows = [[cell.cell, cell.h, cell.cost] for cell in self.cells if cell.free]
        title = f"{self.heuristic}: value for a lone {self.lone_thing} on each cell"
        return f"{title}\n{table(['cell', 'h', 'true cost'], rows)}\nthe whole board: h = {shown_cost(self.h)}{true_cost}"

    def _repr_svg_(self) -> str:
        return self._svg

    def _repr_html_(self) -> str:
        from .display import map_html

        return map_html(self)


def map(
    board: B,
    h: Heuristic[B] = None,
    *,
    against_perfect: bool = False,
    time_limit: TimeLimit = None,
    memory_limit: Size = None,
    expansion_limit: int | None = None,
    progress: ProgressOption = None,
) -> HeuristicMap[B]:
    """Maps the values of a heuristic over a board: on each cell, the value of a board with a single piece there.

    Args:
        board: The board.
        h: A name, a function of a board, or None for the puzzle's default.
        against_perfect: Whether to compute the true costs, too.
        time_limit, memory_limit, expansion_limit: Limits of the searches for true costs.
        progress: As in :func:`pathmax.solve`.

    Raises:
        Interrupted: Ctrl-C; its ``result`` is the map so far.

    >>> import pathmax
    >>> board = pathmax.parse('{"colour": "red", "pieces": [[0, 0]], "blocks": [[1, 0]]}')
    >>> mapped = pathmax.map(board, against_perfect=True)
    >>> mapped.h, mapped.cost, len(mapped.cells)
    (3, 3, 37)
    """
    limits = _options.limits(time_limit, memory_limit, expansion_limit)
    heuristic = _options.heuristic(h)
    with Reporting(progress) as watch:
        report, svg, interrupted = _native.map(board, heuristic, bool(against_perfect), limits, watch)
    return completed(HeuristicMap.from_json(board, loads(report), svg), interrupted)
