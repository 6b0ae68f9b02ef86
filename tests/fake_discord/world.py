"""What the fake Discord holds: people, servers, channels, messages and interactions."""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

TEXT: Final = 0
DM: Final = 1
THREAD: Final = 11

EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
COMPONENTS_V2: Final = 1 << 15

ACKNOWLEDGE_SECONDS: Final = 3.0
TOKEN_SECONDS: Final = 15 * 60.0

_CDN: Final = "https://cdn.invalid/attachments"
_EPOCH_MS: Final = 1_420_070_400_000
_GUILDS: Final = 720_720 * 10**6
"""Of shards up to 16 every number divides it."""

# What a server has none of, as Discord writes it.
_NOTHING: Final = (
    "icon banner splash discovery_splash description afk_channel_id system_channel_id rules_channel_id "
    "public_updates_channel_id vanity_url_code application_id"
)
_ZERO: Final = (
    "verification_level explicit_content_filter mfa_level nsfw_level premium_tier system_channel_flags"
)
_EMPTY: Final = (
    "features emojis stickers presences voice_states stage_instances guild_scheduled_events soundboard_sounds"
)
PERMISSIONS: Final = sum(1 << bit for bit in (6, 10, 11, 14, 15, 16, 18, 31, 34, 35, 36, 38))
"""What everybody may do: see and write, with files, emojis, threads and commands."""


