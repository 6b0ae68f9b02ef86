"""Which decisions become problems of the day, who learns what of them, and when a morning post is owed."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.community.mornings.collection import collection, pages_before
from bot.community.mornings.mornings import Mornings, build_mornings
from bot.community.mornings.ports import DailyProblem, Morning, Source
from bot.duplicate.contests.contests import build_contests
from bot.duplicate.contests.daily import Daily
from bot.tables.judging.analysis import held_at_the_end
from bot.tables.state.chairs import House, Person
from bot.tables.state.moments import Decision, Moment
from bot.tables.state.preferences import ServerSettings, Sharing, UserSettings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import BoardPlay
from storage.community.mornings import SqlMorningStore
from storage.duplicate.contests import SqlContestStore
from storage.duplicate.daily import SqlDailyStore
from tests.duplicate.daily_room import CountedOut
from tests.present import present
from tests.tables.fakes import Room, actor, is_refused, play_out
from tests.tables.test_moments import ONE_HAND, played

GUILD = 10
DAY = 86_400.0
TODAY = 20_000
EIGHT = TODAY * DAY + 8 * 3600.0
SETTINGS = ServerSettings(GUILD, morning_channel=5, morning_hour=8, problem_of_the_day=True)


def last_but_one(decisions: Sequence[Decision]) -> list[Moment]:
    """The best is any other card."""
    one = decisions[-2]
    other = next(move for move in one.view.legal if move != one.made)
    return [Moment(one.step, (str(other),), 0.9, "points", "A rule.")]


@pytest.fixture
def room() -> Room:
    room = Room()
    room.coach.finds = last_but_one
    room.clock.time = EIGHT - DAY
    return room


def mornings_of(room: Room) -> Mornings:
    contests = build_contests(
        room.tables, SqlContestStore(room.database), room.house, CountedOut(), room.clock
    )
    daily = Daily(contests, SqlDailyStore(room.database), room.dealer)
    return build_mornings(room.tables, daily, SqlMorningStore(room.database), room.coach, room.clock)


async def allow(room: Room, sharing: Sharing, *people: int) -> None:
    for user_id in people:
        await room.tables.users.save(UserSettings(user_id, problems=sharing))


async def picked(room: Room, mornings: Mornings, day: int = TODAY) -> DailyProblem:
    """The problem that is picked in the background for that day."""
    await mornings.problems.prepare(GUILD, day, EIGHT + DAY)
    await room.tables.jobs.settled()
    return present(await mornings.store.problem(GUILD, day))


def of_hand(snapshot: TableSnapshot, problem: DailyProblem) -> bool:
    return (problem.source.table_id, problem.source.hand) == (snapshot.table.id, 1)


async def test_a_decision_of_somebody_who_allows_it_is_asked_once(room: Room) -> None:
    snapshot, mornings = await played(room), mornings_of(room)
    await allow(room, Sharing.NAMELESS, 3)
    problem = await picked(room, mornings)
    assert of_hand(snapshot, problem)
    posed = await mornings.problems.posed(problem)
    assert posed.view.seat == snapshot.table.chairs.seat_of(3)
    assert problem.answers == (problem.moment.better[0], problem.made)
    assert set(problem.answers) <= set(map(str, posed.view.legal))
    seats = {decision.view.seat for asked in room.coach.asked for decision in asked}
    assert seats == {posed.view.seat}, "nobody else's decisions are looked at"
    # The hand is not asked again, and what was picked stands.
    assert (await picked(room, mornings, TODAY + 1)).source.collected is not None
    assert await mornings.problems.of(GUILD, TODAY, 0.0) == problem


@pytest.mark.parametrize("case", ["nobody allows it", "unclear", "long ago", "no moment", "secret"])
async def test_without_a_fit_hand_the_problem_is_of_the_collection(room: Room, case: str) -> None:
    snapshot, mornings = await played(room), mornings_of(room)
    await allow(room, Sharing.NEVER if case == "nobody allows it" else Sharing.NAMED, 1, 2, 3, 4)
    room.coach.clear = case != "unclear"
    if case == "no moment":
        room.coach.finds = lambda decisions: []
    elif case == "long ago":
        room.clock.time += 4 * DAY
    elif case == "secret":
        async with room.tables.repository.transaction(snapshot.table.id) as tx:
            tx.set(board=BoardPlay(1, 1, 0, 7, 1))
    assert (await picked(room, mornings)).source.collected is not None


async def test_the_collection_is_asked_through_before_it_repeats(room: Room) -> None:
    mornings = mornings_of(room)
    asked = [await mornings.problems.of(GUILD, day, 0.0) for day in range(len(collection()))]
    assert len({problem.source for problem in asked}) == len(collection())
    elsewhere = [await mornings.problems.of(GUILD + 1, day, 0.0) for day in range(5)]
    assert [one.source for one in elsewhere] != [one.source for one in asked[:5]]


@pytest.mark.parametrize("allowing", [(1,), (1, 2)])
async def test_house_players_decisions_are_asked_where_all_people_allow_it(
    room: Room, allowing: Sequence[int]
) -> None:
    snapshot = await room.full(2, match="game")
    snapshot = await play_out(room, await room.tables.play.start(snapshot.table.id, actor(1)), ONE_HAND)
    await allow(room, Sharing.NAMED, *allowing)
    mornings, mine = mornings_of(room), {snapshot.table.chairs.seat_of(who) for who in allowing}
    room.coach.finds = lambda of: [] if of[0].view.seat in mine else last_but_one(of)
    problem = await picked(room, mornings)
    assert (problem.source.table_id == snapshot.table.id) == (len(allowing) == 2)
    if len(allowing) == 2:
        seat = present((await mornings.problems.posed(problem)).view.seat)
        assert isinstance(held_at_the_end(snapshot, problem.source.hand)[seat], House)
        await mornings.store.owe(Morning(GUILD, TODAY, EIGHT))
        room.clock.time = EIGHT + DAY
        assert (await mornings.problems.solved(GUILD, TODAY)).player is None


async def test_one_answer_each_and_nobody_learns_the_right_one_before_it_closes(room: Room) -> None:
    mornings = mornings_of(room)
    problems = mornings.problems
    problem = await problems.of(GUILD, TODAY, EIGHT + DAY)
    # Not before its morning, either.
    await is_refused("not-offered", problems.vote(GUILD, TODAY, 1, 0))
    await is_refused("not-offered", problems.solved(GUILD, TODAY))
    await mornings.store.owe(Morning(GUILD, TODAY, EIGHT))
    room.clock.time = EIGHT
    await is_refused("not-offered", problems.vote(GUILD, TODAY, 1, len(problem.answers)))
    await is_refused("not-offered", problems.vote(GUILD + 1, TODAY, 1, 0))
    assert [(await problems.vote(GUILD, TODAY, 1, choice))[1] for choice in (1, 0)] == [1, 1]
    assert (await problems.vote(GUILD, TODAY, 2, problem.right))[1] == problem.right
    await is_refused("problem-open", problems.solved(GUILD, TODAY), closes=int(EIGHT + DAY))
    room.clock.time = EIGHT + DAY
    await is_refused("problem-closed", problems.vote(GUILD, TODAY, 3, 0))
    solved = await problems.solved(GUILD, TODAY)
    assert sum(solved.votes.values()) == 2
    assert solved.votes[problem.right] >= 1
    assert solved.player is None


async def test_whose_hand_it_was_is_told_only_while_they_want_it(room: Room) -> None:
    await played(room)
    mornings = mornings_of(room)
    await allow(room, Sharing.NAMELESS, 3)
    await picked(room, mornings)
    await mornings.store.owe(Morning(GUILD, TODAY, EIGHT))
    room.clock.time = EIGHT + DAY

    async def named() -> Person | None:
        return (await mornings.problems.solved(GUILD, TODAY)).player

    assert await named() is None
    await allow(room, Sharing.NAMED, 3)
    assert present(await named()).user_id == 3
    await room.tables.users.save(UserSettings(3, problems=Sharing.NAMED, hidden=True))
    assert await named() is None
    await allow(room, Sharing.NEVER, 3)
    assert await named() is None


async def owed(mornings: Mornings, *settings: ServerSettings) -> list[int]:
    await mornings.look_after(settings or (SETTINGS,))
    return [morning.day for morning in await mornings.owed()]


async def test_one_post_a_day_is_owed_from_its_hour_on_and_given_up_after_four(room: Room) -> None:
    mornings = mornings_of(room)
    await played(room)
    room.clock.time = EIGHT - 1
    assert await owed(mornings) == []
    room.clock.time = EIGHT
    assert await owed(mornings) == [TODAY]
    assert await owed(mornings_of(room)) == [TODAY], "it is stored"
    (morning,) = await mornings.owed()
    await mornings.sent(morning, 77)
    # Nor is there another if the hour is changed.
    for hour in (7, 8, 9, 12):
        room.clock.time = EIGHT + 4 * 3600.0
        assert await owed(mornings, replace(SETTINGS, morning_hour=hour)) == []
    room.clock.time = EIGHT + DAY + 3600.0
    assert await owed(mornings) == [TODAY + 1]
    room.clock.time = EIGHT + DAY + 4 * 3600.0
    assert await owed(mornings) == []
    assert present(await mornings.store.morning(GUILD, TODAY + 1)).message_id == 0
    last = present(await mornings.store.latest(GUILD, TODAY + 5))
    assert (last.day, last.message_id) == (TODAY, 77)


async def test_a_post_at_midnight_waits_until_the_boards_of_yesterday_are_closed(room: Room) -> None:
    mornings, midnight = mornings_of(room), replace(SETTINGS, morning_hour=0)
    await played(room)
    for seconds, due in ((0.0, []), (119.0, []), (120.0, [TODAY])):
        room.clock.time = TODAY * DAY + seconds
        assert await owed(mornings, midnight) == due


async def test_a_server_where_nobody_has_played_for_a_week_gets_none(room: Room) -> None:
    mornings = mornings_of(room)
    await played(room)
    room.clock.time = EIGHT + 7 * DAY
    assert await owed(mornings) == []
    room.clock.time += DAY
    await played(room)
    assert await owed(mornings) == [TODAY + 8]


async def test_the_problem_is_picked_an_hour_before_and_closes_with_the_next_post(room: Room) -> None:
    mornings = mornings_of(room)
    snapshot = await played(room)
    await allow(room, Sharing.NAMELESS, 2)
    room.clock.time = EIGHT - 3601
    await owed(mornings)
    await room.tables.jobs.settled()
    assert await mornings.store.problem(GUILD, TODAY) is None
    room.clock.time = EIGHT - 3600
    await owed(mornings)
    await room.tables.jobs.settled()
    assert of_hand(snapshot, present(await mornings.store.problem(GUILD, TODAY)))
    room.clock.time = EIGHT
    await owed(mornings)
    (first,) = await mornings.owed()
    news = await mornings.news(first, SETTINGS)
    assert (present(news.problem).day, news.solved) == (TODAY, None)
    await mornings.sent(first, 77)
    await mornings.problems.vote(GUILD, TODAY, 9, 0)
    # The next post is an hour earlier: the problem closes with it.
    room.clock.time = EIGHT + DAY - 3600.0
    await owed(mornings, replace(SETTINGS, morning_hour=7))
    (second,) = await mornings.owed()
    solved = present((await mornings.news(second, SETTINGS)).solved)
    assert (solved.problem.day, dict(solved.votes)) == (TODAY, {0: 1})
    await is_refused("problem-closed", mornings.problems.vote(GUILD, TODAY, 8, 0))


async def test_a_refusal_is_told_once_until_a_post_is_sent(room: Room) -> None:
    mornings = mornings_of(room)
    await played(room)
    told = []
    for day in range(4):
        room.clock.time = EIGHT + day * DAY
        await owed(mornings)
        (morning,) = await mornings.owed()
        if day == 2:
            await mornings.sent(morning, 77)
        else:
            told.append(await mornings.refused(morning))
            again = present(await mornings.store.morning(GUILD, morning.day))
            assert not await mornings.refused(again)
        assert await mornings.trouble(GUILD) == (day != 2)
        room.clock.time += 5 * 3600.0
        assert await owed(mornings) == []
    assert told == [True, False, True]


def test_every_problem_of_the_collection_can_be_posed_and_its_answers_are_legal() -> None:
    assert len({one.moves for one in collection()}) == len(collection()) >= 100
    for number, one in enumerate(collection()):
        pages, problem = pages_before(number), one.problem
        (seat,) = pages.game.to_act(pages.states[-1])  # type: ignore[misc]
        legal = set(map(str, pages.game.legal(pages.states[-1], seat)))
        best, *alike = problem.moment.better
        assert {*problem.answers, best, *alike} <= legal
        assert {best, problem.made} <= set(problem.answers)
        assert not set(alike) & set(problem.answers), "only one answer is right"
        assert 2 <= len(problem.answers) == len(set(problem.answers)) <= 4
        assert problem.moment.amount >= 0.2
        assert problem.source == Source(step=pages.last, collected=number)
