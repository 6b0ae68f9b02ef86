"""A message ready to be sent: a Components V2 view and the pictures it shows."""

import io
from dataclasses import dataclass

import discord
from discord import ui

from cogs.ui.glyphs import fitted

LONGEST_ALT = 1024
"""Discord's limit, in characters."""


class MessageView(ui.LayoutView):
    """A view that never times out. discord.py would keep that of an ephemeral message for 15 minutes, with
    a timer; we find presses by their custom_id."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @property
    def timeout(self) -> float | None:
        return None

    @timeout.setter
    def timeout(self, value: float | None) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a message, with its `alt` text."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A message ready to be sent. Send each drawing once: its files can be read only once."""

    view: MessageView
    pictures: tuple[Picture, ...] = ()

    def files(self) -> list[discord.File]:
        return [
            discord.File(io.BytesIO(p.data), p.name, description=fitted(p.alt, LONGEST_ALT))
            for p in self.pictures
        ]
