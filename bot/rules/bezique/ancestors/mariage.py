"""Mariage, the oldest of the family (RULES G1; Cady, Introductory)."""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

from bot.rules.bezique import play
from bot.rules.bezique.ancestors.card_points import card_points
from bot.rules.bezique.ancestors.events import StockClosed
from bot.rules.bezique.ancestors.moves import Close
from bot.rules.bezique.combinations import MARRIAGE, Meld, OneSuit
from bot.rules.bezique.ending import Counted
from bot.rules.bezique.game import BeziqueGame
from bot.rules.bezique.house_rules import FamilyOptions, deals_in_a_match
from bot.rules.bezique.state import Deal, InHand, Match, Playing, State
from bot.rules.bezique.variant import Variant
from bot.rules.cards import Rank
from bot.rules.errors import RuleError
from bot.rules.game import Step
from bot.rules.match import GameResult, leader
from bot.rules.moves import vocabulary
from bot.rules.options import option

AMOUR = Meld("amour", "sequences", 1, OneSuit((Rank.ACE, Rank.TEN)), 30, in_trumps=60)


@dataclass(frozen=True, slots=True)
class MariageOptions(FamilyOptions):
    """House rules; the defaults are the rulings of the rule sheet."""

    match: Literal["game", "partie"] = deals_in_a_match("GAP-G1")
    last_trick: Literal["twenty-for-six", "ten"] = option(
        "What do the last tricks score?",
        "AMB-G1",
        {
            "twenty-for-six": "Ten for the last; twenty instead to the player who takes the last six",
            "ten": "Ten for the last, whoever took the others",
        },
        title="The last tricks",
    )
    closing: Literal["allowed", "never"] = option(
        "May a player who expects to have 66 stop the drawing?",
        "Cady, Introductory",
        {"allowed": "Yes, when it is their turn to lead", "never": "No, the stock is drawn to its end"},
        title="Closing the stock",
    )


@cache
def mariage(options: MariageOptions) -> Variant:
    """The game under these house rules."""
    return Variant(
        packs=1,
        packets=(3, 3),
        declarations=(AMOUR, MARRIAGE),
        last_trick=10,
        target=66,
        games=3 if options.match == "partie" else 1,
        always_asked=True,
        one_hand=True,
        closing=options.closing == "allowed",
        every_last_trick=20 if options.last_trick == "twenty-for-six" else 0,
    )


class Mariage(BeziqueGame[MariageOptions]):
    """Six cards each, marriages and amours, and the points of the cards taken: first to 66."""

    key = "mariage"
    options_type = MariageOptions
    verbs: ClassVar = {**BeziqueGame.verbs, **vocabulary(Close)}
    own_move = Close
    own_move_in = InHand

    def variant(self, options: MariageOptions) -> Variant:
        return mariage(options)

    def trick_points(self, match: Match, deal: Deal) -> int:
        """The cards in the trick, and for the last one 10, or 20 if all six since the stock was out went to
        its winner; where the stock was closed there is no last trick (RULES G1.1, AMB-G1, GAP-G8)."""
        points = card_points(deal.table)
        if any(deal.hands) or deal.closed is not None:
            return points
        variant, winner = match.variant, play.winner_of(deal)
        every = all(trick.winner == winner for trick in deal.tricks[1 - variant.hand :])
        return points + ((every and variant.every_last_trick) or variant.last_trick)

    def may_make_own_move(self, state: InHand) -> bool:
        """The stock is closed by the seat that leads, while there is one (GAP-G8)."""
        deal = state.deal
        return isinstance(state, Playing) and state.match.variant.closing and not deal.table and deal.draws

    def own_move_refusal(self) -> RuleError:
        return RuleError("close", "The stock can be closed only before you lead, while cards are drawn.")

    def make_own_move(self, state: InHand) -> Step[State]:
        deal = state.deal
        closed = StockClosed(deal.turn, len(deal.stock))
        return Step(Playing(state.match, deal._replace(closed=deal.turn)), (closed,))

    def settlement(self, match: Match, deal: Deal, counted: Counted) -> GameResult | None:
        """Who had 66 first wins; if nobody has, a player who closed loses, else the higher score wins."""
        for side, reached in enumerate(deal.reached):
            if reached is not None:
                return GameResult(side)
        if deal.closed is not None:
            return GameResult(1 - match.variant.seating.side_of(deal.closed))
        winner = leader(counted.total)
        return None if winner is None else GameResult(winner)
