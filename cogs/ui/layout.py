"""Builds a message: Components V2 in a container, from top to bottom."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import discord
from discord import ui

from cogs.ui.drawing import LONGEST_ALT, Drawing, MessageView, Picture
from cogs.ui.glyphs import as_text, fitted

BAIZE = discord.Colour(0x1F6B4A)
"""The accent colour of a table."""

TURN = discord.Colour(0xE0A526)
"""The accent colour of a panel whose owner is to act."""

LONGEST_TEXT = 4000
"""Discord's limit for all texts of a message together, in characters."""

_PER_ROW = 5

Button: TypeAlias = ui.Button[Any]
Menu: TypeAlias = ui.Select[Any] | ui.UserSelect[Any]


class Layout:
    """A message being built."""

    def __init__(self, colour: discord.Colour | None = None) -> None:
        self._box: ui.Container[Any] = ui.Container(accent_colour=colour)
        self._pictures: list[Picture] = []
        self._texts: list[ui.TextDisplay[Any]] = []

    def text(self, text: str) -> None:
        """Add a paragraph of Markdown, unless it is empty."""
        if text:
            shown: ui.TextDisplay[Any] = ui.TextDisplay(as_text(text))
            self._box.add_item(shown)
            self._texts.append(shown)

    def picture(self, picture: Picture) -> None:
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{picture.name}", description=fitted(picture.alt, LONGEST_ALT))
        self._box.add_item(gallery)
        self._pictures.append(picture)

    def buttons(self, buttons: Iterable[Button]) -> None:
        """Add buttons, five to a row."""
        row = list(buttons)
        for start in range(0, len(row), _PER_ROW):
            self._box.add_item(ui.ActionRow(*row[start : start + _PER_ROW]))

    def menu(self, menu: Menu) -> None:
        self._box.add_item(ui.ActionRow(menu))

    def drawing(self) -> Drawing:
        """The finished message. If its texts exceed Discord's limit, the longest are cut."""
        most = _longest_each([len(shown.content) for shown in self._texts], LONGEST_TEXT)
        for shown in self._texts:
            shown.content = fitted(shown.content, most)
        view = MessageView()
        view.add_item(self._box)
        return Drawing(view, tuple(self._pictures))


def note(text: str, *buttons: Button) -> Drawing:
    """A message with a text and its buttons: one beside the text, several below it."""
    view = MessageView()
    shown: ui.TextDisplay[Any] = ui.TextDisplay(fitted(as_text(text), LONGEST_TEXT))
    if len(buttons) == 1:
        view.add_item(ui.Section(shown, accessory=buttons[0]))
        return Drawing(view)
    view.add_item(shown)
    if buttons:
        view.add_item(ui.ActionRow(*buttons))
    return Drawing(view)


def _longest_each(lengths: Iterable[int], room: int) -> int:
    # The length of each text, so that all fit and short ones stay whole.
    ordered = sorted(lengths)
    for left, length in zip(range(len(ordered), 0, -1), ordered, strict=True):
        if length * left > room:
            return room // left
        room -= length
    return LONGEST_TEXT
