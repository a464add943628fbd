"""Boards of the built-in puzzles.

The same classes are boards and states: a heuristic is called with a board whose start is the state.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeVar, Union

from . import _native
from .errors import BoardError

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Agent", "Board", "ChexersBoard", "InfexionBoard", "Pawn", "PawnHuntBoard", "Stack"]

T = TypeVar("T")

PuzzleName = Union[Literal["chexers"], Literal["infexion"], Literal["pawn-hunt"]]
ChexersColour = Union[Literal["red"], Literal["green"], Literal["blue"]]
StackColour = Union[Literal["red"], Literal["blue"]]
AgentKind = Union[Literal["knight"], Literal["bishop"], Literal["rook"]]


class Stack(NamedTuple):
    """A stack of an Infexion board."""

    r: int
    q: int
    colour: StackColour
    power: int


class Agent(NamedTuple):
    """An agent of a pawn-hunt board."""

    kind: AgentKind
    row: int
    column: int


class Pawn(NamedTuple):
    """A pawn of a pawn-hunt board; its label is a digit."""

    row: int
    column: int
    label: int


class Board:
    """A board of any built-in puzzle.

    Boards are immutable, hashable and picklable, and a board that exists is valid. Two boards with the same fields are equal,
    in whatever order their pieces were given.
    """

    __slots__ = ()

    #: The name of the puzzle.
    puzzle: ClassVar[PuzzleName]

    @property
    def text(self) -> str:
        """The contents of the board file."""
        return _native.text(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the board file. The file of an Infexion board does not contain ``spawn``; pass it to :func:`pathmax.load`."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self.text)

    def replace(self, **changes: Any) -> Self:
        """A board with some fields replaced, as with :func:`dataclasses.replace`.

        >>> ChexersBoard("red", [(0, 0)]).replace(pieces=[(3, 0)])
        ChexersBoard(colour='red', pieces=((3, 0),), blocks=(), radius=3)
        """
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]

    def actions(self) -> tuple[str, ...]:
        """The legal actions, as answer lines."""
        return tuple(_native.actions(self))

    def after(self, answer: str | Iterable[str]) -> Self:
        """The board after an action, or after several (one per line, or an iterable of lines).

        Raises:
            BoardError: An action is not legal.

        >>> ChexersBoard("red", [(2, 0)]).after("MOVE from (2, 0) to (3, 0).").pieces
        ((3, 0),)
        """
        return self._step(answer if isinstance(answer, str) else "\n".join(answer))[0]

    def _step(self, answer: str) -> tuple[Self, int]:
        board, cost = _native.after(self, answer)
        assert isinstance(board, type(self))
        return board, cost

    def successors(self) -> tuple[tuple[str, Self, int], ...]:
        """The legal actions with the board after each and its cost. Replays each action; meant for trying things out.

        >>> ChexersBoard("green", [(0, 3)]).successors()[0]
        ('EXIT from (0, 3).', ChexersBoard(colour='green', pieces=(), blocks=(), radius=3), 1)
        """
        return tuple((action, *self._step(action)) for action in self.actions())

    @property
    def is_solved(self) -> bool:
        """Whether the goal is reached."""
        return _native.is_solved(self)

    def __str__(self) -> str:
        """The board drawn as text."""
        return _native.drawing(self).rstrip("\n")

    def _repr_svg_(self) -> str:
        return _native.svg(self)


@dataclass(frozen=True, slots=True, init=False)
class ChexersBoard(Board):
    """A Chexers board: bring all pieces off the hexagon. Every action costs 1.

    Args:
        colour: ``"red"``, ``"green"`` or ``"blue"``. Red leaves where q = radius, green where r = radius, blue where
            -q - r = radius.
        pieces: Hexes of the pieces as pairs (q, r).
        blocks: Hexes of the blocks.
        radius: Radius of the board, from 2 to 6.

    >>> board = ChexersBoard("red", pieces=[(2, 0), (0, 0)], blocks=[(1, 0)])
    >>> board.pieces
    ((0, 0), (2, 0))
    >>> [board.distance_to_exit(piece) for piece in board.pieces]
    [3, 1]
    """

    puzzle: ClassVar[PuzzleName] = "chexers"

    colour: ChexersColour
    pieces: tuple[tuple[int, int], ...]
    blocks: tuple[tuple[int, int], ...] = ()
    radius: int = 3

    def __init__(
        self,
        colour: ChexersColour,
        pieces: Iterable[tuple[int, int]],
        blocks: Iterable[tuple[int, int]] = (),
        radius: int = 3,
    ) -> None:
        _set(self, colour=colour, pieces=_pairs("pieces", pieces, "(q, r)"), blocks=_pairs("blocks", blocks, "(q, r)"))
        _set(self, radius=_plain(radius))
        _native.validate(self)

    def distance_to_exit(self, hex: tuple[int, int]) -> int:
        """Number of steps from a hex to the exit edge on an empty board, without the EXIT itself. Takes constant time."""
        q, r = hex
        along = {"red": q, "green": r, "blue": -q - r}[self.colour]
        return self.radius - along


@dataclass(frozen=True, slots=True, init=False)
class InfexionBoard(Board):
    """An Infexion board: spread red stacks on a 7 × 7 torus until no blue stack is left. Every action costs 1.

    Args:
        stacks: Stacks (r, q, colour, power): r and q from 0 to 6, ``"red"`` or ``"blue"``, power from 1 to 6.
        spawn: Whether SPAWN is allowed.

    >>> board = InfexionBoard([(5, 6, "red", 2), (1, 0, "blue", 2)])
    >>> board.stacks[0]
    Stack(r=1, q=0, colour='blue', power=2)
    >>> board.red, board.blue
    ({(5, 6): 2}, {(1, 0): 2})
    """

    puzzle: ClassVar[PuzzleName] = "infexion"

    stacks: tuple[Stack, ...]
    spawn: bool = False

    def __init__(self, stacks: Iterable[tuple[int, int, StackColour, int]], spawn: bool = False) -> None:
        def stack(r: int, q: int, colour: StackColour, power: int) -> Stack:
            return Stack(_int(r), _int(q), colour, _int(power))

        _set(self, stacks=_things("stacks", stacks, stack, "(r, q, colour, power)"), spawn=spawn)
        _native.validate(self)

    @property
    def red(self) -> dict[tuple[int, int], int]:
        """The power of each red stack by its cell (r, q). Built on each access, in time linear in the number of stacks."""
        return self._powers("red")

    @property
    def blue(self) -> dict[tuple[int, int], int]:
        """The power of each blue stack by its cell (r, q). Built on each access, in time linear in the number of stacks."""
        return self._powers("blue")

    def _powers(self, colour: StackColour) -> dict[tuple[int, int], int]:
        return {(stack.r, stack.q): stack.power for stack in self.stacks if stack.colour == colour}


@dataclass(frozen=True, slots=True, init=False)
class PawnHuntBoard(Board):
    """A pawn-hunt board: capture all pawns. A knight's move costs 6, a rook's 8, a bishop's 10.

    Args:
        rows: Number of rows, up to 16.
        columns: Number of columns, up to 16.
        agents: Agents (kind, row, column) with the kinds ``"knight"``, ``"bishop"`` and ``"rook"``; up to 8.
        pawns: Pawns (row, column, label) with labels from 0 to 9.
        obstacles: Squares (row, column) of the obstacles.

    >>> board = PawnHuntBoard(2, 3, agents=[("rook", 0, 0)], pawns=[(0, 2, 1)], obstacles=[(1, 1)])
    >>> print(board.text, end="")
    R . 1
    . x .
    >>> board.squares
    {(0, 0): 'R', (0, 2): '1', (1, 1): 'x'}
    """

    puzzle: ClassVar[PuzzleName] = "pawn-hunt"

    rows: int
    columns: int
    agents: tuple[Agent, ...]
    pawns: tuple[Pawn, ...]
    obstacles: tuple[tuple[int, int], ...] = ()

    def __init__(
        self,
        rows: int,
        columns: int,
        agents: Iterable[tuple[AgentKind, int, int]],
        pawns: Iterable[tuple[int, int, int]],
        obstacles: Iterable[tuple[int, int]] = (),
    ) -> None:
        def agent(kind: AgentKind, row: int, column: int) -> Agent:
            return Agent(kind, _int(row), _int(column))

        def pawn(row: int, column: int, label: int) -> Pawn:
            return Pawn(_int(row), _int(column), _int(label))

        _set(self, rows=_plain(rows), columns=_plain(columns), agents=_things("agents", agents, agent, "(kind, row, column)"))
        _set(self, pawns=_things("pawns", pawns, pawn, "(row, column, label)"))
        _set(self, obstacles=_pairs("obstacles", obstacles, "(row, column)"))
        _native.validate(self)

    @property
    def squares(self) -> dict[tuple[int, int], str]:
        """What is on each occupied square (row, column), in the letters of the board file: K, B, R, a digit, x.

        Built on each access, in time linear in the number of agents, pawns and obstacles.
        """
        squares = {(row, column): kind[0].upper() for kind, row, column in self.agents}
        squares.update({(row, column): str(label) for row, column, label in self.pawns})
        squares.update(dict.fromkeys(self.obstacles, "x"))
        return squares


def _set(board: Board, **fields: object) -> None:
    """Sets fields of a frozen board."""
    for name, value in fields.items():
        object.__setattr__(board, name, value)


def _int(number: int) -> int:
    """A whole number of any type, such as numpy's, as an int."""
    return int(index(number))


def _plain(number: int) -> int:
    """A whole number as an int; anything else as it is, for validation to refuse."""
    return _int(number) if hasattr(number, "__index__") else number


def _pairs(field: str, values: Iterable[tuple[int, int]], expected: str) -> tuple[tuple[int, int], ...]:
    return _things(field, values, lambda a, b: (_int(a), _int(b)), expected)


def _things(field: str, values: Iterable[Any], make: Callable[..., T], expected: str) -> tuple[T, ...]:
    """Things of a board in canonical order; an error names the field and the index."""
    made: list[T] = []
    place, value = field, values
    try:
        for number, value in enumerate(values):
            place = f"{field}[{number}]"
            made.append(make(*value))
    except TypeError:
        raise BoardError(f"{place}: expected {expected}, not {value!r}") from None
    try:
        return tuple(sorted(made))  # type: ignore[type-var]
    except TypeError:
        # Values that cannot be compared are wrong; validation says what is right.
        return tuple(made)
