"""What is behind is found by what has changed, the bot's turns by a flag, and old logs can be archived."""

import json
import zlib
from itertools import accumulate
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None
# Of code before it nobody would hear what is owed; from here on, old and new code may work side by side.
oldest_code = "0020"

_OPEN = "status IN ('lobby', 'playing')"
_OPEN_SESSION = "status IN ('entering', 'playing')"
_FLAGS = ("bots_turn", "archived")
_AT_REST = "('over', 'gone', 'aside')"
_AT_ONCE = 200

_archived_logs = sa.table(
    "archived_logs", sa.column("table_id", sa.BigInteger), sa.column("log", sa.LargeBinary)
)
_moves = sa.table(
    "moves",
    sa.column("table_id", sa.BigInteger),
    sa.column("number", sa.Integer),
    sa.column("seat", sa.Integer),
    sa.column("text", sa.Text),
    sa.column("at", sa.Double),
    sa.column("salt", sa.String),
    sa.column("sha256", sa.String),
)

# Of the codec with which this revision begins.
_WORDS = (
    '"seconds":[],"numbers":[],"seals":[[0,"","]],"times":[,'
    + "".join(
        f'"{word} ","' for word in ("ask", "concede", "dealer", "exchange", "honours", "penalty revoke")
    )
    + "".join(f'"{word} ","' for word in ("score marriage", "seven", "throw", "take", "mix", "cut", "lay"))
    + "".join(f"declare {rank}s {rank.upper()}S {rank.upper()}H {rank.upper()}D," for rank in "akqj")
    + " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in "23456789TJQKA")
    + "".join(f'"draw {rank}{suit}' for suit in "CDHS" for rank in "23456789TJQKA")
    + "".join(f'"play {rank}{suit}",' for suit in "CDHS" for rank in "23456789TJQKA")
    + '{"seats":[null,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,null,null,null],"texts":["deck '
).encode()

# Everything that shows something else than it should, or may do so; hand panels at open tables among them.
_UNSETTLED = (
    f"SELECT id FROM tables WHERE {_OPEN}",
    "SELECT table_id FROM posts WHERE message_id IS NULL",
    "SELECT table_id FROM removals",
    "SELECT table_id FROM turn_calls",
    f"SELECT table_id FROM hand_panels JOIN tables ON id = table_id "
    f"WHERE NOT {_OPEN} AND state NOT IN {_AT_REST}",
    "SELECT id FROM tables JOIN table_messages ON table_id = id "
    "WHERE table_messages.version < tables.version",
)
_UNSETTLED_SESSIONS = (
    f"SELECT id FROM sessions WHERE {_OPEN_SESSION}",
    "SELECT session_id FROM session_posts WHERE message_id IS NULL",
    "SELECT id FROM sessions JOIN session_messages ON session_id = id "
    "WHERE session_messages.version < sessions.version",
)


def upgrade() -> None:
    """To this revision."""
    for name in _FLAGS:
        op.add_column("tables", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("over_since", sa.Double()))
    _unsettled("tables", "table_id", _UNSETTLED)
    _unsettled("sessions", "session_id", _UNSETTLED_SESSIONS)
    op.create_table(
        "archived_logs",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("codec", sa.Integer(), nullable=False),
        sa.Column("log", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_archived_logs"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_archived_logs_table_id", ondelete="CASCADE"
        ),
    )
    true, false = ("true", "false") if op.get_bind().dialect.name == "postgresql" else ("1", "0")
    slow = 24 * 60 * 60
    for name, table, column, where in (
        ("ix_tables_open_thread_id", "tables", "thread_id", _OPEN),
        ("ix_tables_live", "tables", "id", f"{_OPEN} AND paused IS {false} AND turn_seconds < {slow}"),
        ("ix_tables_bots_turn", "tables", "deadline", f"{_OPEN} AND bots_turn IS {true}"),
        ("ix_tables_untidy", "tables", "id", "(status NOT IN ('lobby', 'playing')) AND over_since IS NULL"),
        (
            "ix_tables_unarchived",
            "tables",
            "over_since",
            f"over_since IS NOT NULL AND archived IS {false}",
        ),
        ("ix_sessions_open_guild_id", "sessions", "guild_id", _OPEN_SESSION),
        ("ix_user_settings_hidden", "user_settings", "user_id", f"hidden IS {true}"),
    ):
        # The words of the queries, or SQLite would not look there.
        condition = sa.text(where)
        op.create_index(name, table, [column], sqlite_where=condition, postgresql_where=condition)


def _unsettled(parent: str, key: str, queries: tuple[str, ...]) -> None:
    name = f"unsettled_{parent}"
    op.create_table(
        name,
        sa.Column(key, sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint(key, name=f"pk_{name}"),
        sa.ForeignKeyConstraint([key], [f"{parent}.id"], name=f"fk_{name}_{key}", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.execute(f"INSERT INTO {name} ({key}) {' UNION '.join(queries)}")


def downgrade() -> None:
    """Back to the revision before, where every log is in rows."""
    connection, after = op.get_bind(), 0
    while True:
        page = sa.select(_archived_logs).where(_archived_logs.c.table_id > after)
        rows = connection.execute(page.order_by(_archived_logs.c.table_id).limit(_AT_ONCE)).all()
        if not rows:
            break
        connection.execute(_moves.insert(), [move for row in rows for move in _rows_of(row)])
        after = rows[-1].table_id
    op.drop_table("archived_logs")
    for name in ("unarchived", "untidy", "bots_turn", "live", "open_thread_id"):
        op.drop_index(f"ix_tables_{name}", "tables")
    op.drop_index("ix_sessions_open_guild_id", "sessions")
    op.drop_index("ix_user_settings_hidden", "user_settings")
    op.drop_table("unsettled_sessions")
    op.drop_table("unsettled_tables")
    for name in ("over_since", *_FLAGS):
        op.drop_column("tables", name)


def _rows_of(row: Any) -> list[dict[str, Any]]:
    press = zlib.decompressobj(zdict=_WORDS)
    kept = json.loads(press.decompress(row.log) + press.flush())
    seals = {index: (salt, sha256) for index, salt, sha256 in kept["seals"]}
    times = kept.get("seconds") or [micros / 1_000_000 for micros in accumulate(kept["times"])]
    numbers = kept.get("numbers") or range(1, len(times) + 1)
    moves = zip(numbers, kept["seats"], kept["texts"], times, strict=True)
    return [
        {
            "table_id": row.table_id,
            "number": number,
            "seat": seat,
            "text": text,
            "at": at,
            "salt": seals.get(index, (None, None))[0],
            "sha256": seals.get(index, (None, None))[1],
        }
        for index, (number, seat, text, at) in enumerate(moves)
    ]
