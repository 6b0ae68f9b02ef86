"""`/match`: matches between servers."""

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.duplicate.contests.contests import contest_games
from bot.duplicate.contests.matches import FEWEST_BOARDS, MOST_BOARDS, MOST_PEOPLE, USUAL_BOARDS
from cogs.answering.commands import command, suggesting
from cogs.answering.press import Press
from cogs.contests.words import games_matching
from cogs.matches import actions
from cogs.words.games import meant

_Boards = app_commands.Range[int, FEWEST_BOARDS, MOST_BOARDS]
_People = app_commands.Range[int, 1, MOST_PEOPLE]


@app_commands.guild_only()
class MatchesCog(
    commands.GroupCog, group_name="match", group_description="Your server against another on the same boards"
):
    """The commands of matches between servers."""

    @command(
        "For managers: offer another server a match, told in this channel",
        game="Which game",
        boards="How many boards, 4 to 16",
        people="How many people may play for each server, 1 to 8",
    )
    async def offer(
        self, press: Press, game: str, boards: _Boards = USUAL_BOARDS, people: _People = MOST_PEOPLE
    ) -> None:
        found = meant(game, press.services.languages.known())
        await actions.offer(press, found[0], boards, people)

    @offer.autocomplete("game")
    @suggesting
    async def _games(self, press: Press, current: str) -> list[Choice[str]]:
        return games_matching(current, contest_games(), press.words)

    @command("For managers: accept a match, told in this channel", code="The code you were given")
    async def accept(self, press: Press, code: str) -> None:
        await actions.accept(press, code)

    @command("For managers: withdraw what your server has offered")
    async def withdraw(self, press: Press) -> None:
        await actions.withdraw(press)

    @command("Play the next board for your server", match="The match's number; the latest if left out")
    async def play(self, press: Press, match: int | None = None) -> None:
        await actions.play(press, match)

    @command("How your server's match stands, or its result", match="The match's number; else the latest")
    async def status(self, press: Press, match: int | None = None) -> None:
        await actions.show(press, match)
