"""A season of matches, each server against each other in rounds: people leave off, some are erased, processes
are replaced; nothing of a board is told before its match is over, and the logs give every result."""

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.duplicate.contests.contests import GRACE_SECONDS
from bot.duplicate.contests.match_ports import Match, Side
from bot.rules.catalogue import ENGLISH
from bot.tables.people.access import Action, may, may_be_told
from bot.tables.state.errors import TableError
from cogs.actions import HANDLERS
from cogs.matches.views import draw_match
from cogs.ui.glyphs import plainly
from tests.databases import migrated
from tests.discord.ears import tells
from tests.duplicate.daily_room import DailyRoom, daily_room
from tests.tables.fakes import actor, is_refused
from tools.match_result import recomputed

GAMES = ("english-whist", "bishops-whist", "american-whist")
PEOPLE = 8  # on a server, of whom some play each match
PLAY = 3
BOARDS = 4
FIRST = 1_190_000_000_123_000_000


@pytest.fixture(scope="module", autouse=True)
def empty() -> bytes:
    """Made before there is an event loop."""
    return migrated()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[DailyRoom]:
    async with daily_room(tmp_path) as made:
        yield made


def server(number: int) -> Side:
    return Side(1000 + number, f"Server {number}", 2000 + number)


def people_of(number: int) -> range:
    return range(FIRST + 100 * number, FIRST + 100 * number + PEOPLE)


def rounds(servers: int) -> list[list[tuple[int, int]]]:
    """Everybody against everybody: one stays, the others move round."""
    ring, found = list(range(servers)), []
    for _ in range(servers - 1):
        found.append([(ring[at], ring[-1 - at]) for at in range(servers // 2)])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return found


async def drawn(room: DailyRoom, match: Match, side: int) -> str:
    state = await room.matches.state(match)
    result = await room.matches.result(match) if match.over else None
    drawing = await draw_match(state, result, side, ENGLISH, with_pictures=False)
    return "\n".join(plainly(one.content) for one in walked(drawing.view) if hasattr(one, "content"))


def walked(view: Any) -> list[Any]:
    return list(view.walk_children())


class Season:
    """What the servers play, and what of it was told too early."""

    def __init__(self, room: DailyRoom, servers: int, seed: int) -> None:
        self.room, self.servers, self.rng = room, servers, random.Random(seed)
        self.rooms = [room]
        self.spoilers: list[str] = []
        self.results = self.erased = self.heard = 0

    async def play(self) -> None:
        for number, pairs in enumerate(rounds(self.servers)):
            game = GAMES[number % len(GAMES)]
            ids = [await self.begin(here, there, game) for here, there in pairs]
            await self.play_round(ids, pairs)
            self.room.clock.time += 3 * 86_400.0 + GRACE_SECONDS
            await self.room.look_after()
            for match_id in ids:
                await self.finished(match_id)

    async def begin(self, here: int, there: int, game: str) -> int:
        manager = actor(FIRST, manages=True)
        offer = await self.room.matches.offer(manager, server(here), game, BOARDS, PLAY)
        return (await self.room.matches.accept(manager, server(there), offer.code)).id

    async def play_round(self, ids: list[int], pairs: list[tuple[int, int]]) -> None:
        rng = self.rng
        turns = [
            (match_id, side, user_id, rng.choice((0, -1)))
            for match_id, pair in zip(ids, pairs, strict=True)
            for side in (0, 1)
            for user_id in rng.sample(people_of(pair[side]), rng.randint(0, PLAY))
            for _ in range(rng.choice((1, BOARDS - 1, BOARDS, BOARDS)))
        ]
        rng.shuffle(turns)
        for place, (match_id, side, user_id, pick) in enumerate(turns):
            await self.turn(match_id, side, user_id, pick)
            if rng.random() < 0.02:
                await self.room.tables.privacy.erase(user_id)
                self.erased += 1
            if place % 10 == 5:
                await self.replace_process()
            if place % 5 == 0:
                await self.listen(match_id, pairs[ids.index(match_id)])

    async def turn(self, match_id: int, side: int, user_id: int, pick: int) -> None:
        matches = self.room.matches
        match, found = await matches.meant(server_of(await matches.store.match(match_id), side))
        assert found == side
        try:
            snapshot = await matches.play(actor(user_id).person, match, side)
        except TableError as refusal:
            assert refusal.code in ("contest-erased", "contest-over"), refusal
            return
        if snapshot is not None:
            await self.room.finish(snapshot, user_id, pick)

    async def replace_process(self) -> None:
        await self.room.settle()
        await self.room.tables.stop()
        self.room = DailyRoom(self.room.database, seed=self.rng.randrange(2**30), clock=self.room.clock)
        self.rooms.append(self.room)
        await self.room.look_after()

    async def listen(self, match_id: int, pair: tuple[int, int]) -> None:
        """What anybody of the two servers is told, or gets as a file, while the match goes on."""
        match = await self.room.matches.store.match(match_id)
        assert match is not None
        if match.over:
            return
        await is_refused("match-not-over", self.room.matches.result(match))
        self.heard += 1
        for side in (0, 1):
            said = await drawn(self.room, match, side)
            self.spoilers += [said] if tells(said) or "%" in said else []
        for one in await self.room.store.boards(match_id):
            for snapshot in await self.room.contests.boards.tables(one.board.id):
                table = snapshot.table
                own = table.board.table if table.board is not None else 0
                for user_id in (*people_of(pair[0]), *people_of(pair[1])):
                    told = may_be_told(table, user_id) or may(
                        actor(user_id, manages=True), Action.LOOK, table
                    )
                    self.spoilers += [f"{table.id}"] if told and user_id != own else []
            listener = self.rng.choice(people_of(self.rng.choice(pair)))
            rows = str(await self.room.tables.privacy.stored(listener))
            pack = one.board.opening[0][1]
            self.spoilers += [rows] if pack in rows or one.board.seal.salt in rows else []

    async def finished(self, match_id: int) -> None:
        match = await self.room.matches.store.match(match_id)
        assert match is not None
        assert match.over
        result = await self.room.matches.result(match)
        assert await recomputed(self.room.database, match_id) == result
        texts = [await drawn(self.room, match, side) for side in (0, 1)]
        for side, text in enumerate(texts):
            assert ("There is no result" in text) is (result.totals is None)
            other = match.sides[1 - side].guild_id
            state = await self.room.matches.state(match)
            assert not any(e.name in text for e in state.entries if e.name and e.guild_id == other)
        self.results += result.totals is not None


def server_of(match: Match | None, side: int) -> int:
    assert match is not None
    return match.sides[side].guild_id


@pytest.mark.parametrize("servers", [4, pytest.param(16, marks=pytest.mark.long)])
async def test_a_season_tells_nothing_early_and_is_in_the_logs(room: DailyRoom, servers: int) -> None:
    assert HANDLERS, "its buttons are declared"
    season = Season(room, servers, seed=servers)
    await season.play()
    assert season.spoilers == []
    assert season.heard > servers
    assert season.results >= servers // 2
    assert len(season.rooms) > 3
    assert season.erased or servers < 16
    for one in season.rooms[1:]:
        await one.contests.stop()
        await one.tables.stop()
