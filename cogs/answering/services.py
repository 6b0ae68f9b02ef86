"""The services that handlers of buttons, menus and commands use."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import discord
from discord.ext import commands

from bot.community.clubs.clubs import Clubs
from bot.community.mornings.mornings import Mornings
from bot.duplicate.contests.challenges import Challenges
from bot.duplicate.contests.daily import Daily
from bot.duplicate.contests.matches import Matches
from bot.duplicate.service import Duplicate
from bot.duplicate.sessions.session import Session
from bot.tables.service import Tables
from bot.tables.state.preferences import UserSettings
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.actors import Actors
from cogs.transport.attachments import Attachments
from cogs.transport.editable_messages import EditableMessages
from cogs.transport.private_answers import PrivateAnswers
from cogs.ui.layout import Drawing
from cogs.words.languages import Languages
from cogs.words.news import Since
from cogs.words.trouble import Trouble


class MessageRenderer(Protocol):
    """Draws every message of a table (`cogs.delivery.renderer`)."""

    async def table_message(self, snapshot: TableSnapshot) -> Drawing:
        """The table message, which everybody in the channel sees."""

    async def hand_panel(
        self,
        snapshot: TableSnapshot,
        settings: UserSettings,
        asked: str = "",
        news: Since | None = None,
        pressed: float | None = None,
        answer: str = "",
    ) -> Drawing:
        """The hand panel of the person with those settings, or of the player they advise. `asked` is a move
        to confirm, `answer` the answer to a press, and `news` what comes first in the reading mode. `pressed`
        is when they last used a panel, None for now. Raises TableError if there is no panel for them."""


class Publisher(Protocol):
    """Publishes the stored state of tables, or of sessions (`cogs.delivery.session_surfaces`)."""

    def changed(self, number: int) -> None:
        """Publish that table or session soon. Returns at once."""

    def trouble(self, channel_id: int) -> Trouble | None:
        """What prevents posting in that channel, unless somebody has been told since the last try. Call it at
        every use of something in the channel, because it allows a new try."""


class TablePublisher(Publisher, Protocol):
    """Publishes the stored state of tables (`cogs.delivery.publisher`)."""

    async def settings_changed(self, user_id: int) -> None:
        """Redraw that person's panels with their new settings, and send those they now want by DM."""


class SessionMessageKeeper(Protocol):
    """Keeps track of each session's message in its channel (`cogs.delivery.session_surfaces`)."""

    async def is_current(self, session_id: int, message: discord.Message | None) -> bool:
        """Whether that is the session's current message."""

    async def link_to(self, session: Session) -> str | None:
        """The link to the session's current message."""

    async def opened(self, session: Session, message_id: int) -> None:
        """Make that message, the answer to a command, the session's message."""

    async def pressed(
        self, message_id: int, session_id: int, refresh: Callable[[Drawing], Awaitable[bool]]
    ) -> bool:
        """Redraw the message in answer to a press. Returns False if it is not the current one."""


@dataclass(frozen=True, slots=True)
class SessionServices:
    """The use cases of Duplicate sessions, and their publisher."""

    duplicate: Duplicate
    messages: SessionMessageKeeper
    publisher: Publisher


@dataclass(frozen=True, slots=True)
class Services:
    """The use cases of tables and sessions, and their publishers."""

    tables: Tables
    renderer: MessageRenderer
    publisher: TablePublisher
    messages: EditableMessages
    attachments: Attachments
    answers: PrivateAnswers
    languages: Languages
    actors: Actors
    daily: Daily
    mornings: Mornings
    challenges: Challenges
    matches: Matches
    match_publisher: Publisher
    sessions: SessionServices
    clubs: Clubs
    pictures: bool  # the operator's setting; a person can also turn pictures off


class ServicesBot(commands.AutoShardedBot):
    """A bot on which buttons and menus find the services. The composition root sets them at start."""

    services: Services


Interaction: TypeAlias = discord.Interaction[ServicesBot]  # handles an interaction dispatched to this bot
