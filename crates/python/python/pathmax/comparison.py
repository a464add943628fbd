"""The result of a comparison of algorithms and heuristics."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from . import frames
from ._format import counted, duration, size, table
from ._json import make
from .frames import Backend
from .solution import Statistics

__all__ = ["AllBoards", "Combination", "Comparison", "Contradiction", "Means", "Ratios", "Run"]


@dataclass(frozen=True)
class Run:
    """One combination of an algorithm and a heuristic on one board.

    Attributes:
        puzzle, board, combination: What was run: ``combination`` is a label such as ``"astar/relaxed-map"``.
        outcome: ``"solved"``, ``"unsolvable"``, ``"stopped"``, ``"failed"`` or ``"not-run"``.
        excess: Cost of the plan above the lowest of any run.
        samples: Seconds of all repetitions; ``statistics.seconds`` is the shortest.
        The others are as in :class:`pathmax.Solution`.
    """

    puzzle: str
    board: str
    combination: str
    algorithm: str
    heuristic: str | None
    outcome: Literal["solved", "unsolvable", "stopped", "failed", "not-run"]
    reason: str | None = None
    cost: int | None = None
    bound: int | None = None
    optimal: bool = False
    if_admissible: bool = False
    excess: int | None = None
    effective_branching_factor: float | None = None
    statistics: Statistics = field(default=Statistics(), repr=False)
    samples: tuple[float, ...] = field(default=(), repr=False)
    error: str | None = None


def _proven(run: Run) -> bool | str:
    """Whether the answer of a run is proven, or why there is none."""
    if run.outcome in ("stopped", "failed", "not-run"):
        return run.reason or run.outcome
    is_proven = run.optimal or run.outcome == "unsolvable"
    return "if admissible" if is_proven and run.if_admissible else is_proven


@dataclass(frozen=True)
class Means:
    """Geometric means over the boards that every combination finished by searching."""

    boards: int
    expanded: float | None = None
    generated: float | None = None
    effective_branching_factor: float | None = None
    peak_memory: float | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Ratios:
    """The means divided by those of the baseline."""

    boards: int
    expanded: float | None = None
    generated: float | None = None
    peak_memory: float | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class AllBoards:
    """Arithmetic means over all boards, finished or not; PAR-2 counts an unfinished run as twice the limit."""

    boards: int
    unfinished: int
    expanded_at_least: float
    seconds_at_least: float
    expanded_par2: float | None = None
    seconds_par2: float | None = None


@dataclass(frozen=True)
class Combination:
    """A combination on all boards.

    Attributes:
        solved, unsolvable: Number of boards it solved, and proved unsolvable.
        proven: Number of these answers that are proven.
        proven_if_admissible: The same, if a heuristic is admissible as claimed.
        worse: Number of boards on which another run found a cheaper plan.
        stopped: Number of unfinished runs by reason.
    """

    puzzle: str
    combination: str
    solved: int
    unsolvable: int
    proven: int
    proven_if_admissible: int
    worse: int
    stopped: dict[str, int] = field(hash=False)
    failed: int
    not_run: int
    means: Means | None
    ratios: Ratios | None
    all_boards: AllBoards | None


@dataclass(frozen=True)
class Contradiction:
    """A run that refutes the proof of another one: a claim is false.

    Attributes:
        claimed_by: The combination whose proof is wrong.
        if_admissible: Whether its proof depends on the claim that a function is admissible, which is then false.
        bound: Its lower bound; None if it claims that the board is unsolvable.
        refuted_by: The combination that refutes it.
        cost: The cost of that combination's plan.
    """

    board: str
    claimed_by: str
    if_admissible: bool
    bound: int | None
    refuted_by: str
    cost: int

    def __str__(self) -> str:
        claim = "unsolvable" if self.bound is None else f"at least {self.bound}"
        why = ": its heuristic is not admissible as claimed" if self.if_admissible else ""
        return f"{self.board}: {self.claimed_by} proved {claim}, but {self.refuted_by} found a plan of cost {self.cost}{why}"


@dataclass(frozen=True)
class Comparison:
    """The result of :func:`pathmax.compare`.

    Attributes:
        runs: All runs, board by board.
        combinations: Coverage, means and ratios of each combination.
        contradictions: Runs that refute the proof of another one.
        common_boards: The boards of means and ratios: those that every combination finished by searching.
    """

    runs: tuple[Run, ...]
    combinations: tuple[Combination, ...]
    contradictions: tuple[Contradiction, ...]
    common_boards: tuple[str, ...]
    _data: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    _svg: str = field(default="", repr=False, compare=False)

    @classmethod
    def from_json(cls, data: dict[str, Any], svg: str) -> Comparison:
        puzzles = data["puzzles"]

        def run(puzzle: str, values: dict[str, Any]) -> Run:
            statistics = Statistics.from_json(values.get("statistics") or {})
            return make(Run, values, puzzle=puzzle, statistics=statistics, samples=tuple(values.get("samples") or ()))

        def combination(puzzle: str, values: dict[str, Any]) -> Combination:
            parts = {"means": Means, "ratios": Ratios, "all_boards": AllBoards}
            made = {key: values.get(key) and make(kind, values[key]) for key, kind in parts.items()}
            return make(Combination, values, puzzle=puzzle, **made)

        return cls(
            runs=tuple(run(group["puzzle"], values) for group in puzzles for values in group["runs"]),
            combinations=tuple(combination(group["puzzle"], values) for group in puzzles for values in group["combinations"]),
            contradictions=tuple(make(Contradiction, values) for group in puzzles for values in group["contradictions"]),
            common_boards=tuple(board for group in puzzles for board in group["common_boards"]),
            _data=data,
            _svg=svg,
        )

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of ``pathmax compare --json``, without its origin."""
        return self._data

    def to_frame(self, backend: Backend | None = None) -> Any:
        """A data frame with one row per run, with the columns of ``pathmax compare --csv``.

        ``backend``: ``"pandas"``, ``"polars"``, or None for what is installed.
        """
        search = ("puzzle", "board", "algorithm", "heuristic", "outcome", "reason")
        own = (*search, "cost", "bound", "optimal", "if_admissible", "excess")
        counts = ("expanded", "generated")
        rows = [
            {
                **{name: getattr(run, name) for name in (*own, "effective_branching_factor", "error")},
                **{name: getattr(run.statistics, name) for name in (*counts, "peak_memory", "seconds")},
            }
            for run in self.runs
        ]
        columns = (*own, *counts, "effective_branching_factor", "peak_memory", "seconds", "error")
        return frames.to_frame(rows, columns, backend)

    def rows(self) -> list[list[Any]]:
        """The runs as rows of a table, with :attr:`HEAD` as its head."""
        return [
            [
                run.board,
                run.combination,
                run.cost if run.cost is not None or run.bound is None else f"≥ {run.bound}",
                _proven(run),
                run.statistics.expanded,
                run.statistics.generated,
                size(run.statistics.peak_memory),
                duration(run.statistics.seconds),
            ]
            for run in self.runs
        ]

    HEAD = ["board", "combination", "cost", "proven", "expanded", "generated", "memory", "time"]

    def __str__(self) -> str:
        boards = len({(run.puzzle, run.board) for run in self.runs})
        title = f"{counted(boards, 'board')}, {counted(len(self.combinations), 'combination')}"
        return "\n".join([title, table(self.HEAD, self.rows()), *map(str, self.contradictions)])

    def _repr_html_(self) -> str:
        from .display import comparison_html

        return comparison_html(self)

    def _repr_svg_(self) -> str:
        return self._svg
