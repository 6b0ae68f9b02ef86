"""What a hand comes to by the tricks taken, the score being what it is.

Bob Short's rules 25 and 26: "fail not, when in your power, to make the odd trick"; "attend to the
game, and play accordingly".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from bot.house.player import seat_of
from bot.rules.cards import Card
from bot.rules.whist.count import Terms, count_hand
from bot.rules.whist.english import HONOUR_POINTS, EnglishWhist
from bot.rules.whist.game import WhistGame
from bot.rules.whist.pack import HONOURS
from bot.rules.whist.play import TRICKS
from bot.rules.whist.state import Penalty, View

GAME_WORTH: Final = 3.0  # what it counts to win the game (or not to lose it), in points of a hand
Held: TypeAlias = tuple[int, int]  # how many honours each side was dealt, the even seats first


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is at stake in a hand of that game."""

    game: WhistGame[Any]

    def honours_of(self, view: View[Any], hands: Sequence[Sequence[Card]]) -> Held | None:
        """The honours the sides were dealt, if the unplayed cards are dealt as in `hands`; None where honours
        do not count."""
        if not isinstance(self.game, EnglishWhist) or view.options.board:
            return None
        played = [play for trick in view.tricks for play in trick.plays]
        played += [((view.leader + turn) % 4, card) for turn, card in enumerate(view.cards)]
        played += [(seat, card) for seat, hand in enumerate(hands) for card in hand]
        sides = [seat % 2 for seat, card in played if card.suit is view.trump and card.rank in HONOURS]
        return sides.count(0), sides.count(1)

    def worth_of_tricks(self, view: View[Any], held: Held | None = None) -> tuple[float, ...]:
        """For every number of tricks the side of the view may end with, what the hand is worth to it.

        `held` are the honours of the sides, None where they are not known or do not count.
        """
        terms, points = self.game.terms_of(view.options), view.score.points
        return _worth(terms, points, _honours(held, points, terms), seat_of(view) % 2)

    def worth_of_penalty(self, view: View[Any], offence: str, way: str) -> float:
        """What the hand, as it was played, is worth to the side of the view if it exacts that penalty for an
        offence of the other side: the points scored, and the game if it is won (Laws 5, 8 and 72)."""
        terms, points, side = self.game.terms_of(view.options), view.score.points, seat_of(view) % 2
        taken = [sum(trick.winner % 2 == other for trick in view.tricks) for other in range(2)]
        honours = _honours(self.honours_of(view, ()), points, terms)
        count = count_hand(points, taken, honours, (Penalty(offence, 1 - side, way),), terms)
        value = float(count.points[side] - count.points[1 - side])
        if count.winner is not None:
            won = GAME_WORTH + self.game.value(view.options, count.total[1 - count.winner])
            value += won if count.winner == side else -won
        return value


def _honours(held: Held | None, points: Sequence[int], terms: Terms) -> tuple[int, int]:
    if held is None:
        return 0, 0
    first, second = (
        HONOUR_POINTS.get(number, 0) if before != terms.target - 1 else 0
        for number, before in zip(held, points, strict=True)
    )
    return first, second


@lru_cache(maxsize=4096)
def _worth(terms: Terms, before: tuple[int, ...], honours: Held, side: int) -> tuple[float, ...]:
    worth = []
    for ours in range(TRICKS + 1):
        taken = (ours, TRICKS - ours) if side == 0 else (TRICKS - ours, ours)
        count = count_hand(before, taken, honours, (), terms)
        value = float(count.made[side] - count.made[1 - side])
        if count.winner is not None:
            value += GAME_WORTH if count.winner == side else -GAME_WORTH
        worth.append(value)
    return tuple(worth)
