"""A table's match as a record that can be kept, replayed and checked."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.rules.records.record import Analysis, Record
from bot.rules.records.record import Seal as RecordSeal
from bot.tables.state.snapshot import TableSnapshot


def record_of(snapshot: TableSnapshot, analyses: Sequence[Analysis] = ()) -> Record:
    """The match as far as every card of it is known, with the `analyses` of its hands.

    A hand still in play is left out, or one of which a revoke may still be claimed. One that a closed table
    broke off is not, for its cards are no secret any more. Without the seal of a board that others have still
    to play: that is opened to all at once.
    """
    table = snapshot.table
    names = _distinct(snapshot.plain_names.seats)
    history = snapshot.history
    known = known_moves(snapshot)
    seated = None if history is None else history.position.seated
    if seated is not None:
        # The chairs as they were before people changed them: by the cut for partners, or between rubbers.
        names = [names[seated.index(chair)] for chair in range(len(names))]
    log = snapshot.log[:known]
    return Record(
        format="cardinal-record/1",
        game=table.game,
        options=dict(table.options),
        seats=names,
        dealer=table.dealer,
        moves=[(logged.seat, logged.text) for logged in log],
        seals=[
            RecordSeal(move=index, salt=logged.seal.salt, sha256=logged.seal.sha256)
            for index, logged in enumerate(log)
            if logged.seal and not table.secret
        ],
        analysis=list(analyses),
    )


class ToldSeal(NamedTuple):
    """A pack's seal as everybody may know it: `salt` is None while its cards are still a secret to
    anybody."""

    sha256: str
    salt: str | None


def seals_of(snapshot: TableSnapshot, latest: int) -> list[ToldSeal]:
    """The seals of the latest packs that were shuffled, the last one first."""
    known, secret = known_moves(snapshot), snapshot.table.secret
    sealed = [(index, logged.seal) for index, logged in enumerate(snapshot.log) if logged.seal]
    return [
        ToldSeal(seal.sha256, seal.salt if not secret and index < known else None)
        for index, seal in reversed(sealed[-latest:])
    ]


def known_moves(snapshot: TableSnapshot) -> int:
    """The number of moves of which every card may be told: those of finished hands, and all once the table is
    closed. While a revoke may be claimed, the cards would show it (Law 78)."""
    if not snapshot.table.open:
        return snapshot.step
    history = snapshot.history
    if history is None:
        return 0
    position = history.position
    if not snapshot.claims_open:
        return position.known
    *before, over = position.hands or (None,)
    return position.known if over is None else before[-1].end if before else 0


def _distinct(names: Sequence[str]) -> list[str]:
    taken: list[str] = []
    for name in names:
        number, distinct = 2, name
        while distinct in taken:
            distinct, number = f"{name} ({number})", number + 1
        taken.append(distinct)
    return taken
