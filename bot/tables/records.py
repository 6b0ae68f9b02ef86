"""A table's match as a record that can be kept, replayed and checked."""

from collections.abc import Sequence

from bot.rules.record import Analysis, Record
from bot.rules.record import Seal as RecordSeal
from bot.tables.model import Status
from bot.tables.snapshot import TableSnapshot


def record_of(snapshot: TableSnapshot, analyses: Sequence[Analysis] = ()) -> Record:
    """The match as far as every card of it is known, with the `analyses` of its hands.

    A hand still in play is left out; one that a closed table broke off is not, for its cards are no secret
    any more.
    """
    table = snapshot.table
    names = _distinct(snapshot.plain_names.seats)
    history = snapshot.history
    known = 0 if history is None else history.position.known
    if table.status in (Status.FINISHED, Status.CLOSED):
        known = snapshot.step
    seated = None if history is None else history.position.seated
    if seated is not None:
        # The chairs as they were before the cut for partners moved people about.
        names = [names[seated.index(chair)] for chair in range(len(names))]
    log = snapshot.log[:known]
    return Record(
        format="cardinal-record/1",
        game=table.game,
        options=dict(table.options),
        seats=names,
        dealer=None,
        moves=[(logged.seat, logged.text) for logged in log],
        seals=[
            RecordSeal(move=index, salt=logged.seal.salt, sha256=logged.seal.sha256)
            for index, logged in enumerate(log)
            if logged.seal
        ],
        analysis=list(analyses),
    )


def sealed_salt(snapshot: TableSnapshot) -> str | None:
    """The salt of the pack that is in play, whose seal has not been opened; None if there is none."""
    known = 0 if snapshot.history is None else snapshot.history.position.known
    return next((logged.seal.salt for logged in snapshot.log[known:] if logged.seal), None)


def _distinct(names: Sequence[str]) -> list[str]:
    taken: list[str] = []
    for name in names:
        number, distinct = 2, name
        while distinct in taken:
            distinct, number = f"{name} ({number})", number + 1
        taken.append(distinct)
    return taken
