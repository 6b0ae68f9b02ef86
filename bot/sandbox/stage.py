"""The stage: a server with one channel, four people to act as, the bot, and live pages."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import discord
import simcord
from babel import negotiate_locale

from bot.client import Cardinal
from bot.rules.catalogue import ENGLISH, Catalogue
from bot.sandbox.simcord_patches import SandboxEnv, SandboxPreview, quick_markdown

log = logging.getLogger(__name__)

VISITOR = "Visitor"
OTHERS = ("Ann", "Ben", "Clara")
MANAGERS = "Managers"
BOT = "Cardinal"
ROOM = "card-room"
TOPIC = "Old card games. Type /table open to begin."

_LOOK_SECONDS = 0.04  # seconds between two checks for changes

_NEWEST = 99
_BUTTON = 2


@dataclass(frozen=True, slots=True)
class View:
    """A tab of the page: a channel as one person sees it."""

    key: str
    label: str
    preview: SandboxPreview


@dataclass(frozen=True, slots=True)
class Person:
    """A person to act as, with their tabs."""

    key: str
    name: str
    member: simcord.MemberActor
    views: Mapping[str, View]


@dataclass(frozen=True, slots=True)
class Button:
    """A button on a message of the tab `view`."""

    view: str
    message_id: int
    custom_id: str
    label: str

    @property
    def is_move(self) -> bool:
        return self.custom_id.startswith("c:") and ":!" not in self.custom_id


class Stage:
    """What the sandbox's page shows and does. Made by `on_stage`."""

    def __init__(
        self,
        bot: Cardinal,
        env: SandboxEnv,
        guild: simcord.GuildHandle,
        channel: simcord.ChannelHandle,
        managers: simcord.RoleHandle,
        people: Mapping[str, Person],
        gate: asyncio.Lock,
    ) -> None:
        self.bot = bot
        self.env = env
        self.guild = guild
        self.channel = channel
        self.people = people
        self._managers = managers
        # SimCord does one thing at a time: every operation holds the lock.
        self._gate = gate

    @property
    def visitor(self) -> simcord.MemberActor:
        """The person one starts as."""
        return self._first.member

    @property
    def views(self) -> Mapping[str, View]:
        """The visitor's tabs."""
        return self._first.views

    @property
    def _first(self) -> Person:
        return next(iter(self.people.values()))

    @property
    def running(self) -> bool:
        """Whether the bot is running."""
        return self.bot.unready() is None

    async def run_command(self, name: str, member: simcord.MemberActor | None = None, **options: str) -> None:
        """Type that slash command in the channel as that person, by default the visitor."""
        async with self._gate:
            await (member or self.visitor).slash(self.channel, name, **options)
        self.publish()

    @property
    def languages(self) -> Sequence[Catalogue]:
        return self.bot.services.languages.known()

    def words(self, person: Person, preferred: Sequence[str]) -> Catalogue:
        """The language of that person's Discord, at first the one their browser prefers."""
        known = {one.locale_name: one for one in self.languages}
        if person.member.id not in self.env.locales:
            self.speak(person, negotiate_locale(preferred, known, sep="-") or ENGLISH.locale_name)
        return known.get(self.env.locales[person.member.id], ENGLISH)

    def speak(self, person: Person, locale: str) -> None:
        """Let that person's Discord be in that language from now on."""
        self.env.locales[person.member.id] = locale

    def manages(self, person: Person) -> bool:
        return self._managers.id in self.env.roles_of(self.guild.id, person.member.id)

    async def let_manage(self, person: Person, on: bool) -> None:
        """Grant or remove the permission Manage Server."""
        async with self._gate:
            if self.manages(person) != on:
                self.env.set_role(self.guild.id, person.member.id, self._managers.id, on)

    def buttons(self, view: str) -> Sequence[Button]:
        """The visitor's buttons in that tab, the newest message first."""
        messages = self.env.messages_in(self.views[view].preview.channel.id)
        return [
            Button(view, message.id, str(part["custom_id"]), str(part.get("label") or ""))
            for message in sorted(messages, key=lambda message: -message.id)
            for part in _parts(message.components)
            if part.get("type") == _BUTTON and "custom_id" in part and not part.get("disabled")
        ]

    async def press(self, button: Button) -> None:
        """Press that button as the visitor."""
        channel = self.views[button.view].preview.channel
        actor = self.visitor if channel.id == self.channel.id else self.visitor.user
        async with self._gate:
            (message,) = (m for m in self.env.messages_in(channel.id) if m.id == button.message_id)
            await actor.click(simcord.ResponseMessage(self.env, message), custom_id=button.custom_id)
        self.publish()

    def publish(self) -> None:
        for view in self._all_views():
            view.preview.publish()

    def _all_views(self) -> Iterator[View]:
        for person in self.people.values():
            yield from person.views.values()

    def newest(self, person: Person) -> Mapping[str, list[int]]:
        """The ids of the last public messages in each of that person's tabs, oldest first."""
        return {
            view.key: sorted(
                m.id for m in self.env.messages_in(view.preview.channel.id) if not m.is_ephemeral
            )[-_NEWEST:]
            for view in person.views.values()
        }

    def use_timezone(self, name: str) -> None:
        """Show times in the visitor's time zone; an unknown name changes nothing."""
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return
        for view in self._all_views():
            if view.preview.timezone != name:
                view.preview.timezone = name
                view.preview.publish(always=True)

    async def keep_up(self) -> None:
        """Poll for changes until cancelled."""
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
async def on_stage(running: AbstractAsyncContextManager[Cardinal], port: int) -> AsyncIterator[Stage]:
    """Start that bot on an in-memory Discord, whose pages the web server at `port` will serve. Stops the bot
    cleanly at the end."""
    async with AsyncExitStack() as stack, AsyncExitStack() as open_bot:
        bot = await open_bot.enter_async_context(running)
        env = SandboxEnv(bot)
        stack.push_async_callback(env.shutdown)
        env.rename_bot(BOT)
        guild = env.create_guild("Card Club")
        channel = guild.create_text_channel(ROOM, topic=TOPIC)
        # In this order, so that the tables of an earlier database find their people again.
        users = {name: env.create_user(name.lower(), global_name=name) for name in (VISITOR, *OTHERS)}
        members = {name: guild.add_member(user) for name, user in users.items()}
        managers = guild.create_role(MANAGERS, permissions=discord.Permissions(manage_guild=True))
        env.use_real_time()
        await env.start()
        gate = asyncio.Lock()
        async with AsyncExitStack() as open_previews:
            open_previews.enter_context(quick_markdown({str(channel.id): ROOM}))
            people = {}
            for name, user in users.items():
                room = SandboxPreview(env, channel, members[name], gate, port)
                private = SandboxPreview(env, user.dm_channel, user, gate, port)
                for preview in (room, private):
                    await open_previews.enter_async_context(preview)
                views = {"channel": View("channel", ROOM, room), "dm": View("dm", BOT, private)}
                people[user.name] = Person(user.name, name, members[name], views)
            stage = Stage(bot, env, guild, channel, managers, people, gate)
            keeping_up = asyncio.create_task(stage.keep_up())
            try:
                yield stage
            finally:
                keeping_up.cancel()
                await asyncio.wait({keeping_up})
