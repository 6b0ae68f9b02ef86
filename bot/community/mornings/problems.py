"""The problem of the day: a decision of a hand played at the server, or of the collection.

It is judged by what the seat could know (`bot.house.moments`), and picked only if one move is clearly better
than every other that is offered. Until it closes, nobody is told which.
"""

import logging
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.community.mornings.collection import collection, pages_before
from bot.community.mornings.ports import DailyProblem, MorningStore, SharedHand, Source
from bot.jobs.ports import Job, TryLater
from bot.jobs.service import Jobs
from bot.rules.events import Event
from bot.rules.game import AnyGame, SeatView
from bot.rules.records.pages import HandPages
from bot.rules.trick_taking.trick import TrickTaken
from bot.tables.judging.analysis import LATER, held_at_the_end
from bot.tables.judging.hand_pages import hand_pages
from bot.tables.judging.moments import decisions_of
from bot.tables.people.access import require_open_board
from bot.tables.people.users import Users
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.moments import Decision
from bot.tables.state.preferences import Sharing
from bot.tables.store.ports import Clock, Coach
from bot.tables.store.recent import Recent
from bot.tables.store.repository import TableRepository

log = logging.getLogger(__name__)

PICK: Final = "problem-of-the-day"
"""The job that picks the problem of a day at a server."""

DAY: Final = 86_400  # seconds

_DAYS_BACK: Final = 3
_MOST_HANDS: Final = 30
_REMEMBERED: Final = 1000
_MOST_REVIEWED: Final = 6  # hands of one player each, at some seconds of processor time


@dataclass(frozen=True, slots=True)
class Posed:
    """The position of a problem: the hand, the number of moves made before, and what the seat that decides
    knows."""

    pages: HandPages
    made: int
    view: SeatView

    @property
    def game(self) -> AnyGame:
        return self.pages.game

    @property
    def state(self) -> Any:
        return self.pages.states[self.made]

    @property
    def course(self) -> Sequence[Event]:
        """What happened before."""
        return self.pages.course_until(self.made)

    @property
    def trick(self) -> int:
        """The number of the trick in progress."""
        return 1 + sum(isinstance(event, TrickTaken) for event in self.course)


@dataclass(frozen=True, slots=True)
class Solved:
    """A problem that is closed. `votes` are by answer; `player` is whose decision it was, None if that is not
    told."""

    problem: DailyProblem
    votes: Mapping[int, int]
    player: Person | None


