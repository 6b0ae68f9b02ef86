"""What is remembered of people's settings."""

import asyncio

import pytest

from bot.tables.people import users
from bot.tables.people.users import KEPT_SECONDS, Users
from bot.tables.state.chairs import Person
from bot.tables.state.preferences import UserSettings
from storage.people.users import SqlUserStore
from tests.databases import in_memory
from tests.tables.fakes import HandClock, Room


async def test_only_those_who_were_there_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users, "KEPT", 3)
    known = Users(Room().users, HandClock())
    people = [Person(number, str(number)) for number in range(1, 6)]
    await known.save(UserSettings(1, play_forced=True))
    await known.read(people[:3])
    assert known.plays_forced(1), "which makes it the latest"
    await known.read(people[3:])
    assert known.unread(people) == people[1:3]
    assert known.plays_forced(1)
    await known.read(people)
    assert known.unread(people) != []
    assert not known.plays_forced(2)


async def test_settings_are_read_once_until_somebody_may_have_changed_them() -> None:
    store, clock = Room().users, HandClock()
    known = Users(store, clock)
    assert not (await known.settings(1)).reading
    await store.save_settings(UserSettings(1, reading=True))
    assert not (await known.settings(1)).reading, "no hint has come"
    known.outdated(1)
    assert (await known.settings(1)).reading
    await store.save_settings(UserSettings(1))
    clock.time += KEPT_SECONDS
    assert not (await known.settings(1)).reading, "the hint was lost"


async def test_a_read_that_began_before_a_save_does_not_undo_it() -> None:
    class Slow(SqlUserStore):
        asked = asyncio.Event()
        answer = asyncio.Event()

        async def settings(self, user_id: int) -> UserSettings:
            found = await super().settings(user_id)
            self.asked.set()
            await self.answer.wait()
            return found

    store = Slow(in_memory())
    known = Users(store, HandClock())
    reading = asyncio.create_task(known.settings(1))
    await store.asked.wait()
    await known.save(UserSettings(1, reading=True))
    store.answer.set()
    await reading
    assert known.is_reader(1)