class Refused(Exception):
    """Discord refuses the request, with an HTTP status and a code of its own."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message


class Snowflakes:
    """Ids that say when they were made, each larger than the last."""

    def __init__(self) -> None:
        self._last = 0

    def new(self) -> int:
        self._last = max(self._last + 1, (int(time.time() * 1000) - _EPOCH_MS) << 22)
        return self._last


@dataclass(slots=True)
class User:
    id: int
    name: str
    bot: bool = False
    dm_channel: int | None = None

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


@dataclass(slots=True)
class Message:
    """A message as it stands. `private_to` is the one person who sees it; `process` sent it."""

    id: int
    channel_id: int
    process: str
    flags: int = 0
    content: str = ""
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    nonce: str | None = None
    private_to: int | None = None
    edits: int = 0
    edited_at: float | None = None
    deleted: bool = False

    @property
    def text(self) -> str:
        parts = (part["content"] for part in parts_of(self.components) if "content" in part)
        return "\n".join(filter(None, (self.content, *parts)))


@dataclass(slots=True)
class Channel:
    """A channel of a server, a thread there (`parent_id`), or the DMs with one person (`recipient_id`)."""

    id: int
    type: int
    name: str = ""
    guild_id: int | None = None
    recipient_id: int | None = None
    parent_id: int | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    nonces: dict[str, Message] = field(default_factory=dict)


@dataclass(slots=True)
class Guild:
    """A server, of which everybody in `members` sees every channel."""

    id: int
    name: str
    channels: list[int] = field(default_factory=list)
    members: set[int] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class Interaction:
    """A click or a command, and what came of it. Times are seconds since the epoch.

    `sent_to` are the processes whose sessions got the event; `acknowledged_by` answered it, with a callback
    of that `answer` type. `quoted` is what it had written in answer on the pressed message. `refused` are
    calls about it that were refused: when, by whom, the error's code.
    """

    id: int
    token: str
    type: int
    user_id: int
    channel_id: int
    guild_id: int | None
    at: float
    data: Json
    message_id: int | None = None
    sent_to: tuple[str, ...] = ()
    acknowledged_at: float | None = None
    acknowledged_by: str = ""
    answer: int = 0
    original_id: int | None = None
    loading: bool = False
    follow_ups: list[int] = field(default_factory=list)
    quoted: list[str] = field(default_factory=list)
    refused: list[tuple[float, str, int]] = field(default_factory=list)
    waiting: list[Callable[[], None]] = field(default_factory=list)

    @property
    def seconds(self) -> float | None:
        """How long its acknowledgement took; None if there was none in time."""
        return None if self.acknowledged_at is None else self.acknowledged_at - self.at


@dataclass
class World:
    """Everything there is. `token` is the bot's."""

    token: str = "fake.discord.token"
    snowflakes: Snowflakes = field(default_factory=Snowflakes)
    users: dict[int, User] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    interactions: dict[int, Interaction] = field(default_factory=dict)
    by_token: dict[str, Interaction] = field(default_factory=dict)
    emojis: dict[int, Json] = field(default_factory=dict)
    commands: list[Json] = field(default_factory=list)
    permissions: int = PERMISSIONS

    def __post_init__(self) -> None:
        self.owner = User(1, "owner")
        self.bot = User(self.snowflakes.new(), "Cardinal", bot=True)
        self.application_id = self.bot.id
        self.users[self.bot.id] = self.bot

    def add_user(self, name: str) -> User:
        user = User(self.snowflakes.new(), name)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, *, key: int) -> Guild:
        """A new server; on shard `key % shards` of up to 16."""
        guild = Guild((_GUILDS + key) << 22, name, members={self.bot.id})
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str) -> Channel:
        channel = Channel(self.snowflakes.new(), TEXT, name, guild.id)
        self.channels[channel.id] = channel
        guild.channels.append(channel.id)
        return channel

    def dm_with(self, user_id: int) -> Channel:
        """The DMs with that person. Raises Refused for nobody."""
        user = self.users.get(user_id)
        if user is None or user.bot:
            raise Refused(404, 10013, "Unknown User")
        if user.dm_channel is None:
            channel = Channel(self.snowflakes.new(), DM, recipient_id=user_id)
            self.channels[channel.id] = channel
            user.dm_channel = channel.id
        return self.channels[user.dm_channel]

    def channel(self, channel_id: int) -> Channel:
        """That channel. Raises Refused."""
        found = self.channels.get(channel_id)
        if found is None:
            raise Refused(404, 10003, "Unknown Channel")
        return found

    def message(self, channel_id: int, message_id: int) -> Message:
        """That message. Raises Refused where it is not, or not any more."""
        found = self.channel(channel_id).messages.get(message_id)
        if found is None or found.deleted:
            raise Refused(404, 10008, "Unknown Message")
        return found

    def post(
        self, channel: Channel, body: Json, files: list[Json], process: str, private_to: int | None = None
    ) -> tuple[Message, bool]:
        """A new message, and whether it is new: a nonce that is enforced and known gives the old one."""
        nonce = None if body.get("nonce") is None else str(body["nonce"])
        if nonce is not None and body.get("enforce_nonce"):
            known = channel.nonces.get(nonce)
            if known is not None and time.time() - made_at(known.id) < 180:
                return known, False
        message = Message(self.snowflakes.new(), channel.id, process, nonce=nonce, private_to=private_to)
        self.change(message, body, files)
        message.edits, message.edited_at = 0, None
        message.flags = int(body.get("flags") or 0)
        if private_to is not None:
            message.flags |= EPHEMERAL
        if not (message.content or message.components or message.embeds or message.attachments):
            raise Refused(400, 50006, "Cannot send an empty message")
        channel.messages[message.id] = message
        if nonce is not None:
            channel.nonces[nonce] = message
        return message, True

    def change(self, message: Message, body: Json, files: list[Json]) -> None:
        """Edit a message. Raises Refused for what no message may have."""
        attachments, named = self._attached(message, body, files)
        if "components" in body:
            components = body["components"] or []
            check_components(components)
            message.components = [_with_media(part, named) for part in components]
        message.attachments = attachments
        if body.get("content") is not None or "content" in body:
            message.content = body["content"] or ""
        if "embeds" in body:
            message.embeds = body["embeds"] or []
        if "flags" in body and body["flags"] is not None:
            message.flags |= int(body["flags"]) & COMPONENTS_V2
        message.edits += 1
        message.edited_at = time.time()

    def _attached(self, message: Message, body: Json, files: list[Json]) -> tuple[list[Json], Json]:
        """What is attached to the message after the request, all of it and by the names that components may
        refer to. A file that stays is listed by its id; its name counts only if the request says it."""
        new = [{**one, "id": str(self.snowflakes.new())} for one in files]
        for one in new:
            one["url"] = one["proxy_url"] = f"{_CDN}/{message.channel_id}/{one['id']}/{one['filename']}"
        if "attachments" not in body:
            return message.attachments + new, {one["filename"]: one for one in new}
        there = {one["id"]: one for one in message.attachments}
        there |= {str(number): one for number, one in enumerate(new)}
        listed = body["attachments"] or []
        if any(str(one["id"]) not in there for one in listed):
            raise Refused(400, 50035, "Invalid Form Body: attachments")
        named = {one.get("filename"): there[str(one["id"])] for one in listed}
        return [there[str(one["id"])] for one in listed], named

    def interact(self, kind: int, user_id: int, channel: Channel, data: Json) -> Interaction:
        interaction = Interaction(
            self.snowflakes.new(),
            secrets.token_urlsafe(48),
            kind,
            user_id,
            channel.id,
            channel.guild_id,
            time.time(),
            data,
        )
        self.interactions[interaction.id] = interaction
        self.by_token[interaction.token] = interaction
        return interaction

    def message_payload(self, message: Message) -> Json:
        channel = self.channels[message.channel_id]
        payload: Json = {
            "id": str(message.id),
            "channel_id": str(message.channel_id),
            "author": self.bot.payload(),
            "content": message.content,
            "timestamp": _iso(made_at(message.id)),
            "edited_timestamp": None if message.edited_at is None else _iso(message.edited_at),
            **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
            **{name: [] for name in ("mentions", "mention_roles")},
            # Discord leaves out what is shown by a component.
            "attachments": [] if message.flags & COMPONENTS_V2 else message.attachments,
            "embeds": message.embeds,
            "components": message.components,
            "type": 0,
            "flags": message.flags,
            "nonce": message.nonce,
            "application_id": str(self.application_id),
        }
        if channel.guild_id is not None:
            payload["guild_id"] = str(channel.guild_id)
        return payload

    def channel_payload(self, channel: Channel) -> Json:
        payload: Json = {"id": str(channel.id), "type": channel.type, "last_message_id": None, "flags": 0}
        if channel.recipient_id is not None:
            return {**payload, "recipients": [self.users[channel.recipient_id].payload()]}
        payload |= {
            "name": channel.name,
            "guild_id": str(channel.guild_id),
            "parent_id": None if channel.parent_id is None else str(channel.parent_id),
            "rate_limit_per_user": 0,
        }
        if channel.type != THREAD:
            return {**payload, "position": 0, "permission_overwrites": [], "topic": None, "nsfw": False}
        made = _iso(made_at(channel.id))
        metadata = {
            "archived": False,
            "auto_archive_duration": 10080,
            "archive_timestamp": made,
            "locked": False,
            "create_timestamp": made,
        }
        counts = {"message_count": len(channel.messages), "member_count": 1}
        return {**payload, "owner_id": str(self.bot.id), "thread_metadata": metadata, **counts}

    def member_payload(self, user_id: int) -> Json:
        return {
            "user": self.users[user_id].payload(),
            "roles": [],
            "joined_at": "2026-01-01T00:00:00.000000+00:00",
            "flags": 0,
            **dict.fromkeys(("nick", "premium_since", "avatar", "communication_disabled_until")),
            **dict.fromkeys(("deaf", "mute", "pending"), False),
        }

    def guild_payload(self, guild: Guild) -> Json:
        everyone = {
            "id": str(guild.id),
            "name": "@everyone",
            "permissions": str(self.permissions),
            "position": 0,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "flags": 0,
            **dict.fromkeys(("icon", "unicode_emoji")),
            **dict.fromkeys(("hoist", "managed", "mentionable"), False),
        }
        channels = [self.channels[channel_id] for channel_id in guild.channels]
        return {
            "id": str(guild.id),
            "name": guild.name,
            "owner_id": str(self.bot.id + 1),
            "afk_timeout": 300,
            "default_message_notifications": 1,
            "preferred_locale": "en-US",
            "roles": [everyone],
            "member_count": len(guild.members),
            "joined_at": "2026-01-01T00:00:00.000000+00:00",
            "members": [self.member_payload(self.bot.id)],
            "channels": [self.channel_payload(channel) for channel in channels if channel.type != THREAD],
            "threads": [self.channel_payload(channel) for channel in channels if channel.type == THREAD],
            **dict.fromkeys(_NOTHING.split()),
            **dict.fromkeys(_ZERO.split(), 0),
            **dict.fromkeys(("premium_progress_bar_enabled", "large", "unavailable"), False),
            **{name: [] for name in _EMPTY.split()},
        }

    def interaction_payload(self, interaction: Interaction) -> Json:
        channel = self.channels[interaction.channel_id]
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(self.application_id),
            "type": interaction.type,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": {**self.channel_payload(channel), "permissions": str(self.permissions)},
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(interaction.guild_id or 0)},
            "attachment_size_limit": 10_485_760,
            "app_permissions": str(self.permissions),
            "context": 1 if interaction.guild_id is None else 0,
        }
        if interaction.message_id is not None:
            payload["message"] = self.message_payload(channel.messages[interaction.message_id])
        if interaction.guild_id is None:
            return {**payload, "user": self.users[interaction.user_id].payload()}
        member = {**self.member_payload(interaction.user_id), "permissions": str(self.permissions)}
        guild = {"id": str(interaction.guild_id), "locale": "en-US", "features": []}
        return {
            **payload,
            "guild_id": str(interaction.guild_id),
            "guild": guild,
            "guild_locale": "en-US",
            "member": member,
        }


