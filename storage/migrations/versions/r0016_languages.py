"""People and servers choose a language; tables, sessions, clubs and matches keep theirs."""

import sqlalchemy as sa
from alembic import op

revision = "v0016"
down_revision = "v0015"

_TABLES = (
    "user_settings",
    "server_settings",
    "tables",
    "sessions",
    "clubs",
    "match_offers",
    "match_sides",
)


def upgrade() -> None:
    """Add the columns; an empty one is Discord's language."""
    for table in _TABLES:
        op.add_column(table, _language("language"))
    op.add_column("server_settings", _language("morning_language"))


def _language(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(16), server_default="", nullable=False)
