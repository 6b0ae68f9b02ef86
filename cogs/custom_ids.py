"""What a button or a menu says when it is used: table, step, action and argument.

`c:12:57:play QH`: at table 12, by somebody who had seen 57 moves, the move `play QH`.
`c:12:0:!sit:2`: the surface's own actions start with an exclamation mark.
"""

from dataclasses import dataclass

PATTERN = r"c:(?P<table>\d+):(?P<step>\d+):(?P<what>.+)"


@dataclass(frozen=True, slots=True)
class Press:
    """One use of a button. `action` is None for a move, whose notation is then `argument`."""

    table: int
    step: int
    action: str | None
    argument: str

    def __str__(self) -> str:
        what = self.argument if self.action is None else f"!{self.action}:{self.argument}"
        return f"c:{self.table}:{self.step}:{what}"

    @classmethod
    def read(cls, table: str, step: str, what: str) -> "Press":
        """The press with the parts that `PATTERN` found."""
        if not what.startswith("!"):
            return cls(int(table), int(step), None, what)
        action, _, argument = what[1:].partition(":")
        return cls(int(table), int(step), action, argument)
