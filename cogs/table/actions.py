"""The buttons and menus: one class for each thing that can be done, recognised by its custom_id alone.

`c:12:57:play QH`: at table 12, by somebody who had seen 57 moves, the move `play QH`.
`c:12:0:!sit:2`: an action that is no move starts with an exclamation mark, and may have an argument.
Menus (`cogs.answering.menus`) begin with `m` instead. They all survive restarts, for nothing is kept of them.
"""

import re
from functools import partial
from typing import Any, ClassVar, Self

import discord
from discord import ui

from bot.rules.registry import GAMES
from bot.tables.people.access import Action, Actor
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.answers import (
    hint,
    make_move,
    redraw,
    redraw_after,
    show_guide,
    show_hand,
    show_house_rules,
    start,
    tell,
    warn,
)
from cogs.answering.choosing import at_table
from cogs.answering.interactions import answering, refresh, words_of
from cogs.answering.services import Interaction
from cogs.answering.taken import NUMBER
from cogs.opening.door import join
from cogs.opening.house_rules import changes
from cogs.ui.glyphs import as_text, fitted

_AT = rf"(?P<table>{NUMBER}):(?P<step>{NUMBER})"
_NEVER = r"(?!)"
_STYLE = discord.ButtonStyle
_LONGEST_LABEL = 80


class TableButton(ui.DynamicItem[ui.Button[Any]], template=_NEVER):
    """A button of a table. `step` is how many moves its message shows.

    A subclass names its `action`, what one must be allowed to press it (`needs`), and what its `argument`
    looks like.
    """

    action: ClassVar[str] = ""
    needs: ClassVar[Action]

    def __init_subclass__(cls, *, action: str, needs: Action, argument: str = "") -> None:
        cls.action = action
        cls.needs = needs
        super().__init_subclass__(template=f"c:{_AT}:!{action}:{argument}")

    def __init__(
        self,
        table: int,
        step: int = 0,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
        *,
        argument: object = "",
        disabled: bool = False,
    ) -> None:
        custom_id = f"c:{table}:{step}:!{self.action}:{argument}"
        super().__init__(
            ui.Button(label=button_label(label), style=style, custom_id=custom_id, disabled=disabled)
        )
        self.table = table
        self.step = step

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["table"]), int(match["step"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do it, and answer for every error."""
        async with answering(interaction, partial(tell, table_id=self.table)):
            snapshot, actor = await at_table(interaction, self.table, self.needs)
            await self.act(interaction, snapshot, actor)
            await warn(interaction)

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """What the button does at the table, for somebody who may. Raises TableError or RuleError."""
        raise NotImplementedError


class MoveButton(ui.DynamicItem[ui.Button[Any]], template=f"c:{_AT}:(?P<move>[^!].*)"):
    """Makes a move, written in the notation. An `emoji` stands before the label (`cogs.transport.emojis`)."""

    def __init__(
        self,
        table: int,
        step: int,
        move: str,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
        *,
        emoji: discord.PartialEmoji | None = None,
        disabled: bool = False,
    ) -> None:
        custom_id = f"c:{table}:{step}:{move}"
        super().__init__(
            ui.Button(
                label=button_label(label), style=style, custom_id=custom_id, emoji=emoji, disabled=disabled
            )
        )
        self.table = table
        self.step = step
        self.move = move

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["table"]), int(match["step"]), match["move"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Make the move, and answer for every error."""
        async with answering(interaction, partial(tell, table_id=self.table)):
            _, actor = await at_table(interaction, self.table, Action.MOVE)
            await make_move(interaction, actor, self.table, self.move, self.step)
            await warn(interaction)


class YesButton(TableButton, action="yes", needs=Action.MOVE, argument=r"(?P<move>.+)"):
    """Makes a move that its player was asked to confirm."""

    def __init__(
        self,
        table: int,
        step: int,
        move: str,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
    ) -> None:
        super().__init__(table, step, label, style, argument=move)
        self.move = move

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["table"]), int(match["step"]), match["move"])

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        await make_move(interaction, actor, self.table, self.move, self.step, sure=True)


NUMBERED = rf"(?P<number>{NUMBER})"
"""The argument of a `NumberedButton`."""


class NumberedButton(TableButton, action="", needs=Action.LOOK):
    """The base of buttons with a number."""

    def __init__(
        self,
        table: int,
        step: int,
        number: int,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
    ) -> None:
        super().__init__(table, step, label, style, argument=number)
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["table"]), int(match["step"]), int(match["number"]))


class SitButton(TableButton, action="sit", needs=Action.SIT, argument=rf"(?P<chair>{NUMBER})"):
    """Sits down in a chair."""

    def __init__(
        self,
        table: int,
        chair: int,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
        *,
        disabled: bool = False,
    ) -> None:
        super().__init__(table, 0, label, style, argument=chair, disabled=disabled)
        self.chair = chair

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["table"]), int(match["chair"]))

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        lobby = interaction.client.services.tables.lobby
        await redraw_after(interaction, self.table, lobby.sit(self.table, actor, self.chair))


