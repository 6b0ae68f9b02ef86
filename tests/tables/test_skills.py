"""Hands that are over are replayed when it is quiet, once nothing about them can change."""

import asyncio
import zlib
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.rules.moves import WrittenMove
from bot.rules.registry import GAMES, game_named
from bot.tables.judging.analysis import hands_over
from bot.tables.judging.skill import weights
from bot.tables.judging.skill.estimate import FEWEST
from bot.tables.judging.standings import Lasting
from bot.tables.seating.boards import Place
from bot.tables.state.chairs import House, Seat
from bot.tables.state.errors import TableError
from bot.tables.state.outcomes import SEVERAL
from bot.tables.state.preferences import UserSettings
from bot.tables.state.replays import Replay, Skill
from bot.tables.state.results import Span
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from tests.tables.fakes import Room, actor, is_refused, person, play_out

GAME = "american-whist"


class Den:
    """A room where hands are replayed."""

    def __init__(self) -> None:
        self.room = Room()
        self.room.replayer.replays = True
        self.skills = self.room.tables.skills
        self.jobs = self.room.tables.jobs

    async def start(self, people: int = 4) -> TableSnapshot:
        snapshot = await self.room.full(people, game=GAME, match="game")
        await self.room.tables.play.start(snapshot.table.id, actor(1))
        await self.room.settle()
        return await self.room.tables.repository.look(snapshot.table.id)

    @property
    def kept(self) -> dict[tuple[int, int], tuple[int, Replay | None]]:
        return self.room.replays.kept

    def numbers(self) -> list[int]:
        return sorted(number for _, number in self.kept)


@pytest.fixture
def den() -> Den:
    return Den()


async def hand_over(room: Room, snapshot: TableSnapshot) -> TableSnapshot:
    hands = len(hands_over(snapshot))
    while len(hands_over(snapshot)) == hands:
        snapshot = await play_out(room, snapshot, 1)
    return snapshot


async def test_a_hand_is_replayed_once_the_next_one_is_over() -> None:
    """Until the next deal it may be taken back, or counted again."""
    den = Den()
    snapshot = await hand_over(den.room, await den.start())
    await den.jobs.settled()
    assert den.kept == {}
    snapshot = await hand_over(den.room, snapshot)
    await den.jobs.settled()
    assert den.numbers() == [1]
    (game, state, moves) = den.room.replayer.asked[0]
    assert game == GAME
    assert len(moves) == 52
    assert game_named(game).to_act(state) == (moves[0][0],)


async def test_the_last_hand_is_replayed_when_the_match_is_over(den: Den) -> None:
    snapshot = await play_out(den.room, await den.start())
    assert snapshot.table.status is Status.FINISHED
    await den.jobs.settled()
    assert den.numbers() == list(range(1, len(den.room.store.played) + 1))


async def test_who_played_is_kept_by_chair(den: Den) -> None:
    await hand_over(den.room, await den.start(people=2))
    (played,) = den.room.store.played.values()
    seats = den.room.store.tables[1].chairs
    assert played == tuple(
        seat.occupant.player if isinstance(seat.occupant, House) else seat.user_id for seat in seats
    )
    assert sorted(str(chair) for chair in played)[:2] == ["1", "2"]


async def test_a_hand_that_the_house_played_in_part_is_nobodys(den: Den) -> None:
    snapshot = await play_out(den.room, await den.start(), 20)
    chair = snapshot.awaited[0]
    async with den.room.tables.repository.transaction(snapshot.table.id) as tx:
        tx.set_seat(chair, away=True)
    await den.room.tables.house_turns.take_turn(tx.snapshot, chair)
    assert den.room.store.tables[1].dealt.shared_chairs == (chair,)
    user = snapshot.table.chairs[chair].user_id
    assert user
    await den.room.tables.play.come_back(snapshot.table.id, actor(user))
    # The next hand is theirs again, though the process has been another one meanwhile.
    snapshot = await den.room.another_process().repository.fresh(snapshot.table.id)
    snapshot = await hand_over(den.room, await den.room.tables.repository.fresh(1))
    await hand_over(den.room, snapshot)
    first, second = (chairs for _, chairs in sorted(den.room.store.played.items()))
    assert first[chair] == SEVERAL
    assert [who for seat, who in enumerate(first) if seat != chair] == [
        seat.user_id for place, seat in enumerate(snapshot.table.chairs) if place != chair
    ]
    assert second == tuple(seat.user_id for seat in snapshot.table.chairs)


