"""Polish bezique for four (RULES F6; Cady, Four-handed Polish)."""

from dataclasses import replace
from functools import cache
from typing import Final, Literal

from bot.rules.bezique.combinations import QUADRUPLE, TRIPLE
from bot.rules.bezique.duels import DuelingGame
from bot.rules.bezique.ending import Counted
from bot.rules.bezique.polish.game import PolishFamily, variant_of
from bot.rules.bezique.polish.options import FourHandedPolishOptions
from bot.rules.bezique.state import Deal, Match, State
from bot.rules.bezique.variant import Variant
from bot.rules.events import Event
from bot.rules.game import Step
from bot.rules.match import GameResult
from bot.rules.seats import FOUR_ALONE, FOUR_IN_PARTNERSHIP

_WON_CARDS: Final[dict[str, Literal["own", "joined", "common"]]] = {
    "own": "joined",
    "common": "common",
    "alone": "own",
}


class FourHandedPolish(PolishFamily[FourHandedPolishOptions], DuelingGame[FourHandedPolishOptions]):
    """Two against two with four packs or five, in either of Cady's manners; or each alone."""

    key = "four-handed-polish-bezique"
    options_type = FourHandedPolishOptions

    def variant(self, options: FourHandedPolishOptions) -> Variant:
        return four_handed_polish(options)

    def in_step(self, match: Match) -> bool:
        """Tricks of the same number are compared (F6.53)."""
        return True

    def _settled(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> Step[State] | None:
        # In duels nobody has won before the other two have played the trick of that number (F6.53).
        return None if deal.among else super()._settled(match, deal, events)

    def settlement(self, match: Match, deal: Deal, counted: Counted) -> GameResult | None:
        """Quadruple bezique wins the game, whatever the others have (F6.51)."""
        for declaration in deal.declarations:
            if declaration.kind.key == QUADRUPLE.key:
                return GameResult(declaration.side)
        return super().settlement(match, deal, counted)


@cache
def four_handed_polish(options: FourHandedPolishOptions) -> Variant:
    """Polish bezique for four, under these house rules."""
    packs = {"four": 4, "five": 5}[options.packs]
    target = {4: 2000, 5: 3000}[packs] if options.target == "usual" else int(options.target)
    return replace(
        variant_of(
            packs,
            target,
            # Quadruple bezique wins the game itself: it is worth the whole of it.
            above_double=(replace(QUADRUPLE, points=target), TRIPLE),
            switched=options.bezique == "switched",
            both_last=options.last_trick == "both",
            seven_either=options.seven == "either",
        ),
        seating=FOUR_ALONE if options.manner == "alone" else FOUR_IN_PARTNERSHIP,
        won_cards=_WON_CARDS[options.manner],
        parts=options.manner == "own" and options.part == "part",
    )
