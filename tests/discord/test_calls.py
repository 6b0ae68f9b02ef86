"""Calls for a turn: when they are made, to whom, and that they go away once the person acts."""

from typing import Any

from sqlalchemy import select

from bot.tables.state.preferences import Calls, UserSettings
from bot.tables.state.table import Status
from storage.schema.tables import posts as stored_posts
from tests.discord.test_hand import cut, playable
from tests.discord.test_restart import restart
from tests.discord.world import Seen, World

CALL = "Your turn at Bishops Whist, table 1 in <#"


async def begun(world: World, *, turn: int | None = None, calls: Calls = Calls.AWAY, dm: bool = True) -> str:
    """A match of four people who want to be called so; who is to play."""
    for member in world.people.values():
        settings = UserSettings(member.id, dm=dm, calls=calls)
        await world.bot.services.tables.users.save(settings)
    await world.table("Bob", "Cleo", "Dan")
    if turn is not None:
        await world.change(turn_seconds=turn)
    await world.start()
    await cut(world)
    await world.env.settle()
    return world.awaited()


def dms(world: World, name: str) -> list[Seen]:
    return world.messages(world.people[name].user.dm_channel)


def calls(world: World, name: str) -> list[Seen]:
    return [message for message in dms(world, name) if message.text.startswith(CALL)]


def mentions(world: World, name: str) -> list[Seen]:
    start = f"<@{world.people[name].id}>, your turn at Bishops Whist, table 1."
    return [message for message in world.messages() if message.text.startswith(start)]


def panel(world: World, name: str) -> Seen:
    return next(message for message in dms(world, name) if not message.text.startswith(CALL))


async def wait(world: World, seconds: float) -> None:
    await world.env.advance_time(seconds)
    await world.env.settle()


async def play(world: World, name: str) -> None:
    shown = panel(world, name)
    await world.press(name, shown, playable(shown)[0], dm=True, settle=True)


async def posts(world: World) -> list[Any]:
    """What the table owes its channel, or has told it."""
    (rows,) = await world.bot.parts.database.read(select(stored_posts))
    return list(rows)


def sent(requests: list[Any], world: World, name: str) -> list[tuple[str, str]]:
    channel = world.people[name].user.dm_channel.id
    return [(r.method, r.path) for r in requests if f"/channels/{channel}/" in r.path]


async def test_who_keeps_others_waiting_is_called_once_and_the_call_goes_when_they_act(world: World):
    name = await begun(world)
    await wait(world, 50)
    assert not calls(world, name)
    start = len(world.env.http_requests)
    await wait(world, 15)
    (call,) = calls(world, name)
    link = f"/channels/@me/{world.people[name].user.dm_channel.id}/{panel(world, name).id}"
    assert link in call.text
    await wait(world, 60)
    assert len(calls(world, name)) == 1, "once a turn"
    assert [method for method, _ in sent(world.requests(start), world, name)] == ["POST"]
    assert not any(calls(world, other) for other in world.people if other != name)
    start = len(world.env.http_requests)
    await play(world, name)
    assert not calls(world, name)
    gone = [r for r in world.requests(start) if r.method == "DELETE"]
    assert [r.path.rsplit("/", 1)[-1] for r in gone] == [str(call.id)], "one call of the bot's"
    second = world.awaited()
    await wait(world, 65)
    assert len(calls(world, second)) == 1, "and so at every turn"


async def test_a_press_of_theirs_puts_the_call_off(world: World) -> None:
    name = await begun(world)
    await wait(world, 50)
    await world.slash(name, "score")
    await wait(world, 30)
    assert not calls(world, name)
    await wait(world, 35)
    assert len(calls(world, name)) == 1


async def test_who_wishes_so_is_called_at_once_at_every_turn(world: World) -> None:
    name = await begun(world, calls=Calls.ALWAYS)
    assert len(calls(world, name)) == 1
    await play(world, name)
    assert not calls(world, name)
    assert len(calls(world, world.awaited())) == 1


async def test_who_does_not_want_it_is_never_called_nor_mentioned_by_the_reminder(world: World) -> None:
    name = await begun(world, calls=Calls.NEVER)
    await wait(world, 200)
    assert not calls(world, name)
    assert not mentions(world, name)
    posted = [r for r in world.env.http_requests if r.method == "POST" and "turn" in str(r.json).lower()]
    assert "reminder" in [post.kind for post in await posts(world)]
    assert not any(str(world.people[name].id) in str((r.json or {}).get("allowed_mentions")) for r in posted)


async def test_at_a_slow_table_the_call_comes_at_once(world: World) -> None:
    name = await begun(world, turn=24 * 60 * 60)
    assert len(calls(world, name)) == 1


async def test_the_reminder_calls_where_the_clock_is_short(world: World) -> None:
    name = await begun(world, turn=45)
    await wait(world, 55)
    assert not calls(world, name)
    assert "reminder" in [post.kind for post in await posts(world)]


async def test_without_a_turn_clock_there_is_a_call_all_the_same(world: World) -> None:
    name = await begun(world, turn=0)
    await wait(world, 65)
    assert len(calls(world, name)) == 1


async def test_who_takes_no_dms_is_mentioned_in_the_channel(world: World) -> None:
    name = await begun(world, dm=False)
    await wait(world, 65)
    (mention,) = mentions(world, name)
    assert not dms(world, name)
    snapshot = await world.snapshot()
    await world.slash(name, "play", card=str(snapshot.view(snapshot.awaited[0]).legal[0]), settle=True)
    assert mention.id not in {message.id for message in world.messages()}


async def test_who_has_closed_their_dms_is_mentioned_too(world: World) -> None:
    name = await begun(world)
    path = f"/channels/{world.people[name].user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007)
    await wait(world, 65)
    assert len(mentions(world, name)) == 1


async def test_a_call_is_made_and_taken_back_after_a_restart(world: World) -> None:
    name = await begun(world)
    await restart(world)
    await wait(world, 65)
    assert len(calls(world, name)) == 1
    await restart(world)
    await wait(world, 5)
    assert len(calls(world, name)) == 1
    await play(world, name)
    assert not calls(world, name)


async def test_at_a_paused_table_nobody_is_called(world: World) -> None:
    name = await begun(world)
    await wait(world, 65)
    assert calls(world, name)
    await world.change(paused=True)
    assert not calls(world, name)
    await wait(world, 200)
    assert not calls(world, name)


async def test_at_a_closed_table_no_call_is_left(world: World) -> None:
    name = await begun(world)
    await wait(world, 65)
    assert calls(world, name)
    await world.change(status=Status.CLOSED, deadline=None)
    assert not calls(world, name)


async def test_a_call_somebody_has_deleted_is_no_trouble(world: World) -> None:
    name = await begun(world)
    await wait(world, 65)
    (call,) = calls(world, name)
    del world.env.backend.messages[call.raw.channel_id][call.id]
    await play(world, name)
    await wait(world, 5)
    assert not calls(world, name)
