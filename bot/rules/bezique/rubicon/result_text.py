"""The result sheet of a hand of Rubicon bezique: the scores, and how they are settled."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.rules.bezique import events as ev
from bot.rules.bezique.combinations import SEQUENCE
from bot.rules.bezique.presentation.result_text import BeziqueResult
from bot.rules.bezique.rubicon import events as own
from bot.rules.bezique.rubicon.settlement import BRISQUE, SettlementLine, hundreds, with_brisques
from bot.rules.events import Event, Scored
from bot.rules.presentation.result import Part, ResultSheet, SideResult


class RubiconResult(BeziqueResult):
    """Puts a sheet together whose notes are the settlement, line by line."""

    def sheet(self, events: Sequence[Scored]) -> ResultSheet | None:
        """The sheet of what ended together, with the settlement among its notes."""
        sheet = super().sheet(events)
        hand = next((event for event in events if isinstance(event, own.HandSettled)), None)
        if sheet is None or hand is None:
            return sheet
        return replace(sheet, notes=(*self._settlement(hand), *sheet.notes))

    def told(self, hand: own.HandSettled) -> list[str]:
        """The scores of a hand that is over, who has won it, and the settlement."""
        lines = [
            self.gettext(
                "{name}: {points} and {brisques}",
                name=self._name(side),
                points=self.words.number(points),
                brisques=self._brisques(hand.brisques[side]),
            )
            for side, points in enumerate(hand.scores)
        ]
        return [*lines, self._game_won(hand), *self._settlement(hand)]

    def _title(self, hand: ev.HandScored, game: ev.GameWon | None, partie: ev.PartieWon | None) -> str:
        title, match = (
            self.pgettext("heading", "Hand {hand}", hand=hand.number),
            self.pgettext("heading", "The match"),
        )
        return f"{title} · {match}" if partie else title

    def _headline(self, hand: ev.HandScored, game: ev.GameWon | None, partie: ev.PartieWon | None) -> str:
        won = self._game_won(hand) if isinstance(hand, own.HandSettled) else ""
        if partie is None or partie.winner is None:
            return won
        match = self.gettext(
            "{name} wins the match, {games} games to {least}.",
            name=self._name(partie.winner),
            games=partie.games[partie.winner],
            least=min(partie.games),
        )
        return f"{won} {match}"

    def _game_won(self, hand: own.HandSettled) -> str:
        scores = _compared(hand)
        if hand.winner is None:
            if hand.offence:
                return self.gettext("The game is void: both have played with too many cards.")
            return self.gettext(
                "The game is void, {points} each with brisques.", points=self.words.number(scores[0])
            )
        values = {
            "name": self._name(hand.winner),
            "other": self._name(1 - hand.winner),
            "gain": self.words.number(hand.points[hand.winner]),
        }
        if hand.rubiconed is not None:
            return self.gettext("{other} is rubiconed: {name} gains {gain}.", **values)
        return self.gettext(
            "{name} wins the game, {points} to {others}, and gains {gain}.",
            points=self.words.number(scores[hand.winner]),
            others=self.words.number(scores[1 - hand.winner]),
            **values,
        )

    def _side(
        self,
        side: int,
        hand: ev.HandScored,
        game: ev.GameWon | None,
        partie: ev.PartieWon | None,
        taken: Sequence[int],
    ) -> SideResult:
        scores = _compared(hand) if isinstance(hand, own.HandSettled) else hand.points
        games = game.games[side] if game and sum(game.games) > 1 else None
        shown = super()._side(side, hand, game, partie, taken)
        return replace(shown, winner=hand.winner == side, gained=scores[side], total=None, games=games)

    def _parts(self, side: int, hand: ev.HandScored) -> Iterator[Part]:
        left = self._made_in(hand)[side]
        for part in self._counted(side, hand):
            left -= part.points or 0
            yield part
        if left:
            known = any(isinstance(event, ev.TrickTaken) for event in self.course)
            words = self.gettext("by the referee") if known else self.gettext("declarations and tricks")
            yield Part(words, left)
        brisques = hand.brisques[side]
        if brisques and isinstance(hand, own.HandSettled):
            yield Part(self._brisques(brisques), BRISQUE * brisques if hand.needed else None)

    def _made_in(self, hand: ev.HandScored) -> tuple[int, ...]:
        return hand.scores if isinstance(hand, own.HandSettled) else hand.points

    def _points_after_each(self) -> list[tuple[int, ...]]:
        # Brisques that are needed may turn it at the very end.
        found = super()._points_after_each()
        hand = next((event for event in self.course if isinstance(event, own.HandSettled)), None)
        if found and hand:
            found[-1] = _compared(hand)
        return found

    def _declaration(self, event: ev.Declared) -> str:
        if event.combination == SEQUENCE.key:
            trumps = event.points == SEQUENCE.points
            return (
                self.pgettext("declaration", "trump sequence")
                if trumps
                else self.pgettext("declaration", "plain sequence")
            )
        return super()._declaration(event)

    def _counted(self, side: int, hand: ev.HandScored) -> Iterator[Part]:
        side_of = self.names.seating.side_of
        shown = [
            event.points
            for event in self.course
            if isinstance(event, own.BlancheShown) and side_of(event.seat) == side
        ]
        if shown:
            yield Part(self._times(self.pgettext("declaration", "carte blanche"), len(shown)), sum(shown))
        yield from super()._counted(side, hand)

    def _gained(self, event: Event) -> tuple[int, int] | None:
        if isinstance(event, own.BlancheShown):
            return self.names.seating.side_of(event.seat), event.points
        return super()._gained(event)

    def _settlement(self, hand: own.HandSettled) -> Iterator[str]:
        # Line by line, in plain words.
        if hand.winner is None:
            return
        yield self._about_brisques(hand, hand.winner)
        for line in hand.lines:
            yield self._line(line, hand, hand.winner)
        if len(hand.lines) > 1:
            sums = " + ".join(self.words.number(line.points) for line in hand.lines)
            yield self.gettext(
                "{name} gains {sums} = {gain}.",
                name=self._name(hand.winner),
                sums=sums,
                gain=self.words.number(hand.points[hand.winner]),
            )

    def _about_brisques(self, hand: own.HandSettled, winner: int) -> str:
        loser, totals = 1 - winner, with_brisques(hand.scores, hand.brisques)
        values = {
            "name": self._name(winner),
            "points": self.words.number(totals[winner]),
            "other": self._name(loser),
            "others": self.words.number(totals[loser]),
        }
        if hand.rubiconed is not None:
            if hand.offence:
                return self.gettext("{other} has played with too many cards: that is a rubicon.", **values)
            return self.gettext(
                "Even with brisques {other} has only {others}, below 1,000: that is the rubicon.", **values
            )
        if not hand.needed:
            return self.gettext("Brisques do not count: they would change nothing.")
        if hand.scores[loser] < 1000:
            return self.gettext(
                "Brisques count, 10 each, for they save {other} from the rubicon: {name} {points}, "
                "{other} {others}.",
                **values,
            )
        if hand.scores[winner] <= hand.scores[loser]:
            return self.gettext(
                "Brisques count, 10 each, for they decide who wins: {name} {points}, {other} {others}.",
                **values,
            )
        return self.gettext(
            "Brisques count, 10 each, for the scores are close: {name} {points}, {other} {others}.", **values
        )

    def _line(self, line: SettlementLine, hand: own.HandSettled, winner: int) -> str:
        points, scores = self.words.number(line.points), _compared(hand)
        match line.what:
            case "winner" | "loser":
                side = winner if line.what == "winner" else 1 - winner
                if hand.offence and line.what == "loser":
                    return self.gettext(
                        "{name}'s {score}, without the odd tens and 900 at most: {points}",
                        name=self._name(side),
                        score=self.words.number(hand.scores[side]),
                        points=points,
                    )
                return self.gettext(
                    "{name}'s {score}, without the odd tens: {points}",
                    name=self._name(side),
                    score=self.words.number(hand.scores[side]),
                    points=points,
                )
            case "both":
                return self.gettext("Both scores together, without the odd tens: {points}", points=points)
            case "game":
                return self.gettext("For the rubicon: {points}", points=points)
            case "brisques":
                return self.gettext("For all the brisques: {points}", points=points)
            case "under-hundred":
                return self.gettext(
                    "For {name}'s score being below 100: {points}", name=self._name(1 - winner), points=points
                )
            case "won":
                return self.gettext("For the game: {points}", points=points)
            case "difference":
                return self.gettext(
                    "The difference in hundreds, {high} less {low}, 100 at least: {points}",
                    high=self.words.number(hundreds(scores[winner])),
                    low=self.words.number(hundreds(scores[1 - winner])),
                    points=points,
                )


def _compared(hand: own.HandSettled) -> tuple[int, ...]:
    # The scores that are compared: with brisques where they are needed.
    return with_brisques(hand.scores, hand.brisques) if hand.needed else hand.scores
