"""What everybody wins or loses in a game played à la chouette (F7.58)."""

from dataclasses import dataclass
from typing import Final

from bot.tables.state.chairs import Occupant, Person
from bot.tables.state.chouette import stake
from bot.tables.state.outcomes import Outcome
from bot.tables.state.table import Table

UNIT: Final = "chouette"  # what such a result counts as on a leaderboard


@dataclass(frozen=True, slots=True)
class Gain:
    """The points somebody has won, or lost (below 0), in a game."""

    who: Occupant
    points: int


def sides_of(table: Table) -> tuple[tuple[Occupant, ...], ...]:
    """By chair, who plays there and who advises them now."""
    return tuple(
        (*((seat.occupant,) if seat.occupant else ()), *table.advisers_of(chair))
        for chair, seat in enumerate(table.chairs)
    )


def gains(table: Table, winner: int | None) -> tuple[Gain, ...]:
    """What each of them wins or loses in the game that the chair `winner` has won (None: nobody has), the one
    who plays alone first; house players' points among them, which count nowhere."""
    assert table.chouette is not None
    sides, order = sides_of(table), (table.chouette.alone, table.chouette.other)
    return tuple(
        Gain(who, stake(len(sides[1 - chair]), None if winner is None else winner == chair))
        for chair in order
        for who in sides[chair]
    )


def stakes_won(table: Table, winner: int | None, now: float, *, house: bool) -> list[Outcome]:
    """The same of people, for the leaderboard; `house` says that a house player had a chair in the game."""
    won = None if winner is None else sides_of(table)[winner]
    return [
        Outcome(
            table_id=table.id,
            guild_id=table.guild_id,
            game=table.game,
            unit=UNIT,
            number=1,
            at=now,
            user_id=gain.who.user_id,
            partner_id=0,
            points=gain.points,
            against=0,
            won=None if won is None else gain.who in won,
            name=gain.who.name,
            house=house,
        )
        for gain in gains(table, winner)
        if isinstance(gain.who, Person)
    ]
