"""American Whist: seven points, tricks alone (RULES B)."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rules.cards import Rank
from bot.rules.errors import RuleError
from bot.rules.game import Page, Step
from bot.rules.moves import Cut, Deck, Draw, Move, Play, vocabulary
from bot.rules.options import option
from bot.rules.turns import require_turn
from bot.rules.whist import events as ev
from bot.rules.whist import state as whist
from bot.rules.whist.game import WhistGame
from bot.rules.whist.guides import AMERICAN
from bot.rules.whist.moves import Concede, Penalize
from bot.rules.whist.options import WhistOptions
from bot.rules.whist.pack import ACE_LOW, HEIGHT
from bot.rules.whist.reckoning import BOOK, Count, Terms

GAME = 7


@dataclass(frozen=True, slots=True)
class AmericanWhistOptions(WhistOptions):
    """House rules; the defaults are the rulings of the rule sheet."""

    ace_in_cut: str = option(
        "Is the ace high or low when cutting for partners and deal?",
        "AMB-B1",
        {"low": "Low, as the English laws say", "high": "High, as in play"},
    )
    at_seven: str = option(
        "A side has its seven points in the middle of a hand?",
        "AMB-B2",
        {"play-on": "The hand is played out all the same", "stop": "The game is over at once"},
    )
    scores_below_zero: bool = option(
        "Can a penalty take a score below nothing?",
        "AMB-B3",
        {True: "Yes", False: "No, it stops at 0"},
    )
    concession: bool = option(
        "May a player throw down the cards and concede the game?",
        "American Law 8",
        {False: "No, every hand is played out", True: "Yes, with one press on one's own turn"},
    )


_State = whist.State[AmericanWhistOptions]


class AmericanWhist(WhistGame[AmericanWhistOptions]):
    """The game of the American clubs: to seven, no honours, every hand played out."""

    key = "american-whist"
    name = "American Whist"
    summary = "The classic partnership game, each trick over six a point, to seven."
    options_type = AmericanWhistOptions
    verbs = vocabulary(Deck, Draw, Cut, Play, Concede, Penalize)
    penalties = frozenset((offence, way) for offence in ("revoke", "offence") for way in ("add", "deduct"))

    def terms(self, options: AmericanWhistOptions) -> Terms:
        """To seven; every hand is counted whole (American Law 8)."""
        return Terms(GAME, ends_game=False, below_zero=options.scores_below_zero)

    def cut_order(self, options: AmericanWhistOptions) -> Mapping[Rank, int]:
        """The ace is low unless opted otherwise (AMB-B1)."""
        return ACE_LOW if options.ace_in_cut == "low" else HEIGHT

    def value(self, options: AmericanWhistOptions, loser: int) -> int:
        """A game is a game."""
        return 0

    def ends_early(self, state: _State, play: whist.Play) -> bool:
        """At seven, where the hand is not played out (AMB-B2)."""
        if state.match.options.at_seven == "play-on":
            return False
        points = state.match.score.points
        return any(points[side] + play.won.taken[side] - BOOK >= GAME for side in (0, 1))

    def besides(self, state: _State, seat: int) -> tuple[Move, ...]:
        """Conceding, where that is allowed."""
        play = state.play
        allowed = state.match.options.concession and play is not None and seat == play.seat
        return (Concede(),) if allowed else ()

    def verify(self, state: _State, seat: int | None, move: Move) -> None:
        """As every whist game, and conceding on one's own turn."""
        if not isinstance(move, Concede) or state.play is None:
            super().verify(state, seat, move)
            return
        require_turn(seat, state.play.seat, "You can concede when it is your turn to play.")
        if not state.match.options.concession:
            raise RuleError("concede", "At this table every hand is played out.")

    def do(self, state: _State, seat: int, move: Move) -> Step:
        """The game goes to the adversaries, and a point for every trick not played (American Law 8)."""
        play, score = state.play, state.match.score
        assert play
        left, winner = len(play.hands[seat]), 1 - seat % 2
        tricks = (left, 0) if winner == 0 else (0, left)
        total = (score.points[0] + tricks[0], score.points[1] + tricks[1])
        count = Count(play.won.taken, tricks, (0, 0), (0, 0), total)
        ended = self.score_hand(state.match, count, winner=winner)
        return Step(ended.state, (ev.Conceded(seat, left), *ended.events))

    def guide(self) -> tuple[Page, ...]:
        """The game in a three-minute read."""
        return AMERICAN
