"""Five and six people at a table of four (Laws 16-21)."""

from bot.rules.preliminaries.phases import Seated
from bot.tables.state.posts import GameEvent, PlayersSelected, PostItem
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from tests.tables.fakes import Room, actor, is_refused


async def crowded(room: Room, people: int, **options: str) -> TableSnapshot:
    """A table of English Whist that so many belong to, the fifth and sixth waiting."""
    snapshot = await room.tables.lobby.open(actor(1), 10, 20, "english-whist", options, 60)
    for user in range(2, 5):
        snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(user))
    for user in range(5, people + 1):
        snapshot = await room.tables.lobby.wait(snapshot.table.id, actor(user))
    return snapshot


async def once_more(room: Room, before: TableSnapshot, people: int) -> TableSnapshot:
    """The match after that one, begun: all of them press Play again."""
    await room.tables.lobby.close(before.table.id, actor(1, manages=True))
    again = before
    for user in range(1, people + 1):
        again = await room.tables.rematch.again(before.table.id, actor(user))
    assert again.table.status is Status.PLAYING
    return again


async def test_a_table_is_complete_with_six(room: Room) -> None:
    snapshot = await crowded(room, 6)
    assert [p.user_id for p in snapshot.table.chairs.waiting] == [5, 6]
    await is_refused("complete", room.tables.lobby.wait(snapshot.table.id, actor(7)))
    await is_refused("member", room.tables.lobby.wait(snapshot.table.id, actor(5)))
    await is_refused("member", room.tables.lobby.wait(snapshot.table.id, actor(1)))


async def test_nobody_waits_while_a_chair_is_free_or_where_the_game_has_no_waiting(room: Room) -> None:
    snapshot = await room.tables.lobby.open(actor(1), 10, 20, "english-whist", {}, 60)
    await is_refused("free", room.tables.lobby.wait(snapshot.table.id, actor(2)))
    bishops = await room.full()
    await is_refused("complete", room.tables.lobby.wait(bishops.table.id, actor(5)))


async def test_four_of_six_are_cut_for_and_cut_for_partners(room: Room) -> None:
    snapshot = await crowded(room, 6)
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    playing = {seat.user_id for seat in snapshot.table.chairs}
    waiting = {p.user_id for p in snapshot.table.chairs.waiting}
    assert len(playing) == 4
    assert playing | waiting == {1, 2, 3, 4, 5, 6}
    assert snapshot.table.options == {"match": "game", "partners": "cut"}
    first = room.store.posts[0]
    (selected,) = room.told(PlayersSelected)
    assert (selected.people, selected.chairs) == (6, 4)
    assert {who.user_id for who, _ in selected.rounds[0]} == {1, 2, 3, 4, 5, 6}
    assert {who.user_id for who in selected.playing} == playing
    assert {who.user_id for who in selected.waiting} == waiting
    assert any(_moves_people(item) for item in first.items), "they cut again for partners"


async def test_law_16_those_first_at_the_table_may_have_the_preference(room: Room) -> None:
    snapshot = await crowded(room, 6, first_rubber="came")
    await room.tables.lobby.leave(snapshot.table.id, actor(1))
    snapshot = await room.tables.lobby.wait(snapshot.table.id, actor(1))
    snapshot = await room.tables.play.start(snapshot.table.id, actor(5))
    assert {seat.user_id for seat in snapshot.table.chairs} == {2, 3, 4, 5}
    assert [who.user_id for who in snapshot.table.chairs.waiting] == [6, 1]
    (selected,) = room.told(PlayersSelected)
    assert selected.rounds == ()


async def test_law_16_the_dealer_may_choose_the_chairs(room: Room) -> None:
    snapshot = await crowded(room, 4, partners="chairs")
    async with room.tables.repository.transaction(snapshot.table.id) as tx:
        tx.set(ceremony=True)
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    (dealer,) = snapshot.awaited
    user = snapshot.table.chairs[dealer].user_id
    assert user
    chair = (dealer + 1) % 4
    snapshot = await room.tables.play.act(snapshot.table.id, actor(user), f"chair {chair}", snapshot.step)
    assert snapshot.table.chairs.seat_of(user) == chair
    (post,) = [post for post in room.store.posts if any(_moves_people(item) for item in post.items)]
    before, after = post.seats, [seat.occupant for seat in snapshot.table.chairs]
    assert before != tuple(after), "the post is told with those who sat there before"
    assert list(post.items_with_seats())[-1][1] == tuple(after)


