"""What people do about sessions of Duplicate: open one, enter it, start, leave, rule, close."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.duplicate.scores import shared
from bot.duplicate.scoring import Award
from bot.duplicate.sessions import entering
from bot.duplicate.sessions.access import Action, require
from bot.duplicate.sessions.items import BoardRuled, SessionCancelled, SessionStarted
from bot.duplicate.sessions.movements import LEAST_BOARDS, LEAST_TABLES, MOST_BOARDS, MOST_TABLES
from bot.duplicate.sessions.progress import Progress
from bot.duplicate.sessions.repository import SessionRepository, SessionTransaction, changes_session
from bot.duplicate.sessions.session import Entry, Kind, Ruling, Scoring, Session, Status
from bot.rules.game import Chance
from bot.rules.registry import game_named
from bot.tables.people.access import Actor, require_place
from bot.tables.people.servers import Servers
from bot.tables.people.users import Users
from bot.tables.seating.boards import Boards, board_options
from bot.tables.state.chairs import House, Person
from bot.tables.state.errors import TableError
from bot.tables.store.ports import Clock, Dealer, HousePlayers
from bot.tables.store.versioned import retry_on_conflict
from bot.tables.turns.deadlines import LOBBY_SECONDS

CLOCK: Final = 8 * 60  # how many seconds a board may take at a table where nobody has said

LEAST_CLOCK: Final = 2 * 60
MOST_CLOCK: Final = 60 * 60

TURN_SECONDS: Final = 60  # the turn clock of a session's tables where nobody has said

LEAST_TURN: Final = 15
MOST_TURN: Final = 10 * 60

MOST_POINTS: Final = 99  # the most that a director may write down as a score where it is not tricks

SCORINGS: Final[Mapping[Kind, tuple[Scoring, ...]]] = {
    Kind.TEAMS: (Scoring.TOTAL,),
    Kind.PAIRS: (Scoring.MATCHPOINTS, Scoring.AVERAGE),
}
"""How each kind may be scored, the usual way first."""


@dataclass(eq=False)
class Sessions:
    """The use cases of sessions; `Progress` moves them on by itself."""

    repository: SessionRepository
    progress: Progress
    boards: Boards
    house: HousePlayers
    users: Users
    servers: Servers
    clock: Clock
    dealer: Dealer
    _opening: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)

    async def open(
        self,
        actor: Actor,
        guild_id: int,
        channel_id: int,
        kind: Kind,
        game: str,
        *,
        enters: bool = False,
        **settings: Any,
    ) -> Session:
        """Open a session in a channel, for people to enter; the caller shows it. With `enters` the host is
        entered, unless they are in another session.

        The settings are those of `prepared`. There is one open session a channel, and one a host. Raises
        TableError, and RuleError for a game or an option there is not.
        """
        require_place(actor, channel_id)
        session = await self.prepared(actor.person, guild_id, channel_id, kind, game, **settings)
        async with self._opening:
            for other in await self.repository.open_sessions(user_id=actor.user_id):
                if (await self.repository.look(other)).host.user_id == actor.user_id:
                    raise TableError("session-hosted")
            session = await self.repository.create(session)
        if not enters or await self._is_elsewhere(session.id, actor.user_id):
            return session
        return await self._enter(session.id, actor, None, None)

    async def prepared(
        self,
        host: Person,
        guild_id: int,
        channel_id: int,
        kind: Kind,
        game: str,
        *,
        boards: int,
        scoring: Scoring | None = None,
        options: Mapping[str, str | int | bool] | None = None,
        clock: int = CLOCK,
        turn_seconds: int = TURN_SECONDS,
        level: str = "",
        tables: int = LEAST_TABLES,
        sit_out: bool = False,
        starts_at: float | None = None,
        language: str = "",
    ) -> Session:
        """A new session that is not stored yet. What is None, or empty, is as usual, house rules as the
        server has them; with `starts_at` it begins by itself at that time. Raises TableError, and RuleError
        for a game or an option there is not."""
        if not game_named(game).in_sessions:
            raise TableError("no-boards")
        usual = await self.servers.defaults(guild_id, game)
        session = Session(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            host=host,
            kind=kind,
            game=game,
            options=board_options(game, usual.options if options is None else options),
            boards=boards,
            scoring=SCORINGS[kind][0] if scoring is None else scoring,
            clock=clock,
            turn_seconds=turn_seconds,
            created_at=self.clock.now(),
            level=level or usual.level,
            tables=tables,
            sit_out=sit_out,
            deadline=self.clock.now() + LOBBY_SECONDS,
            starts_at=starts_at,
            language=language,
        )
        self._require_settings(session)
        return session

    @changes_session
    async def set_up(self, tx: SessionTransaction, actor: Actor, /, **settings: Any) -> None:
        """Change settings before the start: `boards`, `scoring`, `options`, `clock`, `turn_seconds`, `level`,
        `tables`, `sit_out`, as `open` has them. Raises TableError, and RuleError."""
        require(actor, Action.SET_UP, tx.session)
        _require_entering(tx.session)
        if (options := settings.get("options")) is not None:
            chosen = board_options(tx.session.game, {**tx.session.options, **options})
            settings = {**settings, "options": chosen}
        tx.set(**settings)
        self._require_settings(tx.session)
        entering.keep_open(tx)

    async def enter(
        self, session_id: int, actor: Actor, *, partner: Person | None = None, team: int | None = None
    ) -> Session:
        """Enter alone, to be given a partner at the start, or with a partner, who is to agree.

        Somebody who entered alone is partner at once when they are asked for, and who is asked by somebody
        and names them agrees. `team` is 0 or 1 in a match of teams; None: the one with more room. In play a
        pair, or a person with a house player, comes in from the first round on that has not begun.
        Raises TableError.
        """
        await self._require_nowhere_else(session_id, actor.user_id)
        if partner is not None:
            await self._require_nowhere_else(session_id, partner.user_id, partner)
        return await self._enter(session_id, actor, partner, team)

    @changes_session
    async def _enter(
        self, tx: SessionTransaction, actor: Actor, partner: Person | None, team: int | None
    ) -> None:
        require(actor, Action.ENTER, tx.session)
        _require_open(tx.session)
        await self._require_welcome(tx.session, actor.person)
        if partner is not None and partner.user_id in await self.users.apart(actor.user_id):
            raise TableError("partner-not-free")
        entry = entering.enter(tx, actor.person, partner, team)
        self._entered(tx, entry)

    async def agree(self, session_id: int, actor: Actor, entry: int) -> Session:
        """Be the partner of whoever asked, in the entry of that number. Raises TableError."""
        await self._require_nowhere_else(session_id, actor.user_id)
        return await self._agree(session_id, actor, entry)

    @changes_session
    async def _agree(self, tx: SessionTransaction, actor: Actor, entry: int) -> None:
        require(actor, Action.ANSWER, tx.session)
        _require_open(tx.session)
        await self._require_welcome(tx.session, actor.person)
        self._entered(tx, entering.agree(tx, actor.person, entry))

    @changes_session
    async def decline(self, tx: SessionTransaction, actor: Actor, entry: int) -> None:
        """Refuse to be a partner: the other stays in without one. Raises TableError."""
        require(actor, Action.ANSWER, tx.session)
        _require_open(tx.session)
        entering.decline(tx, actor.person, entry)
        if tx.session.status is Status.PLAYING:
            try:
                self._entered(tx, tx.session.entry(entry))
            except TableError:
                # Too late to come in, which does not concern whoever declines.
                tx.drop(tx.session.entry(entry))

    @retry_on_conflict
    async def leave(self, session_id: int, actor: Actor) -> Session:
        """Withdraw before the start, or leave in play: a house player has one's cards from now on, and when
        both of a pair have left a house pair its place. Raises TableError."""
        async with self.repository.transaction(session_id) as tx:
            require(actor, Action.LEAVE, tx.session)
            _require_open(tx.session)
            if tx.session.status is Status.ENTERING:
                entering.withdraw(tx, actor.person)
            else:
                entering.leave(tx, actor.person, self._hire(tx.session))
        self.progress.wake(session_id)
        return tx.session

    async def start(self, session_id: int, actor: Actor) -> Session:
        """Begin: whoever has no partner gets one, house pairs fill up, and the first boards are dealt.

        Raises TableError (`session-empty`) where nobody has entered.
        """
        session = await self.repository.look(session_id)
        require(actor, Action.START, session)
        _require_entering(session)
        if not session.people:
            raise TableError("session-empty")
        # Drawn beforehand; if the process ends here, nobody ever plays them.
        boards = await self.boards.draw(session.game, session.options, session.boards)
        started = await self._start(session_id, actor, [board.id for board in boards], session)
        self.progress.wake(session_id)
        return started

    @changes_session
    async def _start(
        self, tx: SessionTransaction, actor: Actor, board_ids: Sequence[int], drawn_for: Session
    ) -> None:
        require(actor, Action.START, tx.session)
        _require_entering(tx.session)
        if (tx.session.boards, tx.session.options) != (drawn_for.boards, drawn_for.options):
            raise TableError("busy")
        entering.make_up(tx, self._hire(tx.session), self._draw)
        tx.set(status=Status.PLAYING, board_ids=tuple(board_ids), deadline=tx.now)
        movement = tx.session.movement
        assert movement is not None
        tx.post(SessionStarted(movement.tables, movement.rounds))

    async def rule(
        self,
        session_id: int,
        actor: Actor,
        table: int,
        board: int,
        *,
        score: int | None = None,
        ns: Award | None = None,
        ew: Award | None = None,
    ) -> Session:
        """Correct the score of N-S at a board that has been dealt, or award each side something instead; with
        neither, what was ruled is taken back.

        A board that is being played is played no further. Raises TableError.
        """
        session = await self.repository.look(session_id)
        require(actor, Action.RULE, session)
        if session.status is Status.CANCELLED or not session.board_ids:
            raise TableError("session-not-played")
        one = session.dealt.get((table, board))
        if one is None:
            raise TableError("not-dealt", table=table, board=board)
        tricks = shared(session.game)
        low, high = (0, tricks) if tricks else (-MOST_POINTS, MOST_POINTS)
        if score is not None and not low <= score <= high:
            raise TableError("score-range", least=low, most=high)
        taken_back = score is None and ns is None and ew is None
        if not one.done:
            if taken_back:
                raise TableError("not-finished", table=table, board=board)
            # Noted as stopped if the process ends here; the director rules again.
            snapshot = await self.boards.at(session.id, session.board_ids[board - 1], table)
            if snapshot is not None:
                await self.boards.break_off(snapshot.table.id)
            await self.progress.advance(session_id)
        if score is None and not taken_back:
            ns, ew = ns or Award.AVERAGE, ew or Award.AVERAGE
        ruled = await self._rule(session_id, actor, (table, board), (score, ns, ew), taken_back)
        self.progress.wake(session_id)
        return ruled

    @changes_session
    async def _rule(
        self,
        tx: SessionTransaction,
        actor: Actor,
        key: tuple[int, int],
        worth: tuple[int | None, Award | None, Award | None],
        taken_back: bool,
    ) -> None:
        require(actor, Action.RULE, tx.session)
        one = tx.session.dealt[key]
        ruling = None if taken_back else Ruling(actor.person, tx.now, *worth)
        if one.ruling == ruling:
            return
        tx.play(replace(one, ruling=ruling))
        tx.post(BoardRuled(*key, actor.person))

    @retry_on_conflict
    async def close(self, session_id: int, actor: Actor) -> Session:
        """Cancel the session; boards in play are played no further. Raises TableError."""
        async with self.repository.transaction(session_id) as tx:
            require(actor, Action.CLOSE, tx.session)
            _require_open(tx.session)
            _cancel(tx, actor.person)
        self.progress.wake(session_id)
        return tx.session

    async def channel_gone(self, guild_id: int, channel_id: int) -> None:
        """Cancel the session of a deleted channel."""
        for session_id in await self.repository.open_sessions(guild_id=guild_id, channel_id=channel_id):
            await self._gone(session_id)

    async def erase(self, user_id: int) -> None:
        """Take that person out of every session, before they are erased."""
        for session_id in await self.repository.open_sessions(user_id=user_id):
            try:
                await self._leave_for_good(session_id, user_id)
            except TableError:
                if (await self.repository.look(session_id)).open:
                    raise
                # It ended meanwhile.

    async def _leave_for_good(self, session_id: int, user_id: int) -> None:
        actor = Actor(Person(user_id, ""), sees=True, sends=True)
        session = await self.repository.look(session_id)
        for entry in session.asked(user_id):
            await self.decline(session_id, actor, entry.number)
        if session.entry_of(user_id) is not None:
            await self.leave(session_id, actor)
        if session.host.user_id == user_id and session.status is Status.ENTERING:
            await self._gone(session_id)

    @retry_on_conflict
    async def _gone(self, session_id: int) -> None:
        async with self.repository.transaction(session_id) as tx:
            if tx.session.open:
                _cancel(tx, None)
        self.progress.wake(session_id)

    def _entered(self, tx: SessionTransaction, entry: Entry) -> None:
        if tx.session.status is Status.ENTERING:
            entering.keep_open(tx)
        elif entry.asked is None:
            entering.come_in(tx, entry, self._hire(tx.session))
            tx.set(deadline=tx.now)

    def _hire(self, session: Session) -> entering.Hire:
        def hire(taken: Sequence[str]) -> House:
            return self.house.hire(session.game, taken, session.level or None)

        return hire

    def _draw(self, places: Sequence[int]) -> Sequence[int]:
        texts = tuple(map(str, places))
        drawn = self.dealer.deal(Chance("place", texts, len(texts), secret=False))
        return [int(text) for text in drawn.split()[1:]]

    def _require_settings(self, session: Session) -> None:
        game_named(session.game)
        if session.scoring not in SCORINGS[session.kind]:
            raise TableError("scoring-kind")
        if not LEAST_BOARDS <= session.boards <= MOST_BOARDS:
            raise TableError("boards-range", least=LEAST_BOARDS, most=MOST_BOARDS)
        if not LEAST_TABLES <= session.tables <= MOST_TABLES:
            raise TableError("tables-range", least=LEAST_TABLES, most=MOST_TABLES)
        if not LEAST_CLOCK <= session.clock <= MOST_CLOCK:
            raise TableError("board-clock-range", least=LEAST_CLOCK, most=MOST_CLOCK)
        if not LEAST_TURN <= session.turn_seconds <= MOST_TURN:
            raise TableError("turn-clock-range", least=LEAST_TURN, most=MOST_TURN)
        if session.level:
            self.servers.require_level(session.game, session.level)

    async def _require_nowhere_else(
        self, session_id: int, user_id: int, partner: Person | None = None
    ) -> None:
        if await self._is_elsewhere(session_id, user_id):
            raise TableError("partner-elsewhere" if partner else "session-elsewhere")

    async def _is_elsewhere(self, session_id: int, user_id: int) -> bool:
        for other in await self.repository.open_sessions(user_id=user_id):
            if other != session_id and (await self.repository.look(other)).entry_of(user_id) is not None:
                return True
        return False

    async def _require_welcome(self, session: Session, person: Person) -> None:
        # Whoever enters may meet anybody who has.
        there = {other.user_id for other in session.people} - {person.user_id}
        if there & await self.users.apart(person.user_id):
            raise TableError("session-not-free")


def _cancel(tx: SessionTransaction, by: Person | None) -> None:
    tx.set(status=Status.CANCELLED, deadline=tx.now)
    tx.post(SessionCancelled(by))


def _require_open(session: Session) -> None:
    if not session.open:
        raise TableError("session-over")


def _require_entering(session: Session) -> None:
    _require_open(session)
    if session.status is not Status.ENTERING:
        raise TableError("session-started")
