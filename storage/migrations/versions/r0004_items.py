"""Posts as items instead of sentences, plain names of tables, and moves as they are written today."""

import logging
from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from alembic import op

from bot.rules.bezique.ordinary import old_notation as old_bezique
from bot.rules.errors import RuleError
from bot.rules.registry import game_named
from bot.rules.whist import old_notation as old_whist

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

log = logging.getLogger(__name__)

_UPGRADES = {
    "bezique": old_bezique.upgraded_by_place,
    "english-whist": old_whist.upgraded_by_place,
}
"""By game, what says how the moves of before are written today, and which are left out."""

_POSTS = sa.table(
    "posts",
    sa.column("table_id", sa.BigInteger),
    sa.column("number", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("text", sa.Text),
    sa.column("mentions", sa.JSON),
    sa.column("message_id", sa.BigInteger),
    sa.column("hand", sa.Integer),
    sa.column("items", sa.JSON),
)
_TABLES = sa.table(
    "tables",
    sa.column("id", sa.BigInteger),
    sa.column("game", sa.String),
    sa.column("options", sa.JSON),
    sa.column("status", sa.String),
    sa.column("deadline", sa.Double),
)
_TABLE_MESSAGES, _HAND_PANELS = (
    sa.table(name, sa.column("table_id", sa.BigInteger), sa.column("version", sa.BigInteger))
    for name in ("table_messages", "hand_panels")
)
_MOVES = sa.table(
    "moves",
    sa.column("table_id", sa.BigInteger),
    sa.column("number", sa.Integer),
    sa.column("seat", sa.Integer),
    sa.column("text", sa.Text),
    sa.column("at", sa.Double),
    sa.column("salt", sa.String),
    sa.column("sha256", sa.String),
)


def upgrade() -> None:
    """To this revision."""
    op.add_column("tables", sa.Column("arrivals", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("posts", sa.Column("items", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("posts", sa.Column("seats", sa.JSON(), nullable=False, server_default="[]"))
    _carry_over_owed_posts()
    op.drop_column("posts", "text")
    op.drop_column("posts", "mentions")
    _create_table_messages("table_messages")
    _move("placards", "table_messages")
    _create_hand_panels("hand_panels")
    _move("panels", "hand_panels")
    _create_user_settings("user_settings")
    _move("people", "user_settings")
    _rewrite_moves()


def downgrade() -> None:
    """Back to the revision before. What posts told is lost, and the moves stay as they are."""
    _create_user_settings("people")
    _move("user_settings", "people")
    _create_hand_panels("panels")
    _move("hand_panels", "panels")
    _create_table_messages("placards")
    _move("table_messages", "placards")
    op.add_column("posts", sa.Column("text", sa.Text(), nullable=False, server_default=""))
    op.add_column("posts", sa.Column("mentions", sa.JSON(), nullable=False, server_default="[]"))
    op.drop_column("posts", "seats")
    op.drop_column("posts", "items")
    op.drop_column("tables", "arrivals")


def _carry_over_owed_posts() -> None:
    connection = op.get_bind()
    owed = connection.execute(sa.select(_POSTS).where(_POSTS.c.message_id.is_(None))).all()
    for post in owed:
        item = {
            "item": "text",
            "text": post.text,
            "tells": post.kind,
            "notified": post.mentions,
            # Of the old texts, those of results and of analyses had a heading.
            "result": post.text.startswith("#"),
            "of_hand": post.hand,
        }
        connection.execute(
            sa.update(_POSTS)
            .where(_POSTS.c.table_id == post.table_id, _POSTS.c.number == post.number)
            .values(items=[item])
        )


def _rewrite_moves() -> None:
    connection = op.get_bind()
    for table in connection.execute(sa.select(_TABLES).where(_TABLES.c.game.in_(_UPGRADES))).all():
        moves = connection.execute(
            sa.select(_MOVES).where(_MOVES.c.table_id == table.id).order_by(_MOVES.c.number)
        ).all()
        before = [(move.seat, move.text) for move in moves]
        try:
            by_place, refusal = _UPGRADES[table.game](table.options, None, before)
            if refusal is not None:
                raise refusal
            kept = [(old, move) for old, move in zip(moves, by_place, strict=True) if move is not None]
            after = [move for _, move in kept]
            waits_for_nobody = table.status == "playing" and not _anybody_to_act(
                table.game, table.options, after
            )
        except RuleError as error:
            log.warning("the moves of table %s stay as they were written: %s", table.id, error)
            continue
        if after == before:
            continue
        rows = [
            {**old._mapping, "number": number, "text": text}
            for number, (old, (_, text)) in enumerate(kept, 1)
        ]
        connection.execute(sa.delete(_MOVES).where(_MOVES.c.table_id == table.id))
        connection.execute(sa.insert(_MOVES), rows)
        if table.status == "playing":
            # The buttons in the channel and in DMs are those of the old moves: they are drawn anew.
            for shown in (_TABLE_MESSAGES, _HAND_PANELS):
                connection.execute(sa.update(shown).where(shown.c.table_id == table.id).values(version=0))
        if waits_for_nobody:
            # What was left out may have been what the table waited for; its clock sees what is due now.
            connection.execute(sa.update(_TABLES).where(_TABLES.c.id == table.id).values(deadline=0.0))


def _anybody_to_act(key: str, options: Mapping[str, object], moves: Sequence[tuple[int | None, str]]) -> bool:
    game = game_named(key)
    state = game.begin(game.options(options), None)
    for seat, text in moves:
        state = game.apply(state, seat, game.parse(text)).state
    due = game.to_act(state)
    return isinstance(due, tuple) and bool(due)


def _move(old: str, new: str) -> None:
    # Renaming a table would leave its constraints their old names.
    columns = ", ".join(column["name"] for column in sa.inspect(op.get_bind()).get_columns(new))
    op.execute(sa.text(f"INSERT INTO {new} ({columns}) SELECT {columns} FROM {old}"))
    op.drop_table(old)


def _create_table_messages(name: str) -> None:
    op.create_table(
        name,
        _id("table_id"),
        _id("channel_id"),
        _id("message_id"),
        sa.Column("posted_at", sa.Double(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{name}_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )


def _create_hand_panels(name: str) -> None:
    op.create_table(
        name,
        _id("table_id"),
        _id("user_id"),
        _id("channel_id"),
        _id("message_id"),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{name}_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )


def _create_user_settings(name: str) -> None:
    op.create_table(
        name,
        _id("user_id"),
        sa.Column("dm", sa.Boolean(), nullable=False),
        sa.Column("dm_closed", sa.Boolean(), nullable=False),
        sa.Column("pictures", sa.Boolean(), nullable=False),
        sa.Column("play_forced", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=f"pk_{name}"),
    )


def _id(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False)
