"""REST calls with the bot's token for one deal of each game, every seat a person's, counted on the
offline Discord."""

import asyncio
import importlib.util
import logging
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from benchmarks.figures import Figure, needs
from benchmarks.tables import SeededDealer
from bot.rules.registry import GAMES, text_for

SECONDS_A_PLAY = 3
FLAGSHIP = "bishops-whist"
TARGETS = {"DM": 125, "My hand": 70}
"""Calls a hand of the flagship may make, by where the people have their cards."""

_NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo")


def measure(
    pauses: Sequence[float | None] = (None, 0.0),
    checker: Path | None = None,
    games: Sequence[str] = tuple(GAMES),
) -> list[Figure]:
    """One deal with everybody playing by DM, one with everybody under My hand; of the flagship with
    each of the house pauses (None: the default). All bodies are
    held against Discord's own description of them if there is a checker (see `checked`).
    """
    needs("simcord", "sandbox")
    import simcord

    # It looks every 50 ms whether the bot is done; this makes presses ten times as fast.
    cast(dict[str, Any], simcord.Env._settle_internal.__kwdefaults__)["idle"] = 0.002
    logging.getLogger("discord").setLevel(logging.WARNING)
    figures, bodies = [], []
    for way, target in TARGETS.items():
        for pause in pauses:
            made = asyncio.run(_deal(FLAGSHIP, way, pause))
            routes = Counter(_route(request) for request in made if _with_token(request))
            total = routes.total()
            named = f"calls a hand by {way}" + ("" if pause is None else f", house pauses {pause:g}")
            figures.append(Figure(named, total, "", f"at most {target}", total <= target))
            if pause == pauses[0]:
                bodies += made
                figures += [Figure(f"  {route}", number) for route, number in routes.most_common()]
                figures.append(Figure("  free of the budget: callbacks, webhooks", len(made) - total))
    for key in games:
        if key == FLAGSHIP:
            continue
        for way in TARGETS:
            made = asyncio.run(_deal(key, way, None))
            bodies += made
            figures.append(Figure(f"{key}: calls a deal by {way}", sum(map(_with_token, made))))
    return figures + (checked(bodies, checker) if checker else [])


def _with_token(request: Any) -> bool:
    return "/interactions/" not in request.path and "/webhooks/" not in request.path


def _route(request: Any) -> str:
    return f"{request.method} {re.sub(r'[0-9]{15,}', '…', request.path)}"


def checked(requests: list[Any], checker: Path) -> list[Figure]:
    """What Discord would refuse of these, by the `SpecValidator` of the module in that file."""
    spec = importlib.util.spec_from_file_location(checker.stem, checker)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    validator, faults = module.SpecValidator(), Counter[str]()
    for request in requests:
        try:
            errors, warnings = validator.check(request.method, request.path, request.json)
        except KeyError as unknown:
            errors, warnings = [str(unknown)], []
        if errors or warnings:
            faults[f"{_route(request)[:60]}: {'; '.join([*errors, *warnings])}"] += 1
    return [
        Figure("request bodies held against Discord's description", len(requests)),
        Figure("  refused", faults.total(), "", "0", not faults),
        *(Figure(f"    {fault}", number) for fault, number in faults.most_common()),
    ]


async def _deal(key: str, way: str, pause: float | None) -> list[Any]:
    import simcord

    from bot.client import create_bot
    from bot.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        # Not from the environment: what is counted depends on the render interval. Pictures change
        # no call, and would take most of the time.
        settings = Settings.model_construct(database_url=url, pictures=False, house_workers=0)
        if pause is not None:
            settings = settings.model_copy(update={"house_pause": pause})
        bot = create_bot(settings, dealer=SeededDealer(7))
        env = simcord.Env(bot, settle_timeout=30)
        await env.start()
        try:
            with env.time_context():
                return await _play(env, bot, key, way)
        finally:
            await bot.close()
            await env.shutdown()


async def _play(env: Any, bot: Any, key: str, way: str) -> list[Any]:
    guild = env.create_guild("Bench")
    channel = guild.create_text_channel("cards")
    game = GAMES[key]
    names = _NAMES[: len(game.seating(game.options({})))]
    people = {name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in names}
    by_id = {member.id: member for member in people.values()}
    await people["Ann"].slash(channel, "table open", game=key)
    for name in names[1:]:
        await people[name].slash(channel, "table join")
    await env.advance_time(SECONDS_A_PLAY)
    start = len(env.http_requests)
    await _press(env, people["Ann"], _table_message(env, channel), "!start:")
    panels: dict[int, int] = {}
    chance = random.Random(1)
    while True:
        await env.advance_time(SECONDS_A_PLAY)
        snapshot = await bot.services.tables.repository.look(1)
        if snapshot.table.deals > 1 or not snapshot.awaited:
            break
        seat = snapshot.awaited[0]
        member = by_id[snapshot.table.seats[seat].user_id]
        scene = text_for(key).scene(snapshot.view(seat), snapshot.plain_names)
        move = chance.choice([choice.move for choice in scene.choices if choice.enabled])
        if scene.hand is None:
            await _press(env, member, _table_message(env, channel), move)
            continue
        if way == "DM":
            await _press(env, member.user, _newest(env, member.user.dm_channel), move)
            continue
        for player in by_id.values() if not panels else ():
            result = await _press(env, player, _table_message(env, channel), "!hand:")
            panels[player.id] = result.followups[0].id
        await _press(env, member, env.backend.messages[channel.id][panels[member.id]], move)
    # Until the deal's posts are out and everything has settled.
    await env.advance_time(SECONDS_A_PLAY)
    assert any("###" in text for text in _texts(env, channel))
    return list(env.http_requests[start:])


def _newest(env: Any, channel: Any) -> Any:
    return max(env.backend.messages[channel.id].values(), key=lambda message: message.id)


def _table_message(env: Any, channel: Any) -> Any:
    # Posts may carry My hand, too, but nothing besides.
    found = []
    for message in env.backend.messages[channel.id].values():
        ids = list(_ids(message))
        if len(ids) > 1 and not message.flags & 64 and any(":!hand:" in i or ":!start:" in i for i in ids):
            found.append(message)
    return max(found, key=lambda message: message.id)


def _parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _parts(component.get("components") or [])
        yield from _parts([component["accessory"]] if component.get("accessory") else [])


def _ids(message: Any) -> Iterator[str]:
    return (part["custom_id"] for part in _parts(message.components) if "custom_id" in part)


def _texts(env: Any, channel: Any) -> Iterator[str]:
    for message in env.backend.messages[channel.id].values():
        yield from (part["content"] for part in _parts(message.components) if "content" in part)


async def _press(env: Any, actor: Any, message: Any, what: str) -> Any:
    import simcord

    shown = simcord.ResponseMessage(env, message)
    button = next((i for i in _ids(message) if i.split(":", 3)[3] == what), None)
    if button is not None:
        result = await actor.click(shown, custom_id=button)
    else:
        # Too many moves for buttons: it is in a menu.
        menu = next(
            part
            for part in _parts(message.components)
            if any(option["value"] == what for option in part.get("options") or [])
        )
        result = await actor.select(shown, [what], custom_id=menu["custom_id"])
    assert result.acknowledged
    return result
