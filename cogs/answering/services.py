"""What the buttons, menus and commands are given to work with."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import discord
from discord.ext import commands

from bot.duplicate.daily import Daily
from bot.duplicate.service import Duplicate
from bot.duplicate.session import Session
from bot.tables.service import Tables
from bot.tables.state.preferences import UserSettings
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.actors import Actors
from cogs.transport.editable_messages import EditableMessages
from cogs.transport.private_answers import PrivateAnswers
from cogs.ui.drawing import Drawing
from cogs.words.languages import Languages
from cogs.words.news import Since
from cogs.words.trouble import Trouble


class MessageRenderer(Protocol):
    """Draws every message of a table, and words what is said about it (`cogs.delivery.renderer`)."""

    async def table_message(self, snapshot: TableSnapshot) -> Drawing:
        """The table as everybody in the channel sees it."""

    async def hand_panel(
        self,
        snapshot: TableSnapshot,
        settings: UserSettings,
        asked: str = "",
        news: Since | None = None,
        pressed: float | None = None,
        answer: str = "",
    ) -> Drawing:
        """The hand that the person of those settings is shown, or the one they advise on; `asked` is a move
        they are to confirm, `answer` the answer to what they have pressed, and `news` what those who
        read are told first. `pressed` is when they last used a panel, None if they do so now. Raises
        TableError if there is none."""


class Publisher(Protocol):
    """Shows what has been stored of sessions (`cogs.delivery.session_surfaces`), or of tables."""

    def changed(self, number: int) -> None:
        """Publish that one soon. Returns at once."""

    def trouble(self, channel_id: int) -> Trouble | None:
        """What is wrong with posting in that channel, unless somebody has been told since the last try; to
        be asked at every use of something there, for it allows a new try."""


class TablePublisher(Publisher, Protocol):
    """Shows what has been stored of tables (`cogs.delivery.publisher`)."""

    async def settings_changed(self, user_id: int) -> None:
        """Draw that person's hands anew as they want them now, and send those they now want by DM."""


class SessionMessageKeeper(Protocol):
    """Knows the message of each session in its channel (`cogs.delivery.session_surfaces`)."""

    async def is_current(self, session_id: int, message: discord.Message | None) -> bool:
        """Whether that message is the one that shows the session now."""

    async def link_to(self, session: Session) -> str | None:
        """Where the message stands that shows the session now."""

    async def opened(self, session: Session, message_id: int) -> None:
        """That message, the answer to a command, shows the session from now on, as it is given."""

    async def pressed(
        self, message_id: int, session_id: int, refresh: Callable[[Drawing], Awaitable[bool]]
    ) -> bool:
        """Have the message drawn anew in answer to a press; False: that is not the current one."""


@dataclass(frozen=True, slots=True)
class SessionServices:
    """The use cases of sessions of Duplicate, and how they are shown."""

    duplicate: Duplicate
    messages: SessionMessageKeeper
    publisher: Publisher


@dataclass(frozen=True, slots=True)
class Services:
    """The use cases of tables and of sessions, and how they are shown."""

    tables: Tables
    renderer: MessageRenderer
    publisher: TablePublisher
    messages: EditableMessages
    answers: PrivateAnswers
    languages: Languages
    actors: Actors
    daily: Daily
    sessions: SessionServices
    pictures: bool
    """The operator's setting; a person may also do without."""


class ServicesBot(commands.AutoShardedBot):
    """A bot whose buttons and menus find the services on it; its maker sets them at start."""

    services: Services


Interaction: TypeAlias = discord.Interaction[ServicesBot]
"""A click or a command, as Discord reports it to this bot."""
