"""What tables and Duplicate sessions both show in their channels: one message each, and posts."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import discord

from bot import metrics
from bot.duplicate.sessions.ports import SessionMessage
from bot.tables.state.messages import TableMessage
from bot.tables.store.ports import Clock
from bot.tables.store.recent import Recent
from cogs.transport.attachments import Attachments
from cogs.transport.backoff import MOST_TRIES, in_a_line, malformed
from cogs.transport.channels import (
    THREAD_ARCHIVED,
    UNKNOWN_MESSAGE,
    message_in,
    notifying,
    sent_before,
)
from cogs.ui.layout import Drawing

log = logging.getLogger(__name__)

REPOST_SECONDS: Final = 50 * 60  # Discord often refuses edits of messages over an hour old
POSTS: Final = "posts"  # the surface of all posts that a table or session owes

_NOT_AS_STORED: Final = 0
_MOST_REMEMBERED: Final = 1_000
_LONGEST_NONCE: Final = 25

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a subject's message belongs, at that version of the subject."""

    guild_id: int
    channel_id: int
    version: int = 0


@dataclass(eq=False)
class ChannelMessages(ABC, Generic[S]):
    """Keeps one message for each table or session. It edits the message at each version, and reposts it if
    somebody has deleted it or before it is so old that Discord would refuse to edit it.

    A subclass says when, draws the message and stores it.
    """

    client: discord.Client
    attachments: Attachments
    clock: Clock

    @abstractmethod
    def _place(self, subject: S) -> Place: ...

    @abstractmethod
    async def _draw(self, subject: S, called: Iterable[int] = ()) -> Drawing: ...

    @abstractmethod
    async def _posted(self, subject: S, message_id: int, at: float, version: int) -> None:
        """Store that this message, posted `at` that time, is the current one and shows that version."""

    def _aged(self, shown: TableMessage | SessionMessage) -> bool:
        return self.clock.now() - shown.posted_at > REPOST_SECONDS

    async def _post(self, subject: S, nonce: str, called: Iterable[int] = ()) -> tuple[int, bool]:
        """Post the message. Returns its id, and whether it shows the current state: for a known nonce Discord
        returns the message sent earlier."""
        began, place = self.clock.now(), self._place(subject)
        drawing = await self._draw(subject, called)
        message = await send(self.client, place, drawing, nonce, notifying(called))
        self.attachments.note(message)
        repeated = sent_before(message.id, began)
        await self._posted(subject, message.id, began, _NOT_AS_STORED if repeated else place.version)
        return message.id, not repeated

    async def _edit(self, subject: S, shown: TableMessage | SessionMessage, drawing: Drawing) -> bool:
        """Edit the message. False if it is deleted, or its thread is archived, which only a post reopens."""
        guild_id = self._place(subject).guild_id
        message = message_in(self.client, shown.channel_id, shown.message_id, guild_id)
        try:
            await self.attachments.edit(message.id, drawing, message.edit)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, THREAD_ARCHIVED):
                raise
            return False
        return True


class PostQueue:
    """Sends the posts of tables or sessions, as `what` says. A post that Discord rejects as malformed is
    tried for about a minute. Then a line for the host replaces it, so that later posts do not wait."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._tries: Recent[tuple[int, int], int] = Recent(_MOST_REMEMBERED)

    async def send(
        self,
        number: int,
        post: int,
        deliver: Callable[[], Awaitable[int]],
        tell_host: Callable[[], Awaitable[int]],
    ) -> int:
        """Deliver a post of that table or session, or tell its host. Returns the id of the message, 0 if
        there is none. Raises errors that deserve another try."""
        try:
            return await deliver()
        except discord.HTTPException as error:
            if not self._is_set_aside(number, post, error):
                raise
        try:
            return await tell_host()
        except discord.HTTPException as error:
            if not malformed(error):
                raise
            return 0

    def _is_set_aside(self, number: int, post: int, error: Exception) -> bool:
        if not malformed(error):
            return False
        tries = self._tries[number, post] = self._tries.get((number, post), 0) + 1
        if tries == MOST_TRIES:
            metrics.REFUSED.labels("post").inc()
            said = in_a_line(error)
            log.error(
                "%s %s: post %s is set aside, for Discord refuses it: %s", self._what, number, post, said
            )
        return tries >= MOST_TRIES


async def send(
    client: discord.Client, place: Place, drawing: Drawing, nonce: str, mentions: discord.AllowedMentions
) -> discord.Message:
    """Send a message to a channel, once for each nonce."""
    channel = client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
    return await channel.send(
        view=drawing.view, files=drawing.files(), nonce=nonce[:_LONGEST_NONCE], allowed_mentions=mentions
    )
