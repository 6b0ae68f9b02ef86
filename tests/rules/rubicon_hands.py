"""Hands of Rubicon bezique to order, for its tests."""

from typing import Any

from bot.rules.bezique.declaring import in_order
from bot.rules.bezique.moves import DrawCards
from bot.rules.bezique.rubicon.game import RubiconBezique
from bot.rules.bezique.state import Deal, Declaration, Declaring, Match, Playing
from bot.rules.cards import Suit, parse
from bot.rules.match import Score
from bot.rules.registry import text_for
from bot.rules.seats import TWO_ALONE, Names
from bot.rules.trick_taking.trick import Trick
from tests.rules.bezique_hands import named

GAME = RubiconBezique()
TEXT = text_for(GAME.key)
NAMES = Names(TWO_ALONE, ("Ann", "Bob"))
LOW = "7S 7S 8S 8S 9S 9S 7C 7C 8C"


def table(
    ann: str,
    bob: str = LOW,
    *,
    trump: str | None = "H",
    stock: int = 60,
    turn: int = 0,
    playing: bool = False,
    scores: tuple[int, int] = (0, 0),
    brisques: tuple[int, int] = (0, 0),
    declared: tuple[Declaration, ...] = (),
    tricks: tuple[Trick[Any], ...] = (),
    blanche: str = "7S",
    **options: Any,
) -> Any:
    """In the middle of a hand that Bob dealt; by default Ann has just won a trick and may declare. Nothing
    but sevens is drawn, and what has been shown for carte blanche is such that no more can be."""
    variant = GAME.variant(GAME.options(options))
    match = Match(variant, Score.start(2))
    lying = dict.fromkeys(card for declaration in declared for card in declaration.cards)
    deal = Deal(
        dealer=1,
        hands=(in_order(named(ann)), in_order(named(bob))),
        stock=(parse("7D"),) * stock,
        turn_up=None,
        trump=Suit(trump) if trump else None,
        turn=turn,
        made=scores,
        brisques=brisques,
        reached=(None, None),
        tricks=tricks,
        declarations=declared,
        shown=tuple(card.card for card in lying),
        blanche=(tuple(card.card for card in named(blanche)),) * 2,
    )
    return Playing(match, deal) if playing else declaring(match, deal, turn)


def declaring(match: Match, deal: Deal, seat: int) -> Declaring:
    """That seat may declare; it may draw even where there is nothing to declare."""
    moves = GAME.moves_after_trick(match, deal, seat) or (DrawCards(),)
    return Declaring(match, deal, tuple(moves if other == seat else () for other in (0, 1)))


def won_another(state: Any, seat: int = 0) -> Any:
    """The same cards after that seat has won another trick."""
    return declaring(state.match, state.deal._replace(turn=seat, scored=0), seat)


def do(state: Any, seat: int | None, *moves: str) -> tuple[Any, list[Any]]:
    told: list[Any] = []
    for move in moves:
        state, events = GAME.apply(state, seat, GAME.parse(move))
        told += events
    return state, told


def can(state: Any) -> set[str]:
    due = GAME.to_act(state)
    assert isinstance(due, tuple)
    return {str(move) for move in GAME.legal(state, due[0])}


def declarations(state: Any, key: str) -> set[str]:
    """What may be declared of a kind, by its cards."""
    start = f"declare {key} "
    return {move.removeprefix(start) for move in can(state) if move.startswith(start)}


def last_trick(ann: str, bob: str, scores: tuple[int, int], brisques: tuple[int, int], **options: Any) -> Any:
    """The end of a hand in which Ann leads her last card and Bob answers; hearts are trumps."""
    state = table(ann, bob, playing=True, stock=0, scores=scores, brisques=brisques, **options)
    state, _ = do(state, 0, f"play {ann}")
    return do(state, 1, f"play {bob}")


def say(event: Any) -> str:
    return TEXT.describe_event(event, NAMES)


def scene(state: Any, seat: int | None) -> Any:
    return TEXT.scene(GAME.view(state, seat), NAMES)
