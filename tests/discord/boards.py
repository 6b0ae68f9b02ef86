"""Leaderboards and records to be drawn, with whatever a test does not care about filled in."""

from dataclasses import replace
from typing import Any

from bot.rules.registry import GAMES
from bot.tables.judging.standings import Board, Lasting, Stats
from bot.tables.state.outcomes import GivenAway
from bot.tables.state.results import By, Company, Measure, PersonalRecord, Result, SeasonWinner, Standing
from bot.tables.state.seasons import Season

SEASON = Season(2026, 11)
STAKED = Standing(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, "Ann", chouettes=7, stakes=-3)
ALONE = Standing(1, 0, 3, 2, 7, 4, 20, 11, 90, 80, "Ann")
PAIR = replace(ALONE, partner_id=2, partner_name="Bob")
COMPANIES = (Company.PEOPLE, Company.HOUSE)


def winner(place: int = 1, season: Season = SEASON.before, **fields: Any) -> SeasonWinner:
    """Somebody who came to that place last season."""
    return replace(SeasonWinner(season, place, 1, False, Measure.GAMES, 12, 20, "Ann"), **fields)


def board_of(game: str, *standings: Standing, **fields: Any) -> Board:
    blank = Board(
        guild_id=1,
        game=game,
        period=SEASON,
        company=Company.PEOPLE,
        by=By.PAIRS if any(line.partner_id for line in standings) else By.PLAYERS,
        page=0,
        games=tuple(GAMES),
        companies=COMPANIES,
        standings=standings,
        best=standings[0] if standings else None,
        more=False,
        winners=(),
        season=SEASON,
    )
    return replace(blank, **fields)


def stats_of(game: str, **fields: Any) -> Stats:
    with_house = replace(ALONE, partner_name="", name="")
    record = PersonalRecord(
        people=ALONE,
        house=with_house,
        partners=(PAIR, with_house) if GAMES[game].partnerships else (),
        form=(Result(3, True), Result(-2, False), Result(0, None)),
        details={
            "saved": (3, 4),
            "captured": (2, 4),
            "brisques": (9, 2),
            "declared": (90, 2),
            "claims": (1, 1),
        },
        seasons=(winner(), winner(2), winner(3)),
    )
    blank = Stats(
        user_id=1,
        guild_id=1,
        game=game,
        period=Lasting.ALL,
        games=tuple(GAMES),
        record=record,
        given_away=GivenAway(game, "tricks", 3, 3),
        seasons=(SEASON.before,),
        season=SEASON,
    )
    return replace(blank, **fields)
