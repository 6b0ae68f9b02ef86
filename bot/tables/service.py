"""The tables as one thing: what a surface is given, wired together."""

import random
from dataclasses import dataclass, field

from bot.cluster.alone import Alone
from bot.jobs.service import Jobs
from bot.tables.judging.analysis import Analyses
from bot.tables.judging.lessons import Lessons
from bot.tables.judging.moments import Moments
from bot.tables.judging.pars import Pars
from bot.tables.judging.problems import Problems
from bot.tables.judging.scheduled_jobs import JobPlanner
from bot.tables.judging.skills import Skills
from bot.tables.judging.standings import Standings
from bot.tables.people.rates import Rates
from bot.tables.people.servers import Servers
from bot.tables.people.users import Users
from bot.tables.play.advice import Advice
from bot.tables.play.claims import Claims
from bot.tables.play.consent import Consent
from bot.tables.play.continuations import Continuations
from bot.tables.play.house_turns import HouseTurns
from bot.tables.play.play import Play
from bot.tables.play.rematch import Rematch
from bot.tables.seating.boards import Boards
from bot.tables.seating.consulting import Consulting
from bot.tables.seating.lobby import Lobby
from bot.tables.store.ports import (
    AnalysisStore,
    Analyst,
    BoardStore,
    Clock,
    Coach,
    Dealer,
    HousePlayers,
    Membership,
    MomentStore,
    Ownership,
    PrivacyStore,
    Replayer,
    ReplayStore,
    ServerStore,
    StandingStore,
    TableStore,
    UserStore,
)
from bot.tables.store.repository import TableRepository
from bot.tables.turns.deadlines import Deadlines, Pauses
from bot.tables.turns.tempo import Tempo
from bot.tables.upkeep.absence import Absence
from bot.tables.upkeep.clocks import Clocks
from bot.tables.upkeep.privacy import Privacy
from bot.tables.upkeep.threads import Threads


@dataclass(frozen=True, slots=True)
class Tables:
    """The use cases of tables."""

    repository: TableRepository
    lobby: Lobby
    play: Play
    rematch: Rematch
    advice: Advice
    continuations: Continuations
    house_turns: HouseTurns
    clocks: Clocks
    absence: Absence
    analyses: Analyses
    moments: Moments
    problems: Problems
    lessons: Lessons
    users: Users
    rates: Rates
    consent: Consent
    consulting: Consulting
    claims: Claims
    servers: Servers
    privacy: Privacy
    threads: Threads
    boards: Boards
    pars: Pars
    standings: Standings
    skills: Skills
    jobs: Jobs

    async def stop(self) -> None:
        """Cancel background work, before the stores are closed."""
        await self.house_turns.stop()
        await self.absence.stop()
        await self.analyses.stop()
        await self.jobs.stop()


@dataclass(frozen=True, slots=True)
class Ports:
    """What the tables need from outside. `chance` is for what is not dealt, such as how long people take."""

    tables: TableStore
    boards: BoardStore
    users: UserStore
    servers: ServerStore
    privacy: PrivacyStore
    analyses: AnalysisStore
    moments: MomentStore
    standings: StandingStore
    replays: ReplayStore
    house: HousePlayers
    analyst: Analyst
    coach: Coach
    replayer: Replayer
    jobs: Jobs
    membership: Membership
    clock: Clock
    dealer: Dealer
    ownership: Ownership = field(default_factory=Alone)
    chance: random.Random = field(default_factory=random.SystemRandom)


def build_tables(
    ports: Ports, *, pauses: Pauses, capacity: int = 2000, analyse: bool = False, turn_seconds: int = 180
) -> Tables:
    """The tables over those ports.

    `pauses` are those before what the bot does by itself; `capacity` how many tables are kept in memory;
    `analyse` says that every hand is analysed; `turn_seconds` is the turn clock where a server sets none.
    """
    jobs, planner = ports.jobs, JobPlanner(ports.analyst, ports.replayer, analyse=analyse)
    repository = TableRepository(
        ports.tables, ports.clock, ports.dealer, ports.ownership, capacity, planner.jobs
    )
    users = Users(ports.users, ports.clock)
    servers = Servers(ports.servers, ports.house, turn_seconds)
    deadlines = Deadlines(users, pauses, Tempo(ports.chance))
    lobby = Lobby(repository, ports.house, deadlines, ports.clock, users, servers)
    play = Play(repository, deadlines)
    rates = Rates(ports.clock)
    privacy = Privacy(ports.privacy, repository, lobby, ports.clock)
    house_turns = HouseTurns(repository, ports.house, users, deadlines, ports.clock)
    analyses = Analyses(repository, ports.analyst, ports.analyses, ports.clock, jobs)
    moments = Moments(repository, ports.coach, ports.moments, ports.clock, jobs)
    pars = Pars(ports.analyst, ports.boards, jobs, eager=analyse)
    skills = Skills(repository, ports.replayer, ports.replays, jobs)
    threads = Threads(repository)
    absence = Absence(repository, lobby, deadlines, ports.membership, threads)
    repository.subscribe(house_turns.committed)
    repository.subscribe(lambda committed: jobs.stored() if committed.change.jobs else None)
    repository.subscribe(absence.committed)
    privacy.subscribe(users.forget)
    return Tables(
        repository=repository,
        lobby=lobby,
        play=play,
        rematch=Rematch(repository, lobby, play, deadlines, users, ports.clock),
        advice=Advice(repository, ports.house),
        continuations=Continuations(ports.house),
        house_turns=house_turns,
        clocks=Clocks(repository, house_turns, users, deadlines, absence, ports.clock),
        absence=absence,
        analyses=analyses,
        moments=moments,
        problems=Problems(moments, ports.moments, ports.clock),
        lessons=Lessons(ports.moments, ports.clock),
        users=users,
        rates=rates,
        consent=Consent(repository, deadlines, users),
        consulting=Consulting(repository, deadlines, users),
        claims=Claims(repository, ports.house, deadlines),
        servers=servers,
        privacy=privacy,
        threads=threads,
        pars=pars,
        boards=Boards(repository, deadlines, ports.boards, ports.clock, ports.dealer),
        standings=Standings(ports.standings, ports.analyses, skills, users, repository, ports.clock),
        skills=skills,
        jobs=jobs,
    )
