"""People and servers choose a language; tables, sessions and clubs keep theirs."""

import sqlalchemy as sa
from alembic import op

revision = "v0016"
down_revision = "v0015"

_TABLES = ("user_settings", "server_settings", "tables", "sessions", "clubs")


def upgrade() -> None:
    """Add the columns; an empty one is Discord's language."""
    for table in _TABLES:
        op.add_column(table, sa.Column("language", sa.String(16), server_default="", nullable=False))
