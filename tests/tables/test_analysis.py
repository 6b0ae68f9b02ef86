import asyncio

import pytest

from bot.rules.records.record import Analysis, Slip
from bot.tables.judging.analysis import hands_over, played_hand
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from tests.tables.fakes import Room, actor, is_refused, play_out


class Den:
    """A room where four people have played, and what analyses their hands."""

    def __init__(self, *, unasked: bool = False) -> None:
        self.room = Room(analyse=unasked)
        self.analyst = self.room.analyst
        self.analyses = self.room.tables.analyses

    @property
    def kept(self) -> dict[tuple[int, int], Analysis]:
        return self.room.analyses.kept

    async def play(self, moves: int = 53) -> TableSnapshot:
        snapshot = await self.room.full(match="game")
        return await play_out(
            self.room, await self.room.tables.play.start(snapshot.table.id, actor(1)), moves
        )


@pytest.fixture
def den() -> Den:
    return Den()


async def test_the_hands_that_are_over_with_their_tricks() -> None:
    snapshot = await Den().play(53 + 20)
    assert hands_over(snapshot) == [1]
    hand = played_hand(snapshot, 1)
    assert hand is not None
    assert [trick.number for trick in hand.tricks] == list(range(1, 14))
    assert all(len(trick.pieces) == 4 for trick in hand.tricks)
    assert hand.trump is not None
    assert played_hand(snapshot, 2) is None


async def test_asked_it_is_counted_out_and_told_once(den: Den) -> None:
    snapshot = await den.play()
    table_id = snapshot.table.id
    (result,) = [post for post in den.room.store.posts if post.hand]
    assert (result.hand, result.is_result, result.is_analysis) == (1, True, False)
    assert await den.analyses.which(table_id, None) == 1
    den.analyst.open.clear()
    asking = [asyncio.create_task(den.analyses.post(table_id, 1)) for _ in range(3)]
    await den.analyst.asked.wait()
    assert den.room.analysed() == []
    den.analyst.open.set()
    await asyncio.gather(*asking)
    await den.analyses.post(table_id, 1)
    assert den.analyst.hands == [(1, 13, True)]
    (told,) = den.room.analysed()
    assert told.analysis.hand == 1
    assert await den.analyses.posted(table_id, 1) is not None
    assert [one.hand for one in await den.analyses.known(table_id)] == [1]
    assert den.room.analyses.lost(table_id, 1) == {1: 0, 2: 0, 3: 0, 4: 0}
    # Another process need not count again.
    await den.room.another_process().analyses.post(table_id, 1)
    assert len(den.analyst.hands) == 1


async def test_what_cannot_be_asked(den: Den) -> None:
    snapshot = await den.play(30)
    await is_refused("no-hand-over", den.analyses.which(snapshot.table.id, None))
    snapshot = await play_out(den.room, snapshot, 23)
    for hand in (0, 2):
        await is_refused("hand-not-over", den.analyses.which(snapshot.table.id, hand), hand=hand)
    await is_refused("hand-not-over", den.analyses.post(snapshot.table.id, 2), hand=2)
    den.analyst.no = TableError("analysis-off")
    await is_refused("analysis-off", den.analyses.which(snapshot.table.id, 1))
    await is_refused("analysis-off", den.analyses.post(snapshot.table.id, 1))
    assert not den.analyses.offered(snapshot)
    assert den.room.analysed() == []


async def test_what_is_known_is_told_by_whoever_cannot_count() -> None:
    den = Den(unasked=True)
    snapshot = await den.play()
    await den.room.tables.jobs.settled()
    den.analyst.no = TableError("analysis-off")
    assert await den.analyses.which(snapshot.table.id, 1) == 1
    await den.analyses.post(snapshot.table.id, 1)
    assert len(den.room.analysed()) == 1


