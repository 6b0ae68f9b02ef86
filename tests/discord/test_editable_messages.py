"""What a message within reach of a token shows in the end, whoever has drawn it."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.cluster.alone import Alone
from bot.cluster.hints import Hint, Topic
from bot.cluster.ports import Cluster
from bot.tables.state.chairs import Seat
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.editable import TABLE_MESSAGE, TOKEN_SECONDS, UNKNOWN, EditableStore
from cogs.transport.editable_messages import (
    ANSWER_SECONDS,
    DOUBT_SECONDS,
    LEFT_SECONDS,
    EditableMessages,
)
from storage.cluster.editable_messages import SqlEditableStore
from storage.connection.database import open_database
from tests.databases import migrated, without_threads
from tests.stored_tables import stored_table
from tests.tables.fakes import HandClock, person

ANN = 1
PANEL, SECOND = 77, 78
TABLE = 7


presses = itertools.count(1)


def at_version(version: int, *, table: int = TABLE) -> TableSnapshot:
    return TableSnapshot(
        stored_table(table, 1, 9, 1, "bezique", {}, (Seat(person(ANN)),), 0.0, 60, version=version)
    )


def click(at: float = 0.0, locale: str = "en-US") -> Any:
    since = max(0.0, at - discord.utils.snowflake_time(0).timestamp())
    press = (int(since * 1000) << 22) + next(presses)
    return SimpleNamespace(
        id=press,
        application_id=3,
        token=f"token-{press}",
        user=SimpleNamespace(id=ANN),
        guild_id=None,
        channel_id=5,
        locale=SimpleNamespace(value=locale),
    )


class Processes:
    """Processes that share a store; the first looks after every table."""

    def __init__(self, store: EditableStore) -> None:
        self.store = store
        self.clock = HandClock()
        self.clock.time = 1_800_000_000.0
        self.heard: list[tuple[int, Hint]] = []
        self.met: list[tuple[int, str]] = []
        self.looks_after = 1

    def process(self, number: int) -> EditableMessages:
        cluster = SimpleNamespace(process=number, owns=lambda guild_id, table_id: self.looks_after == number)
        return EditableMessages(
            cast(Any, None),
            self.store,
            self.clock,
            cast(Cluster, cluster),
            lambda hint: self.heard.append((number, hint)),
            lambda user_id, locale: self.met.append((user_id, locale)),
        )

    def click(self, **fields: Any) -> Any:
        return click(self.clock.now(), **fields)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cards.db"
    path.write_bytes(migrated())
    return path


@pytest.fixture
async def store(file: Path) -> AsyncIterator[EditableStore]:
    with without_threads():
        database = await open_database(f"sqlite+aiosqlite:///{file}")
        yield SqlEditableStore(database)
        await database.close()


@pytest.fixture
def processes(store: EditableStore) -> Processes:
    return Processes(store)


@pytest.fixture
async def messages(store: EditableStore) -> AsyncIterator[EditableMessages]:
    messages = EditableMessages(
        cast(Any, None), store, HandClock(), Alone(), lambda hint: None, lambda user_id, locale: None
    )
    yield messages
    await messages.settled()


async def test_a_pressed_message_is_left_to_its_answer_but_not_for_long(messages: EditableMessages) -> None:
    now, pressed = messages.clock.now(), cast(Any, SimpleNamespace(id=PANEL))
    with messages.pressed(pressed) as first:
        cast(HandClock, messages.clock).time += 1
        with messages.pressed(pressed) as second:
            assert messages.left_until(TABLE, PANEL) == now + 1 + LEFT_SECONDS
        assert messages.left_until(TABLE, PANEL) == now + LEFT_SECONDS
        assert messages.left_until(TABLE, PANEL + 1) == 0
    assert messages.left_until(TABLE, PANEL) == 0
    assert first == second == {TABLE}


async def test_an_edit_with_nothing_between_shows_what_it_drew(messages: EditableMessages) -> None:
    messages.keep_panel(click(), at_version(3), PANEL, original=True, dm=True)
    before = messages.panel(TABLE, ANN, PANEL)
    assert messages.drawn(TABLE, ANN, PANEL, before, 4)
    assert [panel.shown for panel in messages.panels(TABLE, ANN)] == [4]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("drawn", [3, 5])
async def test_a_panel_that_a_click_drew_during_the_edit_is_drawn_once_more(
    messages: EditableMessages, known: bool, drawn: int
) -> None:
    if known:
        messages.keep_panel(click(), at_version(3), PANEL, original=True, dm=True)
    before = messages.panel(TABLE, ANN, PANEL)
    messages.keep_panel(click(), at_version(drawn), PANEL, original=True, dm=True)
    assert not messages.drawn(TABLE, ANN, PANEL, before, 4)
    assert all(panel.shown < 4 for panel in messages.panels(TABLE, ANN))


async def test_a_panel_wanted_otherwise_during_the_edit_is_drawn_once_more(messages: EditableMessages):
    messages.keep_panel(click(), at_version(3), PANEL, original=True, dm=True)
    before = messages.panel(TABLE, ANN, PANEL)
    messages.outdate(ANN)
    assert not messages.drawn(TABLE, ANN, PANEL, before, 4)


async def test_a_table_message_that_a_click_drew_during_the_edit_is_drawn_once_more(
    messages: EditableMessages,
) -> None:
    messages.keep_table_message(click(), at_version(3), PANEL)
    before = messages.table_message(TABLE)
    messages.keep_table_message(click(), at_version(3), PANEL)
    assert not messages.drawn(TABLE, TABLE_MESSAGE, PANEL, before, 4)
    again = messages.table_message(TABLE)
    assert messages.drawn(TABLE, TABLE_MESSAGE, PANEL, again, 4)


async def test_of_two_presses_answered_at_once_nobody_knows_which_was_drawn_last(processes: Processes):
    messages, first, second = processes.process(1), processes.click(), processes.click()
    processes.clock.time += 0.1
    for press, version in ((second, 4), (first, 3)):
        messages.keep_panel(press, at_version(version), PANEL, original=True, dm=True)
    assert [panel.shown for panel in messages.panels(TABLE, ANN)] == [UNKNOWN]
    processes.clock.time += 0.1
    messages.keep_panel(processes.click(), at_version(4), PANEL, original=True, dm=True)
    assert [panel.shown for panel in messages.panels(TABLE, ANN)] == [4]
    await messages.settled()


async def test_after_a_restart_it_knows_the_panels_and_which_was_used_last(processes: Processes) -> None:
    before = processes.process(1)
    for message_id in (PANEL, SECOND, PANEL):
        before.keep_panel(
            processes.click(locale="de"), at_version(3), message_id, original=True, dm=message_id == SECOND
        )
    before.keep_table_message(processes.click(), at_version(3), 90)
    known, shown = before.panels(TABLE, ANN), before.table_message(TABLE)
    await before.settled()
    after = processes.process(1)
    await after.load(at_version(3).table)
    assert after.panels(TABLE, ANN) == known
    assert [panel.message_id for panel in known] == [SECOND, PANEL]
    assert after.table_message(TABLE) == shown
    assert (ANN, "de") in processes.met
    assert after.last_pressed(TABLE, ANN) == processes.clock.now()
    assert await after.in_reach() == [TABLE]
    processes.clock.time += TOKEN_SECONDS
    assert not after.panels(TABLE, ANN)
    assert not await after.in_reach()
    await after.forget_expired()
    assert not await processes.store.of_table(TABLE)


async def test_what_is_laid_aside_or_shows_something_else_or_is_over_is_not_kept(processes: Processes):
    first = processes.process(1)
    await first.load(at_version(3).table)
    for message_id in (PANEL, SECOND, 79):
        first.keep_panel(processes.click(), at_version(3), message_id, original=True, dm=True)
    assert first.panel_laid_aside(TABLE, ANN, PANEL, first.panel(TABLE, ANN, PANEL))
    with first.taking_over(processes.click(), SECOND):
        pass
    await first.settled()
    assert [row.message_id for row in await processes.store.of_table(TABLE)] == [79]
    first.forget(TABLE)
    await first.settled()
    assert not await processes.store.of_table(TABLE)


async def test_a_panel_of_one_table_that_becomes_one_of_another_belongs_there(processes: Processes) -> None:
    first, then = processes.process(1), at_version(1, table=8)
    first.keep_panel(processes.click(), at_version(3), PANEL, original=True, dm=True)
    press = processes.click()
    with first.taking_over(press, PANEL):
        first.keep_panel(press, then, PANEL, original=True, dm=True)
    await first.settled()
    assert not await processes.store.of_table(TABLE)
    assert [row.message_id for row in await processes.store.of_table(8)] == [PANEL]


async def test_a_panel_whose_answer_failed_stays_the_panel_that_it_was(processes: Processes) -> None:
    first = processes.process(1)
    for message_id in (PANEL, SECOND):
        first.keep_panel(processes.click(), at_version(3), message_id, original=True, dm=True)
    before = first.panels(TABLE, ANN)

    def fail() -> None:
        with first.taking_over(processes.click(), PANEL):
            assert first.panel(TABLE, ANN, PANEL) is None
            raise TimeoutError

    with pytest.raises(TimeoutError):
        fail()
    assert first.panels(TABLE, ANN) == before
    await first.settled()
    assert [row.message_id for row in await processes.store.of_table(TABLE)] == [PANEL, SECOND]


async def test_an_edit_under_way_does_not_count_when_an_answer_may_have_drawn_the_message(
    messages: EditableMessages,
) -> None:
    table = at_version(3)
    messages.keep_panel(click(), table, PANEL, original=True, dm=True)
    messages.keep_table_message(click(), table, SECOND)
    panel, shown = messages.panel(TABLE, ANN, PANEL), messages.table_message(TABLE)
    await messages.distrust(table.table, ANN, PANEL)
    await messages.distrust(table.table, TABLE_MESSAGE, SECOND)
    assert not messages.drawn(TABLE, ANN, PANEL, panel, 4)
    assert not messages.drawn(TABLE, TABLE_MESSAGE, SECOND, shown, 4)


async def test_whoever_looks_after_the_table_hears_of_what_another_has_answered(processes: Processes):
    owner, other = processes.process(1), processes.process(2)
    await owner.load(at_version(3).table)
    other.keep_panel(processes.click(), at_version(3), PANEL, original=True, dm=False)
    await other.settled()
    assert processes.heard == [(2, Hint(Topic.SHOWN, TABLE))]
    assert not other.panels(TABLE, ANN), "it is not its to edit"
    assert not owner.panels(TABLE, ANN)
    assert await owner.answered_elsewhere(processes.clock.now() - 60) == [TABLE]
    assert not await other.answered_elsewhere(processes.clock.now() - 60)
    owner.outdated(TABLE)
    await owner.load(at_version(3).table)
    (panel,) = owner.panels(TABLE, ANN)
    assert (panel.shown, panel.elsewhere) == (3, True)


async def test_a_panel_that_the_owner_drew_at_about_the_time_of_a_press_elsewhere_is_in_doubt(
    processes: Processes,
) -> None:
    owner, other = processes.process(1), processes.process(2)
    await owner.load(at_version(3).table)
    for later, shown in ((1.0, UNKNOWN), (DOUBT_SECONDS + 1.0, 4)):
        owner.drawn(TABLE, ANN, PANEL, owner.panel(TABLE, ANN, PANEL), 3)
        processes.clock.time += later
        other.keep_panel(processes.click(), at_version(4), PANEL, original=True, dm=True)
        await other.settled()
        owner.outdated(TABLE)
        await owner.load(at_version(4).table)
        assert [panel.shown for panel in owner.panels(TABLE, ANN)] == [shown]


@pytest.mark.parametrize("order", [(2, 3), (3, 2)])
async def test_of_two_answered_at_once_by_two_the_later_press_counts_and_what_it_shows_is_in_doubt(
    processes: Processes, order: tuple[int, int]
) -> None:
    pressed = {2: processes.click(), 3: processes.click()}
    for number in order:
        other = processes.process(number)
        other.keep_panel(pressed[number], at_version(number), PANEL, original=True, dm=True)
        await other.settled()
    (row,) = await processes.store.of_table(TABLE)
    assert (row.press, row.token, row.shown) == (pressed[3].id, pressed[3].token, UNKNOWN)


async def test_what_is_in_doubt_is_drawn_again_once_and_not_at_every_look(processes: Processes) -> None:
    owner, other = processes.process(1), processes.process(2)
    earlier, later = processes.click(), processes.click()
    await owner.load(at_version(3).table)
    owner.keep_panel(later, at_version(3), PANEL, original=True, dm=True)
    await owner.settled()
    other.keep_panel(earlier, at_version(3), PANEL, original=True, dm=True)
    await other.settled()
    shown = []
    for _ in range(2):
        owner.outdated(TABLE)
        await owner.load(at_version(3).table)
        (panel,) = owner.panels(TABLE, ANN)
        shown.append(panel.shown)
        owner.drawn(TABLE, ANN, PANEL, panel, 3)
        await owner.settled()
    assert shown[0] < 3
    assert shown[1] == 3
    assert owner.panels(TABLE, ANN)[0].token == later.token


async def test_a_table_that_is_taken_over_is_known_as_it_is_stored(processes: Processes) -> None:
    first, second = processes.process(1), processes.process(2)
    await first.load(at_version(3).table)
    first.keep_panel(processes.click(), at_version(3), PANEL, original=True, dm=True)
    await first.settled()
    processes.looks_after = 2
    first.leave_others()
    assert not first.panels(TABLE, ANN)
    await second.load(at_version(3).table)
    assert [panel.message_id for panel in second.panels(TABLE, ANN)] == [PANEL]
    second.drop_panel(TABLE, ANN, PANEL)
    await second.settled()
    processes.looks_after = 1
    await first.load(at_version(3).table)
    assert not first.panels(TABLE, ANN)


async def test_a_press_while_the_table_is_read_is_not_lost(processes: Processes) -> None:
    owner, other = processes.process(1), processes.process(2)
    other.keep_panel(processes.click(), at_version(2), SECOND, original=True, dm=True)
    await other.settled()
    owner.keep_panel(processes.click(), at_version(3), PANEL, original=True, dm=True)
    reading = asyncio.create_task(owner.load(at_version(3).table))
    await asyncio.sleep(0)
    owner.keep_panel(processes.click(), at_version(3), 79, original=True, dm=True)
    owner.drop_panel(TABLE, ANN, PANEL)
    await reading
    assert [panel.message_id for panel in owner.panels(TABLE, ANN)] == [SECOND, 79]
    await owner.settled()
    assert [row.message_id for row in await processes.store.of_table(TABLE)] == [SECOND, 79]


async def test_what_is_told_of_while_the_table_is_read_is_read_as_well(processes: Processes) -> None:
    owner, other = processes.process(1), processes.process(2)
    of_table = processes.store.of_table

    async def meanwhile(table_id: int) -> Any:
        rows = await of_table(table_id)
        cast(Any, processes.store).of_table = of_table
        other.keep_panel(processes.click(), at_version(3), PANEL, original=True, dm=True)
        await other.settled()
        owner.outdated(table_id)
        return rows

    cast(Any, processes.store).of_table = meanwhile
    await owner.load(at_version(3).table)
    assert [panel.message_id for panel in owner.panels(TABLE, ANN)] == [PANEL]


@pytest.mark.parametrize("others", [frozenset(), frozenset({2})])
async def test_a_hand_that_another_process_may_be_about_to_show_is_not_sent_meanwhile(
    store: EditableStore, others: frozenset[int]
) -> None:
    cluster = cast(Cluster, SimpleNamespace(process=1, others=others))
    messages = EditableMessages(
        cast(Any, None), store, HandClock(), cluster, lambda hint: None, lambda user_id, locale: None
    )
    table = replace(at_version(1).table, created_at=100.0)
    assert messages.answered_until(table) == (100.0 + ANSWER_SECONDS if others else 0.0)


class Shown:
    """A message on Discord: requests to draw it take effect at any time until they are confirmed."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.version = 0

    async def draw(self, version: int) -> None:
        await self.dawdle()
        self.version = version
        await self.dawdle()

    async def dawdle(self, most: int = 60) -> None:
        for _ in range(self._rng.randint(0, most)):
            await asyncio.sleep(0)


