"""Contests that are no days: only the people entered play them, and they close once all of them have."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.duplicate.contests.contests import GRACE_SECONDS, contest_games
from bot.duplicate.contests.ports import Contest, ContestBoard, Entry, Kind
from bot.duplicate.records import contest_record
from bot.rules.records.board_record import read_any
from bot.rules.registry import game_named
from bot.tables.seating.boards import draw_boards
from bot.tables.state.table import Status
from cogs.duplicate.panels import games_on_boards
from tests.databases import migrated
from tests.duplicate.daily_room import GUILD, WHIST, DailyRoom, daily_room
from tests.tables.fakes import SeededDealer, actor, is_refused

ANN, BEN, ZOE = 101, 102, 103


@pytest.fixture(scope="module", autouse=True)
def empty() -> bytes:
    """Made before there is an event loop."""
    return migrated()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[DailyRoom]:
    async with daily_room(tmp_path) as made:
        yield made


async def made(
    room: DailyRoom, *people: int, boards: int = 1, begins: float = 0, game: str = WHIST
) -> Sequence[ContestBoard]:
    """A challenge of a week between those people."""
    begin = room.clock.time + begins
    contest = Contest(0, Kind.CHALLENGE, game, boards, begin, begin + 1000.0)
    usual = game_named(game).options_type.of_new_table()
    drawn = await room.store.add(contest, draw_boards(game, usual, boards, SeededDealer(1)))
    for user_id in people:
        await room.store.enter(Entry(drawn[0].contest.id, user_id, GUILD, f"P{user_id}", begin + user_id))
    return drawn


async def play(room: DailyRoom, user_id: int, boards: Sequence[ContestBoard]) -> None:
    """That person's next board."""
    snapshot = await room.contests.play(actor(user_id).person, boards, GUILD)
    assert snapshot is not None
    await room.finish(snapshot, user_id)


async def is_open(room: DailyRoom, boards: Sequence[ContestBoard]) -> bool:
    return not (await room.store.boards(boards[0].contest.id))[0].contest.closed


async def test_only_those_entered_play_and_in_its_time(room: DailyRoom) -> None:
    boards = await made(room, ANN, begins=10.0)
    await is_refused("contest-not-yours", room.contests.play(actor(BEN).person, boards, GUILD))
    await is_refused("contest-not-begun", room.contests.play(actor(ANN).person, boards, GUILD))
    room.clock.time += 1010.0
    await is_refused("contest-over", room.contests.play(actor(ANN).person, boards, GUILD))
    assert [entry.user_id for entry in await room.store.entries(boards[0].contest.id)] == [ANN]


async def test_it_closes_once_everybody_has_played_all_boards(room: DailyRoom) -> None:
    boards, other = await made(room, ANN, BEN, boards=2), await made(room, ANN)
    for user_id in (ANN, ANN, BEN):
        assert await is_open(room, boards)
        await play(room, user_id, boards)
    tables = await room.contests.boards.tables(boards[0].board.id)
    assert all(one.table.secret for one in tables)
    await play(room, BEN, boards)
    assert not await is_open(room, boards)
    assert await is_open(room, other)
    tables = await room.contests.boards.tables(boards[0].board.id)
    assert len(tables) == 2
    assert not any(one.table.secret for one in tables)
    assert await room.contests.play(actor(BEN).person, boards, GUILD) is None


async def test_it_closes_at_its_end_and_breaks_off_what_is_in_play(room: DailyRoom) -> None:
    boards = await made(room, ANN, BEN)
    await play(room, ANN, boards)
    snapshot = await room.contests.play(actor(BEN).person, boards, GUILD)
    assert snapshot is not None
    await room.tables.house_turns.settled()
    room.clock.time = boards[0].contest.ends_at + GRACE_SECONDS - 1
    await room.look_after()
    assert await is_open(room, boards)
    room.clock.time += 1
    await room.look_after()
    assert not await is_open(room, boards)
    assert (await room.tables.repository.fresh(snapshot.table.id)).table.status is Status.CLOSED
    assert await room.store.scores(boards[0].contest.id, BEN) == {}


async def test_an_erased_person_keeps_nobody_waiting_and_does_not_come_in_again(room: DailyRoom) -> None:
    boards = await made(room, ANN, ZOE, boards=2)
    contest = boards[0].contest
    await play(room, ZOE, boards)
    await play(room, ANN, boards)
    await room.tables.privacy.erase(ZOE)
    await is_refused("contest-erased", room.contests.play(actor(ZOE).person, boards, GUILD))
    ann, other = await room.store.entries(contest.id)
    assert (other.user_id < 0, other.name, ann.user_id) == (True, "", ANN)
    assert await is_open(room, boards)
    await play(room, ANN, boards)
    assert not await is_open(room, boards)
    (everybody,) = await room.store.fields(contest.id, None)
    assert [sum(everybody.counts[number].values()) for number in (1, 2)] == [2, 1]
    assert [entry.user_id for entry in await room.store.entries(contest.id)] == [ANN]


@pytest.mark.parametrize("game", contest_games())
async def test_every_game_with_boards_is_played_scored_and_recorded(room: DailyRoom, game: str) -> None:
    room.house.claiming = False
    boards = await made(room, ANN, boards=2, game=game)
    await room.contests.count_out(boards)
    assert bool(room.pars.asked) == ("whist" in game)
    for _ in boards:
        await play(room, ANN, boards)
    assert not await is_open(room, boards)
    contest_id = boards[0].contest.id
    scores = await room.store.scores(contest_id, ANN)
    (everybody,) = await room.store.fields(contest_id, None)
    personal = await room.contests.personal_boards(boards, scores, everybody, None)
    # Whoever plays as the house does makes what it makes in that chair.
    assert [(one.score, one.hoyle) for one in personal] == [(scores[n], scores[n]) for n in (1, 2)]
    for opened in await room.contests.opened(ANN, boards):
        own = await room.contests.own_play(ANN, opened.board)
        assert own is not None
        seating = own.seating
        result = own.game.result(own.state)
        assert result is not None
        points = result.points
        side = seating.side_of(seating.alone)
        total = game_named(game).board_total
        best = max(made for other, made in enumerate(points) if other != side)
        assert opened.mine == (points[side] if total else points[side] - best)
        assert own.table.chairs.seat_of(ANN) == seating.alone
        record = contest_record(opened, own)
        assert read_any(record.model_dump_json()) == record
        assert len(record.hands) == len(seating)


def test_sessions_have_the_games_that_pairs_play() -> None:
    assert games_on_boards() == ("bishops-whist", "american-whist", "english-whist")
    assert set(games_on_boards()) < set(contest_games())
    assert {"bezique", "rubicon-bezique", "dummy-whist"} < set(contest_games())
