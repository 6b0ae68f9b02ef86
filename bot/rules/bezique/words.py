"""Bezique in words: its moves and its events."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from bot.rules.bezique import events as ev
from bot.rules.bezique.combinations import MARRIAGE
from bot.rules.bezique.declaring import points_to_score
from bot.rules.bezique.moves import Declare, DrawCards, Exchange, PlayHeld, Score, ShowSeven
from bot.rules.bezique.named import Named
from bot.rules.bezique.result_text import TWO, BeziqueResult, won_among_several
from bot.rules.bezique.state import Declaration, View
from bot.rules.cards import Suit, faces
from bot.rules.events import Event, Scored
from bot.rules.moves import Move
from bot.rules.preliminaries import PRELIMINARIES
from bot.rules.preliminaries_text import PreliminariesText
from bot.rules.result import ResultSheet
from bot.rules.seats import Names
from bot.rules.text import GameText, MoveText
from bot.rules.trick_taking.scene import look_again, played_line

LONGEST_LABEL = 80

FEW_MOVES = 13
"""So many moves after a trick are all offered; of more, only some of those that differ in the cards alone."""

OF_LIKE_ONES = 3


class BeziqueWords(GameText[View]):
    """What is said of moves and events in all games of the family."""

    opening: ClassVar[tuple[type[Event], ...]] = (*PRELIMINARIES, ev.TurnedUp)
    routine: ClassVar[tuple[type[Event], ...]] = (ev.TrickTaken,)
    result_type: ClassVar[type[BeziqueResult]] = BeziqueResult

    def matches(self, number: int) -> str:
        """Several games make a partie."""
        return self.ngettext("{number} partie", "{number} parties", number)

    def last_trick(self, view: View, names: Names) -> str | None:
        """Who played what to the trick last taken, and who took it."""
        tricks = view.tricks
        if view.duels and view.seat is not None:
            tricks = tuple(trick for trick in tricks if view.seat in trick.seats) or tricks
        return look_again(self.words, tricks[-1], names) if tricks else None

    def result(
        self, events: Sequence[Scored], names: Names, course: Sequence[Event] = ()
    ) -> ResultSheet | None:
        """See `BeziqueResult`."""
        return self.result_type(self.words, names, course, self.kind_name).sheet(events)

    def preliminaries(self, view: View) -> PreliminariesText:
        """The words for what comes before a hand."""
        return PreliminariesText(self.words, len(view.variant.pack))

    # Moves

    def describe_move(self, view: View, move: Move, names: Names) -> MoveText:
        """The move in words. No two legal moves read alike: where cards of one name can be told apart, it
        says what each has been declared in."""
        match move:
            case PlayHeld(named):
                return self._play(view, named)
            case Declare() | Score():
                return self._combination(view, move)
            case Exchange():
                points = view.variant.seven.points if view.variant.seven else 0
                return MoveText(
                    self.gettext("Exchange the seven: {points}", points=points),
                    self.gettext("exchange the seven of trumps for the turned-up card"),
                    self.gettext("Declare"),
                )
            case ShowSeven():
                points = view.variant.seven.points if view.variant.seven else 0
                return MoveText(
                    self.gettext("Show the seven: {points}", points=points),
                    self.gettext("show the seven of trumps"),
                    self.gettext("Declare"),
                )
            case DrawCards():
                if not view.stock and view.turn_up is None:
                    return MoveText(
                        self.gettext("Go on"), self.gettext("declare nothing more"), self.gettext("Or")
                    )
                return MoveText(
                    self.gettext("Draw a card"),
                    self.gettext("declare nothing more and draw"),
                    self.gettext("Or"),
                )
        described = self.preliminaries(view).describe_move(move, names)
        if described is None:
            raise TypeError(f"no words for {move!r}")
        return MoveText(*described)

    def best_first(self, view: View) -> list[Move]:
        """The moves after a trick as they are offered: what was kept, then by points, of like ones that
        which shows fewest new cards; the seven, and the draw."""
        return sorted(view.legal, key=lambda move: self._rank(view, move))

    def offered(self, view: View) -> list[Move]:
        """The same as a panel has room for: with five queens of which four may be declared anew, nobody looks
        through all the ways to do it."""
        moves, kept = self.best_first(view), list[Move]()
        for move in moves:
            like = (
                sum(_alike(view, other, move) for other in kept) if isinstance(move, Declare | Score) else 0
            )
            if len(moves) <= FEW_MOVES or like < OF_LIKE_ONES:
                kept.append(move)
        return kept

    def _rank(self, view: View, move: Move) -> tuple[bool, bool, int, int, int]:
        if not isinstance(move, Declare | Score):
            return (True, False, 0, 0, 0)
        declaration = declaration_of(view, move)
        points = declaration.kind.points_for(declaration.suit, view.trump)
        order = view.variant.declarations.index(declaration.kind)
        new = sum(not named.index for named in move.cards)
        return (False, not isinstance(move, Score), -points, order, new)

    def _play(self, view: View, named: Named) -> MoveText:
        own = (*view.hand, *view.declared[view.seat]) if view.seat is not None else ()
        number = own.count(named)
        label = self.face(view, named)
        if number > 1:
            label = self.gettext("{card} ×{number}", card=label, number=number)
        return MoveText(label, self._spoken(view, named))

    def _combination(self, view: View, move: Declare | Score) -> MoveText:
        declaration = declaration_of(view, move)
        kind, suit = declaration.kind, declaration.suit
        later = isinstance(move, Declare) and view.seat in view.to_act and not view.may_score
        points = kind.points_for(suit, view.trump)
        if later:
            points = points_to_score((*view.declarations, declaration), declaration, view.trump)
        what = self.combination(kind.key, suit, points)
        if isinstance(move, Score):
            label = self.gettext("Score the {what}: {points}", what=what, points=points)
            words = self.gettext("score the {what} kept from before", what=what)
        elif later:
            label = self.gettext("Show {what}: {points} to score later", what=what, points=points)
            words = self.gettext("show {what}, {points} to score later", what=what, points=points)
        else:
            label = f"{what[:1].upper()}{what[1:]}: {points}"
            words = self.gettext("declare {what} for {points}", what=what, points=points)
        like = [other for other in self.best_first(view) if _alike(view, other, move)]
        if move in like[1:]:
            label = self._with_cards(view, label, move.cards)
            cards = self.words.listed([self._spoken(view, named) for named in move.cards])
            words = self.gettext("{words} with {cards}", words=words, cards=cards)
        return MoveText(label, words, self.gettext("Declare"))

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
            return named.card.face
        return self.gettext("{card} no. {index}", card=named.card.face, index=named.index)

    def face(self, view: View, named: Named) -> str:
        """The card so that a person can tell it apart: `K♥`, `K♥ declared`, `K♥ declared (marriage)`."""
        if not named.index:
            return named.card.face
        if not named.is_declared:
            return self.gettext("{card} shown", card=named.card.face)
        served = self._served(view, named)
        if served is None:
            return self.gettext("{card} declared", card=named.card.face)
        return self.gettext("{card} declared ({served})", card=named.card.face, served=served)

    def _spoken(self, view: View, named: Named) -> str:
        if not named.index:
            return self.gettext("the {card}", card=named.card)
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

    # Events

    def describe_event(self, event: Event, names: Names) -> str:
        """The event in words; public and private ones, for those who may see them."""
        match event:
            case ev.TurnedUp():
                return self._turned_up(event, names)
            case ev.TrickTaken():
                return self._trick(event, names)
            case ev.Declared():
                return self._declared(event, names)
            case ev.ScoresLost():
                return self._lost(event, names)
            case ev.SevenScored():
                return self._seven(event, names)
            case ev.Drawn(stock):
                if len(names.seats) == 2:
                    return self.ngettext(
                        "Both draw; {number} card left face down.",
                        "Both draw; {number} cards left face down.",
                        stock,
                    )
                return self.ngettext(
                    "All draw; {number} card left face down.",
                    "All draw; {number} cards left face down.",
                    stock,
                )
            case ev.StockOut():
                return self._stock_out(event, names)
            case ev.Parted():
                return self._parted(event, names)
            case ev.PenaltyTaken():
                return self._penalty(event, names)
            case ev.Marked(seat, points, total):
                values = {"name": names[seat], "points": abs(points), "total": total}
                if points < 0:
                    return self.gettext(
                        "The referee: {points} points marked wrong by {name} are taken off, now {total}.",
                        **values,
                    )
                return self.gettext(
                    "The referee: {name} has marked {points} points without right, and they stand, "
                    "now {total}.",
                    **values,
                )
            case ev.HandScored():
                return self._hand(event, names)
            case ev.GameWon():
                return self._game(event, names)
            case ev.PartieWon(winner=int(winner), games=games):
                least = max(n for side, n in enumerate(games) if side != winner)
                return self.ngettext(
                    "{name} wins the partie, {games} games to {least}.",
                    "{name} win the partie, {games} games to {least}.",
                    len(names.seating.sides[winner]),
                    name=self.words.side(names, winner),
                    games=games[winner],
                    least=least,
                )
        return super().describe_event(event, names)

    # The course of a hand

    def course_line(self, event: Event, names: Names) -> str:
        """A trick: who takes it with what, and what it brings; other events in full."""
        if isinstance(event, ev.StockOut):
            return self._stock_is_out(event, names)
        if not isinstance(event, ev.TrickTaken):
            return super().course_line(event, names)
        trick = event.trick
        line = self.gettext(
            "{number}. {name} takes with {card}",
            number=trick.number,
            name=names[trick.winner],
            card=dict(trick.plays)[trick.winner].face,
        )
        parts = [line]
        if event.brisques:
            parts.append(self.ngettext("{number} brisque", "{number} brisques", event.brisques))
        if which := self.which_trick(event):
            parts.append(which)
        line = ", ".join(parts)
        if not event.points:
            return f"{line}."
        return f"{line}: {self.gettext('+{points}, now {total}', points=event.points, total=event.total)}."

    def which_trick(self, event: ev.TrickTaken) -> str:
        """What is special about that trick; empty for most."""
        return self.gettext("the last trick") if event.last else ""

    def course_summary(self, events: Sequence[Event], names: Names) -> str:
        """How many tricks each player has taken, and what they have scored for declarations."""
        sentences = []
        tricks = [event.trick for event in events if isinstance(event, ev.TrickTaken)]
        taken, declared = Counter(trick.winner for trick in tricks), Counter[int]()
        for event in events:
            if isinstance(event, ev.SevenScored) or (isinstance(event, ev.Declared) and event.scored):
                declared[event.seat] += event.points
        if tricks:
            sentences.append(
                self.gettext(
                    "Tricks {first} to {last}: {taken}.",
                    first=tricks[0].number,
                    last=tricks[-1].number,
                    taken=_numbers(taken, names),
                )
            )
        if declared:
            sentences.append(self.gettext("Declared: {points}.", points=_numbers(declared, names)))
        return " ".join(sentences) or super().course_summary(events, names)

    def kind_name(self, key: str) -> str:
        """The kind of a declaration in words."""
        return self.kind_names()[key]

    def kind_names(self) -> dict[str, str]:
        """All kinds of declarations in words, by key; a game adds its own."""
        gettext = self.gettext
        return {
            "marriage": gettext("marriage"),
            "sequence": gettext("sequence"),
            "bezique": gettext("bezique"),
            "double": gettext("double bezique"),
            "triple": gettext("triple bezique"),
            "quadruple": gettext("quadruple bezique"),
            "aces": gettext("four aces"),
            "kings": gettext("four kings"),
            "queens": gettext("four queens"),
            "knaves": gettext("four knaves"),
        }

    def combination(self, key: str, suit: Suit | None, points: int) -> str:
        """A combination in words: `royal marriage in hearts`, `four kings`."""
        if suit is None:
            return self.kind_name(key)
        if key == MARRIAGE.key and MARRIAGE.royal(points):
            return self.gettext("royal marriage in {suit}", suit=suit)
        return self.gettext("{kind} in {suit}", kind=self.kind_name(key), suit=suit)

    def _turned_up(self, event: ev.TurnedUp, names: Names) -> str:
        dealer, card = names[event.dealer], event.card
        if card is None:
            return self.gettext(
                "Hand {hand}: {dealer} deals; the first marriage or sequence scored will make trumps.",
                hand=event.hand,
                dealer=dealer,
            )
        text = self.gettext(
            "Hand {hand}: {dealer} deals and turns up {card}: {symbol} {suit} are trumps.",
            hand=event.hand,
            dealer=dealer,
            card=card.face,
            symbol=card.face[-1],
            suit=card.suit,
        )
        if not event.points:
            return text
        seven = self.gettext("A seven: +{points} for {dealer}.", points=event.points, dealer=dealer)
        return f"{text} {seven}"

    def _trick(self, event: ev.TrickTaken, names: Names) -> str:
        winner = names[event.trick.winner]
        brisques = self.ngettext("{number} brisque", "{number} brisques", event.brisques)
        if event.brisques:
            taken = self.gettext("Taken by {winner} with {brisques}", winner=winner, brisques=brisques)
        else:
            taken = self.gettext("Taken by {winner}", winner=winner)
        if which := self.which_trick(event):
            taken = f"{taken}, {which}"
        if event.points:
            scored = self.gettext("+{points}, now {total}", points=event.points, total=event.total)
            taken = f"{taken}: {scored}"
        return f"{played_line(self.words, event.trick, names)}\n{taken}."

    def _declared(self, event: ev.Declared, names: Names) -> str:
        values = {
            "name": names[event.seat],
            "what": self.combination(event.combination, event.suit, event.points),
            "cards": faces(event.cards),
            "points": event.points,
            "total": event.total[event.side],
        }
        if event.again:
            text = self.gettext(
                "{name} scores the {what} kept from before: +{points}, now {total}.", **values
            )
        elif event.scored:
            text = self.gettext("{name} declares {what}, {cards}: +{points}, now {total}.", **values)
        else:
            text = self.gettext("{name} shows {what}, {cards}: {points} to score.", **values)
        if event.trump is None:
            return text
        suit = self.words.suit(event.trump)
        trumps = self.gettext(
            "{symbol} {suit} are trumps.", symbol=event.trump.symbol, suit=f"{suit[:1].upper()}{suit[1:]}"
        )
        return f"{text} {trumps}"

    def _lost(self, event: ev.ScoresLost, names: Names) -> str:
        what = self.words.listed(
            [
                self.gettext(
                    "{points} for {what}",
                    points=lost.points,
                    what=self.combination(lost.combination, lost.suit, lost.points),
                )
                for lost in event.scores
            ]
        )
        name, people = self.words.side(names, event.side), len(names.seating.sides[event.side])
        match event.reason:
            case "played":
                return self.ngettext(
                    "{name} has played from it, unscored: {what} can no more be scored.",
                    "{name} have played from it, unscored: {what} can no more be scored.",
                    people,
                    name=name,
                    what=what,
                )
            case "absorbed":
                return self.ngettext(
                    "{name} has made more of it, unscored: {what} can no more be scored.",
                    "{name} have made more of it, unscored: {what} can no more be scored.",
                    people,
                    name=name,
                    what=what,
                )
            case "trumps":
                return self.gettext(
                    "{name} can no more score {what}: another suit is trumps.", name=name, what=what
                )
            case "stock-out":
                return self.gettext(
                    "{name} can no more score {what}: the stock is out.", name=name, what=what
                )

    def _seven(self, event: ev.SevenScored, names: Names) -> str:
        values = {
            "name": names[event.seat],
            "seven": event.seven.face,
            "points": event.points,
            "total": event.total[event.side],
        }
        if event.taken is None:
            return self.gettext("{name} shows {seven}: +{points}, now {total}.", **values)
        return self.gettext(
            "{name} exchanges {seven} for {taken}: +{points}, now {total}.", taken=event.taken.face, **values
        )

    def _stock_out(self, event: ev.StockOut, names: Names) -> str:
        return f"{self._stock_is_out(event, names)} {self.last_tricks(event, names)}"

    def last_tricks(self, event: ev.StockOut, names: Names) -> str:
        """What holds from now on, and who leads."""
        eight = self.gettext("eight")
        return self.gettext(
            "No more declarations; in the last {tricks} tricks follow suit, win if you can, or trump. "
            "{name} leads.",
            tricks=eight if event.tricks == 8 else event.tricks,
            name=names[event.leader],
        )

    def _parted(self, event: ev.Parted, names: Names) -> str:
        pairs = [
            self.gettext("{name} leads to {other}", name=names[leader], other=names[other])
            for leader, other in event.duels
        ]
        return self.gettext(
            "Partners part: {pairs}, and each two play the last tricks between them.",
            pairs=self.words.listed(pairs),
        )

    def _stock_is_out(self, event: ev.StockOut, names: Names) -> str:
        text = self.gettext("The stock is out.")
        if not event.turn_up:
            return text
        took = self.gettext("{name} takes {card}.", name=names[event.taker], card=event.turn_up.face)
        return f"{text} {took}"

    def _penalty(self, event: ev.PenaltyTaken, names: Names) -> str:
        name = names[event.seat]
        if event.offence == "too-many":
            offence = self.gettext("The referee: {name} has played with too many cards.", name=name)
        else:
            offence = self.gettext("The referee: {name} has played with too few cards.", name=name)
        return f"{offence} {self._cost(event, name)}"

    def _cost(self, event: ev.PenaltyTaken, name: str) -> str:
        match event.exacted:
            case "rubiconed":
                return self.gettext("That is a rubicon, whatever the score.")
            case "no-score":
                return self.gettext("Nothing {name} scores in this hand counts.", name=name)
            case "forfeit":
                return self.gettext("That costs {points} points.", points=event.points)
            case "void":
                return self.gettext("So has the other: the game is void.")
            case "nothing":
                return self.gettext("So has the other, and it costs neither anything.")
            case "last-trick-lost":
                return self.gettext("The last trick is the other's.")
            case "no-last-trick":
                return self.gettext("{name} cannot score the last trick.", name=name)

    def _hand(self, event: ev.HandScored, names: Names) -> str:
        lines = [self.gettext("Hand {number} is over.", number=event.number)]
        for side, points in enumerate(event.points):
            brisques = event.brisques[side]
            late = self.ngettext("{number} brisque among them", "{number} brisques among them", brisques)
            line = self.gettext("{name}: +{points}", name=self.words.side(names, side), points=points)
            lines.append(f"{line}, {late}" if any(event.brisques) else line)
        total = ", ".join(
            f"{self.words.side(names, side)} {points}" for side, points in enumerate(event.total)
        )
        if event.target:
            lines.append(self.gettext("Score to {target}: {total}.", target=f"{event.target:,}", total=total))
        elif event.total != event.points:
            lines.append(self.gettext("Score: {total}.", total=total))
        return "\n".join(lines)

    def _game(self, event: ev.GameWon, names: Names) -> str:
        if len(event.points) > TWO and event.worth < TWO:
            return self.gettext(
                "Game {number}: {result}",
                number=event.number,
                result=won_among_several(self.words, names, event),
            )
        if event.winner is None:
            return self.gettext(
                "Game {number} is void, {points} all; it is played again.",
                number=event.number,
                points=max(event.points),
            )
        losers = [points for side, points in enumerate(event.points) if side != event.winner]
        text = self.ngettext(
            "{name} wins game {game}, {points} to {others}",
            "{name} win game {game}, {points} to {others}",
            len(names.seating.sides[event.winner]),
            name=self.words.side(names, event.winner),
            game=event.number,
            points=event.points[event.winner],
            others=" / ".join(map(str, losers)),
        )
        if event.worth < 2:
            return f"{text}."
        if max(losers) < event.under:
            why = self.gettext("under {under}, it counts double.", under=event.under)
        else:
            why = self.gettext("the loser had not {under} then, so it counts double.", under=event.under)
        return f"{text}: {why}"


def _numbers(of_seats: Counter[int], names: Names) -> str:
    return ", ".join(f"{names[seat]} {of_seats[seat]}" for seat in sorted(of_seats))


def declaration_of(view: View, move: Declare | Score) -> Declaration:
    """The declaration the move makes or scores, as one left to score."""
    side = 0 if view.seat is None else view.side_of(view.seat)
    return Declaration(view.variant.kind(move.key), move.cards, side, "to score")


def _alike(view: View, other: Move, move: Declare | Score) -> bool:
    # The same kind in the same suit: they differ in the cards alone.
    if not isinstance(other, Declare | Score) or type(other) is not type(move) or other.key != move.key:
        return False
    suited = view.variant.kind(move.key).suited
    return not suited or other.cards[0].card.suit is move.cards[0].card.suit
