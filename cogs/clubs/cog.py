"""`/club`: club nights."""

from typing import Final

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.community.clubs.club import What
from bot.duplicate.sessions.movements import LEAST_BOARDS, MOST_BOARDS
from cogs.answering.commands import MOST_CHOICES, command, suggesting
from cogs.answering.press import Press
from cogs.clubs.actions import ask_club, show_clubs
from cogs.clubs.words import zones_like
from cogs.duplicate.panels import USUAL_BOARDS, games_on_boards
from cogs.opening.suggestions import game_choices
from cogs.words.games import meant

_WHAT: Final = [
    Choice(name="Duplicate: pairs", value=What.PAIRS.value),
    Choice(name="Duplicate: two teams of four", value=What.TEAMS.value),
    Choice(name="a table of a game", value=What.TABLE.value),
]


class ClubsCog(
    commands.GroupCog, group_name="club", group_description="Club nights: the same evening every week"
):
    """The commands of clubs."""

    @command(
        "Make a club night in this channel; a form asks when",
        what="What is played",
        game="Which game",
        zone="The time zone of the club, as Europe/London",
        boards="Duplicate: how many boards, 4 to 24",
        choices={"what": _WHAT},
        public=True,
    )
    async def night(
        self,
        press: Press,
        what: str,
        game: str,
        zone: str,
        boards: app_commands.Range[int, LEAST_BOARDS, MOST_BOARDS] = USUAL_BOARDS,
    ) -> None:
        found = meant(game, press.services.languages.known())
        await ask_club(press, What(what), boards, found[0], zone)

    @night.autocomplete("game")
    @suggesting
    async def _games(self, press: Press, current: str) -> list[Choice[str]]:
        choices = await game_choices(press, current)
        if press.interaction.namespace.what in (None, What.TABLE.value):
            return choices
        return [choice for choice in choices if choice.value in games_on_boards()]

    @night.autocomplete("zone")
    @suggesting
    async def _zones(self, press: Press, current: str) -> list[Choice[str]]:
        return [Choice(name=zone, value=zone) for zone in zones_like(current)[:MOST_CHOICES]]

    @command("The club nights of this server; managers change them here", name="list")
    async def show(self, press: Press) -> None:
        await show_clubs(press, 0)
