"""What a hand comes to by the tricks taken, the score being what it is.

Bob Short's rules 25 and 26: "fail not, when in your power, to make the odd trick"; "attend to the
game, and play accordingly".
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from bot.house.player import seat_of
from bot.rules.cards import Card
from bot.rules.whist.american import AmericanWhist
from bot.rules.whist.count import Terms, count_hand
from bot.rules.whist.dummy.game import DoubleDummy, Dummy
from bot.rules.whist.english import HONOUR_POINTS, EnglishWhist, EnglishWhistOptions
from bot.rules.whist.game import WhistGame
from bot.rules.whist.options import WhistOptions
from bot.rules.whist.pack import HONOURS
from bot.rules.whist.play import TRICKS
from bot.rules.whist.state import Penalty, View

GAME_WORTH: Final = 3.0
"""What it counts to win the game (or not to lose it), in points of a hand."""

_RULES: Final[Mapping[type[WhistOptions], WhistGame[Any]]] = {
    game.options_type: game for game in (AmericanWhist(), EnglishWhist(), Dummy(), DoubleDummy())
}

Held: TypeAlias = tuple[int, int]
"""How many honours each side was dealt, the even seats first."""


def honours_of(view: View[Any], hands: Sequence[Sequence[Card]]) -> Held | None:
    """The honours the sides were dealt, if the unplayed cards are dealt as in `hands`; None in a game
    without them.
    """
    if not isinstance(view.options, EnglishWhistOptions) or view.options.board:
        return None
    played = [play for trick in view.tricks for play in trick.plays]
    played += [((view.leader + turn) % 4, card) for turn, card in enumerate(view.cards)]
    played += [(seat, card) for seat, hand in enumerate(hands) for card in hand]
    sides = [seat % 2 for seat, card in played if card.suit is view.trump and card.rank in HONOURS]
    return sides.count(0), sides.count(1)


def worth_of_tricks(view: View[Any], held: Held | None = None) -> tuple[float, ...]:
    """For every number of tricks the side of the view may end with, what the hand is worth to it.

    `held` are the honours of the sides, None where they are not known or do not count.
    """
    terms, points = _RULES[type(view.options)].terms_of(view.options), view.score.points
    honours = (0, 0)
    if held:
        honours = (_honours(held[0], points[0], terms), _honours(held[1], points[1], terms))
    return _worth(terms, points, honours, seat_of(view) % 2)


def _honours(held: int, points: int, terms: Terms) -> int:
    return HONOUR_POINTS.get(held, 0) if points != terms.target - 1 else 0


def worth_of_penalty(view: View[Any], offence: str, way: str) -> float:
    """What the hand, played as it was, is worth to the side of the view if it exacts that for an offence of
    the other side: the points scored, and the game if it is won, with its value (Laws 5, 8 and 72)."""
    game, points, side = _RULES[type(view.options)], view.score.points, seat_of(view) % 2
    terms = game.terms_of(view.options)
    taken = [sum(trick.winner % 2 == other for trick in view.tricks) for other in range(2)]
    honours, held = (0, 0), honours_of(view, ())
    if held:
        honours = (_honours(held[0], points[0], terms), _honours(held[1], points[1], terms))
    count = count_hand(points, taken, honours, (Penalty(offence, 1 - side, way),), terms)
    value = float(count.points[side] - count.points[1 - side])
    if count.winner is not None:
        won = GAME_WORTH + game.value(view.options, count.total[1 - count.winner])
        value += won if count.winner == side else -won
    return value


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
