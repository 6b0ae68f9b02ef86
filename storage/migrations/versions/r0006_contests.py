"""Days become contests.

The rows of days are copied; those that name people are moved. Processes of the release before deal the days'
boards by the old tables; whom they enter there `SqlContestStore.adopt` takes over.
"""

import sqlalchemy as sa
from alembic import op

revision = "v0006"
down_revision = "v0005"

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
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("boards", sa.Integer(), nullable=False),
        sa.Column("begins_at", sa.Double(), nullable=False),
        sa.Column("ends_at", sa.Double(), nullable=False),
        sa.Column("pool", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sqlite_autoincrement=True,
    )
    days, still_open = sa.text("kind = 'day'"), ~sa.column("closed", sa.Boolean())
    op.create_index(
        "uq_contests_days",
        "contests",
        ["game", "begins_at", "pool"],
        unique=True,
        sqlite_where=days,
        postgresql_where=days,
    )
    op.create_index(
        "ix_contests_open_ends_at",
        "contests",
        ["ends_at"],
        sqlite_where=still_open,
        postgresql_where=still_open,
    )
    op.create_table(
        "contest_boards",
        _key("contest_id"),
        _key("number", sa.Integer()),
        sa.Column("board_id", sa.BigInteger(), sa.ForeignKey("boards.id"), nullable=False, unique=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "contest_entries",
        _key("contest_id"),
        _key("user_id"),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("scores", sa.String(160)),
        sa.Column("worth", sa.Integer()),
        sa.Column("exact_worth", sa.String(512)),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "contest_scores",
        _key("contest_id"),
        _key("number", sa.Integer()),
        _key("user_id"),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sqlite_with_rowid=False,
    )
    for statement in _MOVED:
        op.execute(statement)
    for table, *columns in (
        ("contest_entries", "contest_id", "scores"),
        ("contest_entries", "guild_id", "contest_id", "scores"),
        ("contest_entries", "user_id", "contest_id"),
        ("contest_scores", "user_id"),
        ("contest_scores", "contest_id", "number", "score"),
        ("contest_scores", "guild_id", "contest_id", "number", "score"),
    ):
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, columns)


def _key(name: str, kind: sa.types.TypeEngine[int] | None = None) -> sa.Column[int]:
    return sa.Column(name, kind or sa.BigInteger(), primary_key=True, autoincrement=False)
