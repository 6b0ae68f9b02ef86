"""Cavendish, whatever whist he sits down to."""

import importlib
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Protocol

from bot.house.cavendish.known import known_from
from bot.house.player import ONLY_MOVE, Advice
from bot.house.solver.position import Kind
from bot.rules.cards import Card
from bot.rules.game import Game
from bot.rules.moves import Move, Play

_TRIED: Final = "Tried on the ways the hidden cards may lie, it does best on the average."

Worth = Callable[[Any], Any]
"""What points, or tricks, in an array are worth to the player's side."""


class Master(Protocol):
    """The player whose maxims Cavendish has read, and who makes every move that is no play."""

    def choose(
        self, game: Game[Any, Any, Any], view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        """One of the `legal` moves."""

    def opinions(self, game: Game[Any, Any, Any], view: Any, cards: tuple[Card, ...]) -> dict[Card, float]:
        """What the maxims say for and against each of the cards, in sum."""

    def maxim_for(self, game: Game[Any, Any, Any], view: Any, card: Card, other: Card) -> str | None:
        """The maxim that speaks most for `card` against `other`, as a sentence; None if none does."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think: `drawn` lies are weighed, and those tried that fit best.

    With `open_from` cards in hand or fewer, `kept` of them are played out with all hands open, each if
    that takes no more than `nodes` positions; before, `tried` of them by habit.
    """

    drawn: int
    kept: int
    tried: int
    open_from: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Style:
    """How he plays one game: the kind of whist, the file of habits, how hard he thinks.

    `credit`, from 0 to 1, is how much he believes what others' plays tell, `regard` how much the
    maxims count beside his own reckoning.
    """

    kind: Kind
    habits: Path
    credit: float
    regard: float
    effort: Effort


class Cavendish:
    """Deals the hidden cards in the ways they may lie, tries his cards on each, plays the best."""

    name = "cavendish"
    laborious = True
    understudy = "hoyle"

    def __init__(
        self, master: Master, style: Style, worth: Callable[[Any, Any], Worth] | None = None
    ) -> None:
        self._master = master
        self.style = style
        self._worth = worth

    def choose(
        self, game: Game[Any, Any, Any], view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        """The card that does best on the average; the master's choice of any other move."""
        plays = {move.card: move for move in legal if isinstance(move, Play)}
        if len(plays) < len(legal) or len(plays) < 2 or self.leaves_to_master(view):
            return self._master.choose(game, view, legal, rng)
        values = self.values(game, view, tuple(plays), rng)
        return plays[max(values, key=values.__getitem__)]

    def advise(
        self, game: Game[Any, Any, Any], view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> Advice:
        """The card he would play, and the maxim that speaks for it, if one does."""
        plays = {move.card: move for move in legal if isinstance(move, Play)}
        if len(plays) < len(legal) or len(plays) < 2 or self.leaves_to_master(view):
            return Advice(self._master.choose(game, view, legal, rng), ONLY_MOVE if len(legal) == 1 else "")
        values = self.values(game, view, tuple(plays), rng)
        card, other = sorted(values, key=values.__getitem__, reverse=True)[:2]
        return Advice(plays[card], self._master.maxim_for(game, view, card, other) or _TRIED)

    def leaves_to_master(self, view: Any) -> bool:
        """Whether he had better not reckon: the trick goes by a house rule that native code does not know."""
        return False

    def values(
        self, game: Game[Any, Any, Any], view: Any, cards: tuple[Card, ...], rng: random.Random
    ) -> Mapping[Card, float]:
        """What he thinks each card is worth, in points of the hand."""
        style = self.style
        thinking = importlib.import_module("bot.house.cavendish.thinking")
        known = known_from(style.kind, view)
        numbers = tuple(known.number_of(card) for card in cards)
        reckoned = thinking.reckon(known, numbers, self.habits, style.effort, style.credit, rng)
        made = reckoned.values if self._worth is None else self._worth(game, view)(reckoned.values)
        averages = (reckoned.weights @ made).tolist()
        opinions = self._master.opinions(game, view, cards)
        return {
            card: average + style.regard * opinions[card]
            for card, average in zip(cards, averages, strict=True)
        }

    @cached_property
    def habits(self) -> Any:
        """The weights of `Style.habits`: an array of situations by features."""
        numpy = importlib.import_module("numpy")
        return numpy.array(json.loads(self.style.habits.read_text())["weights"], numpy.float64)
