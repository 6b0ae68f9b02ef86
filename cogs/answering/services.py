"""What the buttons, menus and commands are given to work with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import discord
from discord.ext import commands

from bot.duplicate.board_results import BoardResult
from bot.duplicate.daily import Daily, Opened, PersonalDay
from bot.duplicate.daily_ports import DailyBoard
from bot.duplicate.service import Duplicate
from bot.duplicate.session import BoardAtTable, Session
from bot.rules.catalogue import Catalogue
from bot.rules.record import Analysis
from bot.tables.judging.standings import Board, Period, Stats
from bot.tables.people.servers import Defaults
from bot.tables.service import Tables
from bot.tables.state.chairs import Level, Person
from bot.tables.state.preferences import ServerSettings, UserSettings
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.actors import Actors
from cogs.transport.editable_messages import EditableMessages
from cogs.transport.private_answers import PrivateAnswers
from cogs.ui.drawing import Drawing
from cogs.ui.languages import Languages
from cogs.ui.news import Since
from cogs.ui.trouble import Trouble


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

    def line(self, text: str) -> Drawing:
        """A message with nothing else, which another one may take the place of."""

    def help(self, topic: str, words: Catalogue) -> Drawing:
        """What the bot does, or how to get what somebody wants."""

    def me(self, settings: UserSettings, words: Catalogue) -> Drawing:
        """A person's settings."""

    def blocks(self, blocked: Sequence[int], words: Catalogue, *, on_server: bool) -> Drawing:
        """Whom a person will not sit with; as a menu on a server."""

    def server(
        self,
        settings: ServerSettings,
        defaults: Mapping[str, Defaults],
        levels: Mapping[str, Sequence[Level]],
        words: Catalogue,
        *,
        may_change: bool,
    ) -> Drawing:
        """A server's settings; `defaults` and `levels` are by game."""

    def server_game(
        self, game: str, defaults: Defaults, levels: Sequence[Level], words: Catalogue, page: int = 0
    ) -> Drawing:
        """What new tables of a game start from, as menus; of several pages that one, from 0."""

    def form(
        self, name: str, settings: ServerSettings, turn_seconds: int, words: Catalogue
    ) -> discord.ui.Modal:
        """The form `tables` or `limits` of a server's settings; `turn_seconds` is the operator's clock."""

    def privacy(
        self,
        settings: UserSettings,
        stored: Mapping[str, Sequence[Mapping[str, object]]],
        words: Catalogue,
    ) -> Drawing:
        """How much is stored of a person, and what they can do about it."""

    def sure(self, words: Catalogue) -> Drawing:
        """Asks whether the person really wants to be deleted."""

    def erased(self, words: Catalogue) -> Drawing:
        """Says that nothing is left."""

    async def board(self, board: Board, words: Catalogue) -> Drawing:
        """A page of a leaderboard."""

    async def stats(
        self, person: Person, stats: Stats, words: Catalogue, *, own: bool, shared: bool
    ) -> Drawing:
        """A person's record; `own`: for themselves, `shared`: for everybody."""


class MessagePublisher(Protocol):
    """Shows what has been stored (`cogs.delivery.publisher`)."""

    def changed(self, table_id: int) -> None:
        """Publish the table soon. Returns at once."""

    def trouble(self, channel_id: int) -> Trouble | None:
        """What is wrong with posting in that channel, unless somebody has been told since the last try; to
        be asked at every use of a table there, for it allows a new try."""

    async def settings_changed(self, user_id: int) -> None:
        """Draw that person's hands anew as they want them now, and send those they now want by DM."""


class DayRenderer(Protocol):
    """Draws what the board of the day shows (`cogs.daily.renderer`)."""

    def offer(self, words: Catalogue, *, yesterday: bool) -> Drawing:
        """What the board of the day is, and its games to choose from."""

    async def result(self, result: PersonalDay, words: Catalogue, *, on_server: bool) -> Drawing:
        """What a day came to, for the person who played it."""

    async def card(self, result: PersonalDay, person: Person, words: Catalogue) -> Drawing:
        """A day for everybody to see, which tells nothing of its cards: how the person compares."""

    def given_away(
        self, game: str, day: int, found: Mapping[int, Analysis | None], words: Catalogue
    ) -> Drawing:
        """What was best in each board of a day, and what the person gave away."""

    async def opened(
        self, boards: Sequence[Opened], day: int, number: int, user_id: int, words: Catalogue
    ) -> Drawing:
        """A board of a day that is over."""

    def seals(
        self, game: str, told: Sequence[tuple[int, Sequence[DailyBoard]]], today: int, words: Catalogue
    ) -> str:
        """The seals of those days, and what checks them of those that are over."""

    async def period_table(
        self, guild_id: int, game: str, period: Period, page: int, words: Catalogue
    ) -> Drawing:
        """A page, from 0, of the table of a server over a period."""


