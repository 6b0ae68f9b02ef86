import random
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot import house_service
from bot.house import registry
from bot.house.jobs import rehearse
from bot.house.levels import Level
from bot.house.player import HousePlayer, NeedsWorker, RandomPlayer
from bot.house.workers import Workers, WorkersAway
from bot.house_service import HouseService
from bot.rules.cards import parse
from bot.rules.moves import Deck, Move
from bot.rules.presentation.hints import Cost, Hint, Judged, Unit
from bot.rules.registry import game_named
from bot.rules.trick_taking.claiming import ClaimCheck
from bot.tables.seating.boards import draw_board
from bot.tables.state.deals import deal_of, line_of
from bot.tables.state.errors import TableError
from bot.tables.state.moments import Decision, Moment
from tests.house.builder import last_tricks
from tests.tables.fakes import SeededDealer

KEY = "bishops-whist"


class Slow:
    """Plays the last legal move, and says so."""

    name = "slow"
    needs_worker = True
    fallback = "quick"

    def __init__(self) -> None:
        self.held: list[int] = []

    def choose(self, view: Any, rng: random.Random) -> Move:
        self.held.append(len(view.hand))
        last: Move = view.legal[-1]
        return last

    def advise(self, view: Any, rng: random.Random) -> Hint:
        return Hint(view.legal[-1], "The last is best.")

    def glance(self, view: Any, made: Move, rng: random.Random) -> float:
        return 0.0 if made == view.legal[-1] else 1.0

    def review(self, view: Any, made: Move, rng: random.Random) -> Hint | None:
        *others, last = view.legal
        cost = Cost(made, 1.5, Unit.POINTS, Judged.TRIED, tuple(move for move in others[1:] if move != made))
        return Hint(last, "The last is best.", cost, "Somebody slow.")


class Quick(RandomPlayer):
    name = "quick"

    def choose(self, view: Any, rng: random.Random) -> Move:
        first: Move = view.legal[0]
        return first


def no_warm_up() -> None:
    """Nothing needs it."""


class OnePlace(Workers):
    """Does jobs where it stands, and remembers which; or raises `refusal`."""

    def __init__(self, refusal: Exception | None = None) -> None:
        super().__init__(0, no_warm_up)
        self.refusal = refusal
        self.done: list[str] = []

    async def run(self, job: Any, *arguments: Any, **terms: Any) -> Any:
        if self.refusal:
            raise self.refusal
        self.done.append(job.__name__)
        return job(*arguments)


@pytest.fixture(autouse=True)
def players(monkeypatch: pytest.MonkeyPatch) -> tuple[HousePlayer, ...]:
    players: tuple[HousePlayer, ...] = (Slow(), Quick())
    entry = registry.ENTRIES[KEY]
    assert entry.hoyle is not None
    entries = {**registry.ENTRIES, KEY: replace(entry, make=partial(tuple, [*players, entry.hoyle]))}
    monkeypatch.setattr(registry, "ENTRIES", entries)
    monkeypatch.setattr(registry, "LEVELS", (Level("slow", "Slow", "is slow"),))
    return players


def position() -> tuple[Any, random.Random]:
    game = game_named(KEY)
    state = game.begin(game.options({}), 0)
    state = game.apply(state, None, Deck(tuple(Deck.read(game.to_act(state).pieces).pieces))).state  # type: ignore[union-attr]
    (seat,) = game.to_act(state)  # type: ignore[misc]
    return game.view(state, seat), random.Random(1)


async def test_a_player_that_needs_a_worker_thinks_in_one_and_others_do_not() -> None:
    assert isinstance(Slow(), NeedsWorker)
    assert not isinstance(Quick(), NeedsWorker)
    workers = OnePlace()
    service = HouseService(workers)
    view, rng = position()
    assert await service.choose(KEY, "slow", view, rng) == view.legal[-1]
    assert await service.choose(KEY, "quick", view, rng) == view.legal[0]
    assert await service.advise(KEY, view, rng) == Hint(view.legal[-1], "The last is best.")
    assert workers.done == ["choose_move", "give_advice"]


async def test_the_fallback_answers_while_no_worker_does() -> None:
    service = HouseService(OnePlace(WorkersAway("they are at luncheon")))
    view, rng = position()
    assert await service.choose(KEY, "slow", view, rng) == view.legal[0]
    assert await service.advise(KEY, view, rng) == Hint(view.legal[0], "")


async def test_moments_are_found_step_by_step_in_the_workers() -> None:
    view, _ = position()
    first, *between, last = view.legal
    decisions = [Decision(4, 1, view, last), Decision(9, 1, view, first)]
    workers = OnePlace()
    (moment,) = await HouseService(workers).moments(KEY, decisions, "seed")
    better = tuple(map(str, (last, *between)))
    assert moment == Moment(9, better, 1.5, "points", "The last is best.", "Somebody slow.")
    assert workers.done == ["glance_at", "glance_at", "review_move"]
    away = HouseService(OnePlace(WorkersAway("they are at luncheon")))
    with pytest.raises(TableError, match="analysis-off"):
        await away.moments(KEY, decisions, "seed")


