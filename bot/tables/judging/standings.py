"""Leaderboards and people's records: what is asked of them, and what is shown where nothing was said."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.rules.game import Ranking
from bot.rules.registry import GAMES, game_named
from bot.tables.judging.skills import Skills
from bot.tables.people.users import Users
from bot.tables.state.errors import TableError
from bot.tables.state.outcomes import Achieved, GivenAway
from bot.tables.state.replays import Skill
from bot.tables.state.results import By, Company, PersonalRecord, Query, SeasonWinner, Span, Standing
from bot.tables.state.seasons import Season
from bot.tables.store.ports import AnalysisStore, Clock, StandingStore
from bot.tables.store.repository import TableRepository

LINES: Final = 10  # how many lines a page of a leaderboard has

LAST_PAGE: Final = 99
FORM: Final = 20
"""How many of a person's latest results are told one by one."""

_WEEK: Final = 7 * 24 * 60 * 60.0


class Lasting(Enum):
    """Periods other than seasons."""

    WEEK = "week"  # the last seven days
    ALL = "all"


Period = Lasting | Season


def span_of(period: Period, now: float) -> Span:
    """The start and end of that period."""
    match period:
        case Season():
            return Span(period.start, period.end)
        case Lasting.WEEK:
            return Span(now - _WEEK)
    return Span()


PERIOD_KEY: Final = r"week|all|2[0-9]{3}(?:0[1-9]|1[0-2])"  # what `period_key` writes, as a pattern


def period_key(period: Period) -> str:
    """The period in one word, for a custom_id: `week`, `all`, `202611`."""
    return str(period.number) if isinstance(period, Season) else period.value


