"""What the tables need from outside: stores, a clock, a dealer, house players, an analyst."""

import random
from collections.abc import Collection, Container, Mapping, Sequence
from typing import Protocol, TypeVar

from bot.rules.cards import Suit
from bot.rules.game import Chance, Ranking, SeatView
from bot.rules.moves import Move, WrittenMove
from bot.rules.pieces import Piece
from bot.rules.presentation.hints import Hint
from bot.rules.records.board_record import Par
from bot.rules.records.record import Analysis
from bot.rules.trick_taking.claiming import ClaimCheck
from bot.rules.trick_taking.trick import Trick
from bot.tables.state.board import Board, KeptPar
from bot.tables.state.chairs import House, Level
from bot.tables.state.change import Change
from bot.tables.state.deals import Deal
from bot.tables.state.errors import TableError
from bot.tables.state.messages import HandPanel, Removal, TableMessage, TurnCall
from bot.tables.state.moments import Decision, Moment, Problem, Tried
from bot.tables.state.outcomes import Achieved, Chair, GivenAway, HandAnalysis
from bot.tables.state.posts import Post
from bot.tables.state.preferences import ServerSettings, UserSettings
from bot.tables.state.replays import Replay, ReplayedHand
from bot.tables.state.results import Company, PersonalRecord, Query, SeasonWinner, Span, Standing
from bot.tables.state.table import LoggedMove, Table

C_contra = TypeVar("C_contra", contravariant=True)


class Ownership(Protocol):
    """Which tables, and sessions, this process looks after: their posts, their clocks, their house players.

    Any process may change any table; what follows from that is left to its owner.
    """

    @property
    def shard_count(self) -> int:
        """How many shards there are; with one, a server says nothing of who owns its tables."""

    def owns(self, guild_id: int, number: int) -> bool:
        """Whether the table (or session) of that number on that server is this process's."""


class VersionedStore(Protocol[C_contra]):
    """Stores changes against the version they were made from. Every method is one transaction."""

    async def version(self, key: int, /) -> int | None:
        """The version stored now; None if there is no such row."""

    async def commit(self, change: C_contra, /) -> bool:
        """Store the change if the version is still `change.before.version`; False if it is not."""

    async def guilds_of(self, keys: Collection[int], /) -> Mapping[int, int]:
        """The servers of those rows, by their ids."""


