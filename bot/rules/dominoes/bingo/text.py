"""How a match of Bingo is shown."""

from dataclasses import replace

from bot.rules.dominoes.bingo import scoring
from bot.rules.dominoes.bingo.moves import PLAYS, CallDoubles, PlayTile, TurnDown
from bot.rules.dominoes.bingo.play import rules_of
from bot.rules.dominoes.bingo.state import Phase, View
from bot.rules.dominoes.bingo.tricks import BLANK, takes
from bot.rules.dominoes.bingo.words import BingoWords
from bot.rules.dominoes.text import CUTS
from bot.rules.presentation.scene import Board, Choice, Place, Row, Scene
from bot.rules.presentation.tricks import last_trick_row, pieces_row, trick_row
from bot.rules.seats import Names
from bot.rules.tiles import Tile


class BingoText(BingoWords):
    """Bingo, or Domino Sixty-Six, in words."""

    def scene(self, view: View, names: Names) -> Scene:
        seats = range(len(view.score.points))
        return Scene(
            title=self._title(view, names),
            facts=(self._trumps(view), self._stock(view)) if view.phase is Phase.PLAYING else (),
            places=tuple(self._place(view, seat) for seat in seats),
            rows=self._rows(view, names),
            scores=tuple(self._score(view, names, seat) for seat in seats),
            hand=self._hand(view),
            prompt=self._prompt(view) if view.legal else "",
            trump=None if view.trump is None else str(view.trump),
            choices=tuple(self._choices(view, names)),
            board=self._board(view),
        )

    def _title(self, view: View, names: Names) -> str:
        if view.winner is not None:
            return self.gettext("{name} has won the game", name=names[view.winner])
        if view.phase is Phase.LEAD:
            return self.gettext("Drawing for the lead")
        head = self.pgettext("heading", "Deal {deal}", deal=view.score.hand)
        if view.phase is not Phase.PLAYING:
            return head
        return self.gettext("{head}, trick {number}", head=head, number=len(view.tricks) + 1)

    def _trumps(self, view: View) -> str:
        if view.trump is None:
            return ""
        suit = self.suit(view.trump)
        if view.turn_up is not None and view.closing is None:
            return self.gettext(
                "Trumps: {suit} ({card} lies open)", suit=suit, card=self.words.face(view.turn_up)
            )
        return self.pgettext("line", "Trumps: {suit}", suit=suit)

    def _stock(self, view: View) -> str:
        if view.closing is not None:
            return self.gettext("The trump is turned down: follow suit, else trump; nobody draws")
        if not view.drawing:
            return self.gettext("The stock is out: follow suit, else trump")
        return self.ngettext(
            "Stock: {number} domino and the turned-up one; play any domino",
            "Stock: {number} dominoes and the turned-up one; play any domino",
            view.stock,
        )

    def _place(self, view: View, seat: int) -> Place:
        notes: tuple[str, ...] = ()
        if view.closing is not None and view.closing.seat == seat:
            notes = (self.gettext("turned the trump down"),)
        return Place(seat, notes, seat in view.to_act)

    def _rows(self, view: View, names: Names) -> tuple[Row, ...]:
        return tuple(
            replace(
                pieces_row(self.words, self.gettext("{name}'s shown doubles", name=names[seat]), shown),
                owners=(seat,),
            )
            for seat, shown in enumerate(view.shown)
            if shown
        )

    def _board(self, view: View) -> Board | None:
        if view.phase is not Phase.PLAYING:
            return None
        turn_up = view.turn_up if view.closing is None else None
        return Board(
            trick=trick_row(self.words, view.table, view.leader, len(view.held), 0) if view.table else None,
            last=last_trick_row(self.words, view.tricks[-1]) if view.tricks else None,
            leader=view.leader,
            tallies=tuple(
                self.npgettext("amount", "{number} trick", "{number} tricks", number) for number in view.taken
            ),
            stock=view.stock if view.drawing else None,
            turn_up=(turn_up.text, self.words.face(turn_up)) if turn_up is not None else None,
            notes=self._notes(view),
        )

    def _notes(self, view: View) -> tuple[str, ...]:
        # Half a domino without pips says little.
        trumps = (self._trumps(view),) if view.trump == BLANK else ()
        return trumps if view.drawing else (*trumps, self._stock(view))

    def _score(self, view: View, names: Names, seat: int) -> str:
        line = self.gettext(
            "{name}: {points} of {target}",
            name=names[seat],
            points=view.score.points[seat] + (0 if view.options.bingo_with_deal else view.bingo[seat]),
            target=scoring.GAME,
        )
        if view.phase is not Phase.PLAYING:
            return line
        line += " · " + self.gettext(
            "this deal {made} of {target}", made=view.made[seat], target=view.options.target
        )
        if view.waiting[seat]:
            line += ", " + self.gettext("{points} called, waiting for a trick", points=view.waiting[seat])
        return line

    def _hand(self, view: View) -> Row | None:
        if not view.hand:
            return None
        allowed = {move.tile for move in view.legal if isinstance(move, PlayTile)}
        playable = tuple(tile in allowed for tile in view.hand) if allowed else ()
        return pieces_row(self.words, self.pgettext("heading", "Your dominoes"), view.hand, playable)

    def _choices(self, view: View, names: Names) -> list[Choice]:
        # All lie face down when they are cut, so everybody may see where.
        if view.phase is Phase.CUTTING and (view.seat is None or view.legal):
            return self.choices(view, CUTS, names)
        plays = [
            choice
            for tile in view.hand
            for choice in self.choices(view, [PLAYS[tile]], names, enabled=PLAYS[tile] in view.legal)
        ]
        others = [move for move in view.legal if isinstance(move, CallDoubles | TurnDown)]
        return [*plays, *self.choices(view, others, names)]

    def _prompt(self, view: View) -> str:
        gettext = self.gettext
        if view.phase is Phase.CUTTING:
            return gettext(
                "Cut the dominoes: they lie shuffled in a row, face down. Drawing begins where you say."
            )
        if not view.table:
            if TurnDown() in view.legal:
                return gettext("Your turn: lead any domino, or turn the trump down.")
            return gettext("Your turn: lead any domino.")
        (led,) = view.table
        if view.drawing:
            return gettext(
                "Your turn: beat {tile} or throw a domino away; you need not follow suit.",
                tile=self.words.face(led),
            )
        return self._duty(view, led)

    def _duty(self, view: View, led: Tile) -> str:
        gettext, trump = self.gettext, view.trump
        if trump is None:
            return ""
        rules = rules_of(view.options, trump)
        wanted, allowed = rules.suit_led(led), [m.tile for m in view.legal if isinstance(m, PlayTile)]
        suit = self.suit(wanted)
        if all(wanted in rules.suits(tile) for tile in allowed):
            if wanted == trump:
                return gettext("Your turn: a trump was led, so play a trump ({suit}).", suit=suit)
            if any(takes(tile, led, rules, trump, view.options) for tile in allowed):
                return gettext("Your turn: follow with {suit}; more spots win.", suit=suit)
            return gettext("Your turn: follow with {suit}; none of yours wins.", suit=suit)
        if all(trump in rules.suits(tile) for tile in allowed):
            return gettext("Your turn: you have no {suit}, so trump.", suit=suit)
        return gettext("Your turn: you have no {suit} and no trump, play any domino.", suit=suit)
