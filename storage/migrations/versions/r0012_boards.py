"""Boards of Duplicate, and the tables that play them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_row_id = sa.BigInteger().with_variant(sa.Integer, "sqlite")

_tables = sa.table(
    "tables",
    sa.column("id", sa.BigInteger),
    sa.column("board", sa.JSON),
    sa.column("status", sa.String),
    sa.column("deadline", sa.Double),
)
_seated = sa.table("seated", sa.column("table_id", sa.BigInteger))


def upgrade() -> None:
    """To this revision."""
    op.add_column("tables", sa.Column("board", sa.JSON()))
    op.create_table(
        "boards",
        sa.Column("id", _row_id, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("opening", sa.JSON(), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("par", sa.JSON()),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "board_plays",
        sa.Column("session_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column(
            "board_id", sa.BigInteger(), sa.ForeignKey("boards.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("place", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column(
            "table_id", sa.BigInteger(), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_board_plays_board_id", "board_plays", ["board_id"])
    op.create_index("ix_board_plays_table_id", "board_plays", ["table_id"])


def downgrade() -> None:
    """Back to the revision before, which cannot play boards on: their tables are closed."""
    on_board = sa.and_(
        _tables.c.board.is_not(None),
        sa.cast(_tables.c.board, sa.Text) != "null",
        _tables.c.status.in_(("lobby", "playing")),
    )
    closed = sa.select(_tables.c.id).where(on_board)
    op.execute(_seated.delete().where(_seated.c.table_id.in_(closed)))
    op.execute(sa.update(_tables).where(on_board).values(status="closed", deadline=None))
    op.drop_table("board_plays")
    op.drop_table("boards")
    op.drop_column("tables", "board")