class TableStore(VersionedStore[Change], Protocol):
    """Where tables are kept."""

    async def create(self, table: Table) -> Table:
        """Store a new table (its `id` is ignored) and return it with its id."""

    async def create_dealt(self, change: Change) -> tuple[Table, bool]:
        """Store a new table with a `board` and what has been moved there, and return it with its id, and
        whether it is new: where the board is played there already, that table is returned as it is."""

    async def load(self, table_id: int) -> tuple[Table, tuple[LoggedMove, ...]] | None:
        """A table and its whole log."""

    async def due(self, now: float) -> Sequence[int]:
        """Ids of open tables whose deadline has passed, or at which the bot makes a deferred move within
        `DEFERRED_AHEAD` seconds, the longest overdue first."""

    async def bots_turns(self) -> Sequence[int]:
        """Ids of open tables at which the bot is to move, whoever has waited longest first."""

    async def open_tables(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> Sequence[Table]:
        """Open tables of a server, a channel or thread, or a person seated there, newest first."""

    async def last_game(self, channel_id: int) -> str | None:
        """The game of the channel's newest table, None before its first."""

    async def last_post(self, table_id: int) -> int:
        """The number of the table's latest post, 0 before the first."""


class BoardStore(Protocol):
    """Where boards are kept, and at which tables they are played."""

    async def add_boards(self, boards: Sequence[Board]) -> Sequence[Board]:
        """Store new boards (their ids are ignored) and return them with their ids."""

    async def board(self, board_id: int) -> Board | None:
        """The board with that id."""

    async def par(self, board_id: int) -> KeptPar | None:
        """What was found of the board's double-dummy value; None if nobody has tried."""

    async def save_par(self, board_id: int, par: Par | None) -> None:
        """Keep what was found; None: it takes too long to know."""

    async def tables_of_board(self, board_id: int) -> Sequence[int]:
        """Ids of the tables that play it, or have played it, the oldest first."""

    async def table_at(self, session_id: int, board_id: int, table: int) -> int | None:
        """The id of the table of a session, by its number there, at which that board is played."""


class PostStore(Protocol):
    """Posts owed and messages shown."""

    async def owed(self, table_id: int) -> Sequence[Post]:
        """The table's undelivered posts, oldest first."""

    async def delivered(self, post: Post, message_id: int) -> None:
        """The post stands in the channel; `message_id` 0 when it can never be sent."""

    async def behind(self) -> Sequence[int]:
        """Ids of tables that owe posts or removals or whose message shows an earlier version, of open ones
        without a message, and of closed ones whose hand panels do not say so or where somebody is still
        called for a turn; the oldest first."""

    async def unsettled(self, after: int = 0) -> Sequence[int]:
        """Ids of tables that have changed, or whose messages have, since they were last said to be settled:
        some hundreds of those after that one, the oldest first. No others are behind."""

    async def settled(self, table_id: int, version: int) -> None:
        """Nothing is owed at that table, as it was at that version; unless it is behind all the same, or has
        changed since, it is unsettled no longer."""

    async def doubt(self, table_id: int) -> None:
        """What the table's message and its hand panels show is not known: they are behind until drawn."""

    async def give_up(self, table_id: int) -> None:
        """The table owes its channel nothing any more: the channel is gone, or closed to the bot for good."""

    async def table_message(self, table_id: int) -> TableMessage | None:
        """The message that shows the table."""

    async def save_table_message(self, message: TableMessage) -> None:
        """Remember the table message, replacing the table's earlier one, whose removal is owed then."""

    async def ageing_table_messages(self, posted_before: float) -> Sequence[int]:
        """Ids of open tables whose message was posted before that time, the oldest first; without
        paused ones and those with a slow clock, where nobody waits."""

    async def hand_panels(self, table_id: int) -> Sequence[HandPanel]:
        """The hand panels sent by DM for a table, one a person at most."""

    async def save_hand_panel(self, panel: HandPanel) -> None:
        """Remember a hand panel, replacing that person's earlier one at the table, whose removal is owed
        then."""

    async def removals(self, table_id: int) -> Sequence[Removal]:
        """The table's messages that newer ones have replaced and that are to be removed, oldest first."""

    async def removed(self, removal: Removal) -> None:
        """It has been removed."""


class CallStore(Protocol):
    """The messages that call people for their turns."""

    async def turn_calls(self, table_id: int) -> Sequence[TurnCall]:
        """Those of a table that are still there, one a person at most."""

    async def save_turn_call(self, call: TurnCall) -> None:
        """Remember a call, unless the person does not belong to the table any more."""

    async def call_ended(self, call: TurnCall) -> None:
        """Its message is there no more, or can never be deleted."""


class UserStore(Protocol):
    """People's settings, and whom they will not sit with."""

    async def settings(self, user_id: int) -> UserSettings:
        """A person's settings, the defaults if never set."""

    async def save_settings(self, settings: UserSettings) -> None:
        """Store a person's settings."""

    async def blocked_by(self, user_id: int) -> Sequence[int]:
        """The people whom that person will not sit with, by user id."""

    async def blocking(self, user_id: int) -> Sequence[int]:
        """The people who will not sit with that person, by user id."""

    async def pseudonym(self, table_id: int, user_id: int) -> int | None:
        """The number that stands for that person at a table if they have been erased; None if nobody has."""

    async def set_blocked(self, user_id: int, blocked_id: int, *, blocked: bool) -> None:
        """Remember that the one will not sit with the other, or forget it."""


class StandingStore(Protocol):
    """What people have won, on a server (`guild_id`) or anywhere (None)."""

    async def games(self, guild_id: int | None, *, user_id: int | None = None) -> Sequence[str]:
        """The games of which there are results, of that person or of anybody on that server, the one played
        most lately first."""

    async def companies(self, guild_id: int, game: str, span: Span) -> Collection[Company]:
        """Of tables of people alone, and with the house, those of which there are results."""

    async def staked(self, guild_id: int, game: str) -> bool:
        """Whether that game has been played à la chouette there."""

    async def leaderboard(self, query: Query) -> Sequence[Standing]:
        """The best first. A partnership stands once, the lower id as `user_id`; house partners make none,
        and hidden people stand nowhere."""

    async def record_of(
        self, user_id: int, game: str, *, guild_id: int | None, span: Span, form: int
    ) -> PersonalRecord:
        """What a person made of a game, with as many latest results as `form` says."""

    async def settle(self, guild_id: int, game: str, ranking: Ranking, now: float) -> None:
        """Keep the winners of every season that is over and of which they are not kept yet."""

    async def winners(self, guild_id: int, game: str) -> Sequence[SeasonWinner]:
        """The first places of the seasons that were kept, the latest season first; no hidden people."""

    async def name_of(self, user_id: int, guild_id: int) -> str:
        """The name under which that person sat last on that server; empty for none."""

    async def achievements(self, user_id: int) -> Sequence[Achieved]:
        """That person's achievements, the first one first."""

    async def achieved_at(
        self, *, table_id: int = 0, hand: int = 0, session_id: int = 0
    ) -> Sequence[Achieved]:
        """What people achieved for the first time in that hand, or that session; no hidden people."""


class ServerStore(Protocol):
    """Servers' settings."""

    async def server(self, guild_id: int) -> ServerSettings:
        """A server's settings, the defaults if never set."""

    async def save_server(self, settings: ServerSettings) -> None:
        """Store a server's settings."""


class PrivacyStore(Protocol):
    """What is stored of one person, and having it forgotten."""

    async def rows_of(self, user_id: int) -> Mapping[str, Sequence[Mapping[str, object]]]:
        """Every row that holds that person's id, by table, without what others keep secret."""

    async def begin_erasure(self, user_id: int) -> None:
        """Note that the person is to be erased, so that it is done even if the process ends first."""

    async def erasures(self) -> Sequence[int]:
        """The people who are still to be erased; 0 if somebody was and the file is still to be compacted."""

    async def erase(self, user_id: int) -> Sequence[int]:
        """Erase the person in one transaction; returns the ids of the tables that were changed."""

    async def compact(self) -> None:
        """Overwrite what was erased wherever the database keeps bytes of it: SQLite writes its file anew and
        empties its log, PostgreSQL frees the space, which its vacuum overwrites."""

    async def tidy(self, now: float) -> None:
        """Delete what has served: panels of matches that are over, and who was asked or marked what there."""


class ArchiveStore(Protocol):
    """Where logs of matches that were over long ago are laid away, and still found by `TableStore.load`."""

    async def archive(self, before: float, after: tuple[float, int] | None) -> tuple[float, int] | None:
        """Archive the logs of a few matches that made their last moves before that time and that nobody has
        to do with any more, `after` the place given last; returns the place they end at, None at the end."""


class Clock(Protocol):
    """The time."""

    def now(self) -> float:
        """Seconds since the epoch, UTC."""

    async def pause(self, seconds: float) -> None:
        """Wait."""


class Membership(Protocol):
    """Who is on a server."""

    async def present(self, guild_id: int, user_id: int) -> bool | None:
        """Whether that person is on that server, as of the last minute; None if nobody can say."""


class Dealer(Protocol):
    """Chance."""

    def deal(self, chance: Chance) -> str:
        """The chance move as text: the verb and as many pieces, shuffled, as are wanted."""

    def salt(self) -> str:
        """A fresh random salt for a seal, 32 hexadecimal digits."""


class HousePlayers(Protocol):
    """The house players on hand."""

    def levels(self, game: str) -> Sequence[Level]:
        """The levels at which the house plays that game, weakest first."""

    def hire(self, game: str, taken: Sequence[str], level: str | None = None) -> House:
        """A house player for that game, with a name not among `taken`; None: of the usual level."""

    async def advise(self, game: str, view: SeatView, rng: random.Random) -> Hint:
        """The move a good player with that view would make, why, and what else would cost, without holding
        up the event loop."""

    async def choose(self, game: str, player: str, view: SeatView, rng: random.Random) -> Move:
        """The move the player with that view makes (`player` empty: the usual one), without holding up the
        event loop."""

    def volunteer(self, game: str, view: SeatView, people: Container[int]) -> Move | None:
        """An optional move that the player with that view makes of itself now, `people` being the seats of
        persons; None for none. It is found at once."""

    async def prove_claim(self, game: str, view: SeatView, tricks: int) -> ClaimCheck:
        """Whether the seat of that view, whose turn it is, makes so many of the tricks left for its side
        whatever the others hold and play, without holding up the event loop."""

    async def is_settled(self, game: str, view: SeatView, tricks: int, *, searching: bool) -> bool:
        """Whether that is so and a few milliseconds prove it: `searching`, or by leads alone that nobody can
        beat. Found without holding up the event loop."""


class Analyst(Protocol):
    """Somebody who analyses hands double-dummy, with all cards open, after they have been played."""

    @property
    def has_workers(self) -> bool:
        """Whether it can be done in this process."""

    def refusal(self, game: str, options: Mapping[str, object]) -> TableError | None:
        """Why hands of that game, under these house rules, cannot be analysed, here or in another process;
        None if they can."""

    async def analyse(
        self,
        game: str,
        options: Mapping[str, object],
        hand: int,
        trump: Suit | None,
        tricks: Sequence[Trick[Piece]],
        *,
        asked: bool,
    ) -> Analysis:
        """The analysis of hand number `hand`. Raises TableError if there can be none, or not now.

        `asked` says that somebody waits for it. It takes up to minutes, but never holds up the event
        loop, or moves.
        """

    async def par(self, board: Board, deal: Deal, *, asked: bool) -> Par | None:
        """What a board is worth with best play by all, and one line of it; None if that takes too long to
        know. Raises TableError if it cannot be found here, or not now; `asked` as in `analyse`."""


class AnalysisStore(Protocol):
    """Where analyses of hands are kept."""

    async def analysis(self, table_id: int, hand: int) -> Analysis | None:
        """The analysis of that hand, if there is one."""

    async def analyses(self, table_id: int) -> Sequence[Analysis]:
        """All those of the table, by number."""

    async def save_analysis(self, kept: HandAnalysis) -> None:
        """Keep an analysis; an earlier one of the same hand stands.

        What people gave away counts if the hand's result is theirs: a person who sat down later has no part
        in it.
        """

    async def analysis_post(self, table_id: int, hand: int) -> int | None:
        """The message with the analysis of that hand: 0 if it is still owed, None if there is none."""

    async def given_away(self, user_id: int, *, guild_id: int | None) -> Sequence[GivenAway]:
        """What that person gave away in hands that were analysed, by game."""


class Coach(Protocol):
    """Somebody who reviews what a person has decided, by what their seat could know."""

    @property
    def has_workers(self) -> bool:
        """Whether it can be done in this process."""

    def moments_refusal(self, game: str) -> TableError | None:
        """Why decisions of that game cannot be reviewed, here or in another process; None if they can."""

    async def moments(
        self, game: str, decisions: Sequence[Decision], seed: str, *, asked: bool = True
    ) -> Sequence[Moment]:
        """The decisions that cost most, in order, with what would have been better; the same for the same
        `seed`. `asked` says that somebody waits for it. Raises TableError if it cannot be done now.

        It takes some seconds, but never holds up the event loop, or moves.
        """

    async def answers(self, game: str, decision: Decision, moment: Moment, seed: str) -> Sequence[str]:
        """Moves to choose from for others who are asked what was best at that moment, in the notation: the
        first of the better ones, the move made, and others that are clearly worse, at most four. None if the
        move made is not clearly worse, or the game has no such questions. Raises TableError as `moments`."""


class MomentStore(Protocol):
    """Where people's moments are kept."""

    async def moments(self, table_id: int, hand: int, user_id: int) -> Sequence[Moment] | None:
        """The moments of that person in that hand, in order; None if they have not been looked for."""

    async def save_moments(
        self, table_id: int, hand: int, user_id: int, at: float, moments: Sequence[Moment]
    ) -> None:
        """Keep the moments found at that time, none if nothing mattered, instead of any kept earlier."""

    async def problems(self, user_id: int) -> Sequence[Problem]:
        """All moments of that person as problems, the earliest found first."""

    async def save_problem(self, user_id: int, problem: Problem) -> None:
        """Keep how the person stands with that problem."""

    async def lessons(self, user_id: int) -> Mapping[str, Tried]:
        """How the person stands with the lessons they have answered, by their keys."""

    async def save_lesson(self, user_id: int, lesson: str, tried: Tried) -> None:
        """Keep how the person stands with that lesson."""

    async def players(self, table_id: int, hand: int) -> Sequence[Chair]:
        """Who played each chair of that hand from its first card to its last; empty where that was not
        kept."""


class Replayer(Protocol):
    """Somebody who plays deals again, and solves them double-dummy, once a hand is over."""

    @property
    def replays(self) -> bool:
        """Whether that is done at all, here or in another process."""

    @property
    def has_workers(self) -> bool:
        """Whether it can be done in this process."""

    async def replay(self, game: str, state: object, moves: Sequence[WrittenMove]) -> Replay | None:
        """A finished hand beside its replays; `state` is the one before the first of its `moves`. None if it
        does not count. Raises TableError if it cannot be done now.

        It waits until nothing else is to be done, and never holds up the event loop, or moves.
        """


class ReplayStore(Protocol):
    """Where the replays of hands are kept."""

    async def owed(self, versions: Mapping[str, int], before: int | None) -> tuple[Sequence[int], int | None]:
        """Ids of tables with finished hands that have not been replayed for these versions of the weights, by
        game, the newest first: some of those under `before`, and what to ask for next, None at the end.

        Tables at boards of which others must not be told yet are left out.
        """

    async def hands(self, table_id: int, version: int) -> Sequence[int]:
        """The numbers of that table's hands that have not been replayed for that version, in order."""

    async def save(self, table_id: int, hand: int, version: int, replay: Replay | None) -> None:
        """Keep what came of the replays of a hand, None where it does not count; what was kept before is
        replaced."""

    async def around(
        self, user_id: int, game: str, *, guild_id: int | None, span: Span
    ) -> Sequence[ReplayedHand]:
        """The hands that count in which that person, or anybody they have met, played, on a server or
        anywhere (None), in order; the latest, if there are very many."""