class Play:
    """A table that moves on while a person presses on their panel, and any of three processes answers."""

    def __init__(self, processes: Processes, seed: int) -> None:
        self.rng = random.Random(seed)
        self.processes = processes
        self.messages = {number: processes.process(number) for number in (1, 2, 3)}
        self.shown = Shown(self.rng)
        self.version = 1
        self.looks = asyncio.Event()
        self.heard = 0

    async def answers(self, number: int, press: Any) -> None:
        """As `cogs.answering.answers` does it."""
        version = self.version
        await self.shown.draw(version)
        self.messages[number].keep_panel(press, at_version(version), PANEL, original=True, dm=True)
        self.looks.set()

    async def owner(self) -> None:
        """As `cogs.delivery.publisher` and `cogs.delivery.panels` do it; one drawing at a time."""
        owner = self.messages[1]
        while True:
            await self.looks.wait()
            self.looks.clear()
            self.hear()
            await owner.load(at_version(self.version).table)
            panel, version = owner.panel(TABLE, ANN, PANEL), self.version
            if panel is not None and panel.shown < version:
                await self.shown.draw(version)
                owner.drawn(TABLE, ANN, PANEL, panel, version)
                self.looks.set()
            await asyncio.sleep(0)

    def hear(self) -> None:
        told, self.heard = self.processes.heard[self.heard :], len(self.processes.heard)
        if told and self.rng.random() < 0.7:
            self.messages[1].outdated(TABLE)

    async def run(self) -> None:
        owner, began = asyncio.create_task(self.owner()), self.processes.clock.now()
        answering = list[asyncio.Task[None]]()
        for _ in range(self.rng.randint(4, 12)):
            await self.shown.dawdle(self.rng.choice([5, 20, 80]))
            self.processes.clock.time += self.rng.choice([0.01, 0.3])
            if self.rng.random() < 0.1:
                await asyncio.gather(*answering)
                self.processes.clock.time += 15.0
            if self.rng.random() < 0.4:
                self.version += 1
                self.looks.set()
            else:
                number = self.rng.choice([1, 2, 2, 3])
                answering.append(asyncio.create_task(self.answers(number, self.processes.click())))
        await asyncio.gather(*answering)
        for messages in self.messages.values():
            await messages.settled()
        # What was not heard is found by looking.
        for table_id in await self.messages[1].answered_elsewhere(began):
            self.messages[1].outdated(table_id)
        self.looks.set()
        while self.looks.is_set():
            for _ in range(200):
                await asyncio.sleep(0)
        owner.cancel()


@pytest.mark.parametrize("seed", range(100))
async def test_in_the_end_the_panel_shows_the_table_as_it_is(processes: Processes, seed: int) -> None:
    play = Play(processes, seed)
    await play.run()
    known = play.messages[1].panel(TABLE, ANN, PANEL)
    if known is not None:
        assert play.shown.version == play.version, (play.shown.version, known)
        assert known.shown == play.version


async def test_nobody_hears_of_a_token(processes: Processes, caplog: pytest.LogCaptureFixture) -> None:
    async def fails(message: Any, process: int) -> None:
        raise ConnectionError(f"could not write {message.token}")

    cast(Any, processes.store).save = fails
    messages, press = processes.process(1), processes.click()
    messages.keep_panel(press, at_version(3), PANEL, original=True, dm=True)
    await messages.settled()
    assert "ConnectionError" in caplog.text
    assert press.token not in caplog.text
    (panel,) = messages.panels(TABLE, ANN)
    assert press.token not in repr(panel)
    assert press.token not in repr(replace(panel, shown=1))
