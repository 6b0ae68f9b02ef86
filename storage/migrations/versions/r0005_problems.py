"""People solve problems."""

import sqlalchemy as sa
from alembic import op

revision = "v0005"
down_revision = "v0004"


def upgrade() -> None:
    """Create the table of their answers."""
    of_table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "problem_answers",
        sa.Column("table_id", sa.BigInteger(), of_table, primary_key=True, autoincrement=False),
        sa.Column("hand", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("step", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("due", sa.Double()),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_problem_answers_user_id", "problem_answers", ["user_id"])
