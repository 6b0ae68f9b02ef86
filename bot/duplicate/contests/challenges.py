"""Challenges: two people play the same boards, each on their own against the house, within a week of asking.

A challenge is a contest of boards drawn for it alone. Nobody is told what the other has made of any board
before both have played all, or the week is over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from bot.duplicate.contests.contests import Contests, Opened, PersonalBoard
from bot.duplicate.contests.head_to_head import HeadToHead, LadderLine, Meetings, head_to_head, ladder
from bot.duplicate.contests.ports import Contest, ContestBoard, Entry, Field, Kind
from bot.rules.records.record import Analysis
from bot.rules.registry import game_named
from bot.tables.judging.standings import Period, span_of
from bot.tables.people.users import Users
from bot.tables.seating.boards import draw_boards
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.results import Span
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.ports import Dealer

FEWEST_BOARDS: Final = 4
USUAL_BOARDS: Final = 8
MOST_BOARDS: Final = 16

_WEEK: Final = 7 * 24 * 60 * 60.0
_MOST_ASKED: Final = 10  # how many challenges somebody may have asked for that are not over
_MOST_SHOWN: Final = 50


class State(Enum):
    """How far a challenge has come. What ENDED is over, but those who are to be told of the result have not
    been told; UNANSWERED was neither accepted nor declined within its week."""

    ASKED = "asked"
    PLAYING = "playing"
    ENDED = "ended"
    OVER = "over"
    DECLINED = "declined"
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Somebody asks another on that server to play the boards of a contest; its id is the challenge's.

    `channel_id` is where everybody has seen it, 0 if it was asked by DM. An erased person has the id 0.
    """

    contest: Contest
    guild_id: int
    channel_id: int
    asker: Person
    asked: Person
    state: State = State.ASKED

    @property
    def id(self) -> int:
        return self.contest.id

    @property
    def running(self) -> bool:
        return self.state in (State.ASKED, State.PLAYING)

    def other(self, user_id: int) -> Person:
        """Whom that person plays against."""
        return self.asked if user_id == self.asker.user_id else self.asker


@dataclass(frozen=True, slots=True)
class PersonalResult:
    """What a challenge has come to for somebody: their boards, and once it may be `told`, what `both` have
    made, None if there is no board that both have played. `solvable`: best play can be found."""

    challenge: Challenge
    person: Person
    boards: tuple[PersonalBoard, ...]
    both: HeadToHead | None
    told: bool
    solvable: bool


class ChallengeStore(Protocol):
    """Where challenges are kept. Every method is one transaction."""

    async def add(self, challenge: Challenge) -> None:
        """Store a challenge that has just been asked."""

    async def get(self, contest_id: int) -> Challenge | None:
        """The challenge of that contest."""

    async def seen_in(self, contest_id: int, channel_id: int) -> None:
        """Note that it has been asked in that channel."""

    async def accept(self, challenge: Challenge, at: float) -> bool:
        """Enter both for the contest. False if it does not wait for an answer any more."""

    async def change(self, contest_id: int, before: State, after: State) -> bool:
        """Change its state. False if it has another one than `before`."""

    async def end(self, contest_id: int, at: float, result: HeadToHead | None) -> None:
        """Keep what has come of one in play, as its asker sees it; from then on the result is owed."""

    async def of(self, user_id: int, most: int) -> Sequence[Challenge]:
        """That person's latest challenges, the latest first."""

    async def over(self, now: float) -> Sequence[Challenge]:
        """Those asked whose time is over, and those in play whose contest is closed."""

    async def owed(self) -> Sequence[Challenge]:
        """Those whose result is owed, the first first."""

    async def last_to_play(self, contest_id: int) -> int | None:
        """Who has played a board of that contest last."""

    async def waiting(self, guild_id: int, now: float) -> Sequence[Challenge]:
        """Those asked on that server that wait for an answer, the first first, but for hidden people's."""

    async def meetings(self, guild_id: int, span: Span) -> Sequence[Meetings]:
        """Who has met whom in challenges of that server that ended then; hidden people are not named."""


