"""What sessions of Duplicate need from outside."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.duplicate.sessions.items import SessionPost
from bot.duplicate.sessions.session import BoardAtTable, Session
from bot.tables.state.outcomes import Achieved
from bot.tables.store.ports import VersionedStore


@dataclass(frozen=True, slots=True)
class SessionChange:
    """What one transaction does to a session: all of it is stored, or nothing.

    It holds only if the stored version is `expected`; `session` is the session afterwards, `dealt` the boards
    at tables that are new or have changed in it. Of `achieved`, only what is a person's first is stored.
    """

    session: Session
    expected: int
    dealt: tuple[BoardAtTable, ...] = ()
    posts: tuple[SessionPost, ...] = ()
    achieved: tuple[Achieved, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionMessage:
    """The message that shows a session in its channel, and the version it shows."""

    session_id: int
    channel_id: int
    message_id: int
    posted_at: float
    version: int


class SessionStore(VersionedStore[SessionChange], Protocol):
    """Where sessions are kept."""

    async def create(self, session: Session) -> Session | None:
        """Store a new session (its `id` is ignored) and return it with its id; None if there is an open
        one in the channel already."""

    async def load(self, session_id: int) -> Session | None:
        """A session with everything that is stored of it."""

    async def open_sessions(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> Sequence[int]:
        """Ids of open sessions of a server, a channel, or a person who has entered, was asked to, or is the
        host, newest first."""

    async def latest(self, channel_id: int) -> int | None:
        """The id of the channel's newest session, open or not."""

    async def wake(self, session_id: int, at: float | None) -> None:
        """Let the session look after itself at that time, which is no change of it; None: no more."""

    async def due(self, now: float | None = None) -> Sequence[int]:
        """Ids of sessions whose deadline has passed, the longest overdue first; None: of all that have
        one."""


class SessionPostStore(Protocol):
    """What sessions owe their channels, and the messages that show them."""

    async def owed(self, session_id: int) -> Sequence[SessionPost]:
        """The session's undelivered posts, oldest first."""

    async def delivered(self, post: SessionPost, message_id: int) -> None:
        """The post stands in the channel; `message_id` 0 when it can never be sent."""

    async def behind(self) -> Sequence[int]:
        """Ids of sessions that owe posts or whose message is behind their version."""

    async def give_up(self, session_id: int) -> None:
        """The session owes its channel nothing any more: the channel is gone, or closed to the bot for
        good."""

    async def message(self, session_id: int) -> SessionMessage | None:
        """The message that shows the session."""

    async def save_message(self, message: SessionMessage) -> None:
        """Remember the message that shows a session, in place of an earlier one."""
