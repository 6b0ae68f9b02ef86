"""Who may do what at a table; whose hands one may see in a deal; how much and how often."""

import asyncio
from collections import defaultdict
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.tables.people.access import Action, Actor, may, require, require_place
from bot.tables.people.rates import A_MINUTE, PERIOD, Rates
from bot.tables.state.chairs import House, Person, Seat
from bot.tables.state.chouette import Wish
from bot.tables.state.errors import TableError
from bot.tables.state.table import BoardPlay, Status, Table, Tenure
from bot.tables.store.repository import Committed
from tests.stored_tables import changed, stored_table
from tests.tables.fakes import HandClock, Room, actor, is_refused, person, play_out, refused

CHAIRS = 4
HOST, SEATED, COMING, WAITING, GONE, REMOVED, ONLOOKER = range(1, 8)
HOUSE = House("first", "Battle")

ROLES = {
    "host": actor(HOST),
    "seated": actor(SEATED),
    "comes at the next deal": actor(COMING),
    "waits": actor(WAITING),
    "has left": actor(GONE),
    "was removed": actor(REMOVED),
    "onlooker": actor(ONLOOKER),
    "manager": actor(ONLOOKER, manages=True),
}
BELONG = (HOST, SEATED, COMING, WAITING)
REFUSALS = {
    "h": "not-host",
    "s": "not-seated",
    "p": "not-playing",
    "c": "no-hand",
    "d": "next-deal",
    "r": "removed",
    "n": "not-sat",
    "m": "no-sending",
    "b": "board-table",
    "x": "board-closed",
}
# What each of ROLES is answered, in that order: + for yes, or the letter of the refusal. `mute` is the host
# where they may not send messages; then come a board that others have still to play, and one all have played.
MATRIX = """
action       at a table  mute  board to play  board played
look         ++++++++  +     ++xxxxxx       ++++++++
analyse      ++++++++  m     xxxxxxxx       ++++++++
what-if      ++++++++  +     xxxxxxxx       ++++++++
share        ++++++++  m     bbbbbbbb       bbbbbbbb
open         ++++++++  m     bbbbbbbb       bbbbbbbb
play-again   +++++rn+  m     bbbbbbbb       bbbbbbbb
sit          +++++r++  m     bbbbbbbb       bbbbbbbb
wait         +++++r++  m     bbbbbbbb       bbbbbbbb
chouette     ++++ssss  m     bbbbbbbb       bbbbbbbb
ask-chouette +++++r++  m     bbbbbbbb       bbbbbbbb
leave        ++++ssss  +     bbbbbbbb       bbbbbbbb
invite       ++dsssss  m     bbbbbbbb       bbbbbbbb
hand         ++dccccc  +     ++xxxxxx       ++dccccc
move         ++dppppp  +     ++xxxxxx       ++dppppp
hint         ++dppppp  +     bbbbbbbb       bbbbbbbb
next         ++dppppp  +     bbbbbbbb       bbbbbbbb
come-back    ++dppppp  +     ++xxxxxx       ++dppppp
propose      ++dsssss  +     ++xxxxxx       ++dsssss
vote         ++dsssss  +     ++xxxxxx       ++dsssss
withdraw     ++++++++  +     ++xxxxxx       ++++++++
start        +hhhhhh+  m     bbbbbbbb       bbbbbbbb
remove       +hhhhhh+  m     bbbbbbbb       bbbbbbbb
call-house   +hhhhhh+  m     bbbbbbbb       bbbbbbbb
options      +hhhhhh+  m     bbbbbbbb       bbbbbbbb
clock        +hhhhhh+  m     bbbbbbbb       bbbbbbbb
hints        +hhhhhh+  m     bbbbbbbb       bbbbbbbb
close        +hhhhhh+  m     bbbbbbbb       bbbbbbbb
"""
ANSWERS = {line.split()[0]: line.split()[1:] for line in MATRIX.strip().splitlines()[1:]}


