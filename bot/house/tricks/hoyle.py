"""Hoyle at games of tricks with partners: maxims are weighed, and the last tricks played out."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from bot.house.maxims import Maxim, reason_of, strongest
from bot.house.player import ONLY_MOVE, PLAYED_OUT
from bot.house.tricks.choice import Choice
from bot.house.tricks.claims import ClaimRules
from bot.house.tricks.endings import EndingRules
from bot.house.tricks.knowledge import Knowledge, Pack
from bot.house.tricks.revokes import answered, lawful_plays
from bot.rules.cards import Card
from bot.rules.moves import Move, Play
from bot.rules.presentation.hints import Hint, Judged, Reason, Unit, hint_among
from bot.rules.whist.moves import AskHonour, CallHonours
from bot.rules.whist.state import View

K = TypeVar("K", bound=Knowledge)
C = TypeVar("C", bound=Choice[Any, Any])


class Book(NamedTuple, Generic[C]):
    """The maxims that bear on a card: led, following suit, or of another suit than the one led."""

    lead: tuple[Maxim[C], ...]
    follow: tuple[Maxim[C], ...]
    renounce: tuple[Maxim[C], ...]


@dataclass(frozen=True)
class TrickHoyle(ABC, Generic[K, C]):
    """Plays the card that the maxims of a book speak for most; a game says what they are and how it ends.

    Honours are called and asked for at once, no game is conceded, and a cut is random.
    """

    name: ClassVar[str] = "hoyle"
    pack: ClassVar[Pack]
    book: ClassVar[Book[Any]]
    unit: ClassVar[Unit]
    calls: ClassVar[tuple[Maxim[Any], ...]] = ()
    """The maxims that choose a card for what it tells partner; a hint names them first."""
    maxims_break_ties: ClassVar[bool] = False
    """Whether the maxims choose among cards that make the same when played out."""

    @abstractmethod
    def know(self, view: View[Any]) -> K:
        """What the seat of the view knows."""

    @abstractmethod
    def choice(self, known: K, card: Card) -> C:
        """The card with what the maxims look at."""

    @abstractmethod
    def plays_out(self, known: K) -> bool:
        """Whether so few cards are left that the rest of the hand is played out."""

    @abstractmethod
    def play_out(
        self, known: K, cards: Sequence[Card], rng: random.Random, *, in_units: bool
    ) -> dict[Card, float]:
        """What each card makes on the average; `in_units`: in tricks or points alone, whatever the score."""

    @abstractmethod
    def claim_rules(self, known: K) -> EndingRules[Card]:
        """The rules of its tricks, with the equivalent cards of a claim."""

    def worth_of_penalty(self, view: View[Any], offence: str, way: str) -> float:
        """What the hand is worth if that penalty is exacted; where all are alike, the first is."""
        return 0.0

    def choose(self, view: View[Any], rng: random.Random) -> Move:
        if (answer := answered(view, self.pack, self.worth_of_penalty)) is not None:
            return answer
        for move in view.legal:
            if isinstance(move, CallHonours | AskHonour):
                return move
        plays = lawful_plays(view, self.pack)
        if not plays:
            return rng.choice(view.legal)
        if len(plays) == 1:
            return next(iter(plays.values()))
        known = self.know(view)
        if not self.plays_out(known):
            weighed = self._weighed(known, plays)
            return plays[max(plays, key=weighed.__getitem__)]
        made = self.play_out(known, tuple(plays), rng, in_units=False)
        ties = self._weighed(known, plays) if self.maxims_break_ties else dict.fromkeys(plays, 0.0)
        return plays[max(plays, key=lambda card: (round(made[card], 6), ties[card]))]

    def advise(self, view: View[Any], rng: random.Random) -> Hint:
        """The reason is the maxim that speaks most for the card against the next best."""
        move = self.choose(view, rng)
        plays = lawful_plays(view, self.pack)
        if len(plays) < 2 or not isinstance(move, Play):
            return Hint(move, ONLY_MOVE if len(view.legal) == 1 else "")
        known = self.know(view)
        played_out = self.plays_out(known)
        made = (
            self.play_out(known, tuple(plays), rng, in_units=True)
            if played_out
            else self._weighed(known, plays)
        )
        worth: dict[Move, float] = {plays[card]: each for card, each in made.items()}

        def why(equal: tuple[Move, ...], other: Move) -> Reason:
            return Reason(PLAYED_OUT) if played_out else self.reason_for(view, equal, other)

        judged = Judged.TRIED if played_out else Judged.MAXIMS
        return hint_among(move, worth, self.unit, judged, why)

    def opinions(self, view: View[Any], cards: tuple[Card, ...]) -> dict[Card, float]:
        """What the maxims say for and against each of the cards, in sum."""
        return self._weighed(self.know(view), cards)

    def reason_for(self, view: View[Any], equal: Sequence[Move], other: Move) -> Reason:
        """The maxim that holds and speaks most for those plays against the other; empty if none does. If the
        first of them tells partner something that its equals do not, the maxim is that one."""
        known = self.know(view)
        *mine, against = [self.choice(known, move.card) for move in (*equal, other) if isinstance(move, Play)]
        told = [strongest(mine[:1], rest, self.calls, self.calls) for rest in mine[1:]]
        if (call := next(filter(None, told), None)) is not None:
            return reason_of(call)
        theirs = self.maxims_for(known, against.card)
        return reason_of(strongest(mine, against, self.maxims_for(known, mine[0].card), theirs))

    def weigh(self, known: K, card: Card) -> float:
        """Tricks or points for and against playing the card, in sum."""
        choice = self.choice(known, card)
        return sum([maxim.weigh(choice) for maxim in self.maxims_for(known, card)])

    def maxims_for(self, known: K, card: Card) -> tuple[Maxim[C], ...]:
        """The maxims that bear on the card."""
        if not known.table:
            return self.book.lead
        return self.book.follow if card.suit is known.led else self.book.renounce

    def claim_position(self, view: View[Any]) -> tuple[ClaimRules, Knowledge]:
        """What a claim of the seat is proved from: the rules of its tricks, and what it knows."""
        known = self.know(view)
        if view.laws is not None:
            known.forget_voids()
        return ClaimRules(self.claim_rules(known), lambda card: card.suit is known.trump), known

    def _weighed(self, known: K, cards: Iterable[Card]) -> dict[Card, float]:
        return {card: self.weigh(known, card) for card in cards}
