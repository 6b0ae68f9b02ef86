"""Sessions of Duplicate: teams of four and pairs."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_row_id = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_OPEN = "status IN ('entering', 'playing')"

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
        "sessions",
        sa.Column("id", _row_id, primary_key=True, autoincrement=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.JSON(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("boards", sa.Integer(), nullable=False),
        sa.Column("scoring", sa.String(16), nullable=False),
        sa.Column("clock", sa.Integer(), nullable=False),
        sa.Column("turn_seconds", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("level", sa.String(64), nullable=False),
        sa.Column("least_tables", sa.Integer(), nullable=False),
        sa.Column("sit_out", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.Double()),
        sa.Column("entries", sa.JSON(), nullable=False),
        sa.Column("board_ids", sa.JSON(), nullable=False),
        sa.Column("movement_tables", sa.Integer(), nullable=False),
        sa.Column("opened", sa.JSON(), nullable=False),
        sa.Column("posts", sa.Integer(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "uq_sessions_open_channel_id",
        "sessions",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text(_OPEN),
        postgresql_where=sa.text(_OPEN),
    )
    op.create_index("ix_sessions_channel_id", "sessions", ["channel_id", "id"])
    op.create_index("ix_sessions_deadline", "sessions", ["deadline"])
    op.create_table(
        "session_people",
        _session_id(),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_session_people_user_id", "session_people", ["user_id"])
    op.create_table(
        "session_boards",
        _session_id(),
        sa.Column("place", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("ns", sa.Integer(), nullable=False),
        sa.Column("ew", sa.Integer(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("table_id", sa.BigInteger()),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("away", sa.JSON(), nullable=False),
        sa.Column("score", sa.Integer()),
        sa.Column("ruling", sa.JSON()),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "session_posts",
        _session_id(),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("items", sa.JSON(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
    )
    op.create_index(
        "ix_session_posts_owed",
        "session_posts",
        ["session_id"],
        sqlite_where=sa.text("message_id IS NULL"),
        postgresql_where=sa.text("message_id IS NULL"),
    )
    op.create_table(
        "session_messages",
        _session_id(),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("posted_at", sa.Double(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Back to the revision before, which knows of no sessions: their tables are closed."""
    plays = sa.select(_board_plays.c.table_id).where(_board_plays.c.session_id > 0)
    op.execute(_seated.delete().where(_seated.c.table_id.in_(plays)))
    on_board = sa.and_(_tables.c.id.in_(plays), _tables.c.status.in_(("lobby", "playing")))
    op.execute(sa.update(_tables).where(on_board).values(status="closed", deadline=None))
    for table in ("session_messages", "session_posts", "session_boards", "session_people", "sessions"):
        op.drop_table(table)


def _session_id() -> sa.Column[int]:
    return sa.Column(
        "session_id",
        sa.BigInteger(),
        sa.ForeignKey("sessions.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
