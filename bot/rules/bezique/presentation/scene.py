"""The scene of bezique."""

from dataclasses import replace

from bot.rules.bezique.declaring import points_to_score
from bot.rules.bezique.moves import PLAYS, PlayHeld
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import beats, best_of
from bot.rules.bezique.presentation.words import BeziqueWords
from bot.rules.bezique.state import Duel, Phase, View
from bot.rules.cards import Card
from bot.rules.moves import Move
from bot.rules.presentation.scene import Board, Choice, Place, Row, Scene
from bot.rules.presentation.scene import Duel as DuelOnBoard
from bot.rules.presentation.tricks import last_trick_row, pieces_row, plays_row, trick_row
from bot.rules.seats import Names

_IN_HAND = (Phase.PLAYING, Phase.DECLARING, Phase.OWN)


class SceneBuilder:
    """Makes the scene of a view: with the hand and choices of its seat, or without for a spectator."""

    def __init__(self, text: BeziqueWords, view: View, names: Names) -> None:
        self.text = text
        self.view = view
        self.names = names
        self.gettext, self.ngettext = text.gettext, text.ngettext
        self.pgettext, self.npgettext = text.pgettext, text.npgettext
        self.mine = view.seat is not None and view.seat in view.to_act

    def scene(self) -> Scene:
        """The whole scene."""
        view = self.view
        return Scene(
            title=self._title(),
            facts=self._facts(),
            places=tuple(self._place(seat) for seat in range(view.variant.players)),
            rows=self._rows(),
            board=self._board(),
            scores=tuple(self._score(side) for side in range(len(view.points))),
            hand=self._hand(),
            prompt=self._prompt() if self.mine else "",
            trump=view.trump.value if view.trump else None,
            choices=tuple(self._choices()),
        )

    def _title(self) -> str:
        view, games, score = self.view, self.view.variant.games, self.view.score
        if view.variant.board and view.phase is Phase.OVER:
            return self.gettext("The board is over")
        if view.winner is not None:
            name = self.text.words.side(self.names, view.winner)
            people = len(self.names.seating.sides[view.winner])
            if games == 1:
                return self.ngettext("{name} has won the game", "{name} have won the game", people, name=name)
            least = max(n for side, n in enumerate(score.games) if side != view.winner)
            return self.ngettext(
                "{name} has won the partie, {most} games to {least}",
                "{name} have won the partie, {most} games to {least}",
                people,
                name=name,
                most=score.games[view.winner],
                least=least,
            )
        if view.preliminaries and (title := self.text.preliminaries(view).title(view.preliminaries)):
            return title
        head = (
            self.pgettext("heading", "The board")
            if view.variant.board
            else self.pgettext("heading", "Hand {hand}", hand=score.hand)
        )
        if games > 1 and view.variant.one_hand:
            head = self.pgettext("heading", "Game {game}", game=score.game)
        elif games > 1:
            head = self.gettext("Game {game}, hand {hand}", game=score.game, hand=score.hand)
        if view.preliminaries or view.phase is Phase.OWN:
            return head
        if view.duels:
            return self.gettext("{head}, the last tricks in two duels", head=head)
        number = len(view.tricks) + (view.phase is Phase.PLAYING)
        if games == 1 and view.variant.one_hand:
            return self.gettext("Trick {number} of {tricks}", number=number, tricks=self._tricks())
        return self.gettext(
            "{head}, trick {number} of {tricks}", head=head, number=number, tricks=self._tricks()
        )

    def _tricks(self) -> int:
        # How many tricks the hand has.
        return self.view.variant.tricks

    def _facts(self) -> tuple[str, ...]:
        view = self.view
        if view.phase not in _IN_HAND:
            return ()
        return (self._trumps(), self._stock(), *self._opposed())

    def _trumps(self) -> str:
        view = self.view
        if view.trump is None:
            return self.gettext("No trumps yet: the first marriage or sequence scored makes them")
        if view.turn_up:
            return self.gettext(
                "Trumps: {symbol} {suit} ({card} lies open)",
                symbol=view.trump.symbol,
                suit=view.trump,
                card=self.text.words.face(view.turn_up),
            )
        return self.gettext("Trumps: {symbol} {suit}", symbol=view.trump.symbol, suit=view.trump)

    def _stock(self) -> str:
        view = self.view
        if view.to_follow:
            return self.gettext("The stock is out: follow suit, win if you can, or trump")
        stock = self.ngettext("Stock: {number} card", "Stock: {number} cards", view.stock)
        return self.gettext("{stock} and the turn-up", stock=stock) if view.turn_up else stock

    def _notes(self) -> tuple[str, ...]:
        notes = (self._trumps(),) if self.view.trump is None else ()
        return (*notes, self._stock()) if self.view.to_follow else notes

    def _opposed(self) -> tuple[str, ...]:
        # Who plays whom in the duels.
        return tuple(
            self.gettext("{name} plays against {other}", name=self.names[one], other=self.names[other])
            for one, other in (duel.seats for duel in self.view.duels)
        )

    def _place(self, seat: int) -> Place:
        notes = [self.pgettext("state", "dealer")] if seat == self.view.dealer else []
        notes += self._place_notes(seat)
        return Place(seat, tuple(notes), seat in self.view.to_act)

    def _place_notes(self, seat: int) -> list[str]:
        # What is said of a seat; a game adds its own.
        if brisques := self._brisques(self.view.side_of(seat)):
            return [self.npgettext("amount", "{number} brisque", "{number} brisques", brisques)]
        return []

    def _brisques(self, side: int) -> int:
        # Those that are told of a side; 0: none are.
        return self.view.brisques[side]

    def _rows(self) -> tuple[Row, ...]:
        rows: list[Row] = []
        for seat, declared in enumerate(self.view.declared):
            if declared:
                title = self.gettext("{name}'s declared cards", name=self.names[seat])
                rows.append(replace(pieces_row(self.text.words, title, _cards(declared)), owners=(seat,)))
        for seat, open_cards in enumerate(self.view.open_cards):
            if open_cards:
                title = self.gettext("{name}'s open cards", name=self.names[seat])
                rows.append(replace(pieces_row(self.text.words, title, _cards(open_cards)), owners=(seat,)))
        return tuple(rows)

    def _board(self) -> Board | None:
        view, words = self.view, self.text.words
        if view.phase not in _IN_HAND:
            return None
        trick = last = None
        if view.cards and not view.duels:
            best = best_of(view.cards, view.trump)
            trick = trick_row(words, view.cards, view.leader, view.variant.players, best)
        if view.tricks and not view.duels:
            last = last_trick_row(words, view.tricks[-1])
        taken = [sum(trick.winner in side for trick in view.tricks) for side in self.names.seating.sides]
        return Board(
            trick=trick,
            last=last,
            leader=view.leader if any(view.held) and not view.duels else None,
            tallies=tuple(
                self.npgettext("amount", "{number} trick", "{number} tricks", number) for number in taken
            ),
            stock=None if view.to_follow else view.stock,
            turn_up=(view.turn_up.text, self.text.words.face(view.turn_up)) if view.turn_up else None,
            notes=self._notes(),
            duels=tuple(map(self._duel, view.duels)),
        )

    def _duel(self, duel: Duel) -> DuelOnBoard:
        view, words = self.view, self.text.words
        trick = last = None
        if duel.table:
            best = best_of(duel.table, view.trump)
            trick = plays_row(words, tuple(zip(duel.seats_in_turn, duel.table, strict=False)), best)
        taken = [trick for trick in view.tricks if trick.seats and duel.turn in trick.seats]
        if taken:
            last = last_trick_row(words, taken[-1])
        over = not duel.table and not view.held[duel.turn]
        return DuelOnBoard(duel.seats, trick, last, None if over else duel.leader)

    def _standing(self, side: int) -> str:
        # How a side stands in the game.
        view = self.view
        name, target = self.text.words.side(self.names, side), view.variant.target
        points = self.text.words.number(view.points[side])
        if target is None:
            return self.pgettext("score", "{name}: {points}", name=name, points=points)
        return self.gettext(
            "{name}: {points} of {target}", name=name, points=points, target=self.text.words.number(target)
        )

    def _score(self, side: int) -> str:
        view = self.view
        line = self._standing(side)
        if view.variant.games > 1 and any(view.score.games):
            line += ", " + self.npgettext("amount", "{number} game", "{number} games", view.score.games[side])
        if view.made[side] and view.made[side] != view.points[side]:
            line += " · " + self.gettext("this hand {points}", points=self.text.words.number(view.made[side]))
        if brisques := self._brisques(side):
            line += ", " + self.npgettext("amount", "{number} brisque", "{number} brisques", brisques)
        for declaration in view.declarations:
            if declaration.status == "to score" and declaration.side == side:
                points = points_to_score(view.declarations, declaration, view.trump)
                what = self.text.combination(declaration.kind.key, declaration.suit, points)
                made = self.text.words.number(points)
                line += " · " + self.gettext("{points} to score: {what}", points=made, what=what)
        return line

    def _hand(self) -> Row | None:
        view = self.view
        if view.seat is None or not view.held[view.seat]:
            return None
        if not view.hand:
            # All cards are declared; the panel still shows what can be played.
            return pieces_row(
                self.text.words, self.gettext("Your declared cards"), _cards(view.declared[view.seat])
            )
        title = self.pgettext("heading", "Your hand")
        if not (self.mine and view.phase is Phase.PLAYING):
            return pieces_row(self.text.words, title, _cards(view.hand))
        return pieces_row(
            self.text.words,
            title,
            _cards(view.hand),
            tuple(PLAYS[named] in view.legal for named in view.hand),
        )

    def _prompt(self) -> str:
        view = self.view
        if view.preliminaries:
            return self.text.preliminaries(view).prompt(view.preliminaries, self.names)
        if view.phase is Phase.DECLARING:
            if len(view.legal) == 1:
                return self.gettext(
                    "You won the trick. You have nothing to declare, so a card is drawn for you."
                )
            if not view.may_score:
                return self.gettext("You may show more, to score after a later trick, or draw.")
            return self.gettext("You won the trick: declare something, or draw.")
        if not view.cards:
            return self.gettext("Your turn: you lead, play any card.")
        best = view.cards[best_of(view.cards, view.trump)]
        if not view.to_follow:
            return self.gettext(
                "Your turn: beat {card} or throw a card away; you need not follow suit.",
                card=self.text.words.face(best),
            )
        return self._duty(view.cards[0], best)

    def _duty(self, led: Card, best: Card) -> str:
        view, suit = self.view, led.suit
        allowed = [move.named.card for move in view.legal if isinstance(move, PlayHeld)]
        if all(card.suit is not suit for card in allowed):
            if view.trump is not None and all(card.suit is view.trump for card in allowed):
                return self.gettext("Your turn: you have no {suit}, so trump.", suit=suit)
            return self.gettext("Your turn: you have no {suit}, play any card.", suit=suit)
        if beats(best, allowed[0], view.trump):
            return self.gettext(
                "Your turn: you can beat {card}, so you must.", card=self.text.words.face(best)
            )
        return self.gettext(
            "Your turn: follow with {symbol} {suit}.", symbol=suit.symbol if suit else "", suit=suit
        )

    def _choices(self) -> list[Choice]:
        view, text = self.view, self.text
        if view.preliminaries:
            if not self.mine and view.seat is not None:
                return []
            offered = text.preliminaries(view).offered(view.preliminaries, view.variant.players)
            return text.choices(view, offered, self.names)
        if view.seat is None:
            return []
        if self.mine and view.phase is Phase.DECLARING:
            return text.choices(view, text.offered(view), self.names)
        plays: list[Move] = [PLAYS[n] for n in dict.fromkeys((*view.hand, *view.declared[view.seat]))]
        choices = [
            choice
            for move in plays
            for choice in text.choices(view, [move], self.names, enabled=self.mine and move in view.legal)
        ]
        # What may be done instead of playing a card.
        others = [move for move in view.legal if not isinstance(move, PlayHeld)] if self.mine else []
        return [*choices, *text.choices(view, others, self.names)]


def _cards(named: tuple[Named, ...]) -> tuple[Card, ...]:
    return tuple(name.card for name in named)
