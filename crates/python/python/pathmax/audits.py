"""Audits of heuristics: the results of audit and hunt."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from . import frames
from ._format import counted, indented
from ._json import make, number
from .boards import Board, PuzzleName
from .counterexamples import Counterexample, Finding, Inconsistency, Overestimate, Verdict, whole
from .frames import Backend

__all__ = ["Audit", "Causes", "CellError", "Error", "Heat", "Hunt", "HuntFinding", "Quality"]

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True)
class Error:
    """The number of solvable states with one value of true cost − h."""

    error: int
    states: int


@dataclass(frozen=True)
class Causes:
    """The expansions of A* on the board by cause; see ``pathmax help auditing``."""

    total: int
    plan: int
    branching: int
    underestimation: int
    ties: int
    overestimation: int


@dataclass(frozen=True)
class CellError:
    """The mean of true cost − h over the states with a thing on this cell."""

    cell: str
    mean_error: float | None
    states: int


@dataclass(frozen=True)
class Heat:
    """The errors by the cells of one kind of thing, such as ``"pieces"``."""

    thing: str
    cells: tuple[CellError, ...]


@dataclass(frozen=True)
class Quality:
    """The quality of a heuristic on the states whose true cost is known.

    Attributes:
        states, solvable, exact: Number of states, of solvable ones, and of those with h equal to the true cost.
        mean_error: Mean of true cost − h over the solvable states.
        mean_relative_error: Mean of (true cost − h) / true cost over the solvable states that are not goals.
        errors: Number of solvable states by true cost − h.
        called_dead: Number of solvable states whose h is infinite.
        dead_ends_recognised, dead_ends_missed: Number of dead ends whose h is infinite, or finite.
        expansions: The expansions of A* by cause; None for a sample, and for own problems.
        heat: The errors by cells; empty for own problems.
    """

    states: int
    solvable: int
    exact: int
    mean_error: float | None
    mean_relative_error: float | None
    errors: tuple[Error, ...]
    called_dead: int
    dead_ends_recognised: int
    dead_ends_missed: int
    expansions: Causes | None = None
    heat: tuple[Heat, ...] = field(default=(), repr=False)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Quality:
        causes = data.get("expansions")
        heat = data.get("heat") or ()
        return make(
            cls,
            data,
            errors=tuple(make(Error, error) for error in data["errors"]),
            expansions=causes and make(Causes, causes),
            heat=tuple(make(Heat, kind, cells=tuple(make(CellError, cell) for cell in kind["cells"])) for kind in heat),
        )


@dataclass(frozen=True)
class Audit(Generic[S, A]):
    """The result of :func:`pathmax.audit`.

    Attributes:
        problem: The audited board, or problem.
        heuristic: The name of the heuristic.
        whole_space: Whether the whole reachable space was explored; otherwise, a sample was checked.
        stopped: Why it was not: ``"states"``, ``"time"``, ``"memory"`` or ``"cancelled"``.
        states, actions: Number of states and actions of the space, or of the sample.
        cost: The true cost of the start; inf if it is unsolvable, None if unknown.
        admissible: Whether h never exceeds the true cost.
        consistent: Whether no action lowers h by more than its cost.
        quality: How close h is to the true cost, if true costs are known.
    """

    problem: Any = field(repr=False, compare=False)
    heuristic: str
    whole_space: bool
    stopped: str | None
    states: int
    actions: int
    cost: float | None
    admissible: Finding[Overestimate[S, A]]
    consistent: Finding[Inconsistency[S, A]]
    quality: Quality | None = field(repr=False)
    out_of_time: bool = False
    _data: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    _svg: str | None = field(default=None, repr=False, compare=False)
    # The heuristic as Python code.
    _code: str = field(default="h", repr=False, compare=False)

    @classmethod
    def from_json(cls, board: Board, data: dict[str, Any], svg: str | None, code: str) -> Audit[Any, Any]:
        """The audit of one heuristic on a board."""
        only = data["heuristics"][0]
        return make(
            cls,
            data,
            problem=board,
            heuristic=only["heuristic"],
            cost=number(data["cost"]),
            admissible=Finding.from_json(only["admissible"], Overestimate.from_json),
            consistent=Finding.from_json(only["consistent"], Inconsistency.from_json),
            quality=only["quality"] and Quality.from_json(only["quality"]),
            _data={**data, **{key: only[key] for key in ("heuristic", "admissible", "consistent")}},
            _svg=svg,
            _code=code,
        )

    @classmethod
    def of_problem(
        cls, problem: Any, heuristic: str, data: dict[str, Any], quality: dict[str, Any] | None, code: str
    ) -> Audit[Any, Any]:
        """The audit of an own problem, as the native module returns it."""
        return make(
            cls,
            data,
            problem=problem,
            heuristic=heuristic,
            cost=whole(data["cost"]),
            admissible=Finding.from_json(data["admissible"], Overestimate.of_problem),
            consistent=Finding.from_json(data["consistent"], Inconsistency.of_problem),
            quality=quality and Quality.from_json(quality),
            _data=_as_json({**data, "heuristic": heuristic, "quality": quality}),
            _code=code,
        )

    def assert_admissible(self, *, whole_space: bool = False) -> None:
        """Raises an AssertionError with the counterexample if the heuristic is not admissible.

        A sample without a counterexample passes, unless ``whole_space`` requires a proof.
        """
        __tracebackhide__ = True
        self._assert("admissible", self.admissible, whole_space)

    def assert_consistent(self, *, whole_space: bool = False) -> None:
        """Raises an AssertionError with the counterexample if the heuristic is not consistent; see :meth:`assert_admissible`."""
        __tracebackhide__ = True
        self._assert("consistent", self.consistent, whole_space)

    def _assert(self, claim: str, finding: Finding[Any], whole_space: bool) -> None:
        __tracebackhide__ = True
        name, found = self.heuristic, finding.counterexample
        if found is not None:
            words = self._words(claim, finding)
            raise AssertionError(f"{name} is not {claim}: {words}\nto reproduce:\n{indented(found.reproduce(self._code))}")
        if finding.verdict is None:
            raise AssertionError(f"the audit stopped ({self.stopped}) before it could check whether {name} is {claim}")
        if whole_space and not finding.proved:
            raise AssertionError(
                f"{name} is not proved to be {claim}: the audit checked a sample of {counted(self.states, 'state')} (limit: "
                f"{self.stopped}); audit a smaller board, raise states=, or leave out whole_space=True"
            )

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``pathmax audit --json``, without its origin; for an own problem, one with the same keys.

        There, states are Python expressions, and actions are texts.
        """
        return self._data

    def to_frame(self, backend: Backend | None = None) -> Any:
        """A data frame with the number of states by true cost − h.

        ``backend``: ``"pandas"``, ``"polars"``, or None for what is installed.
        """
        errors = self.quality.errors if self.quality else ()
        return frames.to_frame([vars(error) for error in errors], ("error", "states"), backend)

    @cached_property
    def headline(self) -> str:
        """What was audited, in one line."""
        scope = "the whole reachable state space" if self.whole_space else "a sample of the state space"
        size = f"{counted(self.states, 'state')} and {counted(self.actions, 'action')}"
        why = "" if self.whole_space or self.stopped is None else f" (limit: {self.stopped})"
        return f"{self.heuristic} on {scope}{why}, {size}"

    def __str__(self) -> str:
        return "\n".join(
            [
                self.headline,
                f"  admissible: {self._words('admissible', self.admissible)}",
                f"  consistent: {self._words('consistent', self.consistent)}",
                *self._quality_lines(),
            ]
        )

    def _words(self, claim: str, finding: Finding[Any]) -> str:
        noun = "state" if claim == "admissible" else "action"
        checked = counted(finding.checked, noun)
        if finding.verdict is None:
            return "nothing could be checked"
        if finding.verdict == "proved":
            return f"proved on all {checked}"
        if finding.counterexample is None:
            return f"no counterexample in {checked}"
        return f"refuted by {finding.broken:,} of {checked}; for example:\n{indented(finding.counterexample.describe())}"

    def _quality_lines(self) -> list[str]:
        quality = self.quality
        if quality is None:
            return []
        relative = "" if quality.mean_relative_error is None else f", mean relative error {quality.mean_relative_error:.1%}"
        return [f"  exact on {quality.exact:,} of {counted(quality.solvable, 'solvable state')}{relative}"]

    def _repr_html_(self) -> str:
        from .display import audit_html

        return audit_html(self)


