"""Values that must be there."""

from typing import TypeVar

_Value = TypeVar("_Value")


def present(value: _Value | None) -> _Value:
    """The value, which is not None."""
    assert value is not None
    return value
