"""How the games of the whist family are shown and described."""

from abc import abstractmethod
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, ClassVar

from bot.rules.cards import Card, Suit
from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.events import Event, Scored
from bot.rules.match import GameWon, RubberWon
from bot.rules.moves import Move, NameTrump
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import PRELIMINARIES
from bot.rules.preliminaries.text import PreliminariesText
from bot.rules.presentation.claims import claim_words, claimed_words
from bot.rules.presentation.profiles import Profile
from bot.rules.presentation.result import ResultSheet
from bot.rules.presentation.scene import Board, Choice, Place, Row, Scene, Sense
from bot.rules.presentation.text import GameText, MoveText
from bot.rules.presentation.tricks import (
    last_trick_row,
    look_again,
    pieces_row,
    played_line,
    trick_line,
    trick_row,
)
from bot.rules.seats import Names
from bot.rules.trick_taking.claiming import Claim, Claimed
from bot.rules.whist import events as ev
from bot.rules.whist.moves import REVOKE_MOVES, AskHonour, CallHonours, Concede
from bot.rules.whist.presentation.laws_text import LawsText
from bot.rules.whist.presentation.result_text import WhistResult
from bot.rules.whist.state import View


class WhistText(GameText[View[Any]]):
    """The table, the moves and the events that all of them have; a game adds its own."""

    results: type[WhistResult]  # what puts the result of a hand together

    preliminaries: ClassVar[type[PreliminariesText]] = PreliminariesText

    pack = 52  # the number of cards, for where the pack is offered to be cut

    opening: ClassVar[tuple[type[Event], ...]] = (*PRELIMINARIES, ev.TurnedUp, ev.TrumpNamed)
    latest: ClassVar[int] = 5
    turned = (ev.TrickTaken,)  # Law 91
    longest: ClassVar[int] = 26

    def __init__(self, profile: Profile, words: Catalogue = ENGLISH) -> None:
        super().__init__(profile, words)
        self._preliminaries = self.preliminaries(words, self.pack)
        self.laws = LawsText(words)
        # The same cards are shown over and over.
        self._card = cache(self._describe_card)

    def cut_decides(self, options: Any) -> str:
        if options.partners == "choice":
            return ""
        said = self.gettext("Cards are cut for partners: the two lowest play against the two highest")
        if options.partners == "cut":
            return said
        return self.gettext("{partners}, and whoever cuts lowest chooses the chairs", partners=said)

    @abstractmethod
    def best(self, view: View[Any], trump: Suit) -> int:
        """The index of the card that is winning the trick in progress."""

    def lead_prompt(self, view: View[Any]) -> str:
        """What the player who leads is asked."""
        return self.gettext("Your turn: you lead, play any card.")

    def follow_prompt(self, view: View[Any], led: Card) -> str:
        """What the player to play to `led` is asked."""
        if led.suit is None:
            return self.gettext("Your turn: a knight was led, play any card.")
        if any(card.suit is led.suit for card in self.playable(view)):
            return self.gettext(
                "Your turn: follow with {symbol} {suit}.", symbol=led.suit.symbol, suit=led.suit
            )
        return self.gettext("Your turn: you have no {suit}, play any card.", suit=led.suit)

    def playable(self, view: View[Any]) -> list[Card]:
        """The cards the view's owner may play."""
        return [move.card for move in view.legal if isinstance(move, PlayCard)]

    def side_notes(self, view: View[Any], names: Names, side: int) -> tuple[str, str]:
        """What stands behind a side's points, and behind its tricks of this hand."""
        return "", ""

    def parts(self, event: Any, side: int) -> list[str]:
        """What a side's points in a hand that has been counted are made of."""
        return []

    def shortfall(self, event: Any, side: int) -> str:
        """Why a side has scored less in a hand than it made; empty if it has not."""
        return ""

    # The scene.

    def scene(self, view: View[Any], names: Names) -> Scene:
        mine = view.seat is not None and view.seat in view.to_act
        return Scene(
            title=self._title(view, names),
            facts=(*self.facts(view, names), *self.laws.facts(view, names)),
            places=tuple(self._place(view, seat) for seat in range(len(names.seats))),
            rows=self._rows(view),
            board=self._board(view, names),
            scores=tuple(self._score(view, names, side) for side in range(len(names.seating.sides))),
            hand=self._hand(view, mine),
            prompt=self._prompt(view, names) if mine else "",
            trump=view.trump.value if view.trump else None,
            choices=self._choices(view, names, mine),
        )

    def facts(self, view: View[Any], names: Names) -> tuple[str, ...]:
        """Trumps, and the card that was turned up."""
        if view.trump is None or view.turned is None or view.dealer is None:
            return ()
        dealer, face = names[view.dealer], self.words.face(view.turned)
        if view.turned_open:
            how = self.gettext("{card} lies open before {dealer}", card=face, dealer=dealer)
        else:
            how = self.gettext("{dealer} turned {card}", dealer=dealer, card=face)
        return (self.trumps(view.trump, how),)

    def trumps(self, trump: Suit, how: str) -> str:
        """The trump suit and how it came to be."""
        return self.gettext("Trumps: {symbol} {suit} ({how})", symbol=trump.symbol, suit=trump, how=how)

    def _title(self, view: View[Any], names: Names) -> str:
        score, rubber = view.score, view.options.match == "rubber" and not view.options.board
        if view.over and view.options.board:
            return self.gettext("The board is over")
        if view.over:
            most, least = max(score.games), min(score.games)
            winner = self.side(names, score.games.index(most))
            if rubber:
                return self.gettext(
                    "{side} have won the rubber, {most} games to {least}", side=winner, most=most, least=least
                )
            return self.gettext("{side} have won the game", side=winner)
        cutting = view.preliminaries and self._preliminaries.title(view.preliminaries)
        if cutting:
            return cutting
        began = view.began
        hand = self.pgettext("heading", "Hand {hand}", hand=began.hand)
        if rubber:
            hand = self.gettext("Game {game}, hand {hand}", game=began.game, hand=began.hand)
        elif view.options.board:
            hand = self.pgettext("heading", "The board")
        if not any(view.held):
            return hand
        number, tricks = len(view.tricks) + 1, len(view.tricks) + max(view.held)
        return self.gettext("{hand}, trick {number} of {tricks}", hand=hand, number=number, tricks=tricks)

    def _place(self, view: View[Any], seat: int) -> Place:
        taken = sum(trick.winner == seat for trick in view.tricks)
        notes = [self.pgettext("state", "dealer")] if seat == view.dealer else []
        if taken:
            notes.append(self.tricks(taken))
        return Place(seat, tuple(notes), seat in view.to_act)

    def _rows(self, view: View[Any]) -> tuple[Row, ...]:
        if view.turned is None or view.tricks or any(view.held):
            return ()
        return (pieces_row(self.words, self.pgettext("heading", "Turned up"), (view.turned,)),)

    def _board(self, view: View[Any], names: Names) -> Board | None:
        if not (view.tricks or any(view.held)):
            return None
        trick = None
        if view.cards and view.trump:
            best = self.best(view, view.trump)
            trick = trick_row(self.words, view.cards, view.leader, len(view.held), best)
        turned = view.turned if view.turned_open else None
        return Board(
            trick=trick,
            last=last_trick_row(self.words, view.last_trick) if view.last_trick else None,
            leader=view.leader if any(view.held) else None,
            tallies=tuple(
                self.tricks(self._tricks_of(view, names, side)) for side in range(len(names.seating.sides))
            ),
            turn_up=(turned.text, self.words.face(turned)) if turned else None,
            notes=(*(() if view.trump else self.facts(view, names)), *self.laws.facts(view, names)),
        )

    def _tricks_of(self, view: View[Any], names: Names, side: int) -> int:
        return sum(names.seating.side_of(trick.winner) == side for trick in view.tricks)

    def _score(self, view: View[Any], names: Names, side: int) -> str:
        points, tricks = self.side_notes(view, names, side)
        if not view.target:
            taken = self.tricks(self._tricks_of(view, names, side))
            return (
                self.pgettext("score", "{side}: {tricks}", side=self.side(names, side), tricks=taken) + tricks
            )
        line = self.gettext(
            "{side}: {points} of {target}",
            side=self.side(names, side),
            points=view.score.points[side],
            target=view.target,
        )
        line += points
        if view.score.won:
            games = view.score.games[side]
            line += ", " + self.npgettext("amount", "{number} game", "{number} games", games)
        if view.tricks:
            taken = self.tricks(self._tricks_of(view, names, side))
            line += " · " + self.gettext("this hand {tricks}", tricks=taken) + tricks
        return line

    def _hand(self, view: View[Any], mine: bool) -> Row | None:
        if not view.hand:
            return None
        playable = set(self.playable(view))
        marks = tuple(card in playable for card in view.hand) if mine else ()
        return pieces_row(self.words, self.pgettext("heading", "Your hand"), view.hand, marks)

    def _prompt(self, view: View[Any], names: Names) -> str:
        if view.preliminaries:
            sentences = []
            if CallHonours() in view.legal:
                sentences.append(
                    self.gettext("Your side held honours: call them before the next trump is turned.")
                )
            if view.seat == view.preliminaries.actor:
                sentences.append(self._preliminaries.prompt(view.preliminaries, names))
            return " ".join(sentences)
        if law := self.laws.prompt(view, names):
            return law
        if view.trump is None:
            return self.gettext("You turned a knight: name the trump suit before the cards are dealt.")
        if not view.cards:
            return self.lead_prompt(view)
        return self.follow_prompt(view, view.cards[0])

    def _choices(self, view: View[Any], names: Names, mine: bool) -> tuple[Choice, ...]:
        playable = set(self.playable(view)) if mine else set()
        cards = [
            self._card(card, view.hand.count(card), card in playable) for card in dict.fromkeys(view.hand)
        ]
        # Cutting and naming tell nothing of a hand, so everybody may see those choices.
        others: list[Move] = []
        open_to_all = mine or view.seat is None
        if view.preliminaries and open_to_all and view.seat in (None, view.preliminaries.actor):
            others += self._preliminaries.offered(view.preliminaries, len(names.seats))
        elif view.turned and view.trump is None and open_to_all:
            others += (NameTrump(suit) for suit in Suit)
        own = (CallHonours, AskHonour, Concede, *REVOKE_MOVES)
        others += [move for move in (*view.legal, *view.optional) if isinstance(move, own)]
        return (*cards, *self.choices(view, others, names))

    def _describe_card(self, card: Card, number: int, enabled: bool) -> Choice:
        # Equal cards are one choice.
        face = self.words.face(card)
        label = face if number < 2 else f"{face} ×{number}"
        return Choice(str(PlayCard(card)), label, self.words.piece(card), enabled)

    # Moves and events.

    def describe_move(self, view: View[Any], move: Move, names: Names) -> MoveText:
        gettext = self.gettext
        match move:
            case PlayCard(card):
                choice = self._card(card, view.hand.count(card), True)
                return MoveText(choice.label, choice.words, piece=self.words.face(card))
            case NameTrump(suit):
                word = self.words.suit(suit)
                return MoveText(f"{suit.symbol} {word.capitalize()}", word)
            case CallHonours():
                words = gettext("call the honours your side held in the last hand")
                return MoveText(
                    self.pgettext("button", "Call honours"), words, self.pgettext("heading", "Or")
                )
            case AskHonour():
                return MoveText(
                    gettext("Can you one?"),
                    gettext("ask your partner for a third honour"),
                    self.pgettext("heading", "Or"),
                )
            case Concede():
                words = gettext("throw down your cards and give up the game")
                return MoveText(
                    gettext("Concede the game"), words, self.pgettext("heading", "Or"), sense=Sense.RISKY
                )
            case Claim(tricks):
                return claim_words(self.words, tricks)
        if (by_law := self.laws.describe_move(view, move, names)) is not None:
            return by_law
        described = self._preliminaries.describe_move(move, names)
        return MoveText(*(described or (str(move), str(move))))

    def describe_event(self, event: Event, names: Names) -> str:
        match event:
            case ev.TrumpNamed(dealer, suit):
                return self.gettext(
                    "{dealer} names {symbol} {suit} as trumps.",
                    dealer=names[dealer],
                    symbol=suit.symbol,
                    suit=suit,
                )
            case ev.GameReopened(number, resumed=True):
                return self.gettext("Game {number} is open again: the hand is played on.", number=number)
            case ev.GameReopened(number):
                return self.gettext("Game {number} is open again: the hand is counted anew.", number=number)
            case Claimed():
                return claimed_words(self.words, event, names)
            case ev.HandScored():
                return "\n".join(self.hand_scored(event, names))
            case GameWon():
                return self.game_won(event, names)
            case RubberWon():
                return self.rubber_won(event, names)
        by_law = self.laws.describe_event(event, names)
        return super().describe_event(event, names) if by_law is None else by_law

    def hand_scored(self, event: ev.HandScored, names: Names) -> list[str]:
        """A hand that has been counted, line by line: both sides, and the score."""
        if event.again:
            lines = [self.gettext("Hand {hand} is counted again.", hand=event.number)]
        else:
            over = self.gettext("Hand {hand} is over.", hand=event.number)
            lines = [over if event.target else self.gettext("The board is over.")]
        for side, points in enumerate(event.points):
            line = self.gettext(
                "{side}: {parts}: {points}",
                side=self.side(names, side),
                parts=", ".join(self.parts(event, side)),
                points=f"{points:+d}",
            )
            why = self.shortfall(event, side)
            lines.append(f"{line} ({why})" if why else line)
        if not event.target:
            return lines
        score = self.total(event.total, names)
        return [*lines, self.gettext("Score to {target}: {score}.", target=event.target, score=score)]

    def game_won(self, event: GameWon, names: Names) -> str:
        """A game won, or void."""
        if event.winner is None:
            return self.gettext(
                "Game {number} is void, {points} all; it is played again.",
                number=event.number,
                points=event.points[0],
            )
        others = [points for side, points in enumerate(event.points) if side != event.winner]
        return self.gettext(
            "{side} win game {number}, {most} to {least}.",
            side=self.side(names, event.winner),
            number=event.number,
            most=event.points[event.winner],
            least=max(others),
        )

    def rubber_won(self, event: RubberWon, names: Names) -> str:
        """A rubber won."""
        most = max(event.games)
        return self.gettext(
            "{side} win the rubber, {most} games to {least}.",
            side=self.side(names, event.games.index(most)),
            most=most,
            least=min(event.games),
        )

    def result(
        self, events: Sequence[Scored], names: Names, course: Sequence[Event] = ()
    ) -> ResultSheet | None:
        return self.results(self.words, names, course, self.shortfall).sheet(events)

    def last_trick(self, view: View[Any], names: Names) -> str | None:
        return look_again(self.words, view.last_trick, names) if view.last_trick else None

    def no_last_trick(self, view: View[Any]) -> str:
        if not view.tricks:
            return super().no_last_trick(view)
        return self.gettext(
            "The last trick has been turned, and at this table it stays closed until the hand is over."
        )

    # The course of a hand.

    def course_line(self, event: Event, names: Names) -> str:
        if not isinstance(event, ev.TrickTaken):
            return super().course_line(event, names)
        struck = self.struck(event, names)
        return trick_line(self.words, event.trick, names, trump=event.trump, struck=struck)

    def course_note(self, events: Sequence[Event], names: Names) -> str:
        if not any(isinstance(event, ev.TrickTaken) for event in events):
            return ""
        return self.gettext("**Bold** takes, __underlined__ is a trump.")

    def struck(self, event: Any, names: Names) -> Collection[Card]:
        """The cards of a trick that are struck out."""
        return ()

    def told_line(self, event: Event, names: Names) -> str:
        if not isinstance(event, ev.TrickTaken):
            return super().told_line(event, names)
        trick, side = event.trick, names.seating.side_of(event.trick.winner)
        line = self.gettext(
            "{number}. {name} takes with {card}, for {side}, who have {tricks}.",
            number=trick.number,
            name=names[trick.winner],
            card=self.words.face(dict(trick.plays)[trick.winner]),
            side=self.chairs(names, side),
            tricks=event.taken[side],
        )
        return " ".join([line, *self.trick_remarks(event, names)])

    def course_summary(self, events: Sequence[Event], names: Names) -> str:
        tricks = [event for event in events if isinstance(event, ev.TrickTaken)]
        if not tricks:
            return super().course_summary(events, names)
        taken = ", ".join(
            f"{self.chairs(names, side)} {number}" for side, number in enumerate(tricks[-1].taken)
        )
        first, last = tricks[0].trick.number, tricks[-1].trick.number
        if first == last:
            return self.gettext("Trick {number}: {taken}.", number=first, taken=taken)
        return self.gettext("Tricks {first} to {last}: {taken}.", first=first, last=last, taken=taken)

    def trick_remarks(self, event: Any, names: Names) -> list[str]:
        """What else is to be said of a trick in the course of a hand."""
        return []

    def chairs(self, names: Names, side: int) -> str:
        """A side by its chairs: `North–South`."""
        return "–".join(
            self.pgettext("seat", names.seating.names[seat]) for seat in names.seating.sides[side]
        )

    # Turns of phrase.

    def side(self, names: Names, side: int) -> str:
        """A side in a sentence: `Ann and Cleo`."""
        return self.words.listed([names[seat] for seat in names.seating.sides[side]])

    def tricks(self, number: int) -> str:
        """`1 trick`, `5 tricks`."""
        return self.npgettext("amount", "{number} trick", "{number} tricks", number)

    def points(self, number: int) -> str:
        """`1 point`, `5 points`."""
        return self.npgettext("amount", "{number} point", "{number} points", number)

    def total(self, total: tuple[int, ...], names: Names) -> str:
        """The score of a game: `Ann and Cleo 3, Bob and Dan 0`."""
        return ", ".join(f"{self.side(names, side)} {points}" for side, points in enumerate(total))

    def off(self, points: int, floor: bool) -> str:
        """Points that a penalty takes off; `floor`: as far as there are any."""
        if floor:
            return self.gettext("{points} off, but not below nothing,", points=self.points(points))
        return self.pgettext("score", "{points} off", points=self.points(points))

    def charged(self, name: str, offence: str, exacted: str) -> str:
        """An offence, and what it costs."""
        match offence:
            case "revoke":
                return self.gettext(
                    "{name} is charged with a revoke: {exacted} at the end of the hand.",
                    name=name,
                    exacted=exacted,
                )
            case "exposed":
                return self.gettext(
                    "{name} is charged with an exposed card: {exacted} at the end of the hand.",
                    name=name,
                    exacted=exacted,
                )
        return self.gettext(
            "{name} is charged with a breach of the laws: {exacted} at the end of the hand.",
            name=name,
            exacted=exacted,
        )

    def trick_line(self, event: ev.TrickTaken, names: Names) -> str:
        """Who played what to the trick."""
        return played_line(self.words, event.trick, names)