async def test_unasked_hands_are_counted_out_and_not_told() -> None:
    den = Den(unasked=True)
    snapshot = await den.play(53 + 53)
    await den.room.tables.jobs.settled()
    assert den.analyst.hands == [(1, 13, False), (2, 13, False)]
    assert sorted(den.kept) == [(snapshot.table.id, 1), (snapshot.table.id, 2)]
    assert den.room.analysed() == []
    quiet = Den()
    await quiet.play()
    assert quiet.analyst.hands == []


async def test_what_is_broken_off_is_taken_up_again() -> None:
    den = Den(unasked=True)
    den.analyst.open.clear()
    snapshot = await den.play()
    asking = asyncio.create_task(den.analyses.post(snapshot.table.id, 1))
    await den.analyst.asked.wait()
    await den.room.tables.stop()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert den.kept == {}
    den.analyst.open.set()
    den.room.tables.jobs.start()
    await den.analyses.post(snapshot.table.id, 1)
    assert len(den.room.analysed()) == 1


async def test_what_the_house_played_for_somebody_away_is_not_theirs(den: Den) -> None:
    snapshot = await den.play(53)
    seat = snapshot.awaited[0]
    away = snapshot.table.chairs[seat].user_id
    den.room.clock.time += 1e6
    await den.room.tables.clocks.tick(snapshot.table.id)
    den.room.clock.time += 1e6
    await den.room.tables.clocks.tick(snapshot.table.id)
    await den.room.settle()
    await den.analyses.post(snapshot.table.id, 1)
    assert set(den.room.analyses.lost(snapshot.table.id, 1)) == {1, 2, 3, 4} - {away}


async def test_it_names_those_who_sat_there_and_not_who_came_later() -> None:
    den = Den(unasked=True)
    den.analyst.finds = {"losses": [2, 0, 0, 0], "slips": [SLIP]}
    snapshot = await den.play()
    await den.room.tables.jobs.settled()
    before = [seat.occupant.name for seat in snapshot.table.chairs if seat.occupant]
    assert den.kept[snapshot.table.id, 1].players == before
    chair = SLIP.seat
    leaving = snapshot.table.chairs[chair].user_id
    assert leaving
    left = await den.room.tables.lobby.leave(snapshot.table.id, actor(leaving))
    newcomer = left.table.chairs[chair].occupant
    assert newcomer not in snapshot.table.chairs.people
    await den.analyses.post(snapshot.table.id, 1)
    (post,) = [post for post in den.room.store.posts if post.is_analysis]
    assert [who.name for who in post.seats if who] == before
    assert newcomer not in post.seats


async def test_asked_late_it_names_those_who_played_the_hand(den: Den) -> None:
    den.analyst.finds = {"losses": [2, 0, 0, 0], "slips": [SLIP]}
    snapshot = await den.play()
    before = [seat.occupant.name for seat in snapshot.table.chairs if seat.occupant]
    leaving = snapshot.table.chairs[SLIP.seat].user_id
    assert leaving
    await den.room.tables.lobby.leave(snapshot.table.id, actor(leaving))
    await den.analyses.post(snapshot.table.id, 1)
    assert den.kept[snapshot.table.id, 1].players == before
    assert den.room.analyses.lost(snapshot.table.id, 1)[leaving] == 2
    (post,) = [post for post in den.room.store.posts if post.is_analysis]
    assert [who.name for who in post.seats if who] == before


@pytest.mark.parametrize(("counted_from", "lost"), [(1, 5), (2, 5), (3, None)])
async def test_the_first_trick_counts_for_nobody(counted_from: int, lost: int | None) -> None:
    den = Den(unasked=True)
    slips = [SLIP.model_copy(update={"trick": trick, "loss": trick}) for trick in (1, 2, 3)]
    den.analyst.finds = {"counted_from": counted_from, "losses": [6, 0, 0, 0], "slips": slips}
    snapshot = await den.play()
    await den.room.tables.jobs.settled()
    assert den.room.analyses.lost(snapshot.table.id, 1).get(1) == lost


SLIP = Slip(trick=5, seat=0, card="KS", loss=2, better=["9H"])
