"""English Whist, Short and Long: honours, and games of different worth (RULES C; Laws 1-12)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from bot.rules.cards import Card, Rank, Suit, card
from bot.rules.errors import RuleError
from bot.rules.game import Step
from bot.rules.moves import Cut, Deck, Draw, Move, Play, vocabulary
from bot.rules.options import Offer, option
from bot.rules.preliminaries.phases import CutPack, Preliminaries, TakeChair
from bot.rules.trick_taking.claiming import Claim
from bot.rules.turns import require_turn
from bot.rules.whist import events as ev
from bot.rules.whist.count import Count, Terms
from bot.rules.whist.game import WhistGame
from bot.rules.whist.moves import LAW_MOVES, AskHonour, CallHonours
from bot.rules.whist.options import WhistOptions
from bot.rules.whist.pack import ACE_LOW, HONOURS, PACK
from bot.rules.whist.state import Match, PlayedHand, Playing, State

TARGETS: Final = {"short": 5, "long": 10}
TREBLE, DOUBLE, SINGLE = 3, 2, 1
DOUBLE_UNDER = 3
"""Losers with less than this make it a double in Short Whist (Law 8)."""
LONG_DOUBLE_UNDER = 5  # the same for Long Whist, from memory of later books and unverified (AMB-C2)
HONOUR_POINTS: Final = {4: 4, 3: 2}  # points by the number of honours a side holds; nothing for fewer (Law 3)
ASK_AT = 8  # the score at which a side may call honours before play, in Long Whist

ASKING_HOLDS = 2


@dataclass(frozen=True, slots=True)
class EnglishWhistOptions(WhistOptions):
    """House rules; the defaults are the rulings of the rule sheet."""

    partners: Literal["choice", "cut", "chairs"] = option(
        "How are partners found?",
        "AMB-C4; Law 16",
        {
            "choice": "As we sit: facing each other",
            "cut": "Cut the cards for partners",
            "chairs": "Cut the cards for partners; whoever cuts lowest deals and chooses the chairs",
        },
        title="Partners",
        offer=Offer.MORE,
    )
    first_rubber: Literal["cut", "came"] = option(
        "More than four want to play: who has the preference?",
        "AMB-C4; Law 16",
        {"cut": "Nobody: all are in the room before the cut", "came": "Those who came to the table first"},
        title="More than four players",
        offer=Offer.MORE,
    )
    length: Literal["short", "long"] = option(
        "Short whist or long?",
        "Law 2; English Whist",
        {"short": "Short whist: to five points", "long": "Long whist: to ten points"},
        title="Short or long whist",
    )
    honours: Literal["scored", "called"] = option(
        "Who sees to the points for honours?",
        "Laws 6-7",
        {
            "scored": "The bot scores them after each hand",
            "called": "You must call them before the next trump is turned",
        },
        title="Points for honours",
    )
    treble: Literal["none", "one"] = option(
        "When is a game of short whist a treble?",
        "AMB-C1; Law 8",
        {"none": "When the losers have nothing", "one": "When the losers have nothing or one"},
        title="Treble games",
        offer=Offer.MORE,
    )
    long_games: Literal["alike", "double"] = option(
        "Are games of long whist worth different points?",
        "AMB-C2 (the double is from memory, unverified)",
        {"alike": "No, a game is a game", "double": "Yes, double when the losers have less than five"},
        title="Doubles in long whist",
        offer=Offer.MORE,
    )
    ask_at_eight: bool = option(
        "At eight in long whist, may one ask partner for an honour before playing?",
        "AMB-C2; Enquire Within (an outside source)",
        {False: "No", True: "Yes: with two honours in hand, and three between you win the game"},
        title="Asking for an honour at eight",
    )
    revoke_below_zero: bool = option(
        "May three points be taken for a revoke from a score below three?",
        "AMB-C3",
        {False: "The score stops at 0", True: "The score goes below nothing"},
        title="Revokes at a score below three",
        offer=Offer.MORE,
    )


_HONOURS: Final = {suit: frozenset(card(rank, suit) for rank in HONOURS) for suit in Suit}

_Options = EnglishWhistOptions
_State = State[EnglishWhistOptions]


class EnglishWhist(WhistGame[EnglishWhistOptions]):
    """Whist by the English laws: honours, trebles, doubles and rubber points."""

    key = "english-whist"
    skill_estimated = True
    options_type = EnglishWhistOptions
    verbs = vocabulary(Deck, Draw, TakeChair, Cut, Play, Claim, CallHonours, AskHonour, *LAW_MOVES)
    correction = "call"
    penalties = frozenset(("revoke", way) for way in ("add", "deduct", "tricks"))

    def terms(self, options: _Options) -> Terms:
        return Terms(TARGETS[options.length], stops=True, below_zero=options.revoke_below_zero)

    def cut_order(self, options: _Options) -> Mapping[Rank, int]:
        """The ace is the lowest card (Law 13)."""
        return ACE_LOW

    def preliminaries(self, options: _Options) -> Preliminaries:
        """The dealer may have the choice of the chairs (Law 16), but not of cards: all packs are the same."""
        return replace(super().preliminaries(options), dealer_chooses=options.partners == "chairs")

    def value(self, options: _Options, loser: int) -> int:
        """Treble, double or single, by the losers' points (Law 8)."""
        if options.length == "long":
            if options.long_games == "alike":
                return 0
            return DOUBLE if loser < LONG_DOUBLE_UNDER else SINGLE
        if loser <= (1 if options.treble == "one" else 0):
            return TREBLE
        return DOUBLE if loser < DOUBLE_UNDER else SINGLE

    # Honours.

    def honours(self, play: Playing[_Options]) -> tuple[int, ...]:
        """By what each side was dealt; nothing for a side that began the deal one point from game
        (Laws 3-4), nor at a board (RULES E2)."""
        if play.match.options.board:
            return (0,) * len(self.chairs.sides)
        barred = self.target(play.match.options) - 1
        return tuple(
            HONOUR_POINTS.get(held, 0) if before != barred else 0
            for held, before in zip(self.honours_dealt(play), play.match.score.points, strict=True)
        )

    def honours_dealt(self, play: Playing[_Options]) -> tuple[int, ...]:
        """How many honours each side was dealt, whoever holds or played them."""
        held = [0] * len(self.chairs.sides)
        for seat, _ in play.dealt_to(_HONOURS[play.deal.trump]):
            held[self._side[seat]] += 1
        return tuple(held)

    def honours_scored(self, hand: PlayedHand[_Options]) -> tuple[int, ...]:
        """All of them, or those that have been called, or the three that won at eight (Laws 6-7)."""
        sides = range(len(self.chairs.sides))
        if hand.granted is not None:
            return tuple(HONOUR_POINTS[ASKING_HOLDS + 1] if side == hand.granted else 0 for side in sides)
        if hand.play.match.options.honours == "called" and not hand.called:
            return tuple(0 for _ in sides)
        return self.honours(hand.play)

    def callable_side(self, hand: PlayedHand[_Options], count: Count) -> int | None:
        """The side with honours it has not called, unless the game is won without them."""
        by_call = hand.play.match.options.honours == "called"
        if not by_call or hand.called or hand.granted is not None or count.winner is not None:
            return None
        return next((side for side, points in enumerate(self.honours(hand.play)) if points), None)

    # The moves about them.

    def callers(self, match: Match[_Options]) -> tuple[int, ...]:
        if match.options.honours == "scored" or match.last is None:
            return ()
        side = self.callable_side(match.last, self.count_odd_tricks(match.last))
        return () if side is None else self.chairs.sides[side]

    def own_moves(self, state: _State, seat: int) -> tuple[Move, ...]:
        if isinstance(state, Playing):
            return (AskHonour(),) if self._may_ask(state, seat) else ()
        return (CallHonours(),) if isinstance(state, CutPack) and seat in self.callers(state.match) else ()

    def own_move(self, state: _State, seat: int | None, move: Move) -> Step[_State] | None:
        match state, move:
            case CutPack(), CallHonours():
                return self._call(state, seat)
            case Playing(), AskHonour():
                require_turn(seat, state.seat)
                return self._ask(state)
        return None

    def _call(self, state: CutPack[Match[_Options]], seat: int | None) -> Step[_State]:
        match = state.match
        last = match.last
        if seat is None or last is None or seat not in self.callers(match):
            due = self.to_act(state)
            code = "honours" if isinstance(due, tuple) and seat in due else "not-your-turn"
            raise RuleError(code, "Your side has no honours to call.")
        # The hand is counted again with its honours: what comes before them in the order of Law 5, and
        # the limit for a side that has revoked (Law 82), hold for a call as well.
        called = replace(last, called=True)
        counted, side = self.count_odd_tricks(called), self.chairs.side_of(seat)
        called_event = ev.HonoursCalled(seat, counted.honours[side], counted.total, counted.shortfall[side])
        after = replace(match, score=replace(match.score, points=counted.total))
        # Where that ends the match, revokes may be claimed first (GAP-C1).
        return self.go_on(called, (), replace(state, match=after), (called_event,))

    def _ask(self, state: Playing[_Options]) -> Step[_State]:
        if not self._may_ask(state, state.seat):
            raise RuleError(
                "ask", "You may ask at eight points, before you play, with two honours in your hand."
            )
        side = self.chairs.side_of(state.seat)
        # Partner may have played his to this trick, or the asker hold all three.
        granted = self.honours_dealt(state)[side] > ASKING_HOLDS
        asked = ev.Asked(state.seat, granted)
        if not granted:
            tally = replace(state.tally, asked=(*state.tally.asked, side))
            return Step(replace(state, tally=tally), (asked,))
        ended = self.end_hand(PlayedHand(state, granted=side))
        return Step(ended.state, (asked, *ended.events))

    def _may_ask(self, state: Playing[_Options], seat: int) -> bool:
        options = state.deal.match.options
        if (
            options.board
            or not options.ask_at_eight
            or options.length != "long"
            or state.tally.tricks
            or seat != state.seat
        ):
            return False
        side = self.chairs.side_of(seat)
        return (
            state.match.score.points[side] == ASK_AT
            and side not in state.tally.asked
            and len(_HONOURS[state.deal.trump].intersection(state.hands[seat])) >= ASKING_HOLDS
            # Not where a penalty keeps the honours from winning (Laws 5 and 82).
            and self.count(PlayedHand(state, granted=side)).winner == side
        )

    # Forming the table (Laws 16-17).

    def most_waiting(self, options: _Options) -> int:
        """A table is complete with six (Law 17)."""
        return 2

    def first_come(self, options: _Options) -> bool:
        """Those first in the room have the preference (Law 16), where the house rules say so."""
        return options.first_rubber == "came"

    def cut_pack(self, options: _Options) -> tuple[Card, ...]:
        """The whole pack (Law 14)."""
        return PACK

    def cut_height(self, options: _Options, card: Card) -> int:
        """The ace is the lowest card (Law 13)."""
        return ACE_LOW[card.rank]

    def after_forming(self, options: _Options) -> _Options:
        """Those selected cut again for partners (Law 16)."""
        return replace(options, partners="cut") if options.partners == "choice" else options
