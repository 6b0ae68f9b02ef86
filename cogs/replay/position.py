"""A position of a hand that is over, in pictures or in words: what one seat knew, or all hands."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bot.art import USUAL, Style
from bot.rules.catalogue import Catalogue
from bot.rules.events import Event, Scored
from bot.rules.game import AnyGame
from bot.rules.presentation.course import told_in_full
from bot.rules.presentation.scene import Row, Scene
from bot.rules.presentation.text import AnyText
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.tables.judging.analysis import held_at_the_end
from bot.tables.state.chairs import Occupant
from bot.tables.state.snapshot import NameWriter, TableSnapshot
from cogs.hand.reading import hand_in_words, table_lines
from cogs.opening.lobby import heading
from cogs.result.course import course_names, hand_named, unnumbered, whole_tail
from cogs.result.replay_button import Page
from cogs.table.table_message import row_text
from cogs.ui import pictures
from cogs.ui.layout import Layout, Picture
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


class Seen(ABC):
    """A state of a `game` as `seat` knew it, or with all hands if that is None, and who is shown it."""

    state: Any
    viewer: Viewer

    @property
    @abstractmethod
    def game(self) -> AnyGame: ...

    @property
    @abstractmethod
    def seat(self) -> int | None: ...

    @abstractmethod
    def names(self, write: NameWriter = write_name) -> Names:
        """The names of the players."""

    @property
    def words(self) -> Catalogue:
        return self.viewer.words

    @cached_property
    def text(self) -> AnyText:
        """The texts of the game."""
        return text_for(self.game.key, self.words)

    def scene(self, write: NameWriter = write_name) -> Scene:
        """What the seat knew. With all hands it is what everybody knew, less the cards that `hands` show."""
        scene, names = self._scene_of(self.seat, write), self.names(write)
        if self.seat is not None:
            return scene
        dummies = names.seating.dummies
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
            (seat, replace(row, title=names[seat], playable=())) for seat, row in held if row and row.pieces
        ]

    def told_with(self, names: Names, events: Sequence[Event]) -> str:
        """What happened, a line for each thing; the results only to be read aloud. `names` are those of the
        lines that are not read aloud."""
        text = self.text
        if self.viewer.reads:
            return aloud("\n".join(told_in_full(text, events, self.names(), self.seat)), self.words)
        shown = (event for event in events if event.posted or event.recorded)
        told = (event for event in shown if not isinstance(event, Scored))
        lines = filter(None, (text.course_line(event, names) for event in told))
        return "\n".join(unnumbered(whole_tail(line)) for line in lines)

    def _scene_of(self, seat: int | None, write: NameWriter) -> Scene:
        return self.text.scene(self.game.view(self.state, seat), self.names(write))


@dataclass(frozen=True)
class Unnamed(Seen):
    """A state of a hand as the seat `shown` knew it, without its players' names, and without a score."""

    played: AnyGame
    shown: int | None
    state: Any
    viewer: Viewer

    @property
    def game(self) -> AnyGame:
        return self.played

    @property
    def seat(self) -> int | None:
        return self.shown

    def scene(self, write: NameWriter = write_name) -> Scene:
        return replace(super().scene(write), scores=())

    def names(self, write: NameWriter = write_name) -> Names:
        seating = self.game.seating(self.game.options({}))
        return Names(seating, tuple(self.words.pgettext("seat", name) for name in seating.names))


@dataclass(frozen=True)
class Position(Seen):
    """A state of the hand of that page, as the page's seat knew it; with all hands if it names none."""

    snapshot: TableSnapshot
    page: Page
    state: Any
    viewer: Viewer

    @property
    def game(self) -> AnyGame:
        return self.snapshot.game

    @property
    def seat(self) -> int | None:
        return self.page.seat

    @cached_property
    def players(self) -> Sequence[Occupant | None]:
        """Who held the chairs at the end of the hand."""
        if self.snapshot.finished_hand(self.page.hand) is None:
            return [seat.occupant for seat in self.snapshot.table.chairs]
        return held_at_the_end(self.snapshot, self.page.hand)

    def names(self, write: NameWriter = write_name) -> Names:
        return self.snapshot.names_of(self.players, write, self.words)

    def head(self, title: str, reached: str) -> str:
        """The first lines of a message: `title` has a place for the `{hand}`."""
        table, words = self.snapshot.table, self.words
        title = words.pgettext("heading", title, hand=hand_named(table, self.page.hand, words))
        return f"### {title}\n{heading(self.snapshot, words).removeprefix('### ')} · {reached}"

    def told(self, events: Sequence[Event]) -> str:
        """What happened, as `told_with` has it."""
        return self.told_with(course_names(self.snapshot, self.players, self.words), events)


async def lay_position(layout: Layout, position: Seen, told: str = "") -> None:
    """Add the table and the hands to a message, then what was `told` on the way there, then the score."""
    viewer, scene = position.viewer, position.scene()
    if viewer.pictures and not viewer.reads:
        for picture in await drawn(position):
            layout.picture(picture)
    else:
        layout.text(_in_words(position, scene))
    layout.text(told)
    small = scene.scores if viewer.reads else (*scene.facts_beside(pictured=viewer.pictures), *scene.scores)
    layout.text("\n".join(f"-# {line}" for line in small))


def _in_words(position: Seen, scene: Scene) -> str:
    words, names, seat = position.words, position.names(), position.seat
    hands = scene.hands or tuple(filter(None, [scene.hand]))
    if seat is None:
        hands = tuple(row for _, row in position.hands())
    if not position.viewer.reads:
        return "\n".join(row_text(row, names.seats, words) for row in (*scene.table, *hands))
    last = position.text.last_trick(position.game.view(position.state, seat), names)
    lines = [*table_lines(scene, names, words), *filter(None, [last])]
    return aloud("\n".join([*lines, *(line for row in hands for line in hand_in_words(row, words))]), words)


async def drawn(position: Seen) -> list[Picture]:
    """The table and the hands in pictures."""
    scene, names = position.scene(drawn_name), position.names(drawn_name)
    words, style, seat = position.words, position.viewer.style, position.seat
    found = await pictures.table(scene, names, words, seat=seat, style=style)
    if seat is None:
        return [*found, *await pictures.all_hands(position.hands(drawn_name), scene, names, words, style)]
    for row in scene.hands:
        if row is not scene.hand and row.pieces:
            found.append(await pictures.other_hand(row, scene, words, style))
    if scene.hand is not None and scene.hand.pieces:
        found.append(await pictures.hand(scene.hand, scene, words, style))
    return found