def _moves_people(item: PostItem) -> bool:
    return isinstance(item, GameEvent) and isinstance(item.event, Seated)


async def test_law_20_of_those_who_played_alike_a_cut_says_who_goes_out(room: Room) -> None:
    first = await crowded(room, 6, first_rubber="came")
    first = await room.tables.play.start(first.table.id, actor(1))
    again = await once_more(room, first, 6)
    playing = {seat.user_id for seat in again.table.chairs}
    assert {5, 6} <= playing
    selected = room.told(PlayersSelected)[-1]
    (cut,) = selected.rounds
    assert {who.user_id for who, _ in cut} == {1, 2, 3, 4}
    heights = {who.user_id: "A23456789TJQK".index(card.text[0]) for who, card in cut}
    waiting = [who.user_id for who in again.table.chairs.waiting]
    assert waiting == sorted(waiting, key=heights.__getitem__), "the next lowest is the next to come in"
    assert all(heights[out] >= heights[who] for out in waiting for who in playing - {5, 6} if who)


async def test_after_the_match_whoever_waited_plays(room: Room) -> None:
    snapshot = await crowded(room, 5)
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    (out,) = snapshot.table.chairs.waiting
    again = await once_more(room, snapshot, 5)
    assert again.table.chairs.rubbers == {p.user_id: 1 for p in snapshot.table.chairs.people} | {
        out.user_id: 0
    }
    assert again.table.chairs.seat_of(out.user_id) is not None
    third = await once_more(room, again, 5)
    assert sorted(third.table.chairs.rubbers.values()) == [0, 1, 2, 2, 2]


async def test_a_chair_that_is_left_before_the_start_goes_to_who_waits_first(room: Room) -> None:
    snapshot = await crowded(room, 6)
    snapshot = await room.tables.lobby.leave(snapshot.table.id, actor(2))
    assert snapshot.table.chairs[1].user_id == 5
    assert [p.user_id for p in snapshot.table.chairs.waiting] == [6]


async def test_one_can_stop_waiting_or_take_over_from_the_house(room: Room) -> None:
    snapshot = await crowded(room, 6)
    snapshot = await room.tables.lobby.leave(snapshot.table.id, actor(6))
    assert [p.user_id for p in snapshot.table.chairs.waiting] == [5]
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    (out,) = snapshot.table.chairs.waiting
    leaver = next(p.user_id for p in snapshot.table.chairs.people)
    snapshot = await room.tables.lobby.leave(snapshot.table.id, actor(leaver))
    assert snapshot.table.status is Status.PLAYING
    snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(out.user_id))
    assert snapshot.table.chairs.waiting == ()
    assert snapshot.table.chairs.incoming_at(out.user_id) is not None


async def test_law_17_whoever_waits_comes_before_any_after_comer(room: Room) -> None:
    snapshot = await crowded(room, 5)
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    (out,) = snapshot.table.chairs.waiting
    leaver = snapshot.table.chairs.people[-1].user_id
    snapshot = await room.tables.lobby.leave(snapshot.table.id, actor(leaver))
    await is_refused("prior-right", room.tables.lobby.sit(snapshot.table.id, actor(7)), waiting=(out,))
    snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(out.user_id))
    assert snapshot.table.chairs.incoming_at(out.user_id) is not None


async def test_those_who_belong_to_the_table_are_known_in_the_order_they_came(room: Room) -> None:
    snapshot = await crowded(room, 6)
    table_id = snapshot.table.id
    await room.tables.lobby.leave(table_id, actor(2))
    await room.tables.lobby.leave(table_id, actor(4))
    snapshot = await room.tables.lobby.wait(table_id, actor(2))
    assert [who.user_id for who in snapshot.table.chairs.members] == [1, 3, 5, 6, 2]
    assert snapshot.table.chairs.arrivals == (1, 3, 5, 6, 2)
    again = await room.tables.repository.fresh(table_id)
    assert again.table.chairs.members == snapshot.table.chairs.members
