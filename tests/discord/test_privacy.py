"""`/privacy`: what is stored as a file, hidden from boards, and deleted while the tables go on."""

import json
from pathlib import Path
from typing import Any

import simcord

from bot.settings import Settings
from bot.tables.state.chairs import FORMER
from storage.schema.metadata import metadata
from tests.discord.test_hand import dealt, play_hand, play_hand_by_dm
from tests.discord.test_restart import restart
from tests.discord.test_settings_me import again, block
from tests.discord.world import Seen, World, private, seen


async def page(world: World, name: str) -> Seen:
    return seen((await world.slash(name, "privacy")).response)


async def delete(world: World, name: str) -> Seen:
    """By the buttons."""
    panel = await page(world, name)
    await world.press(name, panel, "Delete me")
    await world.press(name, again(world, panel), "Yes, delete me")
    return again(world, panel)


async def stored(world: World) -> str:
    """Every column of every row, as text."""
    database = world.bot.parts.database
    await world.env.settle()
    rows = await database.read(*(table.select() for table in metadata.sorted_tables))
    return json.dumps([[list(row) for row in found] for found in rows], default=str)


def bytes_of(settings: Settings) -> bytes:
    path = settings.database_url.partition(":///")[2]
    return b"".join(Path(path + end).read_bytes() for end in ("", "-wal"))


async def test_everything_of_a_person_comes_as_a_file(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await world.set_me("Bob", "Large letters")
    result = await world.press("Bob", await page(world, "Bob"), "Send me everything")
    (attachment,) = result.response.attachments
    assert attachment.filename == "cardinal-stored.json"
    told: dict[str, Any] = json.loads(await attachment.read())
    assert told["user_id"] == world.people["Bob"].id
    assert set(told["stored"]) >= {"tables", "seated", "user_settings"}
    assert told["stored"]["user_settings"][0]["large_index"] is True


async def test_deleting_is_asked_about_and_can_be_left(world: World) -> None:
    panel = await page(world, "Ann")
    await world.press("Ann", panel, "Delete me")
    assert "cannot be undone" in again(world, panel).text
    await world.press("Ann", again(world, panel), "No")
    assert "What is stored about you" in again(world, panel).text


async def test_a_person_deleted_in_mid_match_is_nowhere_any_more_and_the_others_play_on(
    env: simcord.Env, world: World, settings: Settings
) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand(world, 53)
    await block(world, "Bob", "Eve")
    await block(world, "Eve", "Bob")
    await world.set_me("Bob", "Four colours")
    bob = str(world.people["Bob"].id)
    before = await stored(world)
    assert bob in before
    assert '"Bob"' in before
    assert "nothing is stored" in (await delete(world, "Bob")).text
    after = await stored(world)
    assert bob not in after
    assert '"Bob"' not in after
    on_disk = bytes_of(settings)
    assert bob.encode() not in on_disk
    assert b'"Bob"' not in on_disk
    # In memory, too.
    services = world.bot.services
    table = (await world.snapshot()).table
    assert not [
        p for p in (*table.chairs.people, *table.chairs.members) if p.user_id == world.people["Bob"].id
    ]
    assert world.people["Bob"].id not in services.languages._people
    assert services.tables.users.unread(table.chairs.members) is not None
    assert world.people["Bob"].id not in services.tables.users._read
    # Their chair is the house's, and the match goes on and can be told.
    assert table.chairs[1].user_id is None
    await play_hand_by_dm(world, 3)
    result = await world.slash("Ann", "record", table=1)
    (attachment,) = result.response.attachments
    record = (await attachment.read()).decode()
    assert bob not in record
    assert '"Bob"' not in record
    # Whoever was deleted may come again, as a newcomer.
    assert "with the next deal" in private(await world.slash("Bob", "table join", table=1))
    assert bob in await stored(world)
    await env.settle()


async def test_who_was_taken_out_of_a_chair_does_not_come_back_by_being_deleted(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await world.slash("Ann", "table remove", seat=2)
    await delete(world, "Bob")
    assert "taken out of a chair of this match" in private(await world.slash("Bob", "table join", table=1))
    invited = private(await world.slash("Ann", "table invite", member=world.people["Bob"], table=1))
    assert "they cannot" in invited.lower()


async def test_a_finished_match_has_a_former_player_in_their_chair(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand(world, 53)
    await world.slash("Ann", "table abandon")
    for name in ("Bob", "Cleo", "Dan"):
        await world.slash(name, "agree")
    await delete(world, "Bob")
    snapshot = await world.snapshot()
    assert snapshot.table.chairs[1].occupant is not None
    assert FORMER in {seat.occupant.name for seat in snapshot.table.chairs if seat.occupant}
    result = await world.slash("Ann", "record", table=1)
    record = json.loads(await result.response.attachments[0].read())
    assert FORMER in record["seats"]
    assert "Bob" not in record["seats"]


async def test_killed_after_the_request_it_is_finished_at_the_next_start(world: World, settings: Settings):
    await world.table("Bob")
    bob = world.people["Bob"].id
    # As far as the process came: the request is written down, and no more.
    await world.bot.services.tables.privacy._store.begin_erasure(bob)
    await restart(world)
    await world.env.settle()
    assert str(bob) not in await stored(world)
    assert str(bob).encode() not in bytes_of(settings)
    assert (await world.snapshot()).table.chairs[1].occupant is None


async def test_hidden_one_stands_on_no_board_and_others_do_not_see_ones_results(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand(world, 53)
    bob = f"<@{world.people['Bob'].id}>"
    await world.slash("Ann", "leaderboard")
    assert bob in world.messages()[-1].text
    panel = await page(world, "Bob")
    assert "Hidden: no. You stand on leaderboards" in panel.text.replace("*", "")
    await world.press("Bob", panel, "Hide me")
    assert "Show me again" in again(world, panel).buttons
    assert "Hidden: yes. You stand on no leaderboard" in again(world, panel).text.replace("*", "")
    for by in ("players", "partnerships"):
        await world.slash("Ann", "leaderboard", by=by)
        assert bob not in world.messages()[-1].text
    told = private(await world.slash("Ann", "stats", member=world.people["Bob"]))
    assert told == "They do not show their results to others."
    for name in ("Ann", "Cleo", "Dan"):
        assert bob not in private(await world.slash(name, "stats"))
    assert "hand" in private(await world.slash("Bob", "stats"))
    await world.press("Bob", again(world, panel), "Show me again")
    await world.slash("Ann", "leaderboard")
    assert bob in world.messages()[-1].text
