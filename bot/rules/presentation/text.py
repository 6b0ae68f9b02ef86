"""How a game is shown and described in the reader's language.

Rules know nothing of this; a `GameText` knows the views and the events of one game's rules.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from bot.rules import cards, tiles
from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.errors import NotationError
from bot.rules.events import Dealt, Event, Played, Scored, Undone
from bot.rules.game import AnyGame
from bot.rules.moves import Move
from bot.rules.pieces import Piece
from bot.rules.preliminaries.phases import PRELIMINARIES, Shuffled
from bot.rules.preliminaries.text import describe_preliminary
from bot.rules.presentation.gone import Gone, gone_by_suit
from bot.rules.presentation.profiles import Profile
from bot.rules.presentation.result import ResultSheet
from bot.rules.presentation.scene import Choice, Scene, Sense
from bot.rules.seats import Names

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class MoveText:
    """A move in words: a button `label` (at most 80 characters), the `words` for a sentence or a screen
    reader, the name of the `group` it stands in (ordinary plays have none), and its `sense`. It is a button,
    unless it is `listed`: then it is always in a menu. `piece` is the label of one such piece, where the
    label counts like ones."""

    label: str
    words: str
    group: str = ""
    listed: bool = False
    sense: Sense = Sense.ORDINARY
    piece: str = ""

    @property
    def uncounted(self) -> str:
        """The label, without the number of like pieces."""
        return self.piece or self.label


class GameText(ABC, Generic[V]):
    """How a game is shown and described, in the language of `words`.

    `in_tricks`: it is played in tricks. In the course of a hand (`course.py`), events of the kinds `opening`
    come before its first play, and those of `awaiting` are shown only until something follows them. Those of
    `routine` may be summed up once the hand is over, if it has more than `longest` lines; during a hand the
    `latest` lines are shown in full. Runs of `flowing` events make one paragraph. `heard` events are not
    posted, but are told to people who read by ear.
    """

    in_tricks: ClassVar[bool] = True

    opening: ClassVar[tuple[type[Event], ...]] = PRELIMINARIES
    awaiting: ClassVar[tuple[type[Event], ...]] = (Shuffled,)
    routine: ClassVar[tuple[type[Event], ...]] = ()
    flowing: ClassVar[tuple[type[Event], ...]] = ()
    heard: ClassVar[tuple[type[Event], ...]] = ()
    turned: ClassVar[tuple[type[Event], ...]] = ()
    """Of these events only the last may be looked at while the hand is played."""

    latest: ClassVar[int] = 8
    longest: ClassVar[int] = 16

    def __init__(self, profile: Profile, words: Catalogue = ENGLISH) -> None:
        self.profile = profile
        self.words = words
        self.gettext = words.gettext
        self.ngettext = words.ngettext
        self.pgettext = words.pgettext
        self.npgettext = words.npgettext

    @property
    def name(self) -> str:
        """The game's name."""
        return self.pgettext("game", self.profile.name)

    @property
    def summary(self) -> str:
        """One line for people choosing a game."""
        return self.gettext(self.profile.summary)

    @property
    def family(self) -> str:
        """The games it is listed among: `Whist`."""
        return self.pgettext("family", self.profile.family)

    def length(self, game: AnyGame) -> str:
        """How many play and about how long, for people choosing a game: `4 players · 20 min`."""
        fewest, most = game.players()
        players = str(most)
        if fewest != most:
            players = self.gettext("{fewest} to {most}", fewest=fewest, most=most)
        return self.gettext(
            "{players} players · {minutes} min", players=players, minutes=self.profile.minutes
        )

    def headline(self, game: AnyGame) -> str:
        """The game in one line, for people choosing one; at most 100 characters."""
        return f"{self.name} · {self.length(game)}"

    def cut_decides(self, options: Any) -> str:
        """What a cut before the first hand decides under these options apart from the deal, for people who
        sit down: a sentence without its full stop; empty if nothing."""
        return ""

    @abstractmethod
    def scene(self, view: V, names: Names) -> Scene:
        """The table as that view's owner sees it, ready to be drawn."""

    @abstractmethod
    def describe_move(self, view: V, move: Move, names: Names) -> MoveText:
        """A move that the seat of this view may make, or has just made, in words."""

    def describe_event(self, event: Event, names: Names) -> str:
        """The event in words, for people who may see it; several lines where there is much to say.

        A game's own text handles the game's events and leaves the common ones to this.
        """
        match event:
            case Dealt(seat, pieces):
                faces = self.words.faces(pieces)
                return self.gettext("{name} takes up {pieces}.", name=names[seat], pieces=faces)
            case Played(seat, card):
                return self.gettext("{name} plays {card}.", name=names[seat], card=self.words.face(card))
            case Undone():
                return self._undone(event, names)
        sentence = describe_preliminary(self.words, event, names)
        if sentence is None:
            raise TypeError(f"no words for {event!r}")
        return sentence

    def _undone(self, event: Undone, names: Names) -> str:
        name, faces = names[event.seat], faces_in(event.move, self.words)
        taken_back = (
            self.gettext("{name} takes back {pieces}.", name=name, pieces=faces)
            if faces
            else self.gettext("{name} takes back the last move.", name=name)
        )
        others = event.moves - 1
        if not others:
            effect = self.gettext("It no longer counts.")
            return f"{taken_back} {effect}"
        effect = self.ngettext(
            "That and the move after it no longer count.",
            "That and the {number} moves after it no longer count.",
            others,
        )
        return f"{taken_back} {effect}"

    def told_line(self, event: Event, names: Names) -> str:
        """The event in words to be read aloud, on one line; empty if it needs none."""
        return " ".join(self.describe_event(event, names).splitlines())

    def course_line(self, event: Event, names: Names) -> str:
        """The event as a line of the hand's course, in Markdown; empty if it needs none."""
        return self.told_line(event, names)

    def course_note(self, events: Sequence[Event], names: Names) -> str:
        """What stands below the course of a hand that is over; empty for none."""
        return ""

    def course_summary(self, events: Sequence[Event], names: Names) -> str:
        """Several lines of the course of a hand in one."""
        return self.ngettext("{number} thing before that.", "{number} things before that.", len(events))

    def hand_title(self, number: int) -> str:
        """What the hand of that number is called: `Hand 3`."""
        return self.pgettext("heading", "Hand {hand}", hand=number)

    @property
    def next_hand(self) -> str:
        """The button that deals the next one."""
        return self.pgettext("button", "Next hand")

    @property
    def next_hand_soon(self) -> str:
        """Says that the next hand is dealt by itself."""
        return self.gettext("The next hand is dealt in a moment.")

    def last_trick(self, view: V, names: Names) -> str | None:
        """The last trick in words, to be looked at again (Law 91); None if there is none."""
        return None

    def no_last_trick(self, view: V) -> str:
        """Why there is no last trick to look at."""
        if self.in_tricks:
            return self.gettext("No trick has been taken yet in this hand.")
        return self.gettext("Nothing has been played in this hand yet.")

    def gone(self, course: Sequence[Event], scene: Scene) -> tuple[Gone, ...]:
        """What has been played in the hand, by what players count in this game: the suits of cards.

        `course` are the hand's events so far, `scene` is the table now.
        """
        return gone_by_suit(self.words, course, scene)

    @abstractmethod
    def result(
        self, events: Sequence[Scored], names: Names, course: Sequence[Event] = ()
    ) -> ResultSheet | None:
        """The result of the units of play that ended together; None if there are none.

        `course` are the hand's events; without them the sheet has less in it.
        """

    def choices(self, view: V, moves: Iterable[Move], names: Names, *, enabled: bool = True) -> list[Choice]:
        """The moves as choices to be shown, in their order."""
        described = ((move, self.describe_move(view, move, names)) for move in moves)
        return [
            Choice(str(move), text.label, text.words, enabled, text.group, text.listed, text.sense)
            for move, text in described
        ]


def faces_in(move: str, words: Catalogue) -> str:
    """The pieces a written move names, as they are drawn: of `play KH/1` one, of `cut 20` none."""
    pieces: list[Piece] = []
    for word in move.split()[1:]:
        try:
            pieces.append((tiles if "-" in word else cards).parse(word.partition("/")[0]))
        except NotationError:
            continue
    return words.faces(pieces)


AnyText: TypeAlias = GameText[Any]
