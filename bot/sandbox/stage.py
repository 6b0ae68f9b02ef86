"""The stage: a server with one channel, the visitor, the bot, and pages that keep up with them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import discord
import simcord

from bot.sandbox.simcord_patches import SandboxEnv, SandboxPreview, quick_markdown

log = logging.getLogger(__name__)

VISITOR = "Visitor"
BOT = "Cardinal"
ROOM = "card-room"
TOPIC = "Old card games. Type /table open to begin."

_LOOK_SECONDS = 0.04
"""Between two looks whether something has changed."""

_NEWEST = 99
_BUTTON = 2


@dataclass(frozen=True, slots=True)
class View:
    """A tab of the page: a channel as the visitor sees it."""

    key: str
    label: str
    preview: SandboxPreview


@dataclass(frozen=True, slots=True)
class Button:
    """A button that can be pressed, on a message of the tab `view`."""

    view: str
    message_id: int
    custom_id: str
    label: str

    @property
    def is_move(self) -> bool:
        """Whether it makes a move of the game."""
        return self.custom_id.startswith("c:") and ":!" not in self.custom_id


class Stage:
    """What the sandbox's page shows and does. Made by `on_stage`."""

    def __init__(
        self,
        env: SandboxEnv,
        guild: simcord.GuildHandle,
        channel: simcord.ChannelHandle,
        visitor: simcord.MemberActor,
        views: Mapping[str, View],
        gate: asyncio.Lock,
    ) -> None:
        self.env = env
        self.guild = guild
        self.channel = channel
        self.visitor = visitor
        self.views = views
        # SimCord does one thing at a time: every operation holds the gate.
        self._gate = gate

    async def run_command(self, name: str, **options: str) -> None:
        """Do what the visitor typing that slash command in the channel does."""
        async with self._gate:
            await self.visitor.slash(self.channel, name, **options)
        self.publish()

    def buttons(self, view: str) -> Sequence[Button]:
        """What the visitor can press in that tab, the newest message first."""
        messages = self.env.messages_in(self.views[view].preview.channel.id)
        return [
            Button(view, message.id, str(part["custom_id"]), str(part.get("label") or ""))
            for message in sorted(messages, key=lambda message: -message.id)
            for part in _parts(message.components)
            if part.get("type") == _BUTTON and "custom_id" in part and not part.get("disabled")
        ]

    async def press(self, button: Button) -> None:
        """Do what the visitor pressing that button does."""
        channel = self.views[button.view].preview.channel
        actor = self.visitor if channel.id == self.channel.id else self.visitor.user
        async with self._gate:
            (message,) = (m for m in self.env.messages_in(channel.id) if m.id == button.message_id)
            await actor.click(simcord.ResponseMessage(self.env, message), custom_id=button.custom_id)
        self.publish()

    def publish(self) -> None:
        """Bring every open page up to date."""
        for view in self.views.values():
            view.preview.publish()

    def newest(self) -> Mapping[str, list[int]]:
        """Ids of the last messages for everybody in each tab's channel, oldest first."""
        return {
            view.key: sorted(
                m.id for m in self.env.messages_in(view.preview.channel.id) if not m.is_ephemeral
            )[-_NEWEST:]
            for view in self.views.values()
        }

    def use_timezone(self, name: str) -> None:
        """Write times as the visitor's browser does; a name that is not known changes nothing."""
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return
        for view in self.views.values():
            if view.preview.timezone != name:
                view.preview.timezone = name
                view.preview.publish(always=True)

    async def keep_up(self) -> None:
        """Follow what the bot does, for ever."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self.env.forget_traffic()
            try:
                self.publish()
            except Exception:
                log.exception("the page could not be brought up to date")


def _parts(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for part in components:
        yield part
        yield from _parts(part.get("components") or ())
        if accessory := part.get("accessory"):
            yield accessory


@asynccontextmanager
async def on_stage(bot: discord.Client, port: int) -> AsyncIterator[Stage]:
    """Start the bot on an in-memory Discord whose pages the web server at `port` will serve.

    When done, the bot is closed in good order.
    """
    env = SandboxEnv(bot)
    env.rename_bot(BOT)
    guild = env.create_guild("Card Club")
    channel = guild.create_text_channel(ROOM, topic=TOPIC)
    user = env.create_user("visitor", global_name=VISITOR)
    visitor = guild.add_member(user)
    dm = user.dm_channel
    env.use_real_time()
    await env.start()
    try:
        gate = asyncio.Lock()
        with quick_markdown({str(channel.id): ROOM}):
            async with (
                SandboxPreview(env, channel, visitor, gate, port) as room,
                SandboxPreview(env, dm, user, gate, port) as private,
            ):
                views = {
                    "channel": View("channel", ROOM, room),
                    "dm": View("dm", BOT, private),
                }
                stage = Stage(env, guild, channel, visitor, views, gate)
                keeping_up = asyncio.create_task(stage.keep_up())
                try:
                    yield stage
                finally:
                    keeping_up.cancel()
                    await asyncio.wait({keeping_up})
    finally:
        await bot.close()
        await env.shutdown()
