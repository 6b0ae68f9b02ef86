"""A position of a hand that is over, in pictures or in words: what one seat knew, or all hands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bot.art import USUAL, Style
from bot.rules.catalogue import Catalogue
from bot.rules.presentation.scene import Row, Scene
from bot.rules.presentation.text import AnyText
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.tables.judging.hand_pages import players_of
from bot.tables.state.chairs import Occupant
from bot.tables.state.snapshot import NameWriter, TableSnapshot
from cogs.hand.reading import hand_in_words, hands_in_words, table_lines
from cogs.table.table_message import row_text
from cogs.ui import pictures
from cogs.ui.layout import Layout
from cogs.ui.names import drawn_name, write_name
from cogs.words.aloud import aloud


@dataclass(frozen=True, slots=True)
class Viewer:
    """How somebody is shown a hand: in their language, with `pictures` in their style or without, or to be
    read aloud (`reads`)."""

    words: Catalogue
    pictures: bool
    reads: bool = False
    style: Style = USUAL


@dataclass(frozen=True)
class Position:
    """A state of hand `hand` of that table, as `seat` knew it; None: with all hands."""

    snapshot: TableSnapshot
    hand: int
    state: Any
    seat: int | None
    words: Catalogue

    @cached_property
    def text(self) -> AnyText:
        """The texts of the game."""
        return text_for(self.snapshot.table.game, self.words)

    @cached_property
    def players(self) -> Sequence[Occupant | None]:
        """Who held the chairs at the end of the hand."""
        return players_of(self.snapshot, self.hand)

    def names(self, write: NameWriter = write_name) -> Names:
        return self.snapshot.names_of(self.players, write)

    def scene(self, write: NameWriter = write_name) -> Scene:
        """What the seat knew. With all hands it is what everybody knew, less the cards that `hands` show."""
        scene = self._scene_of(self.seat, write)
        if self.seat is not None:
            return scene
        dummies = self.snapshot.seating.dummies
        rows = (
            row
            for row in scene.rows
            if any(piece != "??" for piece in row.pieces) and not (row.owners and row.owners[0] in dummies)
        )
        return replace(scene, rows=tuple(rows))

    def hands(self, write: NameWriter = write_name) -> list[tuple[int, Row]]:
        """The hands that are not empty, by seat, each under its player's name."""
        names = self.names(write)
        held = ((seat, self._scene_of(seat, write).hand) for seat in range(len(names.seats)))
        return [
            (seat, replace(row, title=names[seat], playable=()))
            for seat, row in held
            if row is not None and row.pieces
        ]

    def _scene_of(self, seat: int | None, write: NameWriter) -> Scene:
        return self.text.scene(self.snapshot.game.view(self.state, seat), self.names(write))


async def lay_position(layout: Layout, position: Position, viewer: Viewer) -> None:
    """Add the table and the hands to a message."""
    if viewer.reads:
        layout.text(aloud("\n".join(_read(position)), viewer.words))
    elif viewer.pictures:
        await _lay_pictures(layout, position, viewer)
    else:
        layout.text("\n".join(_written(position)))
    scene = position.scene()
    small = scene.scores if viewer.reads else (*scene.facts_beside(pictured=viewer.pictures), *scene.scores)
    layout.text("\n".join(f"-# {line}" for line in small))


async def _lay_pictures(layout: Layout, position: Position, viewer: Viewer) -> None:
    scene, names = position.scene(drawn_name), position.names(drawn_name)
    words, seat, style = viewer.words, position.seat, viewer.style
    for picture in await pictures.table(scene, names, words, seat=seat, style=style):
        layout.picture(picture)
    if seat is None:
        for picture in await pictures.all_hands(position.hands(drawn_name), scene, names, words, style):
            layout.picture(picture)
        return
    for row in scene.hands:
        if row is not scene.hand and row.pieces:
            layout.picture(await pictures.other_hand(row, scene, words, style))
    if scene.hand is not None and scene.hand.pieces:
        layout.picture(await pictures.hand(scene.hand, scene, words, style))


def _read(position: Position) -> list[str]:
    scene, words = position.scene(), position.words
    lines = table_lines(scene, position.names(), words)
    if position.seat is not None:
        return [*lines, *hands_in_words(scene, words)]
    return [*lines, *(line for _, row in position.hands() for line in hand_in_words(row, words))]


def _written(position: Position) -> list[str]:
    scene, names = position.scene(), position.names().seats
    hands = [row for _, row in position.hands()]
    if position.seat is not None:
        hands = list(scene.hands or filter(None, [scene.hand]))
    return [row_text(row, names, position.words) for row in (*scene.table, *hands)]
