"""Assertions for tests of heuristics and solvers, with pytest or without.

    from pathmax.testing import assert_admissible, assert_optimal

    def test_my_heuristic():
        assert_admissible(pathmax.load("board.json"), my_heuristic)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from ._format import indented
from ._options import Heuristic, Size, TimeLimit
from .auditing import audit
from .boards import Board
from .checking import check
from .problems import Searchable
from .searching import solve

if TYPE_CHECKING:
    from .checking import Check

__all__ = ["assert_admissible", "assert_consistent", "assert_optimal"]

S = TypeVar("S")
A = TypeVar("A")


def assert_admissible(
    problem: Searchable[S, A],
    h: Heuristic[S] = None,
    *,
    whole_space: bool = False,
    states: int = 1_000_000,
    sample: int = 10_000,
    seed: int = 1,
    time_limit: TimeLimit = None,
    memory_limit: Size = None,
) -> None:
    """Fails unless a heuristic never exceeds the true cost on the reachable states of a board or problem.

    Args:
        problem, h, states, sample, seed, time_limit, memory_limit: As in :func:`pathmax.audit`.
        whole_space: Whether a proof is required. By default, a sample of a space that is too large passes if it has no
            counterexample.

    >>> import pathmax
    >>> board = pathmax.ChexersBoard("red", [(2, 0)])
    >>> assert_admissible(board, lambda board: len(board.pieces), whole_space=True)
    >>> assert_admissible(board, lambda board: 9 * len(board.pieces))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    AssertionError: lambda is not admissible...
    """
    __tracebackhide__ = True
    limits: dict[str, Any] = {"time_limit": time_limit, "memory_limit": memory_limit}
    audited = audit(problem, h, states=states, sample=sample, seed=seed, progress=False, **limits)
    audited.assert_admissible(whole_space=whole_space)


def assert_consistent(
    problem: Searchable[S, A],
    h: Heuristic[S] = None,
    *,
    whole_space: bool = False,
    states: int = 1_000_000,
    sample: int = 10_000,
    seed: int = 1,
    time_limit: TimeLimit = None,
    memory_limit: Size = None,
) -> None:
    """Fails unless no action lowers a heuristic by more than it costs; see :func:`assert_admissible`.

    A heuristic that is consistent and 0 in all goals is admissible.

    >>> import pathmax
    >>> assert_consistent(pathmax.ChexersBoard("red", [(2, 0)]), "relaxed-map")
    """
    __tracebackhide__ = True
    limits: dict[str, Any] = {"time_limit": time_limit, "memory_limit": memory_limit}
    audited = audit(problem, h, states=states, sample=sample, seed=seed, progress=False, **limits)
    audited.assert_consistent(whole_space=whole_space)


def assert_optimal(
    board: Board,
    answer: str | bytes | Iterable[str],
    *,
    lenient: bool = False,
    time_limit: TimeLimit = None,
    memory_limit: Size = None,
    expansion_limit: int | None = None,
) -> None:
    """Fails unless an answer solves a board at the optimal cost, or correctly says that there is no solution.

    Args:
        board, answer, lenient, time_limit, memory_limit, expansion_limit: As in :func:`pathmax.check`. It also fails if a limit
            is reached before the optimal cost is known.

    >>> import pathmax
    >>> board = pathmax.ChexersBoard("red", [(2, 0)])
    >>> assert_optimal(board, ["MOVE from (2, 0) to (3, 0).", "EXIT from (3, 0)."])
    """
    __tracebackhide__ = True
    given = answer if isinstance(answer, (str, bytes)) else "\n".join(answer)
    checked = check(
        board,
        given,
        lenient=lenient,
        time_limit=time_limit,
        memory_limit=memory_limit,
        expansion_limit=expansion_limit,
        progress=False,
    )
    if not checked.optimal:
        text = given.decode(errors="replace") if isinstance(given, bytes) else given
        raise AssertionError(_not_optimal(board, text, checked))


def _not_optimal(board: Board, answer: str, checked: Check[Board]) -> str:
    """What is wrong with an answer, with the board, the answer and a best plan."""
    lines = [f"the answer is not optimal: {_reason(checked)}", indented(str(board)), "the answer:", indented(answer or "(empty)")]
    if checked.position is not None and checked.position != board:
        lines += [f"the board before line {checked.line}:", indented(str(checked.position))]
    if checked.suggestions:
        lines += ["the closest legal actions there:", indented("\n".join(checked.suggestions))]
    elif checked.best is not None and checked.best == checked.bound:
        best = solve(board, progress=False)
        lines += ["an optimal plan:", indented("\n".join(best.plan or ()) or "(no action)")]
    spawn = ", spawn=True" if getattr(board, "spawn", False) else ""
    lines += ["to reproduce:", f"    pathmax.check(pathmax.parse({board.text!r}{spawn}), {answer!r})"]
    return "\n".join(lines)


def _reason(checked: Check[Board]) -> str:
    if checked.verdict == "suboptimal":
        return f"it costs {checked.cost}, the best plan costs {checked.best}"
    if checked.verdict == "unknown":
        return f"not known, because the search for the optimal cost stopped; no plan costs less than {checked.bound or 0}"
    place = "" if checked.line is None else f"line {checked.line}: "
    return f"{place}{checked.reason or checked.verdict}"
