"""How Bishops Whist is shown and described, in the game's own words."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.cards import card as card_of
from bot.rules.events import Event
from bot.rules.presentation.scene import Scene
from bot.rules.seats import Names
from bot.rules.whist.bishops import events as ev
from bot.rules.whist.bishops import scoring
from bot.rules.whist.bishops.pack import BISHOPS
from bot.rules.whist.bishops.play import LAST_TRICK, is_irregular, winning_play
from bot.rules.whist.bishops.result_text import BishopsResult
from bot.rules.whist.count import BOOK
from bot.rules.whist.presentation.text import WhistText
from bot.rules.whist.state import View


class BishopsWhistText(WhistText):
    """Dana's game in words."""

    results = BishopsResult

    # The scene.

    def scene(self, view: View[Any], names: Names) -> Scene:
        return replace(super().scene(view, names), pack="bishops")

    def best(self, view: View[Any], trump: Suit) -> int:
        return winning_play(view.cards, trump, len(view.tricks) + 1, view.options.led_knight)

    def facts(self, view: View[Any], names: Names) -> tuple[str, ...]:
        if view.turned is not KNIGHT or view.dealer is None:
            return super().facts(view, names)
        dealer = names[view.dealer]
        if view.trump is None:
            return (self.gettext("A knight was turned: {dealer} names trumps", dealer=dealer),)
        return (
            self.trumps(view.trump, self.gettext("named by {dealer}, who turned a knight", dealer=dealer)),
        )

    def side_notes(self, view: View[Any], names: Names, side: int) -> tuple[str, str]:
        cut = ""
        dealers = view.dealer is not None and names.seating.side_of(view.dealer) == side
        if view.turned in BISHOPS and dealers:
            cut = " " + self.gettext("and {points} for the bishop cut", points=scoring.BISHOP_CUT_POINTS)
        won = (trick for trick in view.tricks if names.seating.side_of(trick.winner) == side)
        bishops = sum(card in BISHOPS for trick in won for card in trick.pieces)
        return cut, ", " + self._bishops(bishops)

    def follow_prompt(self, view: View[Any], led: Card) -> str:
        plays = self.playable(view)
        if led.suit and KNIGHT in plays and any(card.suit is led.suit for card in plays):
            bishop = card_of(Rank.BISHOP, led.suit)
            return self.gettext("Your turn: play the {bishop}, or a knight to keep him back.", bishop=bishop)
        return super().follow_prompt(view, led)

    # The events.

    def describe_event(self, event: Event, names: Names) -> str:
        match event:
            case ev.TrickTaken():
                return self._trick(event, names)
            case ev.TurnedUp():
                return self._turned_up(event, names)
            case ev.PenaltyTaken(seat, offence, points, floor):
                return self.charged(names[seat], offence, self.off(points, floor))
        return super().describe_event(event, names)

    def _turned_up(self, event: ev.TurnedUp, names: Names) -> str:
        suit = event.card.suit
        if suit is None:
            return self.gettext(
                "Hand {hand}: {cutter} cuts the pack, {dealer} turns up a knight and names the trump suit "
                "before anything is dealt.",
                hand=event.hand,
                cutter=names[event.cutter],
                dealer=names[event.dealer],
            )
        sentence = self.gettext(
            "Hand {hand}: {cutter} cuts the pack, {dealer} turns up {card}: {symbol} {suit} are trumps.",
            hand=event.hand,
            cutter=names[event.cutter],
            dealer=names[event.dealer],
            card=self.words.face(event.card),
            symbol=suit.symbol,
            suit=suit,
        )
        if not event.bishop_cut:
            return sentence
        side = self.side(names, names.seating.side_of(event.dealer))
        bishop_cut = self.gettext("A bishop cut: {points} to {side}.", points=self.points(1), side=side)
        return f"{sentence} {bishop_cut}"

    def _trick(self, event: ev.TrickTaken, names: Names) -> str:
        trick, winner = event.trick, names[event.trick.winner]
        if trick.number == LAST_TRICK and KNIGHT in trick.pieces:
            taken = self.gettext("A knight beats everything in the last trick: taken by {name}.", name=winner)
        elif is_irregular(trick.pieces, trick.number):
            taken = self.gettext(
                "A knight was led, so any card could be played: taken by {name}.", name=winner
            )
        else:
            taken = self.gettext("Taken by {name}.", name=winner)
        remarks = [
            taken,
            *self._knights(event, names),
            *self._fates(event, names),
            *self._worth(event, names),
        ]
        return f"{self.trick_line(event, names)}\n{' '.join(remarks)}"

    def trick_remarks(self, event: ev.TrickTaken, names: Names) -> list[str]:
        trick = event.trick
        fortune = trick.number == LAST_TRICK and KNIGHT in trick.pieces
        return [
            *([self.gettext("A knight takes the last trick.")] if fortune else []),
            *self._fates(event, names),
        ]

    def struck(self, event: ev.TrickTaken, names: Names) -> Collection[Card]:
        winner = names.seating.side_of(event.trick.winner)
        return {
            card
            for seat, card in event.trick.plays
            if card in BISHOPS and names.seating.side_of(seat) != winner
        }

    def course_note(self, events: Sequence[Event], names: Names) -> str:
        note = super().course_note(events, names)
        if any(isinstance(event, ev.TrickTaken) and self.struck(event, names) for event in events):
            note += " " + self.gettext("A bishop ~~struck out~~ falls.")
        return note

    def _knights(self, event: ev.TrickTaken, names: Names) -> list[str]:
        trick, suit = event.trick, event.trick.led.suit
        if suit is None or trick.number == LAST_TRICK:
            return []
        # Only the player knows whether he is void or keeps the bishop back, so it is not said.
        return [
            self.gettext("Knight's revoke? {name} puts a knight on {suit}.", name=names[seat], suit=suit)
            if seat in event.guarding
            else self.gettext("{name} throws in a knight.", name=names[seat])
            for seat, card in trick.plays
            if card is KNIGHT
        ]

    def _fates(self, event: ev.TrickTaken, names: Names) -> list[str]:
        winner = names.seating.side_of(event.trick.winner)
        return [
            self._fate(card.suit, event.trump, saved=names.seating.side_of(seat) == winner)
            for seat, card in event.trick.plays
            if card in BISHOPS and card.suit
        ]

    def _fate(self, suit: Suit, trump: Suit | None, *, saved: bool) -> str:
        if suit is trump:
            return self.gettext("The cardinal is saved.") if saved else self.gettext("The cardinal falls.")
        bishop = card_of(Rank.BISHOP, suit)
        if saved:
            return self.gettext("The {bishop} is saved.", bishop=bishop)
        return self.gettext("The {bishop} falls.", bishop=bishop)

    def _worth(self, event: ev.TrickTaken, names: Names) -> list[str]:
        side = names.seating.side_of(event.trick.winner)
        bishops = sum(card in BISHOPS for card in event.trick.pieces)
        points = scoring.BISHOP_POINTS * bishops + (event.taken[side] > BOOK)
        if not points:
            return []
        return [self.gettext("+{points} to {side}.", points=points, side=self.side(names, side))]

    def parts(self, event: ev.HandScored, side: int) -> list[str]:
        parts = [self.tricks(event.count.tricks[side])]
        parts.append(self._held_and_caught(event.saved[side], event.captured[side]))
        if event.count.bishop_cut[side]:
            parts.append(self.pgettext("score", "bishop cut"))
        if event.penalties[side]:
            parts.append(self.pgettext("score", "penalties {points}", points=f"{event.penalties[side]:+d}"))
        return parts

    def shortfall(self, event: ev.HandScored, side: int) -> str:
        if side in event.stopped:
            return self.gettext("who has revoked cannot win by that hand")
        if event.points[side] > event.count.points[side] + event.penalties[side]:
            return self.gettext("a score stops at nothing")
        return ""

    def _held_and_caught(self, saved: int, captured: int) -> str:
        if not saved and not captured:
            return self.pgettext("score", "no bishops")
        parts = []
        if saved:
            parts.append(self.npgettext("score", "{number} saved", "{number} saved", saved))
        if captured:
            parts.append(self.npgettext("score", "{number} captured", "{number} captured", captured))
        return f"{self._bishops(saved + captured)} ({', '.join(parts)})"

    def _bishops(self, number: int) -> str:
        return self.npgettext("amount", "{number} bishop", "{number} bishops", number)
