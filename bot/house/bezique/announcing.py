"""What to declare after a trick: the points now, and what can still be scored after it (Cady, Declaring)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.house.bezique.known import Known
from bot.house.bezique.prospects import Made, Prospects, backlog
from bot.house.bezique.weights import Weights
from bot.rules.bezique.combinations import MARRIAGE, SEQUENCE_RANKS
from bot.rules.bezique.moves import Declare, Exchange, ScoreKept, ShowSeven
from bot.rules.bezique.named import Named, unseen
from bot.rules.bezique.state import View
from bot.rules.cards import Rank
from bot.rules.moves import Move

_AT_ONCE: Final = 1e6  # more than any combination scores
_BESIDE: Final = frozenset(SEQUENCE_RANKS) - {Rank.KING, Rank.QUEEN}  # what a sequence needs with a marriage
_SETTLED: Final = 20  # tricks to declare after, with fewer of which any trumps are made


@dataclass(frozen=True)
class Announcing:
    """What the seat that has won a trick may declare, one weighed against another."""

    known: Known
    weights: Weights

    def worth(self) -> dict[Move, float]:
        """What each move makes in the end, in points; of moves that score alike the one that shows least."""
        moves = distinct(self.known.view.legal)
        return {move: self._worth(move) for move in moves if not self._makes_bare_trumps(move)}

    def _makes_bare_trumps(self, move: Move) -> bool:
        # With kings and queens alone of a suit, and time for another, its sequence is as likely the other's.
        known = self.known
        if not known.mends or known.view.trump is not None or known.chances < _SETTLED:
            return False
        if not isinstance(move, Declare | ScoreKept) or move.key != MARRIAGE.key or not known.view.may_score:
            return False
        suit = move.cards[0].card.suit
        return not any(named.card.suit is suit and named.card.rank in _BESIDE for named in known.cards)

    def _worth(self, move: Move) -> float:
        view = self.known.view
        points = points_of(view, move) if view.may_score else 0
        if points and wins_at_once(view, points):
            return _AT_ONCE + points
        cards: Sequence[Named] = self.known.cards
        made = None
        match move:
            case Declare(key, declared) | ScoreKept(key, declared):
                made = Made(view.variant.kind(key), declared, scored=view.may_score)
            case Exchange() if view.turn_up is not None:
                left = list(cards)
                left.remove(next(named for named in cards if self.known.scores_as_seven(named)))
                cards = (*left, unseen(view.turn_up))
        hopes, ready = Prospects(self.known, cards, self.weights, made).whole()
        return points + hopes + backlog(ready, self.known.chances, self.weights)


def distinct(moves: Sequence[Move]) -> list[Move]:
    """The moves, of declarations of one kind and suit only that which shows fewest cards."""
    kept: dict[object, Move] = {}
    for move in moves:
        if not isinstance(move, Declare):
            kept[move] = move
            continue
        key = (move.key, move.cards[0].card.suit)
        other = kept.get(key)
        if not isinstance(other, Declare) or fresh_in(move) < fresh_in(other):
            kept[key] = move
    return list(kept.values())


def fresh_in(move: Declare) -> int:
    """How many cards it shows that nobody has seen."""
    return sum([not named.index for named in move.cards])


def points_of(view: View, move: Move) -> int:
    """What the move scores if anything is scored after this trick."""
    match move:
        case Declare(key, cards) | ScoreKept(key, cards):
            kind = view.variant.kind(key)
            return kind.points_for(kind.suit_of([named.card for named in cards]), view.trump)
        case Exchange() | ShowSeven():
            return view.variant.seven.points if view.variant.seven else 0
    return 0


def wins_at_once(view: View, points: int) -> bool:
    """Whether so many points end the game on the spot (AMB-F4), the hand not being played out."""
    target = view.variant.target
    if view.variant.plays_on or target is None or view.seat is None:
        return False
    return view.points[view.side_of(view.seat)] + points >= target
