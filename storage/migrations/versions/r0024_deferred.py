"""When the bot makes a move for somebody is kept with the table."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_DEFERRED = sa.text("status IN ('lobby', 'playing') AND deferred_until IS NOT NULL")
_INDEX = "ix_tables_deferred"


def upgrade() -> None:
    """To this revision."""
    op.add_column("tables", sa.Column("deferred", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("deferred_until", sa.Double()))
    op.create_index(_INDEX, "tables", ["deferred_until"], sqlite_where=_DEFERRED, postgresql_where=_DEFERRED)


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_index(_INDEX, "tables")
    op.drop_column("tables", "deferred_until")
    op.drop_column("tables", "deferred")
