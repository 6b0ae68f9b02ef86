"""A table's match as a record that can be kept, replayed and checked."""

from collections.abc import Sequence

from bot.rules.preliminaries import Seated
from bot.rules.record import Analysis, Record, play_record
from bot.rules.record import Seal as RecordSeal
from bot.tables.model import Status
from bot.tables.snapshot import TableSnapshot


def record_of(snapshot: TableSnapshot, analyses: Sequence[Analysis] = ()) -> Record:
    """The match as far as every card of it is known, with the `analyses` of its hands.

    A hand still in play is left out.
    """
    table = snapshot.table
    names = _distinct(snapshot.plain_names.seats)
    whole = Record(
        format="cardinal-record/1",
        game=table.game,
        options=dict(table.options),
        seats=names,
        dealer=None,
        moves=[(logged.seat, logged.text) for logged in snapshot.log],
        seals=[
            RecordSeal(move=index, salt=logged.seal.salt, sha256=logged.seal.sha256)
            for index, logged in enumerate(snapshot.log)
            if logged.seal
        ],
    )
    known, order = 0, tuple(range(len(names)))
    for happening in play_record(whole):
        event = happening.event
        if event.closes_deal:
            known = happening.move_number
        if isinstance(event, Seated):
            order = event.order
    if table.status is Status.FINISHED:
        known = len(whole.moves)
    # The chairs as they were before the cut for partners moved people about.
    before = [names[order.index(chair)] for chair in range(len(names))]
    return whole.model_copy(
        update={
            "seats": before,
            "moves": whole.moves[:known],
            "seals": [seal for seal in whole.seals if seal.move < known],
            "analysis": list(analyses),
        }
    )


def _distinct(names: Sequence[str]) -> list[str]:
    taken: list[str] = []
    for name in names:
        number, distinct = 2, name
        while distinct in taken:
            distinct, number = f"{name} ({number})", number + 1
        taken.append(distinct)
    return taken
