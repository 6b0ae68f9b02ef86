import random
from typing import Any, cast

import pytest

from bot.tables.state.chairs import Person
from bot.tables.state.posts import PlayerBack
from bot.tables.state.table import Posting
from tests.discord.test_every_game import move, offered, opened
from tests.discord.test_hand import dealt, play_hand, play_hand_by_dm, playable
from tests.discord.world import World
from tests.rules.matches import games_first


async def restart(world: World) -> None:
    """The process dies where it stands; another begins over the same store."""
    await world.env.settle()
    await world.env.die(world.settings)


async def test_a_restart_in_the_middle_of_a_trick_loses_nothing(world: World) -> None:
    await world.set_posting(Posting.TRICKS)
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand_by_dm(world, 6)
    before = (await world.snapshot()).state
    message, posts = world.table_message(), world.transcript()
    await restart(world)
    await world.env.advance_time(1)
    snapshot = await world.snapshot()
    assert snapshot.state == before
    assert world.table_message().id == message.id
    assert world.transcript() == posts, "nothing is posted twice"
    # The buttons of messages sent before the restart still work.
    await play_hand(world, 46)
    assert world.transcript().count("Trick 2:") == 1
    assert "Hand 1 is over" in world.transcript()


@games_first("rubicon-bezique", "four-handed-polish-bezique")
async def test_a_restart_in_the_middle_of_a_deal_of_any_game_loses_nothing(world: World, key: str) -> None:
    await opened(world, key)
    rng = random.Random(4)
    assert await play_at_random(world, rng, 4) == 4
    before = await world.snapshot()
    assert before.state is not None
    await restart(world)
    await world.env.advance_time(1)
    after = await world.snapshot()
    assert after is not before, "it comes from the store"
    assert (after.state, after.table.options) == (before.state, before.table.options)
    assert await play_at_random(world, rng, 1) == 1, "and it goes on"


async def play_at_random(world: World, rng: random.Random, most: int) -> int:
    """Ann makes moves that her messages offer, and the house its own; how many were hers."""
    made = 0
    for _ in range(10 * most):
        await world.env.advance_time(1)
        message = world.dm("Ann") if world.messages(world.people["Ann"].user.dm_channel) else None
        panels = [(world.table_message(), False), *([(message, True)] if message else [])]
        choices = [(panel, dm, *choice) for panel, dm in reversed(panels) for choice in offered(panel)]
        plays = [choice for choice in choices if choice[3] not in ("knock", "close")]
        if not plays:
            continue
        panel, dm, menu, what = rng.choice(plays)
        await move(world, "Ann", panel, menu, what, dm=dm)
        made += 1
        if made == most:
            break
    return made


async def test_posts_owed_at_a_crash_arrive_once_after_it(world: World) -> None:
    await world.set_posting(Posting.TRICKS)
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand_by_dm(world, 3)
    name = world.awaited()
    publisher = world.bot.services.publisher
    publisher.changed = lambda number: None  # type: ignore[method-assign]
    panel = world.dm(name)
    await world.press(name, panel, playable(panel)[0], dm=True)
    assert "Trick 1:" not in world.transcript()
    await restart(world)
    await world.env.advance_time(1)
    await world.env.settle()
    assert world.transcript().count("Trick 1:") == 1
    await world.env.advance_time(61)
    assert world.transcript().count("Trick 1:") == 1
    assert "trick 2 of 13" in world.table_message().text


async def test_a_post_sent_but_not_noted_is_sent_again_under_the_same_nonce(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.set_posting(Posting.TRICKS)
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand_by_dm(world, 3)
    name = world.awaited()

    async def crash(*_: object) -> None:
        raise OSError("killed between sending and noting")

    monkeypatch.setattr(world.bot.parts.publisher.posts, "delivered", crash)
    start = len(world.env.http_requests)
    panel = world.dm(name)
    await world.press(name, panel, playable(panel)[0], dm=True)
    await restart(world)
    await world.env.advance_time(1)
    await world.env.settle()
    sent = [
        cast(dict[str, Any], r.json)
        for r in world.env.http_requests[start:]
        if r.method == "POST" and r.path.endswith(f"/channels/{world.channel.id}/messages")
    ]
    nonces = [body["nonce"] for body in sent if "Trick 1:" in str(body)]
    assert len(nonces) == 2
    assert len(set(nonces)) == 1, "Discord takes the second for the first"
    assert all(body["enforce_nonce"] for body in sent)


async def test_a_house_player_due_at_the_crash_moves_after_it(world: World) -> None:
    await world.table()
    world.bot.services.tables.house_turns._wake = lambda snapshot: None  # type: ignore[method-assign]
    await world.start()
    snapshot = await world.snapshot()
    if snapshot.table.chairs[snapshot.awaited[0]].user_id:
        await world.press("Ann", world.dm("Ann"), playable(world.dm("Ann"))[0], dm=True)
    step = (await world.snapshot()).step
    await restart(world)
    await world.env.advance_time(1)
    await world.env.settle()
    snapshot = await world.snapshot()
    assert snapshot.step > step
    assert world.awaited() == "Ann"


async def test_a_post_with_nothing_to_tell_is_not_sent(world: World) -> None:
    await world.table()
    snapshot, before = await world.snapshot(), len(world.messages())
    async with world.env.as_bot(), world.bot.services.tables.repository.transaction(1) as tx:
        # The table message says so.
        tx.post(PlayerBack(Person(1, "Ann")))
    assert snapshot.posts < (await world.snapshot()).posts
    assert len(world.messages()) == before
    assert not await world.bot.parts.publisher.posts.owed(1), "and is owed no more"
