"""Bingo in words: its moves and its events."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, Final

from bot.rules.dominoes.bingo import events as ev
from bot.rules.dominoes.bingo import scoring
from bot.rules.dominoes.bingo.moves import CallDoubles, PlayTile, TurnDown
from bot.rules.dominoes.bingo.play import callable_doubles
from bot.rules.dominoes.bingo.result_text import bingo_sheet, outcome
from bot.rules.dominoes.bingo.state import View
from bot.rules.dominoes.bingo.tricks import BINGO
from bot.rules.dominoes.events import SetShuffled
from bot.rules.dominoes.text import DominoText
from bot.rules.events import Event, Scored
from bot.rules.moves import Move
from bot.rules.presentation.gone import Gone
from bot.rules.presentation.result import ResultSheet
from bot.rules.presentation.scene import Scene, Sense
from bot.rules.presentation.text import MoveText
from bot.rules.presentation.tricks import (
    by_name,
    look_again,
    played_line,
    taken_line,
    trick_line,
    tricks_taken,
)
from bot.rules.seats import Names
from bot.rules.tiles import HIGHEST, Tile, parse

HALVES: Final = range(HIGHEST + 1)


class BingoWords(DominoText[View]):
    """The words for moves and events."""

    opening: ClassVar[tuple[type[Event], ...]] = (ev.LeadDrawn, SetShuffled, ev.TrumpTurned)
    routine: ClassVar[tuple[type[Event], ...]] = (ev.TrickTaken,)

    def last_trick(self, view: View, names: Names) -> str | None:
        return look_again(self.words, view.tricks[-1], names) if view.tricks else None

    def gone(self, course: Sequence[Event], scene: Scene) -> tuple[Gone, ...]:
        played = [tile for event in course if isinstance(event, ev.TrickTaken) for tile in event.trick.pieces]
        if scene.board is not None and scene.board.trick is not None:
            played += map(parse, scene.board.trick.pieces)
        return tuple(self._gone(half, [tile for tile in played if half in tile.halves]) for half in HALVES)

    def _gone(self, half: int, fallen: list[Tile]) -> Gone:
        suit, tiles = self.suit(half), ", ".join(map(self.words.piece, fallen))
        said = self.gettext("{suit}: none has gone.", suit=suit)
        if fallen:
            said = self.gettext("{suit}, {number} gone: {ranks}.", suit=suit, number=len(fallen), ranks=tiles)
        return Gone(str(half), suit, said)

    def result(
        self, events: Sequence[Scored], names: Names, course: Sequence[Event] = ()
    ) -> ResultSheet | None:
        return bingo_sheet(self.words, events, names, course)

    def suit(self, half: int) -> str:
        """The dominoes with that number, as a suit: `threes`."""
        return self.words.dominoes_with(half)

    def tile_words(self, tile: Tile) -> str:
        """The domino as it is read aloud; the double blank has a name of its own."""
        return self.gettext("double blank (Bingo)") if tile is BINGO else self.words.piece(tile)

    def faces(self, pieces: Sequence[Tile]) -> str:
        """Dominoes as they are read: `5-5 and 3-3`."""
        return self.words.listed([self.words.face(tile) for tile in pieces])

    # Moves

    def describe_move(self, view: View, move: Move, names: Names) -> MoveText:
        gettext = self.gettext
        match move:
            case PlayTile(tile):
                words = self.tile_words(tile)
                if view.table:
                    return MoveText(self.words.face(tile), gettext("play the {tile}", tile=words))
                return MoveText(self.words.face(tile), gettext("lead the {tile}", tile=words))
            case CallDoubles(tile):
                return self._call(view, tile)
            case TurnDown():
                return MoveText(
                    gettext("Turn the trump down"),
                    gettext("turn the trump down: nobody draws any more, and suit must be followed"),
                    self.pgettext("heading", "Or"),
                    sense=Sense.RISKY,
                )
        return super().describe_move(view, move, names)

    def _call(self, view: View, tile: Tile) -> MoveText:
        called = callable_doubles(view.options, view.hand, view.spent)
        values = {"number": len(called), "points": scoring.call_value(called)}
        return MoveText(
            self.gettext(
                "Call {number} doubles for {points}, play {tile}", tile=self.words.face(tile), **values
            ),
            # A button that is read aloud has the whole of it.
            self.gettext(
                "call {number} doubles for {points} and play the {tile}", tile=self.tile_words(tile), **values
            ),
            self.pgettext("heading", "Call doubles"),
        )

    # Events

    def describe_event(self, event: Event, names: Names) -> str:
        gettext = self.gettext
        match event:
            case ev.LeadDrawn():
                return self._lead_drawn(event, names)
            case ev.TrumpTurned():
                return self._turned_up(event, names)
            case ev.TilePlayed(seat, tile):
                return gettext("{name} plays {tile}.", name=names[seat], tile=self.words.face(tile))
            case ev.DoublesCalled():
                return self._called(event, names)
            case ev.TrumpTurnedDown(seat):
                return gettext(
                    "{name} turns the trump down: nobody draws any more, and suit must be followed.",
                    name=names[seat],
                )
            case ev.TrickTaken():
                return f"{played_line(self.words, event.trick, names)}\n{self._taken(event, names)}"
            case ev.Drawn(stock):
                return self.ngettext(
                    "Both draw; {number} domino left face down.",
                    "Both draw; {number} dominoes left face down.",
                    stock,
                )
            case ev.StockOut(taker, turn_up):
                return gettext(
                    "The stock is out: {name} takes {tile}. From now on suit must be followed.",
                    name=names[taker],
                    tile=self.words.face(turn_up),
                )
            case ev.HandScored():
                return self._deal_over(event, names)
            case ev.BingoGameWon(winner=int(winner), points=points):
                return gettext(
                    "{name} wins the game, {points} to {others}.",
                    name=names[winner],
                    points=points[winner],
                    others=points[1 - winner],
                )
        return super().describe_event(event, names)

    def course_line(self, event: Event, names: Names) -> str:
        if not isinstance(event, ev.TrickTaken):
            return super().course_line(event, names)
        brought = event.points + event.calls
        gained = self.pgettext("score", "+{points}", points=brought) if brought else ""
        if event.bingo:
            bingo = self.pgettext("line", "Bingo!")
            gained = f"{gained} {bingo}".strip()
        return trick_line(self.words, event.trick, names, gained=gained)

    def told_line(self, event: Event, names: Names) -> str:
        if not isinstance(event, ev.TrickTaken):
            return super().told_line(event, names)
        return self._with_points(taken_line(self.words, event.trick, names), event, names)

    def course_summary(self, events: Sequence[Event], names: Names) -> str:
        tricks = [event.trick for event in events if isinstance(event, ev.TrickTaken)]
        called = Counter[int]()
        for event in events:
            if isinstance(event, ev.DoublesCalled):
                called[event.seat] += event.points
        sentences = []
        if tricks:
            sentences.append(tricks_taken(self.words, tricks, names))
        if called:
            points = by_name(self.words, called, names)
            sentences.append(self.pgettext("line", "Called: {points}.", points=points))
        return " ".join(sentences) or super().course_summary(events, names)

    def _lead_drawn(self, event: ev.LeadDrawn, names: Names) -> str:
        drawn = ", ".join(f"{names[seat]} {self.words.face(tile)}" for seat, tile in enumerate(event.tiles))
        if event.lead is None:
            return self.gettext("Drawn for the lead: {tiles}. Equal, so again.", tiles=drawn)
        return self.gettext(
            "Drawn for the lead: {tiles}. {name} leads first.", tiles=drawn, name=names[event.lead]
        )

    def _turned_up(self, event: ev.TrumpTurned, names: Names) -> str:
        said = self.gettext(
            "Deal {number}: {lead} leads, {name} turns up {tile}: {suit} are trumps.",
            number=event.hand,
            lead=names[event.lead],
            name=names[event.seat],
            tile=self.words.face(event.tile),
            suit=self.suit(event.trump),
        )
        cut = self.cut_off(event.lift)
        return f"{said} {cut}"

    def _called(self, event: ev.DoublesCalled, names: Names) -> str:
        values = {
            "name": names[event.seat],
            "played": self.words.face(event.played),
            "shown": self.faces(event.shown),
            "points": event.points,
        }
        if event.counts:
            return self.gettext(
                "{name} calls {played} with {shown}: +{points}, now {total}.", total=event.total, **values
            )
        return self.gettext(
            "{name} calls {played} with {shown}: {points}, which count once a trick is won.", **values
        )

    def _taken(self, event: ev.TrickTaken, names: Names) -> str:
        line = self.gettext("Taken by {winner}", winner=names[event.trick.winner])
        return self._with_points(line, event, names)

    def _with_points(self, line: str, event: ev.TrickTaken, names: Names) -> str:
        parts = []
        if event.points:
            parts.append(f"+{event.points}")
        if event.calls:
            parts.append(self.gettext("+{points} for doubles", points=event.calls))
        if parts:
            parts.append(self.pgettext("score", "now {total}", total=event.total))
            line = self.words.line(line, ", ".join(parts))
        line += "."
        if not event.bingo:
            return line
        name = names[event.trick.winner]
        said = self.gettext("Bingo takes the double of trumps: a point for {name}.", name=name)
        if not event.bingo_counts:
            said = self.gettext(
                "Bingo takes the double of trumps: a point for {name} with the deal.", name=name
            )
        return f"{line} {said}"

    def _deal_over(self, event: ev.HandScored, names: Names) -> str:
        lines = [outcome(self.words, event, names)]
        made = ", ".join(f"{names[seat]} {points}" for seat, points in enumerate(event.count.made))
        lines.append(self.gettext("Counted in deal {deal}: {points}.", deal=event.number, points=made))
        for seat, points in enumerate(event.points):
            if points:
                lines.append(
                    self.ngettext(
                        "{name} scores {number} point.",
                        "{name} scores {number} points.",
                        points,
                        name=names[seat],
                    )
                )
        total = ", ".join(f"{names[seat]} {points}" for seat, points in enumerate(event.total))
        lines.append(self.gettext("Score to {target}: {total}.", target=scoring.GAME, total=total))
        return "\n".join(lines)