@dataclass(eq=False)
class DailyProblems:
    """Picks, asks and answers the problems of the day."""

    repository: TableRepository
    users: Users
    coach: Coach
    store: MorningStore
    clock: Clock
    jobs: Jobs
    _wanted: Recent[tuple[int, int], None] = field(init=False, default_factory=lambda: Recent(_REMEMBERED))

    def __post_init__(self) -> None:
        self.jobs.handle(PICK, self._pick, lambda: self.coach.has_workers)

    async def prepare(self, guild_id: int, day: int, closes_at: float) -> None:
        """Have the problem of that day picked in the background, if it is not stored."""
        if (guild_id, day) not in self._wanted and await self.store.problem(guild_id, day) is None:
            self._wanted[guild_id, day] = None
            payload = {"guild": guild_id, "day": day, "closes": int(closes_at)}
            await self.jobs.enqueue([Job(PICK, f"{guild_id}:{day}", payload)])

    async def of(self, guild_id: int, day: int, closes_at: float) -> DailyProblem:
        """The problem of that day; one of the collection if none was picked in time."""
        found = await self.store.problem(guild_id, day)
        return found or await self._from_collection(guild_id, day, closes_at)

    async def asked(self, guild_id: int, day: int) -> DailyProblem:
        """The problem of that day. Raises TableError (`not-offered`) before its morning."""
        problem, morning = await self.store.problem(guild_id, day), await self.store.morning(guild_id, day)
        if problem is None or morning is None:
            raise TableError("not-offered")
        return problem

    async def posed(self, problem: DailyProblem) -> Posed:
        """The position of a problem. Raises TableError if its hand can be shown no more."""
        source = problem.source
        if source.collected is not None:
            pages, step = pages_before(source.collected), pages_before(source.collected).last
        else:
            snapshot = await self.repository.fresh(source.table_id)
            require_open_board(snapshot.table)
            pages, step = await hand_pages(snapshot, source.hand), source.step
            if step >= pages.last:
                raise TableError("not-offered")
        state = pages.states[step]
        (seat,) = pages.game.to_act(state)  # type: ignore[misc]
        return Posed(pages, step, pages.game.view(state, seat))

    async def vote(self, guild_id: int, day: int, user_id: int, choice: int) -> tuple[DailyProblem, int]:
        """Answer a problem. Returns it, and the person's answer, which is the first they gave. Raises
        TableError (`not-offered`, `problem-closed`)."""
        problem = await self.asked(guild_id, day)
        if choice >= len(problem.answers):
            raise TableError("not-offered")
        now = self.clock.now()
        if now >= problem.closes_at:
            raise TableError("problem-closed")
        return problem, await self.store.vote(guild_id, day, user_id, choice, now)

    async def solved(self, guild_id: int, day: int) -> Solved:
        """A problem with its answer. Raises TableError (`not-offered`, `problem-open`)."""
        problem = await self.asked(guild_id, day)
        if self.clock.now() < problem.closes_at:
            raise TableError("problem-open", closes=int(problem.closes_at))
        return Solved(problem, await self.store.votes(guild_id, day), await self._player(problem))

    async def _player(self, problem: DailyProblem) -> Person | None:
        # Asked of the person's settings now, for they may have changed their mind.
        source = problem.source
        if source.collected is not None:
            return None
        snapshot, posed = await self.repository.fresh(source.table_id), await self.posed(problem)
        assert posed.view.seat is not None
        chair = posed.game.player_of(posed.state, posed.view.seat)
        person = held_at_the_end(snapshot, source.hand)[chair]
        if not isinstance(person, Person) or not person.user_id:
            return None
        settings = await self.users.settings(person.user_id)
        return person if settings.problems is Sharing.NAMED and not settings.hidden else None

    async def _pick(self, job: Job) -> None:
        guild_id, day = int(job.payload["guild"]), int(job.payload["day"])
        closes_at = float(job.payload["closes"])
        if await self.store.problem(guild_id, day) is not None:
            return
        used = {(source.table_id, source.hand) for source in await self.store.used(guild_id)}
        since = self.clock.now() - _DAYS_BACK * DAY
        hands = await self.store.shared(guild_id, since, _MOST_HANDS)
        fresh = [hand for hand in hands if (hand.table_id, hand.hand) not in used]
        for hand, chair in _in_turn(fresh, f"{guild_id}/{day}")[:_MOST_REVIEWED]:
            try:
                found = await self._look(guild_id, day, hand, chair, closes_at)
            except TableError as refusal:
                if refusal.code in LATER:
                    raise TryLater from refusal
                log.info("table %s, hand %s is no problem: %s", hand.table_id, hand.hand, refusal)
                continue
            if found is not None:
                await self.store.add(found)
                return
        await self._from_collection(guild_id, day, closes_at)

    async def _look(
        self, guild_id: int, day: int, hand: SharedHand, chair: int, closes_at: float
    ) -> DailyProblem | None:
        snapshot = await self.repository.fresh(hand.table_id)
        # As a replay: neither a hand that somebody may still play, nor one whose cards may not be told yet.
        require_open_board(snapshot.table)
        await hand_pages(snapshot, hand.hand)
        game, seed = snapshot.table.game, f"{hand.table_id}/{hand.hand}/{chair}"
        decisions = decisions_of(snapshot, hand.hand, chair)
        moments = await self.coach.moments(game, decisions, seed, asked=False)
        of_step: dict[int, Decision] = {decision.step: decision for decision in decisions}
        for moment in sorted(moments, key=lambda moment: -moment.amount):
            decision = of_step[moment.step]
            answers = await self.coach.answers(game, decision, moment, seed)
            if answers:
                source = Source(hand.table_id, hand.hand, moment.step)
                made = str(decision.made)
                return DailyProblem(guild_id, day, source, game, made, tuple(answers), moment, closes_at)
        return None

    async def _from_collection(self, guild_id: int, day: int, closes_at: float) -> DailyProblem:
        # Every server has them in an order of its own, and again only after all.
        problems = collection()
        order = random.Random(guild_id).sample(range(len(problems)), len(problems))
        had = sum(source.collected is not None for source in await self.store.used(guild_id))
        problem = problems[order[had % len(order)]].problem
        return await self.store.add(replace(problem, guild_id=guild_id, day=day, closes_at=closes_at))


def _in_turn(hands: Sequence[SharedHand], seed: str) -> list[tuple[SharedHand, int]]:
    """The chairs whose decisions may be asked: first those of people who allow it, then those of house
    players, where all people of the hand do."""
    people, house = list[tuple[SharedHand, int]](), list[tuple[SharedHand, int]]()
    for hand in hands:
        all_allow = all(who in hand.allowing for who in hand.chairs if isinstance(who, int))
        for chair, who in enumerate(hand.chairs):
            if who in hand.allowing:
                people.append((hand, chair))
            elif isinstance(who, str) and all_allow:
                house.append((hand, chair))
    rng = random.Random(seed)
    return [*rng.sample(people, len(people)), *rng.sample(house, len(house))]
