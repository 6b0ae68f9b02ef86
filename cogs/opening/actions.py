"""What opens a table or a guide; these belong to no table that there is.

Their custom_ids begin with `d`: `d:open:slow::0:bezique` opens a slow table of bezique.
"""

import re
from collections.abc import Iterable
from typing import Any, ClassVar, Final, Self

import discord
from discord import ui

from cogs.answering.interactions import answering, refresh, words_of
from cogs.answering.menus import LONGEST_PLACEHOLDER, Answer, options_of
from cogs.answering.taken import NUMBER, SNOWFLAKE, VALUES, value_of
from cogs.opening.door import open_table
from cogs.table.actions import button_label
from cogs.ui.glyphs import as_text, fitted
from cogs.ui.open_options import OpenOptions

_WISHES = rf"(?P<pace>live|slow|):(?P<level>[a-z-]*):(?P<guest>{SNOWFLAKE})"
_NUMBER = rf"(?::(?P<number>{NUMBER}))?"


class OpenButton(ui.DynamicItem[ui.Button[Any]], template=rf"d:open:{_WISHES}:(?P<game>[a-z-]+)"):
    """Opens a table of that game."""

    def __init__(
        self,
        wishes: OpenOptions,
        game: str,
        label: str = "…",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    ) -> None:
        custom_id = f"d:open:{wishes.text}:{game}"
        super().__init__(ui.Button(label=button_label(label), style=style, custom_id=custom_id))
        self.wishes = wishes
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(OpenOptions.read(match), match["game"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open it, and answer for every error."""
        async with answering(interaction):
            await open_table(interaction, self.game, self.wishes, picked=True)


class _GameMenu(ui.DynamicItem[ui.Select[Any]], template=r"(?!)"):
    """A menu of games; a message may have several, told apart by their `number`."""

    action: ClassVar[str] = ""

    def __init_subclass__(cls, *, action: str, template: str) -> None:
        assert action in VALUES, "say in cogs.answering.taken what it takes"
        cls.action = action
        super().__init_subclass__(template=template)

    def __init__(self, custom_id: str, number: int, answers: Iterable[Answer], placeholder: str) -> None:
        super().__init__(
            ui.Select(
                custom_id=f"{custom_id}:{number}" if number else custom_id,
                placeholder=fitted(as_text(placeholder), LONGEST_PLACEHOLDER) or None,
                options=options_of(answers),
            )
        )


class GamesMenu(_GameMenu, action="games", template=rf"d:games:{_WISHES}{_NUMBER}"):
    """Opens a table of the game that is chosen."""

    def __init__(
        self, wishes: OpenOptions, answers: Iterable[Answer] = (), placeholder: str = "", number: int = 0
    ) -> None:
        super().__init__(f"d:games:{wishes.text}", number, answers, placeholder)
        self.wishes = wishes
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The menu that was used."""
        return cls(OpenOptions.read(match), number=int(match["number"] or 0))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open it, and answer for every error."""
        async with answering(interaction):
            game = value_of(self.action, self.item.values)
            await open_table(interaction, game, self.wishes, picked=True)


class GuideMenu(_GameMenu, action="guide", template=rf"d:guide:{_NUMBER}"):
    """Turns to the guide of the game that is chosen."""

    def __init__(self, answers: Iterable[Answer] = (), placeholder: str = "", number: int = 0) -> None:
        super().__init__("d:guide:", number, answers, placeholder)
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The menu that was used."""
        return cls(number=int(match["number"] or 0))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Turn to its first page, and answer for every error."""
        async with answering(interaction):
            game = value_of(self.action, self.item.values)
            renderer = interaction.client.services.renderer
            drawing = await renderer.guide(game, 0, interaction.user.id, words_of(interaction))
            await refresh(interaction, drawing)


class HelpButton(ui.DynamicItem[ui.Button[Any]], template=r"d:help:(?P<topic>[a-z]+)"):
    """Shows how to get what somebody wants, in place of the rest of `/help`."""

    def __init__(
        self,
        topic: str,
        label: str = "…",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        disabled: bool = False,
    ) -> None:
        custom_id = f"d:help:{topic}"
        super().__init__(
            ui.Button(label=button_label(label), style=style, custom_id=custom_id, disabled=disabled)
        )
        self.topic = topic

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(match["topic"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Turn to it, and answer for every error."""
        async with answering(interaction):
            renderer = interaction.client.services.renderer
            await refresh(interaction, renderer.help(self.topic, words_of(interaction)))


DOOR_ITEMS: Final = (OpenButton, GamesMenu, GuideMenu, HelpButton)
"""Every one of them, to be registered at start."""
