"""Hands of the games before bezique to order, for their tests."""

from typing import Any

from bot.rules.bezique.declaring import in_order
from bot.rules.bezique.named import read_named
from bot.rules.bezique.state import Deal, Match, Playing
from bot.rules.cards import Suit, parse
from bot.rules.match import Score
from bot.rules.registry import GAMES, text_for
from bot.rules.seats import Names
from bot.rules.trick_taking.trick import Trick

PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve")


class Hands:
    """Ann leads in the middle of a hand that the last player dealt; all play by hand."""

    def __init__(
        self,
        key: str,
        *hands: str,
        trump: str = "H",
        turn_up: str | None = "9H",
        stock: str = "",
        points: tuple[int, ...] | None = None,
        won: tuple[str, ...] = (),
        **options: Any,
    ) -> None:
        self.game = GAMES[key]
        self.variant = self.game.variant(self.game.options(options))  # type: ignore[attr-defined]
        players, sides = len(hands), len(self.variant.seating.sides)
        self.names = Names(self.variant.seating, PEOPLE[:players])
        nothing = (0,) * sides
        deal = Deal(
            dealer=players - 1,
            hands=tuple(in_order(map(read_named, hand.split())) for hand in hands),
            stock=tuple(map(parse, stock.split())),
            turn_up=parse(turn_up) if turn_up else None,
            trump=Suit(trump),
            turn=0,
            made=nothing,
            brisques=nothing,
            reached=(None,) * sides,
            tricks=tuple(
                Trick(number, 0, tuple(map(parse, cards.split()))[:players], winner)
                for number, (cards, winner) in enumerate((w.rsplit(" ", 1)[0], int(w[-1])) for w in won)
            ),
        )
        self.state: Any = Playing(Match(self.variant, Score(points or nothing)), deal)
        self.told: list[Any] = []

    def do(self, *moves: str) -> list[Any]:
        """Whoever is to act makes each move; the events of them all."""
        told: list[Any] = []
        for move in moves:
            seat = self.game.to_act(self.state)[0]  # type: ignore[index]
            self.state, events = self.game.apply(self.state, seat, self.game.parse(move))
            told += events
        self.told += told
        return told

    def can(self) -> set[str]:
        seat = self.game.to_act(self.state)[0]  # type: ignore[index]
        return {str(move) for move in self.game.legal(self.state, seat)}

    @property
    def points(self) -> tuple[int, ...]:
        points: tuple[int, ...] = self.state.points
        return points

    def said(self, events: list[Any]) -> str:
        text = text_for(self.game.key)
        return " ".join(text.describe_event(event, self.names) for event in events if event.posted)


def of_kind(events: list[Any], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]
