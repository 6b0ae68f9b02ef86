"""REST calls with the bot's token for one hand with four people, counted on the offline Discord."""

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from bot.bench.figures import Figure

SECONDS_A_PLAY = 3
TARGETS = {"DM": 125, "My hand": 70}
_NAMES = ("Ann", "Bob", "Cleo", "Dan")


def measure() -> list[Figure]:
    """One hand with everybody playing by DM, one with everybody under My hand."""
    try:
        import simcord
    except ImportError:
        return [Figure("requests", "simcord is not installed; pip install -r requirements/sandbox.txt")]
    cast(dict[str, Any], simcord.Env._settle_internal.__kwdefaults__)["idle"] = 0.002
    figures = []
    for way, target in TARGETS.items():
        counted = asyncio.run(_hand(way))
        total = sum(counted.values())
        figures.append(Figure(f"calls a hand by {way}", str(total), f"at most {target}", total <= target))
        figures += [Figure(f"    {route}", str(number)) for route, number in counted.most_common()]
    return figures


async def _hand(way: str) -> Counter[str]:
    import simcord

    from bot.client import create_bot
    from bot.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        bot = create_bot(Settings(_env_file=None, database_url=url, pictures=False))
        env = simcord.Env(bot, settle_timeout=30)
        await env.start()
        try:
            with env.time_context():
                return await _play(env, bot, way)
        finally:
            await bot.close()
            await env.shutdown()


async def _play(env: Any, bot: Any, way: str) -> Counter[str]:
    guild = env.create_guild("Bench")
    channel = guild.create_text_channel("cards")
    people = {name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in _NAMES}
    by_id = {member.id: member for member in people.values()}
    await people["Ann"].slash(channel, "table open")
    for name in _NAMES[1:]:
        await people[name].slash(channel, "table join")
    await env.advance_time(SECONDS_A_PLAY)
    start = len(env.http_requests)
    await _press(env, people["Ann"], _placard(env, channel), "!start:")
    panels: dict[int, Any] = {}
    while True:
        await env.advance_time(SECONDS_A_PLAY)
        live = await bot.desk.tables.floor.look(1)
        if live.state.score.hand == 2:
            break
        member = by_id[live.table.seats[live.awaited[0]].user_id]
        scene = live.game.scene(live.view(live.awaited[0]), live.names(lambda who: who.name))
        move = next(choice.move for choice in scene.choices if choice.enabled)
        if scene.hand is None:
            await _press(env, member, _placard(env, channel), move)
        elif way == "DM":
            await _press(env, member.user, _newest(env, member.user.dm_channel), move)
        else:
            if member.id not in panels:
                result = await _press(env, member, _placard(env, channel), "!hand:")
                panels[member.id] = result.followups[0].id
            await _press(env, member, env.backend.messages[channel.id][panels[member.id]], move)
    await env.advance_time(SECONDS_A_PLAY)
    return Counter(
        f"{request.method} {re.sub(r'[0-9]{15,}', '…', request.path)}"
        for request in env.http_requests[start:]
        if "/interactions/" not in request.path and "/webhooks/" not in request.path
    )


def _newest(env: Any, channel: Any) -> Any:
    return max(env.backend.messages[channel.id].values(), key=lambda message: message.id)


def _placard(env: Any, channel: Any) -> Any:
    found = [
        message
        for message in env.backend.messages[channel.id].values()
        if any(":!hand:" in i or ":!start:" in i for i in _ids(message)) and len(list(_ids(message))) > 1
    ]
    return max((m for m in found if not m.flags & 64), key=lambda message: message.id)


def _ids(message: Any) -> Iterator[str]:
    def walk(components: list[dict[str, Any]]) -> Iterator[str]:
        for component in components:
            if "custom_id" in component:
                yield component["custom_id"]
            yield from walk(component.get("components") or [])
            yield from walk([component["accessory"]] if component.get("accessory") else [])

    return walk(message.components)


async def _press(env: Any, actor: Any, message: Any, what: str) -> Any:
    import simcord

    custom_id = next(i for i in _ids(message) if i.split(":", 3)[3] == what)
    result = await actor.click(simcord.ResponseMessage(env, message), custom_id=custom_id)
    assert result.acknowledged
    return result
