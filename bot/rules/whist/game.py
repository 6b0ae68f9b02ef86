"""Whist with the ordinary pack, where each trick over six is a point (RULES B, C)."""

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, Generic

from bot.rules.achievements import Achievement
from bot.rules.cards import Card, Suit
from bot.rules.events import Event, Scored
from bot.rules.match import GameResult, Score, leader
from bot.rules.whist import events as ev
from bot.rules.whist.count import Concession, Count, Terms, count_hand
from bot.rules.whist.laws import LawsOfWhist
from bot.rules.whist.moves import Penalize
from bot.rules.whist.pack import HIGH_TO_LOW, PACK, reading_order
from bot.rules.whist.play import TRICKS, winning_play
from bot.rules.whist.state import O, PlayedHand, Playing

LIFTS: Final = range(4, len(PACK) - 4 + 1)  # a cut leaves at least four cards (Law 34; American Law 2)
RUBBER_POINTS: Final = 2  # what the winners of the rubber gain besides the value of their games (Law 9)


class WhistGame(LawsOfWhist[O], Generic[O]):
    """How many points a hand may bring, and what ends it, is for each game to say."""

    pack = PACK
    reading = reading_order(HIGH_TO_LOW)
    board_total = TRICKS

    @abstractmethod
    def terms(self, options: O) -> Terms:
        """How a hand is counted."""

    def value(self, options: O, loser: int) -> int:
        """What a game is worth in the rubber when the losers have `loser` points; 0: a game is a game."""
        return 0

    def honours(self, play: Playing[O]) -> tuple[int, ...]:
        """The points for honours that the sides have a right to in that hand."""
        return (0,) * len(play.tally.taken)

    def honours_scored(self, hand: PlayedHand[O]) -> tuple[int, ...]:
        """The honours actually scored: all of them, where nobody has to call them."""
        return self.honours(hand.play)

    def callable_side(self, hand: PlayedHand[O], count: Count) -> int | None:
        """The side that may still call its honours."""
        return None

    def concession(self, hand: PlayedHand[O]) -> Concession | None:
        """The points that cards thrown down bring the adversaries."""
        return None

    def target(self, options: O) -> int:
        return self.terms_of(options).target

    def terms_of(self, options: O) -> Terms:
        """The terms of the game, or of a board: every trick counts, and no score wins (RULES E2)."""
        terms = self.terms(options)
        return replace(terms, target=0, stops=False, book=0) if options.board else terms

    def lifts(self, options: O) -> range:
        return LIFTS

    def winning(self, options: O, cards: tuple[Card, ...], trump: Suit, number: int) -> int:
        return winning_play(cards, trump)

    def count(self, hand: PlayedHand[O]) -> ev.Counted:
        """Penalties, tricks, honours, in this order (Law 5)."""
        count, match = self.count_odd_tricks(hand), hand.play.match
        scored = ev.OddTricksScored(
            match.score.hand,
            count.points,
            leader(count.made),
            count.total,
            self.target(match.options),
            again=False,
            count=count,
            callable_side=self.callable_side(hand, count),
        )
        return ev.Counted(scored, count.winner)

    def count_odd_tricks(self, hand: PlayedHand[O]) -> Count:
        score, tally, terms = hand.play.match.score, hand.play.tally, self.terms_of(hand.play.match.options)
        scored, concession = self.honours_scored(hand), self.concession(hand)
        return count_hand(score.points, self.taken(hand), scored, tally.penalties, terms, concession)

    def penalty_taken(self, options: O, move: Penalize) -> Event:
        return ev.PenaltyTaken(move.seat, move.offence, move.exacted, not self.terms_of(options).below_zero)

    def achievements(
        self, options: O, scored: Scored, hand: Sequence[Event], seat: int
    ) -> Collection[Achievement]:
        """A slam; tricks got for revokes are none."""
        if not isinstance(scored, ev.OddTricksScored):
            return ()
        side, count = self.chairs.side_of(seat), scored.count
        return (Achievement.SLAM,) if count.taken[side] - max(0, count.moved[side]) == TRICKS else ()

    def result_of_game(self, options: O, points: tuple[int, ...], winner: int) -> GameResult:
        losers = (made for side, made in enumerate(points) if side != winner)
        return GameResult(winner, self.value(options, max(losers)))

    def game_won(self, number: int, score: Score, winner: int | None) -> ev.ValuedGameWon:
        return ev.ValuedGameWon(number, score.points, winner, score.games, score.won[-1].value)

    def rubber_won(self, score: Score, winner: int) -> ev.ValuedRubberWon:
        """The winners gain the value of their games and two points more, less that of a game lost
        (Laws 9-10)."""
        gains = tuple(game.value for game in score.won if game.winner == winner)
        losses = tuple(game.value for game in score.won if game.winner != winner)
        worth = sum(gains) + RUBBER_POINTS - sum(losses) if any(gains) else 0
        points = tuple(worth if side == winner else 0 for side in range(len(score.games)))
        return ev.ValuedRubberWon(
            1, points if worth else score.games, winner, score.games, worth, gains, losses
        )
