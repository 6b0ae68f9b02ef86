"""The buttons of a chouette; see `cogs.table.actions` for custom_ids."""

import re
from collections.abc import Awaitable
from typing import Any, Final, Self

import discord

from bot.tables.people.access import Action, Actor
from bot.tables.state.chouette import Wish
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.answers import redraw_after
from cogs.answering.interactions import refresh, say, words_of
from cogs.answering.services import Interaction
from cogs.answering.taken import SNOWFLAKE
from cogs.opening.door import guest_of
from cogs.table.actions import NumberedButton, TableButton

_STYLE = discord.ButtonStyle


class ChouetteButton(
    TableButton,
    action="chouette",
    needs=Action.CHOUETTE,
    argument=r"(?P<wish>volunteer|cut-in|no|alone|deal|lead)",
):
    """Has a table play à la chouette or not, plays alone at it, or chooses who deals first."""

    def __init__(
        self, table: int, wish: Wish, label: str = "…", style: discord.ButtonStyle = _STYLE.secondary
    ) -> None:
        super().__init__(table, 0, label, style, argument=wish.value)
        self.wish = wish

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["table"]), Wish(match["wish"]))

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        consulting = interaction.client.services.tables.consulting
        await redraw_after(interaction, self.table, consulting.declare(self.table, actor, self.wish))


class AskChouetteButton(TableButton, action="ask-chouette", needs=Action.ASK_CHOUETTE):
    """Asks the keeper of a table for two, both chairs being taken, to play à la chouette."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        services = interaction.client.services
        await services.tables.consulting.ask(self.table, actor)
        said = words_of(interaction).gettext(
            "The keeper of table {table} has been asked in the channel.", table=self.table
        )
        await refresh(interaction, services.renderer.line(said))


class WelcomeButton(
    NumberedButton, action="welcome", needs=Action.OPTIONS, argument=rf"(?P<number>{SNOWFLAKE})"
):
    """Plays à la chouette with the person of that id, who has asked for it."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        consulting, gettext = interaction.client.services.tables.consulting, words_of(interaction).gettext
        guest = await guest_of(interaction, self.number)
        await _done(interaction, consulting.welcome(self.table, actor, guest))
        await say(interaction, gettext("Table {table} plays à la chouette now.", table=self.table))


async def _done(interaction: Interaction, use_case: Awaitable[TableSnapshot]) -> None:
    interaction.client.services.publisher.changed((await use_case).table.id)


CHOUETTE_ITEMS: Final = (ChouetteButton, AskChouetteButton, WelcomeButton)
