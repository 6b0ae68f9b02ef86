"""Hands of bezique to order, for its tests."""

from typing import Any, Literal

from bot.rules.bezique.declaring import in_order, points_to_score
from bot.rules.bezique.moves import DrawCards
from bot.rules.bezique.named import Named, read_named
from bot.rules.bezique.ordinary.game import Bezique
from bot.rules.bezique.state import Deal, Declaration, Declaring, Match, Playing
from bot.rules.cards import Suit, parse
from bot.rules.match import GameResult, Score
from bot.rules.registry import text_for
from bot.rules.seats import TWO_ALONE, Names

GAME = Bezique()
TEXT = text_for(GAME.key)
NAMES = Names(TWO_ALONE, ("Ann", "Bob"))


def named(text: str) -> tuple[Named, ...]:
    """Cards in the notation, `KH/1` for one that has been shown."""
    return tuple(map(read_named, text.split()))


def shown(
    key: str,
    cards: str,
    status: Literal["scored", "to score", "lost"] = "scored",
    *,
    side: int = 0,
    broken: bool = False,
) -> Declaration:
    kind = GAME.variant(GAME.options({})).kind(key)
    return Declaration(kind, named(cards), side, status, broken)


def table(
    ann: str,
    bob: str = "7S 7S 8S 8S 9S 9S 7C 7C",
    *,
    trump: str | None = "H",
    turn_up: str | None = "9H",
    stock: int = 30,
    turn: int = 0,
    playing: bool = False,
    points: tuple[int, int] = (0, 0),
    games: tuple[int, int] = (0, 0),
    declared: tuple[Declaration, ...] = (),
    **options: Any,
) -> Any:
    """In the middle of a hand that Bob dealt; by default Ann has just won a trick and may declare."""
    variant = GAME.variant(GAME.options(options))
    won = tuple(GameResult(side, counts=number) for side, number in enumerate(games) if number)
    match = Match(variant, Score(points, won))
    lying = dict.fromkeys(card for declaration in declared for card in declaration.cards)
    deal = Deal(
        dealer=1,
        hands=(in_order(named(ann)), in_order(named(bob))),
        stock=tuple(variant.pack[place % 64] for place in range(stock)),
        turn_up=parse(turn_up) if turn_up else None,
        trump=Suit(trump) if trump else None,
        turn=turn,
        made=(0, 0),
        brisques=(0, 0),
        reached=(None, None),
        declarations=declared,
        shown=tuple(card.card for card in lying),
    )
    if playing:
        return Playing(match, deal)
    return declaring(match, deal, turn)


def declaring(match: Match, deal: Deal, seat: int) -> Declaring:
    """That seat may declare; it may draw even where there is nothing to declare."""
    moves = GAME.moves_after_trick(match, deal, seat) or (DrawCards(),)
    return Declaring(match, deal, tuple(moves if other == seat else () for other in (0, 1)))


def do(state: Any, seat: int | None, *moves: str) -> tuple[Any, list[Any]]:
    told: list[Any] = []
    for move in moves:
        state, events = GAME.apply(state, seat, GAME.parse(move))
        told += events
    return state, told


def won_another(state: Any, seat: int = 0) -> Any:
    """The same cards after that seat has won another trick."""
    deal = state.deal._replace(turn=seat, scored=0, seven_scored=False)
    return declaring(state.match, deal, seat)


def can(state: Any) -> set[str]:
    due = GAME.to_act(state)
    assert isinstance(due, tuple)
    return {str(move) for move in GAME.legal(state, due[0])}


def say(event: Any) -> str:
    return TEXT.describe_event(event, NAMES)


def scene(state: Any, seat: int | None) -> Any:
    return TEXT.scene(GAME.view(state, seat), NAMES)


def only(events: Any, kind: type) -> Any:
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def to_score(state: Any) -> list[int]:
    """What Ann has left to score."""
    declarations = state.deal.declarations
    waiting = [d for d in declarations if d.status == "to score" and d.side == 0]
    return [points_to_score(declarations, d, state.deal.trump) for d in waiting]
