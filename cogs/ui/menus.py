"""The answers of a menu."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import discord

from cogs.ui.glyphs import as_text, fitted

LONGEST_ANSWER: Final = 100
LONGEST_PLACEHOLDER: Final = 150
"""Discord's limits, in characters."""

MOST_ANSWERS: Final = 25
"""Discord's limit for one menu."""


class Answer(NamedTuple):
    """An answer of a menu; `chosen`: the current one; `note`: its description; `emoji`: before the label."""

    value: str
    label: str
    chosen: bool = False
    note: str = ""
    emoji: discord.PartialEmoji | None = None


def options_of(answers: Iterable[Answer]) -> list[discord.SelectOption]:
    """The options of a menu with those answers."""
    return [
        discord.SelectOption(
            label=fitted(as_text(answer.label), LONGEST_ANSWER),
            value=answer.value,
            description=fitted(as_text(answer.note), LONGEST_ANSWER) or None,
            default=answer.chosen,
            emoji=answer.emoji,
        )
        for answer in answers
    ]


def shared_out(answers: Sequence[Answer]) -> list[Sequence[Answer]]:
    """The answers, split evenly over as few menus as hold them."""
    menus = -(-len(answers) // MOST_ANSWERS)
    longest = -(-len(answers) // max(1, menus))
    return [answers[start : start + longest] for start in range(0, len(answers), max(1, longest))]
