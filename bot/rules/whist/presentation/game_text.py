"""How whist with the ordinary pack is shown and described."""

from typing import Any

from bot.rules.cards import Suit
from bot.rules.events import Event
from bot.rules.match import GameWon, RubberWon
from bot.rules.seats import Names
from bot.rules.whist import events as ev
from bot.rules.whist.count import BOOK
from bot.rules.whist.pack import CARD_SUIT
from bot.rules.whist.play import winning_play
from bot.rules.whist.presentation.result_text import EnglishResult, OddTricksResult, rubber_worth
from bot.rules.whist.presentation.text import WhistText
from bot.rules.whist.state import View


class WhistGameText(WhistText):
    """Its tricks, hands, games and rubbers in words."""

    results = OddTricksResult

    def best(self, view: View[Any], trump: Suit) -> int:
        return winning_play(view.cards, trump)

    def describe_event(self, event: Event, names: Names) -> str:
        match event:
            case ev.TrickTaken():
                return f"{self.trick_line(event, names)}\n{self._taken(event, names)}"
            case ev.TurnedUp():
                return self._turned_up(event, names)
            case ev.PenaltyTaken():
                return self._penalty(event, names)
            case ev.Asked():
                return self._asked(event, names)
            case ev.Conceded(seat, points):
                return self.gettext(
                    "{name} throws down the cards: the game, and {points}, to {others}.",
                    name=names[seat],
                    points=self.points(points),
                    others=self._others(names, seat),
                )
            case ev.HonoursCalled():
                return self._called(event, names)
        return super().describe_event(event, names)

    def _others(self, names: Names, seat: int) -> str:
        mine = names.seating.side_of(seat)
        sides = (side for side in range(len(names.seating.sides)) if side != mine)
        return self.words.listed([self.side(names, side) for side in sides])

    def _turned_up(self, event: ev.TurnedUp, names: Names) -> str:
        suit = CARD_SUIT[event.card]
        return self.gettext(
            "Hand {hand}: {cutter} cuts the pack, {dealer} deals and turns up the last card, {card}: "
            "{symbol} {suit} are trumps.",
            hand=event.hand,
            cutter=names[event.cutter],
            dealer=names[event.dealer],
            card=self.words.face(event.card),
            symbol=suit.symbol,
            suit=suit,
        )

    def _taken(self, event: ev.TrickTaken, names: Names) -> str:
        taken = self.gettext("Taken by {name}.", name=names[event.trick.winner])
        side = names.seating.side_of(event.trick.winner)
        over = event.taken[side] - BOOK
        if over <= 0:
            return taken
        odd = self.ngettext(
            "{number} trick over six for {side}.",
            "{number} tricks over six for {side}.",
            over,
            side=self.side(names, side),
        )
        return f"{taken} {odd}"

    def _penalty(self, event: ev.PenaltyTaken, names: Names) -> str:
        if isinstance(event, ev.PenaltyChosen):
            return self.laws.chosen(event, names)
        exacted = self.laws.exacted(event, names)
        if event.exacted == "deduct" and event.floor:
            exacted += ","
        return self.charged(names[event.seat], event.offence, exacted)

    def _asked(self, event: ev.Asked, names: Names) -> str:
        side = names.seating.side_of(event.seat)
        partner = names[next(seat for seat in names.seating.sides[side] if seat != event.seat)]
        if event.granted:
            return self.gettext(
                "{name}, at eight, asks {partner} for a third honour: they have at least three between them.",
                name=names[event.seat],
                partner=partner,
            )
        return self.gettext(
            "{name}, at eight with two honours, asks for a third; {partner} cannot.",
            name=names[event.seat],
            partner=partner,
        )

    def _called(self, event: ev.HonoursCalled, names: Names) -> str:
        side = names.seating.side_of(event.seat)
        sentence = self.gettext(
            "{name} calls the honours: {points} to {side}.",
            name=names[event.seat],
            points=event.points,
            side=self.side(names, side),
        )
        limit = event.total[side]
        if event.shortfall == "revoke":
            sentence += " " + self.gettext(
                "They have revoked, and cannot score more than {limit}.", limit=limit
            )
        elif event.shortfall == "game":
            sentence += " " + self.gettext("{limit} is game.", limit=limit)
        return f"{sentence} {self.total(event.total, names)}."

    # A hand that has been counted.

    def hand_scored(self, event: ev.HandScored, names: Names) -> list[str]:
        lines = super().hand_scored(event, names)
        if isinstance(event, ev.OddTricksScored) and event.callable_side is not None:
            lines.append(self.gettext("Any honours must be called before the next trump is turned."))
        return lines

    def shortfall(self, event: ev.OddTricksScored, side: int) -> str:
        match event.count.shortfall[side]:
            case "revoke":
                return self.gettext("who has revoked cannot win by that hand")
            case "game":
                return self.gettext("{target} is game", target=event.target)
            case "tricks":
                return self.gettext("the game was won before tricks count")
            case "honours":
                return self.gettext("the game was won before honours count")
        return ""

    def parts(self, event: ev.OddTricksScored, side: int) -> list[str]:
        count = event.count
        moved, parts = count.moved[side], [self.tricks(count.taken[side])]
        if moved > 0:
            parts[0] += " " + self.gettext("({moved} of them for a revoke)", moved=moved)
        elif moved < 0:
            parts[0] += " " + self.gettext("({moved} given up for a revoke)", moved=-moved)
        if count.conceded[side]:
            parts.append(
                self.ngettext("{number} card conceded", "{number} cards conceded", count.conceded[side])
            )
        if count.honours[side]:
            parts.append(self.pgettext("score", "honours {points}", points=count.honours[side]))
        if count.penalties[side] or count.spared[side]:
            penalties = self.pgettext("score", "penalties {points}", points=f"{count.penalties[side]:+d}")
            if count.spared[side]:
                penalties += " " + self.gettext("(a score stops at nothing)")
            parts.append(penalties)
        return parts

    # Games and rubbers.

    def game_won(self, event: GameWon, names: Names) -> str:
        sentence = super().game_won(event, names)
        worth = {
            1: self.pgettext("score", "a single"),
            2: self.pgettext("score", "a double"),
            3: self.pgettext("score", "a treble"),
        }.get(event.value if isinstance(event, ev.ValuedGameWon) else 0)
        return self.words.line(sentence[:-1], worth) + "." if worth else sentence

    def rubber_won(self, event: RubberWon, names: Names) -> str:
        sentence = super().rubber_won(event, names)
        computed = rubber_worth(self.words, event)
        return f"{sentence}\n{computed}" if computed else sentence


class EnglishWhistText(WhistGameText):
    """Short and Long Whist in words."""

    results = EnglishResult
