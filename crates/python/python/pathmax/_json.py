"""From the program's JSON to dataclasses."""

from __future__ import annotations

import json
import math
from dataclasses import fields
from typing import Any, TypeVar

T = TypeVar("T")


def loads(text: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(text)
    return data


def make(cls: type[T], data: dict[str, Any], **values: Any) -> T:
    """A dataclass from the keys of an object that have the names of its fields; `values` come first.

    A key that the object lacks is one that the program leaves out: the field's default applies.
    """
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    chosen = {name: data[name] for name in names if name in data}
    return cls(**{**chosen, **values})


def number(value: Any) -> Any:
    """A cost or a heuristic value, where the program writes an infinite one as "inf"."""
    return math.inf if value == "inf" else value
