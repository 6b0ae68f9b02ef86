"""Bezique in words: its events and the course of a hand."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from bot.rules.bezique import events as ev
from bot.rules.bezique.presentation.move_words import BeziqueMoveWords
from bot.rules.bezique.presentation.result_text import TWO, BeziqueResult, won_among_several
from bot.rules.bezique.state import View
from bot.rules.events import Event, Scored
from bot.rules.preliminaries.phases import PRELIMINARIES
from bot.rules.presentation.result import ResultSheet
from bot.rules.presentation.tricks import (
    by_name,
    look_again,
    played_line,
    taken_line,
    trick_line,
    tricks_taken,
)
from bot.rules.seats import Names


class BeziqueWords(BeziqueMoveWords):
    """The words for moves and events in all games of the family."""

    opening: ClassVar[tuple[type[Event], ...]] = (*PRELIMINARIES, ev.TurnedUp)
    routine: ClassVar[tuple[type[Event], ...]] = (ev.TrickTaken,)
    longest: ClassVar[int] = 60
    result_type: ClassVar[type[BeziqueResult]] = BeziqueResult

    def last_trick(self, view: View, names: Names) -> str | None:
        tricks = view.tricks
        if view.duels and view.seat is not None:
            tricks = tuple(trick for trick in tricks if view.seat in trick.seats) or tricks
        return look_again(self.words, tricks[-1], names) if tricks else None

    def result(
        self, events: Sequence[Scored], names: Names, course: Sequence[Event] = ()
    ) -> ResultSheet | None:
        return self.result_type(self.words, names, course, self.kind_name).sheet(events)

    # Events

    def describe_event(self, event: Event, names: Names) -> str:
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
                values = {
                    "name": names[seat],
                    "points": self.words.number(abs(points)),
                    "total": self.words.number(total),
                }
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
        if not isinstance(event, ev.TrickTaken):
            return super().course_line(event, names)
        gained = self.pgettext("score", "+{points}", points=event.points) if event.points else ""
        return trick_line(self.words, event.trick, names, trump=event.trump, gained=gained)

    def course_note(self, events: Sequence[Event], names: Names) -> str:
        if not any(isinstance(event, ev.TrickTaken) for event in events):
            return ""
        return self.gettext("**Bold** takes, __underlined__ is a trump.")

    def told_line(self, event: Event, names: Names) -> str:
        if isinstance(event, ev.StockOut):
            return self._stock_is_out(event, names)
        if not isinstance(event, ev.TrickTaken):
            return super().told_line(event, names)
        parts = [taken_line(self.words, event.trick, names)]
        if event.brisques:
            parts.append(self.npgettext("amount", "{number} brisque", "{number} brisques", event.brisques))
        if which := self.which_trick(event):
            parts.append(which)
        line = ", ".join(parts)
        if not event.points:
            return f"{line}."
        return self.words.line(line, self._scored(event)) + "."

    def _scored(self, event: ev.TrickTaken) -> str:
        total = self.words.number(event.total)
        return self.gettext("+{points}, now {total}", points=event.points, total=total)

    def which_trick(self, event: ev.TrickTaken) -> str:
        """What is special about that trick; empty for most."""
        return self.gettext("the last trick") if event.last else ""

    def course_summary(self, events: Sequence[Event], names: Names) -> str:
        """How many tricks each player has taken, and what they have scored for declarations."""
        sentences = []
        tricks = [event.trick for event in events if isinstance(event, ev.TrickTaken)]
        declared = Counter[int]()
        for event in events:
            if isinstance(event, ev.SevenScored) or (isinstance(event, ev.Declared) and event.scored):
                declared[event.seat] += event.points
        if tricks:
            sentences.append(tricks_taken(self.words, tricks, names))
        if declared:
            points = by_name(self.words, declared, names)
            sentences.append(self.pgettext("line", "Declared: {points}.", points=points))
        return " ".join(sentences) or super().course_summary(events, names)

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
            card=self.words.face(card),
            symbol=card.suit.symbol if card.suit else "",
            suit=card.suit,
        )
        if not event.points:
            return text
        seven = self.gettext("A seven: +{points} for {dealer}.", points=event.points, dealer=dealer)
        return f"{text} {seven}"

    def _trick(self, event: ev.TrickTaken, names: Names) -> str:
        winner = names[event.trick.winner]
        brisques = self.npgettext("amount", "{number} brisque", "{number} brisques", event.brisques)
        if event.brisques:
            taken = self.gettext("Taken by {winner} with {brisques}", winner=winner, brisques=brisques)
        else:
            taken = self.gettext("Taken by {winner}", winner=winner)
        if which := self.which_trick(event):
            taken = f"{taken}, {which}"
        if event.points:
            taken = self.words.line(taken, self._scored(event))
        return f"{played_line(self.words, event.trick, names)}\n{taken}."

    def _declared(self, event: ev.Declared, names: Names) -> str:
        values = {
            "name": names[event.seat],
            "what": self.combination(event.combination, event.suit, event.points),
            "cards": self.words.faces(event.cards),
            "points": self.words.number(event.points),
            "total": self.words.number(event.total[event.side]),
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
        trumps = self.gettext("Trumps are {symbol} {suit}.", symbol=event.trump.symbol, suit=event.trump)
        return f"{text} {trumps}"

    def _lost(self, event: ev.ScoresLost, names: Names) -> str:
        what = self.words.listed(
            [
                self.gettext(
                    "{points} for {what}",
                    points=self.words.number(lost.points),
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
            case "exchanged":
                return self.ngettext(
                    "{name} has exchanged a card of it, unscored: {what} can no more be scored.",
                    "{name} have exchanged a card of it, unscored: {what} can no more be scored.",
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
            "seven": self.words.face(event.seven),
            "points": event.points,
            "total": self.words.number(event.total[event.side]),
        }
        if event.taken is None:
            return self.gettext("{name} shows {seven}: +{points}, now {total}.", **values)
        return self.gettext(
            "{name} exchanges {seven} for {taken}: +{points}, now {total}.",
            taken=self.words.face(event.taken),
            **values,
        )

    def _stock_out(self, event: ev.StockOut, names: Names) -> str:
        return f"{self._stock_is_out(event, names)} {self.last_tricks(event, names)}"

    def last_tricks(self, event: ev.StockOut, names: Names) -> str:
        """What holds from now on, and who leads."""
        eight = self.pgettext("number", "eight")
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
        took = self.gettext(
            "{name} takes {card}.", name=names[event.taker], card=self.words.face(event.turn_up)
        )
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
                return self.gettext("That costs {points} points.", points=self.words.number(event.points))
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
            line = self.pgettext(
                "score",
                "{name}: +{points}",
                name=self.words.side(names, side),
                points=self.words.number(points),
            )
            lines.append(f"{line}, {late}" if any(event.brisques) else line)
        total = ", ".join(
            f"{self.words.side(names, side)} {self.words.number(points)}"
            for side, points in enumerate(event.total)
        )
        if event.target:
            lines.append(
                self.gettext(
                    "Score to {target}: {total}.", target=self.words.number(event.target), total=total
                )
            )
        elif event.total != event.points:
            lines.append(self.pgettext("line", "Score: {total}.", total=total))
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
                points=self.words.number(max(event.points)),
            )
        losers = [points for side, points in enumerate(event.points) if side != event.winner]
        text = self.ngettext(
            "{name} wins game {game}, {points} to {others}",
            "{name} win game {game}, {points} to {others}",
            len(names.seating.sides[event.winner]),
            name=self.words.side(names, event.winner),
            game=event.number,
            points=self.words.number(event.points[event.winner]),
            others=" / ".join(map(self.words.number, losers)),
        )
        if event.worth < 2:
            return f"{text}."
        under = self.words.number(event.under)
        if max(losers) < event.under:
            why = self.gettext("under {under}, it counts double.", under=under)
        else:
            why = self.gettext("the loser had not {under} then, so it counts double.", under=under)
        return self.words.line(text, why)
