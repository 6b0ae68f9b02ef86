"""Matches of Rubicon bezique begun before GAP-F10 had an option go on by the reading they began with."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_TABLES = sa.table(
    "tables",
    sa.column("id", sa.BigInteger),
    sa.column("game", sa.String),
    sa.column("options", sa.JSON),
    sa.column("status", sa.String),
)


def upgrade() -> None:
    """To this revision."""
    connection = op.get_bind()
    begun = _TABLES.c.game == "rubicon-bezique", _TABLES.c.status != "lobby"
    for table in connection.execute(sa.select(_TABLES.c.id, _TABLES.c.options).where(*begun)).all():
        options = {**table.options, "again": "any-set"}
        connection.execute(sa.update(_TABLES).where(_TABLES.c.id == table.id).values(options=options))


def downgrade() -> None:
    """Back to the revision before, whose code knows no such option."""
    connection = op.get_bind()
    of_game = _TABLES.c.game == "rubicon-bezique"
    for table in connection.execute(sa.select(_TABLES.c.id, _TABLES.c.options).where(of_game)).all():
        options = {name: value for name, value in table.options.items() if name != "again"}
        connection.execute(sa.update(_TABLES).where(_TABLES.c.id == table.id).values(options=options))
