"""What is shown of a table, and in which order, while there are few calls with the bot's token left."""

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.rules.trick_taking.trick import TrickTaken
from bot.tables.store.editable import EditableMessage
from cogs.delivery.channel_surfaces import QUIET_SECONDS
from cogs.transport import call_budget
from cogs.transport.call_budget import CallBudget, Priority
from tests.discord.test_every_game import move, offered
from tests.discord.test_hand import CHAIRS, dealt, out_of_reach, playable
from tests.discord.world import World


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CallBudget, "busy", True)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, Priority]]:
    """Method, path and priority of every call with the bot's token, from the next bot on."""
    made: list[tuple[str, str, Priority]] = []
    limited = CallBudget.limited

    def noted(budget: CallBudget, request: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        allowed = limited(budget, request)

        async def call(route: Any, *args: Any, **kwargs: Any) -> Any:
            path = route.url.removeprefix(route.BASE)
            made.append((route.method, path, call_budget._priority.get()))
            return await allowed(route, *args, **kwargs)

        return call

    monkeypatch.setattr(CallBudget, "limited", noted)
    return made


async def begin(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")


async def play(world: World, cards: int) -> None:
    """Those to act play by DM, as the bot knows them: the table message may not say it yet."""
    for _ in range(cards):
        snapshot = await world.snapshot()
        name = CHAIRS[snapshot.players_awaited()[0]]
        panel = world.dm(name)
        await world.press(name, panel, playable(panel)[0], dm=True)
    await world.env.settle()


def edits(world: World) -> int:
    path = f"/channels/{world.channel.id}/messages/{world.table_message().id}"
    return sum(request.method == "PATCH" and request.path == path for request in world.env.http_requests)


async def test_with_room_to_spare_every_play_is_shown(world: World) -> None:
    await begin(world)
    before = edits(world)
    for card in range(1, 9):
        await play(world, 1)
        assert edits(world) == before + card


@pytest.mark.usefixtures("busy")
async def test_a_busy_bot_shows_every_trick(world: World) -> None:
    await begin(world)
    before = edits(world)
    for trick in range(1, 4):
        leads = world.table_message().text
        await play(world, 3)
        assert world.table_message().text == leads
        assert edits(world) == before + trick - 1
        await play(world, 1)
        assert f"{trick}\\. " in world.table_message().text
        assert f"trick {trick + 1} of 13" in world.table_message().text
        assert edits(world) == before + trick


@pytest.mark.usefixtures("busy")
async def test_a_busy_bot_shows_every_trick_where_the_bot_defers_moves(world: World) -> None:
    await world.slash("Ann", "table open", game="bezique")
    await world.slash("Bob", "table join")
    await world.start()
    before, taken = edits(world), 0
    for _ in range(12):
        name = CHAIRS[(await world.snapshot()).players_awaited()[0]]
        choices = offered(world.dm(name))
        menu, what = next((one for one in choices if one[1].startswith("play ")), choices[0])
        await move(world, name, world.dm(name), menu, what, dm=True)
        await world.env.settle()
        taken = sum(isinstance(event, TrickTaken) for event in (await world.snapshot()).course)
        assert edits(world) == before + taken, what
    assert taken >= 4


@pytest.mark.usefixtures("busy")
async def test_a_busy_bot_shows_every_round_of_a_game_without_tricks(world: World) -> None:
    await world.slash("Ann", "table open", game="matador")
    await world.slash("Bob", "table join")
    await world.start()
    before = edits(world)
    for plays in range(1, 5):
        name = CHAIRS[(await world.snapshot()).players_awaited()[0]]
        menu, what = offered(world.dm(name))[0]
        await move(world, name, world.dm(name), menu, what, dm=True)
        await world.env.settle()
        assert edits(world) == before + plays // 2


@pytest.mark.usefixtures("busy")
async def test_a_busy_bot_shows_a_trick_that_waits_once_it_is_quiet(world: World) -> None:
    await begin(world)
    await play(world, 5)
    before = edits(world)
    snapshot = await world.snapshot()
    following = f"<@{snapshot.table.chairs[snapshot.players_awaited()[0]].user_id}>"
    await world.env.advance_time(QUIET_SECONDS - 1)
    assert following not in world.table_message().text
    await world.env.advance_time(2)
    assert following in world.table_message().text
    assert edits(world) == before + 1
    await world.env.advance_time(QUIET_SECONDS)
    assert edits(world) == before + 1, "there is nothing more to show"


@pytest.mark.usefixtures("busy")
async def test_a_busy_bot_shows_at_once_what_is_no_play(world: World) -> None:
    await begin(world)
    await play(world, 5)
    before = edits(world)
    await world.change(paused=True)
    assert edits(world) == before + 1
    await world.change(paused=False)
    assert edits(world) == before + 2


@pytest.mark.usefixtures("busy")
async def test_a_busy_bot_shows_every_play_with_a_token_at_hand(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(world)
    before, shown, edited = edits(world), world.table_message().id, list[int]()

    async def edit(client: object, attachments: object, message: EditableMessage, drawing: object) -> None:
        edited.append(message.message_id)

    monkeypatch.setattr("cogs.delivery.channel_surfaces.edit", edit)
    press = SimpleNamespace(
        id=discord.utils.time_snowflake(discord.utils.utcnow()),
        application_id=1,
        token="token",
        user=SimpleNamespace(id=1),
        guild_id=world.guild.id,
        channel_id=world.channel.id,
        locale=discord.Locale.american_english,
    )
    with world.env.time_context():
        messages = world.bot.services.messages
        messages.keep_table_message(cast(Any, press), await world.snapshot(), shown)
    for card in range(1, 6):
        await play(world, 1)
        assert edited == [shown] * card
    assert edits(world) == before


async def test_what_people_wait_for_is_asked_for_before_refreshes(
    made: list[tuple[str, str, Priority]], world: World
) -> None:
    await begin(world)
    table_message = f"/channels/{world.channel.id}/messages/{world.table_message().id}"
    await play(world, 1)
    asked = [priority for method, path, priority in made if method == "GET" and "/members/" in path]
    assert set(asked) == {Priority.ANSWER}, "who presses in a DM is asked about before they are answered"
    out_of_reach(world, *CHAIRS)
    made.clear()
    await play(world, 1)
    snapshot = await world.snapshot()
    follower = CHAIRS[snapshot.players_awaited()[0]]
    panel = f"/channels/{world.people[follower].user.dm_channel.id}/messages/{world.dm(follower).id}"
    priorities = {(method, path): priority for method, path, priority in made}
    assert priorities["PATCH", table_message] is Priority.REFRESH
    assert priorities["PATCH", panel] is Priority.WAITED_FOR
