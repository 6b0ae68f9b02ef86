"""What a table looks like to one viewer, for any surface to draw.

A game describes its piles, rows, scores and possible moves; the Discord surface draws them without asking
which game it is.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal

from bot.rules.seats import Names


class Layout(Enum):
    """How the pieces of a row lie."""

    TRICK = "trick"  # played one after another, each before its owner
    SPREAD = "spread"  # side by side: a hand, declared cards, a turned-up card
    LINE = "line"  # end to end: a line of dominoes, from left to right


@dataclass(frozen=True, slots=True)
class Row:
    """A row of pieces: a hand, the trick in progress, declared cards, a line of dominoes.

    `pieces` are in the notation (`??` for one face down), `faces` as a person reads them. `owners`
    are the seats that played them (TRICK), or those whose cards they are (SPREAD), if they are anybody's:
    one seat, or partners who share them. `marked` is the index of a piece to set off, and
    `mark` says what it is: the `best` so far, or the one that a trick was `taken by`. `playable` says of
    each piece of a hand whether its owner may play it now; empty when it is not their turn. `note` is a
    word on what lies beside the row, as the number of pieces in the stock.
    """

    title: str
    pieces: tuple[str, ...]
    faces: tuple[str, ...]
    layout: Layout = Layout.SPREAD
    owners: tuple[int, ...] = ()
    marked: int | None = None
    mark: str = ""
    playable: tuple[bool, ...] = ()
    note: str = ""

    def named(self, names: Names) -> "Row":
        """The row with these names, if it was made with `Names.marks`."""
        title = names.fill(self.title)
        return self if title is self.title else replace(self, title=title)

    @property
    def groups(self) -> tuple[tuple[str, str, int], ...]:
        """Like pieces together, in the order in which the first of each lies: notation, face, how many."""
        number = Counter(zip(self.pieces, self.faces, strict=True))
        return tuple((piece, face, count) for (piece, face), count in number.items())


@dataclass(frozen=True, slots=True)
class Duel:
    """Two seats that play tricks of their own beside another two: the last tricks of four-handed bezique.

    `seats` are the two in the order they are named; `trick`, `last` and `leader` are of their own tricks, as
    on a `Board`. A finished duel has neither a trick nor a leader.
    """

    seats: tuple[int, int]
    trick: Row | None
    last: Row | None
    leader: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """What lies before everybody where tricks are played.

    `trick` is the trick in progress and `last` the one taken before it, both rows of layout TRICK. `leader`
    is the seat that led the trick in progress, or is to lead. `tallies` says of each side in a few words
    what it has taken. `stock` is the number of cards that can still be drawn, None in games without a
    stock; `turn_up` is the card that lies open, its notation and its face. `notes` are the facts of the
    scene that nobody can see from the board.

    Where two tricks are played side by side, `duels` has both, and `trick`, `last` and `leader` are None.
    """

    trick: Row | None
    last: Row | None
    leader: int | None
    tallies: tuple[str, ...]
    stock: int | None = None
    turn_up: tuple[str, str] | None = None
    notes: tuple[str, ...] = ()
    duels: tuple[Duel, ...] = ()

    @property
    def tricks(self) -> tuple[Row, ...]:
        """The trick in progress, or those of the duels; none before a lead."""
        return tuple(part.trick for part in self.duels or (self,) if part.trick is not None)

    @property
    def taken(self) -> tuple[Row, ...]:
        """The last trick, or those of the duels."""
        return tuple(part.last for part in self.duels or (self,) if part.last is not None)

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who led the trick in progress, or is to lead; with duels one of each that is not over."""
        return tuple(part.leader for part in self.duels or (self,) if part.leader is not None)

    @property
    def to_lead(self) -> tuple[int, ...]:
        """Of the leaders, those who have not led yet."""
        return tuple(
            part.leader for part in self.duels or (self,) if part.leader is not None and part.trick is None
        )


@dataclass(frozen=True, slots=True)
class Place:
    """One seat at the table: its notes (`dealer`, `3 tricks`), and whether it is to move.

    `remark` is the note that everybody must see at a glance, in a few words: `below the rubicon`. It is
    printed on the seat's plate in the picture of a board.
    """

    seat: int
    notes: tuple[str, ...]
    to_act: bool
    remark: str = ""


class Sense(Enum):
    """How a move compares with the other choices."""

    ORDINARY = "ordinary"
    RISKY = "risky"  # it gives up the hand or the game, or may lose it at once
    LAST_RESORT = "last resort"  # it passes up what else is offered, or is seldom what one wants


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that could be made: its notation, a button label, the words for it and its `sense`.

    Choices of one `group` stand together under its name; those without one, the ordinary plays,
    come first. Those that are `listed` are in a menu however few there are.
    """

    move: str
    label: str
    words: str
    enabled: bool = True
    group: str = ""
    listed: bool = False
    sense: Sense = Sense.ORDINARY

    def named(self, names: Names) -> "Choice":
        """The choice with these names, if it was made with `Names.marks`."""
        label = names.fill(self.label)
        return self if label is self.label else replace(self, label=label, words=names.fill(self.words))


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything to be shown of a table to a spectator, or to one seat.

    `news` is what has just happened to that seat alone, in one sentence, empty if nothing has. `title` says
    where the match stands and, once it is over, how it ended. `prompt` asks the person in the seat to act, in
    one sentence, and is empty when it is not their turn. `choices` are that seat's moves; those not enabled
    are shown but cannot be made. For a spectator `choices` are the moves of the seat to act, where showing
    them reveals nothing. `trump` is the letter of the trump suit, or the number on the dominoes that are
    trumps, `pack` the pack whose faces are drawn. `hands` are the two hands of somebody who plays dummy's as
    well, dummy's first; `hand` is the one whose moves the choices are. `board` is the trick-taking table once
    cards are out, and `rows` is whatever else lies there. A row of layout SPREAD with an owner holds open
    cards: at most one row for each seat, in reading order, drawn and said with like cards together.
    """

    title: str
    facts: tuple[str, ...]
    places: tuple[Place, ...]
    rows: tuple[Row, ...]
    scores: tuple[str, ...]
    hand: Row | None = None
    prompt: str = ""
    news: str = ""
    trump: str | None = None
    pack: Literal["ordinary", "bishops"] = "ordinary"
    choices: tuple[Choice, ...] = field(default=())
    board: Board | None = None
    hands: tuple[Row, ...] = ()

    def named(self, names: Names) -> "Scene":
        """The scene with these names, if it was made with `Names.marks`."""
        fill, board = names.fill, self.board
        if board is not None and board.notes:
            board = replace(board, notes=tuple(map(fill, board.notes)))
        return replace(
            self,
            title=fill(self.title),
            facts=tuple(map(fill, self.facts)),
            rows=tuple(row.named(names) for row in self.rows),
            scores=tuple(map(fill, self.scores)),
            prompt=fill(self.prompt),
            news=fill(self.news),
            choices=tuple(choice.named(names) for choice in self.choices),
            board=board,
        )

    def facts_beside(self, *, pictured: bool) -> tuple[str, ...]:
        """The facts to be said in words; beside the picture of a board only those it does not show."""
        return self.board.notes if pictured and self.board is not None else self.facts

    @property
    def table(self) -> tuple[Row, ...]:
        """All rows that lie on the table: the tricks in progress, the last ones, then the others."""
        return self.rows if self.board is None else (*self.board.tricks, *self.board.taken, *self.rows)