def table(**fields: Any) -> Table:
    """A table in play, at which everybody of ROLES is what they are."""
    plain = stored_table(
        id=1,
        guild_id=10,
        channel_id=20,
        host_id=HOST,
        game="bishops-whist",
        options={},
        seats=(
            Seat(person(HOST)),
            Seat(person(SEATED)),
            Seat(HOUSE, incoming=person(COMING)),
            Seat(HOUSE, kept_for=person(GONE)),
        ),
        created_at=0.0,
        turn_seconds=60,
        status=Status.PLAYING,
        deals=2,
        waiting=(person(WAITING),),
        removed=(REMOVED,),
        tenures=(Tenure(1, 2, person(GONE)), Tenure(1, 3, person(REMOVED))),
    )
    return changed(plain, **fields)


def answer(asking: Actor, action: Action, at: Table) -> str:
    try:
        require(asking, action, at)
    except TableError as refusal:
        assert not may(asking, action, at)
        return next(letter for letter, code in REFUSALS.items() if code == refusal.code)
    assert may(asking, action, at)
    return "+"


@pytest.mark.parametrize("action", Action)
def test_who_may_do_what(action: Action) -> None:
    at_a_table, mute, to_play, played = ANSWERS[action.value]
    board = BoardPlay(board=1, number=1, dealer=0)
    tables = [
        *((table(status=status), at_a_table) for status in Status),
        (table(board=board), to_play),
        (table(board=BoardPlay(board=1, number=1, dealer=0, open=True)), played),
    ]
    for at, expected in tables:
        assert "".join(answer(asking, action, at) for asking in ROLES.values()) == expected
    assert answer(actor(HOST, sends=False), action, table()) == mute


@pytest.mark.parametrize("action", Action)
def test_a_hidden_table_is_none_to_all_but_those_who_belong_to_it(action: Action) -> None:
    for user in range(HOST, ONLOOKER + 1):
        hidden = actor(user, sees=False, sends=False, manages=True)
        if user not in BELONG:
            with refused("no-table"):
                require(hidden, action, table())
        elif action is Action.LEAVE:
            require(hidden, action, table())
        else:
            with refused("no-channel", table=1):
                require(hidden, action, table())


def test_a_dm_is_for_those_who_have_sat_there() -> None:
    for user in (*BELONG, GONE, REMOVED):
        require(actor(user, direct=True), Action.LOOK, table())
    for action in Action:
        with refused("no-table"):
            require(actor(ONLOOKER, direct=True), action, table())


def test_a_match_in_a_channel_that_is_gone_is_for_those_who_have_sat_there() -> None:
    left, stranger = (actor(user, sees=False, sends=False, gone=True) for user in (GONE, ONLOOKER))
    for status in (Status.FINISHED, Status.CLOSED):
        require(left, Action.LOOK, table(status=status))
        for asking, action in ((left, Action.SIT), (stranger, Action.LOOK)):
            with refused("no-table"):
                require(asking, action, table(status=status))
        with refused("board-closed", board=4):
            require(left, Action.LOOK, table(status=status, board=BoardPlay(board=1, number=4, dealer=0)))
    with refused("no-table"):
        require(left, Action.LOOK, table())


def test_the_next_in_line_keeps_a_table_whose_host_is_away() -> None:
    away = table(seats=(Seat(person(HOST), away=True), *table().chairs[1:]))
    require(actor(SEATED), Action.CLOSE, away)
    with refused("not-host", host=SEATED, action="close"):
        require(actor(COMING), Action.CLOSE, away)
    with refused("not-host", host=HOST, action="start"):
        require(actor(SEATED), Action.START, table())


def test_tables_are_opened_in_channels_where_one_may_send() -> None:
    require_place(actor(1), 20)
    with refused("servers-only"):
        require_place(actor(1, direct=True), 20)
    for rights in ({"sees": False}, {"sends": False}):
        with refused("no-sending", channel=20):
            require_place(actor(1, **rights), 20)


