"""Matches between servers."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "v0015"
down_revision = "v0014"


def upgrade() -> None:
    """Create the tables of offers and of the sides of matches."""
    op.create_table(
        "match_offers",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        *_not_null(sa.String(100), "name"),
        *_not_null(sa.BigInteger(), "channel_id"),
        sa.Column("code", sa.String(32), nullable=False, unique=True),
        *_not_null(sa.String(64), "game"),
        *_not_null(sa.Integer(), "boards", "people"),
        *_not_null(sa.Double(), "expires_at"),
    )
    op.create_table(
        "match_sides",
        sa.Column("contest_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("side", sa.Integer(), primary_key=True, autoincrement=False),
        *_not_null(sa.BigInteger(), "guild_id"),
        *_not_null(sa.String(100), "name"),
        *_not_null(sa.BigInteger(), "channel_id"),
        *_not_null(sa.Integer(), "people"),
        sa.Column("message_id", sa.BigInteger()),
        *_not_null(sa.Double(), "edited_at"),
        *_not_null(sa.Boolean(), "told"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_match_sides_guild_id_contest_id", "match_sides", ["guild_id", "contest_id"])
    owed = ~sa.column("told", sa.Boolean())
    op.create_index(
        "ix_match_sides_owed", "match_sides", ["contest_id", "side"], sqlite_where=owed, postgresql_where=owed
    )


def _not_null(kind: sa.types.TypeEngine[Any], *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]
