"""Options of searches: checked here, and passed to the native module."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat, SupportsIndex, TypeVar, Union

from .errors import UsageError

if TYPE_CHECKING:
    from datetime import timedelta

    from ._native_types import Limits, NativeHeuristic, Search

S = TypeVar("S")

#: What a heuristic returns: a number from 0 on, or inf or None for a dead end. A fraction is rounded up.
HeuristicValue = Union[SupportsFloat, SupportsIndex, None]
#: A heuristic: the name of one, a function of a state, or None for the default.
Heuristic = Union[str, Callable[[S], HeuristicValue], None]
# mypy's stubtest takes an alias of several literals for a union: so it is one, here and elsewhere.
#: What a search may rely on.
Claims = Union[Literal["none"], Literal["admissible"], Literal["consistent"]]
Ties = Union[Literal["higher-g"], Literal["lower-g"], Literal["first-in"], Literal["last-in"]]
TimeLimit = Union[float, "timedelta", None]
Size = Union[int, str, None]

_CLAIMS = ("none", "admissible", "consistent")
_UNITS = {"": 1, "k": 1, "m": 2, "g": 3, "t": 4}


def search(
    h: NativeHeuristic,
    limits: Limits,
    *,
    algorithm: str | None = None,
    settings: dict[str, str] | None = None,
    threads: int = 1,
    profile: bool = False,
    check_consistency: bool = False,
    settle: int | bool | None = None,
    anytime: bool | None = None,
    gap: float = 0.0,
) -> Search:
    """A search as the native module takes it."""
    if algorithm is not None and not isinstance(algorithm, str):
        raise UsageError(f"algorithm is {algorithm!r}; expected a name such as 'astar', see pathmax.algorithms()")
    most_threads = 255
    return {
        "algorithm": algorithm,
        "settings": settings or {},
        "heuristic": h,
        "limits": limits,
        "threads": _whole("threads", threads, most_threads),
        "profile": bool(profile),
        "check_consistency": bool(check_consistency),
        # True is what the program does without --settle off.
        "settle": False if settle is False else None if settle is None or settle is True else whole("settle", settle),
        "anytime": None if anytime is None else bool(anytime),
        "gap": _share("gap", gap),
    }


def settings(
    weight: float | None,
    pathmax: bool | None,
    reopen: bool | None,
    ties: Ties | None,
    depth_limit: int | None,
    table: int | str | Literal[False] | None,
) -> dict[str, str]:
    """Settings of an algorithm by the names of the program."""
    given = {
        "weight": None if weight is None else str(weight),
        "pathmax": _switch(pathmax),
        "no-reopen": None if reopen is None else _switch(not reopen),
        "ties": ties,
        "depth-limit": None if depth_limit is None else str(whole("depth_limit", depth_limit)),
        "table": None if table is None else "off" if table is False or table == "off" else f"{size('table', table)}B",
    }
    return {name: value for name, value in given.items() if value is not None}


def limits(time_limit: TimeLimit = None, memory_limit: Size = None, expansion_limit: int | None = None) -> Limits:
    """Limits as the native module takes them."""
    return {
        "time": seconds("time_limit", time_limit),
        "memory": size("memory_limit", memory_limit),
        "expansions": None if expansion_limit is None else whole("expansion_limit", expansion_limit),
    }


def heuristic(h: Heuristic[Any], claims: Claims = "none") -> NativeHeuristic:
    """A heuristic as the native module takes it."""
    check_claims(claims)
    if h is None or isinstance(h, str):
        if claims != "none":
            raise UsageError("claims only applies to a function; the heuristics of a puzzle have their own claims")
        return h
    if not callable(h):
        raise UsageError(f"h is {h!r}; expected the name of a heuristic, a function of a state, or None")
    return name_of(h), h, claims


def _share(option: str, value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise UsageError(f"{option} is {value!r}; expected a number from 0 to 1, such as 0.05 for 5 %")
    return float(value)


def puzzle_options(options: Mapping[str, object]) -> dict[str, str]:
    """Options of a puzzle, such as ``spawn``, as the program writes them; those that are None are left out."""

    def text(value: object) -> str:
        if isinstance(value, bool):
            return "on" if value else "off"
        if isinstance(value, (tuple, list)) and len(value) == 2 and all(isinstance(end, (int, type(None))) for end in value):
            return "..".join("" if end is None else str(end) for end in value)
        if isinstance(value, range):
            raise UsageError(f"{value!r} is not clear about its end; write a pair (first, last) or a text 'first..last'")
        return ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)

    return {name.replace("_", "-"): text(value) for name, value in options.items() if value is not None}


def check_claims(claims: object) -> None:
    if claims not in _CLAIMS:
        raise UsageError(f"claims is {claims!r}; expected 'none', 'admissible' or 'consistent'")


def name_of(function: Callable[..., object]) -> str:
    """The name of a function, or of what a partial object, a method or a callable object is made of."""
    name = getattr(function, "__name__", None)
    if isinstance(name, str):
        return "lambda" if name == "<lambda>" else name
    inner = getattr(function, "func", None)
    return name_of(inner) if callable(inner) else type(function).__name__


def seconds(option: str, time: TimeLimit) -> float | None:
    """A time in seconds."""
    if time is None:
        return None
    total_seconds = getattr(time, "total_seconds", None)
    value = total_seconds() if callable(total_seconds) else time
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < math.inf:
        raise UsageError(f"{option} is {time!r}; expected a number of seconds from 0 on, or a timedelta")
    return float(value)


def size(option: str, amount: Size) -> int | None:
    """A number of bytes."""
    if amount is None:
        return None
    if isinstance(amount, str):
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b\s*", amount.lower())
        if match:
            return int(float(match[1]) * (1024 if match[3] else 1000) ** (_UNITS[match[2]] if match[2] else 0))
        raise UsageError(f"{option} is {amount!r}; expected a number of bytes, or a size with its unit such as '64MiB' or '2GiB'")
    return whole(option, amount)


def whole(option: str, number: int) -> int:
    """A whole number from 0 on."""
    return _whole(option, number, 2**63 - 1)


def _whole(option: str, number: int, most: int) -> int:
    is_whole = hasattr(number, "__index__") and not isinstance(number, bool)
    if not is_whole or not 0 <= number <= most:
        end = f"from 0 to {most}" if most < 2**63 - 1 else "from 0 on"
        raise UsageError(f"{option} is {number!r}; expected a whole number {end}")
    return number.__index__()


def _switch(on: bool | None) -> str | None:
    return None if on is None else "on" if on else "off"
