"""The board of the day: drawn beforehand, played once by each person, compared, closed at midnight."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from bot.duplicate.contests import daily
from bot.duplicate.contests.contests import GRACE_SECONDS
from bot.duplicate.contests.days import BOARDS, GAMES, start_of
from bot.duplicate.contests.ports import DailyQuery, Entry, Score
from bot.rules.records.board_record import Par
from bot.rules.records.record import seal_digest
from bot.tables.people.access import Action, may
from bot.tables.state.chairs import House
from bot.tables.state.preferences import UserSettings
from bot.tables.state.table import Posting, Status
from tests.databases import migrated
from tests.duplicate.daily_room import GUILD, TODAY, DailyRoom, daily_room
from tests.present import present
from tests.tables.fakes import actor, is_refused, person

WHIST = "english-whist"
ZOE = 1_190_000_000_123_456_789


@pytest.fixture(scope="module", autouse=True)
def empty() -> bytes:
    """Made before there is an event loop."""
    return migrated()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[DailyRoom]:
    async with daily_room(tmp_path) as made:
        yield made


async def test_four_boards_of_each_game_are_drawn_and_sealed_the_day_before(room: DailyRoom) -> None:
    await room.look_after()
    for game in GAMES:
        for day in (TODAY, TODAY + 1):
            boards = await room.days.boards(day, game)
            assert [one.number for one in boards] == [1, 2, 3, 4]
            assert [one.board.dealer for one in boards] == [0, 1, 2, 3]
            for one in boards:
                pack = one.board.opening[0][1]
                assert one.board.seal.sha256 == seal_digest(one.board.seal.salt, pack)


async def test_nobody_has_the_boards_of_a_day_further_off_drawn(room: DailyRoom) -> None:
    for day in (TODAY - 1, TODAY + 2, 999_999):
        await is_refused("no-daily-day", room.daily.result(2, day, WHIST))
        assert not await room.days.boards(day, WHIST)


async def test_a_day_is_drawn_once_however_many_processes_do_it(room: DailyRoom) -> None:
    other = DailyRoom(room.database, seed=2, clock=room.clock)
    await asyncio.gather(room.look_after(), other.look_after(), room.look_after())
    assert await room.daily.boards_of(TODAY, WHIST, 1) == await other.daily.boards_of(TODAY, WHIST, 1)
    ids = {one.board.id for game in GAMES for one in await room.days.boards(TODAY, game)}
    assert len(ids) == BOARDS * len(GAMES)


async def test_boards_that_nobody_drew_in_time_are_drawn_when_asked_for_but_not_afterwards(room: DailyRoom):
    assert len(await room.daily.boards_of(TODAY, WHIST, 1)) == BOARDS
    await is_refused("no-daily-day", room.daily.boards_of(TODAY - 1, WHIST, 1))
    await is_refused("no-daily", room.daily.boards_of(TODAY, "bezique", 1))


async def test_one_plays_south_with_three_house_players_of_one_level_and_no_clock(room: DailyRoom) -> None:
    snapshot = present(await room.daily.play(person(1), WHIST, GUILD))
    table = snapshot.table
    assert table.chairs.seat_of(1) == 2
    house = [seat.occupant for seat in table.chairs if isinstance(seat.occupant, House)]
    assert [one.player for one in house] == ["hoyle"] * 3
    assert len({one.name for one in house}) == 3
    assert (table.guild_id, table.telling.channel_id, table.clock.turn_seconds) == (GUILD, 0, 0)
    assert table.telling.posting is Posting.PANELS
    assert table.telling.private
    await room.settle()
    table = (await room.tables.repository.look(table.id)).table
    assert table.clock.deadline is None
    for action in (Action.HINT, Action.ANALYSE, Action.CLOSE, Action.LEAVE):
        assert not may(actor(1), action, table)
    assert not may(actor(2, manages=True), Action.LOOK, table)


async def test_asking_again_goes_on_where_one_was(room: DailyRoom) -> None:
    first = await room.daily.play(person(1), WHIST, GUILD)
    again = await DailyRoom(room.database, clock=room.clock).daily.play(person(1), WHIST, 0)
    assert first is not None
    assert again is not None
    assert again.table.id == first.table.id
    await room.finish(first, 1)
    second = present(await room.daily.play(person(1), WHIST, 99))
    assert second.table.board is not None
    assert second.table.board.number == 2
    assert second.table.guild_id == GUILD, "the day counts for the server where it was begun"


async def test_a_board_counts_once_for_a_person_however_often_they_ask(room: DailyRoom) -> None:
    asked = (room.daily.play(person(1), WHIST, guild) for guild in (GUILD, 0, 11))
    tables = {snapshot.table.id for snapshot in await asyncio.gather(*asked) if snapshot}
    assert len(tables) == 1


async def test_nothing_is_told_before_the_fourth_board_is_over(room: DailyRoom) -> None:
    await room.whole_day(2)
    for played in range(BOARDS):
        await is_refused("daily-unfinished", room.daily.result(1, TODAY, WHIST), played=played)
        await is_refused("daily-unfinished", room.daily.given_away(1, TODAY, WHIST))
        await room.board(1)
    assert await room.daily.play(person(1), WHIST, GUILD) is None
    assert (await room.daily.result(1, TODAY, WHIST)).everywhere is not None


async def test_whoever_plays_the_same_cards_makes_the_same_score(room: DailyRoom) -> None:
    await room.whole_day(1)
    await room.whole_day(2, guild=11)
    mine, theirs = [await room.daily.result(user, TODAY, WHIST) for user in (1, 2)]
    assert [one.score for one in mine.boards] == [one.score for one in theirs.boards]
    assert all(one.everywhere.people == 2 and one.everywhere.worth == Fraction(1, 2) for one in mine.boards)
    assert all(one.here is not None and one.here.people == 1 for one in mine.boards)
    assert mine.everywhere is not None
    assert (mine.everywhere.place, mine.everywhere.people, mine.everywhere.tied) == (1, 2, True)
    assert mine.here is not None
    assert (mine.here.place, mine.here.people, mine.here.tied) == (1, 1, False)


@pytest.mark.parametrize("game", GAMES)
async def test_a_day_is_compared_on_the_server_and_everywhere(room: DailyRoom, game: str) -> None:
    await room.whole_day(1, game)
    await room.whole_day(2, game, picks=(-1,) * BOARDS)
    await room.whole_day(3, game, picks=(0, -1, 0, -1), guild=0)
    results = [await room.daily.result(user, TODAY, game) for user in (1, 2, 3)]
    for number in range(BOARDS):
        scores = [result.boards[number].score for result in results]
        everywhere = [result.boards[number].everywhere for result in results]
        assert sum(one.worth for one in everywhere) == Fraction(3, 2)
        assert {one.average for one in everywhere} == {
            sum(scores) / 3 if sum(scores) % 3 == 0 else everywhere[0].average
        }
        best = max(range(3), key=lambda user: scores[user])
        assert everywhere[best].worth == max(one.worth for one in everywhere)
    places = sorted(result.everywhere.place for result in results if result.everywhere)
    assert places[0] == 1
    assert results[2].here is None
    assert results[2].boards[0].here is None


async def test_the_day_ends_at_midnight_and_what_is_not_finished_does_not_count(room: DailyRoom) -> None:
    await room.whole_day(2)
    await room.board(1)
    open_board = present(await room.daily.play(person(1), WHIST, GUILD))
    room.next_day()
    await room.look_after()
    assert (await room.tables.repository.fresh(open_board.table.id)).table.status is Status.CLOSED
    result = await room.daily.result(1, TODAY, WHIST)
    assert result.over
    assert [one.number for one in result.boards] == [1]
    assert result.everywhere is None
    whole = await room.daily.result(2, TODAY, WHIST)
    assert whole.everywhere is not None
    assert whole.everywhere.people == 1
    assert whole.boards[0].everywhere.people == 2, "a board that was finished is compared"
    tomorrow = present(await room.daily.play(person(1), WHIST, GUILD))
    assert tomorrow.table.board != open_board.table.board


async def test_a_card_played_after_midnight_does_not_finish_a_board_of_the_day_before(room: DailyRoom):
    snapshot = present(await room.daily.play(person(1), WHIST, GUILD))
    room.clock.time = start_of(TODAY + 1) + GRACE_SECONDS / 2
    ended = await room.finish(snapshot, 1)
    assert ended.table.status is Status.FINISHED
    await room.look_after()
    assert await room.store.scores(await room.day(TODAY), 1) == {}
    await is_refused("daily-none", room.daily.result(1, TODAY, WHIST))


async def test_boards_are_opened_when_the_day_is_over(room: DailyRoom) -> None:
    await room.whole_day(1)
    await is_refused("daily-not-over", room.daily.opened(2, TODAY, WHIST, GUILD))
    board = (await room.days.boards(TODAY, WHIST))[0].board
    (table,) = await room.tables.boards.tables(board.id)
    assert table.table.secret
    room.next_day()
    await room.look_after()
    (table,) = await room.tables.boards.tables(board.id)
    assert not table.table.secret
    assert may(actor(1), Action.ANALYSE, table.table)
    opened = await room.daily.opened(2, TODAY, WHIST, GUILD)
    assert [one.mine for one in opened] == [None] * BOARDS
    mine = await room.daily.opened(1, TODAY, WHIST, GUILD)
    assert all(one.mine is not None and one.counts == {one.mine: 1} for one in mine)
    assert all(one.average == one.mine for one in mine)
    assert [one.par for one in mine] == [None] * BOARDS
    room.pars.found[mine[0].board.id] = Par(value=8, line=["AS"])
    known = [one.par and one.par.value for one in await room.daily.opened(1, TODAY, WHIST, GUILD)]
    assert known == [8, None, None, None]
    assert [one.par for one in (await room.daily.result(1, TODAY, WHIST)).boards] == [8, None, None, None]


async def test_hoyle_sits_in_the_same_chair_from_the_first_person_on(room: DailyRoom) -> None:
    room.house.claiming = False
    await room.whole_day(1)
    result = await room.daily.result(1, TODAY, WHIST)
    # The house of this room plays the first legal card, and so did the person.
    assert [one.hoyle for one in result.boards] == [one.score for one in result.boards]
    assert all(one.everywhere.alone for one in result.boards)
    assert result.everywhere is not None
    assert result.everywhere.alone
    await room.whole_day(2, picks=(-1,) * BOARDS)
    other = await room.daily.result(2, TODAY, WHIST)
    assert [one.hoyle for one in other.boards] == [one.hoyle for one in result.boards]
    assert [one.score for one in other.boards] != [one.score for one in result.boards]
    again = DailyRoom(room.database, clock=room.clock)
    again.house.claiming = False
    found = await again.daily.result(1, TODAY, WHIST)
    assert [one.hoyle for one in found.boards] == [one.hoyle for one in result.boards], "after a restart, too"
    assert not any(one.everywhere.alone for one in found.boards)


async def test_a_day_is_closed_once_even_if_the_bot_was_down(room: DailyRoom) -> None:
    await room.whole_day(1)
    for _ in range(3):
        room.next_day()
    other = DailyRoom(room.database, clock=room.clock)
    await asyncio.gather(room.look_after(), other.look_after())
    query = DailyQuery(GUILD, WHIST, 0, room.daily.today, fewest=1, most=10)
    (line,) = await room.days.table(query)
    assert (line.user_id, line.days, line.worth) == (1, 1, Fraction(1, 2))
    assert await room.store.not_closed(room.clock.time) == []


async def test_a_score_that_was_not_kept_when_the_process_ended_is_found_again(room: DailyRoom) -> None:
    for late in (True, False):
        user = 1 if late else 2
        for _ in range(BOARDS):
            snapshot = present(await room.daily.play(person(user), WHIST, GUILD))
            # As if the process ended before anything heard of it.
            told = room.tables.repository._subscribers
            told._callbacks = [one for one in told._callbacks if one != room.contests.committed]
            await room.finish(snapshot, user)
    assert await room.store.scores(await room.day(TODAY), 2) != {}, "found when the next board was asked for"
    assert len(await room.store.scores(await room.day(TODAY), 1)) == BOARDS - 1
    restarted = DailyRoom(room.database, clock=room.clock)
    await restarted.look_after()
    assert len(await room.store.scores(await room.day(TODAY), 1)) == BOARDS
    entry = present(await room.store.entry(await room.day(TODAY), 1))
    assert len(entry.scores) == BOARDS


async def test_streaks_count_days_with_all_four_boards_of_a_game_but_for_one_in_seven(
    room: DailyRoom,
) -> None:
    last = TODAY
    for whole in (True, False, False, True, False, True):
        await room.whole_day(1, picks=(0,) * (BOARDS if whole else 2))
        last = room.daily.today
        room.next_day()
        await room.look_after()
    assert (await room.daily.result(1, last, WHIST)).streak == 2
    assert (await room.daily.result(1, last - 5, WHIST)).streak == 1


async def test_where_points_were_given_away_is_told_once_it_is_counted_out(room: DailyRoom) -> None:
    room.analyst.finds = {"unit": "tricks", "losses": [0, 1, 2, 0]}
    room.analyst.open.clear()
    await room.whole_day(1)
    assert await room.daily.given_away(1, TODAY, WHIST) == {1: None, 2: None, 3: None, 4: None}
    room.analyst.open.set()
    await room.contests.settled()
    told = await room.daily.given_away(1, TODAY, WHIST)
    assert [one.losses[2] if one else None for one in told.values()] == [2, 2, 2, 2]


async def test_boards_are_counted_out_once_each_from_the_day_before_on(room: DailyRoom) -> None:
    await room.look_after()
    await room.look_after()
    assert len(room.pars.asked) == len(set(room.pars.asked)) == 2 * BOARDS * len(GAMES)


async def test_the_table_of_a_period_averages_days_and_leaves_out_hidden_people(room: DailyRoom) -> None:
    for _ in range(3):
        await room.whole_day(1)
        await room.whole_day(2, picks=(-1,) * BOARDS)
        await room.whole_day(3, guild=11)
        room.next_day()
        await room.look_after()
    await room.whole_day(4)
    query = DailyQuery(GUILD, WHIST, TODAY, TODAY + 3, fewest=3, most=10)
    lines = await room.days.table(query)
    assert {line.user_id for line in lines} == {1, 2}
    assert [line.worth for line in lines] == sorted((line.worth for line in lines), reverse=True)
    assert {line.name for line in lines} == {"Ann", "Bob"}
    assert {line.user_id for line in await room.days.table(replace(query, guild_id=0))} == {1, 2, 3}
    assert await room.days.table(replace(query, fewest=4)) == []
    assert len(await room.days.table(replace(query, most=1))) == 1
    await room.tables.users.save(UserSettings(2, hidden=True))
    assert {line.user_id for line in await room.days.table(query)} == {1}
    assert await room.days.games(GUILD) == [WHIST]


async def test_an_erased_person_is_nowhere_but_their_scores_stay_in_what_others_made(room: DailyRoom) -> None:
    await room.whole_day(ZOE, picks=(-1,) * BOARDS)
    await room.whole_day(2)
    before = await room.daily.result(2, TODAY, WHIST)
    game = "american-whist"
    await room.board(ZOE, game)
    playing = present(await room.daily.play(actor(ZOE).person, game, GUILD))
    told = await room.tables.privacy.stored(ZOE)
    assert len(told["contest_scores"]) == BOARDS + 1
    assert len(told["contest_entries"]) == 2
    assert len(told["board_plays"]) == BOARDS + 2
    await room.tables.privacy.erase(ZOE)
    assert await room.tables.privacy.stored(ZOE) == {}
    assert (await room.tables.repository.fresh(playing.table.id)).table.status is Status.CLOSED
    after = await room.daily.result(2, TODAY, WHIST)
    assert (after.boards, after.everywhere) == (before.boards, before.everywhere)
    assert await room.store.unrecorded() == []
    room.next_day()
    await room.look_after()
    query = DailyQuery(GUILD, WHIST, 0, room.daily.today, fewest=1, most=10)
    assert [line.user_id for line in await room.days.table(query)] == [2]


@pytest.mark.parametrize("finished", [0, 1, BOARDS])
async def test_an_erased_person_is_dealt_no_board_of_the_day_again(room: DailyRoom, finished: int) -> None:
    for _ in range(finished):
        await room.board(ZOE)
    if finished < BOARDS:
        assert await room.daily.play(actor(ZOE).person, WHIST, GUILD) is not None
    (before,) = await room.store.fields(await room.day(TODAY), None)
    for _ in range(2):
        await room.tables.privacy.erase(ZOE)
        await is_refused("daily-erased", room.daily.play(actor(ZOE).person, WHIST, GUILD))
        assert (await room.store.fields(await room.day(TODAY), None))[0] == before
    assert await room.tables.privacy.stored(ZOE) == {}
    assert await room.daily.play(actor(ZOE).person, "american-whist", GUILD) is not None, "another game's"
    room.next_day()
    await room.look_after()
    (first, *_) = await room.days.boards(TODAY, WHIST)
    assert not await room.store.erased(first.contest, ZOE)
    await room.board(ZOE)
    assert len(await room.store.scores(await room.day(room.daily.today), ZOE)) == 1


@pytest.fixture
async def pools(room: DailyRoom, monkeypatch: pytest.MonkeyPatch) -> Sequence[int]:
    """Three pools of today's boards."""
    monkeypatch.setattr(daily, "pools_for", lambda people: 3)
    await room.look_after()
    return await room.daily.pools(TODAY, WHIST)


