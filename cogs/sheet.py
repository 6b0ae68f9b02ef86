"""The sheet every message of the bot is drawn on: Components V2, dynamic items, pictures."""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.custom_ids import Press
from cogs.glyphs import as_text
from cogs.items import PressButton

_PER_ROW = 5


class Sheet(ui.LayoutView):
    """A view that lives as long as its message.

    discord.py would give the view of an ephemeral message a 15-minute timer, and its expiry
    unregisters the dynamic items for the whole bot; so this one takes no timer.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @property
    def timeout(self) -> float | None:
        """None, whatever it is set to."""
        return None

    @timeout.setter
    def timeout(self, value: float | None) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be shown in a sheet; `alt` says what can be seen in it."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet ready to be sent. Send each drawing once: files can be read only once."""

    sheet: Sheet
    pictures: tuple[Picture, ...] = ()

    def files(self) -> list[discord.File]:
        """The pictures as attachments."""
        return [discord.File(io.BytesIO(p.data), p.name, description=p.alt[:1024]) for p in self.pictures]


class Composer:
    """Puts a sheet together from top to bottom."""

    def __init__(self, colour: discord.Colour | None = None) -> None:
        self._box: ui.Container[Any] = ui.Container(accent_colour=colour)
        self._pictures: list[Picture] = []

    def text(self, text: str) -> None:
        """A paragraph of Markdown; nothing if it is empty."""
        if text:
            self._box.add_item(ui.TextDisplay(as_text(text)[:4000]))

    def rule(self) -> None:
        """A thin line."""
        self._box.add_item(ui.Separator())

    def picture(self, picture: Picture) -> None:
        """A picture over the whole width."""
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{picture.name}", description=picture.alt[:1024])
        self._box.add_item(gallery)
        self._pictures.append(picture)

    def buttons(self, buttons: Iterable[PressButton]) -> None:
        """Buttons, five to a row."""
        pressed = list(buttons)
        for start in range(0, len(pressed), _PER_ROW):
            self._box.add_item(ui.ActionRow(*pressed[start : start + _PER_ROW]))

    def item(self, item: ui.Item[Any]) -> None:
        """Anything else that fits in a container."""
        self._box.add_item(item)

    def drawing(self) -> Drawing:
        """The finished sheet."""
        sheet = Sheet()
        sheet.add_item(self._box)
        return Drawing(sheet, tuple(self._pictures))


def note(text: str) -> Drawing:
    """A sheet with nothing but a text."""
    sheet = Sheet()
    sheet.add_item(ui.TextDisplay(as_text(text)[:4000]))
    return Drawing(sheet)


def post_sheet(text: str, accessory: Press | None, label: str = "") -> Drawing:
    """A post in the channel, with a button beside it when there is something to press."""
    if accessory is None:
        return note(text)
    sheet = Sheet()
    sheet.add_item(ui.Section(ui.TextDisplay(as_text(text)[:4000]), accessory=PressButton(accessory, label)))
    return Drawing(sheet)
