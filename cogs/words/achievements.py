"""Achievements in words."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.rules.achievements import Achievement
from bot.rules.catalogue import Catalogue, pgettext_noop
from bot.rules.registry import text_for
from bot.tables.state.chairs import Occupant, Person
from bot.tables.state.outcomes import Achieved
from cogs.ui.names import write_name

ACHIEVEMENTS: Final[Mapping[Achievement, str]] = {
    Achievement.SLAM: pgettext_noop("achievement", "a slam (all thirteen tricks)"),
    Achievement.FOUR_BISHOPS: pgettext_noop("achievement", "all four bishops"),
    Achievement.SIXTEEN: pgettext_noop("achievement", "sixteen points (the most that a hand can bring)"),
    Achievement.KNIGHT: pgettext_noop(
        "achievement", "the ace of trumps, taken by a knight in the last trick"
    ),
    Achievement.DOUBLE_BEZIQUE: pgettext_noop("achievement", "double bezique with four packs"),
    Achievement.QUADRUPLE_BEZIQUE: pgettext_noop("achievement", "quadruple bezique"),
    Achievement.RUBICON: pgettext_noop("achievement", "an adversary rubiconed"),
    Achievement.TEAMS: pgettext_noop("achievement", "a match of teams, won"),
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
            told = words.pgettext("achievement", ACHIEVEMENTS[achievement])
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
            achievement=words.pgettext("achievement", ACHIEVEMENTS[one.achievement]),
            game=text_for(one.game, words).name,
        )
        for one in found
    ]
    line = words.pgettext("line", "**Achievements**: {achievements}", achievements=" · ".join(told))
    return line if told else ""
