import asyncio
from collections.abc import Sequence
from typing import Any, cast

from bot.tables.state.chairs import Seat
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Table
from cogs.delivery.publisher import DiscordPublisher
from cogs.transport.surfaces import Surface
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


def _publisher(hand: Hand) -> DiscordPublisher:
    part = cast(Any, hand)
    return DiscordPublisher(
        part, part, part, [hand], clock=HandClock(), place_gone=hand.place_gone, interval=0
    )


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
