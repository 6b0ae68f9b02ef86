"""Days become contests.

The rows of days are copied; those that name people are moved. Processes of the release before deal the days'
boards by the old tables; whom they enter there `SqlContestStore.adopt` takes over.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "v0007"
down_revision = "v0006"

_row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_DAY = "JOIN contests c ON c.kind = 'day' AND c.game = d.game AND c.begins_at = d.day * 86400.0"
_MOVED = (
    "INSERT INTO contests (kind, game, boards, begins_at, ends_at, pool, closed) "
    "SELECT 'day', game, 4, day * 86400.0, (day + 1) * 86400.0, 0, closed FROM daily_days ORDER BY day, game",
    "INSERT INTO contest_boards (contest_id, number, board_id) "
    f"SELECT c.id, d.number, d.board_id FROM daily_boards d {_DAY}",
    "INSERT INTO contest_entries (contest_id, user_id, guild_id, name, at, scores, worth, exact_worth) "
    "SELECT c.id, d.user_id, d.guild_id, d.name, d.at, d.scores, d.worth, d.exact_worth "
    f"FROM daily_entries d {_DAY}",
    "INSERT INTO contest_scores (contest_id, number, user_id, guild_id, score, table_id, at) "
    "SELECT c.id, d.number, d.user_id, d.guild_id, d.score, d.table_id, d.at "
    f"FROM daily_scores d {_DAY}",
    "DELETE FROM daily_entries",
    "DELETE FROM daily_scores",
    "DELETE FROM jobs WHERE kind = 'close-day'",
)


def upgrade() -> None:
    """Create the tables of contests and fill them."""
    op.create_table(
        "contests",
        sa.Column("id", _row_id, primary_key=True, autoincrement=True),
        *_not_null(sa.String(16), "kind"),
        *_not_null(sa.String(64), "game"),
        *_not_null(sa.Integer(), "boards"),
        *_not_null(sa.Double(), "begins_at", "ends_at"),
        sa.Column("pool", sa.Integer()),
        sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.UniqueConstraint("kind", "game", "begins_at", "pool"),
        sqlite_autoincrement=True,
    )
    _create(
        "contest_boards",
        ("number",),
        sa.Column("board_id", sa.BigInteger(), sa.ForeignKey("boards.id"), nullable=False, unique=True),
    )
    _create(
        "contest_entries",
        ("user_id",),
        *_not_null(sa.BigInteger(), "guild_id"),
        *_not_null(sa.String(64), "name"),
        *_not_null(sa.Double(), "at"),
        sa.Column("scores", sa.String(160)),
        sa.Column("worth", sa.Integer()),
        sa.Column("exact_worth", sa.String(512)),
    )
    _create(
        "contest_scores",
        ("number", "user_id"),
        *_not_null(sa.BigInteger(), "guild_id"),
        *_not_null(sa.Integer(), "score"),
        *_not_null(sa.BigInteger(), "table_id"),
        *_not_null(sa.Double(), "at"),
    )
    for statement in _MOVED:
        op.execute(statement)
    for table, *columns in (
        ("contests", "closed", "ends_at"),
        ("contest_entries", "contest_id", "scores"),
        ("contest_entries", "guild_id", "contest_id", "scores"),
        ("contest_entries", "user_id", "contest_id"),
        ("contest_scores", "user_id"),
        ("contest_scores", "contest_id", "number", "score"),
        ("contest_scores", "guild_id", "contest_id", "number", "score"),
    ):
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, columns)


def _create(table: str, keys: tuple[str, ...], *columns: sa.Column[Any]) -> None:
    kinds = {"number": sa.Integer()}
    key = [
        sa.Column(name, kinds.get(name, sa.BigInteger()), primary_key=True, autoincrement=False)
        for name in ("contest_id", *keys)
    ]
    op.create_table(table, *key, *columns, sqlite_with_rowid=False)


def _not_null(kind: sa.types.TypeEngine[Any], *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]
