"""Cinq-cents, which has its name from its target (RULES G4; Cady, Introductory)."""

from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Final, Literal

from bot.rules.bezique.ancestors.briscan import FOURS, SEQUENCES
from bot.rules.bezique.ancestors.briscan_game import BriscanGame
from bot.rules.bezique.ancestors.card_points import taken_in
from bot.rules.bezique.ancestors.events import Knocked
from bot.rules.bezique.ancestors.moves import Knock
from bot.rules.bezique.combinations import MARRIAGE, Meld, Pairs
from bot.rules.bezique.declaring import total
from bot.rules.bezique.ending import Counted
from bot.rules.bezique.house_rules import FamilyOptions
from bot.rules.bezique.moves import DrawCards
from bot.rules.bezique.state import Deal, Declaring, InHand, Match, Playing, State
from bot.rules.bezique.variant import Bonuses, Seven, Variant
from bot.rules.errors import RuleError
from bot.rules.game import Step
from bot.rules.match import GameResult
from bot.rules.match import Score as MatchScore
from bot.rules.moves import Move, vocabulary
from bot.rules.options import Offer, length_of_match, option

TARGET: Final = 500
_HIGHER: Final = 100
"""By how much the target rises while both have reached it and nobody has knocked."""

BRISQUE: Final = Meld("brisque", "beziques", 1, Pairs(1), 40)


@dataclass(frozen=True, slots=True)
class CinqCentsOptions(FamilyOptions):
    """House rules; the defaults are the rulings of the rule sheet."""

    match: Literal["game", "partie"] = length_of_match(
        "Cady, Introductory", {"game": "A single game of 500", "partie": "A partie: first to win three games"}
    )
    out: Literal["knock", "wins"] = option(
        "How is the game won?",
        "RULES G4.14",
        {
            "knock": "By knocking: whoever says they have 500, cards taken included, wins or loses by that",
            "wins": "Whoever reaches 500 first wins at once; cards are counted after the hand",
        },
        title="Knocking",
    )
    dealt: Literal["eight", "six"] = option(
        "How many cards are dealt to each?",
        "GAP-G5",
        {"eight": "Eight, and the seventeenth is turned up", "six": "Six, and the thirteenth is turned up"},
        title="Cards dealt",
        offer=Offer.MORE,
    )
    plain_sequence: Literal["hundred-twenty-five", "hundred-twenty"] = option(
        "What does the sequence A K Q J 10 of a plain suit score?",
        "RULES G4.13",
        {"hundred-twenty-five": ("{number} points", 125), "hundred-twenty": ("{number} points", 120)},
        title="The sequence in a plain suit",
        offer=Offer.MORE,
    )
    knaves: Literal["thirty", "twenty"] = option(
        "What do four knaves score?",
        "RULES G4.13",
        {"thirty": ("{number} points", 30), "twenty": ("{number} points", 20)},
        title="Four knaves",
        offer=Offer.MORE,
    )
    extras: Literal["none", "briscan"] = option(
        "Do the other scores of Briscan count?",
        "GAP-G10",
        {
            "none": "No, only what is declared, the last trick and the cards",
            "briscan": "Yes: for cards dealt, drawn and met, the ace of trumps and the last tricks",
        },
        title="The scores of Briscan",
        offer=Offer.MORE,
    )


@cache
def cinq_cents(options: CinqCentsOptions) -> Variant:
    """The game under these house rules."""
    points = {"aces": 100, "tens": 80, "kings": 60, "queens": 40}
    points["knaves"] = 30 if options.knaves == "thirty" else 20
    sequence = next(kind for kind in SEQUENCES if kind.key == "quint-a")
    plain = 125 if options.plain_sequence == "hundred-twenty-five" else 120
    return Variant(
        packs=1,
        packets=(3, 2, 3) if options.dealt == "eight" else (3, 3),
        declarations=(
            replace(sequence, points=plain, in_trumps=250),
            *(replace(four, points=points[four.key]) for four in FOURS),
            MARRIAGE,
            BRISQUE,
        ),
        seven=Seven(points=10, besides=False, turned_up=False),
        last_trick=10,
        target=TARGET,
        plays_on=options.out == "knock",
        games=3 if options.match == "partie" else 1,
        always_asked=True,
        cards_last=True,
        bonuses=Bonuses("played", "stock") if options.extras == "briscan" else None,
        knocking=options.out == "knock",
    )


class CinqCents(BriscanGame[CinqCentsOptions]):
    """Briscan to 500 with fewer scores and the brisque; who knocks must have it."""

    key = "cinq-cents"
    options_type = CinqCentsOptions
    verbs: ClassVar = {**BriscanGame.verbs, **vocabulary(Knock)}
    own_move = Knock
    own_move_in = InHand

    def variant(self, options: CinqCentsOptions) -> Variant:
        return cinq_cents(options)

    def may_make_own_move(self, state: InHand) -> bool:
        """Knocking is for the seat that leads or has won a trick (RULES G4.14)."""
        leads = isinstance(state, Playing) and not state.deal.table
        return state.match.variant.knocking and (leads or isinstance(state, Declaring))

    def own_move_refusal(self) -> RuleError:
        return RuleError(
            "knock", "You can knock only when it is your turn to lead, or after winning a trick."
        )

    def make_own_move(self, state: InHand) -> Step[State]:
        """Who knocks counts, and the hand is over (RULES G4.14)."""
        seat = state.deal.turn
        match, deal = state.match, state.deal._replace(closed=seat)
        return self.end_hand(match, deal, (_knocked(match, deal, seat),))

    def formality(self, state: State, seat: int) -> Move | None:
        legal = self.legal(state, seat)
        if isinstance(state, Declaring) and set(legal) == {Knock(), DrawCards()}:
            knocked = _knocked(state.match, state.deal, seat)
            return DrawCards() if knocked.points < knocked.target else None
        return super().formality(state, seat)

    def ends_game(self, match: Match, deal: Deal, counted: Counted) -> bool:
        if not match.variant.knocking:
            return super().ends_game(match, deal, counted)
        if deal.closed is not None:
            return True
        target = _risen(match.variant.target or TARGET, counted.total)
        return max(counted.total) >= target

    def settlement(self, match: Match, deal: Deal, counted: Counted) -> GameResult | None:
        """Who knocked wins with the target in hand and loses without (RULES G4.14)."""
        if match.variant.knocking and deal.closed is not None:
            side = match.variant.seating.side_of(deal.closed)
            right = counted.total[side] >= (match.variant.target or TARGET)
            return GameResult(side if right else 1 - side)
        return super().settlement(match, deal, counted)

    def following(self, match: Match, score: MatchScore) -> Match:
        """The target rises while both sides have reached it, and is 500 again in a new game."""
        if not match.variant.knocking:
            return super().following(match, score)
        return Match(replace(match.variant, target=_risen(TARGET, score.points)), score)


def _knocked(match: Match, deal: Deal, seat: int) -> Knocked:
    side = match.variant.seating.side_of(seat)
    cards = taken_in(match, deal)[side]
    return Knocked(seat, total(match, deal)[side] + cards, cards, match.variant.target or TARGET)


def _risen(target: int, points: tuple[int, ...]) -> int:
    while min(points) >= target:
        target += _HIGHER
    return target
