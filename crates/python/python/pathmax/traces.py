"""Traces of searches, and the size of state spaces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar, Union

from . import frames
from ._format import counted, indented, table
from ._json import make
from .boards import Board
from .frames import Backend
from .solution import Outcome, Solution

__all__ = ["Expansion", "Fate", "Space", "SpaceLayer", "StateBound", "Successor", "Trace"]

S = TypeVar("S")
A = TypeVar("A")

#: What a search did with a successor.
Fate = Union[Literal["new"], Literal["cheaper"], Literal["reopened"], Literal["known"], Literal["dead end"], Literal["dropped"]]


@dataclass(frozen=True, slots=True)
class Successor(Generic[S, A]):
    """A successor of an expanded state.

    Attributes:
        node: The number of the state.
        g: The cost of the path through the expanded state.
        h: The heuristic value; None for a dead end.
        fate: ``"new"``; ``"cheaper"`` than before, waiting in the open list; ``"reopened"``: cheaper, already expanded;
            ``"known"`` and not cheaper; ``"dead end"``; or ``"dropped"`` for another reason.
    """

    action: A
    state: S
    node: int
    g: int
    h: int | None
    fate: Fate


@dataclass(frozen=True, slots=True)
class Expansion(Generic[S, A]):
    """An expansion.

    Attributes:
        node: The number of the state, from 0 in the order in which the search met them.
        g: The cost of the path to the state.
        h: The heuristic value; None for a dead end.
        depth: The number of actions on the path.
        parent: The index of the expansion that generated the state at this cost; None for the start.
        action: The action by which it did.
        first: Whether the state is expanded for the first time.
        frontier: The number of states that are generated but not expanded, after this expansion.
        successors: All successors; None once 100,000 are recorded.
    """

    state: S
    node: int
    g: int
    h: int | None
    depth: int
    parent: int | None
    action: A | None
    first: bool
    frontier: int
    successors: tuple[Successor[S, A], ...] | None

    @property
    def f(self) -> int | None:
        """g + h; None for a dead end."""
        return None if self.h is None else self.g + self.h


@dataclass(frozen=True)
class Trace(Generic[S, A]):
    """The result of :func:`pathmax.trace`.

    Attributes:
        solution: The result of the search.
        expansions: Its expansions, in order.
        why_no_more: Why the trace ended before the search: ``"most"`` or ``"memory"``; None if it did not.
    """

    solution: Solution[S, A]
    expansions: tuple[Expansion[S, A], ...] = field(repr=False)
    why_no_more: Literal["most", "memory"] | None

    @classmethod
    def from_rows(cls, solution: Solution[S, A], rows: Iterable[tuple[Any, ...]], end: Any) -> Trace[S, A]:
        def expansion(row: tuple[Any, ...]) -> Expansion[S, A]:
            state, node, g, h, depth, parent, action, first, frontier, raw = row
            successors = None if raw is None else tuple(Successor(*successor) for successor in raw)
            return Expansion(state, node, g, h, depth, parent, action, first, frontier, successors)

        return cls(solution, tuple(map(expansion, rows)), end)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of the search, with ``expansions`` and ``why_no_more``. States are board files, or texts."""
        rows = [{**self._row(expansion), "first": expansion.first} for expansion in self.expansions]
        return {**self.solution.to_dict(), "expansions": rows, "why_no_more": self.why_no_more}

    def to_frame(self, backend: Backend | None = None) -> Any:
        """A data frame with one row per expansion. ``backend``: ``"pandas"``, ``"polars"``, or None for what is installed."""
        columns = ("node", "g", "h", "f", "depth", "parent", "action", "frontier", "state")
        return frames.to_frame([self._row(expansion) for expansion in self.expansions], columns, backend)

    def _row(self, expansion: Expansion[S, A]) -> dict[str, Any]:
        state = expansion.state
        names = ("node", "g", "h", "f", "depth", "parent", "frontier")
        return {
            **{name: getattr(expansion, name) for name in names},
            "action": None if expansion.action is None else str(expansion.action),
            "state": state.text if isinstance(state, Board) else repr(state),
        }

    def __str__(self) -> str:
        traced = f"the first {counted(len(self.expansions), 'expansion')}"
        return f"{self.solution}\ntrace: {traced if self.why_no_more else counted(len(self.expansions), 'expansion')}"

    def _repr_html_(self) -> str:
        from .display import trace_html

        return trace_html(self)


@dataclass(frozen=True)
class StateBound:
    """An upper bound on the number of reachable states, by counting."""

    states: float
    formula: str


@dataclass(frozen=True)
class SpaceLayer:
    """The states with the same optimal cost from the start.

    Attributes:
        states: Visited states; None if the survey ended before this layer.
        complete: Whether these are all states with this cost.
        mean_actions: Mean number of actions in a state that is not a goal.
        expanded: Expansions of the search with this g.
    """

    cost: int
    states: int | None
    complete: bool
    mean_actions: float | None
    expanded: int


@dataclass(frozen=True)
class Space:
    """The result of :func:`pathmax.survey`: the size of a state space.

    Attributes:
        states: Visited states. Goals are not expanded.
        complete: Whether these are all reachable states.
        state_bound: Upper bound on the number of reachable states, if there is one.
        least_actions, mean_actions, most_actions: Number of actions in a state that is not a goal.
        layers: The same by the optimal cost from the start.
        algorithm, heuristic, outcome, expanded: The search whose expansions are counted.
        out_of_time: Whether the time limit stopped the survey or that search.
    """

    states: int
    complete: bool
    least_actions: int
    mean_actions: float
    most_actions: int
    layers: tuple[SpaceLayer, ...] = field(repr=False)
    algorithm: str
    heuristic: str | None
    outcome: Outcome
    expanded: int
    out_of_time: bool = False
    state_bound: StateBound | None = None
    _data: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Space:
        bound = data.get("state_bound")
        layers = tuple(make(SpaceLayer, layer) for layer in data["layers"])
        return make(cls, data, layers=layers, state_bound=bound and make(StateBound, bound), _data=data)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``pathmax map --space --json``, without its origin."""
        return {"space": self._data}

    def to_frame(self, backend: Backend | None = None) -> Any:
        """A data frame with one row per layer. ``backend``: ``"pandas"``, ``"polars"``, or None for what is installed."""
        columns = ("cost", "states", "complete", "mean_actions", "expanded")
        return frames.to_frame([vars(layer) for layer in self.layers], columns, backend)

    def __str__(self) -> str:
        states = counted(self.states, "reachable state") if self.complete else f"at least {counted(self.states, 'state')}"
        actions = f"{self.least_actions} to {self.most_actions} actions per state, {self.mean_actions:.1f} on average"
        with_heuristic = f" with {self.heuristic}" if self.heuristic else ""
        rows = [[layer.cost, layer.states, layer.mean_actions, layer.expanded] for layer in self.layers]
        layers = table(["cost so far", "states", "actions per state", "expanded"], rows)
        search = f"{self.algorithm}{with_heuristic}: {self.expanded:,} expanded, {self.outcome}"
        return f"search space: {states}, {actions}\n{search}\n{indented(layers, '  ')}"

    def _repr_html_(self) -> str:
        from .display import space_html

        return space_html(self)
