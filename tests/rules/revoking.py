"""Hands in which somebody revokes, for the tests of the laws."""

from typing import Any

from bot.rules.cards import Card, Suit, parse
from bot.rules.moves import Deck, Move
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import CutPack
from bot.rules.registry import GAMES
from bot.rules.whist.moves import ClaimRevoke
from bot.rules.whist.pack import PACK
from bot.rules.whist.state import Playing
from tests.rules.whist_hands import AMERICAN, ENGLISH, dealt

BISHOPS: Any = GAMES["bishops-whist"]


def mixed(game: Any = ENGLISH, **options: Any) -> Any:
    """Everybody holds three or four cards of each suit; seat 0 leads and clubs are trumps."""
    hands = [PACK[seat::4] for seat in range(4)]
    return dealt(game, hands, dealer=3, revokes=True, **options)


def of_suit(state: Any, seat: int, suit: Suit) -> list[Card]:
    """What the seat holds of the suit, highest first."""
    return [card for card in state.hands[seat] if card.suit is suit]


def play(game: Any, state: Any, *texts: str) -> Any:
    """The cards played in turn."""
    for text in texts:
        state = game.apply(state, state.seat, PlayCard(parse(text))).state
    return state


def act(game: Any, state: Any, seat: int, move: Move) -> Any:
    return game.apply(state, seat, move).state


def revoke(game: Any, state: Any) -> tuple[Any, Card]:
    """Whoever is to follow plays a plain card of another suit though they could follow; and that card."""
    led, hand = state.cards[0], state.hands[state.seat]
    assert any(card.suit is led.suit for card in hand)
    others = (card for card in hand if card.suit not in (led.suit, state.deal.trump, None))
    card = next(others)
    return act(game, state, state.seat, PlayCard(card)), card


def follow(game: Any, state: Any) -> Any:
    """Whoever is to play does so lawfully, with their lowest."""
    led = state.cards[0] if state.cards else None
    lawful = game.legality.playable(game.arranged(state.hands[state.seat]), led, state.deal.trump)
    return act(game, state, state.seat, PlayCard(lawful[-1]))


def led(game: Any = ENGLISH, **options: Any) -> Any:
    """Such a hand, the ace of spades having been led."""
    return act(game, mixed(game, **options), 0, PlayCard(parse("AS")))


def revoked_trick(game: Any, state: Any, seat: int = 1) -> tuple[Any, Card]:
    """A trick in which that seat revokes and nobody else does; and the card."""
    card = None
    for _ in range(4):
        if state.seat == seat and state.cards:
            state, card = revoke(game, state)
        else:
            state = follow(game, state)
    assert card is not None
    return state, card


def play_on(game: Any, state: Any) -> tuple[Any, list[Any]]:
    """The hand played out lawfully; the state and the events of its last trick and after."""
    events: list[Any] = []
    while isinstance(state, Playing):
        led = state.cards[0] if state.cards else None
        lawful = game.legality.playable(game.arranged(state.hands[state.seat]), led, state.deal.trump)
        state, events = game.apply(state, state.seat, PlayCard(lawful[-1]))
    return state, list(events)


def claimed_hand(game: Any, *, seat: int = 1, **options: Any) -> tuple[Any, list[Any]]:
    """A hand in whose first trick that seat revoked, which the other side has claimed."""
    state, _ = revoked_trick(game, mixed(game, **options), seat)
    state = follow(game, state)
    return play_on(game, act(game, state, (seat + 1) % 4, ClaimRevoke(seat, 1)))


def until_cut(game: Any, state: Any) -> CutPack[Any]:
    """The pack shuffled for the next hand."""
    shuffled = game.apply(state, None, Deck(game.pack)).state
    assert isinstance(shuffled, CutPack)
    return shuffled


__all__ = ["AMERICAN", "BISHOPS", "ENGLISH"]
