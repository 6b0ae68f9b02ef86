"""Chouette: the clauses of RULES F7, and what a table makes of them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.rules import cards
from bot.rules.cards import Card
from bot.rules.records.record import play_record
from bot.tables.judging.records import record_of
from bot.tables.people.access import Action, may, may_hold, require, visible_seat
from bot.tables.play.rematch import next_chouette
from bot.tables.seating.chairs import KEPT_SECONDS
from bot.tables.state.chairs import House, Person, Seat
from bot.tables.state.chouette import (
    MOST_ADVISERS,
    PACK,
    Chouette,
    Places,
    Rotation,
    Wish,
    advised,
    cut_for_places,
    next_places,
    stake,
)
from bot.tables.state.posts import ChouetteAsked, ChouetteCut, ChouetteScored, SeatLeft, SeatTaken
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.stakes import UNIT, Gain, gains
from bot.tables.state.table import Status, Table
from tests.present import present
from tests.stored_tables import changed, stored_table
from tests.tables.fakes import Room, actor, is_refused, person, play_out, refused

VOLUNTEER, CUT_IN = Rotation.VOLUNTEER, Rotation.CUT_IN
XYZ = Places("X", "Y", ("Z",))
FOUR = Places("J", "Y", ("K", "Z"))


@pytest.mark.parametrize(
    ("rotation", "before", "won", "after"),
    [
        (VOLUNTEER, Places("A", "B", ("C", "D")), True, Places("A", "C", ("D", "B"))),
        (VOLUNTEER, Places("A", "C", ("D", "B")), True, Places("A", "D", ("B", "C"))),
        (VOLUNTEER, Places("A", "B", ("C", "D")), False, Places("A", "B", ("C", "D"))),
        (CUT_IN, XYZ, True, Places("X", "Z", ("Y",))),
        (CUT_IN, XYZ, False, Places("Z", "Y", ("X",))),
        (CUT_IN, FOUR, True, Places("J", "Z", ("K", "Y"))),
        (CUT_IN, FOUR, False, Places("K", "Y", ("J", "Z"))),
    ],
)
def test_f7_55_f7_56_f7_57_who_plays_next(
    rotation: Rotation, before: Places[str], won: bool, after: Places[str]
) -> None:
    assert next_places(rotation, before, won=won) == after


def test_f7_55_he_has_the_choice_of_the_deal_without_cutting() -> None:
    for alone in (0, 1):
        assert Chouette(VOLUNTEER, alone).dealer == 1 - alone, "so that he leads"
        assert Chouette(VOLUNTEER, alone, deals=True).dealer == alone


def test_f7_56_the_highest_cut_plays_alone_and_the_lowest_advises() -> None:
    order, rounds = cut_for_places("ZXY", lambda number: parsed("2S KH 9D"[: number * 3]))
    assert order == ("X", "Y", "Z")
    assert [[(who, card.text) for who, card in cut] for cut in rounds] == [
        [("Z", "2S"), ("X", "KH"), ("Y", "9D")]
    ]


def test_f7_56_equals_cut_again() -> None:
    dealt = iter(["9S AH 9D AC", "3S 4S", "KS KH", "QD JD"])
    order, rounds = cut_for_places("ABCD", lambda number: parsed(next(dealt)))
    assert order == ("D", "B", "A", "C"), "the aces, who cut 3 and 4, come before the nines"
    assert len(rounds) == 4


def test_f7_57_of_four_each_player_has_an_adviser() -> None:
    assert advised(CUT_IN, 0, 2) == (0, 1)
    assert advised(CUT_IN, 1, 2) == (1, 0)
    for rotation, number in ((CUT_IN, 1), (CUT_IN, 3), (VOLUNTEER, 2), (VOLUNTEER, 0)):
        assert advised(rotation, 0, number) == (1,) * number, "all consult against the one who is alone"


@pytest.mark.parametrize("rotation", [VOLUNTEER, CUT_IN])
def test_f7_55_everybody_plays_by_turns_and_nobody_is_lost(rotation: Rotation) -> None:
    places, adversaries = Places(0, 1, (2, 3, 4)), []
    for _ in range(4):
        adversaries.append(places.adversary)
        places = next_places(rotation, places, won=True)
        assert sorted((places.alone, places.adversary, *places.advisers)) == [0, 1, 2, 3, 4]
    assert adversaries == [1, 2, 3, 4]
    assert places.adversary == 1


@pytest.mark.parametrize("rotation", [VOLUNTEER, CUT_IN])
def test_nobody_changes_places_without_a_winner_or_without_advisers(rotation: Rotation) -> None:
    assert next_places(rotation, XYZ, won=None) == XYZ
    for won in (True, False):
        assert next_places(rotation, Places("X", "Y"), won=won) == Places("X", "Y")


@pytest.mark.parametrize("won", [True, False])
def test_f7_58_stakes_are_a_point_of_everybody_on_the_other_side_and_come_to_nothing(won: bool) -> None:
    for mine, theirs in ((1, 1), (1, 2), (1, 5), (2, 2)):
        total = mine * stake(theirs, won) + theirs * stake(mine, not won)
        assert total == 0
    assert stake(3, True) == 3
    assert stake(1, False) == -1
    assert stake(3, None) == 0


def test_places_are_cut_from_an_ordinary_pack() -> None:
    assert len(set(PACK)) == 52


ANN, BOB, CLEO, DAN, EVE = map(person, range(1, 6))


def table(*waiting: Person, rotation: Rotation = VOLUNTEER, alone: int = 0, **fields: object) -> Table:
    """Ann and Bob play, and those who wait advise."""
    seats = (Seat(ANN), Seat(BOB))
    chouette = Chouette(rotation, alone).begun([who.user_id for who in waiting])
    plain = stored_table(
        1, 10, 20, 1, "bezique", {}, seats, 0.0, 60, status=Status.PLAYING, deals=1, waiting=waiting
    )
    return changed(plain, chouette=chouette, **fields)


def parsed(text: str) -> tuple[Card, ...]:
    return tuple(cards.parse(one) for one in text.split())


def test_an_adviser_is_shown_the_hand_advised_on_and_no_other() -> None:
    playing = table(CLEO, DAN)
    assert [visible_seat(playing, user) for user in range(1, 6)] == [0, 1, 1, 1, None]
    four = table(CLEO, DAN, rotation=CUT_IN, alone=1)
    assert [visible_seat(four, user) for user in range(1, 5)] == [0, 1, 1, 0]


@pytest.mark.parametrize("action", Action)
def test_an_adviser_sees_and_does_nothing_a_player_does(action: Action) -> None:
    playing = table(CLEO)
    does = {
        Action.LOOK,
        Action.ANALYSE,
        Action.WHAT_IF,
        Action.SHARE,
        Action.OPEN,
        Action.PLAY_AGAIN,
        Action.SIT,
        Action.WAIT,
    }
    does |= {Action.LEAVE, Action.CHOUETTE, Action.ASK_CHOUETTE, Action.HAND, Action.WITHDRAW}
    assert may(actor(3), action, playing) == (action in does)
    if action in (Action.MOVE, Action.HINT, Action.VOTE, Action.PROPOSE):
        with refused("adviser", player=BOB):
            require(actor(3), action, playing)


def test_who_comes_during_a_game_sees_nothing_of_it() -> None:
    playing = changed(table(CLEO), waiting=(CLEO, DAN))
    assert visible_seat(playing, 4) is None
    with refused("advises-later"):
        require(actor(4), Action.HAND, playing)
    gone = changed(playing, waiting=(DAN,))
    assert visible_seat(gone, 3) is None, "who has got up"
    lobby = replace(playing, status=Status.LOBBY)
    assert visible_seat(lobby, 3) is None


def test_f7_59_a_person_who_advised_holds_no_other_hand_in_that_game() -> None:
    playing = table(CLEO, DAN)
    for user in (3, 4):
        assert may_hold(playing, user, 1)
        assert not may_hold(playing, user, 0)
    assert may_hold(playing, 5, 0)
    assert may_hold(replace(playing, status=Status.LOBBY), 3, 0), "but in the next"


async def chouette(room: Room, people: int = 3, game: str = "matador", rotation: Rotation = VOLUNTEER) -> int:
    """A table at which Ann plays alone, not begun."""
    snapshot = await room.open(game)
    number = snapshot.table.id
    await room.tables.lobby.set_up(number, actor(1), rotation=rotation)
    await room.tables.lobby.sit(number, actor(2))
    for user in range(3, people + 1):
        await room.tables.lobby.wait(number, actor(user))
    return number


async def started(room: Room, people: int = 3, **fields: object) -> TableSnapshot:
    number = await chouette(room, people, **fields)  # type: ignore[arg-type]
    return await room.tables.play.start(number, actor(1))


async def finished(room: Room, snapshot: TableSnapshot) -> TableSnapshot:
    """The game played to its end by the first legal move."""
    while snapshot.table.open:
        before = snapshot.step
        await play_out(room, snapshot, 1000)
        snapshot = await room.tables.repository.fresh(snapshot.table.id)
        assert snapshot.step > before
    return snapshot


def points(room: Room, number: int) -> dict[int, int]:
    found = [one for one in room.store.outcomes if one.unit == UNIT and one.table_id == number]
    return {one.user_id: one.points for one in found}


@pytest.mark.parametrize("game", ["matador", "bezique"])
async def test_a_table_of_two_becomes_a_chouette_and_its_advisers_advise(room: Room, game: str) -> None:
    snapshot = await started(room, 4, game=game)
    table = snapshot.table
    assert table.chouette is not None
    assert (table.chouette.alone, dict(table.chouette.advisers)) == (0, {3: 1, 4: 1})
    assert table.dealt.seen == {1: 0, 2: 1, 3: 1, 4: 1}
    assert snapshot.awaited == (0,), "the other has dealt, so that the one who plays alone leads"


@pytest.mark.parametrize("game", ["matador", "bezique"])
async def test_its_record_knows_who_dealt_and_replays(room: Room, game: str) -> None:
    over = await finished(room, await started(room, game=game))
    record = record_of(over)
    assert record.dealer == 1
    told = [happening.event for happening in play_record(record)]
    assert told[-1] == over.course[-1]
    # And so does a process that has never seen the table.
    assert (await room.another_process().repository.look(1)).state == over.state


async def test_other_games_are_none_to_play_so(room: Room) -> None:
    whist = await room.open()
    with refused("chouette-game", game="bishops-whist"):
        await room.tables.consulting.declare(whist.table.id, actor(1), Wish.VOLUNTEER)
    maid = await room.open("old-maid", players=2)
    await room.tables.consulting.declare(maid.table.id, actor(1), Wish.VOLUNTEER)
    with refused("chouette-chairs"):
        await room.tables.lobby.set_up(maid.table.id, actor(1), options={"players": 4})


async def test_f7_55_whoever_volunteers_plays_alone_and_chooses_the_deal(room: Room) -> None:
    number = await chouette(room, 4)
    declare = room.tables.consulting.declare
    snapshot = await declare(number, actor(2), Wish.ALONE)
    assert snapshot.table.chouette == Chouette(VOLUNTEER, 1)
    snapshot = await declare(number, actor(4), Wish.ALONE)
    assert [seat.user_id for seat in snapshot.table.chairs] == [1, 4]
    assert snapshot.table.chairs.waiting == (CLEO, BOB), "who made place advises in his stead"
    await is_refused("not-alone", declare(number, actor(1), Wish.DEAL))
    snapshot = await declare(number, actor(4), Wish.DEAL)
    assert snapshot.table.dealer == 1
    snapshot = await room.tables.play.start(number, actor(1))
    assert snapshot.awaited == (0,)
    await is_refused("started", declare(number, actor(4), Wish.LEAD))


async def test_f7_56_gap_f9_places_are_cut_for_in_the_first_game_of_those_who_cut_in(room: Room) -> None:
    number = await chouette(room, 5, rotation=CUT_IN)
    await is_refused("alone-by-turns", room.tables.consulting.declare(number, actor(2), Wish.ALONE))
    snapshot = await room.tables.play.start(number, actor(1))
    (cut,) = room.told(ChouetteCut)
    table = snapshot.table
    assert (*table.chairs.people, *table.chairs.waiting) == cut.order
    assert set(cut.order) == {ANN, BOB, CLEO, DAN, EVE}
    drawn = dict(cut.rounds[0])
    heights = [[card.rank for card in PACK].index(drawn[who].rank) for who in cut.order]
    assert all(higher <= lower for higher, lower in pairwise(heights))
    assert table.chouette is not None
    assert table.dealer == table.chouette.other, "GAP-F9"


async def test_f7_58_the_game_makes_points_of_every_one_on_the_other_side_and_the_places_change(room: Room):
    over = await finished(room, await started(room, 4))
    result = present(over.game.result(over.state))
    won = result.winner == 0
    expected = {1: 3, 2: -1, 3: -1, 4: -1} if won else {1: -3, 2: 1, 3: 1, 4: 1}
    assert points(room, 1) == expected
    (told,) = room.told(ChouetteScored)
    assert told.gains == tuple(Gain(person(user), expected[user]) for user in (1, 2, 3, 4))
    next_one = (await room.tables.rematch.again(1, actor(4))).table
    assert next_one.chairs.waiting == (DAN,), "the order is that of the places, and not that of pressing"
    await room.tables.rematch.again(1, actor(2))
    await room.tables.rematch.again(1, actor(1))
    snapshot = await room.tables.rematch.again(1, actor(3))
    assert snapshot.table.status is Status.PLAYING
    if won:
        assert [seat.user_id for seat in snapshot.table.chairs] == [1, 3]
        assert snapshot.table.chairs.waiting == (DAN, BOB)
    else:
        assert [seat.user_id for seat in snapshot.table.chairs] == [1, 2]
        assert snapshot.table.chairs.waiting == (CLEO, DAN)


def after(before: Table, winner: int | None, who: Person = ANN) -> Table:
    return next_chouette(before, winner, who, 1.0)


def kept(seats: Sequence[Seat]) -> list[Person | None]:
    return [seat.kept_for or (seat.occupant if isinstance(seat.occupant, Person) else None) for seat in seats]


def test_f7_56_the_chairs_of_the_next_game_are_kept_for_those_who_play_in_it() -> None:
    assert kept(after(table(CLEO, rotation=CUT_IN), 0).chairs) == [ANN, CLEO]
    lost = after(table(CLEO, rotation=CUT_IN), 1)
    assert kept(lost.chairs) == [CLEO, BOB]
    assert (lost.chairs.waiting, lost.chouette and lost.chouette.order) == ((ANN,), (1,))
    assert lost.chouette is not None
    assert not lost.chouette.to_be_cut


def test_the_chair_of_the_one_alone_stays_his_on_either_side() -> None:
    before = table(CLEO, alone=1)
    assert kept(after(before, 1).chairs) == [CLEO, BOB]
    assert kept(after(before, 0).chairs) == [ANN, BOB]


def test_who_came_during_the_game_is_the_last_to_advise() -> None:
    before = changed(table(CLEO), waiting=(CLEO, DAN))
    following = after(before, 0)
    assert kept(following.chairs) == [ANN, CLEO]
    assert following.chouette is not None
    assert following.chouette.order == (2, 4)


def test_f7_57_a_fifth_person_ends_the_pairs() -> None:
    before = table(CLEO, DAN, rotation=CUT_IN)
    lost = after(changed(before, waiting=(CLEO, DAN, EVE)), 1)
    assert kept(lost.chairs) == [CLEO, BOB]
    assert lost.chouette is not None
    assert lost.chouette.order == (1, 4, 5)


def test_the_house_makes_place_for_people_and_advises_nobody() -> None:
    seats = (Seat(ANN), Seat(House("first", "Hal"), kept_for=BOB))
    for winner in (0, 1, None):
        following = after(table(CLEO, seats=seats), winner)
        assert kept(following.chairs) == [ANN, CLEO]
        assert following.chouette is not None
        assert following.chouette.order == ()
    alone = after(table(seats=seats), 0)
    assert alone.chairs[1].occupant == House("first", "Hal")


def test_f7_58_stakes_of_pairs_are_two_against_two() -> None:
    found = gains(table(CLEO, DAN, rotation=CUT_IN), 1)
    assert found == (Gain(ANN, -2), Gain(CLEO, -2), Gain(BOB, 2), Gain(DAN, 2))


def test_f7_58_a_game_without_a_winner_makes_no_points() -> None:
    assert {gain.points for gain in gains(table(CLEO), None)} == {0}


async def test_f7_59_an_adviser_takes_the_chair_of_who_leaves_and_else_the_house_does(room: Room) -> None:
    await started(room, 4)
    lobby = room.tables.lobby
    snapshot = await lobby.leave(1, actor(2))
    assert (snapshot.table.chairs.seat_of(3), snapshot.table.chairs.waiting) == (1, (DAN,))
    assert room.told(SeatTaken)[-1] == SeatTaken(CLEO, BOB)
    snapshot = await lobby.leave(1, actor(1))
    assert isinstance(snapshot.table.chairs[0].occupant, House), "nobody who has seen the other hand"
    assert len(room.told(SeatLeft)) == 1
    for user in (4, 2):
        await is_refused("other-side", lobby.sit(1, actor(user), 0))
    await is_refused("prior-right", lobby.sit(1, actor(5), 0))
    snapshot = await lobby.sit(1, actor(1))
    assert snapshot.table.chairs.seat_of(1) == 0, "who had it comes back to it at once"


async def test_whoever_is_gone_from_the_server_is_followed_by_an_adviser(room: Room) -> None:
    await started(room, 3)
    await room.tables.lobby.gone(1, 2)
    table = room.store.tables[1]
    assert (table.chairs.seat_of(3), table.chairs.waiting) == (1, ())


async def test_somebody_joins_in_play_and_leaves_again(room: Room) -> None:
    await started(room, 3)
    lobby = room.tables.lobby
    snapshot = await lobby.wait(1, actor(4))
    assert snapshot.table.chairs.waiting == (CLEO, DAN)
    await is_refused("member", lobby.wait(1, actor(4)))
    with refused("advises-later"):
        require(actor(4), Action.HAND, snapshot.table)
    snapshot = await lobby.leave(1, actor(4))
    assert snapshot.table.chairs.waiting == (CLEO,)
    for user in range(4, 3 + MOST_ADVISERS):
        await lobby.wait(1, actor(user))
    await is_refused("complete", lobby.wait(1, actor(20)))


async def test_at_the_start_those_who_wait_come_before_the_house(room: Room) -> None:
    over = await finished(room, await started(room, 3))
    result = present(over.game.result(over.state))
    _, absent = kept(after(over.table, result.winner).chairs)
    there = [who for who in (ANN, BOB, CLEO) if who != absent]
    number, _ = [(await room.tables.rematch.again(1, actor(who.user_id))).table.id for who in there]
    await is_refused("kept", room.tables.lobby.sit(number, actor(7)))
    room.clock.time += KEPT_SECONDS
    await is_refused("prior-right", room.tables.lobby.sit(number, actor(7)))
    snapshot = await room.tables.lobby.seat_house(number, actor(1))
    assert set(snapshot.table.chairs.people) == set(there)
    assert snapshot.table.chairs.waiting == ()
    snapshot = await room.tables.play.start(number, actor(1))
    assert snapshot.table.status is Status.PLAYING


async def test_alone_against_the_house_a_chouette_waits_for_company(room: Room) -> None:
    snapshot = await room.open("matador")
    await room.tables.lobby.set_up(1, actor(1), rotation=VOLUNTEER)
    await room.tables.lobby.seat_house(1, actor(1))
    snapshot = await room.tables.play.start(1, actor(1))
    await room.tables.lobby.wait(1, actor(2))
    over = await finished(room, snapshot)
    assert set(points(room, 1)) == {1}, "who came during the game has staked nothing"
    snapshot = await room.tables.rematch.again(over.table.id, actor(2))
    assert kept(snapshot.table.chairs) == [ANN, BOB]


async def test_a_third_person_asks_and_the_keeper_agrees(room: Room) -> None:
    await room.open("matador")
    await is_refused("free", room.tables.consulting.ask(1, actor(3)))
    await room.tables.lobby.sit(1, actor(2))
    await is_refused("member", room.tables.consulting.ask(1, actor(2)))
    await room.tables.consulting.ask(1, actor(3))
    assert room.told(ChouetteAsked) == [ChouetteAsked(CLEO, ANN)]
    await is_refused("not-host", room.tables.consulting.welcome(1, actor(2), CLEO))
    snapshot = await room.tables.consulting.welcome(1, actor(1), CLEO)
    assert (snapshot.table.rotation, snapshot.table.chairs.waiting) == (VOLUNTEER, (CLEO,))
    await is_refused("guest-seated", room.tables.consulting.welcome(1, actor(1), CLEO))
    await is_refused("advisers-there", room.tables.consulting.declare(1, actor(1), Wish.NO))
    await room.tables.lobby.leave(1, actor(3))
    snapshot = await room.tables.consulting.declare(1, actor(1), Wish.NO)
    assert snapshot.table.chouette is None


async def test_nobody_is_let_in_with_whom_somebody_there_will_not_sit(room: Room) -> None:
    await room.open("matador")
    await room.tables.lobby.sit(1, actor(2))
    await room.tables.consulting.ask(1, actor(3))
    await room.users.set_blocked(2, 3, blocked=True)
    await is_refused("guest-not-free", room.tables.consulting.welcome(1, actor(1), CLEO))
    await is_refused("not-free", room.tables.consulting.ask(1, actor(3)))
