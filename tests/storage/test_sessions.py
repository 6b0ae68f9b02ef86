"""Sessions of Duplicate in the database: as they were, all of a change or nothing, and what is owed."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import func, select, text

from bot.duplicate.scoring import Award
from bot.duplicate.sessions import items
from bot.duplicate.sessions.ports import SessionChange, SessionMessage
from bot.duplicate.sessions.session import BoardAtTable, Entry, Kind, Ruling, Scoring, Session, Status
from bot.tables.state.chairs import House, Person
from storage.connection.database import Database
from storage.duplicate.sessions import SqlSessionPostStore, SqlSessionStore
from storage.schema.duplicate import session_boards, session_people
from tests.present import present

ANN, BEN, CAY = Person(10**18 + 1, "Ann"), Person(10**18 + 2, "Ben"), Person(10**18 + 3, "Cay")
HOUSE = House("hoyle", "Battle"), House("bob-short", "Clay")
NEW = Session(
    id=0,
    guild_id=10**18 + 10,
    channel_id=10**18 + 20,
    host=ANN,
    kind=Kind.PAIRS,
    game="american-whist",
    options={"board": True, "partners": "choice"},
    boards=4,
    scoring=Scoring.AVERAGE,
    clock=480,
    turn_seconds=60,
    created_at=1_000_000.5,
    level="hoyle",
    tables=3,
    sit_out=True,
    deadline=1_007_200.0,
)
ENTRIES = (
    Entry(1, (ANN, BEN), place=2),
    Entry(2, HOUSE, team=1, place=1, since=1, until=2),
    Entry(3, (CAY,), asked=Person(10**18 + 4, "Dot"), team=0),
    Entry(4, (HOUSE[0], HOUSE[1]), place=1, since=2, gone=True),
)
RULING = Ruling(ANN, 2_000_000.25, None, Award.PLUS, Award.MINUS)
DEALT = (
    BoardAtTable(1, 1, 1, 2, 1, (HOUSE[0], ANN, HOUSE[1], BEN), 5.5),
    BoardAtTable(1, 2, 1, 2, 1, (HOUSE[0], ANN, HOUSE[1], BEN), 6.5, 77, True, True, (1, 3), -4, RULING),
)
ITEMS: tuple[items.SessionItem, ...] = (
    items.SessionStarted(2, 3),
    items.TableFinished(1, 2),
    items.BoardBrokenOff(2, 3),
    items.BoardTold(1),
    items.RoundOver(1, 3),
    items.TableLate(1, 2, (ANN, BEN)),
    items.PairLeft(CAY, HOUSE[0]),
    items.PairIn((ANN, HOUSE[1]), 2),
    items.BoardRuled(1, 2, ANN),
    items.SessionOver(),
    items.SessionCancelled(None),
    items.SessionCancelled(BEN),
)


@pytest.fixture
def store(database: Database) -> SqlSessionStore:
    return SqlSessionStore(database)


@pytest.fixture
def owing(database: Database) -> SqlSessionPostStore:
    return SqlSessionPostStore(database)


async def created(store: SqlSessionStore, **fields: object) -> Session:
    session = await store.create(replace(NEW, **fields))  # type: ignore[arg-type]
    assert session is not None
    return session


def changed(session: Session, *dealt: BoardAtTable, **fields: object) -> Session:
    boards = {**session.dealt, **{one.key: one for one in dealt}}
    return replace(session, version=session.version + 1, dealt=boards, **fields)  # type: ignore[arg-type]


async def test_a_session_comes_back_as_it_was(store: SqlSessionStore) -> None:
    session = await created(store)
    assert await store.load(session.id) == session == replace(NEW, id=session.id)
    full = changed(
        session,
        *DEALT,
        entries=ENTRIES,
        board_ids=(5, 6, 7, 8),
        movement_tables=2,
        opened=(1,),
        status=Status.PLAYING,
        posts=1,
    )
    assert await store.commit(SessionChange(full, 1, DEALT))
    assert await store.load(session.id) == full
    # A board at a table changes in its place.
    done = replace(DEALT[0], done=True, score=9, table_id=3)
    later = changed(full, done)
    assert await store.commit(SessionChange(later, 2, (done,)))
    assert await store.load(session.id) == later
    assert await store.load(session.id + 1) is None


async def test_a_change_against_an_earlier_version_stores_nothing(
    store: SqlSessionStore, owing: SqlSessionPostStore, database: Database
) -> None:
    session = await created(store)
    first = changed(session, boards=8)
    late = changed(session, *DEALT, boards=12)
    post = items.SessionPost(session.id, 1, (items.SessionOver(),), 1.0)
    held = await asyncio.gather(
        store.commit(SessionChange(first, 1)), store.commit(SessionChange(late, 1, DEALT, (post,)))
    )
    assert list(held) == [True, False]
    assert await store.load(session.id) == first
    assert not await owing.owed(session.id)
    (rows,) = await database.read(select(func.count()).select_from(session_boards))
    assert rows[0][0] == 0


async def test_there_is_one_open_session_a_channel(store: SqlSessionStore) -> None:
    session = await created(store)
    assert await store.create(NEW) is None
    elsewhere = await created(store, channel_id=5)
    assert await store.latest(NEW.channel_id) == session.id
    over = changed(session, status=Status.CANCELLED)
    assert await store.commit(SessionChange(over, 1))
    again = await created(store)
    assert await store.latest(NEW.channel_id) == again.id
    assert await store.open_sessions(guild_id=NEW.guild_id) == [again.id, elsewhere.id]
    assert await store.open_sessions(channel_id=5) == [elsewhere.id]
    assert await store.latest(6) is None


async def test_open_sessions_are_found_by_whoever_has_to_do_with_them(
    store: SqlSessionStore, database: Database
) -> None:
    session = await created(store)
    entered = changed(session, entries=ENTRIES[2:3])
    assert await store.commit(SessionChange(entered, 1))
    asked = present(ENTRIES[2].asked)
    for person in (ANN, CAY, asked):
        assert await store.open_sessions(user_id=person.user_id) == [session.id]
    assert not await store.open_sessions(user_id=BEN.user_id)
    over = changed(entered, status=Status.OVER)
    assert await store.commit(SessionChange(over, 2))
    assert not await store.open_sessions(user_id=ANN.user_id)
    (rows,) = await database.read(select(session_people))
    assert not rows


async def test_sessions_are_due_by_their_deadline_open_or_not(store: SqlSessionStore) -> None:
    session = await created(store, deadline=100.0)
    other = await created(store, channel_id=5, deadline=50.0)
    await created(store, channel_id=6, deadline=None)
    assert await store.due(99.0) == [other.id]
    assert await store.due(100.0) == await store.due() == [other.id, session.id]
    await store.wake(other.id, None)
    assert await store.due() == [session.id]
    assert present(await store.load(other.id)).version == other.version, "it is no change of the session"


async def test_posts_of_every_kind_are_owed_until_they_stand(
    store: SqlSessionStore, owing: SqlSessionPostStore
) -> None:
    session = await created(store)
    posts = tuple(items.SessionPost(session.id, n, (item,), float(n)) for n, item in enumerate(ITEMS, 1))
    now = changed(session, posts=len(posts))
    assert await store.commit(SessionChange(now, 1, (), posts))
    assert tuple(await owing.owed(session.id)) == posts
    await owing.delivered(posts[0], 55)
    await owing.delivered(posts[0], 56)
    assert tuple(await owing.owed(session.id)) == posts[1:]
    await owing.give_up(session.id)
    assert not await owing.owed(session.id)


async def test_a_session_is_behind_until_its_message_shows_it_and_its_posts_stand(
    store: SqlSessionStore, owing: SqlSessionPostStore
) -> None:
    session = await created(store)
    assert await owing.behind() == [session.id]
    assert await owing.message(session.id) is None
    message = SessionMessage(session.id, 20, 30, 5.0, 1)
    await owing.save_message(message)
    assert await owing.message(session.id) == message
    assert not await owing.behind()
    post = items.SessionPost(session.id, 1, (items.SessionOver(),), 1.0)
    over = changed(session, posts=1, status=Status.OVER)
    assert await store.commit(SessionChange(over, 1, (), (post,)))
    assert await owing.behind() == [session.id]
    await owing.delivered(post, 40)
    assert await owing.behind() == [session.id]
    await owing.save_message(replace(message, message_id=31, version=2))
    assert not await owing.behind()


async def test_nothing_is_owed_to_a_channel_that_is_gone(store: SqlSessionStore, owing: SqlSessionPostStore):
    session = await created(store)
    await owing.save_message(SessionMessage(session.id, 20, 30, 5.0, 1))
    post = items.SessionPost(session.id, 1, (items.SessionOver(),), 1.0)
    over = changed(session, posts=1, status=Status.OVER)
    assert await store.commit(SessionChange(over, 1, (), (post,)))
    await owing.give_up(session.id)
    assert not await owing.behind()


async def test_the_database_itself_holds_one_open_session_a_channel(
    store: SqlSessionStore, database: Database
) -> None:
    # As another process finds out that was not there when this one looked.
    session = await created(store)
    over = changed(session, status=Status.OVER)
    assert await store.commit(SessionChange(over, 1))
    await created(store)
    reopened = text(f"UPDATE sessions SET status = 'playing' WHERE id = {session.id}")
    with pytest.raises(Exception, match=r"(?i)unique"):
        await database.write(lambda connection, _: connection.execute(reopened), None)  # type: ignore[arg-type,return-value]
