"""The progress of long calls."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import TracebackType
from typing import Any, Union

from ._format import count, counted, duration, size
from .errors import UsageError

__all__ = ["Progress", "ProgressOption"]

# A line appears after this many seconds: most calls end earlier.
_DELAY = 0.5
# In a file, one line per this many seconds.
_FILE_INTERVAL = 2.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a call has come.

    Attributes:
        phase: What the call does at present: ``"search"``; in an audit ``"exploring"``, ``"solving"`` and ``"checking"``;
            in a hunt its stage, such as ``"exhaustive"``; ``"comparing"``, ``"generating"`` or ``"mapping"``.
        counts: Its figures by name. A search has ``expanded``, ``generated``, ``stored``, ``open``, ``bound``, ``best``,
            ``memory`` (bytes) and ``elapsed`` (seconds).

    ``str()`` gives a readable line.
    """

    phase: str
    counts: Mapping[str, Any]

    def __str__(self) -> str:
        counts = self.counts
        if self.phase == "search":
            parts = [f"{count(counts['expanded'])} expanded, {count(counts['generated'])} generated"]
            parts += [f"cost at least {counts['bound']}"] if counts.get("bound") else []
            parts += [f"best plan {counts['best']}"] if counts.get("best") is not None else []
            return " · ".join([*parts, size(counts["memory"]), duration(counts["elapsed"])])
        if self.phase == "checking":
            return f"checking {counts['heuristic']}"
        if self.phase == "comparing":
            where = f"{counts['combination']} on {counts['board']}"
            return f"run {counts['done'] + 1:,} of {counts['total']:,}: {where}, {count(counts['expanded'])} expanded"
        if self.phase == "generating":
            return f"{counted(counts['found'], 'board')} found, {count(counts['tried'])} tried"
        if self.phase == "mapping":
            return f"{count(counts['done'])} of {counted(counts['total'], 'cell')}"
        if "boards" in counts:
            return f"{self.phase}: {counted(counts['boards'], 'board')}, {counted(counts['states'], 'state')}"
        return f"{self.phase}: {counted(counts['states'], 'state')}" if "states" in counts else self.phase


#: None: a line on a terminal or in a notebook; True: a line anywhere; False: none; or a function.
ProgressOption = Union[Callable[[Progress], object], bool, None]


class Reporting:
    """A context in which a call reports progress; it yields the function for the native module."""

    def __init__(self, progress: ProgressOption) -> None:
        self._display: _Display | None = None
        self._function: Callable[[Progress], object] | None = None
        if callable(progress):
            self._function = progress
        elif progress is None or progress is True:
            self._display = _display(always=progress is True)
            self._function = self._display.show if self._display else None
        elif progress is not False:
            raise UsageError(f"progress is {progress!r}; expected True, False, None or a function")

    def __enter__(self) -> Callable[[dict[str, Any]], object] | None:
        function = self._function
        if function is None:
            return None
        return lambda counts: function(Progress(counts.pop("phase"), counts))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._display:
            self._display.clear()


class _Display:
    """Shows a line of progress once the call has taken a while."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._is_shown = False

    def show(self, progress: Progress) -> None:
        if time.monotonic() - self._start < _DELAY:
            return
        try:
            self.write(str(progress))
            self._is_shown = True
        except (OSError, ValueError):
            # Standard error is closed, which is no reason to end the call.
            self._start = float("inf")

    def clear(self) -> None:
        if self._is_shown:
            try:
                self.erase()
            except (OSError, ValueError):
                pass

    def write(self, line: str) -> None:
        raise NotImplementedError

    def erase(self) -> None:
        """Removes the line."""


class _TerminalLine(_Display):
    def write(self, line: str) -> None:
        from shutil import get_terminal_size

        sys.stderr.write(f"\r\x1b[K{line[: get_terminal_size().columns - 1]}")
        sys.stderr.flush()

    def erase(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


class _FileLines(_Display):
    _last = -_FILE_INTERVAL

    def write(self, line: str) -> None:
        now = time.monotonic()
        if now - self._last >= _FILE_INTERVAL:
            self._last = now
            print(line, file=sys.stderr, flush=True)


class _NotebookLine(_Display):
    _handle: Any = None

    def write(self, line: str) -> None:
        display = import_module("IPython.display").display
        content = {"text/plain": line}
        if self._handle is None:
            self._handle = display(content, raw=True, display_id=True)
        else:
            self._handle.update(content, raw=True)

    def erase(self) -> None:
        if self._handle is not None:
            self._handle.update({"text/plain": "", "text/html": ""}, raw=True)


def _display(always: bool) -> _Display | None:
    """The display for where this process runs; None in a pipe or a file, unless it is `always` shown."""
    if _is_notebook():
        return _NotebookLine()
    if sys.stderr is None:
        return None
    if sys.stderr.isatty():
        return _TerminalLine()
    return _FileLines() if always else None


def _is_notebook() -> bool:
    """Whether this process is the kernel of a notebook. IPython is not imported for this."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")
