"""Plays one hand on Discord by the bot's own surfaces, and removes what it has posted."""

import asyncio
import secrets
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp
import discord

from bot.app import opened
from bot.art import EMOJI_NAMES, emoji_picture
from bot.errors import OperatorError
from bot.operations.discord_checks import ChannelPlace, place_of_channel
from bot.operations.findings import Finding, Grade, error, ok, warning
from bot.registering import tree_alone
from bot.rest import use_api
from bot.rules.escaping import shortened
from bot.settings import Settings
from bot.tables.people.access import Actor
from bot.tables.state.chairs import Person
from bot.tables.state.preferences import UserSettings
from bot.tables.state.table import Posting
from bot.trial.answers import EMOJI, Answers
from bot.trial.table import TrialTable, until
from bot.trial.visitor import Visitor
from cogs.ui.names import person_of
from storage.connection.database import migrate

GAME: Final = "american-whist"
GATEWAY_SECONDS: Final = 60.0  # how long the gateway may take to name the server

# No bot has had as many tables, so nobody takes a button of a trial for one of theirs. If a number was used a
# moment ago, Discord would take a post for one sent twice.
_FIRST_TABLE, _TABLES = 900_000_000, 99_999_999
_LONGEST = 60
_UNREACHED = (discord.DiscordException, aiohttp.ClientError, OSError)