async def test_every_use_case_asks_who_it_is(room: Room) -> None:
    await room.full(people=2)
    tables, stranger = room.tables, actor(5, sees=False, sends=False)
    before = room.store.tables[1]
    lobby = tables.lobby
    use_cases = [
        tables.rematch.again(1, stranger),
        lobby.sit(1, stranger),
        lobby.wait(1, stranger),
        lobby.leave(1, stranger),
        lobby.remove(1, stranger, 0),
        lobby.invite(1, stranger, person(6)),
        lobby.seat_house(1, stranger),
        lobby.set_up(1, stranger, options={"match": "game"}),
        lobby.set_up(1, stranger, turn_seconds=5),
        lobby.set_up(1, stranger, hints=False),
        lobby.close(1, stranger),
        tables.play.start(1, stranger),
        tables.consulting.declare(1, stranger, Wish.VOLUNTEER),
        tables.consulting.ask(1, stranger),
        tables.consulting.welcome(1, stranger, person(6)),
        tables.play.act(1, stranger, "cut 20"),
        tables.play.come_back(1, stranger),
        tables.play.next_hand(1, stranger),
        tables.advice.hint(1, stranger),
    ]
    for use_case in use_cases:
        await is_refused("no-table", use_case)
    assert room.store.tables == {1: before}
    await lobby.close(1, actor(1))
    await is_refused("no-table", lobby.close(1, stranger))
    await is_refused("no-table", tables.play.act(1, stranger, "cut 20"))


LEAVE, JOIN, REMOVE, PLAY, DEAL = "leave", "join", "remove", "play", "deal"
PEOPLE = st.integers(1, 5)
STEPS = st.one_of(
    st.tuples(st.just(LEAVE), PEOPLE, st.none()),
    st.tuples(st.just(JOIN), PEOPLE, st.one_of(st.none(), st.integers(0, CHAIRS - 1))),
    st.tuples(st.just(JOIN), PEOPLE, st.one_of(st.none(), st.integers(0, CHAIRS - 1))),
    st.tuples(st.just(REMOVE), PEOPLE, st.integers(0, CHAIRS - 1)),
    st.tuples(st.just(PLAY), st.just(3), st.none()),
    st.tuples(st.just(DEAL), st.just(54), st.none()),
)


class Witness:
    """Notes who has held which chair in which deal."""

    def __init__(self) -> None:
        self.held: defaultdict[tuple[int, int], set[int]] = defaultdict(set)

    def committed(self, committed: Committed) -> None:
        table = committed.snapshot.table
        if table.status is Status.PLAYING and table.dealt.deals:
            for chair, seat in enumerate(table.chairs):
                if seat.user_id is not None:
                    self.held[table.dealt.deals, seat.user_id].add(chair)


async def begin(room: Room) -> None:
    """Start the match and play on until a card or two lie on the table."""
    await room.tables.play.start(1, actor(1))
    await room.settle()
    await play_out(room, await room.tables.repository.fresh(1), 3)


async def _come_and_go(people: int, steps: list[tuple[str, int, int | None]]) -> Witness:
    room, witness = Room(), Witness()
    await room.full(people=people)
    room.tables.repository.subscribe(witness.committed)
    await begin(room)
    for kind, who, chair in steps:
        snapshot = await room.tables.repository.fresh(1)
        if not snapshot.table.open:
            break
        try:
            match kind:
                case "leave":
                    await room.tables.lobby.leave(1, actor(who))
                case "join":
                    await room.tables.lobby.sit(1, actor(who), chair)
                case "remove":
                    await room.tables.lobby.remove(1, actor(who, manages=True), chair or 0)
                case _:
                    await play_out(room, snapshot, who)
        except TableError:
            continue
        await room.settle()
    return witness


@settings(max_examples=25, deadline=None)
@given(st.integers(1, CHAIRS), st.lists(STEPS, max_size=14))
@example(2, [(LEAVE, 2, None), (JOIN, 2, 2), (LEAVE, 1, None)])
@example(
    3, [(LEAVE, 2, None), (LEAVE, 3, None), (JOIN, 3, 1), (JOIN, 2, 2), (LEAVE, 1, None), (LEAVE, 2, None)]
)
@example(1, [(JOIN, 2, 1), (DEAL, 54, None), (LEAVE, 1, None), (JOIN, 1, 1), (JOIN, 1, 0)])
def test_nobody_holds_two_hands_of_one_deal(people: int, steps: list[tuple[str, int, int | None]]) -> None:
    witness = asyncio.run(_come_and_go(people, steps))
    assert witness.held
    assert {key: chairs for key, chairs in witness.held.items() if len(chairs) > 1} == {}


