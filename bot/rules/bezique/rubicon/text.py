"""The presentation of Rubicon bezique."""

from typing import ClassVar, Final

from bot.rules.bezique import events as ev
from bot.rules.bezique.presentation.scene import SceneBuilder
from bot.rules.bezique.presentation.text import BeziqueText
from bot.rules.bezique.rubicon import events as own
from bot.rules.bezique.rubicon.moves import ShowBlanche
from bot.rules.bezique.rubicon.result_text import RubiconResult
from bot.rules.bezique.state import Phase, View
from bot.rules.events import Event
from bot.rules.moves import Move
from bot.rules.presentation.text import MoveText
from bot.rules.seats import Names

BRISQUES_COUNTED: Final = 12  # cards left in the stock when brisques may be counted (Rubicon Law 15)


class RubiconScene(SceneBuilder):
    """Says who is below the rubicon, and of brisques only what may be counted."""

    def _title(self) -> str:
        view = self.view
        if view.winner is None or view.variant.board:
            return super()._title()
        name, games = self.text.words.side(self.names, view.winner), view.score.games
        if view.variant.games > 1:
            return self.gettext(
                "{name} has won the match, {most} games to {least}",
                name=name,
                most=max(games),
                least=min(games),
            )
        return self.gettext(
            "{name} has won the game and gains {points} points",
            name=name,
            points=self.text.words.number(view.points[view.winner]),
        )

    def _brisques(self, side: int) -> int:
        return self.view.brisques[side] if self.view.stock <= BRISQUES_COUNTED else 0

    def _place_notes(self, seat: int) -> list[str]:
        notes = super()._place_notes(seat)
        if missing := self._missing(self.view.side_of(seat)):
            line = self.view.points[self.view.side_of(seat)] + missing
            notes.append(self.pgettext("state", "under {points}", points=self.text.words.number(line)))
        return notes

    def _standing(self, side: int) -> str:
        line = super()._standing(side)
        if missing := self._missing(side):
            safe = self.text.words.number(self.view.points[side] + missing)
            line += " " + self.gettext(
                "({points} below {safe}: losing there costs more)",
                points=self.text.words.number(missing),
                safe=safe,
            )
        return line

    def _missing(self, side: int) -> int:
        # What a side lacks to be safe from the rubicon by its score alone.
        view = self.view
        if view.variant.rubicon is None or view.phase not in (Phase.PLAYING, Phase.DECLARING):
            return 0
        return max(0, view.variant.rubicon.line - view.points[side])


class RubiconBeziqueText(BeziqueText):
    """Rubicon bezique: carte blanche, and the settlement of a deal."""

    scene_type = RubiconScene
    result_type: ClassVar[type[RubiconResult]] = RubiconResult

    def _rank(self, view: View, move: Move) -> tuple[bool, bool, int, int, int]:
        # What was kept comes first only where it scores as much: there are tricks enough for the rest.
        other, new, points, order, cards = super()._rank(view, move)
        return (other, False, points, 2 * order + new, cards)

    def describe_move(self, view: View, move: Move, names: Names) -> MoveText:
        if isinstance(move, ShowBlanche):
            return MoveText(
                self.gettext("Show carte blanche: 50"),
                self.gettext("show your hand, which has no king, queen or knave, for 50"),
                self.pgettext("heading", "Declare"),
            )
        return super().describe_move(view, move, names)

    def describe_event(self, event: Event, names: Names) -> str:
        match event:
            case own.BlancheShown():
                return self._blanche(event, names)
            case own.HandSettled():
                return "\n".join(
                    [
                        self.gettext("Hand {number} is over.", number=event.number),
                        *RubiconResult(self.words, names, (), self.kind_name).told(event),
                    ]
                )
            case ev.GameWon(winner=None, number=number):
                return self.gettext("Game {number} is played again.", number=number)
            case ev.GameWon(winner=int(winner), number=number, games=games) if sum(games) > 1:
                tally = ", ".join(f"{self.words.side(names, side)} {won}" for side, won in enumerate(games))
                return self.gettext(
                    "{name} wins game {number}. Games: {tally}.",
                    name=self.words.side(names, winner),
                    number=number,
                    tally=tally,
                )
            case ev.PartieWon(winner=int(winner), games=games):
                return self.gettext(
                    "{name} wins the match, {games} games to {least}.",
                    name=self.words.side(names, winner),
                    games=max(games),
                    least=min(games),
                )
            case ev.GameWon(winner=int(winner), number=number):
                return self.gettext(
                    "{name} wins game {number}.", name=self.words.side(names, winner), number=number
                )
        return super().describe_event(event, names)

    def _blanche(self, event: own.BlancheShown, names: Names) -> str:
        values = {
            "name": names[event.seat],
            "cards": self.words.faces(event.cards),
            "points": event.points,
            "total": self.words.number(event.total),
        }
        if event.again:
            return self.gettext(
                "{name} shows the card drawn, {cards}, and still has carte blanche: +{points}, now {total}.",
                **values,
            )
        return self.gettext("{name} shows carte blanche, {cards}: +{points}, now {total}.", **values)
