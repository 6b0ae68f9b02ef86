"""The checks find what is wrong: moves and posts that are lost or doubled, and messages that are behind."""

import time
from pathlib import Path

import pytest

from storage.connection.database import open_database
from storage.tables.posts import SqlPostStore
from tests.databases import migrated
from tests.fake_discord.checks import Findings, check
from tests.fake_discord.driver import Control, Kind, Press
from tests.fake_discord.server import COMPONENT, FakeDiscord
from tests.fake_discord.tables import Mix, Setting, lay_out, store_tables

_MIX = Mix(people=(4,), games=("english-whist",), guilds=1, sleepers=0)


@pytest.fixture
def discord() -> FakeDiscord:
    """One that nobody connects to."""
    return FakeDiscord()


@pytest.fixture
def url(tmp_path: Path) -> str:
    (tmp_path / "cardinal.db").write_bytes(migrated())
    return f"sqlite+aiosqlite:///{tmp_path}/cardinal.db"


@pytest.fixture
async def setting(discord: FakeDiscord, url: str) -> Setting:
    """One table whose match has begun, of which nothing has been shown."""
    setting = lay_out(discord.world, 1, _MIX)
    await store_tables(url, setting, _MIX)
    return setting


def _pressed(discord: FakeDiscord, setting: Setting, step: int, move: str) -> Press:
    """A press that was acknowledged by drawing its message anew."""
    place, player = setting.places[0], setting.places[0].players[0]
    interaction = discord.world.interact(COMPONENT, player.user.id, place.channel, {})
    interaction.acknowledged_at, interaction.answer = time.time(), 7
    message, _ = discord.world.post(place.channel, {"content": "A panel"}, [], "a1")
    interaction.message_id = interaction.original_id = message.id
    control = Control(f"c:{place.table_id}:{step}:{move}", None, place.table_id, step, move)
    return Press(interaction, message, player, place, Kind.MOVE, control)


async def _deliver(discord: FakeDiscord, setting: Setting, url: str, times: int) -> Findings:
    """Send what the table owes so many times, and note it as delivered."""
    database = await open_database(url)
    try:
        store, place = SqlPostStore(database), setting.places[0]
        owed = await store.owed(place.table_id)
        assert owed
        for post in owed:
            body = {"content": "Something happened", "nonce": post.nonce}
            sent = [discord.world.post(place.channel, body, [], "a1")[0] for _ in range(times)]
            await store.delivered(post, sent[0].id if sent else 1)
    finally:
        await database.close()
    return await check(discord, url, [])


async def test_what_nobody_has_shown_is_found(discord: FakeDiscord, setting: Setting, url: str) -> None:
    found = await check(discord, url, [])
    assert found.count("posts owed", "tables behind") >= 2
    assert not found.count("moves lost", "logs that cannot be played through")


async def test_a_move_that_was_answered_and_not_stored_is_lost(
    discord: FakeDiscord, setting: Setting, url: str
) -> None:
    stored = await check(discord, url, [])
    log = stored.snapshots[setting.places[0].table_id].log
    made = _pressed(discord, setting, 0, log[0].text)
    found = await check(discord, url, [made])
    assert found.moves_accepted == 1
    assert not found.count("moves lost", "moves taken for two")
    found = await check(discord, url, [made, _pressed(discord, setting, len(log), "play 2S")])
    assert len(found.wrong["moves lost"]) == 1
    assert len((await check(discord, url, [made, made])).wrong["moves taken for two"]) == 1


async def test_a_press_that_was_refused_on_the_panel_is_no_move(
    discord: FakeDiscord, setting: Setting, url: str
) -> None:
    pressed = _pressed(discord, setting, 0, "play 2S")
    pressed.interaction.quoted.append("> The table has moved on since.")
    found = await check(discord, url, [pressed])
    assert (found.moves_accepted, found.refusals.total()) == (0, 1)


async def test_a_move_that_asks_first_is_made_once_it_is_confirmed(discord: FakeDiscord, url: str) -> None:
    mix = Mix(people=(2,), games=("mariage",), guilds=1, sleepers=0)
    setting = lay_out(discord.world, 1, mix)
    await store_tables(url, setting, mix)
    asked, confirmed = (_pressed(discord, setting, 0, move) for move in ("close", "!yes:close"))
    found = await check(discord, url, [asked])
    assert (found.moves_accepted, found.count("moves lost")) == (0, 0)
    found = await check(discord, url, [asked, confirmed])
    assert (found.moves_accepted, found.count("moves lost")) == (1, 1)


@pytest.mark.parametrize(("times", "wrong"), [(0, "posts lost"), (1, None), (2, "posts doubled")])
async def test_posts_stand_once(
    discord: FakeDiscord, setting: Setting, url: str, times: int, wrong: str | None
) -> None:
    found = await _deliver(discord, setting, url, times)
    assert found.posts_stored
    names = ("posts owed", "posts lost", "posts doubled", "posts out of order")
    assert {name for name in names if found.wrong[name]} == ({wrong} if wrong else set())
