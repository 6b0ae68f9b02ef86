"""Buttons of the board of the day. They belong to no table: a day and a game stand in their custom_ids, as in
`c:0:0:!daily-result:english-whist.20779`, and whoever presses one is shown their own day, and nobody else's.
"""

import re
from typing import Any, ClassVar, Final, Self

import discord
from discord import ui
from discord.app_commands import Choice

from bot.duplicate.days import GAMES
from bot.rules.registry import text_for
from bot.tables.judging.standings import PERIOD_KEY, Period, period_key, read_period
from bot.tables.people.access import Action
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.answers import redraw, show_hand
from cogs.answering.interactions import LONGEST_CHOICE, answering, refresh, say, show, words_of
from cogs.answering.services import Interaction
from cogs.ui.actions import button_label
from cogs.ui.drawing import Drawing
from cogs.ui.glyphs import fitted
from cogs.ui.names import person_of

_STYLE = discord.ButtonStyle
_NEVER = r"(?!)"
_GAME: Final = r"(?P<game>[^.]+)"
_DAY: Final = r"(?P<day>\d{1,6})"
_PERIOD: Final = rf"(?P<period>{PERIOD_KEY})"


class _DailyButton(ui.DynamicItem[ui.Button[Any]], template=_NEVER):
    """A button of a day's boards; `number` is that of a board, or 0."""

    action: ClassVar[str] = ""

    def __init_subclass__(cls, *, action: str) -> None:
        cls.action = action
        super().__init_subclass__(template=rf"c:0:0:!{action}:{_GAME}\.{_DAY}\.(?P<number>\d)")

    def __init__(
        self,
        game: str,
        day: int,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
        *,
        number: int = 0,
        disabled: bool = False,
    ) -> None:
        custom_id = f"c:0:0:!{self.action}:{game}.{day}.{number}"
        super().__init__(
            ui.Button(label=button_label(label), style=style, custom_id=custom_id, disabled=disabled)
        )
        self.game = game
        self.day = day
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(match["game"], int(match["day"]), number=int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do it, and answer for every error."""
        async with answering(interaction):
            if self.game not in GAMES:
                raise TableError("no-daily", game=self.game)
            await self.act(interaction)

    async def act(self, interaction: Interaction) -> None:
        """What the button does. Raises TableError."""
        raise NotImplementedError


class PlayDayButton(_DailyButton, action="daily-play"):
    """Deals whoever presses it the next board of today, in the message it was pressed on if that is theirs;
    after the fourth it shows what the day came to."""

    async def act(self, interaction: Interaction) -> None:
        """See `_DailyButton`."""
        await play(interaction, self.game)


class DayResultButton(_DailyButton, action="daily-result"):
    """Shows what a day came to for whoever presses it."""

    async def act(self, interaction: Interaction) -> None:
        """See `_DailyButton`."""
        await turn_to(interaction, await _result(interaction, self.day, self.game))


class GivenAwayButton(_DailyButton, action="daily-best"):
    """Tells what was best in each of one's boards of a day, and what one has given away."""

    async def act(self, interaction: Interaction) -> None:
        """See `_DailyButton`."""
        services, words = interaction.client.services, words_of(interaction)
        found = await services.daily.given_away(interaction.user.id, self.day, self.game)
        await turn_to(interaction, services.days.given_away(self.game, self.day, found, words))


class PostDayButton(_DailyButton, action="daily-post"):
    """Posts what a day came to in the channel: the comparison, and nothing that tells of a card."""

    async def act(self, interaction: Interaction) -> None:
        """See `_DailyButton`."""
        services, guild_id = interaction.client.services, interaction.guild_id
        channel_id = interaction.channel_id
        if guild_id is None or channel_id is None:
            raise TableError("servers-only")
        if not (await services.actors.at(interaction, guild_id, channel_id)).sends:
            raise TableError("no-sending", channel=channel_id)
        services.tables.rates.spend(interaction.user.id, Action.OPEN)
        result = await services.daily.result(interaction.user.id, self.day, self.game)
        words = services.languages.of_server(guild_id)
        card = await services.days.card(result, person_of(interaction.user), words)
        await show(interaction, card, ephemeral=False)


class SealsButton(_DailyButton, action="daily-seals"):
    """Tells the seals of a day and the day after; with the packs, once they may be seen."""

    async def act(self, interaction: Interaction) -> None:
        """See `_DailyButton`."""
        await say(interaction, await seals(interaction, self.day, self.game))


class OpenedBoardButton(_DailyButton, action="daily-board"):
    """Turns to a board of a day that is over: its hands, what everybody made of it, the best line of play."""

    async def act(self, interaction: Interaction) -> None:
        """See `_DailyButton`."""
        await turn_to(interaction, await opened(interaction, self.day, self.game, self.number))


class DayTableButton(
    ui.DynamicItem[ui.Button[Any]],
    template=rf"c:0:0:!daily-table:(?P<role>[a-z]+)\.{_GAME}\.{_PERIOD}\.(?P<page>\d{{1,2}})",
):
    """Turns to the table of the board of the day over a period; `role` tells it from others beside it."""

    def __init__(
        self, role: str, game: str, period: Period, page: int = 0, label: str = "…", *, chosen: bool = False
    ) -> None:
        super().__init__(
            ui.Button(
                label=button_label(label),
                style=_STYLE.primary if chosen else _STYLE.secondary,
                custom_id=f"c:0:0:!daily-table:{role}.{game}.{period_key(period)}.{page}",
                disabled=chosen,
            )
        )
        self.game = game
        self.period = period
        self.page = page

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(match["role"], match["game"], read_period(match["period"]), int(match["page"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Draw what was asked for, and answer for every error."""
        async with answering(interaction):
            if self.game not in GAMES:
                raise TableError("no-daily", game=self.game)
            await refresh(interaction, await period_table(interaction, self.game, self.period, self.page))


async def play(interaction: Interaction, game: str) -> None:
    """Show whoever asks the board of today they are at, dealt now if need be, or what their day came to.

    A message of their own takes it; else it is a new one, on a server for their eyes alone. Raises
    TableError.
    """
    services, user_id = interaction.client.services, interaction.user.id
    with services.messages.answering(user_id):
        person = person_of(interaction.user)
        snapshot = await services.daily.play(person, game, interaction.guild_id or 0)
        if snapshot is None:
            await turn_to(interaction, await _result(interaction, services.daily.today, game))
            return
        try:
            await _show_panel(interaction, snapshot)
        finally:
            services.publisher.changed(snapshot.table.id)


async def turn_to(interaction: Interaction, drawing: Drawing) -> None:
    """Show that in the message that was pressed, if it is the person's own and no panel of a board in play;
    else in a new one."""
    services, message = interaction.client.services, interaction.message
    on_server = interaction.guild_id is not None
    if not is_own(interaction) or message is None:
        await show(interaction, drawing, ephemeral=on_server)
        return
    with services.messages.taking_over(interaction, message.id):
        if await services.tables.users.reads(interaction.user.id) or not await refresh(interaction, drawing):
            await show(interaction, drawing, ephemeral=on_server)


def is_own(interaction: Interaction) -> bool:
    """Whether what was pressed is a message that its reader alone sees."""
    message = interaction.message
    return message is not None and (interaction.guild_id is None or message.flags.ephemeral)


def daily_games(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The games that have boards of the day, for somebody who has `typed` so much."""
    words, wanted = words_of(interaction), typed.casefold()
    names = {game: text_for(game, words).name for game in GAMES}
    return [
        Choice(name=fitted(name, LONGEST_CHOICE), value=game)
        for game, name in names.items()
        if wanted in name.casefold() or wanted in game
    ]


async def opened(interaction: Interaction, day: int, game: str, number: int) -> Drawing:
    """A board of a day that is over, as somebody asks for it. Raises TableError."""
    services, user_id = interaction.client.services, interaction.user.id
    boards = await services.daily.opened(user_id, day, game)
    return await services.days.opened(boards, day, max(1, number), user_id, words_of(interaction))


async def seals(interaction: Interaction, day: int, game: str) -> str:
    """The seals of that day, opened if it is over, and those of the day after if it is not. Raises
    TableError."""
    services, words = interaction.client.services, words_of(interaction)
    today = services.daily.today
    if day > today:
        raise TableError("no-daily-day")
    told = [(day, await services.daily.seals(day, game))]
    if day == today:
        told.append((day + 1, await services.daily.boards_of(day + 1, game)))
    return services.days.seals(game, told, today, words)


async def period_table(
    interaction: Interaction, game: str, period: Period, page: int = 0, *, public: bool = False
) -> Drawing:
    """The table of the board of the day of a server over a period; `public`: for the channel, as is one that
    stands there. Raises TableError in a DM."""
    services = interaction.client.services
    if interaction.guild_id is None:
        raise TableError("servers-only")
    words = words_of(interaction)
    message = interaction.message
    if public or (message is not None and not message.flags.ephemeral):
        words = services.languages.of_server(interaction.guild_id)
    return await services.days.period_table(interaction.guild_id, game, period, page, words)


async def _result(interaction: Interaction, day: int, game: str) -> Drawing:
    services, user_id = interaction.client.services, interaction.user.id
    result = await services.daily.result(user_id, day, game)
    on_server = interaction.guild_id is not None
    return await services.days.result(result, words_of(interaction), on_server=on_server)


async def _show_panel(interaction: Interaction, snapshot: TableSnapshot) -> None:
    services, message = interaction.client.services, interaction.message
    if is_own(interaction) and message is not None:
        with services.messages.taking_over(interaction, message.id):
            drawn = await redraw(interaction, snapshot)
        if drawn:
            return
    await show_hand(interaction, snapshot, stays=interaction.guild_id is None)


DAILY_ITEMS = (
    PlayDayButton,
    DayResultButton,
    GivenAwayButton,
    PostDayButton,
    SealsButton,
    OpenedBoardButton,
    DayTableButton,
)