def test_where_moments_can_be_found() -> None:
    house = HouseService(OnePlace(), elsewhere=True)
    assert house.moments_refusal(KEY) is None
    refusals = [house.moments_refusal("old-maid"), HouseService(OnePlace()).moments_refusal(KEY)]
    assert [refusal and refusal.code for refusal in refusals] == ["moments-game", "analysis-off"]


async def test_a_fault_of_the_player_is_logged_and_the_fallback_answers(caplog: pytest.LogCaptureFixture):
    service = HouseService(OnePlace(ValueError("no such card")))
    view, rng = position()
    assert await service.choose(KEY, "slow", view, rng) == view.legal[0]
    assert "slow could not play bishops-whist; quick does" in caplog.text


async def test_a_rehearsal_goes_through_a_hand() -> None:
    slow = Slow()
    rehearse(game_named(KEY), slow)
    assert (slow.held[0], len(slow.held)) == (13, 3)
    assert slow.held[-1] < 5


def last_trick() -> Any:
    state = last_tricks(["AS 2H", "3H 4H", "2D 3D", "KS 5H"], 0, "9S", 3)
    return game_named(KEY).view(state, 0)


PROVED = ClaimCheck("proved", (parse("AS"),))


async def test_a_claim_is_proved_in_a_worker_or_in_the_bot_itself() -> None:
    view = last_trick()
    workers = OnePlace()
    assert await HouseService(workers).prove_claim(KEY, view, 1) == PROVED
    assert workers.done == [], "no worker is ready"
    workers._warm = 1
    assert await HouseService(workers).prove_claim(KEY, view, 2) == ClaimCheck("not-proved", most=1)
    assert workers.done == ["check_claim"]
    workers.refusal = WorkersAway("they are at luncheon")
    assert await HouseService(workers).prove_claim(KEY, view, 1) == PROVED


async def test_tricks_that_are_settled_are_seen_without_a_worker() -> None:
    view, workers = last_trick(), OnePlace()
    workers._warm = 1
    house = HouseService(workers)
    for searching in (False, True):
        assert await house.is_settled(KEY, view, 1, searching=searching)
        assert not await house.is_settled(KEY, view, 2, searching=searching)
        assert not await house.is_settled("bezique", view, 1, searching=searching)
    assert workers.done == []


async def test_a_claim_nobody_can_check_is_unknown(caplog: pytest.LogCaptureFixture) -> None:
    view = last_trick()
    assert await HouseService(OnePlace()).prove_claim("bezique", view, 3) == ClaimCheck("unknown")
    workers = OnePlace(ValueError("no such card"))
    workers._warm = 1
    assert await HouseService(workers).prove_claim(KEY, view, 3) == ClaimCheck("unknown")
    assert "a claim at bishops-whist could not be checked" in caplog.text


class Spare(OnePlace):
    """Several of them."""

    spare = True


@pytest.mark.parametrize("game", ["american-whist", "bishops-whist"])
@pytest.mark.parametrize("workers", [OnePlace, Spare])
async def test_a_board_is_solved_by_a_worker(
    game: str, workers: type[OnePlace], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="the solver needs numba")
    monkeypatch.setattr(house_service, "PAR_NODES", 15_000_000)
    board = draw_board(game, {}, 1, 2, SeededDealer(3))
    room = workers()
    par = await HouseService(room).par(board, deal_of(board), asked=True)
    assert room.done == ["find_par"]
    assert par is not None
    tricks = line_of(board, par.line)
    assert len(par.line) == 52
    assert len(tricks) == 13
    taken = sum(trick.winner % 2 == 0 for trick in tricks)
    bishops = [sum(card.text[0] == "B" for card in trick.pieces) for trick in tricks]
    ahead = sum(
        number if trick.winner % 2 == 0 else -number for number, trick in zip(bishops, tricks, strict=True)
    )
    points = max(0, taken - 6) - max(0, 7 - taken) + 2 * ahead
    assert par.value == (taken if game == "american-whist" else points)


async def test_a_board_that_takes_too_many_positions_has_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="the solver needs numba")
    monkeypatch.setattr(house_service, "PAR_NODES", 1)
    board = draw_board("american-whist", {}, 1, 2, SeededDealer(3))
    assert await HouseService(Spare()).par(board, deal_of(board), asked=False) is None


async def test_without_workers_no_board_is_solved() -> None:
    board = draw_board("american-whist", {}, 1, 2, SeededDealer(3))
    with pytest.raises(TableError, match="analysis-off"):
        await HouseService(OnePlace(WorkersAway("none"))).par(board, deal_of(board), asked=True)
