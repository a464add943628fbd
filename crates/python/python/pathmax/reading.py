"""Boards from files and texts: load, parse; and evaluate."""

from __future__ import annotations

import os
import warnings
from typing import Any, Literal, TypeVar, overload

from . import _native, _options
from ._options import Heuristic
from .boards import Board, ChexersBoard, InfexionBoard, PawnHuntBoard, PuzzleName

__all__ = ["evaluate", "load", "parse"]

B = TypeVar("B", bound=Board)


@overload
def load(path: str | os.PathLike[str], *, puzzle: Literal["chexers"], spawn: bool | None = None) -> ChexersBoard: ...
@overload
def load(path: str | os.PathLike[str], *, puzzle: Literal["infexion"], spawn: bool | None = None) -> InfexionBoard: ...
@overload
def load(path: str | os.PathLike[str], *, puzzle: Literal["pawn-hunt"], spawn: bool | None = None) -> PawnHuntBoard: ...
@overload
def load(path: str | os.PathLike[str], *, puzzle: PuzzleName | None = None, spawn: bool | None = None) -> Board: ...
def load(path: str | os.PathLike[str], *, puzzle: PuzzleName | None = None, spawn: bool | None = None) -> Board:
    """Reads a board file. A ``manifest.json`` in the same folder supplies options that the file does not contain.

    Args:
        path: The file.
        puzzle: The puzzle; by default, it is detected. Type checkers then know the class of the board.
        spawn: Whether SPAWN is allowed (Infexion); overrides the manifest.

    Raises:
        BoardError: The file is not a valid board; the message names the place.
        OSError: The file cannot be read.
    """
    return _noted(*_native.load(os.fspath(path), puzzle, _options.puzzle_options({"spawn": spawn})))


@overload
def parse(text: str, *, puzzle: Literal["chexers"], spawn: bool | None = None) -> ChexersBoard: ...
@overload
def parse(text: str, *, puzzle: Literal["infexion"], spawn: bool | None = None) -> InfexionBoard: ...
@overload
def parse(text: str, *, puzzle: Literal["pawn-hunt"], spawn: bool | None = None) -> PawnHuntBoard: ...
@overload
def parse(text: str, *, puzzle: PuzzleName | None = None, spawn: bool | None = None) -> Board: ...
def parse(text: str, *, puzzle: PuzzleName | None = None, spawn: bool | None = None) -> Board:
    """Reads the text of a board file; see :func:`load`.

    >>> import pathmax
    >>> pathmax.parse("5,6,r,2\\n1,0,b,2", spawn=True).spawn
    True
    >>> pathmax.parse("K . 1\\n. x .\\n. . R").agents
    (Agent(kind='knight', row=0, column=0), Agent(kind='rook', row=2, column=2))
    >>> pathmax.parse('{"colour": "red", "pieces": [[9, 0]], "blocks": []}')
    Traceback (most recent call last):
        ...
    pathmax.errors.BoardError: line 1, column 30: pieces[0]: (9, 0) is off the board: q, r and q+r must lie between -3 and 3
    """
    return _noted(*_native.parse(text, puzzle, _options.puzzle_options({"spawn": spawn})))


def _noted(board: Board, notes: list[str]) -> Board:
    """Passes on remarks on an unusual file."""
    for note in notes:
        # The line of the caller of load or parse.
        warnings.warn(note, stacklevel=3)
    return board


def evaluate(board: B, h: Heuristic[B] = None) -> float:
    """The value of a heuristic for a board: an int, or inf for a dead end.

    Args:
        board: The board.
        h: A name, a function of a board, or None for the puzzle's default.

    >>> import pathmax
    >>> board = pathmax.parse('{"colour": "red", "pieces": [[0, 0]], "blocks": []}')
    >>> pathmax.evaluate(board), pathmax.evaluate(board, lambda board: 1.5)
    (3, 2)
    """
    source: Any = _options.heuristic(h)
    value = _native.evaluate(board, source)
    return float("inf") if value is None else value
