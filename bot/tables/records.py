"""A table's match as a record that can be kept, replayed and checked."""

from collections.abc import Sequence

from bot.rules.preliminaries import Seated
from bot.rules.record import Analysis, Record, play_record
from bot.rules.record import Seal as RecordSeal
from bot.tables.model import Status
from bot.tables.snapshot import TableSnapshot


def record_of(snapshot: TableSnapshot, analyses: Sequence[Analysis] = ()) -> Record:
    """The match as far as every card of it is known, with the `analyses` of its hands.

    A hand still in play is left out; one that a closed table broke off is not, for its cards are no secret
    any more.
    """
    table, whole = snapshot.table, _whole(snapshot)
    known, order = _known(whole)
    if table.status in (Status.FINISHED, Status.CLOSED):
        known = len(whole.moves)
    # The chairs as they were before the cut for partners moved people about.
    before = [whole.seats[order.index(chair)] for chair in range(len(whole.seats))]
    return whole.model_copy(
        update={
            "seats": before,
            "moves": whole.moves[:known],
            "seals": [seal for seal in whole.seals if seal.move < known],
            "analysis": list(analyses),
        }
    )


def sealed_salt(snapshot: TableSnapshot) -> str | None:
    """The salt of the pack that is in play, whose seal has not been opened; None if there is none."""
    whole = _whole(snapshot)
    known, _ = _known(whole)
    return next((seal.salt for seal in whole.seals if seal.move >= known), None)


def _whole(snapshot: TableSnapshot) -> Record:
    return Record(
        format="cardinal-record/1",
        game=snapshot.table.game,
        options=dict(snapshot.table.options),
        seats=_distinct(snapshot.plain_names.seats),
        dealer=None,
        moves=[(logged.seat, logged.text) for logged in snapshot.log],
        seals=[
            RecordSeal(move=index, salt=logged.seal.salt, sha256=logged.seal.sha256)
            for index, logged in enumerate(snapshot.log)
            if logged.seal
        ],
    )


def _known(whole: Record) -> tuple[int, tuple[int, ...]]:
    # How many moves there were when the last deal was over, and how people had changed chairs.
    known, order = 0, tuple(range(len(whole.seats)))
    for happening in play_record(whole):
        event = happening.event
        if event.closes_deal:
            known = happening.move_number
        if isinstance(event, Seated):
            order = event.order
    return known, order


def _distinct(names: Sequence[str]) -> list[str]:
    taken: list[str] = []
    for name in names:
        number, distinct = 2, name
        while distinct in taken:
            distinct, number = f"{name} ({number})", number + 1
        taken.append(distinct)
    return taken
