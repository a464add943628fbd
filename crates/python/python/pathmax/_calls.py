"""What all calls of the native module share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from . import _options
from ._options import Claims
from .boards import Board
from .errors import Interrupted
from .problems import heuristic_of

if TYPE_CHECKING:
    from ._native_types import NativeHeuristic

R = TypeVar("R")


def completed(result: R, interrupted: bool) -> R:
    """The result of a call, unless Ctrl-C ended it."""
    if interrupted:
        raise Interrupted(result)
    return result


def native_heuristic(problem: object, h: Any, claims: Claims) -> NativeHeuristic:
    """The heuristic of a board or of an own problem, as the native module takes it."""
    return _options.heuristic(h if isinstance(problem, Board) else heuristic_of(problem, h), claims)
