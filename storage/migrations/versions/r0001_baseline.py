"""The schema of 1.0.0."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision = None
oldest_code = "v0001"

_row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_doubles: sa.types.TypeEngine[Any] = sa.ARRAY(sa.Double()).with_variant(sa.JSON(), "sqlite")


def upgrade() -> None:
    """Create every table."""
    _create_tables()
    _create_daily_boards()
    _create_sessions()
    _create_posts_and_results()
    _create_messages()
    _create_settings()
    _create_cluster()
    _create_jobs()


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", _row_id, primary_key=True, autoincrement=True),
        *_not_null(sa.BigInteger(), "guild_id", "channel_id", "host_id"),
        sa.Column("game", sa.String(64), nullable=False),
        *_not_null(sa.JSON(), "options", "seats"),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("turn_seconds", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.Double()),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("invited", sa.JSON(), nullable=False),
        sa.Column("waiting", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("rubbers", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("hints", sa.Boolean(), nullable=False, server_default=sa.true()),
        sa.Column("arrivals", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("level", sa.String(64), nullable=False, server_default=""),
        sa.Column("removed", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("seen", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("marked", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("paused", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("proposal", sa.JSON()),
        sa.Column("tenures", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("next_table", sa.BigInteger()),
        sa.Column("posting", sa.String(16), nullable=False, server_default="hand"),
        sa.Column("ceremony", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("thread_id", sa.BigInteger()),
        sa.Column("chouette", sa.JSON()),
        sa.Column("board", sa.JSON()),
        sa.Column("shared_chairs", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("bots_turn", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("over_since", sa.Double()),
        sa.Column("archived", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("deferred", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("deferred_until", sa.Double()),
        sqlite_autoincrement=True,
    )
    # Of indices that serve a query alike, SQLite uses the one that was made last.
    open_table = "status IN ('lobby', 'playing')"
    for column in ("id", "deadline", "channel_id", "guild_id"):
        _partial_index(f"ix_tables_open_{column}", "tables", [column], open_table)
    op.create_index("ix_tables_channel_id", "tables", ["channel_id", "id"])
    for name, column, where in (
        ("open_thread_id", "thread_id", open_table),
        ("live", "id", f"{open_table} AND paused IS false AND turn_seconds < 86400"),
        ("bots_turn", "deadline", f"{open_table} AND bots_turn IS true"),
        ("untidy", "id", "(status NOT IN ('lobby', 'playing')) AND over_since IS NULL"),
        ("unarchived", "over_since", "over_since IS NOT NULL AND archived IS false"),
        ("deferred", "deferred_until", f"{open_table} AND deferred_until IS NOT NULL"),
    ):
        _partial_index(f"ix_tables_{name}", "tables", [column], where)
    op.create_table(
        "boards",
        sa.Column("id", _row_id, primary_key=True, autoincrement=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        *_not_null(sa.Integer(), "number", "dealer"),
        sa.Column("opening", sa.JSON(), nullable=False),
        *_not_null(sa.String(64), "salt", "sha256"),
        sa.Column("par", sa.JSON()),
        sqlite_autoincrement=True,
    )
    op.create_table("seated", _parent("tables"), *_keys(sa.BigInteger(), "user_id"), sqlite_with_rowid=False)
    op.create_index("ix_seated_user_id", "seated", ["user_id"])
    op.create_table("unsettled_tables", _parent("tables"), sqlite_with_rowid=False)
    op.create_table(
        "moves",
        _parent("tables"),
        *_keys(sa.Integer(), "number"),
        sa.Column("seat", sa.Integer()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("salt", sa.String(64)),
        sa.Column("sha256", sa.String(64)),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "archived_logs",
        _parent("tables"),
        sa.Column("codec", sa.Integer(), nullable=False),
        sa.Column("log", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "board_plays",
        *_keys(sa.BigInteger(), "session_id"),
        sa.Column(
            "board_id", sa.BigInteger(), sa.ForeignKey("boards.id"), primary_key=True, autoincrement=False
        ),
        *_keys(sa.BigInteger(), "place"),
        sa.Column(
            "table_id", sa.BigInteger(), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_board_plays_board_id", "board_plays", ["board_id"])
    op.create_index("ix_board_plays_table_id", "board_plays", ["table_id"])


def _create_daily_boards() -> None:
    op.create_table(
        "daily_days",
        *_keys(sa.Integer(), "day"),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_boards",
        *_keys(sa.Integer(), "day"),
        sa.Column("game", sa.String(64), primary_key=True),
        *_keys(sa.Integer(), "number"),
        sa.Column("board_id", sa.BigInteger(), sa.ForeignKey("boards.id"), nullable=False, unique=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "daily_entries",
        *_keys(sa.Integer(), "day"),
        sa.Column("game", sa.String(64), primary_key=True),
        *_keys(sa.BigInteger(), "user_id"),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("scores", sa.String(64)),
        sa.Column("worth", sa.Integer()),
        sa.Column("exact_worth", sa.String(128)),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_entries_day_game_scores", "daily_entries", ["day", "game", "scores"])
    op.create_index(
        "ix_daily_entries_guild_id_game_day_scores", "daily_entries", ["guild_id", "game", "day", "scores"]
    )
    op.create_index("ix_daily_entries_user_id_game_day", "daily_entries", ["user_id", "game", "day"])
    op.create_table(
        "daily_scores",
        *_keys(sa.Integer(), "day"),
        sa.Column("game", sa.String(64), primary_key=True),
        *_keys(sa.Integer(), "number"),
        *_keys(sa.BigInteger(), "user_id"),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_scores_user_id", "daily_scores", ["user_id"])
    op.create_index(
        "ix_daily_scores_day_game_number_score", "daily_scores", ["day", "game", "number", "score"]
    )
    op.create_index(
        "ix_daily_scores_guild_id_day_game_number_score",
        "daily_scores",
        ["guild_id", "day", "game", "number", "score"],
    )


def _create_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", _row_id, primary_key=True, autoincrement=True),
        *_not_null(sa.BigInteger(), "guild_id", "channel_id"),
        sa.Column("host", sa.JSON(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("boards", sa.Integer(), nullable=False),
        sa.Column("scoring", sa.String(16), nullable=False),
        *_not_null(sa.Integer(), "clock", "turn_seconds"),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("level", sa.String(64), nullable=False),
        sa.Column("least_tables", sa.Integer(), nullable=False),
        sa.Column("sit_out", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.Double()),
        *_not_null(sa.JSON(), "entries", "board_ids"),
        sa.Column("movement_tables", sa.Integer(), nullable=False),
        sa.Column("opened", sa.JSON(), nullable=False),
        sa.Column("posts", sa.Integer(), nullable=False),
        sqlite_autoincrement=True,
    )
    _partial_index(
        "uq_sessions_open_channel_id",
        "sessions",
        ["channel_id"],
        "status IN ('entering', 'playing')",
        unique=True,
    )
    op.create_index("ix_sessions_channel_id", "sessions", ["channel_id", "id"])
    op.create_index("ix_sessions_deadline", "sessions", ["deadline"])
    _partial_index("ix_sessions_open_guild_id", "sessions", ["guild_id"], "status IN ('entering', 'playing')")
    op.create_table(
        "session_people", _parent("sessions"), *_keys(sa.BigInteger(), "user_id"), sqlite_with_rowid=False
    )
    op.create_index("ix_session_people_user_id", "session_people", ["user_id"])
    op.create_table("unsettled_sessions", _parent("sessions"), sqlite_with_rowid=False)
    op.create_table(
        "session_boards",
        _parent("sessions"),
        *_keys(sa.Integer(), "place", "board"),
        *_not_null(sa.Integer(), "round", "ns", "ew"),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("table_id", sa.BigInteger()),
        *_not_null(sa.Boolean(), "done", "late"),
        sa.Column("away", sa.JSON(), nullable=False),
        sa.Column("score", sa.Integer()),
        sa.Column("ruling", sa.JSON()),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "session_posts",
        _parent("sessions"),
        *_keys(sa.Integer(), "number"),
        sa.Column("items", sa.JSON(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
    )
    _partial_index("ix_session_posts_owed", "session_posts", ["session_id"], "message_id IS NULL")
    op.create_table(
        "session_messages",
        _parent("sessions"),
        *_not_null(sa.BigInteger(), "channel_id", "message_id"),
        sa.Column("posted_at", sa.Double(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sqlite_with_rowid=False,
    )


def _create_posts_and_results() -> None:
    op.create_table(
        "posts",
        _parent("tables"),
        *_keys(sa.Integer(), "number"),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("hand", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("items", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("seats", sa.JSON(), nullable=False, server_default="[]"),
    )
    _partial_index("ix_posts_owed", "posts", ["table_id", "number"], "message_id IS NULL")
    op.create_table(
        "outcomes",
        _parent("tables"),
        sa.Column("unit", sa.String(32), primary_key=True),
        *_keys(sa.Integer(), "number"),
        *_keys(sa.BigInteger(), "user_id"),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("partner_id", sa.BigInteger(), nullable=False),
        *_not_null(sa.Integer(), "points", "against"),
        sa.Column("won", sa.Boolean()),
        sa.Column("name", sa.String(64), nullable=False, server_default=""),
        sa.Column("house", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("match", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("details", sa.JSON(), nullable=False, server_default="{}"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_outcomes_guild_id_game_at", "outcomes", ["guild_id", "game", "at"])
    op.create_index("ix_outcomes_user_id_guild_id_game_at", "outcomes", ["user_id", "guild_id", "game", "at"])
    op.create_table(
        "replays",
        _parent("tables"),
        *_keys(sa.Integer(), "hand"),
        *_keys(sa.BigInteger(), "user_id"),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("chairs", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("made", sa.Double()),
        sa.Column("hoyle", sa.Double()),
        sa.Column("par", sa.Double()),
        sa.Column("dealer", sa.Integer()),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_replays_user_id_game_at", "replays", ["user_id", "game", "at"])
    op.create_index("ix_replays_version_table_id", "replays", ["version", "table_id"])
    op.create_table(
        "season_winners",
        *_keys(sa.BigInteger(), "guild_id"),
        sa.Column("game", sa.String(64), primary_key=True),
        *_keys(sa.Integer(), "season", "place"),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("house", sa.Boolean(), nullable=False),
        sa.Column("measure", sa.String(16), nullable=False),
        *_not_null(sa.Integer(), "won", "played"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_season_winners_user_id_guild_id_game", "season_winners", ["user_id", "guild_id", "game"]
    )
    op.create_table(
        "analyses",
        _parent("tables"),
        *_keys(sa.Integer(), "hand"),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("analysis", sa.JSON(), nullable=False),
        sa.Column("people", sa.JSON(), nullable=False, server_default="[]"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "losses",
        _parent("tables"),
        *_keys(sa.Integer(), "hand"),
        *_keys(sa.BigInteger(), "user_id"),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("unit", sa.String(16), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_losses_user_id_guild_id", "losses", ["user_id", "guild_id"])


def _create_messages() -> None:
    op.create_table(
        "table_messages",
        _parent("tables"),
        *_not_null(sa.BigInteger(), "channel_id", "message_id"),
        sa.Column("posted_at", sa.Double(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hand_panels",
        _parent("tables"),
        *_keys(sa.BigInteger(), "user_id"),
        *_not_null(sa.BigInteger(), "channel_id", "message_id"),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False, server_default="unknown"),
        sa.Column("cards", sa.BigInteger(), nullable=False, server_default="0"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "removals",
        _parent("tables"),
        *_keys(sa.BigInteger(), "message_id"),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("hand", sa.Integer(), nullable=False, server_default="0"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "turn_calls",
        _parent("tables"),
        *_keys(sa.BigInteger(), "user_id"),
        sa.Column("step", sa.Integer(), nullable=False),
        *_not_null(sa.BigInteger(), "channel_id", "message_id"),
        sqlite_with_rowid=False,
    )


def _create_settings() -> None:
    op.create_table(
        "user_settings",
        *_keys(sa.BigInteger(), "user_id"),
        *_not_null(sa.Boolean(), "dm", "dm_closed", "pictures", "play_forced"),
        sa.Column("calls", sa.String(16), nullable=False, server_default="away"),
        sa.Column("pace", sa.String(16), nullable=False, server_default="usual"),
        sa.Column("four_colours", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("large_index", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("reading", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("confirm", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    _partial_index("ix_user_settings_hidden", "user_settings", ["user_id"], "hidden IS true")
    op.create_table("blocks", *_keys(sa.BigInteger(), "user_id", "blocked_id"), sqlite_with_rowid=False)
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])
    op.create_table(
        "server_settings",
        *_keys(sa.BigInteger(), "guild_id"),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("posting", sa.String(16), nullable=False),
        sa.Column("turn_seconds", sa.Integer()),
        *_not_null(sa.JSON(), "options", "levels", "roles"),
        sa.Column("hints", sa.Boolean(), nullable=False),
        *_not_null(sa.Integer(), "tables_each", "tables_here", "rate"),
    )
    op.create_table("erasures", *_keys(sa.BigInteger(), "user_id"))
    op.create_table(
        "erasure_secret", *_keys(sa.Integer(), "id"), sa.Column("secret", sa.String(64), nullable=False)
    )


def _create_cluster() -> None:
    op.create_table(
        "processes",
        sa.Column("id", _row_id, primary_key=True, autoincrement=True),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.Column("draining", sa.Boolean(), nullable=False, server_default=sa.false()),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("process_id", sa.BigInteger()),
        sa.Column("served_by", sa.BigInteger()),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cluster", *_keys(sa.Integer(), "id"), sa.Column("shard_count", sa.Integer(), nullable=False)
    )
    op.create_table(
        "identify_buckets", *_keys(sa.Integer(), "bucket"), sa.Column("next_at", sa.Double(), nullable=False)
    )
    op.create_table(
        "call_budget",
        *_keys(sa.Integer(), "id"),
        *_not_null(_doubles, "times", "granted"),
        sa.Column("granted_at", sa.Double(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "invalid_requests",
        *_keys(sa.BigInteger(), "minute"),
        sa.Column("requests", sa.Integer(), nullable=False),
    )
    op.create_table(
        "registered_commands",
        *_keys(sa.BigInteger(), "application_id", "guild_id"),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_table(
        "claims",
        *_keys(sa.BigInteger(), "interaction_id"),
        sa.Column("process_id", sa.BigInteger(), nullable=False),
        prefixes=["UNLOGGED"] if _on_postgresql() else [],
    )
    op.create_table(
        "editable_messages",
        *_keys(sa.BigInteger(), "table_id", "user_id", "message_id"),
        *_not_null(sa.BigInteger(), "guild_id", "interaction_id", "application_id"),
        sa.Column("token", sa.String(512), nullable=False),
        *_not_null(sa.Boolean(), "original", "dm", "on_server"),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.String(16), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("process_id", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_editable_messages_expires", "editable_messages", ["expires"])
    op.create_index("ix_editable_messages_user_id", "editable_messages", ["user_id"])


def _create_jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", _row_id, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("urgency", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        *_not_null(sa.Double(), "not_before", "since"),
        sa.Column("taken_by", sa.String(16)),
        sa.Column("error", sa.String(300)),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_jobs_kind_key", "jobs", ["kind", "key"], unique=True)
    _partial_index("ix_jobs_waiting", "jobs", ["urgency", "id"], "state = 'waiting'")
    _partial_index("ix_jobs_taken", "jobs", ["since"], "state = 'taken'")


def _on_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"


def _parent(table: str) -> sa.Column[int]:
    parent = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(f"{table[:-1]}_id", sa.BigInteger(), parent, primary_key=True, autoincrement=False)


def _keys(kind: sa.types.TypeEngine[Any], *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, primary_key=True, autoincrement=False) for name in names]


def _not_null(kind: sa.types.TypeEngine[Any], *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]


def _partial_index(name: str, table: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    # SQLite uses it only where a query has the same words.
    if not _on_postgresql():
        where = where.replace(" IS true", " IS 1").replace(" IS false", " IS 0")
    condition = sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition)
