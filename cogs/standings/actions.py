"""Buttons and menus of leaderboards and of people's records.

They belong to no table. A leaderboard's whole question stands in their custom_ids, as in
`c:0:0:!board:next.bezique.202611.people.players.1`; whoever can see a leaderboard may turn to another page of
it, and for the server they are on alone. Somebody else's record is asked for anew at each use, so that
nobody sees it who may not.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final, Self

import discord
from discord import ui

from bot.rules.catalogue import Catalogue
from bot.tables.judging.standings import (
    PERIOD_KEY,
    Board,
    BoardQuestion,
    Lasting,
    Period,
    period_key,
    read_period,
)
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.results import By, Company
from cogs.answering.interactions import answering, refresh, show, words_of
from cogs.answering.services import Interaction
from cogs.answering.taken import SNOWFLAKE, VALUES, value_of
from cogs.ui.actions import button_label
from cogs.ui.drawing import Drawing
from cogs.ui.glyphs import as_text, fitted
from cogs.ui.menus import LONGEST_PLACEHOLDER, Answer, options_of
from cogs.ui.names import person_of

_STYLE = discord.ButtonStyle
_NEVER = r"(?!)"
_BOARD: Final = (
    rf"(?P<game>[^.]+)\.(?P<period>{PERIOD_KEY})\.(?P<company>people|house|all)"
    r"\.(?P<by>players|pairs|chouettes)\.(?P<page>\d{1,3})"
)
_STATS: Final = rf"(?P<user>{SNOWFLAKE})\.(?P<game>[^.]+)\.(?P<period>{PERIOD_KEY})"


def _board_key(question: BoardQuestion) -> str:
    period, company = question.period or Lasting.ALL, question.company or Company.ALL
    return f"{question.game}.{period_key(period)}.{company.value}.{question.by.value}.{question.page}"


def _read_board(match: Mapping[str, str]) -> BoardQuestion:
    return BoardQuestion(
        match["game"],
        read_period(match["period"]),
        Company(match["company"]),
        By(match["by"]),
        int(match["page"]),
    )


async def board_for(interaction: Interaction, question: BoardQuestion) -> Board:
    """The leaderboard of the server somebody is on. Raises TableError in a DM, or for a game there is not."""
    if interaction.guild_id is None:
        raise TableError("servers-only")
    return await interaction.client.services.tables.standings.board(
        interaction.guild_id,
        question,
        channel_id=interaction.channel_id or 0,
        user_id=interaction.user.id,
    )


def _words_on(interaction: Interaction) -> Catalogue:
    # What stands in the channel is in the server's language, whoever turns its pages.
    message = interaction.message
    if interaction.guild_id is None or message is None or message.flags.ephemeral:
        return words_of(interaction)
    return interaction.client.services.languages.of_server(interaction.guild_id)


async def _turn_board(interaction: Interaction, question: BoardQuestion) -> None:
    board = await board_for(interaction, question)
    drawing = await interaction.client.services.renderer.board(board, _words_on(interaction))
    await refresh(interaction, drawing)


class BoardButton(ui.DynamicItem[ui.Button[Any]], template=rf"c:0:0:!board:(?P<role>[a-z]+)\.{_BOARD}"):
    """Turns to another leaderboard, or another page of it; `role` tells it from others of the message."""

    def __init__(self, role: str, question: BoardQuestion, label: str = "…", *, chosen: bool = False) -> None:
        super().__init__(
            ui.Button(
                label=button_label(label),
                style=_STYLE.primary if chosen else _STYLE.secondary,
                custom_id=f"c:0:0:!board:{role}.{_board_key(question)}",
                disabled=chosen,
            )
        )
        self.role = role
        self.question = question

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(match["role"], _read_board(match.groupdict()))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Draw what was asked for, and answer for every error."""
        async with answering(interaction):
            await _turn_board(interaction, self.question)


class _Menu(ui.DynamicItem[ui.Select[Any]], template=_NEVER):
    """A menu whose custom_id is the question that is changed by its answer."""

    action: ClassVar[str] = ""

    def __init_subclass__(cls, *, action: str = "", argument: str = "") -> None:
        assert not action or action in VALUES, "say in cogs.answering.taken what it takes"
        cls.action = action
        super().__init_subclass__(template=rf"m:0:0:!{action}:{argument}" if action else _NEVER)

    def __init__(self, argument: str, answers: Iterable[Answer], placeholder: str) -> None:
        super().__init__(
            ui.Select(
                custom_id=f"m:0:0:!{self.action}:{argument}",
                placeholder=fitted(as_text(placeholder), LONGEST_PLACEHOLDER) or None,
                options=options_of(answers),
            )
        )

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Draw what was chosen, and answer for every error."""
        async with answering(interaction):
            await self.act(interaction, value_of(self.action, self.item.values))

    async def act(self, interaction: Interaction, value: Any) -> None:
        """What choosing that value, as `cogs.answering.taken` reads it, does. Raises TableError."""
        raise NotImplementedError


class _BoardMenu(_Menu):
    def __init__(
        self, question: BoardQuestion, answers: Iterable[Answer] = (), placeholder: str = ""
    ) -> None:
        super().__init__(_board_key(question), answers, placeholder)
        self.question = question

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The menu that was used."""
        return cls(_read_board(match.groupdict()))