@dataclass(frozen=True)
class HuntFinding(Generic[S]):
    """The result of a hunt for one claim.

    Attributes:
        verdict: ``"refuted"`` or ``"not-refuted"``; the latter is not a proof.
        stage: The stage that found the counterexample: ``"exhaustive"``, ``"random"`` or ``"climbing"``.
        counterexample: The board, with h and the true cost.
    """

    claim: Literal["admissible", "consistent"]
    verdict: Verdict
    stage: str | None
    counterexample: Counterexample[S, str] | None

    @property
    def refuted(self) -> bool:
        """Whether there is a counterexample."""
        return self.verdict == "refuted"


@dataclass(frozen=True)
class Hunt(Generic[S]):
    """The result of :func:`pathmax.hunt`.

    Attributes:
        admissible, consistent: The findings; None for a claim that was not asked for.
        boards, states: Number of boards tried, and of states checked.
        exhausted_small: Whether all small boards were tried.
    """

    puzzle: PuzzleName
    heuristic: str
    seed: int
    admissible: HuntFinding[S] | None
    consistent: HuntFinding[S] | None
    boards: int
    states: int
    exhausted_small: bool
    out_of_time: bool
    seconds: float
    _data: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Hunt[Any]:
        kinds: dict[Any, Any] = {"admissible": Overestimate, "consistent": Inconsistency}

        def finding(claim: Any) -> HuntFinding[Any] | None:
            if claim not in data:
                return None
            found = data[claim]["counterexample"]
            return make(HuntFinding, data[claim], claim=claim, counterexample=found and kinds[claim].from_json(found))

        return make(cls, data, **{claim: finding(claim) for claim in kinds}, _data=data)

    @property
    def counterexample(self) -> Counterexample[S, str] | None:
        """The overestimate if there is one, else the inconsistency, else None."""
        findings = (self.admissible, self.consistent)
        return next((finding.counterexample for finding in findings if finding and finding.counterexample), None)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``pathmax audit PUZZLE --json``, without its origin."""
        only = self._data
        keys: tuple[str, ...] = ("puzzle", "heuristic", "admissible", "consistent")
        shared = {key: only[key] for key in keys if key in only}
        return {**shared, "heuristics": [only]}

    def __str__(self) -> str:
        lines = [f"{self.heuristic} on {self.puzzle}: {counted(self.boards, 'board')}, {counted(self.states, 'state')}"]
        for finding in filter(None, (self.admissible, self.consistent)):
            found = finding.counterexample
            words = f"refuted by this board:\n{indented(found.describe())}" if found else "no counterexample found"
            lines.append(f"  {finding.claim}: {words}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from .display import hunt_html

        return hunt_html(self)


def _as_json(data: Any, key: str = "") -> Any:
    """The audit of an own problem with texts for its states and actions, as JSON can hold them."""
    if key in ("state", "successor"):
        return repr(data)
    if key == "action":
        return str(data)
    if key == "plan":
        return None if data is None else [str(action) for action in data]
    if isinstance(data, dict):
        return {name: _as_json(value, name) for name, value in data.items()}
    if key == "claims":
        return dict(zip(("admissible", "consistent"), data))
    if key in ("cost", "h", "h_after"):
        return "inf" if data == float("inf") else whole(data)
    return data
