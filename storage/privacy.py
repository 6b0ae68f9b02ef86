"""Exports or erases everything stored about a person."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.chairs import FORMER
from bot.tables.state.outcomes import SEVERAL
from bot.tables.state.posts import HandAnalysed
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.upserts import mark
from storage.duplicate.challenges import leave_challenges
from storage.duplicate.contests import keep_under_pseudonyms, leave_to_nobody
from storage.people.pseudonyms import HIGHEST, for_table, pseudonym, secret_of
from storage.schema.clubs import clubs
from storage.schema.cluster import editable_messages
from storage.schema.duplicate import (
    board_plays,
    boards,
    session_boards,
    session_people,
    session_posts,
    sessions,
    unsettled_sessions,
)
from storage.schema.metadata import metadata
from storage.schema.mornings import problem_votes
from storage.schema.people import blocks, erasures, role_holders, server_settings, user_settings
from storage.schema.results import (
    achievements,
    analyses,
    hand_moments,
    lesson_answers,
    losses,
    outcomes,
    problem_answers,
    replays,
    season_winners,
)
from storage.schema.tables import (
    hand_panels,
    is_open,
    is_untidy,
    moves,
    posts,
    removals,
    seated,
    table_messages,
    tables,
    turn_calls,
)
from storage.tables.posts import AT_REST, unsettle

NAMED = ("user_id", "host_id", "partner_id", "asked_id", "winner_manager")
"""Columns with a person's id. `blocks.blocked_id` is not exported: it is another person's secret."""

COMPACTING = 0  # stands in `erasures` until a SQLite file has been compacted after an erasure

_SERVED_SECONDS = 60 * 60.0
_AT_ONCE = 200
_SOMEBODY = {"user": 0, "name": FORMER}
_Json = Any

# Not while a panel does not yet show that the match is over; that is tidied up later.
_TIDIED = (
    update(tables)
    .where(
        tables.c.id == bindparam("tidied"),
        ~is_open,
        ~exists().where(hand_panels.c.table_id == bindparam("tidied")),
    )
    .values(over_since=bindparam("since"))
)


def _untidy(after: int) -> Any:
    # Finished matches not yet tidied up, with the time of their last moves.
    last = select(moves.c.at).where(moves.c.table_id == tables.c.id).order_by(moves.c.number.desc()).limit(1)
    query = select(tables.c.id, tables.c.created_at, last.scalar_subquery().label("last"))
    return query.where(is_untidy, tables.c.id > after).order_by(tables.c.id).limit(_AT_ONCE)


class SqlPrivacyStore(SqlStore):
    """The `PrivacyStore` of a database."""

    async def rows_of(self, user_id: int) -> Mapping[str, Sequence[Mapping[str, object]]]:
        wanted = [
            (table, _holds(table, user_id))
            for table in metadata.sorted_tables
            if table not in (erasures, boards)  # packs are secret, and about nobody
        ]
        asked = [(table, where) for table, where in wanted if where is not None]
        found = await self._database.read(*(select(table).where(where) for table, where in asked))
        told: dict[str, list[Mapping[str, object]]] = {}
        for (table, _), rows in zip(asked, found, strict=True):
            kept = [dict(row._mapping) for row in rows]
            mine = [_own_part(table, row, user_id) for row in kept if _is_told(table, row, user_id)]
            if mine:
                told[table.name] = mine
        return told

    async def begin_erasure(self, user_id: int) -> None:
        await self._database.write(_begin, user_id)

    async def erasures(self) -> Sequence[int]:
        (rows,) = await self._database.read(select(erasures.c.user_id).order_by(erasures.c.user_id.desc()))
        return [row.user_id for row in rows]

    async def erase(self, user_id: int) -> Sequence[int]:
        return await self._database.write(_erase, user_id)

    async def compact(self) -> None:
        if await self._database.compact():
            await self._database.write(_end, COMPACTING)

    async def tidy(self, now: float) -> None:
        after = 0
        while rows := (await self._database.read(_untidy(after)))[0]:
            after = rows[-1].id
            over = {row.id: row.created_at if row.last is None else row.last for row in rows}
            served = {table_id: at for table_id, at in over.items() if at < now - _SERVED_SECONDS}
            if served:
                await self._database.write(_tidy, served)


def _json_columns(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if isinstance(column.type, JSON)]


def _written(column: Column[Any], number: int) -> Any:
    return cast(column, Text).contains(str(number))


def _holds(table: Table, user_id: int) -> Any:
    if table is board_plays:
        # In a contest, a place is the player's id.
        return and_(table.c.session_id == 0, table.c.place == user_id)
    conditions = [table.c[name] == user_id for name in NAMED if name in table.c]
    conditions += [_written(column, user_id) for column in _json_columns(table)]
    return or_(*conditions) if conditions else None


def _is_about(row: Mapping[str, Any], user_id: int) -> bool:
    if row.get("session_id") == 0 and row.get("place") == user_id:
        return True
    # The digits of an id may stand in another number, too.
    return any(_mentions(value, user_id) for name, value in row.items() if name in NAMED or _is_json(value))


def _is_told(table: Table, row: Mapping[str, Any], user_id: int) -> bool:
    if table is replays:
        # Rows of others name whom they played with, and are theirs.
        return bool(row["user_id"] == user_id)
    return _is_about(row, user_id)


def _is_json(value: _Json) -> bool:
    return isinstance(value, (dict, list))


def _mentions(value: _Json, user_id: int) -> bool:
    match value:
        case dict():
            return any(key == str(user_id) or _mentions(part, user_id) for key, part in value.items())
        case list():
            return any(_mentions(part, user_id) for part in value)
        case str():
            return _mention(user_id) in value
    return bool(value == user_id)


def _mention(user_id: int) -> str:
    return f"<@{user_id}>"


def _own_part(table: Table, row: dict[str, Any], user_id: int) -> Mapping[str, object]:
    # What others hold, have marked or were asked is not about this person.
    if table is editable_messages:
        # The token allows to edit the message.
        del row["token"]
    if table is tables:
        mine = {str(chair) for chair, seat in enumerate(row["seats"]) if seat.get("user") == user_id}
        for name in ("marked", "deferred"):
            row[name] = {chair: move for chair, move in row[name].items() if chair in mine}
        row["deferred_until"] = min((at for _, at in row["deferred"].values()), default=None)
        for name in ("seen", "rubbers"):
            row[name] = {key: value for key, value in row[name].items() if key == str(user_id)}
        if row["chouette"] is not None:
            advisers = row["chouette"]["advisers"]
            row["chouette"] = {
                **row["chouette"],
                "advisers": {key: chair for key, chair in advisers.items() if key == str(user_id)},
                "order": [user for user in row["chouette"]["order"] if user == user_id],
            }
        for name in ("invited", "removed"):
            row[name] = [user for user in row[name] if user == user_id]
    if table is session_boards and all(player.get("user") != user_id for player in row["players"]):
        # A director's, who may still have to play the board.
        row["score"] = None
    return row


async def _begin(connection: AsyncConnection, people: Sequence[int]) -> Sequence[None]:
    await _end(connection, people)
    await connection.execute(insert(erasures), [{"user_id": user_id} for user_id in dict.fromkeys(people)])
    return [None] * len(people)


async def _end(connection: AsyncConnection, people: Sequence[int]) -> Sequence[None]:
    await connection.execute(delete(erasures).where(erasures.c.user_id.in_(people)))
    return [None] * len(people)


async def _erase(connection: AsyncConnection, people: Sequence[int]) -> Sequence[Sequence[int]]:
    changed = [await _erase_one(connection, user_id) for user_id in people]
    await _end(connection, people)
    await _begin(connection, [COMPACTING])
    return changed


async def _erase_one(connection: AsyncConnection, user_id: int) -> Sequence[int]:
    for table in (
        editable_messages,
        user_settings,
        role_holders,
        achievements,
        losses,
        hand_moments,
        problem_answers,
        lesson_answers,
        replays,
        outcomes,
        hand_panels,
        removals,
        turn_calls,
        seated,
        session_people,
        problem_votes,
    ):
        await connection.execute(delete(table).where(table.c.user_id == user_id))
    await connection.execute(
        delete(blocks).where(or_(blocks.c.user_id == user_id, blocks.c.blocked_id == user_id))
    )
    await connection.execute(update(outcomes).where(outcomes.c.partner_id == user_id).values(partner_id=0))
    await _erase_from_chairs(connection, user_id)
    # The place stays taken, by somebody without a name.
    won = season_winners.c.user_id == user_id
    await connection.execute(update(season_winners).where(won).values(user_id=0))
    named = server_settings.c.winner_manager == user_id
    await connection.execute(update(server_settings).where(named).values(winner_manager=0))
    # What others made of a board is compared with it, so it stays.
    await keep_under_pseudonyms(connection, user_id)
    await leave_to_nobody(connection, user_id)
    await leave_challenges(connection, user_id)
    chairs = await _erase_from_analyses(connection, user_id)
    await _erase_from_posts(connection, user_id, chairs)
    await _erase_from_sessions(connection, user_id)
    return await _erase_from_tables(connection, user_id)


async def _erase_from_chairs(connection: AsyncConnection, user_id: int) -> None:
    found = await connection.execute(select(replays).where(_written(replays.c.chairs, user_id)))
    for row in found.mappings().all():
        chairs = [SEVERAL if who == user_id else who for who in row["chairs"]]
        hand = [column == row[column.name] for column in replays.primary_key]
        await connection.execute(update(replays).where(*hand).values(chairs=chairs))


async def _erase_from_analyses(
    connection: AsyncConnection, user_id: int
) -> Mapping[tuple[int, int], Sequence[int]]:
    # Returns the person's chairs by table and hand.
    chairs: dict[tuple[int, int], list[int]] = {}
    found = await connection.execute(select(analyses).where(_written(analyses.c.people, user_id)))
    for row in found.mappings().all():
        theirs = [chair for chair, who in enumerate(row["people"]) if who == user_id]
        chairs[row["table_id"], row["hand"]] = theirs
        analysis = row["analysis"] | {"players": _renamed(row["analysis"]["players"], theirs)}
        people = [0 if who == user_id else who for who in row["people"]]
        of_hand = and_(analyses.c.table_id == row["table_id"], analyses.c.hand == row["hand"])
        await connection.execute(update(analyses).where(of_hand).values(analysis=analysis, people=people))
    return chairs


def _renamed(players: Sequence[str], chairs: Sequence[int]) -> list[str]:
    return [FORMER if chair in chairs else name for chair, name in enumerate(players)]


async def _erase_from_posts(
    connection: AsyncConnection, user_id: int, chairs: Mapping[tuple[int, int], Sequence[int]]
) -> None:
    held = or_(_written(posts.c["items"], user_id), _written(posts.c.seats, user_id))
    # An owed analysis may name somebody who has left, without an id.
    owed_analysis = and_(posts.c.message_id.is_(None), posts.c.kind == HandAnalysed.tag)
    found = await connection.execute(select(posts).where(or_(held, owed_analysis)))
    for row in found.mappings().all():
        items, seats = row["items"], row["seats"]
        for item in items:
            theirs = chairs.get((row["table_id"], row["hand"]), ())
            if item["item"] == HandAnalysed.tag and theirs:
                item["analysis"]["players"] = _renamed(item["analysis"]["players"], theirs)
                seats = [_SOMEBODY if chair in theirs else seat for chair, seat in enumerate(seats)]
        changed = {"items": _forgotten(items, user_id), "seats": _forgotten(seats, user_id)}
        of_post = and_(posts.c.table_id == row["table_id"], posts.c.number == row["number"])
        await connection.execute(update(posts).where(of_post).values(**changed))


async def _erase_from_sessions(connection: AsyncConnection, user_id: int) -> None:
    # Partners and opponents keep their results; the person's name goes.
    for table in (sessions, session_boards, session_posts, clubs):
        found = await connection.execute(select(table).where(_holds(table, user_id)).with_for_update())
        for row in found.mappings().all():
            if not _is_about(dict(row), user_id):
                continue
            changed = {column.name: _forgotten(row[column.name], user_id) for column in _json_columns(table)}
            if table in (sessions, clubs):
                changed["version"] = row["version"] + 1
            if table is sessions:
                await mark(connection, unsettled_sessions, [row["id"]])
            this = and_(*(column == row[column.name] for column in table.primary_key))
            await connection.execute(update(table).where(this).values(**changed))


async def _erase_from_tables(connection: AsyncConnection, user_id: int) -> Sequence[int]:
    holds = _holds(tables, user_id)
    found = await connection.execute(select(tables, is_open.label("is_open")).where(holds).with_for_update())
    changed = []
    for row in found.mappings().all():
        if not _is_about(dict(row), user_id):
            continue
        before = {column.name: row[column.name] for column in _json_columns(tables)}
        known = pseudonym(await secret_of(connection), for_table(row["id"]), user_id)
        before |= _under(known, before, user_id, is_open=row["is_open"])
        after = {name: _forgotten(value, user_id) for name, value in _without(before, user_id).items()}
        after["host_id"] = 0 if row["host_id"] == user_id else row["host_id"]
        if row["is_open"]:
            # Somebody in a chair: the house plays on for them.
            after["seats"] = [
                seat | {"away": True} if seat.get("user") == 0 else seat for seat in after["seats"]
            ]
        version = row["version"] + 1  # caches load the table again
        this = tables.c.id == row["id"]
        await connection.execute(update(tables).where(this).values(**after, version=version))
        if not row["is_open"]:
            # The message of a finished match is not drawn again.
            shown = and_(table_messages.c.table_id == row["id"], table_messages.c.version == row["version"])
            await connection.execute(update(table_messages).where(shown).values(version=version))
        changed.append(row["id"])
    await unsettle(connection, changed)
    return changed


def _under(known: int, columns: Mapping[str, _Json], user_id: int, *, is_open: bool) -> dict[str, _Json]:
    # Whoever was removed, or has seen a hand, is still recognised.
    removed = [known if who == user_id else who for who in columns["removed"]]
    if not is_open:
        return {"removed": removed}
    seen = {str(known) if who == str(user_id) else who: chair for who, chair in columns["seen"].items()}
    return {"removed": removed, "seen": seen}


def _without(columns: Mapping[str, _Json], user_id: int) -> dict[str, _Json]:
    # Drops what concerns this person alone.
    def theirs(payload: _Json) -> bool:
        return payload is not None and payload.get("user") == user_id

    seats, proposal = columns["seats"], columns["proposal"]
    mine = {str(chair) for chair, seat in enumerate(seats) if theirs(seat)}
    gone = proposal is not None and theirs(proposal["by"])
    return {
        **columns,
        "seats": [
            {key: part for key, part in seat.items() if not (isinstance(part, dict) and theirs(part))}
            for seat in seats
        ],
        "waiting": [person for person in columns["waiting"] if not theirs(person)],
        "marked": {chair: move for chair, move in columns["marked"].items() if chair not in mine},
        "proposal": None if gone else proposal,
    }


def _forgotten(value: _Json, user_id: int) -> _Json:
    match value:
        case {"user": who} if who == user_id:
            return value | _SOMEBODY
        case dict():
            kept = {key: part for key, part in value.items() if key != str(user_id)}
            return {key: 0 if part == user_id else _forgotten(part, user_id) for key, part in kept.items()}
        case list():
            return [_forgotten(part, user_id) for part in value if part != user_id]
    return value


@each
async def _tidy(connection: AsyncConnection, over: Mapping[int, float]) -> None:
    of_these = hand_panels.c.table_id.in_(over)
    await connection.execute(delete(hand_panels).where(of_these, hand_panels.c.state.in_(AT_REST)))
    lists, mappings = (tables.c.invited, tables.c.removed), (tables.c.marked,)
    left = or_(
        *(cast(column, Text) != "[]" for column in lists),
        *(cast(column, Text) != "{}" for column in mappings),
        tables.c.proposal.is_not(None),
    )
    served = update(tables).where(tables.c.id.in_(over), ~is_open)
    await connection.execute(served.where(left).values(invited=[], removed=[], marked={}, proposal=None))
    await _forget_pseudonyms(connection, list(over))
    await connection.execute(
        _TIDIED, [{"tidied": table_id, "since": since} for table_id, since in over.items()]
    )


async def _forget_pseudonyms(connection: AsyncConnection, table_ids: Sequence[int]) -> None:
    # In finished matches, pseudonyms of those who have seen a hand are needed no more.
    erased = (tables.c.id.in_(table_ids), ~is_open, cast(tables.c.seen, Text).contains('"-'))
    found = await connection.execute(select(tables.c.id, tables.c.seen).where(*erased))
    for row in found.all():
        seen = {who: chair for who, chair in row.seen.items() if int(who) > HIGHEST}
        await connection.execute(update(tables).where(tables.c.id == row.id).values(seen=seen))
