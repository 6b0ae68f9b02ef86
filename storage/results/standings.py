"""Leaderboards, personal records and season winners, from the results in `outcomes`."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Double,
    Integer,
    Row,
    Select,
    case,
    cast,
    exists,
    func,
    literal_column,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rules.game import Ranking
from bot.rules.registry import GAMES
from bot.tables.state.outcomes import Achieved
from bot.tables.state.results import (
    DETAILS,
    FEWEST_GAMES,
    FEWEST_HANDS,
    By,
    Company,
    Measure,
    PersonalRecord,
    Query,
    Result,
    SeasonWinner,
    Span,
    Standing,
    measure_of,
)
from bot.tables.state.seasons import Season
from bot.tables.state.stakes import UNIT
from storage.connection.database import SqlStore
from storage.connection.upserts import insert_new
from storage.results.achievements import achieved
from storage.schema.people import user_settings
from storage.schema.results import achievements, outcomes, season_winners

PLACES = 3  # how many places of a season are kept
_MOST_WINNERS = 60  # how many are returned: those of twenty months

_SomeQuery = Select[Any]


def _of_unit(unit: str) -> ColumnElement[bool]:
    return outcomes.c.unit == unit


def _count(*conditions: ColumnElement[bool]) -> ColumnElement[int]:
    whole = conditions[0]
    for condition in conditions[1:]:
        whole = whole & condition
    return func.sum(case((whole, 1), else_=0))


_won = outcomes.c.won.is_(True)
_decided = outcomes.c.match.is_(True)
_matches_won = _count(_decided, _won)
_games, _games_won = _count(_of_unit("game")), _count(_of_unit("game"), _won)
_hands, _hands_won = _count(_of_unit("hand")), _count(_of_unit("hand"), _won)
_points = func.sum(case((_of_unit("hand"), outcomes.c.points), else_=0))
_against = func.sum(case((_of_unit("hand"), outcomes.c.against), else_=0))
_chouettes = _count(_of_unit(UNIT))
_stakes = func.sum(case((_of_unit(UNIT), outcomes.c.points), else_=0))
_TOTALS = (
    _count(_decided).label("matches"),
    _matches_won.label("matches_won"),
    _games.label("games"),
    _games_won.label("games_won"),
    _hands.label("hands"),
    _hands_won.label("hands_won"),
    _points.label("points"),
    _against.label("against"),
    _chouettes.label("chouettes"),
    _stakes.label("stakes"),
)
_NAMES = tuple(total.name for total in _TOTALS)
_ALWAYS_LAST = literal_column("-1e9", Double)
_BEST_FIRST: Mapping[Ranking, Sequence[ColumnElement[Any]]] = {
    Ranking.WINS: (
        _matches_won.desc(),
        _games_won.desc(),
        case((_hands >= FEWEST_HANDS, cast(_points - _against, Double) / _hands), else_=_ALWAYS_LAST).desc(),
        _hands_won.desc(),
    ),
    Ranking.SHARE: (
        case((_games >= FEWEST_GAMES, cast(_games_won, Double) / _games), else_=_ALWAYS_LAST).desc(),
        _games_won.desc(),
        case((_hands >= FEWEST_HANDS, cast(_hands_won, Double) / _hands), else_=_ALWAYS_LAST).desc(),
        _hands_won.desc(),
    ),
}
_NOBODY: ColumnElement[int] = literal_column("0", Integer)
_HIDDEN_PARTNER: ColumnElement[int] = literal_column("-1", Integer)
_HIDDEN = select(user_settings.c.user_id).where(user_settings.c.hidden.is_(True))


class SqlStandingStore(SqlStore):
    """The `StandingStore` of a database."""

    async def games(self, guild_id: int | None, *, user_id: int | None = None) -> Sequence[str]:
        wanted = [] if guild_id is None else [outcomes.c.guild_id == guild_id]
        if user_id is not None:
            wanted.append(outcomes.c.user_id == user_id)
        # One read at the end of an index a game.
        latest = [
            select(func.max(outcomes.c.at)).where(*wanted, outcomes.c.game == game).scalar_subquery()
            for game in GAMES
        ]
        (((*found,),),) = await self._database.read(select(*latest))
        played = [(at, game) for at, game in zip(found, GAMES, strict=True) if at is not None]
        return [game for _, game in sorted(played, key=lambda one: -one[0])]

    async def companies(self, guild_id: int, game: str, span: Span) -> Collection[Company]:
        there = [
            select(
                exists().where(outcomes.c.guild_id == guild_id, *_of_game(game, span), *_in_company(company))
            )
            for company in (Company.PEOPLE, Company.HOUSE)
        ]
        ((among,), (house,)) = await self._database.read(*there)
        found = ((Company.PEOPLE, among[0]), (Company.HOUSE, house[0]))
        return [company for company, any_ in found if any_]

    async def staked(self, guild_id: int, game: str) -> bool:
        of_game = [outcomes.c.guild_id == guild_id, outcomes.c.game == game, _of_unit(UNIT)]
        ((found,),) = await self._database.read(select(exists().where(*of_game)))
        return bool(found[0])

    async def leaderboard(self, query: Query) -> Sequence[Standing]:
        (rows,) = await self._database.read(_leaderboard(query))
        return [_standing(row) for row in rows]

    async def record_of(
        self, user_id: int, game: str, *, guild_id: int | None, span: Span, form: int
    ) -> PersonalRecord:
        mine = [outcomes.c.user_id == user_id, *_of_game(game, span)]
        if guild_id is not None:
            mine.append(outcomes.c.guild_id == guild_id)
        latest = [_form(unit, mine, form) for unit in ("hand", "game")]
        totals, details, hands, games, seasons = await self._database.read(
            _partners(mine, game, guild_id),
            _details(mine),
            *latest,
            _seasons(season_winners.c.user_id == user_id, game, guild_id),
        )
        by_partner = [(bool(row.house), _standing(row)) for row in totals]
        people = [line for with_house, line in by_partner if not with_house]
        house = [line for with_house, line in by_partner if with_house]
        (sums,) = details
        return PersonalRecord(
            people=_sum(user_id, people),
            house=_sum(user_id, house),
            partners=_with_each(by_partner, GAMES[game].ranking) if GAMES[game].partnerships else (),
            unit="hand" if hands else "game",
            form=[Result(row.points - row.against, row.won) for row in reversed(hands or games)],
            details={
                name: (getattr(sums, name), getattr(sums, f"{name}_of"))
                for name in DETAILS
                if getattr(sums, f"{name}_of")
            },
            seasons=[_winner(row) for row in seasons],
        )

    async def settle(self, guild_id: int, game: str, ranking: Ranking, now: float) -> None:
        after = 0.0
        while (season := await self._unsettled(guild_id, game, after)) and season.over(now):
            lines = await self._best_of(guild_id, game, ranking, season)
            if lines:
                await self._database.write(keep_winners, lines)
            after = season.end

    async def winners(self, guild_id: int, game: str) -> Sequence[SeasonWinner]:
        shown = season_winners.c.user_id.not_in(_HIDDEN)
        (rows,) = await self._database.read(_seasons(shown, game, guild_id))
        return [_winner(row) for row in rows]

    async def name_of(self, user_id: int, guild_id: int) -> str:
        (rows,) = await self._database.read(
            select(outcomes.c.name)
            .where(outcomes.c.user_id == user_id, outcomes.c.guild_id == guild_id)
            .order_by(outcomes.c.at.desc())
            .limit(1)
        )
        return rows[0].name if rows else ""

    async def achievements(self, user_id: int) -> Sequence[Achieved]:
        (rows,) = await self._database.read(
            select(achievements).where(achievements.c.user_id == user_id).order_by(achievements.c.at)
        )
        return [achieved(row) for row in rows]

    async def achieved_at(
        self, *, table_id: int = 0, hand: int = 0, session_id: int = 0
    ) -> Sequence[Achieved]:
        at = {"table_id": table_id, "hand": hand, "session_id": session_id}
        there = [achievements.c[name] == value for name, value in at.items()]
        shown = select(achievements).where(*there, achievements.c.user_id.not_in(_HIDDEN))
        (rows,) = await self._database.read(
            shown.order_by(achievements.c.achievement, achievements.c.user_id)
        )
        return [achieved(row) for row in rows]

    async def _unsettled(self, guild_id: int, game: str, after: float) -> Season | None:
        # The season of the first result after the last season kept.
        last, this_game = await self._database.read(
            select(func.max(season_winners.c.season)).where(
                season_winners.c.guild_id == guild_id, season_winners.c.game == game
            ),
            select(func.min(outcomes.c.at)).where(
                outcomes.c.guild_id == guild_id, outcomes.c.game == game, outcomes.c.at >= after
            ),
        )
        if last[0][0] is not None and (kept := Season.numbered(last[0][0]).end) > after:
            return await self._unsettled(guild_id, game, kept)
        first = this_game[0][0]
        return None if first is None else Season.at(first)

    async def _best_of(
        self, guild_id: int, game: str, ranking: Ranking, season: Season
    ) -> Sequence[dict[str, Any]]:
        span = Span(season.start, season.end)
        for company in (Company.PEOPLE, Company.HOUSE):
            query = Query(guild_id, game, ranking, span, company, By.PLAYERS, PLACES)
            standings = await self.leaderboard(query)
            if standings:
                break
        else:
            return []
        measure = measure_of(standings, ranking)
        return [
            {
                "guild_id": guild_id,
                "game": game,
                "season": season.number,
                "place": place,
                "user_id": line.user_id,
                "house": company is Company.HOUSE,
                "measure": measure.value,
                "won": line.tally(measure)[0],
                "played": line.tally(measure)[1],
            }
            for place, line in enumerate(standings, 1)
        ]


def _of_game(game: str, span: Span) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [outcomes.c.game == game]
    if span.start is not None:
        conditions.append(outcomes.c.at >= span.start)
    if span.end is not None:
        conditions.append(outcomes.c.at < span.end)
    return conditions


def _in_company(company: Company) -> list[ColumnElement[bool]]:
    return [] if company is Company.ALL else [outcomes.c.house.is_(company is Company.HOUSE)]


def _latest_name(user_id: ColumnElement[int], game: str, guild_id: int | None) -> ColumnElement[str]:
    # Whether there is a result in that game: one read at the end of an index.
    last = outcomes.alias()
    named = [last.c.user_id == user_id, last.c.game == game]
    if guild_id is not None:
        named.append(last.c.guild_id == guild_id)
    name = select(last.c.name).where(*named).order_by(last.c.at.desc()).limit(1)
    return func.coalesce(name.scalar_subquery(), "")


def _leaderboard(query: Query) -> _SomeQuery:
    game, guild_id, partner = query.game, query.guild_id, outcomes.c.partner_id
    counted = [
        outcomes.c.guild_id == guild_id,
        *_of_game(game, query.span),
        *_in_company(query.company),
        outcomes.c.user_id.not_in(_HIDDEN),
    ]
    staked = query.by is By.STAKES
    # People who only advised are on no other leaderboard.
    counted.append(_of_unit(UNIT) if staked else ~_of_unit(UNIT))
    best_first = (_stakes.desc(), _chouettes) if staked else _BEST_FIRST[query.ranking]
    who, pairs = [outcomes.c.user_id], query.by is By.PAIRS
    if pairs:
        # Both partners have a row of the same result; count one. Partner 0 never has the greater id.
        counted += [outcomes.c.user_id < partner, partner.not_in(_HIDDEN)]
        who.append(partner)
    best = (
        select(
            outcomes.c.user_id,
            (partner if pairs else _NOBODY).label("partner"),
            *_TOTALS,
            func.row_number().over(order_by=(*best_first, *who)).label("place"),
        )
        .where(*counted)
        .group_by(*who)
        .order_by("place")
        .limit(query.most)
        .subquery()
    )
    return select(
        best,
        _latest_name(best.c.user_id, game, guild_id).label("name"),
        _latest_name(best.c.partner, game, guild_id).label("partner_name"),
    ).order_by(best.c.place)


def _partners(mine: Sequence[ColumnElement[bool]], game: str, guild_id: int | None) -> _SomeQuery:
    hidden = outcomes.c.partner_id.in_(_HIDDEN)
    partner = case((hidden, _HIDDEN_PARTNER), else_=outcomes.c.partner_id).label("partner")
    lines = (
        select(outcomes.c.user_id, partner, outcomes.c.house, *_TOTALS)
        .where(*mine)
        .group_by(outcomes.c.user_id, partner, outcomes.c.house)
        .subquery()
    )
    name = _latest_name(lines.c.partner, game, guild_id).label("partner_name")
    return select(lines, name).order_by(lines.c.partner)


def _details(mine: Sequence[ColumnElement[bool]]) -> _SomeQuery:
    columns: list[ColumnElement[Any]] = []
    for name in DETAILS:
        value = outcomes.c.details[name].as_integer()
        columns += [func.sum(value).label(name), func.count(value).label(f"{name}_of")]
    return select(*columns).where(*mine, _of_unit("hand"))


def _form(unit: str, mine: Sequence[ColumnElement[bool]], most: int) -> _SomeQuery:
    return (
        select(outcomes.c.points, outcomes.c.against, outcomes.c.won)
        .where(*mine, _of_unit(unit))
        .order_by(outcomes.c.at.desc(), outcomes.c.number.desc())
        .limit(most)
    )


def _seasons(condition: ColumnElement[bool], game: str, guild_id: int | None) -> _SomeQuery:
    wanted = [condition, season_winners.c.game == game]
    if guild_id is not None:
        wanted.append(season_winners.c.guild_id == guild_id)
    name = _latest_name(season_winners.c.user_id, game, guild_id).label("name")
    return (
        select(season_winners, name)
        .where(*wanted)
        .order_by(season_winners.c.season.desc(), season_winners.c.place)
        .limit(_MOST_WINNERS)
    )


def _standing(row: Row[Any]) -> Standing:
    line = Standing(row.user_id, row.partner, **{name: getattr(row, name) for name in _NAMES})
    return replace(line, name=getattr(row, "name", ""), partner_name=row.partner_name)


def _winner(row: Row[Any]) -> SeasonWinner:
    return SeasonWinner(
        season=Season.numbered(row.season),
        place=row.place,
        user_id=row.user_id,
        house=row.house,
        measure=Measure(row.measure),
        won=row.won,
        played=row.played,
        name=row.name,
    )


def _sum(user_id: int, standings: Iterable[Standing], partner: int = 0, name: str = "") -> Standing:
    lines = list(standings)
    totals = {total: sum(getattr(line, total) for line in lines) for total in _NAMES}
    line = Standing(user_id, partner, **totals)
    return replace(line, partner_name=name)


def _with_each(lines: Sequence[tuple[bool, Standing]], ranking: Ranking) -> Sequence[Standing]:
    # Partners of any company, without hidden ones; the house comes last.
    by_id: dict[int, list[Standing]] = {}
    for with_house, line in lines:
        if line.partner_id > 0 or (line.partner_id == 0 and with_house):
            by_id.setdefault(line.partner_id, []).append(line)
    sums = [_sum(found[0].user_id, found, partner, found[0].partner_name) for partner, found in by_id.items()]
    return sorted(sums, key=lambda line: (line.partner_id == 0, *_order(line, ranking), line.partner_id))


def _order(line: Standing, ranking: Ranking) -> tuple[float, ...]:
    # The best first, as on a leaderboard.
    average = line.difference if line.hands >= FEWEST_HANDS else None
    return (
        -line.matches_won,
        -line.games_won,
        -(average if average is not None and ranking is Ranking.WINS else float("-inf")),
        -line.hands_won,
    )


async def keep_winners(
    connection: AsyncConnection, found: Sequence[Sequence[dict[str, Any]]]
) -> Sequence[None]:
    """Keep the first places of seasons, each a row of `season_winners`.

    Those that were kept first stand: several processes may come to it at the same moment.
    """
    for lines in found:
        first = lines[0]
        of_season = [season_winners.c[name] == first[name] for name in ("guild_id", "game", "season")]
        if (await connection.execute(select(season_winners.c.place).where(*of_season))).first():
            continue
        await insert_new(connection, season_winners, lines)
    return [None] * len(found)
