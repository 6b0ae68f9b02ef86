"""Golden records as tables whose match is over."""

from functools import cache
from pathlib import Path
from typing import Final

from bot.rules.records.history import History
from bot.rules.records.record import Record, read_record
from bot.rules.registry import game_named
from bot.tables.state.chairs import Dummy, Occupant, Person, Seat
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import LoggedMove, Status
from tests.stored_tables import stored_table

HERE: Final = Path(__file__).parent

RECORDS: Final = {
    "american-whist": "american-whist-rubber",
    "bezique": "bezique-partie",
    "bingo": "bingo-game",
    "bishops-whist": "rubber",
    "briscan": "briscan-game",
    "brusquembille": "brusquembille-partie",
    "cinq-cents": "cinq-cents-knocked",
    "double-dummy-whist": "double-dummy-whist-rubber",
    "dummy-whist": "dummy-whist-rubber",
    "english-whist": "english-whist-short-rubber",
    "four-handed-bezique": "four-handed-bezique-game",
    "four-handed-polish-bezique": "four-handed-polish-bezique-game",
    "mariage": "mariage-partie",
    "matador": "matador-rubber",
    "old-maid": "old-maid-four",
    "polish-bezique": "polish-bezique-game",
    "rubicon-bezique": "rubicon-bezique-game",
    "three-handed-bezique": "three-handed-bezique-game",
}
"""A record of each game with whole hands."""


@cache
def golden(name: str, moves: int | None = None) -> TableSnapshot:
    """The table at which that record was played, over at its end; or in play after so many moves."""
    record = read_record((HERE / f"{name}.json").read_text())
    table = stored_table(
        id=1,
        guild_id=10,
        channel_id=20,
        host_id=1,
        game=record.game,
        options=record.options,
        seats=[Seat(occupant) for occupant in _occupants(record)],
        created_at=0.0,
        turn_seconds=60,
        status=Status.FINISHED if moves is None else Status.PLAYING,
    )
    log = tuple(
        LoggedMove(number, seat, text, 0.0) for number, (seat, text) in enumerate(record.moves[:moves], 1)
    )
    game = game_named(record.game)
    history = History.begin(game, game.options(record.options), record.dealer)
    for logged in log:
        history = history.apply(logged.seat, history.parse(logged.text)).history
    return TableSnapshot(table, log, history)


def _occupants(record: Record) -> list[Occupant]:
    game = game_named(record.game)
    dummies = game.seating(game.options(record.options)).dummies
    return [
        Dummy() if seat in dummies else Person(100 + seat, name) for seat, name in enumerate(record.seats)
    ]
