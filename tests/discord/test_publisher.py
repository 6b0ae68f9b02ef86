import asyncio
from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.tables.state.chairs import Seat
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Table
from cogs.delivery.publisher import DiscordPublisher
from cogs.delivery.retrying_publisher import OVERDUE_SECONDS
from cogs.transport.surfaces import Surface, check_overtaken
from tests.stored_tables import stored_table
from tests.tables.fakes import HandClock, person

SNAPSHOT = TableSnapshot(stored_table(1, 1, 9, 1, "bezique", {}, (Seat(person(1)),), 0.0, 60))


class Hand:
    """A hand to be sent once; `looking` and `sending` hold up what they are called after."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.looks = 0
        self.looking, self.sending = asyncio.Event(), asyncio.Event()
        self.ours, self.doubted = True, list[int]()

    async def look(self, table_id: int) -> TableSnapshot:
        return SNAPSHOT

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        self.looks += 1
        if self.sent:
            return []
        owed = [Surface(1, "hand 1", self.show, self.give_up)]
        if self.looks > 1:
            await self.looking.wait()
        return owed

    def owns(self, table: Table) -> bool:
        return self.ours

    async def doubt(self, table_id: int) -> None:
        self.doubted.append(table_id)

    async def settled(self, table_id: int, version: int) -> None:
        assert self.sent, "it is still owed"

    async def show(self) -> bool:
        await self.sending.wait()
        self.sent.append(1)
        return True

    async def load(self, table: object) -> None:
        """No tokens are known."""

    async def place_gone(self, table_id: int) -> bool:
        raise AssertionError("the channel is there")

    async def give_up(self) -> None:
        raise AssertionError("nothing was refused")


async def a_few_turns() -> None:
    """Let every task go as far as it can."""
    for _ in range(10):
        await asyncio.sleep(0)


def _publisher(hand: Hand, clock: HandClock | None = None) -> DiscordPublisher:
    part, clock = cast(Any, hand), clock or HandClock()
    return DiscordPublisher(part, part, part, [hand], clock=clock, place_gone=hand.place_gone, interval=0)


async def test_what_is_shown_while_the_table_is_looked_over_is_not_shown_twice() -> None:
    """Discord would take the second for a repetition of the first and keep the older one."""
    hand = Hand()
    publisher = _publisher(hand)
    publisher.changed(1)
    await a_few_turns()
    publisher.changed(1)
    await a_few_turns()
    assert hand.looks == 2
    hand.sending.set()
    await a_few_turns()
    assert hand.sent == [1]
    hand.looking.set()
    await publisher.settled()
    assert hand.sent == [1]
    assert hand.looks == 3


async def test_what_was_on_its_way_when_the_table_was_handed_over_is_drawn_anew_by_its_new_owner() -> None:
    hand = Hand()
    hand.looking.set()
    publisher = _publisher(hand)
    publisher.changed(1)
    await a_few_turns()
    hand.ours = False
    hand.sending.set()
    await publisher.settled()
    assert (hand.sent, hand.doubted) == ([1], [1])


async def test_what_its_owner_has_shown_is_not_doubted() -> None:
    hand = Hand()
    hand.looking.set()
    hand.sending.set()
    publisher = _publisher(hand)
    publisher.changed(1)
    await publisher.settled()
    assert (hand.sent, hand.doubted) == ([1], [])


class LaterHand(Hand):
    """A hand to be sent by and by, which Discord refuses while it has an error to give."""

    due = 0.0
    error: discord.HTTPException | None = None
    again = False

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        return [] if self.sent else [Surface(1, "hand 1", self.show, self.give_up, due=self.due)]

    async def show(self) -> bool:
        if self.error is not None:
            raise self.error
        if self.again:
            await self.sending.wait()
            self.again = False
            self.sending.clear()
            return False
        return await super().show()


def http_error(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    kind = discord.Forbidden if status == 403 else discord.HTTPException
    return kind(response, {"code": code, "message": ""})


async def test_a_table_is_overdue_only_where_it_could_have_been_shown_by_now() -> None:
    hand, clock = LaterHand(), HandClock()
    hand.due, hand.again = clock.now() + 60, True
    publisher = _publisher(hand, clock)

    async def state() -> str:
        await a_few_turns()
        ((state, number),) = [one for one in publisher.counts().items() if one[1]]
        assert number == 1
        return state

    publisher.changed(1)
    await a_few_turns()
    clock.time += 50
    assert await state() == "later", "as a call for a turn is"
    clock.time += 15
    publisher.try_again()
    assert await state() == "now", "it waits for Discord"
    clock.time += OVERDUE_SECONDS + 1
    assert await state() == "overdue"
    hand.sending.set()
    assert await state() == "overdue", "it gave way to a later state"
    hand.sending.set()
    await publisher.settled()
    assert not any(publisher.counts().values())


@pytest.mark.parametrize(("status", "code", "state"), [(403, 50007, "refused"), (500, 0, "overdue")])
async def test_a_table_that_discord_refuses_is_not_overdue(status: int, code: int, state: str) -> None:
    hand = LaterHand()
    hand.error = http_error(status, code)
    publisher = _publisher(hand, HandClock())
    publisher.changed(1)
    await publisher.settled()
    assert {name: number for name, number in publisher.counts().items() if number} == {state: 1}


class Edited(Hand):
    """A message that is edited; each edit takes a while to draw. `drawn` are the versions drawn."""

    version = 1

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[int] = []

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        if self.sent[-1:] == [self.version]:
            return []
        show = partial(self.edit, self.version)
        return [Surface(1, "message", show, self.give_up, after="posts", version=self.version)]

    async def edit(self, version: int) -> bool:
        self.drawn.append(version)
        await self.sending.wait()
        self.sending.clear()
        check_overtaken()
        self.sent.append(version)
        return True


async def test_what_a_later_state_has_overtaken_is_not_sent_but_never_two_in_a_row() -> None:
    hand = Edited()
    publisher = _publisher(hand)
    for version in (1, 2, 3):
        hand.version = version
        publisher.changed(1)
        await a_few_turns()
        publisher.changed(1)  # nothing new
        await a_few_turns()
        if version > 1:
            hand.sending.set()
            await a_few_turns()
    hand.sending.set()
    await publisher.settled()
    assert hand.drawn == [1, 2, 3]
    assert hand.sent == [2, 3], "1 gave way to 2, so 2 was sent though 3 was there"


class Behind(Edited):
    """The same behind posts, which take a while."""

    def __init__(self) -> None:
        super().__init__()
        self.posted = False

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        posts = [] if self.posted else [Surface(1, "posts", self.post, self.give_up)]
        return [*posts, *await super().owed(snapshot)]

    async def post(self) -> bool:
        await self.looking.wait()
        self.posted = True
        return True


async def test_what_waited_behind_posts_and_is_overtaken_is_not_drawn() -> None:
    hand = Behind()
    hand.sending.set()
    publisher = _publisher(hand)
    for hand.version in (1, 2):
        publisher.changed(1)
        await a_few_turns()
    hand.looking.set()
    await publisher.settled()
    assert (hand.drawn, hand.sent) == ([2], [2])
