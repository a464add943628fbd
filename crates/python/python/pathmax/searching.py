"""Searches: solve, trace and survey."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from . import _native, _options
from ._calls import completed, native_heuristic
from ._json import loads
from ._options import Claims, Heuristic, Size, Ties, TimeLimit
from .boards import Board
from .problems import Searchable, parts
from .progress import ProgressOption, Reporting
from .solution import Solution
from .traces import Space, Trace

__all__ = ["solve", "survey", "trace"]

S = TypeVar("S")
A = TypeVar("A")


def solve(
    problem: Searchable[S, A],
    *,
    h: Heuristic[S] = None,
    claims: Claims = "none",
    algorithm: str | None = None,
    weight: float | None = None,
    pathmax: bool | None = None,
    reopen: bool | None = None,
    ties: Ties | None = None,
    depth_limit: int | None = None,
    table: int | str | Literal[False] | None = None,
    time_limit: TimeLimit = None,
    memory_limit: Size = None,
    expansion_limit: int | None = None,
    threads: int = 1,
    profile: bool = False,
    check_consistency: bool = False,
    settle: int | bool | None = None,
    anytime: bool | None = None,
    gap: float = 0.0,
    progress: ProgressOption = None,
) -> Solution[S, A]:
    """Solves a board, or a problem of one's own.

    Args:
        problem: A board, or an object as described in :mod:`pathmax.problems`.
        h: The heuristic: a name, a function of a state, or None for the default. The default of an own problem is its
            member ``h``; a name is that of another method of it, or ``"null"``.
        claims: What the search may rely on if ``h`` is a function: ``"admissible"`` (never above the true cost) or
            ``"consistent"``. Without a claim, nothing is proven with it: on a board, a second search with a heuristic of the
            puzzle settles whether the plan is optimal. With one, ``if_admissible`` says that the proof rests on the claim.
        algorithm: A name from :func:`pathmax.algorithms`, with settings after colons: ``"weighted-astar:2"``. The default
            depends on the puzzle; for a function it is A*, for an own problem without a heuristic uniform-cost search.
        weight: Weight of the heuristic in ``weighted-astar``.
        pathmax: Whether f is made nondecreasing along each path.
        reopen: Whether cheaper paths to expanded states are followed; True by default.
        ties: Which of several states with the same priority is expanded first.
        depth_limit: Maximum number of actions in a plan (``dfs``, ``iddfs``).
        table: Maximum size of the transposition table (``iddfs``, ``idastar``): bytes, ``"64MiB"``, or False for none.
        time_limit: Seconds, or a timedelta. A function that does not return cannot be stopped by it.
        memory_limit: Bytes, or a size such as ``"2GiB"``; by default three quarters of the free memory. It counts the search's
            own data. For an own problem, this includes each state object itself (as :func:`sys.getsizeof`), but not what states
            refer to, nor caches of the problem.
        expansion_limit: Maximum number of expansions.
        threads: Number of threads, 0 for one per core. A function or an own problem runs on one.
        profile: Whether to measure where time and memory go.
        check_consistency: Whether to stop at the first action that lowers h by more than its cost.
        settle: Maximum number of expansions for the second search, or False for none. Only for boards.
        anytime: Whether a long search with A* looks for plans early, so that it has one if it reaches a limit. None: if no
            algorithm is given.
        gap: Stop when the plan is proven to be this close to the optimum: 0.05 stops when (cost - bound) / cost is at most 5 %.
        progress: None shows a line on a terminal and in a notebook, True anywhere, False none; or a function that is
            called with a :class:`pathmax.Progress` several times per second. Its exceptions end the call.

    Raises:
        Interrupted: Ctrl-C; its ``result`` is the solution so far, with the bound and the best plan.

    >>> import pathmax
    >>> board = pathmax.parse('{"colour": "red", "pieces": [[2, 0]], "blocks": []}')
    >>> solution = pathmax.solve(board)
    >>> solution.plan
    ('MOVE from (2, 0) to (3, 0).', 'EXIT from (3, 0).')
    >>> solution.cost, solution.optimal
    (2, True)
    >>> pathmax.solve(board, h=lambda board: len(board.pieces), claims="consistent").headline
    'solved: cost 2, proven optimal, if the heuristic is admissible as claimed'
    """
    search = _options.search(
        native_heuristic(problem, h, claims),
        _options.limits(time_limit, memory_limit, expansion_limit),
        algorithm=algorithm,
        settings=_options.settings(weight, pathmax, reopen, ties, depth_limit, table),
        threads=threads,
        profile=profile,
        check_consistency=check_consistency,
        settle=settle,
        anytime=anytime,
        gap=gap,
    )
    solution: Solution[S, A]
    with Reporting(progress) as watch:
        if isinstance(problem, Board):
            report, interrupted = _native.solve(problem, search, watch)
            solution = Solution.from_json(problem, loads(report))
        else:
            report, plan, states, interrupted = _native.own_solve(parts(problem), search, watch)
            solution = Solution.from_json(problem, loads(report), plan, states)
    return completed(solution, interrupted)


def trace(
    problem: Searchable[S, A],
    *,
    h: Heuristic[S] = None,
    claims: Claims = "none",
    algorithm: str | None = None,
    most: int = 10_000,
    time_limit: TimeLimit = None,
    memory_limit: Size = None,
    expansion_limit: int | None = None,
    progress: ProgressOption = None,
) -> Trace[S, A]:
    """Solves a problem and records the first expansions.

    Args:
        problem, h, claims, algorithm, time_limit, memory_limit, expansion_limit, progress: As in :func:`pathmax.solve`.
        most: Maximum number of expansions to record; the search itself continues to its end. A quarter of the memory limit is
            reserved for the recorded states.

    >>> import pathmax
    >>> board = pathmax.parse('{"colour": "red", "pieces": [[2, 0]], "blocks": []}')
    >>> for expansion in pathmax.trace(board).expansions:
    ...     print(expansion.g, expansion.h, expansion.state.pieces)
    0 2 ((2, 0),)
    1 1 ((3, 0),)
    """
    limits = _options.limits(time_limit, memory_limit, expansion_limit)
    # Only the traced search counts; settling would search again.
    search = _options.search(native_heuristic(problem, h, claims), limits, algorithm=algorithm, settle=False)
    most = _options.whole("most", most)
    with Reporting(progress) as watch:
        plan: list[Any] | None = None
        if isinstance(problem, Board):
            report, rows, end, interrupted = _native.trace(problem, search, most, watch)
        else:
            report, plan, rows, end, interrupted = _native.own_trace(parts(problem), search, most, watch)
    solution: Solution[S, A] = Solution.from_json(problem, loads(report), plan)
    return completed(Trace.from_rows(solution, rows, end), interrupted)


def survey(
    problem: Searchable[S, A],
    *,
    h: Heuristic[S] = None,
    claims: Claims = "none",
    algorithm: str | None = None,
    most_states: int = 200_000,
    time_limit: TimeLimit = None,
    memory_limit: Size = None,
    progress: ProgressOption = None,
) -> Space:
    """Counts the reachable states of a problem, and the expansions of a search, by the cost of the path to them.

    Args:
        problem, h, claims, algorithm, time_limit, memory_limit, progress: As in :func:`pathmax.solve`.
        most_states: Maximum number of states to visit.

    >>> import pathmax
    >>> board = pathmax.parse('{"colour": "red", "pieces": [[2, 0]], "blocks": []}')
    >>> space = pathmax.survey(board)
    >>> space.states, space.complete, space.layers[1].states
    (38, True, 6)
    """
    limits = _options.limits(time_limit, memory_limit)
    search = _options.search(native_heuristic(problem, h, claims), limits, algorithm=algorithm, settle=False)
    most_states = _options.whole("most_states", most_states)
    with Reporting(progress) as watch:
        if isinstance(problem, Board):
            report, interrupted = _native.survey(problem, search, most_states, watch)
        else:
            report, interrupted = _native.own_survey(parts(problem), search, most_states, watch)
    return completed(Space.from_json(loads(report)), interrupted)
