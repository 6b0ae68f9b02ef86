"""Challenges: asked, answered, played by both on the same boards, compared, ended; and the ladder."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.duplicate.contests.challenges import Challenge, State
from bot.duplicate.contests.contests import GRACE_SECONDS
from bot.duplicate.contests.head_to_head import BothScores, HeadToHead, Meetings, head_to_head, ladder
from bot.tables.judging.standings import Lasting
from bot.tables.state.chairs import Person
from bot.tables.state.preferences import UserSettings
from tests.databases import migrated
from tests.duplicate.daily_room import GUILD, WHIST, DailyRoom, daily_room
from tests.present import present
from tests.tables.fakes import is_refused

ANN, BEN, CAY = Person(101, "Ann"), Person(102, "Ben"), Person(103, "Cay")
BOARDS = 4


@pytest.fixture(scope="module", autouse=True)
def empty() -> bytes:
    """Made before there is an event loop."""
    return migrated()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[DailyRoom]:
    async with daily_room(tmp_path) as made:
        yield made


async def ask(room: DailyRoom, asker: Person = ANN, asked: Person = BEN) -> Challenge:
    """A challenge to four boards of one game."""
    return await room.challenges.ask(asker, asked, GUILD, WHIST, BOARDS)


async def accepted(room: DailyRoom) -> Challenge:
    challenge = await ask(room)
    return await room.challenges.answer(BEN.user_id, challenge.id, accepts=True)


async def plays(
    room: DailyRoom, person: Person, challenge: Challenge, boards: int = BOARDS, pick: int = 0
) -> None:
    for _ in range(boards):
        snapshot = present(await room.challenges.play(person, challenge.id))
        await room.finish(snapshot, person.user_id, pick)


async def after(room: DailyRoom, seconds: float) -> None:
    room.clock.time += seconds
    await room.look_after()
    await room.challenges.look_after()


async def look(room: DailyRoom, challenge: Challenge) -> Challenge:
    return present(await room.challenges.store.get(challenge.id))


async def test_it_is_asked_and_accepted_once_and_played_on_the_same_boards(room: DailyRoom) -> None:
    challenge = await ask(room)
    await is_refused("challenge-not-accepted", room.challenges.play(ANN, challenge.id))
    for who in (ANN, CAY):
        await is_refused("challenge-others", room.challenges.answer(who.user_id, challenge.id, accepts=True))
    accepted = await room.challenges.answer(BEN.user_id, challenge.id, accepts=True)
    assert accepted.state is State.PLAYING
    await is_refused("challenge-answered", room.challenges.answer(BEN.user_id, challenge.id, accepts=False))
    tables = [present(await room.challenges.play(who, challenge.id)) for who in (ANN, BEN)]
    assert len({one.table.id for one in tables}) == 2
    assert len({one.table.board.board for one in tables if one.table.board}) == 1
    assert all(one.table.guild_id == GUILD for one in tables)
    await is_refused("challenge-others", room.challenges.play(CAY, challenge.id))


@pytest.mark.parametrize("boards", [3, 17])
async def test_it_is_of_four_to_sixteen_boards_of_a_game_that_has_them(room: DailyRoom, boards: int):
    await is_refused("challenge-boards", room.challenges.ask(ANN, BEN, GUILD, WHIST, boards))
    await is_refused("no-boards", room.challenges.ask(ANN, BEN, GUILD, "old-maid", BOARDS))


async def test_who_may_be_asked_how_often(room: DailyRoom) -> None:
    users = room.tables.users
    await is_refused("challenge-self", ask(room, ANN, ANN))
    await users.block(BEN.user_id, ANN.user_id)
    await is_refused("challenge-not-free", ask(room, ANN, BEN))
    await is_refused("challenge-block", ask(room, BEN, ANN))
    await users.unblock(BEN.user_id, ANN.user_id)
    challenge = await ask(room, ANN, BEN)
    for asker, asked in ((ANN, BEN), (BEN, ANN)):
        await is_refused("challenge-asked", ask(room, asker, asked))
    await users.block(BEN.user_id, ANN.user_id)
    await is_refused("challenge-block", room.challenges.answer(BEN.user_id, challenge.id, accepts=True))
    await room.challenges.answer(BEN.user_id, challenge.id, accepts=False)
    assert (await look(room, challenge)).state is State.DECLINED
    for number in range(10):
        await ask(room, ANN, Person(200 + number, "P"))
    await is_refused("challenge-many", ask(room, ANN, CAY))


async def test_nothing_of_the_others_is_told_before_both_are_through(room: DailyRoom) -> None:
    challenge = await accepted(room)
    await plays(room, BEN, challenge, pick=-1)
    await plays(room, ANN, challenge, BOARDS - 1)
    await is_refused("challenge-unfinished", room.challenges.result(ANN.user_id, challenge.id))
    await is_refused("challenge-unfinished", room.challenges.given_away(ANN.user_id, challenge.id))
    own = await room.challenges.result(BEN.user_id, challenge.id)
    assert (own.both, own.told, len(own.boards)) == (None, False, BOARDS)
    assert all(board.everywhere.alone and board.here is None for board in own.boards)
    assert [(mine, theirs) for _, mine, theirs in await room.challenges.mine(BEN.user_id)] == [(4, 3)]
    for who in (ANN, BEN):
        await is_refused("challenge-not-over", room.challenges.opened(who.user_id, challenge.id))
    await plays(room, ANN, challenge, 1)
    both = [present((await room.challenges.result(who.user_id, challenge.id)).both) for who in (ANN, BEN)]
    assert both[0] == both[1].turned()
    scores = [await room.store.scores(challenge.id, who.user_id) for who in (ANN, BEN)]
    assert both[0] == head_to_head(*scores)
    opened = await room.challenges.opened(ANN.user_id, challenge.id)
    assert [one.people for one in opened] == [2] * BOARDS
    await is_refused("challenge-others", room.challenges.opened(CAY.user_id, challenge.id))


async def test_its_result_is_owed_once_and_goes_to_who_has_waited(room: DailyRoom) -> None:
    challenge = await accepted(room)
    for who in (BEN, ANN):
        await plays(room, who, challenge)
    other = DailyRoom(room.database, clock=room.clock)
    for process in (other, room):
        await after(process, 1.0)
    ((owed, found),) = await other.challenges.owed()
    assert (owed.id, owed.state) == (challenge.id, State.ENDED)
    assert present(found).halved == BOARDS, "the same cards make the same scores"
    assert await room.challenges.to_be_told(owed) == BEN.user_id
    await room.challenges.told(owed)
    await after(room, 1.0)
    assert await room.challenges.owed() == []
    assert (await look(room, challenge)).state is State.OVER


async def test_after_a_week_what_both_have_played_is_compared(room: DailyRoom) -> None:
    challenge, lapsed = await accepted(room), await ask(room, CAY, ANN)
    await plays(room, ANN, challenge)
    await plays(room, BEN, challenge, 1, pick=-1)
    await room.challenges.play(BEN, challenge.id)
    room.clock.time = challenge.contest.ends_at
    await is_refused("challenge-answered", room.challenges.answer(ANN.user_id, lapsed.id, accepts=True))
    await after(room, GRACE_SECONDS)
    assert (await look(room, lapsed)).state is State.UNANSWERED
    ((_, found),) = await room.challenges.owed()
    assert [board.number for board in present(found).boards] == [1]
    own = await room.challenges.result(BEN.user_id, challenge.id)
    assert (own.told, present(own.both)) == (True, present(found).turned())


async def test_what_ends_first_comes_first_and_what_is_over_last(room: DailyRoom) -> None:
    declined, first, second = [await ask(room, asker, ANN) for asker in (BEN, CAY, Person(104, "Dan"))]
    await room.challenges.answer(ANN.user_id, declined.id, accepts=False)
    found = [one.id for one, _, _ in await room.challenges.mine(ANN.user_id)]
    assert found == [first.id, second.id, declined.id]


async def test_it_lapses_if_one_has_played_none(room: DailyRoom) -> None:
    challenge = await accepted(room)
    await plays(room, ANN, challenge)
    room.clock.time = challenge.contest.ends_at
    await after(room, GRACE_SECONDS)
    assert [found for _, found in await room.challenges.owed()] == [None]
    own = await room.challenges.result(ANN.user_id, challenge.id)
    assert (own.told, own.both) == (True, None)
    assert await room.challenges.ladder(GUILD, Lasting.ALL) == []


@pytest.mark.parametrize(("gone", "stays"), [(BEN, ANN), (ANN, BEN)])
async def test_who_is_deleted_leaves_what_the_other_has_played(
    room: DailyRoom, gone: Person, stays: Person
) -> None:
    challenge, asked = await accepted(room), await ask(room, CAY, gone)
    await plays(room, gone, challenge, pick=-1)
    await plays(room, stays, challenge, 2)
    await room.tables.privacy.erase(gone.user_id)
    assert await room.tables.privacy.stored(gone.user_id) == {}
    await is_refused("challenge-others", room.challenges.play(gone, challenge.id))
    assert (await look(room, asked)).state is State.DECLINED
    await plays(room, stays, challenge, 2)
    await after(room, 1.0)
    ((owed, found),) = await room.challenges.owed()
    assert {owed.asker, owed.asked} == {Person(0, ""), stays}
    mine = await room.store.scores(challenge.id, stays.user_id)
    told = present((await room.challenges.result(stays.user_id, challenge.id)).both)
    assert {board.number: board.mine for board in told.boards} == mine
    assert found == (told if owed.asker == stays else told.turned())
    assert [line.user_id for line in await room.challenges.ladder(GUILD, Lasting.ALL)] == [stays.user_id]


async def test_the_ladder_and_who_waits_name_nobody_who_is_hidden(room: DailyRoom) -> None:
    challenge = await accepted(room)
    await plays(room, ANN, challenge)
    await plays(room, BEN, challenge, pick=-1)
    await after(room, 1.0)
    await ask(room, BEN, ANN)
    (waiting,) = await room.challenges.waiting(GUILD)
    assert (waiting.asker, waiting.asked, waiting.contest.boards) == (BEN, ANN, BOARDS)
    first, second = await room.challenges.ladder(GUILD, Lasting.ALL)
    assert (first.won + first.halved / 2) + (second.won + second.halved / 2) == 1
    assert {*first.over} == {second.user_id}
    assert await room.challenges.ladder(GUILD + 1, Lasting.ALL) == []
    await room.tables.users.save(UserSettings(BEN.user_id, hidden=True))
    (line,) = await room.challenges.ladder(GUILD, Lasting.ALL)
    assert (line.user_id, line.won + line.halved + line.lost, set(line.over)) == (ANN.user_id, 1, {0})
    assert await room.challenges.waiting(GUILD) == []


def test_a_challenge_goes_by_boards_won_and_then_by_the_total() -> None:
    assert head_to_head({1: 7}, {2: 7}) is None
    level = present(head_to_head({1: 7, 2: 5, 3: 6, 4: 13}, {1: 6, 2: 9, 3: 6}))
    assert level == HeadToHead((BothScores(1, 7, 6), BothScores(2, 5, 9), BothScores(3, 6, 6)))
    assert (level.won, level.halved, level.lost, level.difference, level.outcome) == (1, 1, 1, -3, -1)
    assert level.turned().outcome == 1
    more = present(head_to_head({1: 7, 2: 7, 3: 0}, {1: 6, 2: 6, 3: 9}))
    assert (more.difference, more.outcome) == (-7, 1)
    assert present(head_to_head({1: 7, 2: 5}, {1: 5, 2: 7})).outcome == 0


def test_a_ladder_counts_points_then_boards() -> None:
    lines = ladder(
        [
            Meetings(1, "Ann", 2, "Ben", 2, 1, 0, 5),
            Meetings(2, "Ben", 1, "Ann", 1, 0, 1, -1),
            Meetings(3, "Cay", 0, "", 3, 0, 0, 3),
        ]
    )
    assert [(line.user_id, line.points, line.lead) for line in lines] == [
        (1, 3.5, 6),
        (3, 3, 3),
        (2, 1.5, -6),
    ]
    assert (lines[0].over[2], lines[0].under[2], lines[2].over[1]) == (3, 1, 1)
