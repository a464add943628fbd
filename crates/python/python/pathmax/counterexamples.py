"""Findings of audits, and the states that refute a claim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar, Union

from . import _native, _options
from ._format import cost as shown_cost
from ._json import loads, make, number
from .boards import Board

__all__ = ["Counterexample", "Finding", "Inconsistency", "Overestimate", "Verdict"]

S = TypeVar("S")
A = TypeVar("A")
C = TypeVar("C")

#: None: stopped before anything could be checked.
Verdict = Union[Literal["proved"], Literal["not-refuted"], Literal["refuted"]]
Smallness = Union[Literal["proven"], Literal["local"], Literal["unknown"]]

_SMALLNESS = {
    "proven": "smallest counterexample: all smaller boards were checked",
    "local": "locally minimal counterexample",
    "unknown": "not fully shrunk: a smaller counterexample may exist",
}
# A counterexample is small, so that solving it is quick. This many expansions take about a second.
_PLAN_EXPANSIONS = 1_000_000


@dataclass(frozen=True)
class Finding(Generic[C]):
    """Whether a claim about a heuristic holds.

    Attributes:
        verdict: ``"proved"`` on the whole reachable space, ``"refuted"`` by a counterexample, ``"not-refuted"`` by a
            sample, or None if nothing could be checked.
        checked: Number of states (admissible) or actions (consistent) checked.
        broken: Number of violations among them.
        counterexample: One of the violations.
    """

    verdict: Verdict | None
    checked: int
    broken: int
    counterexample: C | None

    @classmethod
    def from_json(cls, data: dict[str, Any], counterexample: Callable[[dict[str, Any]], C]) -> Finding[C]:
        found = data["counterexample"]
        return make(cls, data, counterexample=None if found is None else counterexample(found))

    @property
    def proved(self) -> bool:
        """Whether the claim holds on the whole reachable space."""
        return self.verdict == "proved"

    @property
    def refuted(self) -> bool:
        """Whether there is a counterexample."""
        return self.verdict == "refuted"

    def __bool__(self) -> bool:
        raise TypeError(
            "a finding is neither true nor false: a sample without a counterexample proves nothing; use .proved or .refuted"
        )


@dataclass(frozen=True)
class Counterexample(Generic[S, A]):
    """A state that refutes a claim.

    Attributes:
        state: The state.
        h: The heuristic's value.
        cost: The true cost; None if unknown.
        board: The board from which the state was searched. It is the state itself, unless the heuristic has this value only
            in a search from another board; then it is the audited board. None for an own problem.
        path: The actions from that board to the state.
        smallness: Whether smaller boards were ruled out: ``"proven"``, ``"local"`` or ``"unknown"``. None for an own problem.
    """

    state: S
    h: float
    cost: float | None
    board: S | None = field(default=None, repr=False)
    path: tuple[A, ...] | None = ()
    smallness: Smallness | None = None
    _plan: tuple[A, ...] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def plan(self) -> tuple[A, ...] | None:
        """An optimal plan from the state; None if there is none, or if it is not known.

        For a board, it is searched for on the first access.
        """
        state: Any = self.state
        if not isinstance(state, Board):
            return self._plan
        search = _options.search(None, _options.limits(expansion_limit=_PLAN_EXPANSIONS), settle=False)
        report, _ = _native.solve(state, search, None)
        solved = loads(report)
        return tuple(solved["actions"]) if solved["optimal"] else None

    def describe(self) -> str:
        """The counterexample in several lines: the state, drawn if it is a board, h, and the true cost."""
        state: Any = self.state
        lines = [str(state) if isinstance(state, Board) else f"state {state!r}", *self._values()]
        if self.path:
            lines.append("the heuristic has this value only in a search from the audited board, after these actions:")
            lines += [f"  {action}" for action in self.path]
        elif self.smallness is not None:
            lines.append(_SMALLNESS[self.smallness])
        return "\n".join(lines)

    def _values(self) -> list[str]:
        raise NotImplementedError

    def reproduce(self, heuristic: str) -> str:
        """Python code that evaluates the heuristic of this name again."""
        state: Any = self.state
        h = f"  # {shown_cost(self.h)}"
        if not isinstance(state, Board):
            return "\n".join([f"{heuristic}({state!r}){h}", *self._values_again(heuristic)])
        start: Any = self.board
        spawn = ", spawn=True" if getattr(start, "spawn", False) else ""
        made = f"pathmax.parse({start.text!r}{spawn})"
        lines = [f"board = {made}.after({list(self.path)!r})" if self.path else f"board = {made}"]
        lines.append(f"pathmax.evaluate(board, {heuristic}){h}")
        lines += self._values_again(heuristic)
        if self.cost == float("inf"):
            lines.append("pathmax.solve(board).outcome  # 'unsolvable'")
        elif self.cost is not None:
            lines.append(f"pathmax.solve(board).cost  # {shown_cost(self.cost)}")
        return "\n".join(lines)

    def _values_again(self, heuristic: str) -> list[str]:
        raise NotImplementedError

    @staticmethod
    def _board_fields(data: dict[str, Any]) -> dict[str, Any]:
        """The fields that both claims share, from the program's JSON."""
        options = _options.puzzle_options(data.get("options", {}))
        board, _ = _native.parse(data["board"], data["puzzle"], options)
        reached = data["state"]
        state = _native.parse(reached["board"], data["puzzle"], options)[0] if reached else board
        path = reached["actions"] if reached else ()
        return {
            "state": state,
            "board": board,
            "path": None if path is None else tuple(path),
            "h": number(data["h"]),
            "cost": number(data["cost"]),
        }


