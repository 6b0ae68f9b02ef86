"""Hands of whist to order, for the tests of its games."""

from typing import Any

import pytest

from bot.rules.cards import Card, Suit, parse
from bot.rules.match import Score
from bot.rules.moves import Cut, Deck
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import Shuffle
from bot.rules.registry import GAMES, text_for
from bot.rules.seats import FOUR_IN_PARTNERSHIP, Names
from bot.rules.whist.pack import PACK
from bot.rules.whist.state import Match, Penalty, Playing

AMERICAN: Any = GAMES["american-whist"]
ENGLISH: Any = GAMES["english-whist"]
AMERICAN_TEXT, ENGLISH_TEXT = text_for(AMERICAN.key), text_for(ENGLISH.key)
BOTH = pytest.mark.parametrize("game", [AMERICAN, ENGLISH], ids=["american", "english"])
NAMES = Names(FOUR_IN_PARTNERSHIP, ("A", "B", "C", "D"))
LIFT = 20


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse, text.split()))


def pack_for(hands: list[tuple[Card, ...]], dealer: int, lift: int = LIFT) -> tuple[Card, ...]:
    """The pack that deals these hands (the dealer's last card is turned up) after that lift."""
    dealt = [hands[(dealer + 1 + place) % 4][place // 4] for place in range(52)]
    return (*dealt[52 - lift :], *dealt[: 52 - lift])


def dealt(
    game: Any,
    hands: list[tuple[Card, ...]],
    dealer: int = 3,
    points: tuple[int, int] = (0, 0),
    **options: Any,
) -> Any:
    """A hand ready to be played, at that score."""
    state = Shuffle(Match(game.options(options), Score(points)), dealer)
    state = game.apply(state, None, Deck(pack_for(hands, dealer))).state
    return game.apply(state, (dealer + 3) % 4, Cut(LIFT)).state


def suits_apart() -> list[tuple[Card, ...]]:
    """Every seat holds one suit whole: spades to A, hearts B, diamonds C, clubs (trumps) D."""
    return [tuple(c for c in PACK if c.suit is suit) for suit in Suit]


def play_out(game: Any, state: Any, pick: Any = lambda legal: legal[0]) -> tuple[Any, list[Any]]:
    """Play the hand to its end with `pick` of the plays; the state after and the events."""
    events: list[Any] = []
    while isinstance(state, Playing):
        seat = state.seat
        moves = [move for move in game.legal(state, seat) if isinstance(move, PlayCard)]
        state, more = game.apply(state, seat, pick(moves))
        events += more
    return state, events


def only(events: list[Any], kind: type) -> Any:
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def penalty(offence: str, side: int, exacted: str) -> Penalty:
    return Penalty(offence, side, exacted)


def at_eight(honours: dict[str, int], **options: Any) -> Any:
    """Long whist, A and C at eight; the honours of clubs lie with the seats named, D deals."""
    hands = [[*hand] for hand in suits_apart()]
    for text, seat in honours.items():
        (card,) = cards(text)
        if seat != 3:
            hands[3].remove(card)
            hands[3].append(hands[seat].pop(0))
            hands[seat].append(card)
    (two,) = cards("2C")
    hands[3].remove(two)
    hands[3].append(two)
    sides = [tuple(hand) for hand in hands]
    return dealt(ENGLISH, sides, points=(8, 0), length="long", ask_at_eight=True, **options)
