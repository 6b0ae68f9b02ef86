"""DDS, the double-dummy solver of bridge by B. Haglund and S. Hein, through the package endplay.

Only tests and benchmarks use it. Importing this module raises ImportError without endplay.
"""

import time
from typing import Any

import endplay._dds as native

from bot.house.solver import Position
from bot.rules import cards
from bot.rules.cards import Card, Rank, Suit
from bot.rules.whist.pack import HEIGHT, HIGH_TO_LOW

_SUITS = tuple(Suit)
_ANY_TARGET = -1
_EVERY_CARD = 3
_ONE_CARD = 1

native.SetMaxThreads(1)


def board(position: Position) -> Any:
    """The position in DDS's form. It must be at the start of a trick."""
    deal = native.deal()
    deal.trump = len(_SUITS) if position.trump is None else _SUITS.index(position.trump)
    deal.first = position.leader
    for seat, hand in enumerate(position.hands):
        for place, suit in enumerate(_SUITS):
            deal.remainCards[seat][place] = sum(
                1 << (HEIGHT[card.rank] + 1) for card in hand if card.suit is suit
            )
    return deal


def timed(deal: Any, *, every_card: bool = False) -> tuple[Any, float]:
    """Solve a board for its best card, or score every card: the answer and the CPU time in seconds."""
    found = native.futureTricks()
    target, kind = (0, _EVERY_CARD) if every_card else (_ANY_TARGET, _ONE_CARD)
    started = time.thread_time()
    native.SolveBoard(deal, target, kind, 1, found, 0)
    return found, time.thread_time() - started


def value(position: Position) -> int:
    """The tricks to come of the side on lead."""
    return int(timed(board(position))[0].score[0])


def leads(position: Position) -> dict[Card, int]:
    """The same after each card that may be led."""
    found, _ = timed(board(position), every_card=True)
    scores = {}
    for index in range(found.cards):
        suit = _SUITS[found.suit[index]]
        ranks = 1 << found.rank[index] | found.equals[index]
        for rank in HIGH_TO_LOW:
            if ranks >> (HEIGHT[rank] + 1) & 1:
                scores[cards.card(Rank(rank), suit)] = int(found.score[index])
    return {card: scores[card] for card in position.hands[position.seat]}
