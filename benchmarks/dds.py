"""DDS, the double-dummy solver of bridge by B. Haglund and S. Hein, through the package endplay.

Only tests and benchmarks use it. Importing this module raises ImportError without endplay.
"""

import time
from typing import Any

import endplay._dds as native

from bot.house.solver import Kind, Position
from bot.house.solver.position import NUMBERS
from bot.rules.cards import Card, Suit

_SUITS = tuple(Suit)
_RANKS = 16
"""The solver numbers the cards of a suit from the lowest; DDS has two more in front."""
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
            deal.remainCards[seat][place] = sum(1 << _rank(card) for card in hand if card.suit is suit)
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
    for card in position.hands[position.seat]:
        for index in range(found.cards):
            ranks = 1 << found.rank[index] | found.equals[index]
            if _SUITS[found.suit[index]] is card.suit and ranks >> _rank(card) & 1:
                scores[card] = int(found.score[index])
    return scores


def _rank(card: Card) -> int:
    return NUMBERS[Kind.PLAIN][card] % _RANKS + 2
