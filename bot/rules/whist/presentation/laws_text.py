"""The laws of revokes in words: what is asked and offered, and what has happened."""

from typing import Any

from bot.rules.catalogue import Catalogue
from bot.rules.events import Event
from bot.rules.moves import Move
from bot.rules.presentation.scene import Sense
from bot.rules.presentation.text import MoveText
from bot.rules.seats import Names
from bot.rules.whist import events as ev
from bot.rules.whist.count import OFFENCE_POINTS, REVOKE_POINTS, REVOKE_TRICKS
from bot.rules.whist.moves import (
    AskPartner,
    CallCard,
    ClaimNothing,
    ClaimRevoke,
    Correct,
    Demand,
    Exact,
    HaveNone,
)
from bot.rules.whist.state import LawPoint, View


class LawsText:
    """The words for the laws of revokes in every game of whist."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words
        self.gettext, self.ngettext = words.gettext, words.ngettext
        self.pgettext, self.npgettext = words.pgettext, words.npgettext

    # What is asked.

    def facts(self, view: View[Any], names: Names) -> tuple[str, ...]:
        """Cards that lie open to be called."""
        if view.laws is None:
            return ()
        said = []
        for seat, card in view.laws.callable:
            values = {"card": self.words.face(card), "name": names[seat]}
            if (seat, card) in view.laws.called:
                said.append(
                    self.gettext(
                        "{card} of {name} has been called: {name} plays it at the next turn, if that is no "
                        "revoke",
                        **values,
                    )
                )
            else:
                said.append(
                    self.gettext(
                        "{name} took back {card}, so the other side may call it: {name} then plays it at the "
                        "next turn, if that is no revoke",
                        **values,
                    )
                )
        return tuple(said)

    def prompt(self, view: View[Any], names: Names) -> str:
        """What a seat to move is asked, where one can revoke; empty where it simply leads."""
        point, laws = view.point, view.laws
        if point is not None:
            return self._of_point(view, point, names)
        led = view.cards[0].suit if view.cards else None
        if laws is None or not view.cards:
            return ""
        assert view.seat is not None
        called = laws.called_of(view.seat)
        if called is not None and len(view.legal) == 1:
            return self.gettext("Your turn: the other side has called {card}.", card=self.words.face(called))
        if led is None:
            return self.gettext("Your turn: a knight was led, play any card.")
        match laws.demanded_of(view.seat):
            case None:
                return self.gettext("Your turn: {symbol} {suit} were led.", symbol=led.symbol, suit=led)
            case "high":
                return self.gettext("Your turn: the other side demands your highest of the {suit}.", suit=led)
            case "low":
                return self.gettext("Your turn: the other side demands your lowest of the {suit}.", suit=led)
        return self.gettext("Your turn again: follow with {symbol} {suit}.", symbol=led.symbol, suit=led)

    def _of_point(self, view: View[Any], point: LawPoint, names: Names) -> str:
        name = "" if point.seat is None else names[point.seat]
        match point.kind:
            case "answer":
                assert view.seat is not None
                partner = next(
                    names[seat] for seat in names.seating.partners_of(view.seat) if seat != view.seat
                )
                return self.gettext(
                    "{partner} asks you: none of the {suit}?", partner=partner, suit=point.suit
                )
            case "demand":
                return self.gettext(
                    "{name} has taken a card back and now has to follow suit with {suit}. What do you "
                    "demand?",
                    name=name,
                    suit=point.suit,
                )
            case "penalty" if point.offence == "revoke":
                return self.gettext(
                    "{name} revoked in trick {number}. You or your partner choose the penalty.",
                    name=name,
                    number=point.number,
                )
            case "penalty":
                return self.gettext(
                    "{name} took a card back in trick {number}. You or your partner choose the penalty.",
                    name=name,
                    number=point.number,
                )
        return self.gettext("The last hand is over. Do you claim a revoke before the match ends?")

    # The moves.

    def describe_move(self, view: View[Any], move: Move, names: Names) -> MoveText | None:
        """One of the players' moves about revokes; None for any other."""
        gettext = self.gettext
        laws = self.pgettext("heading", "The laws")
        match move:
            case AskPartner():
                words = gettext("ask your partner whether they have none of the suit led")
                return MoveText(gettext("None of that suit, partner?"), words, laws)
            case HaveNone():
                return MoveText(
                    self.pgettext("button", "No, none"),
                    gettext("answer that you have none of the suit"),
                    laws,
                )
            case Correct():
                words = gettext("take your card back and play one of the suit led")
                return MoveText(gettext("I have one after all"), words, laws, sense=Sense.LAST_RESORT)
            case Demand(what):
                return self._demand(what)
            case CallCard(card):
                words = self.pgettext("move", "call {card}", card=self.words.piece(card))
                return MoveText(
                    self.pgettext("button", "Call {card}", card=self.words.face(card)), words, laws
                )
            case ClaimRevoke():
                return self._claim(view, move, names)
            case Exact(way):
                return self._exact(view, way)
            case ClaimNothing():
                return MoveText(gettext("Nothing to claim"), gettext("claim no revoke"), laws)
        return None

    def _demand(self, what: str) -> MoveText:
        gettext, laws = self.gettext, self.pgettext("heading", "The laws")
        match what:
            case "high":
                return MoveText(
                    self.pgettext("button", "Their highest"),
                    gettext("demand their highest of the suit"),
                    laws,
                )
            case "low":
                return MoveText(
                    self.pgettext("button", "Their lowest"), gettext("demand their lowest of the suit"), laws
                )
        words = gettext("let them follow as they like, and call the card taken back later")
        return MoveText(gettext("Call the card later"), words, laws)

    def _claim(self, view: View[Any], move: ClaimRevoke, names: Names) -> MoveText:
        name, number = names[move.seat], move.number
        suit = next(
            (card.suit for card in view.renounced if (card.seat, card.number) == (move.seat, number)), None
        )
        label = self.gettext("{name} in trick {number}", name=name, number=number)
        if suit is not None:
            label = self.gettext(
                "{name} in trick {number}: {symbol} led", name=name, number=number, symbol=suit.symbol
            )
        words = self.gettext("claim that {name} revoked in trick {number}", name=name, number=number)
        return MoveText(label, words, self.gettext("Claim a revoke"), listed=True)

    def _exact(self, view: View[Any], way: str) -> MoveText:
        gettext, laws = self.gettext, self.pgettext("heading", "The laws")
        revoke = view.point is None or view.point.offence == "revoke"
        points = self._points(REVOKE_POINTS if revoke else OFFENCE_POINTS)
        match way:
            case "tricks":
                tricks = self._tricks(REVOKE_TRICKS)
                return MoveText(
                    self.pgettext("button", "Take {tricks}", tricks=tricks),
                    gettext("take {tricks} from them", tricks=tricks),
                    laws,
                )
            case "deduct":
                return MoveText(
                    gettext("{points} off theirs", points=points),
                    gettext("take {points} off their score", points=points),
                    laws,
                )
        return MoveText(
            gettext("{points} onto ours", points=points),
            gettext("add {points} to your score", points=points),
            laws,
        )

    # The events.

    def describe_event(self, event: Event, names: Names) -> str | None:
        """An event about a revoke in words; None for any other event."""
        gettext = self.gettext
        match event:
            case ev.PartnerAsked(seat, partner, suit):
                return gettext(
                    "{name} asks {partner}: none of the {suit}?",
                    name=names[seat],
                    partner=names[partner],
                    suit=suit,
                )
            case ev.PartnerAnswered(seat, suit):
                return gettext("{name} answers: none of the {suit}.", name=names[seat], suit=suit)
            case ev.Corrected():
                return self._corrected(event, names)
            case ev.Demanded():
                return self._demanded(event, names)
            case ev.CardCalled(seat, of, card):
                return gettext(
                    "{name} calls {card} of {other}.",
                    name=names[seat],
                    card=self.words.face(card),
                    other=names[of],
                )
            case ev.RevokeClaimed(seat, of, number, suit):
                return gettext(
                    "{name} claims that {other} revoked in trick {number}, when {suit} were led.",
                    name=names[seat],
                    other=names[of],
                    number=number,
                    suit=suit,
                )
            case ev.TricksSearched():
                return self.searched(event, names)
            case ev.NothingClaimed(seat):
                return gettext("{name} claims no revoke.", name=names[seat])
        return None

    def searched(self, event: ev.TricksSearched, names: Names) -> str:
        """The result of searching the tricks."""
        name, card, suit = names[event.seat], self.words.face(event.card), event.suit
        if event.found:
            return self.gettext(
                "The tricks are searched: {name} revoked in trick {number}, playing {card} with {suit} in "
                "hand.",
                name=name,
                number=event.number,
                card=card,
                suit=suit,
            )
        return self.gettext(
            "The tricks are searched: {card} of {name} in trick {number} was no revoke.",
            card=card,
            name=name,
            number=event.number,
        )

    def chosen(self, event: ev.PenaltyChosen, names: Names) -> str:
        """What the other side has chosen to exact."""
        values = {"name": names[event.seat], "number": event.number, "exacted": self.exacted(event, names)}
        if event.offence == "revoke":
            return self.gettext(
                "For the revoke of {name} in trick {number} the other side chooses: {exacted}.", **values
            )
        return self.gettext(
            "For the card that {name} took back in trick {number} the other side chooses: {exacted}.",
            **values,
        )

    def exacted(self, event: ev.PenaltyTaken, names: Names) -> str:
        """What a penalty is, in a few words."""
        revoke = event.offence == "revoke"
        points = self._points(REVOKE_POINTS if revoke else OFFENCE_POINTS)
        mine = names.seating.side_of(event.seat)
        others = self.words.listed(
            [self.words.side(names, side) for side in range(len(names.seating.sides)) if side != mine]
        )
        match event.exacted:
            case "add":
                return self.gettext("{points} to {others}", points=points, others=others)
            case "tricks":
                return self.gettext("{tricks} to {others}", tricks=self._tricks(REVOKE_TRICKS), others=others)
        if event.floor:
            return self.gettext("{points} off, but not below nothing", points=points)
        return self.pgettext("score", "{points} off", points=points)

    def _corrected(self, event: ev.Corrected, names: Names) -> str:
        said = self.gettext(
            "{name} can follow with {suit} after all and takes back {card}.",
            name=names[event.seat],
            suit=event.suit,
            card=self.words.face(event.card),
        )
        if not event.after:
            return said
        others = self.words.listed([names[seat] for seat in event.after])
        again = self.ngettext(
            "{others} takes a card back, too, and plays again.",
            "{others} take their cards back, too, and play again.",
            len(event.after),
            others=others,
        )
        return f"{said} {again}"

    def _demanded(self, event: ev.Demanded, names: Names) -> str:
        values = {"name": names[event.seat], "other": names[event.of], "suit": event.suit}
        match event.what:
            case "high":
                return self.gettext("{name} demands that {other} play the highest of the {suit}.", **values)
            case "low":
                return self.gettext("{name} demands that {other} play the lowest of the {suit}.", **values)
        return self.gettext("{name} leaves the card of {other} to be called later.", **values)

    def _points(self, number: int) -> str:
        return self.npgettext("amount", "{number} point", "{number} points", number)

    def _tricks(self, number: int) -> str:
        return self.npgettext("amount", "{number} trick", "{number} tricks", number)
