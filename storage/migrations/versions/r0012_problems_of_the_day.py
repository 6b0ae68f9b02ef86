"""Servers have mornings with problems of the day."""

import sqlalchemy as sa
from alembic import op

revision = "v0012"
down_revision = "v0011"


def _of_day() -> list["sa.Column[int]"]:
    return [
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
    ]


def upgrade() -> None:
    """Create the tables, and the indexes that find hands for problems."""
    op.create_table(
        "mornings",
        *_of_day(),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("refused", sa.Boolean(), server_default=sa.false(), nullable=False),
        sqlite_with_rowid=False,
    )
    owed = sa.text("message_id IS NULL")
    op.create_index("ix_mornings_owed", "mornings", ["at"], sqlite_where=owed, postgresql_where=owed)
    op.create_table(
        "daily_problems",
        *_of_day(),
        sa.Column("source", sa.JSON(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("made", sa.String(64), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("moment", sa.JSON(), nullable=False),
        sa.Column("closes_at", sa.Double(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "problem_votes",
        *_of_day(),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("choice", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_problem_votes_user_id", "problem_votes", ["user_id"])
    op.create_index("ix_replays_guild_id_at", "replays", ["guild_id", "at"])
    there = sa.text("morning_channel <> 0")
    op.create_index(
        "ix_server_settings_mornings",
        "server_settings",
        ["guild_id"],
        sqlite_where=there,
        postgresql_where=there,
    )
