"""What can be wrong with something a person asks of a table."""


class TableError(ValueError):
    """A request the table refuses.

    `code` is stable and short (`not-seated`, `stale`); the text is one sentence for the person
    who asked, saying what to do instead.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
