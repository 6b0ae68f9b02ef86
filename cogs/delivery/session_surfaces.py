"""What a session of Duplicate shows in its channel: its message, edited in place, and few posts besides."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

import discord

from bot.cluster.hints import Hint, Topic
from bot.duplicate.items import SessionPost
from bot.duplicate.ports import SessionMessage, SessionPostStore
from bot.duplicate.repository import SessionCommitted, SessionRepository
from bot.duplicate.session import Session
from bot.tables.store.ports import Clock
from bot.tables.store.recent import Recent
from cogs.answering.interactions import refresh
from cogs.answering.services import Interaction
from cogs.delivery.channel_surfaces import REPOST_SECONDS
from cogs.delivery.refused_posts import RefusedPosts
from cogs.delivery.retrying_publisher import Showing
from cogs.duplicate.renderer import SessionRenderer
from cogs.duplicate.words import begins, called_by
from cogs.transport.backoff import UNREACHED, malformed
from cogs.transport.channels import NOBODY, UNKNOWN_MESSAGE, message_in, notifying, sent_before
from cogs.transport.surfaces import Surface
from cogs.ui.drawing import Drawing
from cogs.ui.trouble import Trouble, Why

log = logging.getLogger(__name__)

MESSAGE_DRAWN: Final = 0
"""Stands for the version in a hint that the message of a session was drawn in answer to a press."""

_POSTS = "posts"
_MOST_REMEMBERED = 1_000
_NOT_AS_STORED = 0
"""The version of a message that shows something older than is stored."""


class SessionMessages:
    """The message of each session, and what it owes its channel besides.

    It is edited in place, posted anew when the session begins, when somebody has deleted it, and before it is
    so old that Discord would refuse to edit it. Whoever draws it does so one after the other, so that what is
    stored of it is what it shows.
    """

    def __init__(
        self,
        client: discord.Client,
        repository: SessionRepository,
        posts: SessionPostStore,
        renderer: SessionRenderer,
        clock: Clock,
        tell: Callable[[Hint], None],
    ) -> None:
        self._client = client
        self._tell = tell
        self._repository = repository
        self._posts = posts
        self._renderer = renderer
        self._clock = clock
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._drawn: Recent[int, tuple[str, int]] = Recent(_MOST_REMEMBERED)
        self._doubted: Recent[int, None] = Recent(_MOST_REMEMBERED)
        self._refused = RefusedPosts("session")

    async def owed(self, session: Session) -> Sequence[Surface]:
        """The posts that are owed, and the message if it is not there or behind."""
        if self._client.get_guild(session.guild_id) is None:
            return []
        surfaces, give_up = list[Surface](), partial(self._posts.give_up, session.id)
        posts = await self._posts.owed(session.id)
        if posts:
            show = partial(self._send_owed, session.id, posts)
            surfaces.append(Surface(session.id, _POSTS, show, give_up, session.channel_id))
        shown = await self._posts.message(session.id)
        if shown is None or shown.version < session.version or session.id in self._doubted:
            show = partial(self._draw, session.id)
            edits = shown is not None
            surfaces.append(
                Surface(
                    session.id, "message", show, give_up, session.channel_id, after=_POSTS, refreshes=edits
                )
            )
        return surfaces

    def doubt(self, session_id: int) -> None:
        """Another process has drawn the message: nobody knows whose drawing came last."""
        self._doubted[session_id] = None

    async def is_current(self, session_id: int, message: discord.Message | None) -> bool:
        """Whether that message is the one that shows the session now."""
        shown = await self._posts.message(session_id)
        return shown is not None and message is not None and message.id == shown.message_id

    async def link_to(self, session: Session) -> str | None:
        """Where the message stands that shows the session now."""
        shown = await self._posts.message(session.id)
        if shown is None:
            return None
        return f"https://discord.com/channels/{session.guild_id}/{shown.channel_id}/{shown.message_id}"

    async def opened(self, session: Session, message_id: int) -> None:
        """That message, the answer to a command, shows the session from now on, as it is given."""
        now = self._clock.now()
        await self._posts.save_message(
            SessionMessage(session.id, session.channel_id, message_id, now, session.version)
        )

    async def pressed(self, interaction: Interaction, session_id: int) -> bool:
        """Answer a press on the message with the message drawn anew; False: it was not on the current one."""
        async with self._lock(session_id):
            shown = await self._posts.message(session_id)
            if shown is None or interaction.message is None or interaction.message.id != shown.message_id:
                return False
            session = await self._repository.look(session_id)
            drawing = await self._renderer.message(session)
            self._drawn.pop(shown.message_id, None)
            if not await refresh(interaction, drawing):
                return False
            self._drawn[shown.message_id] = (_said(drawing), session.version)
            await self._posts.save_message(replace(shown, version=session.version))
        if not self._repository.owns(session):
            self._tell(Hint(Topic.SESSION, session.id, MESSAGE_DRAWN))
        return True

    async def _send_owed(self, session_id: int, posts: Sequence[SessionPost]) -> bool:
        for post in posts:
            try:
                message_id = await self._deliver(session_id, post)
            except discord.HTTPException as error:
                if not self._refused.is_set_aside(session_id, post.number, error):
                    raise
                message_id = await self._tell_of_refusal(session_id, post)
            await self._posts.delivered(post, message_id)
        return True

    async def _deliver(self, session_id: int, post: SessionPost) -> int:
        """The id of the message that tells it; 0 if there is nothing to say."""
        if begins(post):
            return await self._begin(session_id, post)
        session = await self._repository.look(session_id)
        drawing = await self._renderer.post(post, session)
        if drawing is None:
            return 0
        message = await self._send(session, drawing, f"{session_id}s{post.number}", called_by(post))
        return message.id

    async def _tell_of_refusal(self, session_id: int, post: SessionPost) -> int:
        """Tell the host in the post's place that it was refused; 0 if Discord does not take that either."""
        session = await self._repository.look(session_id)
        drawing, host = self._renderer.refused_post(session), session.host.user_id
        try:
            message = await self._send(session, drawing, f"{session_id}s{post.number}r", [host])
        except discord.HTTPException as error:
            if not malformed(error):
                raise
            return 0
        return message.id

    async def _begin(self, session_id: int, post: SessionPost) -> int:
        # The message, posted anew, tells the players that it has begun: one message instead of two.
        async with self._lock(session_id):
            session = await self._repository.look(session_id)
            people = [person.user_id for person in session.people]
            old, called = await self._posts.message(session_id), people if session.open else []
            drawing = await self._renderer.message(session, called)
            return await self._post(session, old, drawing, f"{session_id}s{post.number}", called)

    async def _draw(self, session_id: int) -> bool:
        async with self._lock(session_id):
            session, shown = await self._repository.look(session_id), await self._posts.message(session_id)
            doubted = session_id in self._doubted
            if shown is not None and shown.version >= session.version and not doubted:
                return True
            self._doubted.pop(session_id, None)
            try:
                await self._draw_anew(session, shown, doubted=doubted)
            except BaseException:
                if doubted:
                    self.doubt(session_id)
                raise
        return True

    async def _draw_anew(self, session: Session, shown: SessionMessage | None, *, doubted: bool) -> None:
        if shown is not None and doubted:
            self._drawn.pop(shown.message_id, None)
        aged = shown is not None and self._clock.now() - shown.posted_at > REPOST_SECONDS
        if shown is None or (aged and session.open) or not await self._edited(session, shown):
            old = 0 if shown is None else shown.message_id
            drawing = await self._renderer.message(session)
            await self._post(session, shown, drawing, f"{session.id}m{old % 10**12}", ())

    async def _edited(self, session: Session, shown: SessionMessage) -> bool:
        """Edit the message, if there is anything new to be seen; False if somebody has deleted it."""
        drawing = await self._renderer.message(session)
        if self._drawn.get(shown.message_id) == (_said(drawing), shown.version):
            # It is as it was stored last, and nobody else has drawn it since.
            self._drawn[shown.message_id] = (_said(drawing), session.version)
            await self._posts.save_message(replace(shown, version=session.version))
            return True
        message = message_in(self._client, shown.channel_id, shown.message_id, session.guild_id)
        self._drawn.pop(shown.message_id, None)
        try:
            await message.edit(view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        self._drawn[shown.message_id] = (_said(drawing), session.version)
        await self._posts.save_message(replace(shown, version=session.version))
        return True

    async def _post(
        self,
        session: Session,
        old: SessionMessage | None,
        drawing: Drawing,
        nonce: str,
        called: Sequence[int],
    ) -> int:
        began = self._clock.now()
        message = await self._send(session, drawing, nonce, called)
        version = _NOT_AS_STORED if sent_before(message.id, began) else session.version
        await self._posts.save_message(
            SessionMessage(session.id, session.channel_id, message.id, began, version)
        )
        if old is not None and old.message_id != message.id:
            # If it stays, its buttons serve as well.
            with suppress(*UNREACHED):
                stale = message_in(self._client, old.channel_id, old.message_id, session.guild_id)
                await stale.delete()
        return message.id

    async def _send(
        self, session: Session, drawing: Drawing, nonce: str, called: Sequence[int]
    ) -> discord.Message:
        channel = self._client.get_partial_messageable(session.channel_id, guild_id=session.guild_id)
        return await channel.send(
            view=drawing.view, files=drawing.files(), nonce=nonce[:25], allowed_mentions=notifying(called)
        )

    def _lock(self, session_id: int) -> asyncio.Lock:
        lock = self._locks.get(session_id)
        if lock is None:
            lock = self._locks[session_id] = asyncio.Lock()
        return lock


def _said(drawing: Drawing) -> str:
    # What is to be seen on a message, to be compared.
    view: Any = drawing.view
    return repr(view.to_components())


class SessionPublisher(Showing):
    """Shows every session. Subscribes to transactions.

    `place_gone` calls a session off if its channel is not there any more, and says whether. `interval` is the
    least time between two publications of one session, in seconds.
    """

    what = "session"

    def __init__(
        self,
        repository: SessionRepository,
        posts: SessionPostStore,
        messages: SessionMessages,
        clock: Clock,
        place_gone: Callable[[int], Awaitable[bool]],
        *,
        interval: float,
    ) -> None:
        super().__init__(clock, interval=interval)
        self._repository = repository
        self._posts = posts
        self._messages = messages
        self._close_if_gone = place_gone

    def committed(self, committed: SessionCommitted) -> None:
        """Publish the session soon. Returns at once."""
        if committed.before is None or not self._repository.owns(committed.session):
            # Whoever has opened it is answered with its message.
            return
        self.changed(committed.session.id)

    def changed_elsewhere(self, number: int, version: int) -> None:
        """Another process has changed the session or (version MESSAGE_DRAWN) drawn its message."""
        if version == MESSAGE_DRAWN:
            self._messages.doubt(number)
        self.changed(number)

    async def publish_owed(self) -> None:
        """Publish the sessions that owe something, except those already under way."""
        backing_off = self._due.keys() & self._failing.keys()
        for session_id in await self._repository.owned({*await self._posts.behind()} - backing_off):
            self.changed(session_id)

    async def _owed(self, number: int) -> tuple[Sequence[Surface], bool]:
        session = await self._repository.look(number)
        if not self._repository.owns(session):
            return [], session.open
        return await self._messages.owed(session), session.open

    async def _place_gone(self, number: int) -> bool:
        return await self._close_if_gone(number)

    def _trouble(self, surface: Surface, channel_id: int, why: Why) -> Trouble:
        return Trouble(surface.number, channel_id, why, session=True)
