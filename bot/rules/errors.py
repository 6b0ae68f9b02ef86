"""What can be wrong with a move, said in the field's words."""


class RuleError(ValueError):
    """A move the rules do not allow.

    `code` is stable and short (`follow-suit`, `not-your-turn`); the text is one sentence
    for the person who tried, saying what to do instead.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class NotationError(RuleError):
    """Text that is no card, move or option of this game."""

    def __init__(self, reason: str) -> None:
        super().__init__("notation", reason)
