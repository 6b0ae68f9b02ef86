"""The games before bezique in words: what their texts share."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from bot.rules.bezique import events as ev
from bot.rules.bezique.ancestors.briscan import DOWNWARDS
from bot.rules.bezique.ancestors.card_points import card_points, counted_to, taken_by_side
from bot.rules.bezique.ancestors.events import Bonus, Knocked, Reason, StockClosed
from bot.rules.bezique.ancestors.moves import Close, Knock
from bot.rules.bezique.ancestors.result_text import AncestorResult, BrusquembilleResult, MariageResult
from bot.rules.bezique.moves import DrawCards, Exchange
from bot.rules.bezique.presentation.result_text import BeziqueResult
from bot.rules.bezique.presentation.scene import SceneBuilder
from bot.rules.bezique.presentation.text import BeziqueText
from bot.rules.bezique.state import Phase, View
from bot.rules.events import Event
from bot.rules.moves import Move
from bot.rules.presentation.scene import Sense
from bot.rules.presentation.text import MoveText
from bot.rules.seats import Names


class AncestorScene(SceneBuilder):
    """Adds the points of the cards each side has taken, where they are counted after the hand."""

    def _score(self, side: int) -> str:
        view, line = self.view, super()._score(side)
        if view.preliminaries or not view.tricks or not view.variant.cards_last:
            return line
        points = taken_by_side(view.variant.seating, view.tricks)[side]
        to_come = self.gettext("{points} to come for cards won", points=points)
        return f"{line} · {to_come}"

    def _tricks(self) -> int:
        view = self.view
        return super()._tricks() if view.closed is None else len(view.tricks) + max(view.held)

    def _stock(self) -> str:
        view = self.view
        if view.closed is not None and view.phase is not Phase.DECLARING:
            return self.gettext(
                "{name} has closed the stock: follow suit, win if you can, or trump",
                name=self.names[view.closed],
            )
        if not view.stock and view.turn_up is None and not view.to_follow:
            return self.gettext("The stock is out; any card may be played")
        return super()._stock()

    def _prompt(self) -> str:
        view, gettext = self.view, self.gettext
        moves = {type(move) for move in view.legal}
        if Close in moves:
            return gettext(
                "Your turn: you lead, play any card. Or close the stock, if the cards you hold will make 66."
            )
        if Knock in moves and view.seat is not None:
            points = counted_to(view, view.seat)
            if points >= (view.variant.target or 0):
                figure = self.text.words.number(points)
                return gettext("You have {points} points, cards included: knock and win.", points=figure)
            if moves == {Knock, DrawCards}:
                return gettext("You won the trick. You have nothing to declare, so a card is drawn for you.")
        if view.phase is Phase.DECLARING and not view.variant.declarations:
            if Exchange in moves:
                return gettext("You won the trick: exchange the seven of trumps, or draw.")
            return gettext("You won the trick. A card is drawn for you.")
        return super()._prompt()


class AncestorText(BeziqueText):
    """What is said in Mariage, Brusquembille, Briscan and Cinq-cents."""

    cards_last: ClassVar[bool] = False  # whether the cards taken are counted only after the hand

    scene_type: ClassVar[type[SceneBuilder]] = AncestorScene
    result_type: ClassVar[type[BeziqueResult]] = AncestorResult

    def kind_names(self) -> dict[str, str]:
        return {
            **super().kind_names(),
            "tens": self.pgettext("declaration", "four tens"),
            "amour": self.pgettext("declaration", "amour"),
            "brisque": self.pgettext("declaration", "brisque"),
            **self._sequence_names(),
        }

    def _sequence_names(self) -> dict[str, str]:
        lengths = {
            "quint": self.pgettext("declaration", "sequence of five"),
            "quart": self.pgettext("declaration", "sequence of four"),
            "tierce": self.pgettext("declaration", "sequence of three"),
        }
        highest = {
            "a": self.pgettext("top of a sequence", "from the ace"),
            "k": self.pgettext("top of a sequence", "from the king"),
            "q": self.pgettext("top of a sequence", "from the queen"),
            "j": self.pgettext("top of a sequence", "from the knave"),
            "t": self.pgettext("top of a sequence", "from the ten"),
            "9": self.pgettext("top of a sequence", "from the nine"),
        }
        return {
            f"{length}-{rank}": self.pgettext("declaration", "{sequence} {top}", sequence=words, top=top)
            for length, words in lengths.items()
            for rank, top in highest.items()
        }

    def describe_move(self, view: View, move: Move, names: Names) -> MoveText:
        match move:
            case Close():
                return MoveText(
                    self.gettext("Close the stock"),
                    self.gettext(
                        "close the stock: nobody draws any more, and without 66 points you lose the game"
                    ),
                    self.pgettext("heading", "Or"),
                    sense=Sense.RISKY,
                )
            case Knock():
                return self._knock(view)
            case Exchange() if view.variant.seven and not view.variant.seven.points:
                return MoveText(
                    self.gettext("Exchange the seven"),
                    self.gettext("exchange the seven of trumps for the turned-up card"),
                    self.pgettext("heading", "Or"),
                )
        return super().describe_move(view, move, names)

    def _knock(self, view: View) -> MoveText:
        # Everybody can count the cards in the tricks, so the button says what it is worth.
        points, target = counted_to(view, view.seat or 0), view.variant.target or 0
        values = {"points": self.words.number(points), "target": self.words.number(target)}
        label = self.gettext("Knock: you have {points} of {target}", **values)
        sense = Sense.ORDINARY if points >= target else Sense.RISKY
        if points >= target:
            words = self.gettext("knock with {points} points, cards included, and win the game", **values)
        else:
            words = self.gettext(
                "knock with only {points} points, cards included, and lose: it takes {target}",
                **values,
            )
        return MoveText(label, words, self.pgettext("heading", "Or"), sense=sense)

    def course_line(self, event: Event, names: Names) -> str:
        line = super().course_line(event, names)
        points = self._cards_taken(event)
        return f"{line} ({points})" if points else line

    def course_note(self, events: Sequence[Event], names: Names) -> str:
        note = super().course_note(events, names)
        if any(self._cards_taken(event) for event in events):
            note += " " + self.gettext("In brackets: the points of its cards, counted after the hand.")
        return note

    def told_line(self, event: Event, names: Names) -> str:
        return self._with_cards_taken(super().told_line(event, names), event)

    def _trick(self, event: ev.TrickTaken, names: Names) -> str:
        return self._with_cards_taken(super()._trick(event, names), event)

    def _cards_taken(self, event: Event) -> int:
        if not self.cards_last or not isinstance(event, ev.TrickTaken):
            return 0
        return card_points(event.trick.pieces)

    def _with_cards_taken(self, text: str, event: Event) -> str:
        points = self._cards_taken(event)
        if not points:
            return text
        for_cards = self.gettext("{points} for its cards.", points=points)
        return f"{text} {for_cards}"

    def describe_event(self, event: Event, names: Names) -> str:
        match event:
            case Bonus():
                return self.gettext(
                    "{what}: +{points} for {name}, now {total}.",
                    what=_capital(self.reason(event.reason, event)),
                    points=self.words.number(event.points),
                    name=names[event.seat],
                    total=self.words.number(event.total[event.side]),
                )
            case StockClosed(seat, stock):
                return self.ngettext(
                    "{name} closes the stock with {number} card left face down. Nobody draws any more: "
                    "follow suit, win if you can, or trump. Without 66 points {name} loses.",
                    "{name} closes the stock with {number} cards left face down. Nobody draws any more: "
                    "follow suit, win if you can, or trump. Without 66 points {name} loses.",
                    stock,
                    name=names[seat],
                )
            case Knocked():
                return self._knocked(event, names)
            case ev.SevenScored(points=0, taken=taken) if taken is not None:
                return self.gettext(
                    "{name} exchanges {seven} for {taken}.",
                    name=names[event.seat],
                    seven=self.words.face(event.seven),
                    taken=self.words.face(taken),
                )
        return super().describe_event(event, names)

    def reason(self, reason: Reason, event: Bonus | None = None) -> str:
        """What a score is for that is neither declared nor a card taken."""
        gettext = self.gettext
        if reason == "met-marriage" and event is not None and event.suit is not None:
            suit = self.words.suit_in_card(event.suit)
            # Translators: {suit} is the suit as a part of a card's name.
            return gettext("king and queen of {suit} met in a trick", suit=suit)
        return {
            "turned-up": gettext("a high card turned up"),
            "five-courts": gettext("five court cards dealt"),
            "court-drawn": gettext("another court card drawn"),
            "carte-blanche": gettext("no court card dealt"),
            "met-marriage": gettext("king and queen met in a trick"),
            "ace-of-trumps": gettext("the ace of trumps"),
            "last-card": gettext("the last card of the stock"),
            "most-last-tricks": gettext("most of the last tricks"),
            "last-tricks": gettext("all the last tricks"),
            "last-tricks-all-trumps": gettext("all the last tricks and all the trumps"),
        }[reason]

    def _knocked(self, event: Knocked, names: Names) -> str:
        values = {
            "name": names[event.seat],
            "points": self.words.number(event.points),
            "cards": event.cards,
            "target": self.words.number(event.target),
        }
        if event.points >= event.target:
            return self.gettext(
                "{name} knocks and has {points}, {cards} of them for cards won: {target} is reached.",
                **values,
            )
        return self.gettext(
            "{name} knocks and has only {points}, {cards} of them for cards won, not {target}: "
            "the game is lost.",
            **values,
        )

    def _declared(self, event: ev.Declared, names: Names) -> str:
        if event.combination in self._sequence_names():
            downwards = sorted(event.cards, key=lambda card: DOWNWARDS.index(card.rank))
            event = replace(event, cards=tuple(downwards))
        return super()._declared(event, names)

    def _stock_out(self, event: ev.StockOut, names: Names) -> str:
        text = self._stock_is_out(event, names)
        if event.any_card:
            last = self.gettext(
                "{tricks} tricks more, and still any card may be played. {name} leads.",
                tricks=event.tricks,
                name=names[event.leader],
            )
            return f"{text} {last}"
        rule = self.gettext(
            "In the last {tricks} tricks follow suit, win if you can, or trump; nothing more is declared. "
            "{name} leads.",
            tricks=event.tricks,
            name=names[event.leader],
        )
        return f"{text} {rule}"

    def _game(self, event: ev.GameWon, names: Names) -> str:
        if event.winner is None or event.points[event.winner] == max(event.points):
            return super()._game(event, names)
        # The other has knocked, or closed the stock, and could not make it.
        return self.gettext(
            "{name} wins game {number}; the points are {points} to {others}.",
            name=self.words.side(names, event.winner),
            number=event.number,
            points=self.words.number(event.points[event.winner]),
            others=self.words.number(event.points[1 - event.winner]),
        )

    def _hand(self, event: ev.HandScored, names: Names) -> str:
        text = super()._hand(event, names)
        if not any(event.card_points):
            return text
        cards = self.words.listed(
            [
                self.pgettext("score", "{name} {points}", name=self.words.side(names, side), points=points)
                for side, points in enumerate(event.card_points)
            ]
        )
        taken = self.gettext("In cards taken: {cards}.", cards=cards)
        return f"{text}\n{taken}"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


class CountedAfterText(AncestorText):
    """Briscan and Cinq-cents."""

    cards_last = True


class MariageText(AncestorText):
    """Mariage."""

    result_type: ClassVar[type[BeziqueResult]] = MariageResult


class BrusquembilleText(AncestorText):
    """Brusquembille."""

    result_type: ClassVar[type[BeziqueResult]] = BrusquembilleResult