async def pool_of(room: DailyRoom, user_id: int, guild_id: int) -> int:
    return (await room.daily.boards_of(TODAY, WHIST, user_id, guild_id))[0].contest.id


async def server_of(room: DailyRoom, pool: int) -> int:
    """A server that plays it."""
    for guild_id in range(1, 60):
        if await pool_of(room, 99, guild_id) == pool:
            return guild_id
    raise LookupError(pool)


async def test_a_server_shares_its_pool_and_pools_have_boards_of_their_own(
    room: DailyRoom, pools: Sequence[int]
) -> None:
    boards = await room.days.boards(TODAY, WHIST)
    assert [one.contest.pool for one in boards] == [0] * 4 + [1] * 4 + [2] * 4
    assert len({one.board.opening for one in boards}) == 12
    assert set(room.pars.asked) > {one.board.id for one in boards}
    of_servers = [await pool_of(room, 1, guild) for guild in range(1, 60)]
    assert {of_servers.count(pool) > 9 for pool in pools} == {True}
    assert of_servers == [await pool_of(room, 2, guild) for guild in range(1, 60)]
    by_dm = {await pool_of(room, user_id, 0) for user_id in range(1, 30)}
    assert by_dm == set(pools)
    other = DailyRoom(room.database, clock=room.clock)
    assert [await pool_of(other, 3, guild) for guild in range(1, 60)] == of_servers
    tomorrow = await room.daily.pools(TODAY + 1, WHIST)
    following = [
        (await room.daily.boards_of(TODAY + 1, WHIST, 1, guild))[0].contest.id for guild in range(1, 60)
    ]
    assert [tomorrow.index(pool) for pool in following] != [pools.index(pool) for pool in of_servers]


