"""The result sheet of a hand, a game and a rubber of whist."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from bot.rules.cards import Card
from bot.rules.catalogue import Catalogue
from bot.rules.events import Event, Scored
from bot.rules.match import GameWon, RubberWon, leader
from bot.rules.presentation.result import (
    Pack,
    Part,
    ResultSheet,
    SideResult,
    ahead_from,
    taken_in,
    tricks_after_each,
)
from bot.rules.seats import Names
from bot.rules.whist import events as ev
from bot.rules.whist.count import BOOK
from bot.rules.whist.game import RUBBER_POINTS
from bot.rules.whist.pack import HONOURS
from bot.rules.whist.presentation.laws_text import LawsText

_BARRED_BY = 1  # a side that needs only so many points for the game cannot score honours (Law 4)


class WhistResult(ABC):
    """Puts a sheet together; a game says what its points are made of.

    `shortfall` says why a side scored less in a hand than it made.
    """

    tricks_in_hand: ClassVar[int] = 13
    pack: ClassVar[Pack] = "ordinary"

    def __init__(
        self, words: Catalogue, names: Names, course: Sequence[Event], shortfall: Callable[[Any, int], str]
    ) -> None:
        self.words = words
        self.gettext, self.ngettext = words.gettext, words.ngettext
        self.pgettext, self.npgettext = words.pgettext, words.npgettext
        self.names = names
        self.course = course
        self.shortfall = shortfall
        self.sides = range(len(names.seating.sides))

    @abstractmethod
    def tricks(self, hand: Any) -> tuple[int, ...]:
        """The tricks of each side."""

    @abstractmethod
    def parts(self, hand: Any, side: int) -> Iterator[Part]:
        """What a side's points are made of."""

    def pieces(self, hand: Any, side: int) -> tuple[str, ...]:
        """Cards that counted for a side, in the notation."""
        return ()

    def hand_notes(self, hand: Any) -> Iterator[str]:
        """Explanations for newcomers."""
        yield from self._revokes()
        for side in self.sides:
            if why := self.shortfall(hand, side):
                yield self.pgettext("score", "{side}: {why}.", side=self.side(side), why=why)

    def _revokes(self) -> Iterator[str]:
        # A revoke is found, and then its penalty is chosen, or follows by itself.
        laws = LawsText(self.words)
        searched = (event for event in self.course if isinstance(event, ev.TricksSearched) and event.found)
        chosen = {
            (event.seat, event.number): laws.exacted(event, self.names)
            for event in self.course
            if isinstance(event, ev.PenaltyChosen)
        }
        for event in searched:
            yield self.gettext(
                "{name} revoked in trick {number}: {exacted}.",
                name=self.names[event.seat],
                number=event.number,
                exacted=chosen.get((event.seat, event.number)) or self.fixed_for_revoke(),
            )

    def fixed_for_revoke(self) -> str:
        """What every revoke costs, in a game that leaves no choice."""
        return ""

    def game_notes(self, game: GameWon) -> Iterator[str]:
        """What the game is worth."""
        yield from ()

    def rubber_notes(self, rubber: RubberWon) -> Iterator[str]:
        """What the rubber is worth."""
        yield from ()

    def side(self, side: int) -> str:
        """Those of a side."""
        return self.words.side(self.names, side)

    def points(self, number: int) -> str:
        """`1 point`, `5 points`."""
        return self.npgettext("amount", "{number} point", "{number} points", number)

    def sheet(self, events: Sequence[Scored]) -> ResultSheet | None:
        """The sheet of what ended together."""
        hand = next((event for event in events if isinstance(event, ev.HandScored)), None)
        game = next((event for event in events if isinstance(event, GameWon)), None)
        rubber = next((event for event in events if isinstance(event, RubberWon)), None)
        if hand is None and game is None:
            return None
        taken = taken_in(self.course, self.names) if hand else ()
        turn = None
        if hand and list(self.tricks(hand)) == [taken.count(side) for side in self.sides]:
            # Of tricks that were claimed it is not known when they would have been taken, and those that
            # a revoke has cost count for the other side.
            turn = ahead_from(tricks_after_each(taken, len(self.sides)))
        return ResultSheet(
            title=self._title(hand, game, rubber),
            opening=self._opening(hand),
            headline=self._headline(hand, game, rubber),
            sides=tuple(self._side(side, hand, game, rubber) for side in self.sides),
            target=hand.target if hand else None,
            taken=taken,
            turn=turn,
            turn_words=self._turn_words(taken, turn),
            notes=tuple(self._notes(hand, game, rubber)),
            pack=self.pack,
        )

    def _title(self, hand: ev.HandScored | None, game: GameWon | None, rubber: RubberWon | None) -> str:
        if hand and not hand.target:
            return self.pgettext("heading", "The board")
        parts = [self.pgettext("heading", "Hand {hand}", hand=hand.number)] if hand else []
        if game:
            parts.append(self.pgettext("heading", "Game {game}", game=game.number))
        if rubber:
            parts.append(self.pgettext("heading", "The rubber"))
        return " · ".join(parts)

    def _opening(self, hand: ev.HandScored | None) -> str:
        if hand is None:
            return ""
        if hand.again:
            return self.gettext("Hand {hand} is counted again.", hand=hand.number)
        if not hand.target:
            return self.gettext("The board is over.")
        return self.gettext("Hand {hand} is over.", hand=hand.number)

    def _headline(self, hand: ev.HandScored | None, game: GameWon | None, rubber: RubberWon | None) -> str:
        if rubber and rubber.winner is not None:
            return self.gettext(
                "{side} win the rubber, {most} games to {least}.",
                side=self.side(rubber.winner),
                most=max(rubber.games),
                least=min(rubber.games),
            )
        if game:
            return self._of_game(game)
        assert hand is not None
        best = leader(hand.points)
        if best is None:
            return self.gettext("Both sides score {points}.", points=self.points(hand.points[0]))
        return self.gettext(
            "{side} win the hand, {most} to {least}.",
            side=self.side(best),
            most=_signed(max(hand.points)),
            least=_signed(min(hand.points)),
        )

    def _of_game(self, game: GameWon) -> str:
        if game.winner is None:
            return self.gettext(
                "Game {number} is void, {points} all; it is played again.",
                number=game.number,
                points=game.points[0],
            )
        others = [points for side, points in enumerate(game.points) if side != game.winner]
        return self.gettext(
            "{side} win the game, {most} to {least}.",
            side=self.side(game.winner),
            most=game.points[game.winner],
            least=max(others),
        )

    def _side(
        self, side: int, hand: ev.HandScored | None, game: GameWon | None, rubber: RubberWon | None
    ) -> SideResult:
        won = (rubber or game or hand) if game or rubber else None
        shown = SideResult(
            side,
            self.side(side),
            winner=won is not None and won.winner == side,
            games=None if game is None else game.games[side],
        )
        if hand is None:
            assert game is not None
            called = self._called(side)
            return SideResult(
                side,
                shown.name,
                shown.winner,
                parts=(Part(self.pgettext("score", "honours called"), called),) if called else (),
                gained=called,
                total=game.points[side],
                games=shown.games,
            )
        # At a board there is no score but the hand's, and where every trick is a point the tricks are all.
        plain = not hand.target and tuple(hand.points) == tuple(self.tricks(hand))
        return SideResult(
            side,
            shown.name,
            shown.winner,
            self.tricks(hand)[side],
            () if plain else tuple(self.parts(hand, side)),
            None if plain else hand.points[side],
            hand.total[side] if hand.target else None,
            shown.games,
            self.pieces(hand, side),
        )

    def _called(self, side: int) -> int:
        # What ended the game where no hand did: honours called after it.
        calls = (event for event in self.course if isinstance(event, ev.HonoursCalled))
        return sum(call.points for call in calls if self.names.seating.side_of(call.seat) == side)

    def _turn_words(self, taken: Sequence[int], turn: int | None) -> str:
        if turn is None:
            return ""
        ahead = max(self.sides, key=taken.count)
        if turn == 1:
            return self.gettext("{side} were ahead from the first trick on.", side=self.side(ahead))
        return self.gettext(
            "{side} were ahead in tricks from trick {number} on.", side=self.side(ahead), number=turn
        )

    def _notes(
        self, hand: ev.HandScored | None, game: GameWon | None, rubber: RubberWon | None
    ) -> Iterator[str]:
        if hand:
            yield from self.hand_notes(hand)
        if game and game.winner is not None:
            yield from self.game_notes(game)
        if rubber:
            yield from self.rubber_notes(rubber)


