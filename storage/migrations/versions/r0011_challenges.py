"""People challenge each other to the same boards."""

import sqlalchemy as sa
from alembic import op

revision = "v0011"
down_revision = "v0010"


def upgrade() -> None:
    """Create the table of challenges."""
    op.create_table(
        "challenges",
        sa.Column("contest_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("asked_id", sa.BigInteger(), nullable=False),
        sa.Column("asked_name", sa.String(64), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("at", sa.Double()),
        sa.Column("outcome", sa.Integer()),
        sa.Column("lead", sa.Integer()),
        sqlite_with_rowid=False,
    )
    for names in (
        ("user_id", "contest_id"),
        ("asked_id", "contest_id"),
        ("guild_id", "state"),
        ("guild_id", "at"),
        ("state",),
    ):
        op.create_index(f"ix_challenges_{'_'.join(names)}", "challenges", list(names))