async def test_the_last_person_left_gives_the_next_their_own_hand_back(room: Room) -> None:
    await room.full(people=2)
    await begin(room)
    await room.tables.lobby.leave(1, actor(2))
    snapshot = await room.tables.lobby.sit(1, actor(2), 2)
    assert snapshot.table.chairs.incoming_at(2) == 2
    snapshot = await room.tables.lobby.leave(1, actor(1))
    assert (snapshot.table.chairs.seat_of(2), snapshot.table.chairs.incoming_at(2)) == (1, None)
    assert snapshot.table.chairs.host_id == 2


async def test_a_person_keeps_three_tables_and_a_channel_holds_ten(room: Room) -> None:
    opened = await asyncio.gather(*(room.open() for _ in range(6)), return_exceptions=True)
    assert sum(isinstance(one, TableError) and one.code == "too-many-tables" for one in opened) == 3
    await is_refused("too-many-tables", room.open(), most=3, tables=(1, 2, 3))
    await room.tables.lobby.close(2, actor(1))
    await room.open()
    lobby = room.tables.lobby
    more = (lobby.open(actor(user), 10, 20, "matador", {}, 60) for user in range(2, 14))
    answers = await asyncio.gather(*more, return_exceptions=True)
    assert sum(isinstance(one, TableError) and one.code == "channel-full" for one in answers) == 5
    assert len(await room.store.open_tables(channel_id=20)) == 10
    await lobby.open(actor(20), 10, 21, "matador", {}, 60)


@pytest.mark.parametrize("action", A_MINUTE)
def test_too_often_is_told_with_the_seconds_until_it_may_be_again(action: Action) -> None:
    clock = HandClock()
    rates, most = Rates(clock), A_MINUTE[action]
    for _ in range(most):
        rates.spend(1, action)
        clock.time += 1.0
    with refused("too-often", times=most, seconds=int(PERIOD) - most):
        rates.spend(1, action)
    rates.spend(2, action)
    clock.time += PERIOD - most - 0.5
    with refused("too-often", seconds=1):
        rates.spend(1, action)
    clock.time += 0.5
    rates.spend(1, action)
    with refused("too-often", seconds=1):
        rates.spend(1, action)


def test_a_clock_set_back_locks_nobody_out() -> None:
    clock = HandClock()
    rates = Rates(clock)
    for _ in range(A_MINUTE[Action.OPEN]):
        rates.spend(1, Action.OPEN)
    clock.time -= 3600.0
    rates.spend(1, Action.OPEN)
    for _ in range(1000):
        rates.spend(1, Action.LOOK)


async def test_play_again_opens_one_table_however_many_press_at_once(room: Room) -> None:
    await room.full()
    lobby, rematch = room.tables.lobby, room.tables.rematch
    await is_refused("not-over", rematch.again(1, actor(1)))
    await lobby.close(1, actor(1))
    pressed = [rematch.again(1, actor(user)) for user in (3, 1, 2, 4, 3, 1)]
    opened = await asyncio.gather(*pressed)
    assert {snapshot.table.id for snapshot in opened} == {2}
    await is_refused("not-sat", rematch.again(1, actor(5)))
    await is_refused("not-sat", rematch.again(1, actor(5, sends=True, sees=True)))
    await is_refused("full", rematch.again(1, actor(5, manages=True)))
    assert len(room.store.tables) == 2
    await lobby.close(2, actor(3, manages=True))
    assert (await rematch.again(1, actor(2))).table.id == 3
    assert room.store.tables[1].next_table == 3


def test_an_actor_is_told_by_their_id() -> None:
    assert Actor(Person(4, "Dan"), sees=True, sends=True).user_id == 4