@dataclass
class Trial:
    """One run. `press_seconds` is how long the operator has for a press, 0 if nobody presses; `pause` how
    long everybody waits before a card."""

    settings: Settings
    token: str
    channel_id: int
    press_seconds: float
    tell: Callable[[Finding], None]
    pause: float = 0.3
    errors: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._answers = Answers(self.channel_id)

    async def run(self) -> None:
        """Play, and remove everything, also after a failure or a cancellation. It stores nothing but in a
        temporary file."""
        use_api(self.settings.discord_api)
        trace = self._answers.watch(aiohttp.TraceConfig())
        async with discord.Client(intents=discord.Intents.none(), http_trace=trace) as client:
            try:
                await client.login(self.token)
                await self._read(client)
                place = await place_of_channel(client, await client.http.get_channel(self.channel_id))
                self._report("channel")
                await self._visit(client, place)
            except (*_UNREACHED, OperatorError) as failure:
                self._tell(error("play", f"it ended early: {str(failure) or type(failure).__name__}"))
            finally:
                self._report("ending")
                await self._remove(client)
        finish, said = (error, f"errors: {self.errors}") if self.errors else (ok, "Discord took all of it")
        self.tell(finish("play", said))

    def _tell(self, finding: Finding) -> None:
        self.errors += finding.grade is Grade.ERROR
        self.tell(finding)

    def _report(self, what: str) -> None:
        for finding in self._answers.take(what):
            self._tell(finding)

    async def _read(self, client: discord.Client) -> None:
        assert client.application_id is not None
        guild_id, application, http = self.settings.dev_guild, client.application_id, client.http
        if guild_id is None:
            guild, there = None, list[Any](await http.get_global_commands(application))
        else:
            guild = discord.Object(guild_id)
            there = list(await http.get_guild_commands(application, guild_id))
        self._report("commands")
        ours = {command.name for command in tree_alone(client, guild_id).get_commands(guild=guild)}
        if missing := ", ".join(sorted(ours - {command["name"] for command in there})):
            said = f"Discord lacks {shortened(missing, _LONGEST)}; `run` and `sync-commands` send them"
            self._tell(warning("commands", said))
        if self.settings.pictures:
            picture = await asyncio.to_thread(emoji_picture, EMOJI_NAMES[0])
            emoji = await client.create_application_emoji(name=EMOJI, image=picture)
            await emoji.delete()
            self._report("emojis")

    async def _visit(self, client: discord.Client, place: ChannelPlace) -> None:
        emojis = {emoji.name for emoji in await client.fetch_application_emojis()}
        with tempfile.TemporaryDirectory(prefix="cardinal-") as folder:
            settings = await self._settings(f"{folder}/trial.db")
            async with AsyncExitStack() as stack:
                bot = await opened(stack, settings, client_type=Visitor)
                assert isinstance(bot, Visitor)
                assert bot.http.http_trace is not None
                self._answers.watch(bot.http.http_trace)
                bot.with_emojis = self.settings.pictures and {*EMOJI_NAMES} <= emojis
                await bot.login(self.token)
                connection = asyncio.create_task(bot.connect())
                stack.callback(connection.cancel)
                guild = await _connected(bot, place.guild_id, connection)
                self._report("gateway")
                await self._play(await self._table(bot, guild, place))

    async def _settings(self, path: str) -> Settings:
        """The operator's, but with a database of the trial's own at that path."""
        url = f"sqlite+aiosqlite:///{path}"
        await migrate(url)
        with closing(sqlite3.connect(path)) as file:
            first = _FIRST_TABLE + secrets.randbelow(_TABLES)
            file.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', ?)", (first,))
            file.commit()
        changed = {"database_url": url, "house_workers": 0, "analyse": False, "http_port": 0}
        # The result stays until the table is closed.
        pauses = {"house_pause": self.pause, "house_trick_pause": self.pause, "house_hand_pause": 120.0}
        return self.settings.model_copy(update={**changed, **pauses})

    async def _table(self, bot: Visitor, guild: discord.Guild, place: ChannelPlace) -> TrialTable:
        tables, posting = bot.services.tables, self._posting(place)
        await tables.servers.set_tables(
            guild.id, channels=(), posting=posting, turn_seconds=0, hints=True, roles=()
        )
        host = Actor(await self._host(bot, guild), sees=True, sends=True, manages=True)
        bot.table = (await tables.lobby.open(host, guild.id, self.channel_id, GAME)).table.id
        bot.parts.publisher.changed(bot.table)
        return TrialTable(tables, bot.parts.publisher, bot.services.messages, bot.table, host, self.pause)

    async def _host(self, bot: Visitor, guild: discord.Guild) -> Person:
        """The application's owner if they are on the server, who then also gets their hand by DM; else the
        bot itself."""
        app = await bot.application_info()
        owner = app.owner if app.team is None else app.team.owner
        if owner is not None:
            with suppress(discord.NotFound):
                return person_of(await guild.fetch_member(owner.id))
        self._answers.take("host")  # that they are not there is no error
        self._tell(warning("DM", "not tried: the application's owner is not on this server"))
        assert bot.user is not None
        await bot.services.tables.users.save(UserSettings(bot.user.id, dm=False))
        return person_of(bot.user)

    def _posting(self, place: ChannelPlace) -> Posting:
        may = place.allowed
        if place.is_thread or not (may.create_public_threads and may.send_messages_in_threads):
            why = "threads are not allowed here"
        elif not may.manage_threads:
            why = "without Manage Threads it could not be removed; allow it for the trial"
        else:
            return Posting.THREAD
        self._tell(warning("thread", f"not tried: {why}"))
        return Posting.HAND

    async def _play(self, table: TrialTable) -> None:
        await self._shown(table, "table")
        if self.press_seconds:
            await self._ask("press Sit down, look at House rules, and press Start", table.begun)
        await table.start()
        await self._shown(table, "start")
        if self.press_seconds:
            await self._ask("press My hand", table.hand_asked)
        if not await table.play():
            self._tell(error("hand", "it was not over in time"))
        await self._shown(table, "hand")
        await table.close()
        await self._shown(table, "end")
        if not self._answers.presses:
            why = "nobody pressed" if self.press_seconds else "they need a press; --press waits for yours"
            self._tell(
                warning("press", f"not tried: replies, forms, My hand, edits by a press's token; {why}")
            )

    async def _shown(self, table: TrialTable, what: str) -> None:
        shown = await table.shown()
        self._report(what)
        if not shown:
            self._tell(error(what, "Discord has not been shown all of it in time"))

    async def _ask(self, asked: str, over: Callable[[], Awaitable[bool]]) -> None:
        self._tell(ok("press", f"now {asked}, within {self.press_seconds:.0f} seconds"))
        await until(over, self.press_seconds)
        self._report("press")

    async def _remove(self, client: discord.Client) -> None:
        made, http, application = self._answers, client.http, client.application_id or 0
        for emoji in [*made.emojis]:
            await _tried(http.delete_application_emoji(application, emoji))
        for thread in [*made.threads]:
            await _tried(http.delete_channel(thread))
        for channel, message in reversed([*made.messages]):
            await _tried(http.delete_message(channel, message))
        self._report("removal")
        left = [*made.emojis, *made.threads, *(message for _, message in made.messages)]
        if left:
            self._tell(error("removal", f"left behind, remove them yourself: {', '.join(map(str, left))}"))


async def _tried(removal: Awaitable[object]) -> None:
    # What Discord says has been noted.
    with suppress(*_UNREACHED):
        await removal


async def _connected(bot: Visitor, guild_id: int, connection: asyncio.Task[None]) -> discord.Guild:
    """The server, once the gateway has named it. Raises what ended the connection, and OperatorError."""

    async def there() -> bool:
        return connection.done() or bot.get_guild(guild_id) is not None

    await until(there, GATEWAY_SECONDS)
    if connection.done():
        await connection
    guild = bot.get_guild(guild_id)
    if guild is None:
        raise OperatorError(f"the gateway did not name the server within {GATEWAY_SECONDS:.0f} seconds")
    return guild
