"""How dummy is shown and described."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.rules.cards import Card
from bot.rules.events import Event, Scored
from bot.rules.match import RubberWon
from bot.rules.moves import Move
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import ChoiceOfChairs, PreliminariesView, PutLeft, Seated, Stage
from bot.rules.preliminaries.text import PreliminariesText
from bot.rules.presentation.result import ResultSheet
from bot.rules.presentation.scene import Row, Scene
from bot.rules.presentation.text import MoveText
from bot.rules.presentation.tricks import pieces_row
from bot.rules.seats import WITH_A_DUMMY, Names, Seating
from bot.rules.trick_taking.claiming import Claimed
from bot.rules.whist.dummy.events import DummyRubberWon, LaidOpen, TourneeWon
from bot.rules.whist.dummy.preliminaries import may_be_left
from bot.rules.whist.dummy.result_text import (
    DummyResult,
    by_name,
    settled_words,
    side_with_dummy,
    won_tournee,
)
from bot.rules.whist.presentation.game_text import EnglishWhistText
from bot.rules.whist.presentation.text import WhistText
from bot.rules.whist.state import View


class SeatsText(PreliminariesText):
    """The words for choosing who sits where."""

    seating: Seating = WITH_A_DUMMY

    def prompt(self, view: PreliminariesView, names: Names) -> str:
        if view.stage is Stage.CHOOSE_CHAIR:
            return self._words.gettext(
                "You cut the lowest card: who sits on your left, and so plays after you?"
            )
        return super().prompt(view, names)

    def offered(self, view: PreliminariesView, players: int) -> tuple[Move, ...]:
        if view.stage is Stage.CHOOSE_CHAIR and view.dealer is not None:
            return tuple(map(PutLeft, may_be_left(self.seating, view.dealer)))
        return super().offered(view, players)

    def describe_move(self, move: Move, names: Names) -> tuple[str, str] | None:
        if not isinstance(move, PutLeft):
            return super().describe_move(move, names)
        name = names[move.seat]
        return (
            self._words.gettext("{name} on my left", name=name),
            self._words.gettext("seat {name} on the left", name=name),
        )


class OpenHandsText(EnglishWhistText):
    """What dummy and double dummy have in common."""

    opening = (*WhistText.opening, LaidOpen)
    preliminaries = SeatsText
    results = DummyResult

    def cut_decides(self, options: Any) -> str:
        match options.partners:
            case "cut":
                return self.gettext(
                    "Cards are cut: whoever cuts lowest plays with dummy, against the two others"
                )
            case "chairs":
                return self.gettext(
                    "Cards are cut: whoever cuts lowest plays with dummy, against the two others, and says "
                    "who sits on the left"
                )
        return ""

    # The scene.

    def scene(self, view: View[Any], names: Names) -> Scene:
        scene = super().scene(view, names)
        seating, seat = names.seating, view.seat
        mine = () if seat is None else _played_by_one(seating, seat)
        others = tuple(dummy for dummy in seating.dummies if dummy not in mine and view.shown[dummy])
        opened = tuple(self._open_row(view, names, dummy) for dummy in others)
        hands: tuple[Row, ...] = ()
        if seat is not None and len(mine) > 1 and any(view.held):
            hands = tuple(self._one_of_two(view, scene, names, one) for one in mine)
        hand = next((row for row, one in zip(hands, mine, strict=False) if one == seat), scene.hand)
        return replace(scene, rows=(*scene.rows, *opened), hand=hand if scene.hand else None, hands=hands)

    def _open_row(self, view: View[Any], names: Names, dummy: int) -> Row:
        title = self.pgettext("heading", "{name}'s hand", name=names[dummy])
        return replace(pieces_row(self.words, title, view.shown[dummy]), owners=(dummy,))

    def _one_of_two(self, view: View[Any], scene: Scene, names: Names, one: int) -> Row:
        dummys = one in names.seating.dummies
        title = self.pgettext("heading", "Dummy's hand") if dummys else self.gettext("Your own hand")
        if one != view.seat:
            return pieces_row(self.words, title, view.shown[one])
        return pieces_row(self.words, title, view.hand, scene.hand.playable if scene.hand else ())

    def side(self, names: Names, side: int) -> str:
        return side_with_dummy(self.words, names, side)

    def lead_prompt(self, view: View[Any]) -> str:
        mine = () if view.seat is None else self._hands_of(view.seat)
        if len(mine) < 2:
            return super().lead_prompt(view)
        if view.seat == mine[0]:
            return self.gettext("Your turn: lead from dummy's hand, any card.")
        return self.gettext("Your turn: lead from your own hand, any card.")

    def follow_prompt(self, view: View[Any], led: Card) -> str:
        mine = () if view.seat is None else self._hands_of(view.seat)
        suit = led.suit
        if len(mine) < 2 or suit is None:
            return super().follow_prompt(view, led)
        can = any(card.suit is suit for card in self.playable(view))
        if view.seat == mine[0]:
            if can:
                return self.gettext(
                    "Play from dummy's hand: follow with {symbol} {suit}.", symbol=suit.symbol, suit=suit
                )
            return self.gettext("Play from dummy's hand: it has no {suit}, any card will do.", suit=suit)
        if can:
            return self.gettext(
                "Play from your own hand: follow with {symbol} {suit}.", symbol=suit.symbol, suit=suit
            )
        return self.gettext("Play from your own hand: you have no {suit}, any card will do.", suit=suit)

    def _hands_of(self, seat: int) -> tuple[int, ...]:
        return _played_by_one(self.preliminaries.seating, seat)

    # Moves and events.

    def describe_move(self, view: View[Any], move: Move, names: Names) -> MoveText:
        text = super().describe_move(view, move, names)
        if isinstance(move, PlayCard) and view.seat in names.seating.dummies:
            return replace(text, words=self.gettext("{card} from dummy's hand", card=text.words))
        return text

    def describe_event(self, event: Event, names: Names) -> str:
        match event:
            case LaidOpen(seat, cards):
                return self.gettext(
                    "{name} lies open: {cards}.", name=names[seat], cards=self.words.faces(cards)
                )
            case ChoiceOfChairs(seat):
                return self.gettext("{name} cut lowest and says who sits where.", name=names[seat])
            case Seated(order, dealer):
                return self.seated(names.reseated(order), dealer)
            case Claimed(seat) if seat in names.seating.dummies:
                # Whoever plays dummy's cards claims, whichever hand is to play.
                event = replace(event, seat=names.seating.partners_of(seat)[0])
        return super().describe_event(event, names)

    def told_line(self, event: Event, names: Names) -> str:
        return "" if isinstance(event, LaidOpen) else super().told_line(event, names)

    def seated(self, names: Names, dealer: int) -> str:
        """Who plays with whom, and the first deal."""
        return self.gettext(
            "{first} play against {second}. The first deal is for {dealer}.",
            first=self.side(names, 0),
            second=self.side(names, 1),
            dealer=names[dealer],
        )


class DummyText(OpenHandsText):
    """Dummy for three in words."""

    def _title(self, view: Any, names: Names) -> str:
        if view.options.match != "tournee" or view.options.board:
            return super()._title(view, names)
        if view.over:
            points = {seat: view.balance[seat] for seat in names.seating.people}
            best = [seat for seat, made in points.items() if made == max(points.values())]
            return won_tournee(self.words, names, best)
        rubber = self.gettext("Rubber {number} of {rubbers}", number=view.rubber, rubbers=3)
        return f"{rubber} · {super()._title(view, names)}"

    def scene(self, view: Any, names: Names) -> Scene:
        scene = super().scene(view, names)
        if view.options.match != "tournee" or view.options.board:
            return scene
        lines: list[str] = []
        if view.balance:
            points = by_name(view.balance, names)
            if view.over:
                lines.append(self.pgettext("score", "Tournée: {points}", points=points))
            else:
                lines.append(self.gettext("Tournée so far: {points}", points=points))
        cutting = view.preliminaries is not None and view.preliminaries.stage is Stage.CUT_FOR_DEAL
        later = view.takers[1:]
        if later and not view.over and not cutting:
            people = ", ".join(names[seat] for seat in later)
            lines.append(self.gettext("Next to have dummy: {people}", people=people))
        return replace(scene, scores=(*scene.scores, *lines))

    def describe_event(self, event: Event, names: Names) -> str:
        if isinstance(event, TourneeWon):
            best = [
                seat
                for seat, made in zip(event.players, event.points, strict=True)
                if made == max(event.points)
            ]
            points = dict(zip(event.players, event.points, strict=True))
            total = by_name(points, names)
            return self.words.line(won_tournee(self.words, names, best), total) + "."
        return super().describe_event(event, names)

    def rubber_won(self, event: RubberWon, names: Names) -> str:
        sentence = super().rubber_won(event, names)
        if not isinstance(event, DummyRubberWon):
            return sentence
        return "\n".join([sentence, *settled_words(self.words, event, names)])

    def seated(self, names: Names, dealer: int) -> str:
        partner = next(seat for seat in names.seating.partners_of(dealer))
        return self.gettext(
            "{name} has dummy and plays against {others}. The first deal is for dummy.",
            name=names[partner],
            others=self.side(names, 1),
        )

    def result(
        self, events: Sequence[Scored], names: Names, course: Sequence[Event] = ()
    ) -> ResultSheet | None:
        return DummyResult(self.words, names, course, self.shortfall).sheet(events)


def _played_by_one(seating: Seating, seat: int) -> tuple[int, ...]:
    # The two hands of who plays that seat, dummy's first; the seat alone where there is no dummy.
    dummy = next((one for one in (seat, *seating.partners_of(seat)) if one in seating.dummies), None)
    return (seat,) if dummy is None else (dummy, *seating.partners_of(dummy))