class OddTricksResult(WhistResult):
    """American and English Whist: tricks over six, honours, what a game and a rubber are worth."""

    def tricks(self, hand: ev.OddTricksScored) -> tuple[int, ...]:
        return hand.count.taken

    def parts(self, hand: ev.OddTricksScored, side: int) -> Iterator[Part]:
        count = hand.count
        if count.tricks[side]:
            over = max(0, count.taken[side] - BOOK)
            odd = self.ngettext("{number} trick over six", "{number} tricks over six", over)
            every = self.npgettext("amount", "{number} trick", "{number} tricks", count.taken[side])
            yield Part(odd if hand.target else every, count.tricks[side])
        if count.conceded[side]:
            cards = count.conceded[side]
            yield Part(self.ngettext("{number} card conceded", "{number} cards conceded", cards), cards)
        if count.honours[side]:
            yield Part(
                self.pgettext("score", "four honours")
                if count.honours[side] > 2
                else self.pgettext("score", "three honours"),
                count.honours[side],
            )
        if count.penalties[side] or count.spared[side]:
            yield Part(self.pgettext("score", "penalties"), count.penalties[side])

    def hand_notes(self, hand: ev.OddTricksScored) -> Iterator[str]:
        count = hand.count
        for side in self.sides:
            told = any(isinstance(event, ev.TricksSearched) for event in self.course)
            if count.moved[side] > 0 and not told:
                yield self.ngettext(
                    "{side} took {number} trick for a revoke of the other side.",
                    "{side} took {number} tricks for a revoke of the other side.",
                    count.moved[side],
                    side=self.side(side),
                )
            if count.spared[side]:
                yield self.gettext("{side}: a score stops at nothing.", side=self.side(side))
        yield from super().hand_notes(hand)

    def game_notes(self, game: GameWon) -> Iterator[str]:
        """Treble, double or single (Law 8)."""
        worth = game.value if isinstance(game, ev.ValuedGameWon) else 0
        least = max(points for side, points in enumerate(game.points) if side != game.winner)
        losers = self.words.listed([self.side(side) for side in self.sides if side != game.winner])
        values = {
            "losers": losers,
            "points": self.points(least) if least > 0 else self.pgettext("amount", "nothing"),
        }
        match worth:
            case 3:
                yield self.gettext("A treble, worth 3: {losers} had {points}.", **values)
            case 2:
                yield self.gettext("A double, worth 2: {losers} had {points}.", **values)
            case 1:
                yield self.gettext("A single, worth 1: {losers} had {points}.", **values)

    def rubber_notes(self, rubber: RubberWon) -> Iterator[str]:
        """What the winners gain by the rubber (Laws 9-10)."""
        if worth := rubber_worth(self.words, rubber):
            yield worth


