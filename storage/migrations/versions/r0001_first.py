"""The tables there were at first."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "people",
        _id("user_id"),
        sa.Column("dm", sa.Boolean(), nullable=False),
        sa.Column("dm_closed", sa.Boolean(), nullable=False),
        sa.Column("pictures", sa.Boolean(), nullable=False),
        sa.Column("play_forced", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_people"),
    )
    op.create_table(
        "tables",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("turn_seconds", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.Double(), nullable=True),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("invited", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sqlite_autoincrement=True,
    )
    for column in ("id", "deadline", "channel_id", "guild_id"):
        _index(f"ix_tables_open_{column}", "tables", [column], "status IN ('lobby', 'playing')")
    op.create_table(
        "seated",
        *_keyed("seated", "table_id", "user_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seated_user_id", "seated", ["user_id"])
    op.create_table(
        "moves",
        *_keyed("moves", "table_id", "number"),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("salt", sa.String(64), nullable=True),
        sa.Column("sha256", sa.String(64), nullable=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "posts",
        *_keyed("posts", "table_id", "number"),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("mentions", sa.JSON(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
    )
    _index("ix_posts_owed", "posts", ["table_id", "number"], "message_id IS NULL")
    op.create_table(
        "outcomes",
        *_keyed("outcomes", "table_id", "unit", "number", "user_id"),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("partner_id", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("against", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=True),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_outcomes_guild_id_game_at", "outcomes", ["guild_id", "game", "at"])
    op.create_index("ix_outcomes_user_id_guild_id", "outcomes", ["user_id", "guild_id"])
    op.create_table(
        "placards",
        *_keyed("placards", "table_id"),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("posted_at", sa.Double(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "panels",
        *_keyed("panels", "table_id", "user_id"),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Back to an empty database."""
    for table in ("panels", "placards", "outcomes", "posts", "moves", "seated", "tables", "people"):
        op.drop_table(table)


def _id(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)


def _keyed(table: str, *names: str) -> list[SchemaItem]:
    """The columns of a primary key that starts with the table's id, and its constraints."""
    columns: list[SchemaItem] = []
    for name in names:
        match name:
            case "number":
                columns.append(sa.Column(name, sa.Integer(), autoincrement=False, nullable=False))
            case "unit":
                columns.append(sa.Column(name, sa.String(32), nullable=False))
            case _:
                columns.append(_id(name))
    return [
        *columns,
        sa.PrimaryKeyConstraint(*names, name=f"pk_{table}"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{table}_table_id", ondelete="CASCADE"),
    ]


def _index(name: str, table: str, columns: list[str], only: str) -> None:
    op.create_index(name, table, columns, sqlite_where=sa.text(only), postgresql_where=sa.text(only))
