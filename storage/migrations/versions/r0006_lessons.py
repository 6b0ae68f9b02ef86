"""People answer lessons."""

import sqlalchemy as sa
from alembic import op

revision = "v0006"
down_revision = "v0005"


def upgrade() -> None:
    """Create the table of their answers."""
    op.create_table(
        "lesson_answers",
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("lesson", sa.String(64), primary_key=True),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("due", sa.Double()),
        sqlite_with_rowid=False,
    )
