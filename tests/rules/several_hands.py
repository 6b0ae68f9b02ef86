"""Hands of bezique for three and for four to order, for their tests."""

from typing import Any, Literal

from bot.rules.bezique.declaring import in_order
from bot.rules.bezique.named import Named, read_named
from bot.rules.bezique.several.game import FourHandedBezique, ThreeHandedBezique
from bot.rules.bezique.state import Deal, Declaration, Declaring, Match, Playing
from bot.rules.cards import Suit, parse
from bot.rules.match import Score
from bot.rules.moves import Move
from bot.rules.registry import text_for
from bot.rules.seats import Names

THREE, FOUR = ThreeHandedBezique(), FourHandedBezique()
TEXTS = {game: text_for(game.key) for game in (THREE, FOUR)}
PEOPLE = ("Ann", "Bob", "Cleo", "Dan")
LOW = ("7S 8S 9S 7C 8C 9C 7D 8D", "7S 8S 9S 7C 8C 9C 7D 9D", "7S 8S 9S 7C 8C 9C 8D 9D")
"""Hands with nothing in them."""


def named(text: str) -> tuple[Named, ...]:
    return tuple(map(read_named, text.split()))


def names_of(game: Any, **options: Any) -> Names:
    seating = game.seating(game.options(options))
    return Names(seating, PEOPLE[: len(seating)])


def shown(
    game: Any,
    key: str,
    cards: str,
    side: int = 0,
    status: Literal["scored", "to score", "lost"] = "scored",
    **options: Any,
) -> Declaration:
    return Declaration(game.variant(game.options(options)).kind(key), named(cards), side, status)


def table(
    game: Any,
    *hands: str,
    declared: tuple[Declaration, ...] = (),
    stock: int = 30,
    turn: int = 0,
    winner: bool = True,
    turn_up: str | None = "9H",
    played: str = "",
    points: tuple[int, ...] = (),
    **options: Any,
) -> Any:
    """In the middle of a hand; the seat in turn has won a trick and may declare, unless not `winner`: then
    it is to play. Hearts are trumps; hands left out have nothing in them."""
    variant = game.variant(game.options({"asked": False, **options}))
    sides = len(variant.seating.sides)
    match = Match(variant, Score(points or (0,) * sides))
    lying = dict.fromkeys(card for declaration in declared for card in declaration.cards)
    given = (*hands, *LOW)[: variant.players]
    deal = Deal(
        dealer=variant.players - 1,
        hands=tuple(in_order(named(hand)) for hand in given),
        stock=tuple(variant.pack[place % len(variant.pack)] for place in range(stock)),
        turn_up=parse(turn_up) if turn_up else None,
        trump=Suit.HEARTS,
        turn=turn,
        made=(0,) * sides,
        brisques=(0,) * sides,
        reached=(None,) * sides,
        table=tuple(map(parse, played.split())),
        declarations=declared,
        shown=tuple(card.card for card in lying),
    )
    if not winner:
        return Playing(match, deal)
    asked = game.declarers(match, deal)
    moves = [game.moves_after_trick(match, deal, seat) if seat in asked else () for seat in range(len(given))]
    return Declaring(match, deal, tuple(moves))


def can(game: Any, state: Any, seat: int) -> set[str]:
    return {str(move) for move in game.legal(state, seat)}


def do(game: Any, state: Any, *moves: tuple[int, str]) -> tuple[Any, list[Any]]:
    told: list[Any] = []
    for seat, text in moves:
        move: Move = game.parse(text)
        state, events = game.apply(state, seat, move)
        told += events
    return state, told


def only(events: Any, kind: type) -> Any:
    (found,) = [event for event in events if isinstance(event, kind)]
    return found
