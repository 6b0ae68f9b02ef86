"""What every message and form is made of: Components V2 in a container, pictures, menus, labelled fields."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final, NamedTuple, TypeAlias

import discord
from discord import ui

from cogs.ui.glyphs import as_text, fitted

LONGEST_ALT: Final = 1024
LONGEST_TEXT: Final = 4000
LONGEST_ANSWER: Final = 100
LONGEST_PLACEHOLDER: Final = 150
LONGEST_TITLE: Final = 45
LONGEST_DESCRIPTION: Final = 100
"""Discord's limits, in characters. All texts of a message together have LONGEST_TEXT; a question of a form is
as short as its title."""

MOST_ANSWERS: Final = 25  # Discord's limit for one menu
BAIZE = discord.Colour(0x1F6B4A)  # the accent colour of a table
TURN = discord.Colour(0xE0A526)  # the accent colour of a panel whose owner is to act

_PER_ROW = 5
_DIGEST_BYTES = 8

Button: TypeAlias = ui.Button[Any]
Menu: TypeAlias = ui.Select[Any] | ui.UserSelect[Any]


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

    @property
    def description(self) -> str:
        """The alt text, cut to Discord's limit."""
        return fitted(self.alt, LONGEST_ALT)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A message ready to be sent. Send each drawing once: its files can be read only once."""

    view: MessageView
    pictures: tuple[Picture, ...] = ()

    def files(self) -> list[discord.File]:
        return [
            discord.File(io.BytesIO(picture.data), picture.name, description=picture.description)
            for picture in self.pictures
        ]


class Answer(NamedTuple):
    """An answer of a menu; `chosen`: the current one; `note`: its description; `emoji`: before the label."""

    value: str
    label: str
    chosen: bool = False
    note: str = ""
    emoji: discord.PartialEmoji | None = None


def options_of(answers: Iterable[Answer]) -> list[discord.SelectOption]:
    """The options of a menu with those answers."""
    return [
        discord.SelectOption(
            label=fitted(as_text(answer.label), LONGEST_ANSWER),
            value=answer.value,
            description=fitted(as_text(answer.note), LONGEST_ANSWER) or None,
            default=answer.chosen,
            emoji=answer.emoji,
        )
        for answer in answers
    ]


def shared_out(answers: Sequence[Answer]) -> list[Sequence[Answer]]:
    """The answers, split evenly over as few menus as hold them."""
    menus = -(-len(answers) // MOST_ANSWERS)
    longest = -(-len(answers) // max(1, menus))
    return [answers[start : start + longest] for start in range(0, len(answers), max(1, longest))]


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

    def small(self, text: str) -> None:
        """Add a paragraph in small letters."""
        self.text(f"-# {text}")

    def picture(self, picture: Picture) -> None:
        """Add a picture. Its file is named after its content, so that an edit of the message can tell whether
        it is there already (`cogs.transport.attachments`)."""
        stem, _, kind = picture.name.rpartition(".")
        digest = blake2b(picture.data, digest_size=_DIGEST_BYTES).hexdigest()
        picture = replace(picture, name=f"{stem}-{digest}.{kind}")
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{picture.name}", description=picture.description)
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


def labelled(text: str, component: ui.Item[Any], description: str = "") -> ui.Label[Any]:
    """A labelled component of a form."""
    return ui.Label(
        text=fitted(as_text(text), LONGEST_TITLE),
        description=fitted(as_text(description), LONGEST_DESCRIPTION) or None,
        component=component,
    )


def menu(name: str, answers: Iterable[Answer]) -> ui.Select[Any]:
    """A menu of a form."""
    return ui.Select(custom_id=name, options=options_of(answers))
