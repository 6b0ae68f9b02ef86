"""Dealing a hand: chance, and what the bot cuts or chooses for everybody at a table without the ceremony."""

from bot.tables.store.transaction import TableTransaction
from bot.tables.turns.move_policy import preliminary_move


def deal(tx: TableTransaction) -> None:
    """Shuffle, cut and choose until cards are out, or people are to choose."""
    tx.chance()
    while (seat := tx.snapshot.seat_cut_for) is not None:
        tx.move(seat, preliminary_move(tx.snapshot, seat))
        tx.chance()