def made_at(snowflake: int) -> float:
    """When an id was made, in seconds since the epoch."""
    return ((snowflake >> 22) + _EPOCH_MS) / 1000


def parts_of(components: list[Json]) -> Iterator[Json]:
    """Every component, nested ones included, as they stand on the message."""
    for component in components:
        yield component
        yield from parts_of(component.get("components") or [])
        if component.get("accessory"):
            yield from parts_of([component["accessory"]])


def check_components(components: list[Json]) -> None:
    """Raises Refused for what Discord takes on no message."""
    found = list(parts_of(components))
    ids = [part["custom_id"] for part in found if "custom_id" in part]
    if len(found) > 40 or len(set(ids)) < len(ids) or any(not 1 <= len(one) <= 100 for one in ids):
        raise Refused(400, 50035, "Invalid Form Body: components")
    if sum(len(part.get("content", "")) for part in found) > 4000:
        raise Refused(400, 50035, "Invalid Form Body: text")


def _with_media(part: Json, attached: Json) -> Json:
    """The component as Discord stores it: with the attachments that its media refer to."""
    if "items" in part:
        part = {**part, "items": [_with_media(item, attached) for item in part["items"]]}
    if "components" in part:
        part = {**part, "components": [_with_media(inner, attached) for inner in part["components"]]}
    scheme, _, name = part.get("media", {}).get("url", "").partition("://")
    if scheme != "attachment":
        return part
    if name not in attached:
        raise Refused(400, 50035, "Invalid Form Body: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND")
    found = attached[name]
    media = {"url": found["url"], "proxy_url": found["proxy_url"], "attachment_id": found["id"]}
    return {**part, "media": media}


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()
