"""English Whist, Short and Long: honours, and games of different worth (RULES C; Laws 1-12)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.rules.cards import Card, Rank
from bot.rules.errors import RuleError
from bot.rules.game import Page, Step
from bot.rules.moves import Cut, Deck, Draw, Move, Play, vocabulary
from bot.rules.options import option
from bot.rules.turns import require_turn
from bot.rules.whist import events as ev
from bot.rules.whist import state as whist
from bot.rules.whist.game import WhistGame
from bot.rules.whist.guides import ENGLISH
from bot.rules.whist.moves import AskHonour, CallHonours, Penalize
from bot.rules.whist.options import WhistOptions
from bot.rules.whist.pack import ACE_LOW, HONOURS
from bot.rules.whist.reckoning import Terms, count_hand, winner_at

TARGETS: Final = {"short": 5, "long": 10}
TREBLE, DOUBLE, SINGLE = 3, 2, 1
DOUBLE_UNDER = 3
"""Losers with less than this make it a double in Short Whist (Law 8)."""
LONG_DOUBLE_UNDER = 5
"""The same for Long Whist, from memory of later books and unverified (AMB-C2)."""

HONOUR_POINTS: Final = {4: 4, 3: 2}
"""Points by the number of honours a side holds; nothing for fewer (Law 3)."""

ASK_AT = 8
"""The score at which a side may call honours before play, in Long Whist."""

ASKING_HOLDS = 2


@dataclass(frozen=True, slots=True)
class EnglishWhistOptions(WhistOptions):
    """House rules; the defaults are the rulings of the rule sheet."""

    length: str = option(
        "Short whist or long?",
        "Law 2; English Whist",
        {"short": "Short whist: to five points", "long": "Long whist: to ten points"},
    )
    honours: str = option(
        "Who sees to the points for honours?",
        "Laws 6-7",
        {
            "scored": "The bot scores them after each hand",
            "called": "You must call them before the next trump is turned",
        },
    )
    treble: str = option(
        "When is a game of short whist a treble?",
        "AMB-C1; Law 8",
        {"none": "When the losers have nothing", "one": "When the losers have nothing or one"},
    )
    long_games: str = option(
        "Are games of long whist worth different points?",
        "AMB-C2 (the double is from memory, unverified)",
        {"alike": "No, a game is a game", "double": "Yes, double when the losers have less than five"},
    )
    ask_at_eight: bool = option(
        "At eight in long whist, may one ask partner for an honour before playing?",
        "Enquire Within (an outside source)",
        {False: "No", True: "Yes: with two honours in hand, and three between you win the game"},
    )
    revoke_below_zero: bool = option(
        "May three points be taken for a revoke from a score below three?",
        "AMB-C3",
        {False: "The score stops at 0", True: "The score goes below nothing"},
    )


_State = whist.State[EnglishWhistOptions]


class EnglishWhist(WhistGame[EnglishWhistOptions]):
    """Whist by the English laws: honours, trebles, doubles and rubber points."""

    key = "english-whist"
    name = "English Whist"
    summary = "Short (or Long) whist with honours; games count single, double or treble."
    options_type = EnglishWhistOptions
    verbs = vocabulary(Deck, Draw, Cut, Play, CallHonours, AskHonour, Penalize)
    penalties = frozenset(("revoke", way) for way in ("add", "deduct", "tricks"))

    def terms(self, options: EnglishWhistOptions) -> Terms:
        """To five or to ten; whoever gets there first in the order of Law 5 has won."""
        return Terms(TARGETS[options.length], ends_game=True, below_zero=options.revoke_below_zero)

    def cut_order(self, options: EnglishWhistOptions) -> Mapping[Rank, int]:
        """The ace is the lowest card (Law 13)."""
        return ACE_LOW

    def waiting(self, options: EnglishWhistOptions) -> int:
        """A table is complete with six (Law 17)."""
        return 2

    def formed(self, options: EnglishWhistOptions) -> EnglishWhistOptions:
        """Those selected cut again for partners (Law 16)."""
        return replace(options, partners="cut")

    def value(self, options: EnglishWhistOptions, loser: int) -> int:
        """Treble, double or single, by the losers' points (Law 8)."""
        if options.length == "long":
            if options.long_games == "alike":
                return 0
            return DOUBLE if loser < LONG_DOUBLE_UNDER else SINGLE
        if loser <= (1 if options.treble == "one" else 0):
            return TREBLE
        return DOUBLE if loser < DOUBLE_UNDER else SINGLE

    def honours(self, state: _State, play: whist.Play) -> tuple[int, int]:
        """By what each side was dealt; nothing for a side one point from game (Laws 3-4)."""
        target = self.terms(state.match.options).target
        before = state.match.score.points
        first, second = (
            HONOUR_POINTS.get(held, 0) if before[side] != target - 1 else 0
            for side, held in enumerate(play.honours(HONOURS))
        )
        return first, second

    def honours_by_call(self, options: EnglishWhistOptions) -> bool:
        """As opted (Laws 6-7)."""
        return options.honours == "called"

    def besides(self, state: _State, seat: int) -> tuple[Move, ...]:
        """Calling honours between hands; asking for one at eight."""
        claim, play = state.match.claim, state.play
        if play is None:
            return (CallHonours(),) if claim and seat % 2 == claim.side else ()
        return (AskHonour(),) if self._may_ask(state, play, seat) else ()

    def verify(self, state: _State, seat: int | None, move: Move) -> None:
        """As every whist game, and the two moves about honours."""
        claim, play = state.match.claim, state.play
        if isinstance(move, CallHonours) and state.phase is whist.Phase.CUTTING:
            if claim is None or seat is None or seat % 2 != claim.side:
                code = "not-your-turn" if seat not in self._due(state) else "honours"
                raise RuleError(code, "Your side has no honours to call.")
        elif isinstance(move, AskHonour) and play is not None:
            require_turn(seat, play.seat)
            if not self._may_ask(state, play, play.seat):
                raise RuleError(
                    "ask", "You may ask at eight points, before you play, with two honours in your hand."
                )
        else:
            super().verify(state, seat, move)

    def do(self, state: _State, seat: int, move: Move) -> Step:
        """Call honours, or ask for one."""
        return self._call(state, seat) if isinstance(move, CallHonours) else self._ask(state, seat)

    def _call(self, state: _State, seat: int) -> Step:
        match = state.match
        claim, score, target = match.claim, match.score, self.terms(match.options).target
        assert claim
        points = [*score.points]
        points[claim.side] = min(target, points[claim.side] + claim.points)
        total = (points[0], points[1])
        called = ev.HonoursCalled(seat, claim.points, total)
        after = replace(match, score=replace(score, points=total), claim=None)
        winner = winner_at(total, target)
        if winner is None:
            return Step(replace(state, match=after), (called,))
        ended = self.end_game(replace(state, match=after), winner)
        return Step(ended.state, (called, *ended.events))

    def _ask(self, state: _State, seat: int) -> Step:
        play = state.play
        assert play
        partner = (seat + 2) % 4
        granted = _honours_in(play.hands[partner], play.won) > 0
        asked = ev.Asked(seat, granted)
        if not granted:
            won = replace(play.won, asked=(*play.won.asked, seat % 2))
            return Step(replace(state, play=replace(play, won=won)), (asked,))
        match, points = state.match, HONOUR_POINTS[ASKING_HOLDS + 1]
        scored = (points, 0) if seat % 2 == 0 else (0, points)
        count = count_hand(match.score.points, (0, 0), scored, play.won.penalties, self.terms(match.options))
        ended = self.score_hand(match, count)
        return Step(ended.state, (asked, *ended.events))

    def _may_ask(self, state: _State, play: whist.Play, seat: int) -> bool:
        options, side = state.match.options, seat % 2
        return (
            options.ask_at_eight
            and options.length == "long"
            and seat == play.seat
            and not play.won.tricks
            and state.match.score.points[side] == ASK_AT
            and side not in play.won.asked
            and _honours_in(play.hands[seat], play.won) >= ASKING_HOLDS
        )

    def _due(self, state: _State) -> tuple[int, ...]:
        due = self.to_act(state)
        return due if isinstance(due, tuple) else ()

    def guide(self) -> tuple[Page, ...]:
        """The game in a three-minute read."""
        return ENGLISH


def _honours_in(hand: tuple[Card, ...], won: whist.Won) -> int:
    return sum(1 for card in hand if card.suit is won.trump and card.rank in HONOURS)
