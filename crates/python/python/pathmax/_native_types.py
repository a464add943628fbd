"""Types of the arguments of the native module, which does not have them itself, so that its stub imports them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypedDict, Union

from ._options import Claims

#: A heuristic of the puzzle by name, None for the default, or (name, function, claims).
NativeHeuristic = Union[str, tuple[str, Callable[[Any], Any], Claims], None]
#: Called about ten times per second with a phase and counts.
NativeProgress = Union[Callable[[dict[str, Any]], object], None]


class Limits(TypedDict):
    time: float | None  # seconds
    memory: int | None  # bytes
    expansions: int | None


class Search(TypedDict):
    algorithm: str | None  # a label such as "astar" or "weighted-astar:2"; None: the puzzle's default
    settings: dict[str, str]  # weight, pathmax, no-reopen, ties, depth-limit, table
    heuristic: NativeHeuristic
    limits: Limits
    threads: int  # 0: one per core
    profile: bool
    check_consistency: bool
    settle: int | Literal[False] | None  # None: as the program does; False: off
    anytime: bool | None  # None: if no algorithm is given
    gap: float


class Parts(TypedDict):
    """An own problem: its members as functions."""

    name: str
    initial: Any
    goal_test: Callable[[Any], Any]
    successors: Callable[[Any], Any]  # yields (action, result, cost)
    cost_member: str  # the member that the costs come from


#: State, node, g, h, depth, parent, action, first, frontier, successors (action, state, node, g, h, fate).
Row = tuple[
    Any,
    int,
    int,
    Union[int, None],
    int,
    Union[int, None],
    Any,
    bool,
    int,
    Union[list[tuple[Any, Any, int, int, Union[int, None], str]], None],
]
