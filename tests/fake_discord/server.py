"""The fake Discord as one thing to start, to point bots at, and to click on."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.fake_discord.gateway import Delivery, Gateway
from tests.fake_discord.records import Limits, Records
from tests.fake_discord.rest import Rest
from tests.fake_discord.world import ACKNOWLEDGE_SECONDS, Channel, Interaction, Json, Message, World

COMMAND, COMPONENT = 2, 3
BUTTON, MENU = 2, 3


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How this Discord behaves. `a_second` is how many calls with the bot's token it takes, `in_channel` how
    many of one kind in one channel in five seconds."""

    shards: int = 1
    max_concurrency: int = 1
    identify_seconds: float = 5.0
    delivery: Delivery = Delivery.ALL
    a_second: int = 50
    in_channel: int = 5


class FakeDiscord:
    """A running fake Discord: `async with FakeDiscord() as discord`."""

    def __init__(
        self, behaviour: Behaviour | None = None, capture: Callable[[str, str, Json], None] | None = None
    ) -> None:
        self.behaviour = behaviour or Behaviour()
        self.world = World()
        self.records = Records()
        self.gateway = Gateway(
            self.world,
            self.records,
            shards=self.behaviour.shards,
            max_concurrency=self.behaviour.max_concurrency,
            identify_seconds=self.behaviour.identify_seconds,
            delivery=self.behaviour.delivery,
        )
        limits = Limits(self.behaviour.a_second, self.behaviour.in_channel)
        self.rest = Rest(self.world, self.records, limits, self.gateway, capture)
        self._runner = web.AppRunner(self.rest.application(), access_log=None, shutdown_timeout=1.0)
        self.port = 0

    async def __aenter__(self) -> "FakeDiscord":
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.gateway.address = f"ws://127.0.0.1:{self.port}"
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.gateway.disconnect(self.gateway.sessions, 1001)
        await self._runner.cleanup()

    def api(self, process: str) -> str:
        return f"http://127.0.0.1:{self.port}/{process}/api/v10"

    def press(self, user_id: int, message: Message, custom_id: str, value: str | None = None) -> Interaction:
        """Somebody presses a button, or (`value`) chooses from a menu."""
        data: Json = {"custom_id": custom_id, "component_type": BUTTON if value is None else MENU, "id": 1}
        if value is not None:
            data["values"] = [value]
        channel = self.world.channels[message.channel_id]
        interaction = self.world.interact(COMPONENT, user_id, channel, data)
        interaction.message_id = message.id
        return self._sent(interaction)

    def type(self, user_id: int, channel: Channel, command: str, **options: Any) -> Interaction:
        """Somebody types a command, written with spaces before its subcommands."""
        name, *path = command.split()
        known = next((one for one in self.world.commands if one["name"] == name), {"id": "1"})
        given: list[Json] = [
            {"name": key, "type": _option_type(value), "value": value} for key, value in options.items()
        ]
        for part in reversed(path):
            given = [{"name": part, "type": 1, "options": given}]
        data: Json = {"id": known["id"], "name": name, "type": 1, "options": given}
        return self._sent(self.world.interact(COMMAND, user_id, channel, data))

    def _sent(self, interaction: Interaction) -> Interaction:
        payload = self.world.interaction_payload(interaction)
        reached = self.gateway.dispatch("INTERACTION_CREATE", payload, interaction.guild_id)
        interaction.sent_to = tuple(session.process for session in reached)
        return interaction

    async def answered(self, interaction: Interaction) -> bool:
        """Wait until it is acknowledged; False if it is not in time."""
        done = asyncio.Event()
        interaction.waiting.append(done.set)
        if interaction.acknowledged_at is None:
            try:
                async with asyncio.timeout(ACKNOWLEDGE_SECONDS + 0.2):
                    await done.wait()
            except TimeoutError:
                return False
        return True


def _option_type(value: Any) -> int:
    if isinstance(value, bool):
        return 5
    return 4 if isinstance(value, int) else 3