async def test_being_away_while_nothing_is_to_be_played_changes_nothing(den: Den) -> None:
    snapshot = await play_out(den.room, await den.start(), 20)
    chair = (snapshot.awaited[0] + 1) % 4
    user = snapshot.table.chairs[chair].user_id
    assert user
    async with den.room.tables.repository.transaction(snapshot.table.id) as tx:
        tx.set_seat(chair, away=True)
    await den.room.tables.play.come_back(snapshot.table.id, actor(user))
    await hand_over(den.room, await den.room.tables.repository.fresh(1))
    (played,) = den.room.store.played.values()
    assert SEVERAL not in played


async def test_whoever_leaves_in_mid_hand_has_no_part_in_it(den: Den) -> None:
    snapshot = await play_out(den.room, await den.start(), 20)
    chair = snapshot.table.chairs.seat_of(4)
    assert chair is not None
    await den.room.tables.lobby.leave(snapshot.table.id, actor(4))
    await den.room.settle()
    snapshot = await hand_over(den.room, await den.room.tables.repository.fresh(1))
    snapshot = await hand_over(den.room, snapshot)
    first, second = (chairs for _, chairs in sorted(den.room.store.played.items()))
    assert first[chair] == SEVERAL
    keeper = snapshot.table.chairs[chair].occupant
    assert isinstance(keeper, House)
    assert second[chair] == keeper.player


async def test_a_hand_taken_back_is_not_replayed(den: Den) -> None:
    snapshot = await play_out(den.room, await den.start(), 51)
    assert snapshot.history is not None
    (last,) = snapshot.awaited
    (card,) = snapshot.game.legal(snapshot.state, last)
    async with den.room.tables.repository.transaction(1) as tx:
        tx.move(last, card)
    assert list(den.room.store.played) == [(1, 1)]
    async with den.room.tables.repository.transaction(1) as tx:
        tx.move(last, snapshot.history.parse("undo"))
    assert den.room.store.played == {}
    async with den.room.tables.repository.transaction(1) as tx:
        for move in (card, snapshot.history.parse("undo"), card):
            tx.move(last, move)
    assert list(den.room.store.played) == [(1, 1)]


async def test_what_was_owed_when_the_process_ended_is_found_at_the_next_start(den: Den) -> None:
    den.room.replayer.no = TableError("analysis-busy")
    await play_out(den.room, await den.start())
    await den.jobs.settled()
    assert den.kept == {}
    tried = len(den.room.replayer.asked)
    await den.jobs.settled()
    assert len(den.room.replayer.asked) == tried, "it is tried again after a while"
    den.room.replayer.no = None
    again = den.room.another_process()
    await again.skills.resume()
    await again.jobs.settled()
    assert den.numbers() == list(range(1, len(den.room.store.played) + 1))
    asked = len(den.room.replayer.asked)
    await again.skills.resume()
    await again.jobs.settled()
    assert len(den.room.replayer.asked) == asked, "nothing is done twice"


async def test_where_nothing_can_be_replayed_nothing_is_tried(den: Den) -> None:
    den.room.replayer.replays = False
    await play_out(den.room, await den.start())
    await den.skills.resume()
    await den.jobs.settled()
    assert den.room.replayer.asked == []
    assert await den.skills.of(1, GAME, guild_id=10, span=Span()) is None