@dataclass(eq=False)
class Challenges:
    """Asks, plays, compares and ends challenges."""

    contests: Contests
    store: ChallengeStore
    users: Users
    chance: Dealer

    async def ask(self, asker: Person, asked: Person, guild_id: int, game: str, boards: int) -> Challenge:
        """A new challenge, its boards drawn.

        Raises TableError: `challenge-boards`, `no-boards`, `challenge-self`, `challenge-block`,
        `challenge-not-free` if the other does not want to meet them, `challenge-asked` if one between the two
        waits for an answer, `challenge-many`.
        """
        if not FEWEST_BOARDS <= boards <= MOST_BOARDS:
            raise TableError("challenge-boards", fewest=FEWEST_BOARDS, most=MOST_BOARDS)
        if asker.user_id == asked.user_id:
            raise TableError("challenge-self")
        await self._require_welcome(asker.user_id, asked.user_id)
        running = [one for one in await self.store.of(asker.user_id, _MOST_SHOWN) if one.running]
        if any(one.state is State.ASKED and asked.user_id in _ids(one) for one in running):
            raise TableError("challenge-asked")
        if sum(one.asker.user_id == asker.user_id for one in running) >= _MOST_ASKED:
            raise TableError("challenge-many", most=_MOST_ASKED)
        drawn = draw_boards(game, game_named(game).options_type.of_new_table(), boards, self.chance)
        now = self.contests.clock.now()
        contest = Contest(0, Kind.CHALLENGE, game, boards, now, now + _WEEK)
        kept = await self.contests.store.add(contest, drawn)
        challenge = Challenge(kept[0].contest, guild_id, 0, asker, asked)
        await self.store.add(challenge)
        return challenge

    async def answer(self, user_id: int, challenge_id: int, *, accepts: bool) -> Challenge:
        """Accept or decline. Raises TableError: `challenge-others` unless it is they who were asked,
        `challenge-answered`, `challenge-not-free` if they do not want to meet any more."""
        challenge = await self.look(user_id, challenge_id)
        if user_id != challenge.asked.user_id:
            raise TableError("challenge-others")
        now = self.contests.clock.now()
        if challenge.state is not State.ASKED or now >= challenge.contest.ends_at:
            raise TableError("challenge-answered")
        if accepts:
            await self._require_welcome(user_id, challenge.asker.user_id)
            changed = await self.store.accept(challenge, now)
        else:
            changed = await self.store.change(challenge_id, State.ASKED, State.DECLINED)
        if not changed:
            raise TableError("challenge-answered")
        return await self.look(user_id, challenge_id)

    async def look(self, user_id: int, challenge_id: int) -> Challenge:
        """That challenge, for one of the two. Raises TableError (`challenge-others`)."""
        challenge = await self.store.get(challenge_id)
        if challenge is None or user_id not in _ids(challenge):
            raise TableError("challenge-others")
        return challenge

    async def play(self, person: Person, challenge_id: int) -> TableSnapshot | None:
        """The table at which that person plays the board they are at, as `Contests.play` has it. Raises
        TableError (`challenge-not-accepted`)."""
        challenge = await self._accepted(person.user_id, challenge_id)
        boards = await self.contests.store.boards(challenge_id)
        return await self.contests.play(person, boards, challenge.guild_id)

    async def result(self, user_id: int, challenge_id: int) -> PersonalResult:
        """What that person made of the boards, and the other if that may be told. Raises TableError
        (`challenge-unfinished`) as long as they can still play one."""
        challenge, boards, mine = await self._through(user_id, challenge_id)
        person = challenge.asked if user_id == challenge.asked.user_id else challenge.asker
        own, other = await self._entries(challenge_id, user_id)
        told = challenge.contest.closed or bool(other and other.scores)
        alone = Field({number: {score: 1} for number, score in mine.items()}, [])
        shown = await self.contests.personal_boards(boards, mine, alone, None)
        both = head_to_head(mine, await self._made(other)) if told and own else None
        solvable = self.contests.pars.possible(boards[0].board)
        return PersonalResult(challenge, person, shown, both, told, solvable)

    async def given_away(self, user_id: int, challenge_id: int) -> Mapping[int, Analysis | None]:
        """What was best in each board, as `Contests.given_away` has it, for who can play none any more.
        Raises TableError."""
        _, boards, _ = await self._through(user_id, challenge_id)
        return await self.contests.given_away(user_id, boards)

    async def opened(self, user_id: int, challenge_id: int) -> Sequence[Opened]:
        """The boards of a challenge that is over. Raises TableError (`challenge-not-over`)."""
        challenge = await self.look(user_id, challenge_id)
        if not challenge.contest.closed:
            raise TableError("challenge-not-over")
        return await self.contests.opened(user_id, await self.contests.store.boards(challenge_id))

    async def mine(self, user_id: int) -> Sequence[tuple[Challenge, int, int]]:
        """That person's challenges: those that end first, then the latest that are over; with how many boards
        they and the other have played of those in play."""
        latest, found = await self.store.of(user_id, _MOST_SHOWN), []
        running = [one for one in reversed(latest) if one.running]
        for one in (*running, *(one for one in latest if not one.running)):
            made = [0, 0]
            if one.state is State.PLAYING:
                people = user_id, one.other(user_id).user_id
                made = [len(await self.contests.store.scores(one.id, who)) for who in people]
            found.append((one, made[0], made[1]))
        return found

    async def waiting(self, guild_id: int) -> Sequence[Challenge]:
        """Challenges of people who are not hidden that wait on that server for an answer, the first first."""
        return await self.store.waiting(guild_id, self.contests.clock.now())

    async def ladder(self, guild_id: int, period: Period) -> Sequence[LadderLine]:
        """The people of that server by the challenges that ended in a period, the best first."""
        return ladder(await self.store.meetings(guild_id, span_of(period, self.contests.clock.now())))

    async def look_after(self) -> None:
        """End the challenges that are over. Several processes may do it, any number of times."""
        now = self.contests.clock.now()
        for one in await self.store.over(now):
            if one.state is State.ASKED:
                await self.store.change(one.id, State.ASKED, State.UNANSWERED)
                continue
            result = await self._compared(one)
            await self.store.end(one.id, now, result)
            if result is not None:
                await self.contests.count_out(await self.contests.store.boards(one.id))

    async def owed(self) -> Sequence[tuple[Challenge, HeadToHead | None]]:
        """Challenges whose results are owed, as their askers see them."""
        return [(one, await self._compared(one)) for one in await self.store.owed()]

    async def to_be_told(self, challenge: Challenge) -> int:
        """Whom a result is sent that is posted in no channel: who has waited for the other. 0: nobody."""
        last = await self.store.last_to_play(challenge.id)
        return challenge.other(last).user_id if last in _ids(challenge) else challenge.asker.user_id

    async def told(self, challenge: Challenge) -> None:
        """The result is owed no more."""
        await self.store.change(challenge.id, State.ENDED, State.OVER)

    async def _require_welcome(self, user_id: int, other_id: int) -> None:
        if other_id in await self.users.blocked_by(user_id):
            raise TableError("challenge-block")
        if other_id in await self.users.apart(user_id):
            raise TableError("challenge-not-free")

    async def _accepted(self, user_id: int, challenge_id: int) -> Challenge:
        challenge = await self.look(user_id, challenge_id)
        if challenge.state in (State.ASKED, State.DECLINED, State.UNANSWERED):
            raise TableError("challenge-not-accepted")
        return challenge

    async def _through(
        self, user_id: int, challenge_id: int
    ) -> tuple[Challenge, Sequence[ContestBoard], Mapping[int, int]]:
        # The challenge of somebody who can play none of its boards any more.
        challenge = await self._accepted(user_id, challenge_id)
        boards = await self.contests.store.boards(challenge_id)
        mine = await self.contests.played(user_id, boards)
        if not challenge.contest.closed and len(mine) < len(boards):
            raise TableError("challenge-unfinished", played=len(mine))
        return challenge, boards, mine

    async def _entries(self, contest_id: int, user_id: int) -> tuple[Entry | None, Entry | None]:
        # That person's and the other's, who may have been erased.
        entries = await self.contests.store.entries(contest_id)
        own = next((one for one in entries if one.user_id == user_id), None)
        return own, next((one for one in entries if one.user_id != user_id), None)

    async def _made(self, entry: Entry | None) -> Mapping[int, int]:
        if entry is None:
            return {}
        if entry.scores:
            return dict(enumerate(entry.scores, 1))
        return await self.contests.store.scores(entry.contest_id, entry.user_id)

    async def _compared(self, challenge: Challenge) -> HeadToHead | None:
        # As the asker sees it.
        turned = not challenge.asker.user_id
        own, other = await self._entries(
            challenge.id, (challenge.asked if turned else challenge.asker).user_id
        )
        found = head_to_head(await self._made(own), await self._made(other))
        return found.turned() if found and turned else found


def _ids(challenge: Challenge) -> tuple[int, int]:
    return challenge.asker.user_id, challenge.asked.user_id