@dataclass(frozen=True)
class Overestimate(Counterexample[S, A]):
    """A state whose heuristic value exceeds its true cost."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Overestimate[Any, Any]:
        return make(cls, data, **cls._board_fields(data))

    @classmethod
    def of_problem(cls, data: dict[str, Any]) -> Overestimate[Any, Any]:
        plan = data["plan"]
        return cls(data["state"], whole(data["h"]), whole(data["cost"]), _plan=None if plan is None else tuple(plan))

    def _values(self) -> list[str]:
        excess = "" if self.h == float("inf") or self.cost is None else f": {self.h - self.cost:g} too much"
        lines = [f"h = {shown_cost(self.h)}, true cost {shown_cost(self.cost)}{excess}"]
        if self.plan:
            lines += ["an optimal plan:", *(f"  {action}" for action in self.plan)]
        return lines

    def _values_again(self, heuristic: str) -> list[str]:
        return []


@dataclass(frozen=True)
class Inconsistency(Counterexample[S, A]):
    """An action that lowers the heuristic by more than it costs.

    Attributes:
        action: The action.
        action_cost: Its cost.
        after: The state after it.
        h_after: The heuristic's value there.
    """

    action: A | None = None
    action_cost: int = 0
    after: S | None = None
    h_after: float = 0

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Inconsistency[Any, Any]:
        edge, shared = data["edge"], cls._board_fields(data)
        after = shared["state"].after(edge["action"])
        return make(
            cls,
            data,
            **shared,
            action=edge["action"],
            action_cost=edge["cost"],
            after=after,
            h_after=number(edge["h_after"]),
        )

    @classmethod
    def of_problem(cls, data: dict[str, Any]) -> Inconsistency[Any, Any]:
        return cls(
            data["state"],
            whole(data["h"]),
            None,
            action=data["action"],
            action_cost=data["cost"],
            after=data["successor"],
            h_after=whole(data["h_after"]),
        )

    def _values_again(self, heuristic: str) -> list[str]:
        if not isinstance(self.after, Board):
            after = f"{heuristic}({self.after!r})  # {shown_cost(self.h_after)}"
            return [f"{after}, after {self.action!r}, which costs {self.action_cost}"]
        after = f"pathmax.evaluate(board.after({self.action!r}), {heuristic})  # {shown_cost(self.h_after)}"
        return [f"{after}, at a cost of {self.action_cost}"]

    def _values(self) -> list[str]:
        after = "" if isinstance(self.after, Board) else f" in {self.after!r}"
        true_cost = "" if self.cost is None else f", true cost {shown_cost(self.cost)}"
        action = f"{self.action} costs {self.action_cost}, but then h = {shown_cost(self.h_after)}{after}"
        return [f"h = {shown_cost(self.h)}{true_cost}", action]


def whole(value: Any) -> Any:
    """A number of the native module, which writes all costs as floats, as an int unless it is infinite."""
    return value if value is None or value == float("inf") else int(value)
