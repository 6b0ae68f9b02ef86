"""What an evening needs: where a table tells what happens, the ceremony, calls, hands that stay."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_servers = sa.table("server_settings", sa.column("posting", sa.String))
_tables = sa.table("tables", sa.column("status", sa.String), sa.column("ceremony", sa.Boolean))
_people = sa.table("user_settings", sa.column("calls", sa.String))


def upgrade() -> None:
    """To this revision."""
    op.add_column("tables", sa.Column("posting", sa.String(16), nullable=False, server_default="hand"))
    op.add_column("tables", sa.Column("ceremony", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("thread_id", sa.BigInteger()))
    op.add_column("removals", sa.Column("hand", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_tables_channel_id", "tables", ["channel_id", "id"])
    op.create_table(
        "turn_calls",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_turn_calls_table_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_turn_calls"),
        sqlite_with_rowid=False,
    )
    # A match goes on as it began: people may be about to cut.
    op.execute(sa.update(_tables).where(_tables.c.status == "playing").values(ceremony=sa.true()))
    # Both ways of posting there were are the new default now, and so are mentions at every turn.
    op.execute(sa.update(_servers).values(posting="hand"))
    op.execute(sa.update(_people).where(_people.c.calls != "never").values(calls="away"))
    with op.batch_alter_table("user_settings") as people:
        people.alter_column("calls", existing_type=sa.String(16), server_default="away")


def downgrade() -> None:
    """Back to the revision before."""
    with op.batch_alter_table("user_settings") as people:
        people.alter_column("calls", existing_type=sa.String(16), server_default="always")
    op.execute(sa.update(_people).where(_people.c.calls == "away").values(calls="always"))
    op.execute(sa.update(_servers).values(posting="all"))
    op.drop_table("turn_calls")
    op.drop_index("ix_tables_channel_id", "tables")
    op.drop_column("removals", "hand")
    for name in ("thread_id", "ceremony", "posting"):
        op.drop_column("tables", name)
