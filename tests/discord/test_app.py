"""The parts of the bot open in order and close in reverse."""

from contextlib import AsyncExitStack
from typing import Any

import pytest

from bot.app import running
from bot.client import Cardinal
from bot.cluster.alone import Alone
from bot.duplicate.contests.contests import Contests
from bot.duplicate.service import Duplicate
from bot.house.workers import Workers
from bot.settings import Settings
from bot.tables.service import Tables
from cogs.delivery.publisher import DiscordPublisher
from cogs.transport.call_budget import CallBudget
from cogs.transport.editable_messages import EditableMessages
from cogs.transport.routing import Router
from storage.connection.database import Database
from tests.offline import opened_bot

ENDS = [
    (Alone, "drain"),
    (Cardinal, "close"),
    (Router, "settled"),
    (Cardinal, "unload"),
    (Contests, "stop"),
    (Duplicate, "stop"),
    (Tables, "stop"),
    (Workers, "close"),
    (DiscordPublisher, "settled"),
    (EditableMessages, "settled"),
    (CallBudget, "close"),
    (Database, "close"),
]
"""Others take over, intake ends, presses are answered, play stops, what it led to is shown; then the rest."""


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[tuple[type, str]]:
    noted: list[tuple[type, str]] = []

    def note(owner: Any, name: str) -> None:
        end = getattr(owner, name)

        async def ending(*arguments: Any) -> None:
            noted.append((owner, name))
            await end(*arguments)

        monkeypatch.setattr(owner, name, ending)

    for owner, name in ENDS:
        note(owner, name)
    return noted


async def test_a_stop_goes_from_what_comes_in_to_the_store(
    settings: Settings, database: None, ended: list[tuple[type, str]]
) -> None:
    async with AsyncExitStack() as stack:
        bot = await opened_bot(stack, settings)
        assert bot.unready() == "starting"
        assert not ended
    assert ended == ENDS
    assert bot.unready() == "stopping"


async def test_a_part_that_cannot_be_opened_closes_those_before_it(
    settings: Settings, database: None, ended: list[tuple[type, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no client")

    monkeypatch.setattr(Cardinal, "__init__", broken)
    with pytest.raises(RuntimeError, match="no client"):
        async with running(settings):
            pass
    assert ended == [(CallBudget, "close"), (Database, "close")]
