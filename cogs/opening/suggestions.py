"""Autocompletion of games and levels."""

from discord.app_commands import Choice

from bot.rules.registry import GAMES, text_for
from cogs.answering.commands import LONGEST_CHOICE, MOST_CHOICES
from cogs.answering.press import Press
from cogs.ui.glyphs import fitted
from cogs.words.games import found


def level_choices(press: Press, game: str, typed: str) -> list[Choice[str]]:
    """The levels of the house at that game that match the typed text."""
    words = press.words
    return [
        Choice(
            name=fitted(words.line(level.name, words.gettext(level.line)), LONGEST_CHOICE), value=level.key
        )
        for level in press.services.tables.lobby.levels(game)
        if typed.casefold() in level.name.casefold()
    ]


async def game_choices(press: Press, typed: str) -> list[Choice[str]]:
    """The games that match the typed text; without any, the channel's last game comes first."""
    services, words = press.services, press.words
    games = found(typed, services.languages.known())
    if not typed.strip() and press.interaction.channel_id is not None:
        last = await services.tables.repository.last_game(press.interaction.channel_id)
        games.sort(key=lambda key: key != last)
    return [
        Choice(name=fitted(text_for(key, words).headline(GAMES[key]), LONGEST_CHOICE), value=key)
        for key in games[:MOST_CHOICES]
    ]
