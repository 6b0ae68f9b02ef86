"""The board of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_ENTRIES = (("day", "game", "scores"), ("guild_id", "game", "day", "scores"), ("user_id", "game", "day"))
_SCORES = (("user_id",), ("day", "game", "number", "score"), ("guild_id", "day", "game", "number", "score"))

_tables = sa.table(
    "tables",
    sa.column("id", sa.BigInteger),
    sa.column("status", sa.String),
    sa.column("deadline", sa.Double),
)
_board_plays = sa.table(
    "board_plays", sa.column("session_id", sa.BigInteger), sa.column("table_id", sa.BigInteger)
)
_seated = sa.table("seated", sa.column("table_id", sa.BigInteger))


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "daily_days",
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_boards",
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("board_id", sa.BigInteger(), sa.ForeignKey("boards.id"), nullable=False),
        sa.UniqueConstraint("board_id", name="uq_daily_boards_board_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_entries",
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("scores", sa.String(64)),
        sa.Column("worth", sa.Integer()),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_scores",
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sqlite_with_rowid=False,
    )
    for table, indices in (("daily_entries", _ENTRIES), ("daily_scores", _SCORES)):
        for columns in indices:
            op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))


def downgrade() -> None:
    """Back to the revision before, where nobody finishes boards of the day: their tables are closed."""
    daily = sa.select(_board_plays.c.table_id).where(_board_plays.c.session_id == 0)
    closed = sa.and_(_tables.c.id.in_(daily), _tables.c.status.in_(("lobby", "playing")))
    found = sa.select(_tables.c.id).where(closed)
    op.execute(_seated.delete().where(_seated.c.table_id.in_(found)))
    op.execute(sa.update(_tables).where(closed).values(status="closed", deadline=None))
    for table in ("daily_scores", "daily_entries", "daily_boards", "daily_days"):
        op.drop_table(table)