class BoardGameMenu(_BoardMenu, action="board-game", argument=_BOARD):
    """Turns to the leaderboard of another game."""

    async def act(self, interaction: Interaction, value: str) -> None:
        """See `_Menu`."""
        await _turn_board(interaction, replace(self.question, game=value, page=0))


class BoardPeriodMenu(_BoardMenu, action="board-period", argument=_BOARD):
    """Turns to the leaderboard of another period."""

    async def act(self, interaction: Interaction, value: Period) -> None:
        """See `_Menu`."""
        await _turn_board(interaction, replace(self.question, period=value, page=0))


async def draw_stats_for(
    interaction: Interaction,
    person: Person,
    game: str | None,
    period: Period,
    words: Catalogue,
    *,
    shared: bool = False,
) -> Drawing:
    """That person's record as somebody asks for it; `shared`: for everybody. Raises TableError."""
    services = interaction.client.services
    stats = await services.tables.standings.stats(
        interaction.user.id, person.user_id, interaction.guild_id, game, period
    )
    own = person.user_id == interaction.user.id
    return await services.renderer.stats(person, stats, words, own=own, shared=shared)


async def _turn_stats(interaction: Interaction, user_id: int, game: str, period: Period) -> None:
    person = person_of(interaction.user)
    if user_id != person.user_id:
        if interaction.guild_id is None:
            raise TableError("stats-elsewhere")
        standings = interaction.client.services.tables.standings
        person = Person(user_id, await standings.name_of(user_id, interaction.guild_id))
    words = words_of(interaction)
    await refresh(interaction, await draw_stats_for(interaction, person, game, period, words))


class _StatsMenu(_Menu):
    def __init__(
        self,
        user_id: int,
        game: str,
        period: Period,
        answers: Iterable[Answer] = (),
        placeholder: str = "",
    ) -> None:
        super().__init__(f"{user_id}.{game}.{period_key(period)}", answers, placeholder)
        self.user_id = user_id
        self.game = game
        self.period = period

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The menu that was used."""
        return cls(int(match["user"]), match["game"], read_period(match["period"]))


class StatsGameMenu(_StatsMenu, action="stats-game", argument=_STATS):
    """Turns to the record at another game."""

    async def act(self, interaction: Interaction, value: str) -> None:
        """See `_Menu`."""
        await _turn_stats(interaction, self.user_id, value, self.period)


class StatsPeriodMenu(_StatsMenu, action="stats-period", argument=_STATS):
    """Turns to the record of another period."""

    async def act(self, interaction: Interaction, value: Period) -> None:
        """See `_Menu`."""
        await _turn_stats(interaction, self.user_id, self.game, value)


class ShareStatsButton(
    ui.DynamicItem[ui.Button[Any]],
    template=rf"c:0:0:!share-stats:(?P<game>[^.]+)\.(?P<period>{PERIOD_KEY})",
):
    """Shows everybody in the channel the record of whoever presses it, and nobody else's."""

    def __init__(self, game: str, period: Period, label: str = "…") -> None:
        super().__init__(
            ui.Button(
                label=button_label(label),
                style=_STYLE.secondary,
                custom_id=f"c:0:0:!share-stats:{game}.{period_key(period)}",
            )
        )
        self.game = game
        self.period = period

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(match["game"], read_period(match["period"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Post it, and answer for every error."""
        async with answering(interaction):
            if interaction.guild_id is None:
                raise TableError("servers-only")
            words = interaction.client.services.languages.of_server(interaction.guild_id)
            person = person_of(interaction.user)
            drawing = await draw_stats_for(interaction, person, self.game, self.period, words, shared=True)
            await show(interaction, drawing, ephemeral=False)


STANDINGS_ITEMS = (
    BoardButton,
    BoardGameMenu,
    BoardPeriodMenu,
    StatsGameMenu,
    StatsPeriodMenu,
    ShareStatsButton,
)
