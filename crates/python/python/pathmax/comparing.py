"""Comparisons of algorithms and heuristics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from . import _native, _options
from ._calls import completed, native_heuristic
from ._json import loads
from ._options import Claims, Heuristic, Size, TimeLimit
from .boards import Board
from .comparison import Comparison
from .errors import UsageError
from .problems import Searchable, parts
from .progress import ProgressOption, Reporting

if TYPE_CHECKING:
    from ._native_types import NativeHeuristic

__all__ = ["compare"]

S = TypeVar("S")
A = TypeVar("A")

# As the program: so that the same runs finish on every machine.
_EXPANSIONS = 20_000_000


def compare(
    problems: Searchable[S, A] | Iterable[Searchable[S, A]] | Mapping[str, Searchable[S, A]],
    *,
    algorithms: str | Iterable[str] = ("astar",),
    heuristics: Heuristic[S] | Iterable[Heuristic[S]] | Mapping[str, Heuristic[S]] = None,
    claims: Claims | Mapping[str, Claims] = "none",
    baseline: str | None = None,
    repeat: int = 1,
    time_limit: TimeLimit = None,
    memory_limit: Size = None,
    expansion_limit: int | None = None,
    progress: ProgressOption = None,
) -> Comparison:
    """Runs every algorithm with every heuristic on every board, or on every problem of one kind.

    Args:
        problems: Boards, or problems of one's own; a mapping names them.
        algorithms: Names with settings after colons, such as ``"weighted-astar:2"``.
        heuristics: Names and functions; a mapping names them. By default, all heuristics of a puzzle, or the member ``h`` of
            own problems. Of own problems, a name is that of a method, or ``"null"``.
        claims: What may be relied on for all functions, or by the name of each; see :func:`pathmax.solve`. If another run
            refutes a proof, the comparison has contradictions.
        baseline: The combination that ratios refer to, such as ``"astar/null"``; by default, the first.
        repeat: Number of times that each run is repeated; the shortest time counts.
        time_limit, memory_limit, expansion_limit: Limits per run. By default 20,000,000 expansions, unless there is a time
            limit.
        progress: As in :func:`pathmax.solve`.

    Raises:
        Interrupted: Ctrl-C; its ``result`` is the comparison with the runs so far.

    >>> import pathmax
    >>> board = pathmax.parse('{"colour": "red", "pieces": [[0, 0]], "blocks": []}')
    >>> comparison = pathmax.compare(board, algorithms=["astar", "ucs"], heuristics=["relaxed-map", "null"])
    >>> [(run.combination, run.cost) for run in comparison.runs]
    [('astar/relaxed-map', 4), ('astar/null', 4), ('ucs', 4)]
    """
    named = _named_problems(problems)
    are_boards = [isinstance(problem, Board) for _, problem in named]
    if any(are_boards) and not all(are_boards):
        raise UsageError("boards and problems of your own cannot be compared in one call; compare them separately")
    chosen = _named_heuristics(heuristics)
    labels = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    usual = _EXPANSIONS if time_limit is None else None
    limits = _options.limits(time_limit, memory_limit, usual if expansion_limit is None else expansion_limit)
    repeat = _options.whole("repeat", repeat)
    with Reporting(progress) as watch:
        if all(are_boards):
            # Without any heuristic, all of the puzzle.
            given = [_source(None, name, h, claims) for name, h in chosen if h is not None]
            report, svg, interrupted = _native.compare(named, labels, given, limits, baseline, repeat, watch)
        else:
            own = [(name, parts(problem), [_source(problem, *h, claims) for h in chosen]) for name, problem in named]
            report, svg, interrupted = _native.own_compare(own, labels, limits, baseline, repeat, watch)
    return completed(Comparison.from_json(loads(report), svg), interrupted)


def _named_problems(problems: Any) -> list[tuple[str, Any]]:
    if isinstance(problems, Mapping):
        return [(str(name), problem) for name, problem in problems.items()]
    if isinstance(problems, Board) or hasattr(problems, "goal_test"):
        return [("board" if isinstance(problems, Board) else type(problems).__name__, problems)]
    if isinstance(problems, str) or not isinstance(problems, Iterable):
        raise UsageError(f"problems is {problems!r}; expected boards or problems, for example [board]; load() reads a file")
    listed = list(problems)
    if not listed:
        raise UsageError("there is nothing to compare: problems is empty")
    return [(f"{'board' if isinstance(problem, Board) else 'problem'} {i}", problem) for i, problem in enumerate(listed, 1)]


def _named_heuristics(heuristics: Any) -> list[tuple[str | None, Any]]:
    """Heuristics with the names that they are given; no two functions have the same."""
    if isinstance(heuristics, Mapping):
        return [(str(name), h) for name, h in heuristics.items()]
    if heuristics is None or isinstance(heuristics, str) or callable(heuristics):
        return [(None, heuristics)]
    named: list[tuple[str | None, Any]] = []
    used: set[str] = set()
    for h in heuristics:
        name = None
        if callable(h):
            name = base = _options.name_of(h)
            number = 2
            while name in used:
                name, number = f"{base}-{number}", number + 1
            used.add(name)
        named.append((name, h))
    return named


def _source(problem: object | None, name: str | None, h: Any, claims: Claims | Mapping[str, Claims]) -> NativeHeuristic:
    """A heuristic of a comparison. A problem is an own one; boards have none here, since names are those of the puzzle."""
    source = _options.heuristic(h) if problem is None else native_heuristic(problem, h, "none")
    if not isinstance(source, tuple):
        return source
    label = name or (h if isinstance(h, str) else source[0])
    claim = claims.get(label, "none") if isinstance(claims, Mapping) else claims
    _options.check_claims(claim)
    return label, source[1], claim
