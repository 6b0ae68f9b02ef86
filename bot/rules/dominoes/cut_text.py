"""Cutting the shuffled dominoes in words, the same in every game (GAP-H4)."""

from bot.rules.catalogue import Catalogue
from bot.rules.moves import Cut
from bot.rules.presentation.text import MoveText


def describe_cut(words: Catalogue, cut: Cut) -> MoveText:
    """The cut as a move."""
    return MoveText(
        words.gettext("Move {lift} to the back", lift=cut.lift),
        words.ngettext(
            "cut: move the first domino to the back and draw from the next one on",
            "cut: move the first {number} dominoes to the back and draw from the next one on",
            cut.lift,
        ),
    )


def cut_off(words: Catalogue, lift: int) -> str:
    """What a cut of that many dominoes has done."""
    return words.ngettext(
        "The cut moved the first domino to the back.",
        "The cut moved the first {number} dominoes to the back.",
        lift,
    )
