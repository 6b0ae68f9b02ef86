"""`/challenge`, and "Challenge to the same boards" in a person's menu."""

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.duplicate.contests.challenges import (
    FEWEST_BOARDS,
    MOST_BOARDS,
    USUAL_BOARDS,
)
from bot.duplicate.contests.contests import contest_games
from bot.tables.state.errors import TableError
from cogs.answering.commands import command, suggesting, typed
from cogs.answering.press import Press
from cogs.challenges.actions import ask
from cogs.challenges.views import draw_choice, draw_mine
from cogs.contests.words import games_matching
from cogs.ui.names import person_of
from cogs.words.games import meant


@app_commands.context_menu(name="Challenge to the same boards")
@app_commands.guild_only()
@typed
async def challenge_person(press: Press, member: discord.User) -> None:
    """Choose the game and the boards for a challenge to that person."""
    _require_person(press, member)
    await press.reply.show(draw_choice(member.id, USUAL_BOARDS, press.words))


class ChallengeCog(commands.Cog):
    """Asks for challenges, and shows somebody theirs."""

    @command(
        "Play the same boards as a friend, each against the house; alone it shows your challenges",
        person="Whom you challenge; your challenges are shown if left out",
        game="Which game; the choice is shown if left out",
        boards="How many boards, from 4 to 16; 8 if left out",
    )
    async def challenge(
        self,
        press: Press,
        person: discord.User | None = None,
        game: str = "",
        boards: app_commands.Range[int, FEWEST_BOARDS, MOST_BOARDS] = USUAL_BOARDS,
    ) -> None:
        if person is None:
            mine = draw_mine(await press.services.challenges.mine(press.user_id), press.user_id, press.words)
            await press.reply.show(mine, ephemeral=press.guild_id is not None)
            return
        _require_person(press, person)
        found = meant(game, press.services.languages.known())
        if game and len(found) == 1:
            await ask(press, person_of(person), found[0], boards)
        else:
            await press.reply.show(draw_choice(person.id, boards, press.words))

    @challenge.autocomplete("game")
    @suggesting
    async def _games(self, press: Press, current: str) -> list[Choice[str]]:
        return games_matching(current, contest_games(), press.words)


def _require_person(press: Press, member: discord.User) -> None:
    if press.guild_id is None:
        raise TableError("challenge-server")
    if member.bot:
        raise TableError("bot")
    if member.id == press.user_id:
        raise TableError("challenge-self")
