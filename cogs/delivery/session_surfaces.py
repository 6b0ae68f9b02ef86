"""What a Duplicate session shows in its channel: its message, edited in place, and a few posts."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Final
from weakref import WeakValueDictionary

import discord

from bot.cluster.hints import Hint, Topic
from bot.duplicate.sessions.items import SessionPost
from bot.duplicate.sessions.ports import SessionMessage, SessionPostStore
from bot.duplicate.sessions.repository import SessionCommitted, SessionRepository
from bot.duplicate.sessions.session import Session
from bot.rules.catalogue import Catalogue
from bot.tables.judging.standings import Standings
from bot.tables.store.recent import Recent
from cogs.delivery.channel_messages import POSTS, ChannelMessages, Place, PostQueue, send
from cogs.delivery.retrying_publisher import Showing
from cogs.duplicate.message import draw_session
from cogs.duplicate.panels import draw_post, draw_refused
from cogs.duplicate.words import begins, called_by, ends
from cogs.transport.backoff import UNREACHED
from cogs.transport.channels import message_in, notifying
from cogs.transport.surfaces import Surface
from cogs.ui.layout import Drawing
from cogs.words.languages import Languages

log = logging.getLogger(__name__)

MESSAGE_DRAWN: Final = 0  # the version in a hint that a session's message was drawn in answer to a press

_MOST_REMEMBERED = 1_000


@dataclass(eq=False)
class SessionMessages(ChannelMessages[Session]):
    """The message of each session, which is also reposted when the session begins, and the session's posts.

    A lock serialises the drawings, so that the stored version is the one shown.
    """

    repository: SessionRepository
    posts: SessionPostStore
    standings: Standings
    languages: Languages
    tell: Callable[[Hint], None]
    with_pictures: bool
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(init=False, default_factory=WeakValueDictionary)
    _drawn: Recent[int, tuple[str, int]] = field(init=False, default_factory=lambda: Recent(_MOST_REMEMBERED))
    _doubted: Recent[int, None] = field(init=False, default_factory=lambda: Recent(_MOST_REMEMBERED))
    _queue: PostQueue = field(init=False, default_factory=lambda: PostQueue("session"))

    async def owed(self, session: Session) -> Sequence[Surface]:
        if self.client.get_guild(session.guild_id) is None:
            return []
        surfaces, give_up = list[Surface](), partial(self.posts.give_up, session.id)
        posts = await self.posts.owed(session.id)
        if posts:
            show = partial(self._send_owed, session.id, posts)
            surfaces.append(Surface(session.id, POSTS, show, give_up, session.channel_id))
        shown = await self.posts.message(session.id)
        if shown is None or shown.version < session.version or session.id in self._doubted:
            show = partial(self._bring_up_to_date, session.id)
            edits = shown is not None
            place = session.channel_id
            surfaces.append(Surface(session.id, "message", show, give_up, place, POSTS, refreshes=edits))
        return surfaces

    def doubt(self, session_id: int) -> None:
        """Redraw a message that another process has drawn, because we do not know which drawing came last."""
        self._doubted[session_id] = None

    async def is_current(self, session_id: int, message: discord.Message | None) -> bool:
        shown = await self.posts.message(session_id)
        return shown is not None and message is not None and message.id == shown.message_id

    async def link_to(self, session: Session) -> str | None:
        shown = await self.posts.message(session.id)
        if shown is None:
            return None
        return f"https://discord.com/channels/{session.guild_id}/{shown.channel_id}/{shown.message_id}"

    async def opened(self, session: Session, message_id: int) -> None:
        await self._posted(session, message_id, self.clock.now(), session.version)

    async def pressed(
        self, message_id: int, session_id: int, refresh: Callable[[Drawing], Awaitable[bool]]
    ) -> bool:
        async with self._lock(session_id):
            shown = await self.posts.message(session_id)
            if shown is None or message_id != shown.message_id:
                return False
            session = await self.repository.look(session_id)
            drawing = await self._draw(session)
            self._drawn.pop(shown.message_id, None)
            if not await refresh(drawing):
                return False
            self._drawn[shown.message_id] = (_said(drawing), session.version)
            await self.posts.save_message(replace(shown, version=session.version))
        if not self.repository.owns(session):
            self.tell(Hint(Topic.SESSION, session.id, MESSAGE_DRAWN))
        return True

    def _place(self, subject: Session) -> Place:
        return Place(subject.guild_id, subject.channel_id, subject.version)

    async def _draw(self, subject: Session, called: Iterable[int] = ()) -> Drawing:
        return draw_session(subject, self._words(subject), list(called))

    async def _posted(self, subject: Session, message_id: int, at: float, version: int) -> None:
        channel_id = subject.channel_id
        await self.posts.save_message(SessionMessage(subject.id, channel_id, message_id, at, version))

    def _words(self, session: Session) -> Catalogue:
        return self.languages.kept(session.guild_id, session.language)

    async def _send_owed(self, session_id: int, posts: Sequence[SessionPost]) -> bool:
        for post in posts:
            deliver = partial(self._deliver, session_id, post)
            tell_host = partial(self._tell_host, session_id, post)
            message_id = await self._queue.send(session_id, post.number, deliver, tell_host)
            await self.posts.delivered(post, message_id)
        return True

    async def _deliver(self, session_id: int, post: SessionPost) -> int:
        if begins(post):
            return await self._begin(session_id, post)
        session = await self.repository.look(session_id)
        words, pictures = self._words(session), self.with_pictures
        achieved = await self.standings.achieved_in_session(session_id) if ends(post) else ()
        drawing = await draw_post(post, session, words, achieved, with_pictures=pictures)
        if drawing is None:
            return 0
        nonce, called = f"{session_id}s{post.number}", notifying(called_by(post))
        return (await send(self.client, self._place(session), drawing, nonce, called)).id

    async def _tell_host(self, session_id: int, post: SessionPost) -> int:
        session = await self.repository.look(session_id)
        drawing, host = draw_refused(session, self._words(session)), notifying([session.host.user_id])
        nonce = f"{session_id}s{post.number}r"
        return (await send(self.client, self._place(session), drawing, nonce, host)).id

    async def _begin(self, session_id: int, post: SessionPost) -> int:
        # The reposted message announces the start: one message instead of two.
        async with self._lock(session_id):
            session = await self.repository.look(session_id)
            called = [person.user_id for person in session.people if session.open]
            return await self._replace(session, f"{session_id}s{post.number}", called)

    async def _bring_up_to_date(self, session_id: int) -> bool:
        async with self._lock(session_id):
            session, shown = await self.repository.look(session_id), await self.posts.message(session_id)
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
        aged = shown is not None and self._aged(shown)
        if shown is None or (aged and session.open) or not await self._edited(session, shown):
            old = 0 if shown is None else shown.message_id
            await self._replace(session, f"{session.id}m{old % 10**12}")

    async def _edited(self, session: Session, shown: SessionMessage) -> bool:
        drawing = await self._draw(session)
        # Unless it equals the last stored one and nobody else has drawn it since.
        if self._drawn.get(shown.message_id) != (_said(drawing), shown.version):
            self._drawn.pop(shown.message_id, None)
            if not await self._edit(session, shown, drawing):
                return False
        self._drawn[shown.message_id] = (_said(drawing), session.version)
        await self.posts.save_message(replace(shown, version=session.version))
        return True

    async def _replace(self, session: Session, nonce: str, called: Sequence[int] = ()) -> int:
        old = await self.posts.message(session.id)
        message_id, _ = await self._post(session, nonce, called)
        if old is not None and old.message_id != message_id:
            # If the old message cannot be deleted, its buttons still work.
            with suppress(*UNREACHED):
                stale = message_in(self.client, old.channel_id, old.message_id, session.guild_id)
                await stale.delete()
        return message_id

    def _lock(self, session_id: int) -> asyncio.Lock:
        lock = self._locks.get(session_id)
        if lock is None:
            lock = self._locks[session_id] = asyncio.Lock()
        return lock


def _said(drawing: Drawing) -> str:
    # The visible content of a message, for comparison.
    view: Any = drawing.view
    return repr(view.to_components())


@dataclass(eq=False)
class SessionPublisher(Showing):
    """Publishes every session. Subscribes to transactions."""

    what: ClassVar[str] = "session"
    sessions: ClassVar[bool] = True
    repository: SessionRepository
    posts: SessionPostStore
    messages: SessionMessages

    def committed(self, committed: SessionCommitted) -> None:
        if committed.before is None or not self.repository.owns(committed.session):
            # The opener's answer is the message itself.
            return
        self.changed(committed.session.id)

    def changed_elsewhere(self, number: int, version: int) -> None:
        """Publish a session that another process has changed or, for the version MESSAGE_DRAWN, drawn."""
        if version == MESSAGE_DRAWN:
            self.messages.doubt(number)
        self.changed(number)

    async def publish_owed(self) -> None:
        backing_off = self._due.keys() & self._failing.keys()
        for session_id in await self.repository.owned({*await self.posts.behind()} - backing_off):
            self.changed(session_id)

    async def _owed(self, number: int) -> tuple[Sequence[Surface], bool]:
        session = await self.repository.look(number)
        if not self.repository.owns(session):
            return [], session.open
        return await self.messages.owed(session), session.open