def read_period(key: str) -> Period:
    """Reads such a word. Raises TableError (`not-offered`)."""
    if not re.fullmatch(PERIOD_KEY, key):
        raise TableError("not-offered")
    return Season.numbered(int(key)) if key.isdecimal() else Lasting(key)


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """Which leaderboard is asked for; None: whatever fits. `page` counts from 0."""

    game: str | None = None
    period: Period | None = None
    company: Company | None = None
    by: By = By.PLAYERS
    page: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard.

    `games` are those of which there are results, and `companies` those of this game and period. `best` is
    the first line of all, `more` says that there is another page, and `staked` that the game has been played
    à la chouette. `winners` are the first places of
    seasons that are over, the latest first, and `season` is the one in progress.
    """

    guild_id: int
    game: str
    period: Period
    company: Company
    by: By
    page: int
    games: Sequence[str]
    companies: Sequence[Company]
    standings: Sequence[Standing]
    best: Standing | None
    more: bool
    winners: Sequence[SeasonWinner]
    season: Season
    staked: bool = False

    @property
    def ranking(self) -> Ranking:
        """What it is ordered by."""
        return game_named(self.game).ranking

    @property
    def partnerships(self) -> bool:
        """Whether there are partnerships at this game."""
        return game_named(self.game).partnerships

    def asked(self) -> BoardQuestion:
        """The question this answers, with nothing left open."""
        return BoardQuestion(self.game, self.period, self.company, self.by, self.page)


@dataclass(frozen=True, slots=True)
class Stats:
    """A person's record at one game, on a server or (`guild_id` None) anywhere. `games` are those of which
    there are results; `given_away` is what analysed hands have shown, of all time, and `skill` what
    replays of the hands of the period say, where there are any. `achievements` are those at every game and
    on every server."""

    user_id: int
    guild_id: int | None
    game: str
    period: Period
    games: Sequence[str]
    record: PersonalRecord
    given_away: GivenAway | None
    seasons: Sequence[Season]
    season: Season
    skill: Skill | None = None
    achievements: Sequence[Achieved] = ()


@dataclass(eq=False)
class Standings:
    """Leaderboards and records."""

    store: StandingStore
    analyses: AnalysisStore
    skills: Skills
    users: Users
    repository: TableRepository
    clock: Clock

    async def board(
        self, guild_id: int, question: BoardQuestion, *, channel_id: int = 0, user_id: int = 0
    ) -> Board:
        """A page of a server's leaderboard, as somebody asks for it in a channel.

        Where nothing is said it is of the game of their table, of the channel's, or of the one the server
        played last; of this season if there is anything in it; and of tables of people alone if there are
        any, or of the others where there are none. Raises TableError (`no-game`).
        """
        now, games = self.clock.now(), await self.store.games(guild_id)
        game = _known(question.game) or await self._game_here(guild_id, channel_id, user_id, games)
        ranking, season = game_named(game).ranking, Season.at(now)
        await self.store.settle(guild_id, game, ranking, now)
        period, companies = question.period or season, await self._companies(guild_id, game, season)
        if question.period is None and not companies:
            period = Lasting.ALL
        if period != season:
            companies = await self._companies(guild_id, game, period)
        company = question.company
        if company not in (*companies, Company.ALL):
            company = next(iter(companies), Company.ALL)
        staked, by = await self.store.staked(guild_id, game), question.by
        if (by is By.PAIRS and not game_named(game).partnerships) or (by is By.STAKES and not staked):
            by = By.PLAYERS
        page = min(max(0, question.page), LAST_PAGE)
        query = Query(guild_id, game, ranking, span_of(period, now), company, by, (page + 1) * LINES + 1)
        found, winners = await asyncio.gather(
            self.store.leaderboard(query), self.store.winners(guild_id, game)
        )
        # The page may have been there a moment ago.
        page = min(page, max(0, len(found) - 1) // LINES)
        return Board(
            guild_id=guild_id,
            game=game,
            period=period,
            company=company,
            by=by,
            page=page,
            games=games,
            companies=companies,
            standings=found[page * LINES : (page + 1) * LINES],
            best=found[0] if found else None,
            more=len(found) > (page + 1) * LINES,
            winners=winners,
            season=season,
            staked=staked,
        )

    async def stats(
        self,
        asker_id: int,
        user_id: int,
        guild_id: int | None,
        game: str | None = None,
        period: Period = Lasting.ALL,
    ) -> Stats:
        """A person's record, for one who asks; on a server, that server's.

        Without a game it is of the one they played last. Raises TableError: somebody else's is told on a
        server alone (`stats-elsewhere`), and not if they hide (`hidden`).
        """
        if asker_id != user_id:
            if guild_id is None:
                raise TableError("stats-elsewhere")
            if (await self.users.settings(user_id)).hidden:
                raise TableError("hidden")
        now, games = self.clock.now(), await self.store.games(guild_id, user_id=user_id)
        game = _known(game) or next(iter(games), next(iter(GAMES)))
        record = await self.store.record_of(
            user_id, game, guild_id=guild_id, span=span_of(period, now), form=FORM
        )
        lost = await self.analyses.given_away(user_id, guild_id=guild_id)
        given_away = next((one for one in lost if one.game == game), None)
        seasons: Sequence[Season] = ()
        if guild_id is not None:
            await self.store.settle(guild_id, game, game_named(game).ranking, now)
            winners = await self.store.winners(guild_id, game)
            seasons = list(dict.fromkeys(winner.season for winner in winners))
        return Stats(
            user_id=user_id,
            guild_id=guild_id,
            game=game,
            period=period,
            games=games,
            record=record,
            given_away=given_away if period is Lasting.ALL else None,
            seasons=seasons,
            season=Season.at(now),
            skill=await self.skills.of(user_id, game, guild_id=guild_id, span=span_of(period, now)),
            achievements=await self.store.achievements(user_id),
        )

    async def achieved_in_hand(self, table_id: int, hand: int) -> Sequence[Achieved]:
        return await self.store.achieved_at(table_id=table_id, hand=hand)

    async def achieved_in_session(self, session_id: int) -> Sequence[Achieved]:
        return await self.store.achieved_at(session_id=session_id)

    async def name_of(self, user_id: int, guild_id: int) -> str:
        return await self.store.name_of(user_id, guild_id)

    async def _companies(self, guild_id: int, game: str, period: Period) -> Sequence[Company]:
        span = span_of(period, self.clock.now())
        found = await self.store.companies(guild_id, game, span)
        return [company for company in Company if company in found]

    async def _game_here(self, guild_id: int, channel_id: int, user_id: int, games: Sequence[str]) -> str:
        for wanted in ({"user_id": user_id}, {"channel_id": channel_id}):
            tables = await self.repository.open_tables(guild_id=guild_id, **wanted)
            if tables:
                return tables[0].game
        return next(iter(games), next(iter(GAMES)))


def _known(game: str | None) -> str | None:
    if game is not None and game not in GAMES:
        raise TableError("no-game")
    return game
