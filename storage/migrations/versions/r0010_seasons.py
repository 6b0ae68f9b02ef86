"""Results know names, matches, house players and a few numbers more; the winners of seasons are kept."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_FLAGS = ("house", "match")
_INDEX = "ix_outcomes_user_id_guild_id"

_outcomes = sa.table(
    "outcomes",
    sa.column("table_id", sa.BigInteger),
    sa.column("unit", sa.String),
    sa.column("number", sa.Integer),
    sa.column("user_id", sa.BigInteger),
    sa.column("name", sa.String),
    *(sa.column(name, sa.Boolean) for name in _FLAGS),
)
_tables = sa.table(
    "tables",
    sa.column("id", sa.BigInteger),
    sa.column("status", sa.String),
    sa.column("seats", sa.JSON),
    sa.column("tenures", sa.JSON),
)


def upgrade() -> None:
    """To this revision."""
    op.add_column("outcomes", sa.Column("name", sa.String(64), nullable=False, server_default=""))
    for name in _FLAGS:
        op.add_column("outcomes", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("outcomes", sa.Column("details", sa.JSON(), nullable=False, server_default="{}"))
    op.drop_index(_INDEX, "outcomes")
    op.create_index(f"{_INDEX}_game_at", "outcomes", ["user_id", "guild_id", "game", "at"])
    op.create_table(
        "season_winners",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("house", sa.Boolean(), nullable=False),
        sa.Column("measure", sa.String(16), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "season", "place", name="pk_season_winners"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_season_winners_user_id_guild_id_game", "season_winners", ["user_id", "guild_id", "game"]
    )
    _derive(op.get_bind())


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_table("season_winners")
    op.drop_index(f"{_INDEX}_game_at", "outcomes")
    op.create_index(_INDEX, "outcomes", ["user_id", "guild_id"])
    for name in ("details", *reversed(_FLAGS), "name"):
        op.drop_column("outcomes", name)


def _derive(connection: sa.Connection) -> None:
    played = sa.select(_outcomes.c.table_id).distinct()
    for table_id, status, seats, tenures in connection.execute(
        sa.select(_tables.c.id, _tables.c.status, _tables.c.seats, _tables.c.tenures).where(
            _tables.c.id.in_(played)
        )
    ).all():
        this = _outcomes.c.table_id == table_id
        results = connection.execute(
            sa.select(_outcomes.c.unit, _outcomes.c.number, sa.func.count())
            .where(this)
            .group_by(_outcomes.c.unit, _outcomes.c.number)
        ).all()
        # The chairs of people who were erased have no results, though people sat in them.
        chairs = len(seats) - sum(seat.get("user") == 0 for seat in seats)
        deciding = _deciding(status, [(unit, number) for unit, number, _ in results])
        for unit, number, people in results:
            of_unit = sa.and_(this, _outcomes.c.unit == unit, _outcomes.c.number == number)
            found = {"house": people < chairs, "match": (unit, number) == deciding}
            if any(found.values()):
                connection.execute(sa.update(_outcomes).where(of_unit).values(**found))
        for user_id, name in _names(seats, tenures).items():
            of_person = sa.and_(this, _outcomes.c.user_id == user_id)
            connection.execute(sa.update(_outcomes).where(of_person).values(name=name))


def _deciding(status: str, units: Sequence[tuple[str, int]]) -> tuple[str, int] | None:
    # Which result was that of the whole match: the rubber, or the last game of a match without one.
    if rubbers := [unit for unit in units if unit[0] == "rubber"]:
        return max(rubbers)
    games = [unit for unit in units if unit[0] == "game"]
    return max(games) if games and status == "finished" else None


def _names(seats: Sequence[Mapping[str, Any]], tenures: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    # In the order in which they were held, so that the latest name is left.
    held = [*tenures, *seats]
    return {one["user"]: one["name"][:64] for one in held if one.get("user") and one.get("name")}
