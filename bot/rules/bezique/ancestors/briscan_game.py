"""What Briscan and Cinq-cents share: the scores of Briscan, and the points of the cards after the hand."""

from typing import TypeVar

from bot.rules.bezique import ending
from bot.rules.bezique.ancestors import bonuses
from bot.rules.bezique.ancestors.card_points import taken_in
from bot.rules.bezique.declaring import DealStep, SevenHeld, total
from bot.rules.bezique.ending import Counted
from bot.rules.bezique.game import BeziqueGame
from bot.rules.bezique.house_rules import FamilyOptions
from bot.rules.bezique.moves import Exchange, ShowSeven
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import best_of
from bot.rules.bezique.state import Deal, Match
from bot.rules.match import GameResult
from bot.rules.preliminaries.phases import PackReady

O = TypeVar("O", bound=FamilyOptions)  # noqa: E741


class BriscanGame(BeziqueGame[O]):
    """The cards taken are counted after the hand (RULES G3.11, G4.14); the scores of Briscan hold where the
    variant has `bonuses`."""

    def deal(self, match: Match, ready: PackReady) -> DealStep:
        deal, events = super().deal(match, ready)
        if match.variant.bonuses is None:
            return deal, events
        deal, scored = bonuses.for_the_deal(match, deal)
        return deal, (*events, *scored)

    def draw(self, match: Match, deal: Deal) -> DealStep:
        drew = super().draw(match, deal)
        return drew if match.variant.bonuses is None else bonuses.for_the_draw(match, deal, drew)

    def play_card(self, match: Match, deal: Deal, named: Named) -> DealStep:
        after, events = super().play_card(match, deal, named)
        prizes = match.variant.bonuses
        if prizes is None or prizes.ace_of_trumps != "played":
            return after, events
        after, scored = bonuses.for_the_card(match, after, deal.turn, named.card)
        return after, (*events, *scored)

    def take_trick(self, match: Match, deal: Deal) -> DealStep:
        """Adds what else the trick scores, and the ace of trumps where it scores when it wins."""
        after, events = super().take_trick(match, deal)
        prizes = match.variant.bonuses
        if prizes is None:
            return after, events
        if prizes.ace_of_trumps == "taken":
            best = deal.table[best_of(deal.table, deal.trump)]
            after, scored = bonuses.for_the_card(match, after, after.turn, best)
            events = (*events, *scored)
        after, scored = bonuses.for_the_trick(match, after)
        return after, (*events, *scored)

    def seven_held(self, match: Match, deal: Deal, seat: int, move: Exchange | ShowSeven) -> SevenHeld | None:
        return super().seven_held(match, deal, seat, move) if isinstance(move, Exchange) else None

    def count(self, match: Match, deal: Deal) -> Counted:
        """The hand with the cards taken; nothing more is counted once a side has won."""
        none = (0,) * len(deal.made)
        if any(deal.reached) and not match.variant.plays_on:
            return Counted(deal.made, total(match, deal), none)
        cards = taken_in(match, deal)
        made = tuple(map(int.__add__, deal.made, cards))
        return Counted(made, tuple(map(int.__add__, match.score.points, made)), none, cards)

    def settlement(self, match: Match, deal: Deal, counted: Counted) -> GameResult | None:
        """Who reached the target first, else who has more when the cards are counted (GAP-G3)."""
        first = next((side for side, then in enumerate(deal.reached) if then is not None), None)
        if first is not None and not match.variant.plays_on:
            return GameResult(first)
        return ending.settlement(match, deal, counted)