async def test_what_is_broken_off_is_taken_up_again(den: Den) -> None:
    begun, held, replay = asyncio.Event(), asyncio.Event(), den.room.replayer.replay

    async def wait(game: str, state: object, moves: Sequence[WrittenMove]) -> Replay | None:
        begun.set()
        await held.wait()
        return await replay(game, state, moves)

    den.room.replayer.replay = wait  # type: ignore[method-assign]
    await play_out(den.room, await den.start())
    await begun.wait()
    await den.jobs.stop()
    assert den.kept == {}
    held.set()
    den.jobs.start()
    await den.jobs.settled()
    assert den.numbers() == list(range(1, len(den.room.store.played) + 1))


async def test_the_games_whose_hands_are_replayed_are_those_with_weights() -> None:
    assert {key for key, game in GAMES.items() if game.skill_estimated} == weights.WEIGHTS.keys()


async def test_new_weights_have_everything_replayed(den: Den, monkeypatch: pytest.MonkeyPatch) -> None:
    await play_out(den.room, await den.start())
    await den.jobs.settled()
    old = dict(den.kept)
    newer = {
        **weights.WEIGHTS,
        GAME: replace(weights.WEIGHTS[GAME], version=weights.WEIGHTS[GAME].version + 1),
    }
    monkeypatch.setattr("bot.tables.judging.skills.WEIGHTS", newer)
    await den.skills.resume()
    await den.jobs.settled()
    assert den.kept == {hand: (newer[GAME].version, deal) for hand, (_, deal) in old.items()}


async def test_the_same_numbers_come_out_of_the_log_alone() -> None:
    """Played by people at random, replayed at once; then everything that was found is thrown away."""
    room = Room(seed=5)
    room.replayer.replays = True

    async def replay(game: str, state: object, moves: list[WrittenMove]) -> Replay | None:
        seen = repr((state, moves)).encode()
        return Replay(zlib.crc32(seen), 0.5, None, len(moves))

    room.replayer.replay = replay  # type: ignore[assignment,method-assign]
    for _ in range(2):
        snapshot = await room.full(4, game=GAME, match="game")
        await play_out(room, await room.tables.play.start(snapshot.table.id, actor(1)))
        await room.tables.jobs.settled()
    first = room.replays.kept
    assert len(first) == len(room.store.played) > 4
    for table_id, hand in first:
        await room.replays.save(table_id, hand, 0, None)
    assert room.replays.kept == {}
    again = room.another_process()
    await again.skills.resume()
    await again.jobs.settled()
    assert room.replays.kept == first


async def test_nothing_of_a_board_counts_before_it_is_open(den: Den) -> None:
    (board,) = await den.room.tables.boards.draw(GAME, {}, 1)
    seats = [Seat(person(user)) for user in (1, 2, 3, 4)]
    snapshot = await den.room.tables.boards.deal(board, seats, Place(10, 20, 7, 1, host_id=1))
    await play_out(den.room, snapshot)
    assert den.room.store.played, "who played it is kept"
    await den.skills.resume()
    await den.jobs.settled()
    assert den.kept == {}
    assert (await told(den.room, 1)).hands == 0
    await den.room.tables.boards.open(board.id)
    await den.jobs.settled()
    assert den.numbers() == [1]
    assert (await told(den.room, 1)).hands == 1


async def test_a_record_tells_skill_from_thirty_hands_on(den: Den) -> None:
    assert (await told(den.room, 1)).estimate is None
    while len(den.kept) < FEWEST:
        await play_out(den.room, await den.start(people=1))
        await den.jobs.settled()
    found = await told(den.room, 1)
    assert found.hands == len(den.kept)
    assert found.estimate is not None
    assert found.unit == "tricks"
    other = await den.room.tables.standings.stats(1, 1, 10, "bezique", Lasting.ALL)
    assert other.skill is None, "at games without a Hoyle to be compared with there is none"


async def test_nobody_elses_where_they_hide(den: Den) -> None:
    await den.room.users.save_settings(UserSettings(2, hidden=True))
    await is_refused("hidden", den.room.tables.standings.stats(1, 2, 10, GAME, Lasting.ALL))


async def told(room: Room, user_id: int) -> Skill:
    stats = await room.tables.standings.stats(user_id, user_id, 10, GAME, Lasting.ALL)
    assert stats.skill is not None
    return stats.skill
