"""How a match of Matador is shown and described."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from bot.rules.dominoes.events import SetShuffled
from bot.rules.dominoes.matador import events as ev
from bot.rules.dominoes.matador import scoring
from bot.rules.dominoes.matador.line import SEVEN, open_half
from bot.rules.dominoes.matador.moves import ENDS, LEFT, End, Lay
from bot.rules.dominoes.matador.result_text import matador_sheet
from bot.rules.dominoes.matador.state import View
from bot.rules.dominoes.moves import DrawTile
from bot.rules.dominoes.text import CUTS, DominoText
from bot.rules.events import Event, Scored
from bot.rules.match import RubberWon
from bot.rules.moves import Move
from bot.rules.presentation.gone import Gone, gone_by_half
from bot.rules.presentation.result import ResultSheet
from bot.rules.presentation.scene import Layout, Place, Row, Scene, Sense
from bot.rules.presentation.text import MoveText
from bot.rules.seats import Names


class MatadorText(DominoText[View]):
    """The Spanish game of dominoes in words."""

    in_tricks = False
    opening: ClassVar[tuple[type[Event], ...]] = (SetShuffled, ev.DealBegun)
    flowing: ClassVar[tuple[type[Event], ...]] = (ev.TileLaid, ev.DrawingOver, ev.PassedAgain)
    longest: ClassVar[int] = 200
    heard: ClassVar[tuple[type[Event], ...]] = (ev.TileLaid,)

    def scene(self, view: View, names: Names) -> Scene:
        seats = range(len(view.score.points))
        return Scene(
            title=self._title(view, names),
            facts=self._facts(view),
            places=tuple(self._place(view, seat) for seat in seats),
            rows=self._rows(view),
            scores=tuple(self._score(view, names, seat) for seat in seats),
            hand=self._hand(view),
            prompt=self._prompt(view) if view.legal else "",
            choices=tuple(self.choices(view, self._offered(view), names)),
        )

    def describe_move(self, view: View, move: Move, names: Names) -> MoveText:
        gettext = self.gettext
        match move:
            case DrawTile():
                playable = any(isinstance(other, Lay) for other in view.legal)
                return MoveText(
                    gettext("Draw a domino"),
                    gettext("draw a domino from the stock"),
                    self.pgettext("heading", "Or"),
                    sense=Sense.LAST_RESORT if playable else Sense.ORDINARY,
                )
            case Lay(tile, None):
                return MoveText(
                    self.pgettext("button", "Lead {tile}", tile=self.words.face(tile)),
                    self.pgettext("Matador", "lead the {tile}", tile=tile),
                )
            case Lay(tile, end, None):
                if end == LEFT:
                    return MoveText(
                        self.pgettext("button", "{tile} left", tile=self.words.face(tile)),
                        gettext("lay the {tile} at the left end", tile=tile),
                    )
                return MoveText(
                    self.pgettext("button", "{tile} right", tile=self.words.face(tile)),
                    gettext("lay the {tile} at the right end", tile=tile),
                )
            case Lay(tile, end, int(outward)):
                half = self.words.half(outward)
                sign = str(outward) if outward else half
                if end == LEFT:
                    return MoveText(
                        gettext("{tile} left, {half} outward", tile=self.words.face(tile), half=sign),
                        gettext(
                            "lay the {tile} at the left end with the {half} outward", tile=tile, half=half
                        ),
                    )
                return MoveText(
                    gettext("{tile} right, {half} outward", tile=self.words.face(tile), half=sign),
                    gettext("lay the {tile} at the right end with the {half} outward", tile=tile, half=half),
                )
        return super().describe_move(view, move, names)

    def describe_event(self, event: Event, names: Names) -> str:
        gettext = self.gettext
        match event:
            case ev.DealBegun():
                return self._begun(event, names)
            case ev.TileLaid():
                return self._laid(event, names)
            case ev.TileDrawn(seat, stock):
                return gettext("{name} draws; {stock} in the stock.", name=names[seat], stock=stock)
            case ev.DrawingOver(seat, number, tile):
                drawn = self._dominoes(number)
                if tile is None:
                    return gettext(
                        "{name} draws {dominoes} and still cannot lay.", name=names[seat], dominoes=drawn
                    )
                return gettext(
                    "{name} draws {dominoes} and lays {tile}.",
                    name=names[seat],
                    dominoes=drawn,
                    tile=self.words.face(tile),
                )
            case ev.PassedAgain(seat):
                return gettext("{name} can neither lay nor draw, and passes.", name=names[seat])
            case ev.HandScored():
                return self._hand_scored(event, names)
            case ev.MatadorGameWon(winner=int(winner)):
                return self._game_won(event, winner, names)
            case RubberWon(winner=int(winner), games=games):
                return self._rubber_won(self.words.side(names, winner), games)
        return super().describe_event(event, names)

    def course_line(self, event: Event, names: Names) -> str:
        match event:
            case ev.TileLaid(seat, lay, at):
                values = {"name": names[seat], "tile": at.text}
                match lay.end:
                    case None:
                        return self.pgettext("line", "{name} {tile}", **values)
                    case "left":
                        return self.pgettext("line", "{name} ←{tile}", **values)
                    case "right":
                        return self.pgettext("line", "{name} {tile}→", **values)
            case ev.DrawingOver(seat, number):
                return self.gettext("{name} draws {number}", name=names[seat], number=number)
            case ev.PassedAgain(seat):
                return self.pgettext("line", "{name} passes", name=names[seat])
        return super().course_line(event, names)

    def course_note(self, events: Sequence[Event], names: Names) -> str:
        line: list[str] = []
        for event in events:
            if isinstance(event, ev.TileLaid):
                line.insert(0 if event.lay.end == LEFT else len(line), event.at.text)
        return self.gettext("The line: {line}", line=" ".join(line)) if line else ""

    def course_summary(self, events: Sequence[Event], names: Names) -> str:
        drawn, passed = Counter[int](), Counter[int]()
        for event in events:
            if isinstance(event, ev.DrawingOver):
                drawn[event.seat] += event.number
            elif isinstance(event, ev.PassedAgain):
                passed[event.seat] += 1
        sentences = []
        if laid := sum(isinstance(event, ev.TileLaid) for event in events):
            sentences.append(self.gettext("{dominoes} laid before that.", dominoes=self._dominoes(laid)))
        if drawn:
            numbers = ", ".join(f"{names[seat]} {drawn[seat]}" for seat in sorted(drawn))
            sentences.append(self.pgettext("line", "Drawn: {numbers}.", numbers=numbers))
        if passed:
            numbers = ", ".join(f"{names[seat]} {passed[seat]}" for seat in sorted(passed))
            sentences.append(self.pgettext("line", "Passed: {numbers}.", numbers=numbers))
        return " ".join(sentences) or super().course_summary(events, names)

    def last_trick(self, view: View, names: Names) -> str | None:
        return self._laid(view.last, names) if view.last else None

    def gone(self, course: Sequence[Event], scene: Scene) -> tuple[Gone, ...]:
        return gone_by_half(self.words, scene)

    def result(
        self, events: Sequence[Scored], names: Names, course: Sequence[Event] = ()
    ) -> ResultSheet | None:
        return matador_sheet(self.words, events, names)

    def _begun(self, event: ev.DealBegun, names: Names) -> str:
        # Which tile gave the lead is told where it must be led: of a hand nothing else is anybody's business.
        values = {"number": event.number, "name": names[event.lead]}
        if event.by is None:
            said = self.gettext("Deal {number}: {name} leads.", **values)
        elif event.must:
            said = self.gettext("Deal {number}: {name} leads, having the {tile}.", tile=event.by, **values)
        else:
            said = self.gettext("Deal {number}: {name} has drawn best and leads any domino.", **values)
        if event.lift:
            said += " " + self.cut_off(event.lift)
        return said

    def _title(self, view: View, names: Names) -> str:
        if view.winner is not None:
            return self._won(view, names[view.winner])
        score = view.score
        if view.options.match == "rubber":
            return self.gettext("Game {game}, deal {deal}", game=score.game, deal=score.hand)
        return self.pgettext("heading", "Deal {deal}", deal=score.hand)

    def _won(self, view: View, name: str) -> str:
        gettext, score = self.gettext, view.score
        rubber = view.options.match == "rubber"
        if scoring.is_zapatero(score.points):
            points = max(score.points)
            if rubber:
                return gettext(
                    "{name} has won the rubber with a Zapatero, {points} to 0", name=name, points=points
                )
            return gettext("{name} has won the game with a Zapatero, {points} to 0", name=name, points=points)
        if not rubber:
            return gettext("{name} has won the game", name=name)
        most, next_most = sorted(score.games, reverse=True)[:2]
        return gettext(
            "{name} has won the rubber, {most} games to {next_most}",
            name=name,
            most=most,
            next_most=next_most,
        )

    def _facts(self, view: View) -> tuple[str, ...]:
        if not view.held:
            return ()
        ends = tuple(self._end(end, open_half(view.line, end)) for end in ENDS) if view.line else ()
        stock = self.gettext(
            "Stock: {dominoes}, {drawable} may still be drawn",
            dominoes=self._dominoes(view.stock),
            drawable=view.drawable,
        )
        return (*ends, stock)

    def _end(self, end: End, half: int) -> str:
        gettext = self.gettext
        if half == 0:
            if end == LEFT:
                return gettext("Left end: blank, wants a matador")
            return gettext("Right end: blank, wants a matador")
        other = SEVEN - half
        if end == LEFT:
            return gettext("Left end: {half}, wants a {other} or a matador", half=half, other=other)
        return gettext("Right end: {half}, wants a {other} or a matador", half=half, other=other)

    def _place(self, view: View, seat: int) -> Place:
        notes = (self._dominoes(view.held[seat]),) if view.held else ()
        return Place(seat, notes, seat in view.to_act)

    def _dominoes(self, number: int) -> str:
        return self.npgettext("amount", "{number} domino", "{number} dominoes", number)

    def _rows(self, view: View) -> tuple[Row, ...]:
        if not view.line:
            return ()
        lying = tuple(tile.text for tile in view.line)
        stock = self.pgettext("line", "Stock: {number}", number=view.stock)
        return (Row(self.pgettext("heading", "The line"), lying, lying, Layout.LINE, note=stock),)

    def _score(self, view: View, names: Names, seat: int) -> str:
        points, games = view.score.points[seat], view.score.games
        if not any(games):
            return self.gettext(
                "{name}: {points} of {target}", name=names[seat], points=points, target=scoring.GAME
            )
        return self.gettext(
            "{name}: {points} of {target}, {games}",
            name=names[seat],
            points=points,
            target=scoring.GAME,
            games=self.npgettext("amount", "{number} game", "{number} games", games[seat]),
        )

    def _hand(self, view: View) -> Row | None:
        if not view.hand:
            return None
        texts = tuple(tile.text for tile in view.hand)
        fitting = {move.tile for move in view.legal if isinstance(move, Lay)}
        playable = tuple(tile in fitting for tile in view.hand) if view.legal else ()
        return Row(self.pgettext("heading", "Your dominoes"), texts, texts, playable=playable)

    def _offered(self, view: View) -> tuple[Move, ...]:
        # All lie face down, so everybody may see where they can be cut.
        if view.cutter is not None and (view.seat is None or view.legal):
            return CUTS
        return view.legal

    def _prompt(self, view: View) -> str:
        gettext = self.gettext
        if view.cutter is not None:
            return gettext(
                "Cut the dominoes: they lie shuffled in a row, face down. Drawing begins where you say."
            )
        if not view.line:
            if view.must_lead is not None:
                return self.pgettext("Matador", "Your turn: lead the {tile}.", tile=view.must_lead)
            return self.pgettext("Matador", "Your turn: lead any domino.")
        if not any(isinstance(move, Lay) for move in view.legal):
            return gettext("Your turn: none of your dominoes fits, so draw from the stock.")
        if view.drawable:
            return gettext("Your turn: lay a domino that makes seven with an end, or a matador, or draw.")
        return gettext("Your turn: lay a domino that makes seven with an end, or a matador.")

    def _laid(self, event: ev.TileLaid, names: Names) -> str:
        values = {"name": names[event.seat], "tile": event.at.text, "dominoes": self._dominoes(event.left)}
        match event.lay.end:
            case None:
                return self.gettext("{name} lays {tile} first, {dominoes} left.", **values)
            case "left":
                return self.gettext("{name} lays {tile} at the left end, {dominoes} left.", **values)
            case "right":
                return self.gettext("{name} lays {tile} at the right end, {dominoes} left.", **values)

    def _hand_scored(self, event: ev.HandScored, names: Names) -> str:
        gettext, ngettext, count = self.gettext, self.ngettext, event.count
        if count.out is not None:
            head = gettext(
                "{name} lays the last domino: deal {deal} is over.", name=names[count.out], deal=event.number
            )
        else:
            head = gettext("Blocked: nobody can lay, and deal {deal} is over.", deal=event.number)
        lines = [head]
        for seat, hand in enumerate(event.hands):
            if hand:
                lines.append(
                    ngettext(
                        "{name} still holds {dominoes}: {number} pip",
                        "{name} still holds {dominoes}: {number} pips",
                        count.pips[seat],
                        name=names[seat],
                        dominoes=self.words.faces(hand),
                    )
                )
        if event.winner is not None:
            lines.append(
                ngettext(
                    "{name} scores {number} point.",
                    "{name} scores {number} points.",
                    event.points[event.winner],
                    name=names[event.winner],
                )
            )
        elif count.winner is not None:
            lines.append(gettext("There are no pips to score."))
        else:
            lines.append(gettext("Both have the same number of pips, so nobody scores."))
        total = ", ".join(f"{names[seat]} {points}" for seat, points in enumerate(event.total))
        lines.append(gettext("Score to {target}: {total}.", target=scoring.GAME, total=total))
        return "\n".join(lines)

    def _game_won(self, event: ev.MatadorGameWon, winner: int, names: Names) -> str:
        high, low = sorted(event.points, reverse=True)[:2]
        values = {"name": self.words.side(names, winner), "game": event.number, "high": high, "low": low}
        if not event.zapatero:
            return self.gettext("{name} wins game {game}, {high} to {low}.", **values)
        losers = [name for seat, name in enumerate(names.seats) if seat != winner]
        return self.gettext(
            "{name} wins game {game}, {high} to {low}. A Zapatero: {loser} has not made a point!",
            loser=self.words.listed(losers),
            **values,
        )

    def _rubber_won(self, name: str, games: tuple[int, ...]) -> str:
        most, next_most = sorted(games, reverse=True)[:2]
        if most < scoring.GAMES_IN_RUBBER:
            return self.gettext("{name} wins the rubber at one stroke.", name=name)
        return self.gettext(
            "{name} wins the rubber, {most} games to {next_most}.", name=name, most=most, next_most=next_most
        )
