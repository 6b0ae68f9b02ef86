"""A server in the offline Discord: people who click and type, and what they see."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import simcord
from prometheus_client import Counter
from sqlalchemy import select

from bot.client import Cardinal
from bot.rules.presentation.course import NO_BREAK
from bot.settings import Settings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting
from cogs.delivery.rounds_cog import Round, RoundsCog
from cogs.ui.glyphs import plainly
from storage.schema.duplicate import board_plays
from tests.offline import Offline
from tests.stored_tables import changed


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        if component.get("accessory"):
            yield from walk([component["accessory"]])


@dataclass
class Seen:
    id: int
    text: str
    buttons: dict[str, dict[str, Any]]
    menus: list[dict[str, Any]]
    raw: Any = field(repr=False)

    @property
    def open_buttons(self) -> list[str]:
        return [label for label, button in self.buttons.items() if not button.get("disabled")]


def seen(message: Any) -> Seen:
    """What stands in a message: text displays, content, buttons."""
    stored = getattr(message, "_message", message)
    parts = list(walk(stored.components))
    texts = [plainly(stored.content or ""), *(plainly(p["content"]) for p in parts if p.get("type") == 10)]
    buttons = {plainly(p.get("label", "")): p for p in parts if p.get("type") == 2}
    menus = [p for p in parts if p.get("type") == 3]
    return Seen(stored.id, "\n".join(t for t in texts if t), buttons, menus, stored)


class World:
    """The bot on a server with one channel and five members."""

    def __init__(self, env: Offline, settings: Settings, locale: str = "en-US") -> None:
        self.env = env
        self.settings = settings
        self.guild = env.create_guild("Card Club", preferred_locale=locale)
        self.channel = self.guild.create_text_channel("card-room")
        self.people = {
            name: self.guild.add_member(env.create_user(name.lower(), global_name=name))
            for name in ("Ann", "Bob", "Cleo", "Dan", "Eve")
        }

    @property
    def bot(self) -> Cardinal:
        return self.env.cardinal

    def round_of(self, feature: str) -> Round:
        """What that feature does at intervals."""
        cog = self.bot.get_cog("RoundsCog")
        assert isinstance(cog, RoundsCog)
        return cog.rounds[feature]

    async def snapshot(self, table: int = 1) -> TableSnapshot:
        """The table as the bot knows it."""
        return await self.bot.services.tables.repository.look(table)

    def messages(self, channel: Any = None) -> list[Seen]:
        """What everybody can see in the channel, oldest first."""
        stored = self.env.backend.messages.get((channel or self.channel).id, {})
        return [seen(m) for m in sorted(stored.values(), key=lambda m: m.id) if not m.flags & 64]

    def transcript(self) -> str:
        """The channel's texts, wherever their lines may break."""
        return "\n".join(message.text for message in self.messages()).replace(NO_BREAK, " ")

    def table_message(self) -> Seen:
        found = [m for m in self.messages() if m.text.startswith("###") and "table" in m.text.split("\n")[0]]
        return found[-1]

    def dm(self, name: str) -> Seen:
        return self.messages(self.people[name].user.dm_channel)[-1]

    async def slash(self, name: str, command: str, *, settle: bool = False, **options: Any) -> Any:
        """Type a command in the channel; it must be answered. `settle`: wait for all that comes of it."""
        result = await self.people[name].slash(self.channel, command, **options)
        assert result.acknowledged, f"/{command} was never answered"
        if settle:
            await self.env.settle()
        return result

    async def press(
        self, name: str, message: Seen, label: str, *, dm: bool = False, settle: bool = False
    ) -> Any:
        """Press a button; it must be answered. `settle`: wait for all that comes of it."""
        actor = self.people[name].user if dm else self.people[name]
        button = message.buttons[label]
        shown = simcord.ResponseMessage(self.env, message.raw)
        result = await actor.click(shown, custom_id=button["custom_id"])
        assert result.acknowledged, f"{label} was never answered"
        if settle:
            await self.env.settle()
        return result

    async def close(self, name: str, **options: Any) -> Any:
        """Close the table, and say that one means it where a match is in play; the last answer."""
        result = await self.slash(name, "table close", **options)
        asked = seen(result.response) if result.response is not None else None
        if asked is None or not asked.buttons:
            return result
        (label,) = asked.buttons
        return await self.press(name, asked, label)

    async def set_me(self, name: str, label: str) -> Any:
        """Press the button of `/me` that begins so; every one is a switch."""
        panel = seen((await self.slash(name, "me")).response)
        (full,) = [found for found in panel.buttons if found.startswith(label)]
        return await self.press(name, panel, full)

    async def table(self, *names: str, **options: Any) -> None:
        """A table kept by Ann at which those people sit, too; not begun."""
        await self.slash("Ann", "table open", game="bishops-whist")
        for name, chair in zip(names, ("East", "South", "West"), strict=False):
            await self.press(name, self.table_message(), f"Sit {chair}")

    async def change(self, **fields: Any) -> None:
        """Change fields of the table's row, as `ceremony`, and have that shown."""
        async with self.env.as_bot(), self.bot.services.tables.repository.transaction(1) as tx:
            tx.table = changed(tx.table, **fields)
            tx.set()

    async def set_posting(self, posting: Posting) -> None:
        """Let the tables that are opened from now on tell so what happens at them."""
        servers = self.bot.services.tables.servers
        await servers._save(self.guild.id, posting=posting)

    async def start(self) -> None:
        """Ann starts; the house fills the empty chairs."""
        message = self.table_message()
        label = next(label for label in message.buttons if label.startswith("Start"))
        await self.press("Ann", message, label)
        await self.env.settle()

    def awaited(self) -> str:
        """Who is to act, by the table message."""
        text = self.table_message().text
        assert "to act" in text, text
        return next(name for name, member in self.people.items() if f"<@{member.id}>" in text)

    def requests(self, start: int = 0) -> list[Any]:
        """REST calls made with the bot token since `start`."""
        return [
            r
            for r in self.env.http_requests[start:]
            if "/interactions/" not in r.path and "/webhooks/" not in r.path and "/callback" not in r.path
        ]


def private(result: Any) -> str:
    """What the person alone was told in answer."""
    texts = []
    if result.response is not None and result.response.ephemeral:
        texts.append(seen(result.response).text)
    texts += [seen(f).text for f in result.followups if f.ephemeral]
    return "\n".join(texts)


def dumped(value: Any) -> str:
    """JSON of anything, for searching."""
    return json.dumps(value, default=str)


async def tables_of_session(world: World, session_id: int) -> list[TableSnapshot]:
    """Every table of a session, or of the boards of the day (0), the oldest first."""
    query = select(board_plays.c.table_id).where(board_plays.c.session_id == session_id)
    (rows,) = await world.bot.parts.database.read(query.order_by(board_plays.c.table_id))
    return [await world.bot.services.tables.repository.look(row.table_id) for row in rows]


def counting(counter: Counter) -> Callable[[], dict[str, float]]:
    """What a counter of one label counts from now on, by that label."""

    def read() -> dict[str, float]:
        (counted,) = counter.collect()
        return {
            "".join(one.labels.values()): one.value for one in counted.samples if one.name.endswith("_total")
        }

    before = read()
    return lambda: {
        label: number - before.get(label, 0)
        for label, number in read().items()
        if number != before.get(label, 0)
    }