class EnglishResult(OddTricksResult):
    """With honours: who held them, and why they count or do not (Laws 3-7)."""

    def hand_notes(self, hand: ev.OddTricksScored) -> Iterator[str]:
        for side in self.sides:
            yield from self._honours(hand, side)
        yield from super().hand_notes(hand)
        if hand.callable_side is not None:
            yield self.gettext("Any honours must be called before the next trump is turned.")

    def _honours(self, hand: ev.OddTricksScored, side: int) -> Iterator[str]:
        points, cards = hand.count.honours[side], self._held(side)
        if points:
            held = (
                self.pgettext("score", "four honours")
                if points > 2
                else self.pgettext("score", "three honours")
            )
            if cards:
                yield self.gettext(
                    "{side} held {honours} between them: {cards}.",
                    side=self.side(side),
                    honours=held,
                    cards=self.words.faces(cards),
                )
            else:
                yield self.gettext("{side} held {honours} between them.", side=self.side(side), honours=held)
            yield self.gettext(
                "Of the ace, king, queen and jack of trumps three count 2 points, and all four count 4."
            )
        elif hand.total[side] - hand.points[side] == hand.target - _BARRED_BY and len(cards) > 2:
            yield self.gettext(
                "{side} held the honours {cards}, which count nothing for a side that had {points} before "
                "the deal.",
                side=self.side(side),
                cards=self.words.faces(cards),
                points=self.points(hand.target - _BARRED_BY),
            )

    def _held(self, side: int) -> tuple[Card, ...]:
        # Whoever played them was dealt them.
        tricks = [event for event in self.course if isinstance(event, ev.TrickTaken)]
        if len(tricks) < self.tricks_in_hand:
            return ()
        played = {
            card.rank: card
            for event in tricks
            for seat, card in event.trick.plays
            if card.suit is event.trump and self.names.seating.side_of(seat) == side
        }
        return tuple(played[rank] for rank in HONOURS if rank in played)


def rubber_worth(words: Catalogue, rubber: RubberWon) -> str:
    """How the points of a rubber come about (Laws 9-10); empty where only games count."""
    if not isinstance(rubber, ev.ValuedRubberWon) or not rubber.worth:
        return ""
    gains = " + ".join(map(str, rubber.gains))
    points = words.npgettext("amount", "{number} point", "{number} points", rubber.worth)
    if rubber.losses:
        return words.gettext(
            "Their games {gains}, {rubber} for the rubber, less {lost} for the game lost: {points}.",
            gains=gains,
            rubber=RUBBER_POINTS,
            lost=sum(rubber.losses),
            points=points,
        )
    return words.gettext(
        "Their games {gains}, {rubber} for the rubber: {points}.",
        gains=gains,
        rubber=RUBBER_POINTS,
        points=points,
    )


def _signed(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)
