"""The result of a search."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar, Union

from ._format import count, duration, size
from ._json import make
from .boards import Board

__all__ = ["Layer", "Outcome", "Settled", "Solution", "Statistics"]

S = TypeVar("S")
A = TypeVar("A")

Outcome = Union[Literal["solved"], Literal["unsolvable"], Literal["stopped"]]

_REASONS = {
    "time": "the time limit was reached",
    "memory": "the memory limit was reached",
    "expansions": "the limit on expansions was reached",
    "depth": "the depth limit was reached",
    "cancelled": "interrupted",
    "cost": "a path costs too much",
}


@dataclass(frozen=True)
class Layer:
    """The expansions with one value of f = g + h."""

    f: int
    expanded: int


@dataclass(frozen=True)
class Statistics:
    """The counts of a search. ``peak_memory`` and ``bytes_per_state`` are in bytes."""

    expanded: int = 0
    beam_expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    reopened: int = 0
    dead_ends: int = 0
    peak_open: int = 0
    peak_stored: int = 0
    peak_memory: int = 0
    bytes_per_state: int | None = None
    start_h: int | None = None
    layers: tuple[Layer, ...] = ()
    threads: int = 1
    seconds: float = 0.0

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Statistics:
        return make(cls, data, layers=tuple(make(Layer, layer) for layer in data.get("layers", ())))


@dataclass(frozen=True)
class Settled:
    """A second search, which settled whether a plan without a proof is optimal, or tried to.

    Attributes:
        verdict: ``"optimal"``, ``"not-optimal"`` or ``"not-settled"``.
        best: The cost of the best plan known.
        limit: Its maximum number of expansions.
        reason: Why it stopped early, if it did.
    """

    verdict: Literal["optimal", "not-optimal", "not-settled"]
    algorithm: str
    heuristic: str
    limit: int
    expanded: int
    best: int
    reason: str | None = None


@dataclass(frozen=True)
class Solution(Generic[S, A]):
    """The result of :func:`pathmax.solve`.

    Attributes:
        problem: The board, or the problem.
        outcome: ``"solved"``, ``"unsolvable"`` (proven), or ``"stopped"`` at a limit or by Ctrl-C.
        reason: Why it stopped: ``"time"``, ``"memory"``, ``"expansions"``, ``"depth"``, ``"cancelled"`` or ``"cost"``.
        plan: The actions: answer lines of a board, the problem's own actions otherwise. None if no plan was found; a search
            that stopped may have found one.
        cost: The cost of the plan.
        bound: Proven lower bound: no plan costs less. None if there is no plan at all.
        optimal: Whether the plan is proven optimal.
        if_admissible: Whether ``bound``, ``optimal`` and "unsolvable" depend on the claim that the heuristic is admissible.
        suboptimality: The plan costs at most this many times the optimal cost.
        gap: (cost - bound) / cost: 0 for a plan that is proven optimal, None without a plan.
        algorithm: The name of the algorithm.
        heuristic: The heuristic; None if the algorithm uses none.
        statistics: Counts, time and memory.
        effective_branching_factor: b with generated = b + b² + … + b^actions.
        settled: The second search, if there was one.
        profile: With ``profile=True``: where time and memory went, in the program's JSON.
    """

    problem: Any = field(repr=False, compare=False)
    outcome: Outcome
    reason: str | None
    plan: tuple[A, ...] | None
    cost: int | None
    bound: int | None
    optimal: bool
    suboptimality: float | None
    algorithm: str
    heuristic: str | None
    statistics: Statistics = field(repr=False)
    if_admissible: bool = False
    gap: float | None = None
    effective_branching_factor: float | None = field(default=None, repr=False)
    settled: Settled | None = None
    profile: dict[str, Any] | None = field(default=None, repr=False, compare=False)
    _data: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    # The states along the plan of an own problem, which only the search knows.
    _states: tuple[Any, ...] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def from_json(
        cls,
        problem: Any,
        data: dict[str, Any],
        plan: list[A] | None = None,
        states: list[S] | None = None,
    ) -> Solution[S, A]:
        settled = data.get("settled")
        return make(
            cls,
            data,
            problem=problem,
            plan=None if data["cost"] is None else tuple(data["actions"] if isinstance(problem, Board) else plan or ()),
            statistics=Statistics.from_json(data["statistics"]),
            settled=settled and make(Settled, settled),
            _data=data,
            _states=None if states is None else tuple(states),
        )

    @property
    def is_solved(self) -> bool:
        """Whether a plan was found and the search ended."""
        return self.outcome == "solved"

    @cached_property
    def states(self) -> tuple[S, ...] | None:
        """The states along the plan, from the initial one to the goal; None without a plan.

        The boards of a plan are computed on the first access.
        """
        if self._states is not None or self.plan is None:
            return self._states
        boards: list[Any] = [self.problem]
        for action in self.plan:
            boards.append(boards[-1].after(action))
        return tuple(boards)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``pathmax solve --json``, without its origin. Actions of an own problem are texts."""
        return self._data

    @property
    def headline(self) -> str:
        """The result in one line."""
        condition = ", if the heuristic is admissible as claimed" if self.if_admissible and self._is_bounded else ""
        return self._result() + condition

    @property
    def _is_bounded(self) -> bool:
        # A plan without a proven factor depends on no claim.
        return self.outcome != "solved" or self.suboptimality is not None

    def _result(self) -> str:
        if self.outcome == "unsolvable":
            return "no solution: proven"
        if self.outcome == "solved":
            return f"solved: cost {self.cost}, {self._quality()}"
        reason = _REASONS.get(self.reason or "", self.reason)
        if violation := self._data.get("violation"):
            reason = f"{reason}: {violation}"
        best = "" if self.cost is None else f"; the best plan found costs {self.cost}{self._gap()}, {self._quality()}"
        return f"stopped: {reason}; no plan costs less than {self.bound or 0}{best}"

    def _gap(self) -> str:
        return "" if self.gap is None else f" (gap {100 * self.gap:.1f} %)"

    def _quality(self) -> str:
        settled = self.settled
        if settled is None:
            return self._proven_quality()
        if settled.verdict == "optimal":
            return f"optimal: confirmed with {settled.heuristic}"
        if settled.verdict == "not-optimal" and self.bound == settled.best:
            return f"not optimal: the best plan costs {settled.best} (found with {settled.heuristic})"
        if settled.verdict == "not-optimal":
            known = f"a plan costs {settled.best} (found with {settled.heuristic}), none costs less than {self.bound or 0}"
            return f"not optimal: {known}"
        within = f"within {count(settled.limit)} expansions with {settled.heuristic}"
        early = settled.reason not in (None, "expansions")
        return f"not settled {f'({settled.reason})' if early else within}: {self._proven_quality()}"

    def _proven_quality(self) -> str:
        if self.optimal:
            return "proven optimal"
        if self.suboptimality is None:
            return "not proven optimal"
        return f"at most {self.suboptimality:.2f} times the best (proven: none costs less than {self.bound or 0})"

    def __str__(self) -> str:
        statistics = self.statistics
        with_heuristic = f" with {self.heuristic}" if self.heuristic else ""
        threads = f" on {statistics.threads} threads" if statistics.threads > 1 else ""
        figures = [
            f"{self._data.get('puzzle', '')} · {self.algorithm}{with_heuristic}",
            f"{count(statistics.expanded)} expanded, {count(statistics.generated)} generated",
            f"{duration(statistics.seconds)}{threads}",
            size(statistics.peak_memory),
        ]
        return f"{self.headline}\n{' · '.join(figures)}"

    def _repr_html_(self) -> str:
        from .display import solution_html

        return solution_html(self)
