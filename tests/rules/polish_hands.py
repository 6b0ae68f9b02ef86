"""Hands of Polish bezique to order, for its tests."""

from collections.abc import Sequence
from typing import Any

from bot.rules.bezique.declaring import in_order
from bot.rules.bezique.named import Named, laid, read_named, unseen
from bot.rules.bezique.polish.four_handed import FourHandedPolish
from bot.rules.bezique.polish.game import PolishBezique, PolishFamily
from bot.rules.bezique.state import Deal, Declaration, Match, Playing
from bot.rules.cards import Card, Suit, parse
from bot.rules.match import Score
from bot.rules.registry import text_for
from bot.rules.seats import Names

TWO = PolishBezique()
FOUR = FourHandedPolish()
TEXTS: dict[str, Any] = {game.key: text_for(game.key) for game in (TWO, FOUR)}
PEOPLE = ("Ann", "Bob", "Cleo", "Dan")
LOW = "7S 7S 8S 8S 9S 9S 7C"


def cards(text: str) -> list[Card]:
    return [parse(word) for word in text.split()]


def named(text: str) -> tuple[Named, ...]:
    """Cards in the notation, `KH/1` for one that lies open."""
    return tuple(map(read_named, text.split()))


def dealt(
    game: PolishFamily[Any],
    opened: Sequence[str],
    hands: Sequence[str],
    *,
    trump: str = "H",
    turn_up: str | None = "9H",
    stock: int = 20,
    turn: int = 0,
    points: Sequence[int] = (),
    declared: Sequence[tuple[str, str, int]] = (),
    **options: Any,
) -> Any:
    """A hand in which `turn` is to lead. `opened` are the cards that lie before each seat (`KH QH`, numbered
    as they come); `hands` are held, and filled up to eight with low spades. `declared` are kind, cards (with
    their numbers) and side of what has been scored before."""
    variant = game.variant(game.options(options))
    shown: list[Card] = []
    lying: list[tuple[Named, ...]] = []
    for text in opened:
        own = []
        for card in cards(text):
            shown.append(card)
            own.append(laid(card, shown.count(card)))
        lying.append(in_order(own))
    sides = len(variant.seating.sides)
    held = [
        [*named(text), *map(unseen, cards(LOW))][: max(1, 8 if stock else len(text.split()))]
        for text in hands
    ]
    deal = Deal(
        dealer=variant.players - 1,
        hands=tuple(in_order(hand) for hand in held),
        stock=tuple(variant.pack[place % len(variant.pack)] for place in range(stock)),
        turn_up=parse(turn_up) if turn_up else None,
        trump=Suit(trump),
        turn=turn,
        made=(0,) * sides,
        brisques=(0,) * sides,
        reached=(None,) * sides,
        declarations=tuple(
            Declaration(variant.kind(key, Suit(trump)), named(text), side, "scored")
            for key, text, side in declared
        ),
        shown=tuple(shown),
        open_cards=tuple(lying),
    )
    return Playing(Match(variant, Score(tuple(points) or (0,) * sides)), deal)


def played(game: PolishFamily[Any], state: Any, *trick: str) -> tuple[Any, list[Any]]:
    """The state after a trick in which these cards are played in turn, and its events."""
    told: list[Any] = []
    for card in trick:
        due = game.to_act(state)
        assert isinstance(due, tuple)
        state, events = game.apply(state, due[0], game.parse(f"play {card}"))
        told += events
    return state, told


def won(game: PolishFamily[Any], trick: str, *opened: str, **rest: Any) -> Any:
    """The state after a trick led by seat 0, the cards named in turn; `opened` lies before each seat."""
    lies = (*opened, *[""] * (game.variant(game.options({})).players - len(opened)))
    return played(game, dealt(game, lies, trick.split(), **rest), *trick.split())[0]


def can(game: PolishFamily[Any], state: Any) -> list[str]:
    due = game.to_act(state)
    assert isinstance(due, tuple)
    return [str(move) for move in game.legal(state, due[0])]


def labels(game: PolishFamily[Any], state: Any) -> list[str]:
    """What stands on the buttons of whoever is to act."""
    due = game.to_act(state)
    assert isinstance(due, tuple)
    names = Names(game.seating(game.options({})), PEOPLE[: len(state.deal.hands)])
    scene = TEXTS[game.key].scene(game.view(state, due[0]), names)
    return [choice.label for choice in scene.choices]


def do(game: PolishFamily[Any], state: Any, *moves: str) -> tuple[Any, list[Any]]:
    told: list[Any] = []
    for move in moves:
        due = game.to_act(state)
        assert isinstance(due, tuple)
        state, events = game.apply(state, due[0], game.parse(move))
        told += events
    return state, told


def scored(events: Sequence[Any]) -> list[tuple[str, int]]:
    return [(event.combination, event.points) for event in events if event.kind == "declare"]
