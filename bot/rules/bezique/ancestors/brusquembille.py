"""Brusquembille: tricks, and the points of the cards in them (RULES G2; Cady, Introductory)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from bot.rules.bezique import declaring
from bot.rules.bezique.ancestors.card_points import card_points
from bot.rules.bezique.declaring import SevenHeld
from bot.rules.bezique.ending import Counted
from bot.rules.bezique.events import HandScored, TrickTaken
from bot.rules.bezique.game import BeziqueGame
from bot.rules.bezique.house_rules import FamilyOptions, deals_in_a_match
from bot.rules.bezique.moves import DrawCards, Exchange, ShowSeven
from bot.rules.bezique.state import Deal, InHand, Match, Playing, State
from bot.rules.bezique.variant import Seven, Variant
from bot.rules.cards import Card, Rank
from bot.rules.errors import RuleError
from bot.rules.events import Event, Scored
from bot.rules.game import Step
from bot.rules.match import GameResult, leader
from bot.rules.moves import Move
from bot.rules.options import Offer, option
from bot.rules.seats import TWO_ALONE, Seating

COUNTERS: Final = {Rank.ACE: 2, Rank.TEN: 1}
"""Counters that the winner of a trick is paid by each other player for a brusquembille in it."""

_SEATINGS: Final = {
    "two": TWO_ALONE,
    "three": Seating(("North", "East", "West"), ((0,), (1,), (2,))),
    "four": Seating(("North", "East", "South", "West"), ((0,), (1,), (2,), (3,))),
    "five": Seating(tuple(f"Chair {seat + 1}" for seat in range(5)), ((0,), (1,), (2,), (3,), (4,))),
}


@dataclass(frozen=True, slots=True)
class BrusquembilleOptions(FamilyOptions):
    """House rules; the defaults are the rulings of the rule sheet."""

    players: Literal["two", "three", "four", "five"] = option(
        "How many play?",
        "RULES G2.6",
        {
            "two": "Two players",
            "three": "Three players, each alone, without the sevens of clubs and diamonds",
            "four": "Four players, each alone",
            "five": "Five players, each alone, without the sevens of clubs and diamonds",
        },
        title="Players",
        offer=Offer.LOBBY,
        presses={
            "two": "Two players instead",
            "three": "Three players instead",
            "four": "Four players instead",
            "five": "Five players instead",
        },
    )
    match: Literal["game", "partie"] = deals_in_a_match("GAP-G7")
    exchange: Literal["after-a-trick", "on-your-turn"] = option(
        "When may the seven of trumps be exchanged for the turn-up?",
        "GAP-G2",
        {"after-a-trick": "After winning a trick", "on-your-turn": "Whenever it is your turn to play"},
        usual="on-your-turn",
        title="Exchanging the seven of trumps",
    )
    last_tricks: Literal["any-card", "win"] = option(
        "What must be played once the stock is out?",
        "RULES G2.4",
        {"any-card": "Any card, as before", "win": "Follow suit and win if you can, or trump"},
        title="The last tricks",
        offer=Offer.MORE,
    )


@cache
def brusquembille(options: BrusquembilleOptions) -> Variant:
    """The game under these house rules."""
    return Variant(
        seating=_SEATINGS[options.players],
        packs=1,
        packets=(3,),
        declarations=(),
        seven=Seven(points=0, besides=True, on_turn=options.exchange == "on-your-turn"),
        target=None,
        plays_on=True,
        games=3 if options.match == "partie" else 1,
        left_out=("7C", "7D") if options.players in ("three", "five") else (),
        must_win=options.last_tricks == "win",
        one_hand=True,
    )


_DRAW: Final = (DrawCards(),)


class Brusquembille(BeziqueGame[BrusquembilleOptions]):
    """Three cards each and no declarations: most of the 120 points of the cards win."""

    key = "brusquembille"
    options_type = BrusquembilleOptions
    own_move = Exchange

    def variant(self, options: BrusquembilleOptions) -> Variant:
        return brusquembille(options)

    def trick_points(self, match: Match, deal: Deal) -> int:
        return card_points(deal.table)

    def seven_held(self, match: Match, deal: Deal, seat: int, move: Exchange | ShowSeven) -> SevenHeld | None:
        """Only an exchange: a seven that is merely shown would score nothing."""
        return super().seven_held(match, deal, seat, move) if isinstance(move, Exchange) else None

    def moves_after_trick(self, match: Match, deal: Deal, seat: int) -> tuple[Move, ...]:
        """The exchange of the seven, unless it is made on one's turn to play. While the seven may be in a
        hand every winner of a trick is asked, so that the question does not reveal who has it (GAP-G2)."""
        on_turn = match.variant.seven is not None and match.variant.seven.on_turn
        if on_turn:
            return ()
        moves = super().moves_after_trick(match, deal, seat)
        return moves or (_DRAW if _seven_may_be_held(match, deal) else ())

    def may_make_own_move(self, state: InHand) -> bool:
        """The seven is exchanged where that is done on one's turn, and the seat holds it."""
        return self._exchanged(state) is not None

    def own_move_refusal(self) -> RuleError:
        return RuleError("seven", "You have no seven of trumps that can be exchanged now: play a card.")

    def make_own_move(self, state: InHand) -> Step[State]:
        held = self._exchanged(state)
        if held is None:
            raise self.own_move_refusal()
        deal, events = declaring.score_seven(state.match, state.deal, state.deal.turn, Exchange(), held)
        return Step(Playing(state.match, deal), events)

    def settlement(self, match: Match, deal: Deal, counted: Counted) -> GameResult | None:
        """Most points win; equal ones are a draw, which is played again (RULES G2.6)."""
        winner = leader(counted.total)
        return None if winner is None else GameResult(winner)

    def details(self, scored: Scored, hand: Sequence[Event], seat: int) -> Mapping[str, int]:
        """The counters the seat has won from each of the others for brusquembilles in its tricks."""
        if not isinstance(scored, HandScored):
            return {}
        tricks = (event.trick for event in hand if isinstance(event, TrickTaken))
        return {"counters": sum(counters(trick.pieces) for trick in tricks if trick.winner == seat)}

    def _exchanged(self, state: InHand) -> SevenHeld | None:
        seven = state.match.variant.seven
        if seven is None or not seven.on_turn:
            return None
        return self.seven_held(state.match, state.deal, state.deal.turn, Exchange())


def _seven_may_be_held(match: Match, deal: Deal) -> bool:
    # As far as everybody can tell; once the seven lies there, nothing can be exchanged.
    seven = next((card for card in match.variant.pack if _is_seven(card, deal)), None)
    turned = deal.turn_up
    if seven is None or turned is None or turned is seven:
        return False
    return not any(card is seven for trick in deal.tricks for card in trick.pieces)


def _is_seven(card: Card, deal: Deal) -> bool:
    return card.rank is Rank.SEVEN and card.suit is deal.trump


def counters(trick: Iterable[Card]) -> int:
    """The counters that each other player pays for the brusquembilles in a trick."""
    return sum(COUNTERS.get(card.rank, 0) for card in trick)
