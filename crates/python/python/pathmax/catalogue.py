"""The puzzles, their heuristics, and the algorithms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _native
from ._json import loads, make
from .boards import PuzzleName

__all__ = ["AlgorithmInfo", "HeuristicInfo", "PuzzleInfo", "algorithms", "puzzles"]


@dataclass(frozen=True)
class HeuristicInfo:
    """A heuristic of a puzzle, and its claims.

    ``whole_space`` says that it searches all reachable states first, so that it is for small boards only.
    """

    name: str
    summary: str
    admissible: bool
    consistent: bool
    whole_space: bool = False


@dataclass(frozen=True)
class PuzzleInfo:
    """A puzzle, with its default algorithm and heuristic."""

    name: PuzzleName
    title: str
    summary: str
    algorithm: str
    heuristic: str
    heuristics: tuple[HeuristicInfo, ...]


@dataclass(frozen=True)
class AlgorithmInfo:
    """A search algorithm. ``informed`` says whether it uses a heuristic."""

    name: str
    summary: str
    informed: bool
    settings: tuple[str, ...]


def puzzles() -> tuple[PuzzleInfo, ...]:
    """The puzzles with their heuristics.

    >>> import pathmax
    >>> [puzzle.name for puzzle in pathmax.puzzles()]
    ['chexers', 'infexion', 'pawn-hunt']
    >>> pathmax.puzzles()[0].heuristics[0].name
    'relaxed-map'
    """
    return tuple(
        make(PuzzleInfo, puzzle, heuristics=tuple(make(HeuristicInfo, heuristic) for heuristic in puzzle["heuristics"]))
        for puzzle in _catalogue()["puzzles"]
    )


def algorithms() -> tuple[AlgorithmInfo, ...]:
    """The search algorithms.

    >>> import pathmax
    >>> [algorithm.name for algorithm in pathmax.algorithms() if not algorithm.informed]
    ['ucs', 'bfs', 'dfs', 'iddfs']
    """
    return tuple(make(AlgorithmInfo, info, settings=tuple(info["settings"])) for info in _catalogue()["algorithms"])


def _catalogue() -> dict[str, Any]:
    return loads(_native.puzzles())
