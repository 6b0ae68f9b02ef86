"""The dynamic items: every button and menu of the bot, recognised by its custom_id alone.

They survive restarts, for nothing is kept of them: a press is handed to the client's desk.
"""

import re
from collections.abc import Sequence
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from cogs.custom_ids import PATTERN, Press
from cogs.glyphs import as_text

Interaction = discord.Interaction[Any]


class Desk(Protocol):
    """Where presses are answered; the client carries one as `desk`."""

    async def pressed(self, interaction: Interaction, press: Press) -> None:
        """Answer a button."""

    async def chosen(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        """Answer a menu."""


def _desk(interaction: Interaction) -> Desk:
    return cast(Desk, cast(Any, interaction.client).desk)


class PressButton(ui.DynamicItem[ui.Button[Any]], template=PATTERN):
    """A button that says `press`. The label is at most 80 characters."""

    def __init__(
        self,
        press: Press,
        label: str = "",
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            ui.Button(label=as_text(label)[:80] or None, style=style, custom_id=str(press), disabled=disabled)
        )
        self.press = press

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str]) -> Self:
        """The button that was pressed."""
        return cls(Press.read(*match.group("table", "step", "what")), "…")

    async def callback(self, interaction: Interaction) -> Any:
        """Hand the press to the desk, which answers for every error."""
        await _desk(interaction).pressed(interaction, self.press)


class ChoiceMenu(ui.DynamicItem[ui.Select[Any]], template="m" + PATTERN[1:]):
    """A menu with one answer among at most 25; `options` are value, label and whether it holds now."""

    def __init__(self, press: Press, options: Sequence[tuple[str, str, bool]] = (), hint: str = "") -> None:
        super().__init__(
            ui.Select(
                custom_id="m" + str(press)[1:],
                placeholder=hint[:150] or None,
                options=[
                    discord.SelectOption(label=label[:100], value=value, default=holds)
                    for value, label, holds in options
                ],
            )
        )
        self.press = press

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str]) -> Self:
        """The menu that was used."""
        return cls(Press.read(*match.group("table", "step", "what")))

    async def callback(self, interaction: Interaction) -> Any:
        """Hand the choice to the desk."""
        values = cast(dict[str, Any], interaction.data or {}).get("values", [])
        await _desk(interaction).chosen(interaction, self.press, values)


DYNAMIC_ITEMS = (PressButton, ChoiceMenu)
