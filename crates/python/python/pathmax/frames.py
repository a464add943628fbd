"""Data frames of pandas or polars, neither of which is required."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, Union

from .errors import UsageError

__all__ = ["Backend"]

Backend = Union[Literal["pandas"], Literal["polars"]]

_BACKENDS: tuple[Backend, ...] = ("pandas", "polars")


def to_frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], backend: Backend | None) -> Any:
    """A data frame with one row per mapping."""
    chosen = _choose(backend)
    values = {column: [row[column] for row in rows] for column in columns}
    frame = import_module(chosen).DataFrame
    if chosen == "polars":
        # The types follow from all rows: in the first ones, a cost may be missing.
        return frame(values, infer_schema_length=None, strict=False)
    made = frame(values, columns=list(columns))
    for column, kind in ((column, _nullable(values[column])) for column in columns):
        if kind is not None:
            made[column] = made[column].astype(kind)
    return made


def _choose(backend: Backend | None) -> Backend:
    if backend is None:
        installed: Backend | None = next((name for name in _BACKENDS if find_spec(name) is not None), None)
        if installed is None:
            raise ImportError("to_frame() requires pandas or polars; install one of them, for example: pip install pandas")
        return installed
    if backend not in _BACKENDS:
        raise UsageError(f"backend is {backend!r}; choose 'pandas' or 'polars'")
    if find_spec(backend) is None:
        raise ImportError(f"{backend} is not installed; install it with: pip install {backend}")
    return backend


def _nullable(values: list[Any]) -> str | None:
    """pandas' type for a column with missing whole numbers or truth values, which would otherwise become floats or objects."""
    kinds = {type(value) for value in values if value is not None}
    if None not in values or len(kinds) != 1:
        return None
    return {int: "Int64", bool: "boolean"}.get(kinds.pop())
