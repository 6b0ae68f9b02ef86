"""Clubs in a database: one change wins, and a night opens with its session or table or not at all."""

from dataclasses import replace

import pytest
from sqlalchemy import func, select

from bot.community.clubs.club import Club, Event, Skipped, State, What
from bot.duplicate.sessions.session import Kind, Scoring, Session
from bot.tables.state.chairs import Person
from storage.community.clubs import SqlClubStore
from storage.connection.database import Database
from storage.duplicate.sessions import SqlSessionStore
from storage.privacy import SqlPrivacyStore
from storage.schema.duplicate import sessions
from storage.schema.tables import tables
from storage.tables.store import SqlTableStore
from tests.present import present
from tests.storage import makers

ANN = 1_190_000_000_000_000_100
CLUB = Club(0, 10, 20, Person(ANN, "Ann"), What.PAIRS, "english-whist", 8, True, "Europe/London", 9_000.0)


def session(channel_id: int = 20) -> Session:
    kind, host = Kind.PAIRS, Person(ANN, "Ann")
    return Session(0, 10, channel_id, host, kind, "english-whist", {}, 8, Scoring.MATCHPOINTS, 480, 60, 1.0)


async def count(database: Database, table: object) -> int:
    (rows,) = await database.read(select(func.count()).select_from(table))  # type: ignore[arg-type]
    return int(rows[0][0])


async def test_a_club_comes_back_as_it_was(database: Database) -> None:
    store = SqlClubStore(database)
    club = await store.add(CLUB)
    assert await store.of_server(10) == [club]
    changed = replace(
        club,
        number=4,
        ended=True,
        state=State.STARTED,
        event=Event.MAKING,
        event_id=5,
        stale_event=6,
        skipped=Skipped.MISSED,
        skipped_at=8_000.5,
        played=((3, 7_000.25), (4, 8_000.0)),
    )
    stored = await store.replace(changed)
    assert stored == replace(changed, version=2)
    assert await store.of_server(10) == [stored]
    assert not await store.of_server(11)


async def test_clubs_are_due_by_their_deadline(database: Database) -> None:
    store = SqlClubStore(database)
    club = present(await store.replace(replace(await store.add(CLUB), event=Event.MADE)))
    other = await store.add(replace(CLUB, starts_at=8_000.0))
    assert await store.due(9_000 - 3600 - 1) == [other], "its event is wanted"
    assert await store.due(9_000 - 3600) == [other, club]
    await store.replace(replace(club, ended=True))
    assert await store.due(1e12) == [other]


@pytest.mark.parametrize("what", ["session", "table"])
async def test_of_two_processes_one_opens_the_night(database: Database, what: str) -> None:
    store = SqlClubStore(database)
    club = await store.add(CLUB)
    opened = replace(club, state=State.OPEN)
    subject = session() if what == "session" else makers.FULL
    first, second = await store.replace(opened, subject), await store.replace(opened, subject)
    assert second is None
    assert present(first).subject_id == 1
    assert await count(database, sessions if what == "session" else tables) == 1
    kept = SqlSessionStore(database) if what == "session" else SqlTableStore(database)
    assert await kept.load(1) is not None


async def test_while_its_channel_has_a_session_a_night_stays_planned(database: Database) -> None:
    store = SqlClubStore(database)
    club = await store.add(CLUB)
    await SqlSessionStore(database).create(session())
    assert await store.replace(replace(club, state=State.OPEN), session()) is None
    assert await store.of_server(10) == [club]
    assert await count(database, sessions) == 1


async def test_who_is_erased_is_no_clubs_host_and_cannot_come_back(database: Database) -> None:
    store, privacy = SqlClubStore(database), SqlPrivacyStore(database)
    club = await store.add(CLUB)
    await store.add(replace(CLUB, host=Person(5, "Eve")))
    assert [row["id"] for row in (await privacy.rows_of(ANN))["clubs"]] == [club.id]
    await privacy.erase(ANN)
    assert [one.host.user_id for one in await store.of_server(10)] == [0, 5]
    assert "clubs" not in await privacy.rows_of(ANN)
    assert await store.replace(replace(club, ended=True)) is None, "it is read again first"
