"""Hoyle, the house's player of Bishops Whist."""

import random
from collections.abc import Sequence
from typing import Any

from bot.house.bishops_whist import discard, follow, lead
from bot.house.bishops_whist.endgame import COUNT_FROM, count_it_out
from bot.house.bishops_whist.judgement import Choice, Maxim
from bot.house.bishops_whist.memory import Memory, remember
from bot.house.bishops_whist.weights import WEIGHTS, Weights
from bot.house.bob_short import BobShort, Book
from bot.house.player import COUNTED_OUT, ONLY_MOVE, Advice, strongest
from bot.rules.bishops_whist.pack import CARD_HEIGHT
from bot.rules.bishops_whist.state import View
from bot.rules.bishops_whist.tricks import LAST_TRICK, winning_play
from bot.rules.cards import Card
from bot.rules.game import Game
from bot.rules.moves import Move, Play


def _winning(view: View, plays: Sequence[Card]) -> int:
    assert view.trump
    return winning_play(plays, view.trump, len(view.tricks) + 1, view.options.led_knight)


class BishopsWhistBob(BobShort):
    """Bob Short, to whom a bishop is a card between the queen and the nine."""

    def __init__(self) -> None:
        super().__init__(Book(CARD_HEIGHT, _winning))


class BishopsWhistHoyle:
    """Plays by Dana's maxims, each weighed in points, and counts out the last tricks."""

    name = "hoyle"

    def __init__(self, weights: Weights = WEIGHTS, end_from: int = COUNT_FROM) -> None:
        self._weights = weights
        self._end_from = end_from

    def choose(
        self, game: Game[Any, Any, Any], view: View, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        """The card the maxims speak for most; any lift and any trumps, no hand being seen yet."""
        plays = {move.card: move for move in legal if isinstance(move, Play)}
        if not plays:
            return rng.choice(legal)
        if len(plays) == 1:
            return legal[0]
        memory = remember(view)
        cards = tuple(plays)
        if self._end_from <= memory.number < LAST_TRICK:
            points = count_it_out(memory, cards)
        else:
            points = {card: self.weigh(memory, card) for card in cards}
        return plays[max(cards, key=points.__getitem__)]

    def advise(
        self, game: Game[Any, Any, Any], view: View, legal: tuple[Move, ...], rng: random.Random
    ) -> Advice:
        """The card it would play, and the maxim that speaks for it most against the next best."""
        move = self.choose(game, view, legal, rng)
        if len(legal) == 1 or not isinstance(move, Play):
            return Advice(move, ONLY_MOVE if len(legal) == 1 else "")
        memory = remember(view)
        if self._end_from <= memory.number < LAST_TRICK:
            return Advice(move, COUNTED_OUT)
        others = [other.card for other in legal if isinstance(other, Play) and other != move]
        other = max(others, key=lambda card: self.weigh(memory, card))
        return Advice(move, self.maxim_for(game, view, move.card, other) or "")

    def opinions(self, game: Game[Any, Any, Any], view: View, cards: tuple[Card, ...]) -> dict[Card, float]:
        """What the maxims say of each of the cards: points for and against, in sum."""
        memory = remember(view)
        return {card: self.weigh(memory, card) for card in cards}

    def maxim_for(self, game: Game[Any, Any, Any], view: View, card: Card, other: Card) -> str | None:
        """The maxim that speaks most for `card` against `other`; None if none does."""
        memory = remember(view)
        mine, others = Choice(memory, card, self._weights), Choice(memory, other, self._weights)
        return strongest(mine, others, maxims_for(memory, card), maxims_for(memory, other))

    def weigh(self, memory: Memory, card: Card) -> float:
        """Points for and against playing the card, in sum."""
        choice = Choice(memory, card, self._weights)
        return sum([maxim(choice) for maxim in maxims_for(memory, card)])


def maxims_for(memory: Memory, card: Card) -> tuple[Maxim, ...]:
    """The maxims that have something to say of the card."""
    if not memory.table:
        return lead.MAXIMS
    return follow.MAXIMS if card.suit is memory.led else discard.MAXIMS
