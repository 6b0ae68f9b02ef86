"""A lesson: a hand played up to the card that matters, what a teacher says on the way, and the answer."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.rules.game import Chance
from bot.rules.moves import Play
from bot.rules.records.pages import HandPages, pages_of
from bot.rules.registry import game_named

_CUT: Final = "cut 20"
_DEALT: Final = 2  # moves until the cards are dealt


@dataclass(frozen=True, slots=True)
class Lesson:
    """A hand of `game`, played up to a question for South, who is the learner.

    `deck` is the pack as it is shuffled; it is cut in the same place in every lesson. `course` are the moves
    after that with commas between them, a card for its play. `stops` are the numbers of these moves made when
    something is `said`; the last stop asks. `right` are the moves that are best; `why` says why, `amiss` what
    is wrong with the others, and `maxim` is the rule with its source. All texts are catalogue messages.
    """

    key: str
    game: str
    title: str
    dealer: int
    deck: str
    course: str
    stops: tuple[int, ...]
    said: tuple[str, ...]
    right: tuple[str, ...]
    why: str
    amiss: str
    maxim: str

    @property
    def pages(self) -> HandPages:
        """The hand up to the question."""
        return _pages(self)

    @property
    def seat(self) -> int:
        """The learner's seat."""
        game = self.pages.game
        return game.seating(game.options({})).names.index("South")

    def is_right(self, move: str) -> bool:
        """Whether that legal move is one of the best."""
        return move in map(_move, self.right)

    def made(self, stop: int) -> int:
        """After how many moves of the hand that stop is."""
        return _DEALT + self.stops[stop]


@cache
def _pages(lesson: Lesson) -> HandPages:
    game = game_named(lesson.game)
    first = state = game.begin(game.options({}), lesson.dealer)
    moves: list[tuple[int | None, str]] = []
    for text in (f"deck {lesson.deck}", _CUT, *map(_move, filter(None, lesson.course.split(", ")))):
        due = game.to_act(state)
        seat = None if isinstance(due, Chance) else due[0]
        moves.append((seat, text))
        state = game.apply(state, seat, game.parse(text)).state
    return pages_of(game, 1, first, moves)


def _move(text: str) -> str:
    return text if text[0].islower() else f"{Play.verb} {text}"
