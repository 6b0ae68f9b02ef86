"""Achievements in words."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.rules.achievements import Achievement
from bot.rules.catalogue import Catalogue, gettext_noop
from bot.rules.registry import text_for
from bot.tables.state.chairs import Occupant, Person
from bot.tables.state.outcomes import Achieved
from cogs.ui.names import write_name

ACHIEVEMENTS: Final[Mapping[Achievement, str]] = {
    Achievement.SLAM: gettext_noop("a slam (all thirteen tricks)"),
    Achievement.FOUR_BISHOPS: gettext_noop("all four bishops"),
    Achievement.SIXTEEN: gettext_noop("sixteen points (the most that a hand can bring)"),
    Achievement.KNIGHT: gettext_noop("the ace of trumps, taken by a knight in the last trick"),
    Achievement.DOUBLE_BEZIQUE: gettext_noop("double bezique with four packs"),
    Achievement.QUADRUPLE_BEZIQUE: gettext_noop("quadruple bezique"),
    Achievement.RUBICON: gettext_noop("an adversary rubiconed"),
    Achievement.TEAMS: gettext_noop("a match of teams, won"),
}


def achieved_text(found: Sequence[Achieved], players: Sequence[Occupant | None], words: Catalogue) -> str:
    """What these players have achieved for the first time, a line for each achievement."""
    people = {player.user_id: player for player in players if isinstance(player, Person)}
    lines = []
    for achievement in Achievement:
        names = [
            write_name(people[one.user_id])
            for one in found
            if one.achievement is achievement and one.user_id in people
        ]
        if names:
            told = words.gettext(ACHIEVEMENTS[achievement])
            lines.append(
                words.gettext(
                    "**For the first time**: {people}, {achievement}.",
                    people=words.listed(names),
                    achievement=told,
                )
            )
    return "\n".join(lines)


def achievements_line(found: Sequence[Achieved], words: Catalogue) -> str:
    """A person's achievements in one line, each with its game; empty without any."""
    told = [
        words.gettext(
            "{achievement} at {game}",
            achievement=words.gettext(ACHIEVEMENTS[one.achievement]),
            game=text_for(one.game, words).name,
        )
        for one in found
    ]
    return words.gettext("**Achievements**: {achievements}", achievements=" · ".join(told)) if told else ""
