"""American Whist: seven points, tricks alone (RULES B)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from bot.rules.cards import Rank
from bot.rules.errors import RuleError
from bot.rules.game import Step
from bot.rules.moves import Cut, Deck, Draw, Move, Play, vocabulary
from bot.rules.options import Offer, option
from bot.rules.trick_taking.claiming import Claim
from bot.rules.turns import require_turn
from bot.rules.whist import events as ev
from bot.rules.whist.count import BOOK, Concession, Terms
from bot.rules.whist.game import WhistGame
from bot.rules.whist.moves import LAW_MOVES, Concede
from bot.rules.whist.options import WhistOptions
from bot.rules.whist.pack import ACE_LOW, HEIGHT
from bot.rules.whist.state import Deal, PlayedHand, Playing, State, Tally

GAME: Final = 7


@dataclass(frozen=True, slots=True)
class AmericanWhistOptions(WhistOptions):
    """House rules; the defaults are the rulings of the rule sheet."""

    ace_in_cut: Literal["low", "high"] = option(
        "Is the ace high or low when cutting for partners and deal?",
        "AMB-B1",
        {"low": "Low, as the English laws say", "high": "High, as in play"},
        title="The ace in cutting",
        # Whoever cuts lowest, it is luck.
        offer=Offer.NOWHERE,
    )
    at_seven: Literal["play-on", "stop"] = option(
        "A side has its seven points in the middle of a hand?",
        "AMB-B2",
        {"play-on": "The hand is played out all the same", "stop": "The game is over at once"},
        title="Seven points in mid-hand",
    )
    scores_below_zero: bool = option(
        "Can a penalty take a score below nothing?",
        "AMB-B3",
        {True: "Yes", False: "No, it stops at 0"},
        title="Scores below nothing",
        offer=Offer.MORE,
    )
    last_trick: bool = option(
        "May the last trick be looked at again once the next card is led?",
        "American Law 13",
        {False: "No, it stays closed until the hand is over", True: "Yes, the last trick and no older one"},
        title="Looking at the last trick",
        usual=True,
        offer=Offer.MORE,
    )
    concession: bool = option(
        "May a player throw down the cards and concede the game?",
        "American Law 8",
        {False: "No, every hand is played out", True: "Yes, with one press on one's own turn"},
        title="Conceding the game",
    )


_State = State[AmericanWhistOptions]


class AmericanWhist(WhistGame[AmericanWhistOptions]):
    """The game of the American clubs: to seven, no honours, every hand played out."""

    key = "american-whist"
    skill_estimated = True
    options_type = AmericanWhistOptions
    verbs = vocabulary(Deck, Draw, Cut, Play, Claim, Concede, *LAW_MOVES)
    correction = "offence"
    penalties = frozenset((offence, way) for offence in ("revoke", "offence") for way in ("add", "deduct"))

    def terms(self, options: AmericanWhistOptions) -> Terms:
        return Terms(GAME, stops=False, below_zero=options.scores_below_zero)

    def cut_order(self, options: AmericanWhistOptions) -> Mapping[Rank, int]:
        """The ace is low unless opted otherwise (AMB-B1)."""
        return ACE_LOW if options.ace_in_cut == "low" else HEIGHT

    def ends_early(self, play: Playing[AmericanWhistOptions]) -> bool:
        """Where the hand is not played out, it ends once a side has seven by its tricks (AMB-B2), unless
        penalties already announced leave it without the game. Penalties are exacted only at the close of the
        hand (American Laws 10 and 14), so they bring nobody to seven in the middle of it."""
        if play.match.options.at_seven == "play-on" or play.match.options.board:
            return False
        by_tricks = zip(play.match.score.points, play.tally.taken, strict=True)
        reached = any(points + taken - BOOK >= GAME for points, taken in by_tricks)
        return reached and self.count(PlayedHand(play)).decides

    def last_trick_stays_open(self, options: AmericanWhistOptions) -> bool:
        """A trick that is turned is not seen again, unless opted otherwise (American Law 13)."""
        return options.last_trick

    def trick_taken(
        self, deal: Deal[AmericanWhistOptions], tally: Tally
    ) -> ev.TrickTaken | ev.ClosedTrickTaken:
        told = ev.TrickTaken if deal.match.options.last_trick else ev.ClosedTrickTaken
        return told(tally.tricks[-1], deal.trump, tally.taken)

    def concession(self, hand: PlayedHand[AmericanWhistOptions]) -> Concession | None:
        """A point for each card left in one hand, on top of the tricks made (American Law 8)."""
        if hand.conceded is None:
            return None
        adversaries = next(side for side in range(len(self.chairs.sides)) if side != hand.conceded)
        return Concession(adversaries, len(hand.play.hands[hand.play.seat]))

    def own_moves(self, state: _State, seat: int) -> tuple[Move, ...]:
        if isinstance(state, Playing) and state.deal.match.options.concession and seat == state.seat:
            return (Concede(),)
        return ()

    def own_move(self, state: _State, seat: int | None, move: Move) -> Step[_State] | None:
        if not isinstance(move, Concede) or not isinstance(state, Playing):
            return None
        require_turn(seat, state.seat, "You can concede when it is your turn to play.")
        if not state.match.options.concession:
            raise RuleError("concede", "At this table every hand is played out.")
        ended = self.end_hand(PlayedHand(state, conceded=self.chairs.side_of(state.seat)))
        conceded = ev.Conceded(state.seat, len(state.hands[state.seat]))
        return Step(ended.state, (conceded, *ended.events))
