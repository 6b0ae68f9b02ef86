"""The result sheet of a hand and a game of the games before bezique."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from bot.rules.bezique import events as ev
from bot.rules.bezique.ancestors.brusquembille import counters
from bot.rules.bezique.ancestors.card_points import card_points
from bot.rules.bezique.ancestors.events import Bonus, Knocked, Reason, StockClosed
from bot.rules.bezique.presentation.result_text import BeziqueResult
from bot.rules.events import Event
from bot.rules.presentation.result import Part


class AncestorResult(BeziqueResult):
    """Adds the cards taken and the scores that only these games have."""

    one_hand: ClassVar[bool] = False  # whether every hand is a game

    def _title(self, hand: ev.HandScored, game: ev.GameWon | None, partie: ev.PartieWon | None) -> str:
        if game is None or not self.one_hand:
            return super()._title(hand, game, partie)
        parts = [self.pgettext("heading", "Game {game}", game=game.number)]
        return " · ".join([*parts, self.pgettext("heading", "The partie")] if partie else parts)

    def _headline(self, hand: ev.HandScored, game: ev.GameWon | None, partie: ev.PartieWon | None) -> str:
        if game is None or partie is not None:
            return super()._headline(hand, game, partie)
        return self._staked(game) or super()._headline(hand, game, partie)

    def _staked(self, game: ev.GameWon) -> str:
        # Who has lost by knocking or by closing the stock: the points alone would not say who has won.
        side_of = self.names.seating.side_of
        for event in self.course:
            if not isinstance(event, StockClosed | Knocked) or game.winner in (None, side_of(event.seat)):
                continue
            winner, loser = self._name(game.winner or 0), self._name(side_of(event.seat))
            if isinstance(event, Knocked):
                return self.gettext(
                    "{name} wins the game: {loser} knocked with only {points}.",
                    name=winner,
                    loser=loser,
                    points=self.words.number(event.points),
                )
            return self.gettext(
                "{name} wins the game: {loser} closed the stock and did not make it, {points} to {others}.",
                name=winner,
                loser=loser,
                points=self.words.number(game.points[game.winner or 0]),
                others=self.words.number(game.points[side_of(event.seat)]),
            )
        return ""

    def _counted(self, side: int, hand: ev.HandScored) -> Iterator[Part]:
        yield from self._declared(side)
        yield from self._sevens(side)
        yield from self._bonuses(side)
        yield from self._cards(side, hand)

    def _sevens(self, side: int) -> list[Part]:
        return [part for part in super()._sevens(side) if part.points]

    def _bonuses(self, side: int) -> Iterator[Part]:
        points: Counter[Reason] = Counter()
        times: Counter[Reason] = Counter()
        for event in self.course:
            if isinstance(event, Bonus) and event.side == side:
                points[event.reason] += event.points
                times[event.reason] += 1
        for reason, made in sorted(points.items(), key=lambda item: -item[1]):
            yield Part(self._times(self._reason(reason), times[reason]), made)

    def _cards(self, side: int, hand: ev.HandScored) -> Iterator[Part]:
        # The cards are counted as each trick is taken, or after the hand.
        side_of = self.names.seating.side_of
        tricks = [event for event in self.course if isinstance(event, ev.TrickTaken)]
        mine = [event for event in tricks if side_of(event.trick.winner) == side]
        if hand.card_points:
            cards, last = hand.card_points[side], sum(event.points for event in mine)
        else:
            cards = sum(card_points(event.trick.pieces) for event in mine if event.points)
            last = sum(event.points for event in mine) - cards
        if cards:
            yield Part(self.pgettext("score", "cards taken"), cards)
        if last:
            yield Part(self.pgettext("score", "last trick"), last)

    def _notes(self, game: ev.GameWon | None) -> Iterator[str]:
        yield from super()._notes(game)
        if game is None or game.winner is None:
            return
        if staked := self._staked(game):
            # The headline says so, unless it is that of the partie.
            if any(isinstance(event, ev.PartieWon) for event in self.course):
                yield staked
            return
        for event in self.course:
            if isinstance(event, StockClosed):
                name = self._name(self.names.seating.side_of(event.seat))
                yield self.gettext("{name} closed the stock and made it.", name=name)
            elif isinstance(event, Knocked):
                name = self._name(self.names.seating.side_of(event.seat))
                points = self.words.number(event.points)
                yield self.gettext("{name} knocked with {points}.", name=name, points=points)

    def _gained(self, event: Event) -> tuple[int, int] | None:
        if isinstance(event, Bonus):
            return event.side, event.points
        gained = super()._gained(event)
        if gained is not None and isinstance(event, ev.TrickTaken) and self._cards_counted:
            return gained[0], gained[1] + card_points(event.trick.pieces)
        return gained

    @cached_property
    def _cards_counted(self) -> bool:
        # Whether the cards taken were counted after the hand.
        return any(isinstance(event, ev.HandScored) and any(event.card_points) for event in self.course)

    def _reason(self, reason: Reason) -> str:
        gettext = self.gettext
        return {
            "turned-up": self.pgettext("score", "turned-up card"),
            "five-courts": gettext("five courts dealt"),
            "court-drawn": self.pgettext("score", "court drawn"),
            "carte-blanche": gettext("no court dealt"),
            "met-marriage": gettext("marriage in a trick"),
            "ace-of-trumps": gettext("ace of trumps"),
            "last-card": gettext("last stock card"),
            "most-last-tricks": gettext("most last tricks"),
            "last-tricks": gettext("all last tricks"),
            "last-tricks-all-trumps": gettext("all last + trumps"),
        }[reason]


class MariageResult(AncestorResult):
    """A sheet for a game in which every hand is a game."""

    one_hand = True


class BrusquembilleResult(AncestorResult):
    """Adds the counters paid for aces and tens."""

    one_hand = True

    def _notes(self, game: ev.GameWon | None) -> Iterator[str]:
        yield from super()._notes(game)
        won: Counter[int] = Counter()
        for event in self.course:
            if isinstance(event, ev.TrickTaken):
                won[event.trick.winner] += counters(event.trick.pieces)
        paid = [
            self.pgettext("score", "{name} {points}", name=self.names[seat], points=number)
            for seat, number in won.most_common()
            if number
        ]
        if paid:
            yield self.gettext(
                "Counters won for aces and tens, from each opponent: {counters}.",
                counters=self.words.listed(paid),
            )