class SessionDrawer(Protocol):
    """Draws every message of a session of Duplicate (`cogs.duplicate.renderer`)."""

    async def message(self, session: Session, called: Sequence[int] = ()) -> Drawing:
        """The session as everybody in the channel sees it; `called` are told that it begins."""

    def asked(self, session: Session, entry: int) -> Drawing:
        """The question to somebody who is to be a partner, for the channel."""

    def line(self, text: str) -> Drawing:
        """A message with nothing else."""

    async def standings(self, session: Session, user_id: int, words: Catalogue) -> Drawing:
        """The standings so far, for one person."""

    async def board(
        self, session: Session, result: BoardResult, user_id: int, words: Catalogue, *, own: bool
    ) -> Drawing:
        """A board for somebody who may be told of it; `own`: at their table alone."""

    def waiting(self, session: Session, user_id: int, words: Catalogue) -> Drawing:
        """What comes next for somebody who has no cards now."""

    def partner(self, session: Session, words: Catalogue) -> Drawing:
        """Asks whom somebody wants as partner."""

    def leave(self, session: Session, words: Catalogue) -> Drawing:
        """Asks whether somebody means to leave in play."""

    def close(self, session: Session, words: Catalogue) -> Drawing:
        """Asks whether somebody means to call the session off."""

    def how(self, words: Catalogue) -> Drawing:
        """What Duplicate is, and how a session goes."""

    def settings(self, session: Session, levels: Sequence[Level], words: Catalogue) -> Drawing:
        """The settings, to be changed."""

    def director(self, session: Session, words: Catalogue, *, rules: bool, closes: bool) -> Drawing:
        """What the director, who `rules`, and the host, who `closes`, can do."""

    def ruling(self, session: Session, one: BoardAtTable, words: Catalogue, *, told: bool) -> Drawing:
        """A board at a table, to be ruled on; `told`: the director may know what was made of it."""

    def score_form(
        self, session: Session, key: tuple[int, int], words: Catalogue, *, told: bool
    ) -> discord.ui.Modal:
        """Asks for a score; `told`: the director may know which one stands."""


class SessionMessageKeeper(Protocol):
    """Knows the message of each session in its channel (`cogs.delivery.session_surfaces`)."""

    async def is_current(self, session_id: int, message: discord.Message | None) -> bool:
        """Whether that message is the one that shows the session now."""

    async def link_to(self, session: Session) -> str | None:
        """Where the message stands that shows the session now."""

    async def opened(self, session: Session, message_id: int) -> None:
        """That message, the answer to a command, shows the session from now on, as it is given."""

    async def pressed(self, interaction: "Interaction", session_id: int) -> bool:
        """Answer a press on the message with the message drawn anew; False: it was not on the current one."""


class SessionMessagePublisher(Protocol):
    """Shows what has been stored of sessions (`cogs.delivery.session_surfaces`)."""

    def changed(self, number: int) -> None:
        """Publish the session soon. Returns at once."""

    def trouble(self, channel_id: int) -> Trouble | None:
        """See `MessagePublisher`."""


@dataclass(frozen=True, slots=True)
class SessionServices:
    """The use cases of sessions of Duplicate, and how they are shown."""

    duplicate: Duplicate
    renderer: SessionDrawer
    messages: SessionMessageKeeper
    publisher: SessionMessagePublisher


@dataclass(frozen=True, slots=True)
class Services:
    """The use cases of tables and of sessions, and how they are shown."""

    tables: Tables
    renderer: MessageRenderer
    publisher: MessagePublisher
    messages: EditableMessages
    answers: PrivateAnswers
    languages: Languages
    actors: Actors
    daily: Daily
    days: DayRenderer
    sessions: SessionServices
    pictures: bool
    """The operator's setting; a person may also do without."""


class ServicesBot(commands.AutoShardedBot):
    """A bot whose buttons and menus find the services on it; its maker sets them at start."""

    services: Services


Interaction: TypeAlias = discord.Interaction[ServicesBot]
"""A click or a command, as Discord reports it to this bot."""
