"""Small turns of phrase that every game uses."""

from collections.abc import Sequence


def counted(number: int, thing: str, things: str = "") -> str:
    """`1 trick`, `3 tricks`; `things` is the plural where it is not the singular and an s."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def listed(items: Sequence[str]) -> str:
    """`Ann`, `Ann and Bob`, `Ann, Bob and Cleo`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
