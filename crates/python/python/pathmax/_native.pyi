"""The native module: thin functions over the Rust workbench.

Everything here is private; the modules of the package wrap it. Reports arrive as JSON, as the program prints them with ``--json``.
A call that was interrupted by Ctrl-C returns what it knew by then, and ``True`` as its last member.
"""

from collections.abc import Sequence
from typing import Any

from ._native_types import Limits, NativeHeuristic, NativeProgress, Parts, Row, Search
from .boards import Board

__all__ = [
    "VERSION",
    "actions",
    "after",
    "audit",
    "check",
    "compare",
    "drawing",
    "evaluate",
    "frames",
    "generate",
    "hunt",
    "is_solved",
    "load",
    "map",
    "own_audit",
    "own_compare",
    "own_solve",
    "own_survey",
    "own_trace",
    "parse",
    "plan_svg",
    "puzzles",
    "solve",
    "survey",
    "svg",
    "text",
    "trace",
    "validate",
]

VERSION: str

def puzzles() -> str: ...
def load(path: str, puzzle: str | None, options: dict[str, str]) -> tuple[Board, list[str]]: ...
def parse(text: str, puzzle: str | None, options: dict[str, str]) -> tuple[Board, list[str]]: ...
def validate(board: Board) -> None: ...
def text(board: Board) -> str: ...
def drawing(board: Board) -> str: ...
def svg(board: Board) -> str: ...
def actions(board: Board) -> list[str]: ...
def after(board: Board, answer: str) -> tuple[Board, int]: ...
def is_solved(board: Board) -> bool: ...
def frames(board: Board, actions: Sequence[str]) -> list[tuple[str, int]]: ...
def plan_svg(board: Board, actions: Sequence[str]) -> str: ...
def evaluate(board: Board, heuristic: NativeHeuristic) -> int | None: ...
def solve(board: Board, search: Search, progress: NativeProgress) -> tuple[str, bool]: ...
def check(
    board: Board, answer: bytes, lenient: bool, search: Search, progress: NativeProgress
) -> tuple[str, bool]: ...
def audit(
    board: Board,
    heuristics: list[NativeHeuristic],
    limits: Limits,
    sample: tuple[int, int],
    shrink: bool,
    progress: NativeProgress,
) -> tuple[str, str | None, bool]: ...
def hunt(
    puzzle: str,
    options: dict[str, str],
    heuristic: NativeHeuristic,
    claims: list[str],
    seed: int,
    limits: tuple[float | None, int | None, int | None],
    progress: NativeProgress,
) -> tuple[str, bool]: ...
def compare(
    boards: list[tuple[str, Board]],
    algorithms: list[str],
    heuristics: list[NativeHeuristic],
    limits: Limits,
    baseline: str | None,
    repeat: int,
    progress: NativeProgress,
) -> tuple[str, str, bool]: ...
def map(
    board: Board, heuristic: NativeHeuristic, against_perfect: bool, limits: Limits, progress: NativeProgress
) -> tuple[str, str, bool]: ...
def trace(
    board: Board, search: Search, most: int, progress: NativeProgress
) -> tuple[str, list[Row], str | None, bool]: ...
def survey(board: Board, search: Search, most_states: int, progress: NativeProgress) -> tuple[str, bool]: ...
def generate(
    puzzle: str,
    options: dict[str, str],
    count: int,
    seed: int,
    cost: str | None,
    solvable: bool,
    expansions: str | None,
    tries: int | None,
    climb: bool,
    search: Search,
    progress: NativeProgress,
) -> tuple[str, list[Board], bool]: ...
def own_solve(parts: Parts, search: Search, progress: NativeProgress) -> tuple[str, list[Any] | None, list[Any] | None, bool]: ...
def own_audit(
    parts: Parts, heuristic: NativeHeuristic, limits: Limits, sample: tuple[int, int], progress: NativeProgress
) -> tuple[dict[str, Any], bool]: ...
def own_compare(
    problems: list[tuple[str, Parts, list[NativeHeuristic]]],
    algorithms: list[str],
    limits: Limits,
    baseline: str | None,
    repeat: int,
    progress: NativeProgress,
) -> tuple[str, str, bool]: ...
def own_trace(
    parts: Parts, search: Search, most: int, progress: NativeProgress
) -> tuple[str, list[Any] | None, list[Row], str | None, bool]: ...
def own_survey(parts: Parts, search: Search, most_states: int, progress: NativeProgress) -> tuple[str, bool]: ...
