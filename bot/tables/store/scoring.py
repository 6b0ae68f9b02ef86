"""What a scored event counts for at a table, and for whom."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from bot.rules.events import Event, Scored
from bot.rules.records.history import History
from bot.rules.seats import Seating
from bot.rules.trick_taking.claiming import Claimed
from bot.tables.state.chairs import House, Person
from bot.tables.state.outcomes import ALONE, SEVERAL, Achieved, Chair, Outcome
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Table, Tenure


def tenures_of(before: TableSnapshot, table: Table) -> tuple[Tenure, ...]:
    """Who has held which chair, with those who have changed since `before`."""
    latest = {tenure.chair: tenure for tenure in table.dealt.tenures}
    if not table.dealt.deals:
        return table.dealt.tenures
    tenures = list(table.dealt.tenures)
    for chair, seat in enumerate(table.chairs):
        held = latest.get(chair)
        if seat.occupant is not None and (held is None or held.occupant != seat.occupant):
            told = len(before.course) if before.table.dealt.deals == table.dealt.deals else 0
            tenures.append(Tenure(table.dealt.deals, chair, seat.occupant, told))
    return tuple(tenures)


def chairs_held(before: TableSnapshot, table: Table, event: Scored) -> tuple[Tenure, ...]:
    """The tenures of the chairs that changed hands: in this hand, or at all for a result of several hands.

    That people changed chairs with each other between rubbers is no change of hands.
    """
    tenures, first = tenures_of(before, table), _first_deal(table, event)
    changed = {
        later.chair
        for earlier, later in pairwise(sorted(tenures, key=lambda tenure: tenure.chair))
        if later.chair == earlier.chair and later.deal >= first and not _sat_elsewhere(later, tenures)
    }
    return tuple(tenure for tenure in tenures if tenure.chair in changed)


def with_house(before: TableSnapshot, table: Table, event: Scored) -> bool:
    """Whether a house player had a chair: in this hand, or at any time for a result of several hands."""
    first = _first_deal(table, event)
    held = [tenure.occupant for tenure in tenures_of(before, table) if tenure.deal >= first]
    return any(isinstance(occupant, House) for occupant in (*held, *table.chairs.occupants))


def outcomes_of(
    table: Table, history: History, event: Scored, now: float, *, house: bool, match: bool
) -> list[Outcome]:
    """What each person made of it. `house`: a house player had a chair; `match`: it decided the match."""
    seating = history.game.seating(history.game.options(table.options))
    sides = event.by_sides or seating.sides
    outcomes = []
    for index, seat in enumerate(table.chairs):
        if not isinstance(seat.occupant, Person):
            continue
        side = next(number for number, members in enumerate(sides) if index in members)
        partners = [other for other in sides[side] if other != index]
        outcomes.append(
            Outcome(
                table_id=table.id,
                guild_id=table.guild_id,
                game=table.game,
                unit=event.unit,
                number=event.number,
                at=now,
                user_id=seat.occupant.user_id,
                partner_id=_partner_id(table, index, partners, seating),
                points=event.points[side],
                against=max(points for other, points in enumerate(event.points) if other != side),
                won=event.won(side),
                name=seat.occupant.name,
                house=house,
                match=match,
                details=_details(history, event, index),
            )
        )
    return outcomes


def players_of(table: Table) -> tuple[Chair, ...]:
    """Who has played the hand that is over, by chair."""
    chairs: list[Chair] = []
    for chair, occupant in enumerate(table.chairs.occupants):
        match occupant:
            case Person() if chair not in table.dealt.shared_chairs:
                chairs.append(occupant.user_id)
            case House() if chair not in table.dealt.shared_chairs:
                chairs.append(occupant.player)
            case _:
                chairs.append(SEVERAL)
    return tuple(chairs)


def achieved_in(table: Table, history: History, event: Scored, now: float) -> list[Achieved]:
    """The achievements in a hand of the people who have played all of it themselves."""
    game, course = history.game, history.position.course
    options = game.options(table.options)
    return [
        Achieved(player, achievement, table.game, now, table.id, event.number)
        for seat, player in enumerate(players_of(table))
        if isinstance(player, int) and player != SEVERAL
        for achievement in game.achievements(options, event, course, seat)
    ]


def replaced(event: Event, before: History) -> Sequence[tuple[str, int]]:
    """The results that count no longer with that event, by unit and number."""
    if isinstance(event, Scored) and event.unit == "hand":
        counted_again = any(hand.number == event.number for hand in before.position.hands)
        return [(event.unit, event.number)] if counted_again else []
    return event.reopens


def _first_deal(table: Table, event: Scored) -> int:
    return table.dealt.deals if event.unit == "hand" else 0


def _sat_elsewhere(tenure: Tenure, tenures: Sequence[Tenure]) -> bool:
    # Whether the occupant held another chair before.
    return any(
        other.occupant == tenure.occupant and other.chair != tenure.chair and other.deal < tenure.deal
        for other in tenures
    )


def _details(history: History, event: Scored, seat: int) -> dict[str, int]:
    if event.unit != "hand":
        return {}
    game, hand = history.game, history.position.course
    details = dict(game.details(event, hand, seat))
    claimed = (told.seat for told in hand if isinstance(told, Claimed))
    if seat in (game.player_of(history.state, claimant) for claimant in claimed):
        details["claims"] = 1
    return details


def _partner_id(table: Table, chair: int, partners: Iterable[int], seating: Seating) -> int:
    people = [other for other in partners if other not in seating.dummies]
    if not people and seating.partners_of(chair):
        return ALONE
    return next((user_id for other in people if (user_id := table.chairs[other].user_id)), 0)
