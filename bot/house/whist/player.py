"""Hoyle, the house's player of American and English Whist."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from bot.house.bob_short import BobShort, Book
from bot.house.player import COUNTED_OUT, ONLY_MOVE, Advice, strongest
from bot.house.whist import follow, lead, renounce
from bot.house.whist.endgame import COUNT_FROM, count_it_out
from bot.house.whist.judgement import Choice, Maxim
from bot.house.whist.memory import Memory, remember
from bot.house.whist.stakes import honours_of, worth_of_tricks
from bot.house.whist.weights import WEIGHTS, Weights
from bot.house.whist.worlds import Hands
from bot.rules.cards import Card
from bot.rules.game import Game
from bot.rules.moves import Move, Play
from bot.rules.whist.game import WhistGame
from bot.rules.whist.moves import AskHonour, CallHonours
from bot.rules.whist.pack import CARD_HEIGHT
from bot.rules.whist.play import winning_play
from bot.rules.whist.state import View


def _winning(view: View[Any], plays: Sequence[Card]) -> int:
    assert view.trump
    return winning_play(plays, view.trump)


class WhistBob(BobShort):
    """Bob Short at his own game."""

    def __init__(self) -> None:
        super().__init__(Book(CARD_HEIGHT, _winning))


class WhistHoyle:
    """Plays by Bob Short's rules, each weighed in tricks, and counts out the last tricks."""

    name = "hoyle"

    def __init__(self, weights: Weights = WEIGHTS, count_from: int = COUNT_FROM) -> None:
        self._weights = weights
        self._count_from = count_from

    def choose(
        self, game: Game[Any, Any, Any], view: View[Any], legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        """The card the rules speak for most. Honours are called and asked for at once, no game is
        conceded, and a cut is by lot.
        """
        for move in legal:
            if isinstance(move, CallHonours | AskHonour):
                return move
        plays = {move.card: move for move in legal if isinstance(move, Play)}
        if not plays:
            return rng.choice(legal)
        cards = tuple(plays)
        if len(cards) == 1:
            return plays[cards[0]]
        assert isinstance(game, WhistGame)
        memory = remember(view, worth_of_tricks(game, view))
        said = {card: self.weigh(memory, card) for card in cards}
        if len(memory.hand) > self._count_from:
            return plays[max(cards, key=said.__getitem__)]
        counted = count_it_out(memory, cards, _worth(game, view), rng)
        return plays[max(cards, key=lambda card: (round(counted[card], 6), said[card]))]

    def advise(
        self, game: Game[Any, Any, Any], view: View[Any], legal: tuple[Move, ...], rng: random.Random
    ) -> Advice:
        """The card it would play, and the rule that speaks for it most against the next best."""
        move = self.choose(game, view, legal, rng)
        if len(legal) == 1 or not isinstance(move, Play):
            return Advice(move, ONLY_MOVE if len(legal) == 1 else "")
        assert isinstance(game, WhistGame)
        memory = remember(view, worth_of_tricks(game, view))
        if len(memory.hand) <= self._count_from:
            return Advice(move, COUNTED_OUT)
        others = [other.card for other in legal if isinstance(other, Play) and other != move]
        other = max(others, key=lambda card: self.weigh(memory, card))
        return Advice(move, self.maxim_for(game, view, move.card, other) or "")

    def opinions(
        self, game: Game[Any, Any, Any], view: View[Any], cards: tuple[Card, ...]
    ) -> dict[Card, float]:
        """What the rules say of each of the cards: tricks for and against, in sum."""
        assert isinstance(game, WhistGame)
        memory = remember(view, worth_of_tricks(game, view))
        return {card: self.weigh(memory, card) for card in cards}

    def maxim_for(self, game: Game[Any, Any, Any], view: View[Any], card: Card, other: Card) -> str | None:
        """The rule that speaks most for `card` against `other`; None if none does."""
        assert isinstance(game, WhistGame)
        memory = remember(view, worth_of_tricks(game, view))
        mine, others = Choice(memory, card, self._weights), Choice(memory, other, self._weights)
        return strongest(mine, others, maxims_for(memory, card), maxims_for(memory, other))

    def weigh(self, memory: Memory, card: Card) -> float:
        """Tricks for and against playing the card, in sum."""
        choice = Choice(memory, card, self._weights)
        return sum([maxim(choice) for maxim in maxims_for(memory, card)])


def maxims_for(memory: Memory, card: Card) -> tuple[Maxim, ...]:
    """The maxims that have something to say of the card."""
    if not memory.table:
        return lead.MAXIMS
    return follow.MAXIMS if card.suit is memory.led else renounce.MAXIMS


def _worth(game: WhistGame[Any], view: View[Any]) -> Callable[[Hands], tuple[float, ...]]:
    return lambda hands: worth_of_tricks(game, view, honours_of(view, hands))
