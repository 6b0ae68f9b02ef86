"""Refusals: a code, and a sentence to be put in the reader's language."""

from typing import Any


class RuleError(ValueError):
    """A move the rules do not allow.

    `code` is stable and short (`follow-suit`, `not-your-turn`). `message` is one sentence that says what to
    do instead, with `values` to be filled in by name (suits and pieces among them);
    `Catalogue.gettext(error.message, **error.values)` gives it in the reader's language.
    """

    def __init__(self, code: str, message: str, /, **values: Any) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.values = values

    def __str__(self) -> str:
        return self.message.format_map({name: _english(value) for name, value in self.values.items()})

    @property
    def reason(self) -> str:
        """The sentence in English, for logs and for the command line."""
        return str(self)


def _english(value: Any) -> Any:
    # Pieces have words, suits a word.
    return getattr(value, "words", None) or getattr(value, "word", value)


class NotationError(RuleError):
    """Text that is no card, move or option of this game."""

    def __init__(self, message: str, /, **values: Any) -> None:
        super().__init__("notation", message, **values)
