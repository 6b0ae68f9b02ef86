"""The result sheet of a hand, a game and a partie of bezique."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from bot.rules.bezique import events as ev
from bot.rules.bezique.combinations import MARRIAGE
from bot.rules.catalogue import Catalogue
from bot.rules.events import Event, Scored
from bot.rules.match import leader
from bot.rules.presentation.result import Part, ResultSheet, SideResult, ahead_from, taken_in
from bot.rules.seats import Names

TWO: Final = 2  # with up to so many sides their points are named in turn


def won_among_several(words: Catalogue, names: Names, game: ev.GameWon) -> str:
    """How a game of more than two sides ended, in a sentence that says who has what."""
    if game.winner is None:
        return words.gettext(
            "The most points are shared: {points}. It is played again.",
            points=_best_first(words, names, game.points),
        )
    return words.gettext(
        "{name} wins with {points} points; {others}.",
        name=words.side(names, game.winner),
        points=words.number(game.points[game.winner]),
        others=_best_first(words, names, game.points, but=game.winner),
    )


def _best_first(words: Catalogue, names: Names, points: Sequence[int], but: int | None = None) -> str:
    # `Ann 280 and Bob 20`: all sides, or all but one.
    order = sorted(range(len(points)), key=lambda side: -points[side])
    return words.listed(
        [
            words.pgettext(
                "score",
                "{name} {points}",
                name=words.side(names, side),
                points=words.number(points[side]),
            )
            for side in order
            if side != but
        ]
    )


class BeziqueResult:
    """Puts a sheet together. `kind_name` names a kind of declaration by its key."""

    def __init__(
        self, words: Catalogue, names: Names, course: Sequence[Event], kind_name: Callable[[str], str]
    ) -> None:
        self.words = words
        self.gettext, self.ngettext = words.gettext, words.ngettext
        self.pgettext, self.npgettext = words.pgettext, words.npgettext
        self.names = names
        self.course = course
        self.kind_name = kind_name
        self.sides = range(len(names.seating.sides))

    def sheet(self, events: Sequence[Scored]) -> ResultSheet | None:
        """The sheet of what ended together."""
        hand = next((event for event in events if isinstance(event, ev.HandScored)), None)
        game = next((event for event in events if isinstance(event, ev.GameWon)), None)
        partie = next((event for event in events if isinstance(event, ev.PartieWon)), None)
        if hand is None:
            return None
        taken = taken_in(self.course, self.names)
        turn = ahead_from(self._points_after_each())
        return ResultSheet(
            title=self._title(hand, game, partie),
            opening=self.gettext("Hand {number} is over.", number=hand.number),
            headline=self._headline(hand, game, partie),
            sides=tuple(self._side(side, hand, game, partie, taken) for side in self.sides),
            target=hand.target or None,
            taken=taken,
            turn=turn,
            turn_words=self._turn_words(turn),
            notes=tuple(self._notes(game)),
        )

    def _title(self, hand: ev.HandScored, game: ev.GameWon | None, partie: ev.PartieWon | None) -> str:
        parts = [self.pgettext("heading", "Hand {hand}", hand=hand.number)]
        if game:
            parts.append(self.pgettext("heading", "Game {game}", game=game.number))
        if partie:
            parts.append(self.pgettext("heading", "The partie"))
        return " · ".join(parts)

    def _headline(self, hand: ev.HandScored, game: ev.GameWon | None, partie: ev.PartieWon | None) -> str:
        if partie and partie.winner is not None:
            return self.ngettext(
                "{name} wins the partie, {games} games to {least}.",
                "{name} win the partie, {games} games to {least}.",
                self._people(partie.winner),
                name=self._name(partie.winner),
                games=partie.games[partie.winner],
                least=max(n for side, n in enumerate(partie.games) if side != partie.winner),
            )
        if game and len(self.sides) > TWO:
            return won_among_several(self.words, self.names, game)
        if game and game.winner is not None:
            return self.ngettext(
                "{name} wins the game, {points} to {others}.",
                "{name} win the game, {points} to {others}.",
                self._people(game.winner),
                name=self._name(game.winner),
                points=self.words.number(game.points[game.winner]),
                others=self.words.number(game.points[1 - game.winner]),
            )
        if game:
            return self.gettext(
                "Game {number} is void, {points} all; it is played again.",
                number=game.number,
                points=self.words.number(max(game.points)),
            )
        best = leader(hand.points)
        if best is not None and len(self.sides) > TWO:
            return self.gettext(
                "{name} wins the hand with {points}; {others}.",
                name=self._name(best),
                points=self.words.number(hand.points[best]),
                others=_best_first(self.words, self.names, hand.points, but=best),
            )
        if best is None and len(self.sides) > TWO:
            points = _best_first(self.words, self.names, hand.points)
            return self.gettext("Nobody wins the hand: {points}.", points=points)
        if best is None:
            return self.gettext("All square: {points} each.", points=self.words.number(max(hand.points)))
        return self.ngettext(
            "{name} wins the hand, {points} to {others}.",
            "{name} win the hand, {points} to {others}.",
            self._people(best),
            name=self._name(best),
            points=self.words.number(hand.points[best]),
            others=self.words.number(hand.points[1 - best]),
        )

    def _side(
        self,
        side: int,
        hand: ev.HandScored,
        game: ev.GameWon | None,
        partie: ev.PartieWon | None,
        taken: Sequence[int],
    ) -> SideResult:
        won = partie or game
        return SideResult(
            side,
            self._name(side),
            winner=won is not None and won.winner == side,
            tricks=taken.count(side) if taken else None,
            parts=tuple(self._parts(side, hand)),
            gained=hand.points[side],
            total=hand.total[side],
            games=None if game is None else game.games[side],
        )

    def _parts(self, side: int, hand: ev.HandScored) -> Iterator[Part]:
        left = self._made_in(hand)[side]
        for part in self._counted(side, hand):
            left -= part.points or 0
            yield part
        brisques = hand.brisques[side]
        if brisques and left and self.course:
            yield Part(self._brisques(brisques), left)
        elif left and any(isinstance(event, ev.PenaltyTaken | ev.Marked) for event in self.course):
            yield Part(self.gettext("by the referee"), left)
        elif left:
            # Where what was told of the hand is not at hand.
            yield Part(self.gettext("declarations and tricks"), left)

    def _made_in(self, hand: ev.HandScored) -> tuple[int, ...]:
        # What each side has marked in the hand.
        return hand.points

    def _counted(self, side: int, hand: ev.HandScored) -> Iterator[Part]:
        # All that was told of the side's points, one part for each kind of them; a game adds its own.
        yield from self._declared(side)
        yield from self._sevens(side)
        yield from self._tricks(side)

    def _declared(self, side: int) -> list[Part]:
        numbers: Counter[str] = Counter()
        points: Counter[str] = Counter()
        for event in self.course:
            if isinstance(event, ev.Declared) and event.side == side and event.scored:
                what = self._declaration(event)
                numbers[what] += 1
                points[what] += event.points
        return [
            Part(self._times(what, numbers[what]), made)
            for what, made in sorted(points.items(), key=lambda item: -item[1])
        ]

    def _declaration(self, event: ev.Declared) -> str:
        if event.combination == MARRIAGE.key and MARRIAGE.royal(event.points):
            return self.pgettext("declaration", "royal marriage")
        return self.kind_name(event.combination)

    def _sevens(self, side: int) -> list[Part]:
        side_of = self.names.seating.side_of
        scored = [e.points for e in self.course if isinstance(e, ev.SevenScored) and e.side == side]
        scored += [
            e.points
            for e in self.course
            if isinstance(e, ev.TurnedUp) and e.points and side_of(e.dealer) == side
        ]
        words = self.gettext("seven of trumps")
        return [Part(self._times(words, len(scored)), sum(scored))] if scored else []

    def _tricks(self, side: int) -> Iterator[Part]:
        # Of the last trick it is not told apart what it is itself worth.
        tricks = [event for event in self.course if isinstance(event, ev.TrickTaken)]
        worth = next((e.points // e.brisques for e in tricks if e.brisques and e.points and not e.last), 0)
        mine = [event for event in tricks if self.names.seating.side_of(event.trick.winner) == side]
        number = sum(event.brisques for event in mine) if worth else 0
        if number:
            yield Part(self._brisques(number), number * worth)
        # Each of two duels has its own.
        lasts = [event.points - worth * event.brisques for event in mine if event.last]
        if points := sum(lasts):
            yield Part(self._times(self.pgettext("score", "last trick"), len(lasts)), points)

    def _points_after_each(self) -> list[tuple[int, ...]]:
        # What each side has made in the hand after each trick and what was declared upon it.
        made = [0 for _ in self.sides]
        found: list[tuple[int, ...]] = []
        for event in self.course:
            if isinstance(event, ev.HandScored):
                made = list(self._made_in(event))
            elif gained := self._gained(event):
                side, points = gained
                made[side] += points
            if isinstance(event, ev.TrickTaken):
                found.append(tuple(made))
            elif found:
                found[-1] = tuple(made)
        return found

    def _gained(self, event: Event) -> tuple[int, int] | None:
        # The side that scores by an event, and its points.
        match event:
            case ev.TrickTaken():
                return self.names.seating.side_of(event.trick.winner), event.points
            case ev.TurnedUp():
                return self.names.seating.side_of(event.dealer), event.points
            case ev.Declared(scored=True) | ev.SevenScored():
                return event.side, event.points
            case ev.Marked():
                return self.names.seating.side_of(event.seat), event.points
        return None

    def _turn_words(self, turn: int | None) -> str:
        if turn is None:
            return ""
        ahead = max(self.sides, key=self._points_after_each()[-1].__getitem__)
        name, people = self._name(ahead), self._people(ahead)
        if turn == 1:
            return self.ngettext(
                "{name} was ahead from the first trick on.",
                "{name} were ahead from the first trick on.",
                people,
                name=name,
            )
        return self.ngettext(
            "{name} was ahead in points from trick {trick} on.",
            "{name} were ahead in points from trick {trick} on.",
            people,
            name=name,
            trick=turn,
        )

    def _notes(self, game: ev.GameWon | None) -> Iterator[str]:
        lost: Counter[int] = Counter()
        for event in self.course:
            if isinstance(event, ev.ScoresLost):
                lost[event.side] += sum(score.points for score in event.scores)
        for side, points in sorted(lost.items()):
            yield self.ngettext(
                "{name} showed declarations worth {number} point more and never scored them.",
                "{name} showed declarations worth {number} points more and never scored them.",
                points,
                number=self.words.number(points),
                name=self._name(side),
            )
        if game is None or game.winner is None or game.worth < 2:
            return
        losers = max(points for side, points in enumerate(game.points) if side != game.winner)
        if losers < game.under:
            yield self.gettext(
                "Nobody else had {under}, so the game counts double.", under=self.words.number(game.under)
            )
        else:
            yield self.gettext(
                "The loser had not {under} when the target was reached, so the game counts double.",
                under=self.words.number(game.under),
            )

    def _brisques(self, number: int) -> str:
        return self.npgettext("amount", "{number} brisque", "{number} brisques", number)

    def _times(self, what: str, number: int) -> str:
        return what if number == 1 else self.pgettext("score", "{what} ×{number}", what=what, number=number)

    def _people(self, side: int) -> int:
        return len(self.names.seating.sides[side])

    def _name(self, side: int) -> str:
        return self.words.side(self.names, side)
