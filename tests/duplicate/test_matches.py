"""Matches between servers: agreed by two managers, played alone, told to nobody before they are over."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.duplicate.contests.contests import GRACE_SECONDS
from bot.duplicate.contests.match_ports import Match, Side
from bot.duplicate.contests.matches import OFFER_SECONDS, PLAY_SECONDS, MatchResult, result_of
from bot.tables.state.preferences import UserSettings
from bot.tables.state.table import Status
from tests.databases import migrated
from tests.duplicate.daily_room import GUILD, WHIST, DailyRoom, daily_room
from tests.tables.fakes import actor, is_refused

OTHER, THIRD = 11, 12
ANN, BEN, MAX, ZOE = 101, 102, 1_190_000_000_123_456_780, 1_190_000_000_123_456_789
HERE, THERE = Side(GUILD, "Card Club", 20), Side(OTHER, "Bridge House", 21)
MANAGER = actor(ANN, manages=True)
HALF = Fraction(1, 2)


@pytest.fixture(scope="module", autouse=True)
def empty() -> bytes:
    """Made before there is an event loop."""
    return migrated()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[DailyRoom]:
    async with daily_room(tmp_path) as made:
        yield made


async def agreed(room: DailyRoom, *, boards: int = 4, people: int = 2, game: str = WHIST) -> Match:
    offer = await room.matches.offer(MANAGER, HERE, game, boards, people)
    return await room.matches.accept(MANAGER, THERE, offer.code)


async def play(room: DailyRoom, user_id: int, guild_id: int, boards: int = 1, pick: int = 0) -> None:
    """That person's next boards of the server's match."""
    for _ in range(boards):
        match, side = await room.matches.meant(guild_id)
        snapshot = await room.matches.play(actor(user_id).person, match, side)
        assert snapshot is not None
        await room.finish(snapshot, user_id, pick)


async def latest(room: DailyRoom) -> Match:
    return (await room.matches.meant(GUILD))[0]


async def test_a_code_is_good_for_one_match_with_another_server_for_some_days(room: DailyRoom) -> None:
    matches = room.matches
    for who in (matches.offer(actor(BEN), HERE, WHIST, 4, 2), matches.accept(actor(BEN), THERE, "ab")):
        await is_refused("match-managers", who)
    await is_refused("no-sending", matches.offer(replace(MANAGER, sends=False), HERE, WHIST, 4, 2))
    await is_refused("no-boards", matches.offer(MANAGER, HERE, "old-maid", 4, 2))
    for boards, people in ((3, 2), (17, 2), (4, 0), (4, 9)):
        await is_refused("not-offered", matches.offer(MANAGER, HERE, WHIST, boards, people))
    first = await matches.offer(MANAGER, HERE, WHIST, 4, 2)
    offer = await matches.offer(MANAGER, HERE, WHIST, 5, 3)
    assert len(offer.code) >= 20
    assert offer.code != first.code
    for wrong in (first.code, offer.code[:-1], "", "%"):
        await is_refused("match-code", matches.accept(MANAGER, THERE, wrong))
    await is_refused("match-own-code", matches.accept(MANAGER, HERE, offer.code))
    made = await asyncio.gather(
        *(matches.accept(MANAGER, side, f" {offer.code.upper()} ") for side in (THERE, Side(THIRD, "", 22))),
        return_exceptions=True,
    )
    assert sum(isinstance(one, Match) for one in made) == 1, "it makes one match"
    match = await latest(room)
    assert (match.contest.boards, match.people, match.sides[0]) == (5, 3, HERE)
    assert match.contest.ends_at - match.contest.begins_at == PLAY_SECONDS
    await is_refused("match-going", matches.offer(MANAGER, HERE, WHIST, 4, 2))

    offer = await matches.offer(MANAGER, Side(99, "", 1), WHIST, 4, 2)
    await is_refused("match-going", matches.accept(MANAGER, HERE, offer.code))
    await matches.withdraw(MANAGER, Side(99, "", 1))
    await is_refused("match-code", matches.accept(MANAGER, Side(98, "", 1), offer.code))
    offer = await matches.offer(MANAGER, Side(99, "", 1), WHIST, 4, 2)
    room.clock.time += OFFER_SECONDS
    await is_refused("match-code", matches.accept(MANAGER, Side(98, "", 1), offer.code))


async def test_the_first_so_many_of_each_server_play_each_for_one(room: DailyRoom) -> None:
    match = await agreed(room)
    for user_id, side in ((1, 0), (2, 1)):
        assert await room.matches.play(actor(user_id).person, match, side) is not None
    await is_refused("match-other-side", room.matches.play(actor(1).person, match, 1))
    others = (room.matches.play(actor(user_id).person, match, 0) for user_id in (3, 4, 5))
    made = await asyncio.gather(*others, return_exceptions=True)
    assert [getattr(one, "code", "") for one in made if isinstance(one, Exception)] == ["match-full"] * 2
    state = await room.matches.state(match)
    assert [len(state.of(side)) for side in (0, 1)] == [2, 1]
    assert await room.matches.play(actor(1).person, match, 0) is not None, "they go on where they were"
    await is_refused("no-match", room.matches.meant(THIRD))
    await is_refused("no-match", room.matches.meant(THIRD, match.id))
    await is_refused("no-match", room.matches.meant(None, match.id))


async def test_nothing_is_told_before_both_sides_are_through(room: DailyRoom) -> None:
    match = await agreed(room, people=1)
    for user_id, guild_id, boards in ((1, GUILD, 4), (2, OTHER, 3)):
        await play(room, user_id, guild_id, boards)
        state = await room.matches.state(await latest(room))
        await is_refused("match-not-over", room.matches.result(state.match))
        assert [state.through(side) for side in (0, 1)] == [1, 0]
        for one in await room.store.boards(match.id):
            assert all(table.table.secret for table in await room.contests.boards.tables(one.board.id))
    assert [one.match.id for one in await room.matches.going(OTHER)] == [match.id]
    await play(room, 2, OTHER)
    assert await room.matches.going(OTHER) == []
    result = await room.matches.result(await latest(room))
    assert result == MatchResult([(HALF, HALF)] * 4, (HALF, HALF)), "they played the same cards"
    await is_refused("contest-over", room.matches.play(actor(3).person, await latest(room), 0))
    assert (await agreed(room)).id > match.id, "and the servers may play again"


async def test_it_ends_after_three_days_with_whom_there_is(room: DailyRoom) -> None:
    match = await agreed(room)
    await play(room, 1, GUILD, 4)
    await play(room, 2, OTHER, 2, pick=-1)
    snapshot = await room.matches.play(actor(2).person, match, 1)
    room.clock.time = match.contest.ends_at + GRACE_SECONDS
    other = DailyRoom(room.database, clock=room.clock)
    await other.look_after()
    assert snapshot is not None
    assert (await other.tables.repository.fresh(snapshot.table.id)).table.status is Status.CLOSED
    result = await other.matches.result(await latest(other))
    assert [worth[1] is None for worth in result.boards] == [False, False, True, True]
    assert result.totals is not None
    assert sum(result.totals) == 1, "of one against one"


async def test_a_side_with_nobody_has_no_result(room: DailyRoom) -> None:
    match = await agreed(room)
    await play(room, 1, GUILD, 4)
    room.clock.time = match.contest.ends_at + GRACE_SECONDS
    await room.look_after()
    assert (await room.matches.result(await latest(room))).totals is None


async def test_who_hides_or_is_erased_has_no_name_and_their_scores_stay(room: DailyRoom) -> None:
    match = await agreed(room, people=2)
    for user_id, boards in ((ZOE, 4), (1, 4)):
        await play(room, user_id, GUILD, boards, pick=-1)
    await play(room, MAX, OTHER, 2)
    await room.tables.users.save(UserSettings(1, hidden=True))
    entries = (await room.matches.state(match)).entries
    assert {entry.user_id: bool(entry.name) for entry in entries} == {ZOE: True, 1: False, MAX: True}
    before = await room.store.fields(match.id, GUILD, OTHER)
    for user_id in (ZOE, MAX):
        await room.tables.privacy.erase(user_id)
        await is_refused("contest-erased", room.matches.play(actor(user_id).person, match, 0))
    state = await room.matches.state(match)
    assert [(len(state.of(side)), state.through(side)) for side in (0, 1)] == [(2, 2), (1, 0)]
    assert not any(entry.name for entry in state.entries)
    await is_refused("match-full", room.matches.play(actor(5).person, match, 0))
    room.clock.time = match.contest.ends_at + GRACE_SECONDS
    await room.look_after()
    assert await room.store.fields(match.id, GUILD, OTHER) == before
    totals = (await room.matches.result(await latest(room))).totals
    assert totals == result_of(4, [field.counts for field in before]).totals
    assert totals is not None


async def test_a_match_of_whom_all_but_the_erased_are_through_is_over(room: DailyRoom) -> None:
    await agreed(room, people=1)
    await play(room, ZOE, GUILD)
    await play(room, 2, OTHER, 4)
    assert not (await latest(room)).over
    await room.tables.privacy.erase(ZOE)
    await room.look_after()
    assert (await latest(room)).over


SIDES = st.lists(
    st.dictionaries(st.integers(1, 4), st.lists(st.integers(0, 13), min_size=1)), min_size=2, max_size=2
)


@given(SIDES)
def test_the_worths_are_those_of_every_pair_of_people(sides: list[dict[int, list[int]]]) -> None:
    """Counted pair by pair: a win is one, as much a half, of all the others of both sides."""
    made = result_of(4, [{number: Counter(scores) for number, scores in side.items()} for side in sides])
    for number, worth in enumerate(made.boards, 1):
        field = [score for side in sides for score in side.get(number, [])]
        for side, mean in zip(sides, worth, strict=True):
            mine = side.get(number, [])
            pairs = [2 * sum(o < one for o in field) + field.count(one) - 1 for one in mine]
            most = 2 * (len(field) - 1)
            expected = [Fraction(pair, most) if most else HALF for pair in pairs]
            assert mean == (sum(expected, Fraction()) / len(mine) if mine else None)
    both = [worth for worth in made.boards if None not in worth]
    assert (made.totals is None) == (not both)
    if made.totals is not None:
        assert made.totals == tuple(sum(w[at] or 0 for w in both) / Fraction(len(both)) for at in (0, 1))
