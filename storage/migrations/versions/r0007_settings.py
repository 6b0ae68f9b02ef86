"""Settings of servers and more of a person's, blocks; posts keep no words once they were sent."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_FLAGS = ("four_colours", "large_index", "reading", "confirm", "hidden")
_HOUSE = ("Mrs Battle", "Mr Clay", "Dr Pole", "General Drayson", "Miss Whitfeld", "Major A.")
_FORMER = "a former player"

_analyses = sa.table(
    "analyses",
    sa.column("table_id", sa.BigInteger),
    sa.column("hand", sa.Integer),
    sa.column("analysis", sa.JSON),
    sa.column("people", sa.JSON),
)
_tables = sa.table(
    "tables", sa.column("id", sa.BigInteger), sa.column("seats", sa.JSON), sa.column("waiting", sa.JSON)
)
_posts = sa.table(
    "posts",
    sa.column("table_id", sa.BigInteger),
    sa.column("message_id", sa.BigInteger),
    sa.column("items", sa.JSON),
    sa.column("seats", sa.JSON),
)


def upgrade() -> None:
    """To this revision."""
    for name, default in (("calls", "always"), ("pace", "usual")):
        column = sa.Column(name, sa.String(16), nullable=False, server_default=default)
        op.add_column("user_settings", column)
    for name in _FLAGS:
        op.add_column(
            "user_settings", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())
        )
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name="pk_blocks"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])
    op.create_table(
        "server_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("posting", sa.String(16), nullable=False),
        sa.Column("turn_seconds", sa.Integer()),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("levels", sa.JSON(), nullable=False),
        sa.Column("roles", sa.JSON(), nullable=False),
        sa.Column("hints", sa.Boolean(), nullable=False),
        sa.Column("tables_each", sa.Integer(), nullable=False),
        sa.Column("tables_here", sa.Integer(), nullable=False),
        sa.Column("rate", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server_settings"),
    )
    op.create_table(
        "erasures",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_erasures"),
    )
    op.add_column("analyses", sa.Column("people", sa.JSON(), nullable=False, server_default="[]"))
    connection = op.get_bind()
    _trace_players(connection)
    delivered = sa.update(_posts).where(_posts.c.message_id.is_not(None)).values(items=[], seats=[])
    connection.execute(delivered)


def downgrade() -> None:
    """Back to the revision before."""
    op.drop_column("analyses", "people")
    for name in ("erasures", "server_settings", "blocks"):
        op.drop_table(name)
    for name in (*_FLAGS, "pace", "calls"):
        op.drop_column("user_settings", name)


def _trace_players(connection: sa.Connection) -> None:
    # Analyses name those who played; from now on they also say who that is. A name that nobody can be
    # traced by would stay for ever, and goes.
    for table_id, hand, analysis in connection.execute(
        sa.select(_analyses.c.table_id, _analyses.c.hand, _analyses.c.analysis)
    ).all():
        players = analysis.get("players", [])
        known = _people_at(connection, table_id)
        traced = {
            "analysis": analysis
            | {"players": [name if name in known or name in _HOUSE else _FORMER for name in players]},
            "people": [known.get(name) for name in players],
        }
        this = sa.and_(_analyses.c.table_id == table_id, _analyses.c.hand == hand)
        connection.execute(sa.update(_analyses).where(this).values(**traced))


def _people_at(connection: sa.Connection, table_id: int) -> Mapping[str, int | None]:
    known: dict[str, int | None] = {}
    rows = [
        *connection.execute(
            sa.select(_tables.c.seats, _tables.c.waiting).where(_tables.c.id == table_id)
        ).all(),
        *connection.execute(sa.select(_posts.c.seats).where(_posts.c.table_id == table_id)).all(),
    ]
    payloads: list[dict[str, Any]] = [payload for row in rows for column in row for payload in column]
    for payload in payloads:
        if "house" in payload:
            known.setdefault(payload["name"], None)
    for payload in payloads:
        if payload.get("user"):
            known[payload["name"]] = payload["user"]
    return known
