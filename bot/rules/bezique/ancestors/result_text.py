"""What a hand and a game of the games before bezique came to, on a sheet."""

from collections import Counter
from collections.abc import Iterator

from bot.rules.bezique import events as ev
from bot.rules.bezique.ancestors.brusquembille import counters
from bot.rules.bezique.ancestors.card_points import card_points
from bot.rules.bezique.ancestors.events import Bonus, Knocked, Reason, StockClosed
from bot.rules.bezique.result_text import BeziqueResult
from bot.rules.events import Event
from bot.rules.result import Part


class AncestorResult(BeziqueResult):
    """The same sheet, with the cards taken and the scores that only these games have."""

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
            yield Part(self.gettext("cards taken"), cards)
        if last:
            yield Part(self.gettext("last trick"), last)

    def _notes(self, game: ev.GameWon | None) -> Iterator[str]:
        yield from super()._notes(game)
        for event in self.course:
            if isinstance(event, StockClosed) and game is not None and game.winner is not None:
                side = self.names.seating.side_of(event.seat)
                if side == game.winner:
                    yield self.gettext("{name} closed the stock and made it.", name=self._name(side))
                else:
                    yield self.gettext("{name} closed the stock and did not make it.", name=self._name(side))
            elif isinstance(event, Knocked):
                side = self.names.seating.side_of(event.seat)
                if event.points >= event.target:
                    yield self.gettext(
                        "{name} knocked with {points}.", name=self._name(side), points=event.points
                    )
                else:
                    yield self.gettext(
                        "{name} knocked with only {points}, and loses by it.",
                        name=self._name(side),
                        points=event.points,
                    )

    def _gained(self, event: Event) -> tuple[int, int] | None:
        if isinstance(event, Bonus):
            return event.side, event.points
        return super()._gained(event)

    def _reason(self, reason: Reason) -> str:
        gettext = self.gettext
        return {
            "turned-up": gettext("turned-up card"),
            "five-courts": gettext("five courts dealt"),
            "court-drawn": gettext("court drawn"),
            "carte-blanche": gettext("no court dealt"),
            "met-marriage": gettext("marriage in a trick"),
            "ace-of-trumps": gettext("ace of trumps"),
            "last-card": gettext("last card of the stock"),
            "most-last-tricks": gettext("most last tricks"),
            "last-tricks": gettext("all last tricks"),
            "last-tricks-all-trumps": gettext("all last tricks and trumps"),
        }[reason]


class BrusquembilleResult(AncestorResult):
    """The same, with the counters paid for aces and tens."""

    def _notes(self, game: ev.GameWon | None) -> Iterator[str]:
        yield from super()._notes(game)
        won: Counter[int] = Counter()
        for event in self.course:
            if isinstance(event, ev.TrickTaken):
                won[event.trick.winner] += counters(event.trick.pieces)
        for seat, number in sorted(won.items()):
            if number:
                yield self.ngettext(
                    "{name} has won {number} counter from each opponent for brusquembilles.",
                    "{name} has won {number} counters from each opponent for brusquembilles.",
                    number,
                    name=self.names[seat],
                )
