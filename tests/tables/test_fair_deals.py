"""Packs that nobody can know beforehand, seals that are always opened, and answers that tell nothing."""

from dataclasses import replace
from typing import Any

import pytest

from bot.house.matador.player import MatadorHoyle
from bot.rules.moves import Cut
from bot.rules.records.record import play_record, seal_digest
from bot.rules.registry import GAMES
from bot.tables.judging.records import record_of, seals_of
from bot.tables.state.posts import GameEvent
from bot.tables.state.snapshot import TableSnapshot, restore
from bot.tables.state.table import Seal, Status
from bot.tables.turns.deadlines import ABANDONED_SECONDS
from tests.tables.fakes import Room, actor, play_out, turn_of


async def started(room: Room, game: str, people: int, **options: Any) -> TableSnapshot:
    snapshot = await room.open(game, **options)
    for user in range(2, people + 1):
        snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(user))
    if people < len(snapshot.table.chairs):
        await room.tables.lobby.seat_house(snapshot.table.id, actor(1))
    await room.tables.play.start(snapshot.table.id, actor(1))
    await room.settle()
    return await room.tables.repository.fresh(snapshot.table.id)


def seals(snapshot: TableSnapshot) -> list[Seal]:
    return [logged.seal for logged in snapshot.log if logged.seal]


async def close(room: Room, table_id: int) -> None:
    await room.tables.lobby.close(table_id, actor(1, manages=True))


async def leave(room: Room, table_id: int) -> None:
    for user in (1, 2, 3, 4):
        await room.tables.lobby.leave(table_id, actor(user))


async def clear_away(room: Room, table_id: int) -> None:
    for _ in range(12):
        room.clock.time += ABANDONED_SECONDS + 1
        await room.tables.clocks.tick(table_id)
        await room.settle()


@pytest.mark.parametrize("end", [close, leave, clear_away])
async def test_a_table_closed_in_mid_hand_opens_its_seal(room: Room, end: Any) -> None:
    snapshot = await started(room, "bishops-whist", 4)
    snapshot = await play_out(room, snapshot, 53 + 10)
    first, second = seals(snapshot)
    assert [seal.salt for seal in seals_of(snapshot, 9)] == [None, first.salt], "the second hand is in play"
    await end(room, snapshot.table.id)
    snapshot = await room.tables.repository.fresh(snapshot.table.id)
    assert snapshot.table.status is Status.CLOSED
    opened = [seal.salt for seal in seals_of(snapshot, 9)]
    assert {first.salt, second.salt} <= set(opened)
    assert len(opened) == len(seals(snapshot)), "each once"


async def test_the_record_of_a_closed_table_has_the_hand_that_was_broken_off(room: Room) -> None:
    snapshot = await play_out(room, await started(room, "bishops-whist", 4), 53 + 10)
    assert len(record_of(snapshot).seals) == 1
    await close(room, snapshot.table.id)
    snapshot = await room.tables.repository.fresh(snapshot.table.id)
    record = record_of(snapshot)
    assert len(record.moves) == len(snapshot.log)
    assert [seal.sha256 for seal in record.seals] == [seal.sha256 for seal in seals_of(snapshot, 9)][::-1]
    assert [happening.event.kind for happening in play_record(record)][-1] == "play"


@pytest.mark.parametrize("begun", [False, True])
async def test_nothing_is_opened_where_nothing_is_sealed(room: Room, begun: bool) -> None:
    snapshot = await room.open("matador", match="game")
    if begun:
        snapshot = await play_out(room, await started(room, "old-maid", 3, players=3))
        assert snapshot.table.status is Status.FINISHED
        (seal,) = seals_of(snapshot, 9)
        assert seal.salt
    else:
        await close(room, snapshot.table.id)
        assert not seals_of(await room.tables.repository.fresh(snapshot.table.id), 9)


@pytest.mark.parametrize("game", ["old-maid", "matador"])
async def test_somebody_cuts_every_sealed_pack_at_a_new_table(game: str) -> None:
    room = Room(ceremony=True)
    snapshot = await started(room, game, 2, **({"players": 2} if game == "old-maid" else {}))
    seat, user = snapshot.awaited[0], turn_of(snapshot)
    assert [seal.salt for seal in seals_of(snapshot, 9)] == [None], "the seal can be had before the cut"
    assert all(isinstance(move, Cut) for move in snapshot.game.legal(snapshot.state, seat))
    snapshot = await room.tables.play.act(snapshot.table.id, actor(user), "cut 11", snapshot.step)
    await room.settle()
    deck = next(logged for logged in snapshot.log if logged.seal)
    assert deck.seal
    assert seal_digest(deck.seal.salt, deck.text) == deck.seal.sha256
    pieces = deck.text.split()[1:]
    dealt = next(
        item.event.lift for post in room.store.posts for item in post.items
        if isinstance(item, GameEvent) and hasattr(item.event, "lift")
    )  # fmt: skip
    assert dealt == 11
    held = {piece.text for seat in (0, 1) for piece in snapshot.view(seat).hand}  # type: ignore[attr-defined]
    if game == "matador":
        assert held == set(pieces[11:25])


@pytest.mark.parametrize("game", ["old-maid", "matador", "bezique"])
async def test_a_table_stored_before_there_was_a_question_goes_on_as_it_was(room: Room, game: str) -> None:
    usual = GAMES[game].options_type.of_new_table()
    first = {option.name: option.default for option in GAMES[game].options_type.described()}
    snapshot = await started(room, game, 2, **{name: first[name] for name in usual})
    snapshot = await play_out(room, snapshot, 12)
    assert snapshot.table.options == {name: first[name] for name in usual}
    table, log = replace(snapshot.table, options={}), tuple(room.store.logs[snapshot.table.id])
    assert restore(table, log, snapshot.posts).state == snapshot.state


async def test_playing_again_asks_as_before(room: Room) -> None:
    snapshot = await room.open("bezique", match="game")
    assert snapshot.table.options == {"match": "game", "asked": "always"}
    snapshot = await room.tables.lobby.set_up(snapshot.table.id, actor(1), options={"asked": "holding"})
    assert snapshot.table.options == {"match": "game", "asked": "holding"}
    again = await room.open("bezique", **snapshot.table.options)
    assert again.table.options == snapshot.table.options


async def test_the_house_takes_as_long_with_nothing_to_declare_as_with_something(room: Room) -> None:
    snapshot = await play_out(room, await started(room, "bezique", 1), 30)
    paused = room.clock.paused
    first = next(i for i, logged in enumerate(snapshot.log) if logged.text.startswith("play"))
    by_house = [logged for logged in snapshot.log[first:] if logged.seat == 1]
    assert len(by_house) > 20
    assert any(logged.text == "take" for logged in by_house)
    drawn = [logged for logged in snapshot.log[first:] if logged.seat == 0 and logged.text == "take"]
    assert paused == [1.0] * (len(by_house) + len(drawn)), "one pause for each move that the bot makes"


async def test_the_house_cuts_anywhere() -> None:
    class Uncut:
        cutter = 0
        legal = tuple(Cut(lift) for lift in range(1, 28))

    class Last:
        def choice(self, moves: Any) -> Any:
            return moves[-1]

    assert MatadorHoyle().choose(Uncut(), Last()) == Cut(27)  # type: ignore[arg-type]