class JoinButton(TableButton, action="join", needs=Action.SIT):
    """Sits down in the first free chair, from a post that asks for players."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        await join(interaction, snapshot, actor)


class LookingButton(TableButton, action="looking", needs=Action.INVITE):
    """Tells the channel that players are wanted."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        lobby = interaction.client.services.tables.lobby
        await redraw_after(interaction, self.table, lobby.call(self.table, actor))


class WaitButton(TableButton, action="wait", needs=Action.WAIT):
    """Waits for a chair, all being taken."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        lobby = interaction.client.services.tables.lobby
        await redraw_after(interaction, self.table, lobby.wait(self.table, actor))


class LeaveButton(TableButton, action="leave", needs=Action.LEAVE):
    """Gets up."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        lobby = interaction.client.services.tables.lobby
        await redraw_after(interaction, self.table, lobby.leave(self.table, actor))


class StartButton(TableButton, action="start", needs=Action.START):
    """Starts the match."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        await redraw_after(interaction, self.table, start(interaction, self.table, actor))


class MyHandButton(TableButton, action="hand", needs=Action.HAND):
    """Shows the person who presses it their own hand."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        services = interaction.client.services
        # Answering with the table message drawn anew costs nothing and lends its token.
        if await services.messages.is_table_message(self.table, interaction.message):
            await redraw(interaction, snapshot)
        await show_hand(interaction, snapshot)


class RefreshButton(TableButton, action="refresh", needs=Action.HAND):
    """Draws a panel anew."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        tables = interaction.client.services.tables
        await tables.house_turns.looked_in(self.table, interaction.user.id)
        await redraw_after(interaction, self.table, tables.repository.fresh(self.table))


class HintButton(TableButton, action="hint", needs=Action.HINT):
    """Says what the house would do."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        await hint(interaction, snapshot, actor)


class UnmarkButton(TableButton, action="unmark", needs=Action.MOVE):
    """Takes back the mark of a card. It never plays it, even if the turn has just come."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        play = interaction.client.services.tables.play
        await redraw_after(interaction, self.table, play.unmark(self.table, actor))


class BackButton(TableButton, action="back", needs=Action.COME_BACK):
    """Takes one's seat again after having been away."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        play = interaction.client.services.tables.play
        await redraw_after(interaction, self.table, play.come_back(self.table, actor))


class SwitchButton(
    TableButton, action="switch", needs=Action.OPTIONS, argument=rf"(?P<option>\w+)\.(?P<choice>{NUMBER})"
):
    """Changes one house rule to the answer of that number."""

    def __init__(self, table: int, option: str, choice: int, label: str = "…") -> None:
        super().__init__(table, 0, label, argument=f"{option}.{choice}")
        self.option = option
        self.choice = choice

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["table"]), match["option"], int(match["choice"]))

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        lobby = interaction.client.services.tables.lobby
        told = changes(snapshot.game, {self.option: str(self.choice)})
        await redraw_after(interaction, self.table, lobby.set_up(self.table, actor, **told))


class RulesButton(TableButton, action="rules", needs=Action.LOOK):
    """Shows the house rules, or opens the form to change them."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        await show_house_rules(interaction, snapshot, actor)


class MoreRulesButton(TableButton, action="more-rules", needs=Action.LOOK):
    """The same for the house rules that are asked for less often."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        await show_house_rules(interaction, snapshot, actor, more=True)


class GuideButton(TableButton, action="guide", needs=Action.LOOK):
    """Shows the rules of the game."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        await show_guide(interaction, snapshot.table.game)


class GuidePageButton(
    ui.DynamicItem[ui.Button[Any]], template=rf"c:0:0:!page:(?P<game>[^.]+)\.(?P<page>{NUMBER})"
):
    """Turns to another page of a guide, which belongs to no table."""

    def __init__(
        self,
        game: str,
        page: int,
        label: str = "…",
        style: discord.ButtonStyle = _STYLE.secondary,
        *,
        disabled: bool = False,
    ) -> None:
        custom_id = f"c:0:0:!page:{game}.{page}"
        super().__init__(
            ui.Button(label=button_label(label), style=style, custom_id=custom_id, disabled=disabled)
        )
        self.game = game
        self.page = page

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(match["game"], int(match["page"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Turn the page, and answer for every error."""
        async with answering(interaction):
            await self._turn(interaction)

    async def _turn(self, interaction: Interaction) -> None:
        if self.game not in GAMES:
            raise TableError("no-game")
        renderer = interaction.client.services.renderer
        drawing = await renderer.guide(self.game, self.page, interaction.user.id, words_of(interaction))
        await refresh(interaction, drawing)


def button_label(text: str) -> str:
    """A button's words, within what Discord takes."""
    return fitted(as_text(text), _LONGEST_LABEL)


BUTTONS = (
    MoveButton,
    YesButton,
    SitButton,
    JoinButton,
    LookingButton,
    SwitchButton,
    WaitButton,
    LeaveButton,
    StartButton,
    MyHandButton,
    RefreshButton,
    HintButton,
    UnmarkButton,
    BackButton,
    RulesButton,
    MoreRulesButton,
    GuideButton,
    GuidePageButton,
)
