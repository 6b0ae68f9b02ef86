"""Servers give the winners of a season a role."""

import sqlalchemy as sa
from alembic import op

revision = "v0014"
down_revision = "v0013"


def upgrade() -> None:
    """Add who has named a role and how far it has been given, and create the table of those who have it."""
    for column in (
        sa.Column("winner_manager", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("winner_season", sa.Integer(), server_default="0", nullable=False),
        sa.Column("winner_refused", sa.Boolean(), server_default=sa.false(), nullable=False),
    ):
        op.add_column("server_settings", column)
    named = sa.text("winner_role != 0")
    op.create_index(
        "ix_server_settings_winner_role",
        "server_settings",
        ["guild_id"],
        sqlite_where=named,
        postgresql_where=named,
    )
    op.create_table(
        "role_holders",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("role_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_role_holders_user_id", "role_holders", ["user_id"])
