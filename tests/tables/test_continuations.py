"""Playing on from a position of a hand that is over: what is written of it, and who makes which move."""

import asyncio
import random
from collections.abc import Container
from typing import Any

import pytest

from bot.rules.game import SeatView
from bot.rules.moves import Move
from bot.tables.play.continuations import Continuation, Continuations
from bot.tables.state.errors import TableError
from tests.rules.test_pages import every_record, first_hand

ROOM = 60  # as in the custom_id of a button


class RandomHouse:
    """Plays at random, and notes the seats it was asked for."""

    def __init__(self) -> None:
        self.seats: list[int | None] = []

    async def choose(self, game: str, player: str, view: SeatView, rng: random.Random) -> Move:
        assert player == "", "the usual player, which is quick"
        self.seats.append(view.seat)
        return rng.choice(view.legal)


def gone_on(
    key: str, made: int, written: str = "", move: str = "", players: Container[int] = (), room: int = ROOM
) -> tuple[Continuation, list[int | None]]:
    house: Any = RandomHouse()
    pages = first_hand(key)
    line = asyncio.run(Continuations(house).go_on(pages, made, written, move, players, room))
    return line, house.seats


@every_record
def test_the_house_plays_any_hand_of_any_game_to_its_end(key: str) -> None:
    pages = first_hand(key)
    made = pages.stops[len(pages.stops) // 2]
    line, seats = gone_on(key, made)
    assert line.results
    assert line.seat is None
    assert line.legal == ()
    assert seats, "it had choices to make"
    again = Continuation.start(pages, made).read(line.written)
    assert again.choices == line.choices
    assert gone_on(key, made)[0] == line, "the same again"


@every_record
def test_the_moves_that_were_made_lead_to_what_happened(key: str) -> None:
    pages = first_hand(key)
    made = pages.stops[len(pages.stops) * 2 // 3]
    line, written = Continuation.start(pages, made), ""
    for seat, text in pages.moves[made:]:
        move = pages.game.parse(text)
        if seat != line.seat or move not in line.legal:
            pytest.skip("claimed, or made out of turn")
        written = line.written_with(move) if len(line.legal) > 1 else line.written
        line = line.after(move)
        assert line.written == written
    assert line.state == pages.states[-1]
    assert line.results == pages.results
    read = Continuation.start(pages, made).read(line.written)
    assert read.choices == line.choices


def test_one_person_plays_one_seat_and_the_house_the_others() -> None:
    line, seats = gone_on("english-whist", 8, players=[2])
    assert line.seat == 2
    assert 2 not in seats
    while line.seat is not None:
        line, asked = gone_on("english-whist", 8, line.written, str(line.legal[0]), [2])
        seats += asked
        assert line.seat in (2, None)
    assert set(seats) == {0, 1, 3}
    assert sum(result.unit == "hand" for result in line.results) == 1


def test_one_person_plays_all_hands() -> None:
    line, seats = gone_on("bezique", 0, players=range(2))
    for _ in range(5):
        line, asked = gone_on("bezique", 0, line.written, str(line.legal[0]), range(2))
        seats += asked
    assert not seats
    assert len(line.choices) == 5


def test_the_player_of_a_dummy_plays_both_hands() -> None:
    line, seats = gone_on("dummy-whist", 4, players=[0])
    played = set()
    while line.seat is not None:
        played.add(line.seat)
        line, asked = gone_on("dummy-whist", 4, line.written, str(line.legal[0]), [0])
        seats += asked
    assert played == {0, 2}
    assert set(seats) == {1, 3}


def test_where_a_line_grows_too_long_the_house_plays_it_out() -> None:
    line, seats = gone_on("english-whist", 0, players=range(4), room=6)
    assert not seats
    while line.seat is not None:
        assert len(line.written) <= 6
        line, seats = gone_on("english-whist", 0, line.written, str(line.legal[-1]), range(4), room=6)
    assert line.results
    assert seats


@pytest.mark.parametrize("written", ["A", "____________________________", "Zm9vYmFy" * 12])
def test_a_line_that_was_never_offered_is_refused(written: str) -> None:
    with pytest.raises(TableError, match="not-offered"):
        gone_on("mariage", 0, written, players=range(2))


@pytest.mark.parametrize("move", ["play 2H", "play QH QH", "dance", "cut 20"])
def test_a_move_that_is_not_legal_is_refused(move: str) -> None:
    with pytest.raises(TableError, match="not-offered"):
        gone_on("mariage", 0, "", move, players=range(2))