async def test_who_has_begun_a_day_stays_in_that_pool_wherever_they_ask(
    room: DailyRoom, pools: Sequence[int]
) -> None:
    first, other = [await server_of(room, pool) for pool in pools[:2]]
    here, there = await asyncio.gather(
        room.daily.play(actor(1).person, WHIST, first), room.daily.play(actor(1).person, WHIST, other)
    )
    assert here is not None
    assert there is not None
    assert here.table.id == there.table.id
    begun = await room.daily.boards_of(TODAY, WHIST, 1)
    for guild in (0, first, other):
        assert await room.daily.boards_of(TODAY, WHIST, 1, guild) == begun
    await room.finish(here, 1)
    for guild in (0, other, first):
        await room.board(1, guild=guild)
    result = await room.daily.result(1, TODAY, WHIST)
    assert result.guild_id == here.table.guild_id
    assert len(result.boards) == BOARDS


async def test_in_a_dm_one_plays_the_pool_of_the_server_played_for_last(
    room: DailyRoom, pools: Sequence[int]
) -> None:
    for guild in range(1, 6):
        await room.board(guild, "bishops-whist", guild=guild)
        assert await pool_of(room, guild, 0) == await pool_of(room, 99, guild)


async def test_scores_are_compared_in_a_pool_and_ranked_among_all(
    room: DailyRoom, pools: Sequence[int]
) -> None:
    guilds = [await server_of(room, pool) for pool in pools]
    await room.whole_day(1, guild=guilds[0])
    await room.whole_day(2, picks=(-1,) * BOARDS, guild=guilds[0])
    await room.whole_day(3, guild=guilds[1])
    results = {who: await room.daily.result(who, TODAY, WHIST) for who in (1, 2, 3)}
    ranks = {who: one.everywhere for who, one in results.items()}
    worths = sorted((rank.worth for rank in ranks.values() if rank), reverse=True)
    for who, one in results.items():
        rank = ranks[who]
        assert rank is not None
        assert (rank.people, rank.place) == (3, 1 + worths.index(rank.worth))
        assert {board.everywhere.people for board in one.boards} == {1 if who == 3 else 2}
    assert ranks[3] is not None
    assert ranks[3].worth == Fraction(1, 2)
    room.next_day()
    await room.look_after()
    assert [one.contest.closed for one in await room.days.boards(TODAY, WHIST)] == [True] * 12
    for who, guild in ((1, guilds[0]), (3, guilds[1]), (9, guilds[1])):
        (opened, *_) = await room.daily.opened(who, TODAY, WHIST, guild)
        assert opened.people == (2 if who == 1 else 1)
        assert (opened.mine is None) == (who == 9)
    query = DailyQuery(0, WHIST, 0, room.daily.today, fewest=1, most=10)
    table = await room.days.table(query)
    assert {line.user_id: line.worth for line in table} == {
        who: rank.worth for who, rank in ranks.items() if rank
    }


