"""Audits of heuristics: audit and hunt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeVar, Union, overload

from . import _native, _options
from ._calls import completed, native_heuristic
from ._json import loads
from ._options import Heuristic, Size, TimeLimit
from .audits import Audit, Hunt
from .boards import Board, ChexersBoard, InfexionBoard, PawnHuntBoard, PuzzleName
from .errors import UsageError
from .problems import Searchable, parts
from .progress import ProgressOption, Reporting

__all__ = ["audit", "hunt"]

S = TypeVar("S")
A = TypeVar("A")

Claim = Union[Literal["admissible"], Literal["consistent"]]


def audit(
    problem: Searchable[S, A],
    h: Heuristic[S] = None,
    *,
    states: int = 1_000_000,
    sample: int = 10_000,
    seed: int = 1,
    shrink: bool = True,
    time_limit: TimeLimit = None,
    memory_limit: Size = None,
    progress: ProgressOption = None,
) -> Audit[S, A]:
    """Proves or refutes that a heuristic is admissible and consistent, on the reachable states of a problem.

    Args:
        problem, h, time_limit, memory_limit, progress: As in :func:`pathmax.solve`.
        states: Maximum number of reachable states to enumerate. In a larger space, a sample is checked.
        sample: Number of states to sample: half of them nearest to the start, half on random walks.
        seed: Random seed of the sample.
        shrink: Whether to shrink a counterexample to a smaller board. A function is then also called with other boards.

    Raises:
        Interrupted: Ctrl-C; its ``result`` is the audit so far.

    >>> import pathmax
    >>> board = pathmax.parse('{"colour": "red", "pieces": [[0, 0]], "blocks": []}')
    >>> def steps(board):
    ...     return sum(board.distance_to_exit(piece) + 1 for piece in board.pieces)
    >>> audit = pathmax.audit(board, steps)
    >>> audit.admissible.verdict
    'proved'
    >>> crowded = board.replace(pieces=[(0, 0), (-1, 0)])
    >>> worst = pathmax.audit(crowded, steps).admissible.counterexample
    >>> worst.h > worst.cost
    True
    """
    heuristic = native_heuristic(problem, h, "none")
    limits = _options.limits(time_limit, memory_limit, _options.whole("states", states))
    sampling = _options.whole("sample", sample), _options.whole("seed", seed)
    with Reporting(progress) as watch:
        if isinstance(problem, Board):
            report, svg, interrupted = _native.audit(problem, [heuristic], limits, sampling, bool(shrink), watch)
            return completed(Audit.from_json(problem, loads(report), svg, _code(h, "None")), interrupted)
        if not isinstance(heuristic, tuple):
            raise UsageError(f"{type(problem).__name__} has no heuristic h to audit; pass a function of a state")
        found, interrupted = _native.own_audit(parts(problem), heuristic, limits, sampling, watch)
    quality = found["quality"] and loads(found["quality"])
    return completed(Audit.of_problem(problem, heuristic[0], found, quality, _code(h, "problem.h")), interrupted)


def _code(h: Any, default: str) -> str:
    """The heuristic of an audit as Python code; `default` is that of a board or of an own problem."""
    if callable(h):
        name = _options.name_of(h)
        return "h" if name == "lambda" else name
    if h is None:
        return default
    return repr(h) if default == "None" else f"problem.{h}"


@overload
def hunt(
    puzzle: Literal["chexers"],
    h: Heuristic[ChexersBoard] = None,
    *,
    claims: Iterable[Claim] = ...,
    seed: int = ...,
    spawn: bool | None = ...,
    time_limit: TimeLimit = ...,
    boards: int | None = ...,
    steps: int | None = ...,
    progress: ProgressOption = ...,
) -> Hunt[ChexersBoard]: ...
@overload
def hunt(
    puzzle: Literal["infexion"],
    h: Heuristic[InfexionBoard] = None,
    *,
    claims: Iterable[Claim] = ...,
    seed: int = ...,
    spawn: bool | None = ...,
    time_limit: TimeLimit = ...,
    boards: int | None = ...,
    steps: int | None = ...,
    progress: ProgressOption = ...,
) -> Hunt[InfexionBoard]: ...
@overload
def hunt(
    puzzle: Literal["pawn-hunt"],
    h: Heuristic[PawnHuntBoard] = None,
    *,
    claims: Iterable[Claim] = ...,
    seed: int = ...,
    spawn: bool | None = ...,
    time_limit: TimeLimit = ...,
    boards: int | None = ...,
    steps: int | None = ...,
    progress: ProgressOption = ...,
) -> Hunt[PawnHuntBoard]: ...
def hunt(
    puzzle: PuzzleName,
    h: Heuristic[Any] = None,
    *,
    claims: Iterable[Claim] = ("admissible", "consistent"),
    seed: int = 1,
    spawn: bool | None = None,
    time_limit: TimeLimit = None,
    boards: int | None = None,
    steps: int | None = None,
    progress: ProgressOption = None,
) -> Hunt[Any]:
    """Searches for the smallest board of a puzzle on which a heuristic violates a claim.

    Tries all small boards in the order of their size, then random boards, then hill climbing toward a larger excess. A
    counterexample is shrunk. Finding none is not a proof.

    Args:
        puzzle: ``"chexers"``, ``"infexion"`` or ``"pawn-hunt"``.
        h: A name, a function of a board, or None for the puzzle's default.
        claims: The claims to refute.
        seed: Random seed: the same seed tries the same boards.
        spawn: Whether SPAWN is allowed on the boards (Infexion).
        time_limit: Seconds, or a timedelta. Without any limit, the hunt takes a fixed number of steps, about 10 seconds with
            a built-in heuristic.
        boards: Maximum number of boards to try.
        steps: Maximum number of steps: states, heuristic values, and ten per board.
        progress: As in :func:`pathmax.solve`.

    Raises:
        Interrupted: Ctrl-C; its ``result`` is the hunt so far.

    >>> import pathmax
    >>> found = pathmax.hunt("chexers", lambda board: 3 * len(board.pieces), claims=["admissible"], boards=200)
    >>> found.counterexample.cost < found.counterexample.h
    True
    """
    wanted: list[str] = [claims] if isinstance(claims, str) else list(claims)
    if not wanted:
        raise UsageError("claims is empty; choose 'admissible', 'consistent' or both")
    with Reporting(progress) as watch:
        report, interrupted = _native.hunt(
            puzzle,
            _options.puzzle_options({"spawn": spawn}),
            _options.heuristic(h),
            wanted,
            _options.whole("seed", seed),
            (
                _options.seconds("time_limit", time_limit),
                None if boards is None else _options.whole("boards", boards),
                None if steps is None else _options.whole("steps", steps),
            ),
            watch,
        )
    return completed(Hunt.from_json(loads(report)), interrupted)
