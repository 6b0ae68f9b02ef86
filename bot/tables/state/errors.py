"""What can be wrong with something a person asks of a table."""

from collections.abc import Mapping


class TableError(ValueError):
    """A request that a table refuses.

    `code` is stable and short (`not-seated`, `stale`). It stands for one sentence, which the surface makes
    with `values`: numbers, people, names of levels, by name.
    """

    def __init__(self, code: str, /, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values: Mapping[str, object] = values

    def __str__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        return f"{self.code} ({values})" if values else self.code