async def test_an_erased_person_is_dealt_no_board_of_another_pool(
    room: DailyRoom, pools: Sequence[int]
) -> None:
    first, other = [await server_of(room, pool) for pool in pools[:2]]
    await room.board(ZOE, guild=first)
    await room.tables.privacy.erase(ZOE)
    await is_refused("daily-erased", room.daily.play(actor(ZOE).person, WHIST, other))


async def test_there_are_as_many_pools_as_the_people_of_two_days_before_need(room: DailyRoom) -> None:
    contest = (await room.daily.boards_of(TODAY, WHIST, 1))[0].contest.id
    for who in range(1, 82):
        await room.store.enter(Entry(contest, who, GUILD, "", 0.0))
        for number in range(1, BOARDS + (who < 81)):
            await room.store.record(Score(contest, number, who, 7, 1, 0.0))
    assert await room.days.people(TODAY, WHIST) == 80
    room.next_day()
    assert len(await room.daily.pools(TODAY + 1, WHIST)) == 1
    assert len(await room.daily.pools(TODAY + 2, WHIST)) == 2
    assert len(await room.daily.pools(TODAY + 2, "american-whist")) == 1


async def test_what_a_server_has_played_leaves_out_who_is_hidden_erased_or_elsewhere(room: DailyRoom) -> None:
    for who in (1, 2, 3, ZOE):
        await room.whole_day(who, guild=GUILD if who != 3 else GUILD + 1)
    assert await room.days.plays(GUILD, 0.0) == []
    room.next_day()
    await room.look_after()
    await room.tables.users.save(UserSettings(2, hidden=True))
    await room.tables.privacy.erase(ZOE)
    plays = await room.days.plays(GUILD, 0.0)
    assert {(one.user_id, one.number) for one in plays} == {(1, number) for number in (1, 2, 3, 4)}
    # Everybody has made the same of each board.
    assert {one.worth for one in plays} == {0.5}
    assert all(one.began <= one.ended < start_of(TODAY + 1) for one in plays)
    assert await room.days.plays(GUILD, room.clock.now()) == []
    assert (await room.daily.hints_of_collusion(GUILD)).pairs == 0
