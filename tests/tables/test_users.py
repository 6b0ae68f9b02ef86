"""What is remembered of people's settings."""

import pytest

from bot.tables.people import users
from bot.tables.people.users import Users
from bot.tables.state.chairs import Person
from bot.tables.state.preferences import UserSettings
from tests.tables.fakes import MemoryUsers

pytestmark = pytest.mark.asyncio


async def test_only_those_who_were_there_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users, "KEPT", 3)
    known = Users(MemoryUsers())
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
