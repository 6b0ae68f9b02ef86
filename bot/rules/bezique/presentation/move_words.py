"""The moves of bezique in words, and what is declared."""

from collections.abc import Sequence

from bot.rules.bezique.combinations import MARRIAGE
from bot.rules.bezique.declaring import points_to_score
from bot.rules.bezique.moves import Declare, DrawCards, Exchange, PlayHeld, ScoreKept, ShowSeven
from bot.rules.bezique.named import Named
from bot.rules.bezique.state import Declaration, View
from bot.rules.cards import Suit
from bot.rules.moves import Move
from bot.rules.preliminaries.text import PreliminariesText
from bot.rules.presentation.scene import Sense
from bot.rules.presentation.text import GameText, MoveText
from bot.rules.seats import Names

LONGEST_LABEL = 80

FEW_MOVES = 13  # so many moves after a trick are all offered; of more, some that differ only in the cards

OF_LIKE_ONES = 3


class BeziqueMoveWords(GameText[View]):
    """What is said of moves in all games of the family, and of kinds of declarations."""

    def preliminaries(self, view: View) -> PreliminariesText:
        """The words for what comes before a hand."""
        return PreliminariesText(self.words, len(view.variant.pack))

    def describe_move(self, view: View, move: Move, names: Names) -> MoveText:
        """The move in words. No two legal moves read alike: where cards of one name can be told apart, it
        says what each has been declared in."""
        match move:
            case PlayHeld(named):
                return self._play(view, named)
            case Declare() | ScoreKept():
                return self._combination(view, move)
            case Exchange():
                points = view.variant.seven.points if view.variant.seven else 0
                return MoveText(
                    self.gettext("Exchange the seven: {points}", points=points),
                    self.gettext("exchange the seven of trumps for the turned-up card"),
                    self.pgettext("heading", "Declare"),
                )
            case ShowSeven():
                points = view.variant.seven.points if view.variant.seven else 0
                return MoveText(
                    self.gettext("Show the seven: {points}", points=points),
                    self.gettext("show the seven of trumps"),
                    self.pgettext("heading", "Declare"),
                )
            case DrawCards():
                label, words = self.gettext("Draw a card"), self.gettext("declare nothing more and draw")
                if not view.stock and view.turn_up is None:
                    label, words = self.pgettext("button", "Go on"), self.gettext("declare nothing more")
                return MoveText(label, words, self.pgettext("heading", "Or"), sense=sense_of_passing(view))
        described = self.preliminaries(view).describe_move(move, names)
        if described is None:
            raise TypeError(f"no words for {move!r}")
        return MoveText(*described)

    def best_first(self, view: View) -> list[Move]:
        """The moves after a trick in the order they are offered: first what was kept, then by points, with
        fewest new cards among equals; then the seven and the draw."""
        return sorted(view.legal, key=lambda move: self._rank(view, move))

    def offered(self, view: View) -> list[Move]:
        """The moves a panel has room for: not every way to declare four of five queens."""
        moves, kept = self.best_first(view), list[Move]()
        for move in moves:
            like = sum(_alike(view, other, move) for other in kept)
            if len(moves) <= FEW_MOVES or like < OF_LIKE_ONES:
                kept.append(move)
        return kept

    def _rank(self, view: View, move: Move) -> tuple[bool, bool, int, int, int]:
        if not isinstance(move, Declare | ScoreKept):
            return (True, False, 0, 0, 0)
        declaration = declaration_of(view, move)
        points = declaration.kind.points_for(declaration.suit, view.trump)
        order = view.variant.declarations.index(declaration.kind)
        new = sum(not named.index for named in move.cards)
        return (False, not isinstance(move, ScoreKept), -points, order, new)

    def _play(self, view: View, named: Named) -> MoveText:
        own = (*view.hand, *view.declared[view.seat]) if view.seat is not None else ()
        number = own.count(named)
        label = face = self.face(view, named)
        if number > 1:
            label = self.pgettext("button", "{card} ×{number}", card=face, number=number)
        return MoveText(label, self._spoken(view, named), piece=face)

    def _combination(self, view: View, move: Declare | ScoreKept) -> MoveText:
        declaration = declaration_of(view, move)
        kind, suit = declaration.kind, declaration.suit
        later = isinstance(move, Declare) and view.seat in view.to_act and not view.may_score
        points = kind.points_for(suit, view.trump)
        if later:
            points = points_to_score((*view.declarations, declaration), declaration, view.trump)
        what, made = self.combination(kind.key, suit, points), self.words.number(points)
        if isinstance(move, ScoreKept):
            label = self.gettext("Score the {what}: {points}", what=what, points=made)
            words = self.gettext("score the {what} kept from before", what=what)
        elif later:
            label = self.gettext("Show {what}: {points} to score later", what=what, points=made)
            words = self.gettext("show {what}, {points} to score later", what=what, points=made)
        else:
            label = self.words.line(f"{what[:1].upper()}{what[1:]}", made)
            words = self.gettext("declare {what} for {points}", what=what, points=made)
        like = [other for other in self.best_first(view) if _alike(view, other, move)]
        if move in like[1:]:
            label = self._with_cards(view, label, move.cards)
            cards = self.words.listed([self._spoken(view, named) for named in move.cards])
            words = self.gettext("{words} with {cards}", words=words, cards=cards)
        return MoveText(label, words, self.pgettext("heading", "Declare"))

    def _with_cards(self, view: View, label: str, cards: Sequence[Named]) -> str:
        full = ", ".join(self.face(view, named) for named in cards)
        short = ", ".join(self._numbered(view, named) for named in cards)
        labels = (f"{label} ({full})", f"{label} ({short})")
        return next((text for text in labels if len(text) <= LONGEST_LABEL), short[:LONGEST_LABEL])

    def _numbered(self, view: View, named: Named) -> str:
        # As short as can be told apart from the others of its name on this side.
        sides = (hands for lots in (view.declared, view.open_cards) for hands in enumerate(lots))
        side = None if view.seat is None else view.side_of(view.seat)
        seen = [lot for seat, lot in sides if side is None or view.side_of(seat) == side]
        if (
            not named.index
            or sum(other.card is named.card for lot in (view.hand, *seen) for other in lot) < 2
        ):
            return self.words.face(named.card)
        return self.gettext("{card} no. {index}", card=self.words.face(named.card), index=named.index)

    def face(self, view: View, named: Named) -> str:
        """The card so that a person can tell it apart: `K♥`, `K♥ declared`, `K♥ declared (marriage)`."""
        if not named.index:
            return self.words.face(named.card)
        if not named.is_declared:
            return self.pgettext("button", "{card} shown", card=self.words.face(named.card))
        served = self._served(view, named)
        if served is None:
            return self.pgettext("button", "{card} declared", card=self.words.face(named.card))
        return self.gettext("{card} declared ({served})", card=self.words.face(named.card), served=served)

    def _spoken(self, view: View, named: Named) -> str:
        if not named.index:
            return self.words.pgettext("card", "the {card}", card=named.card)
        if not named.is_declared:
            return self.gettext("the {card} that was shown", card=named.card)
        served = self._served(view, named)
        if served is None:
            return self.gettext("the declared {card}", card=named.card)
        return self.gettext("the declared {card} ({served})", card=named.card, served=served)

    def _served(self, view: View, named: Named) -> str | None:
        # What distinguishes it from a like-named card declared by the same player; None if there is none.
        owner = next((hand for hand in view.declared if named in hand), ())
        like = [other for other in owner if other.card is named.card]
        if len(like) < 2:
            return None
        served = self._services(view, named)
        if any(self._services(view, other) == served for other in like if other is not named):
            return self.gettext("{served}, no. {index}", served=served, index=named.index)
        return served

    def _services(self, view: View, named: Named) -> str:
        services: list[str] = []
        for declaration in view.declarations:
            if named in declaration.cards:
                what = self.kind_name(declaration.kind.key)
                if declaration.status == "to score":
                    what = self.gettext("{what} to score", what=what)
                services.append(what)
        return ", ".join(dict.fromkeys(services))

    def kind_name(self, key: str) -> str:
        """The kind of a declaration in words."""
        return self.kind_names()[key]

    def kind_names(self) -> dict[str, str]:
        """All kinds of declarations in words, by key; a game adds its own."""
        return {
            "marriage": self.pgettext("declaration", "marriage"),
            "sequence": self.pgettext("declaration", "sequence"),
            "bezique": self.pgettext("declaration", "bezique"),
            "double": self.pgettext("declaration", "double bezique"),
            "triple": self.pgettext("declaration", "triple bezique"),
            "quadruple": self.pgettext("declaration", "quadruple bezique"),
            "aces": self.pgettext("declaration", "four aces"),
            "kings": self.pgettext("declaration", "four kings"),
            "queens": self.pgettext("declaration", "four queens"),
            "knaves": self.pgettext("declaration", "four knaves"),
        }

    def combination(self, key: str, suit: Suit | None, points: int) -> str:
        """A combination in words: `royal marriage in hearts`, `four kings`."""
        if suit is None:
            return self.kind_name(key)
        if key == MARRIAGE.key and MARRIAGE.royal(points):
            return self.gettext("royal marriage in {suit}", suit=suit)
        return self.gettext("{kind} in {suit}", kind=self.kind_name(key), suit=suit)


def sense_of_passing(view: View) -> Sense:
    """What it means to declare nothing: a last resort where something could be scored."""
    return Sense.LAST_RESORT if view.may_score and len(view.legal) > 1 else Sense.ORDINARY


def declaration_of(view: View, move: Declare | ScoreKept) -> Declaration:
    """The declaration the move makes or scores, as one left to score."""
    side = 0 if view.seat is None else view.side_of(view.seat)
    return Declaration(view.variant.kind(move.key), move.cards, side, "to score")


def _alike(view: View, other: Move, move: Move) -> bool:
    # The same kind in the same suit: they differ in the cards alone.
    if not isinstance(other, Declare | ScoreKept) or not isinstance(move, Declare | ScoreKept):
        return False
    if type(other) is not type(move) or other.key != move.key:
        return False
    suited = view.variant.kind(move.key).suited
    return not suited or other.cards[0].card.suit is move.cards[0].card.suit
