"""Pages of a replay over HTTP with pictures on: what people wait for, and the calls with the bot's token."""

import asyncio
import os
import random
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from benchmarks.clicks import quiet
from benchmarks.figures import Figure, percentile
from bot.rules.registry import GAMES
from bot.tables.judging.hand_pages import hands_to_page
from bot.tables.people.access import Actor
from bot.tables.service import Tables
from bot.tables.state.chairs import Person
from storage.connection.database import migrate
from tests.cluster.processes import BotProcess
from tests.fake_discord.driver import controls, private_answer
from tests.fake_discord.server import FakeDiscord
from tests.fake_discord.tables import Mix, Place, lay_out, store_tables, tables_over
from tests.fake_discord.world import Message

PAGE_MS: Final = 300.0
HANDS: Final = 3  # of each game

_NEXT: Final = ".on"
_POLL_SECONDS: Final = 0.002
_LONGEST_SECONDS: Final = 30.0
_SEED: Final = 2027


def measure(hands: int = HANDS, games: Sequence[str] = tuple(GAMES)) -> list[Figure]:
    """Turn every page of so many hands of each game, one after another."""
    waits, calls = asyncio.run(_turn_pages(hands, games))
    every = [wait for of_game in waits.values() for wait in of_game]
    load = f"load {os.getloadavg()[0]:.1f}"
    return [
        Figure("pages", len(every)),
        Figure("a page, p50", percentile(every, 0.5), f"ms ({load})"),
        Figure.at_most("a page, p95", percentile(every, 0.95), "ms", PAGE_MS),
        *(Figure(f"a page of {key}, p95", percentile(waits[key], 0.95), "ms") for key in waits),
        Figure.at_most("calls with the bot's token", calls, "", 0),
    ]


async def _turn_pages(hands: int, games: Sequence[str]) -> tuple[dict[str, list[float]], int]:
    """Milliseconds from each press until its page was shown, by game, and the calls with the bot's token."""
    folder = Path(tempfile.mkdtemp(prefix="cardinal-pages-"))
    url = f"sqlite+aiosqlite:///{folder / 'cardinal.db'}"
    mix = Mix(people=(1,), games=games, dms=1, sleepers=0)
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(FakeDiscord())
        places = lay_out(discord.world, hands * len(games), mix)
        await migrate(url)
        await store_tables(url, places, mix)
        async with tables_over(url) as (tables, _):
            for place in places.places:
                await _play_a_hand(tables, place)
        settings = {"CARDINAL_PICTURES": "true", "CARDINAL_HOUSE_WORKERS": "0"}
        process = BotProcess(discord, "a1", url, folder, settings=settings)
        stack.push_async_callback(process.kill)
        await process.start()
        await process.ready()
        await quiet(discord)
        waits: dict[str, list[float]] = {key: [] for key in games}
        counted = 0
        for place in places.places:
            page = await _opened(discord, place)
            before = len(discord.records.calls)
            waits[place.game] += await _until_the_last(discord, place, page)
            counted += sum(call.budgeted for call in discord.records.calls[before:])
        return waits, counted


async def _play_a_hand(tables: Tables, place: Place) -> None:
    rng, user = random.Random(f"{_SEED}/{place.table_id}"), place.players[0].user
    actor = Actor(Person(user.id, user.name), sees=True, sends=True)
    while True:
        await tables.house_turns.settled()
        snapshot = await tables.repository.look(place.table_id)
        if hands_to_page(snapshot):
            return
        player = next(
            seat for seat in snapshot.players_awaited() if snapshot.chair_of(seat).user_id == user.id
        )
        moves = snapshot.game.legal(snapshot.state, rng.choice(snapshot.seats_to_move(player)))
        await tables.play.act(place.table_id, actor, str(rng.choice(moves)), snapshot.step)


async def _opened(discord: FakeDiscord, place: Place) -> Message:
    typed = discord.type(place.players[0].user.id, place.channel, "replay", hand=1, table=place.table_id)
    if not await discord.answered(typed):
        raise RuntimeError(f"/replay was not answered: {typed}")
    for _ in range(int(_LONGEST_SECONDS / _POLL_SECONDS)):
        page = private_answer(discord, typed)
        if page is not None and page.components:
            return page
        await asyncio.sleep(_POLL_SECONDS)
    raise RuntimeError(f"/replay of {place.game} showed nothing")


async def _until_the_last(discord: FakeDiscord, place: Place, page: Message) -> list[float]:
    waits = []
    while (button := _next_button(page)) is not None:
        pressed = discord.press(place.players[0].user.id, page, button)
        for _ in range(int(_LONGEST_SECONDS / _POLL_SECONDS)):
            if (page.edited_at or 0.0) > pressed.at:
                break
            await asyncio.sleep(_POLL_SECONDS)
        else:
            raise RuntimeError(f"{button} turned no page")
        waits.append(1000 * ((page.edited_at or 0.0) - pressed.at))
    return waits


def _next_button(page: Message) -> str | None:
    offered = (control.custom_id for control in controls(page))
    return next((custom_id for custom_id in offered if custom_id.endswith(_NEXT)), None)
