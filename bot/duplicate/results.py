"""What a session has come to so far: the travellers of the boards that may be told, and the ranking."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.duplicate.scores import shared
from bot.duplicate.scoring import (
    Comparison,
    Standing,
    TeamsBoard,
    average_comparison,
    matchpoints,
    ranking,
    team_totals,
    teams,
)
from bot.duplicate.session import Entry, Kind, Scoring, Session
from bot.tables.state.chairs import Occupant


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry of a session of pairs and where it stands."""

    entry: Entry
    standing: Standing


@dataclass(frozen=True, slots=True)
class TeamsScore:
    """A match of teams so far: its boards, what the first team has gained in all, and the totals of both,
    which leave boards out at which there is no score that counts."""

    boards: tuple[TeamsBoard, ...]
    gained: Fraction
    totals: tuple[int, int]


def comparisons(session: Session) -> list[Comparison]:
    """The lines of the boards that may be told, each with what it is worth, by board and table."""
    compare = average_comparison if session.scoring is Scoring.AVERAGE else matchpoints
    return compare(session.lines())


def travellers(session: Session) -> Mapping[int, tuple[Comparison, ...]]:
    """The same by the number of the board: who made what at each table, the best score of N-S first."""
    boards: dict[int, list[Comparison]] = {}
    for one in comparisons(session):
        boards.setdefault(one.line.board, []).append(one)
    return {board: tuple(sorted(lines, key=lambda one: -one.ns)) for board, lines in boards.items()}


def rankings(session: Session) -> tuple[tuple[Ranked, ...], ...]:
    """The pairs of a session by what they have made of the boards that may be told, the best first.

    Where those who sit N-S and those who sit E-W do not change, as in Mitchell's movement, there are two
    rankings, N-S first; else one.
    """
    movement = session.movement
    if movement is None or session.kind is not Kind.PAIRS:
        return ()
    compared = comparisons(session)
    found = []
    for places in movement.fields:
        entries = {entry.number: entry for entry in session.entries if entry.place in places}
        standings = ranking(compared, tuple(entries), summed=session.scoring is Scoring.AVERAGE)
        found.append(tuple(Ranked(entries[one.contestant], one) for one in standings))
    return tuple(found)


def teams_score(session: Session) -> TeamsScore:
    """A match of teams as it stands by the boards that may be told."""
    boards = tuple(teams(session.lines()))
    totals = [team_totals(one.first, one.second, shared(session.game)) for one in boards]
    counted = [both for both in totals if both is not None]
    return TeamsScore(
        boards,
        boards[-1].carried if boards else Fraction(),
        (sum(first for first, _ in counted), sum(second for _, second in counted)),
    )


def members(session: Session, team: int) -> tuple[Occupant, ...]:
    """Who plays in a team now, that of N-S at the lower table first."""
    holders = sorted(
        (entry for entry in session.entries if entry.team == team and entry.until is None),
        key=lambda entry: entry.place or 0,
    )
    return tuple(player for entry in holders for player in entry.players)
