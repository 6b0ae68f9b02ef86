"""What a day of the board of the day was worth is kept as a fraction besides the rounded figure.

Days that were closed before are closed again by the new code, which counts them anew from their scores.
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_INDEX = "ix_daily_entries_only_rounded"
_ONLY_ROUNDED = sa.text("worth IS NOT NULL AND exact_worth IS NULL")


def upgrade() -> None:
    """To this revision."""
    op.add_column("daily_entries", sa.Column("exact_worth", sa.String(128)))
    op.create_index(
        _INDEX,
        "daily_entries",
        ["day", "game"],
        sqlite_where=_ONLY_ROUNDED,
        postgresql_where=_ONLY_ROUNDED,
    )


def downgrade() -> None:
    """Back to rounded worths."""
    op.drop_index(_INDEX, "daily_entries")
    op.drop_column("daily_entries", "exact_worth")
