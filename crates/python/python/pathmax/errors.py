"""The exceptions of the package."""

from __future__ import annotations

from typing import Any

__all__ = ["BoardError", "HeuristicError", "Interrupted", "PathmaxError", "ProblemError", "UsageError"]

# Longer representations of a state are cut off in messages.
_MOST_CHARACTERS = 500


class PathmaxError(Exception):
    """The base class of all errors of pathmax, apart from :class:`Interrupted`."""


class BoardError(PathmaxError, ValueError):
    """A board or its file is invalid, or an action is not legal."""


class UsageError(PathmaxError, ValueError):
    """An option has a wrong value, or does not apply."""


class HeuristicError(PathmaxError, ValueError):
    """A heuristic returned something that is not a heuristic value.

    Attributes:
        heuristic: Name of the heuristic.
        description: What it returned, and what is wrong with it.
        state: The state for which it did.
        value: The value that it returned, if known.
    """

    def __init__(self, heuristic: str, description: str, state: Any, value: object = None) -> None:
        super().__init__(heuristic, description, state, value)
        self.heuristic = heuristic
        self.description = description
        self.state = state
        self.value = value

    def __str__(self) -> str:
        return (
            f"the heuristic {self.heuristic} returned {self.description}\n"
            "A heuristic returns a number from 0 on, or inf or None for a dead end.\n"
            f"The state:\n{shown(self.state)}"
        )


class ProblemError(PathmaxError, ValueError):
    """A problem of one's own lacks a member, or one of its members returned something wrong.

    Attributes:
        message: What is wrong.
        state: The state for which it happened, if there is one.
        part: The member of the problem, such as ``"actions"``, if known.
        value: The value that it returned, if known.
    """

    def __init__(self, message: str, state: Any = None, part: str | None = None, value: object = None) -> None:
        super().__init__(message, state, part, value)
        self.message = message
        self.state = state
        self.part = part
        self.value = value

    def __str__(self) -> str:
        return self.message if self.state is None else f"{self.message}\nThe state:\n{shown(self.state)}"


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a call.

    It is a :class:`KeyboardInterrupt`, which ``except Exception`` does not catch.

    Attributes:
        result: What was known by then, in the type that the call returns: the bound and the best plan of a search, the
            verdicts of an audit, the runs of a comparison.
    """

    def __init__(self, result: Any) -> None:
        super().__init__(result)
        self.result = result

    def __str__(self) -> str:
        return f"interrupted; what is known so far is in the attribute `result` of this exception:\n{self.result}"


def shown(state: object) -> str:
    """A state in a message: drawn if it is a board, indented."""
    from .boards import Board

    try:
        text = str(state) if isinstance(state, Board) else repr(state)
    except Exception:  # A message about one error must not fail because of another one.
        text = f"a {type(state).__name__} that cannot be shown"
    if len(text) > _MOST_CHARACTERS and not isinstance(state, Board):
        text = text[:_MOST_CHARACTERS] + "…"
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())
