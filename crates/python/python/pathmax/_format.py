"""Readable numbers, as the program prints them."""

from __future__ import annotations

import math
from typing import Any


def count(number: int) -> str:
    """1234567 as 1,234,567."""
    return f"{number:,}"


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 state, 2 states."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def size(number: int) -> str:
    """A number of bytes as KiB, MiB or GiB."""
    amount = float(number)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if amount < 1024:
            return f"{number} B" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1024
    return f"{amount:.1f} TiB"


def duration(seconds: float) -> str:
    """A time in a suitable unit."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s"


def cost(value: float | None) -> str:
    """A cost or a heuristic value: 3, ∞, or unknown."""
    if value is None:
        return "unknown"
    return "∞" if math.isinf(value) else str(value)


def indented(text: str, by: str = "    ") -> str:
    return "\n".join((by + line).rstrip() for line in text.splitlines())


def table(head: list[str], rows: list[list[Any]]) -> str:
    """A table in columns: the first column and texts to the left, numbers to the right."""
    cells = [head, *([cell(value) for value in row] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    right = [i > 0 and any(isinstance(row[i], (int, float)) for row in rows) for i in range(len(head))]
    lines = (
        "  ".join(text.rjust(width) if to_right else text.ljust(width) for text, width, to_right in zip(row, widths, right))
        for row in cells
    )
    return "\n".join(line.rstrip() for line in lines)


def cell(value: Any) -> str:
    """A value in a table."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "∞" if math.isinf(value) else f"{value:,.3g}" if value < 1000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
