"""What is written down of a result: with the house or not, whether it was the match's, details."""

import random
from typing import Any

import pytest

from bot.rules.registry import GAMES
from bot.tables.state.outcomes import Outcome
from bot.tables.state.snapshot import TableSnapshot
from tests.tables.fakes import Room, actor


async def played(room: Room, people: int, game: str, *, most: int = 10_000, **options: Any) -> TableSnapshot:
    """A match at which so many people sit, played by chance for so many moves."""
    snapshot = await room.tables.lobby.open(actor(1), 10, 20, game, options, 0)
    chairs = len(snapshot.table.chairs)
    for user in range(2, people + 1):
        snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(user))
    if people < chairs:
        snapshot = await room.tables.lobby.seat_house(snapshot.table.id, actor(1))
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    rng = random.Random(3)
    for _ in range(most):
        await room.settle()
        snapshot = await room.tables.repository.look(snapshot.table.id)
        if not snapshot.awaited:
            break
        seat = snapshot.awaited[0]
        move = str(rng.choice(snapshot.game.legal(snapshot.state, seat)))
        user_id = snapshot.table.chairs[seat].user_id
        assert user_id
        snapshot = await room.tables.play.act(snapshot.table.id, actor(user_id), move, snapshot.step)
    return snapshot


def of_unit(room: Room, unit: str) -> list[Outcome]:
    return [outcome for outcome in room.store.outcomes if outcome.unit == unit]


@pytest.mark.parametrize(("people", "house"), [(4, False), (3, True)])
async def test_a_result_says_whether_the_house_played(room: Room, people: int, house: bool) -> None:
    await played(room, people, "bishops-whist", match="game")
    hands, games = of_unit(room, "hand"), of_unit(room, "game")
    assert len(games) == people
    assert {outcome.house for outcome in (*hands, *games)} == {house}
    assert {outcome.match for outcome in hands} == {False}
    assert {outcome.match for outcome in games} == {True}, "a single game is the whole match"
    assert {outcome.user_id: outcome.name for outcome in games} == {
        person.user_id: person.name for person in room.store.tables[1].chairs.people
    }


async def test_of_a_rubber_the_rubber_is_the_match(room: Room) -> None:
    await played(room, 4, "bishops-whist", match="rubber")
    assert of_unit(room, "rubber")
    assert all(outcome.match == (outcome.unit == "rubber") for outcome in room.store.outcomes)


async def test_a_rubber_in_which_the_house_had_a_chair_for_a_while_is_with_the_house(room: Room) -> None:
    snapshot = await played(room, 3, "bishops-whist", match="rubber", most=60)
    table_id = snapshot.table.id
    chair = next(index for index, seat in enumerate(snapshot.table.chairs) if seat.user_id is None)
    before = len(room.store.outcomes)
    await room.tables.lobby.sit(table_id, actor(4), chair)
    rng = random.Random(5)
    while (snapshot := await room.tables.repository.look(table_id)).awaited:
        seat = snapshot.awaited[0]
        user_id = snapshot.table.chairs[seat].user_id
        if user_id is None:
            await room.settle()
            continue
        move = str(rng.choice(snapshot.game.legal(snapshot.state, seat)))
        await room.tables.play.act(table_id, actor(user_id), move, snapshot.step)
        await room.settle()
    later = room.store.outcomes[before:]
    assert {outcome.house for outcome in later if outcome.unit == "rubber"} == {True}
    last = max(outcome.number for outcome in later if outcome.unit == "hand")
    assert not any(outcome.house for outcome in later if outcome.unit == "hand" and outcome.number == last)


async def test_bishops_and_brisques_are_counted_for_each_person(room: Room) -> None:
    await played(room, 4, "bishops-whist", match="game")
    for number in {outcome.number for outcome in of_unit(room, "hand")}:
        hand = [outcome for outcome in of_unit(room, "hand") if outcome.number == number]
        assert all(set(outcome.details) == {"saved", "captured"} for outcome in hand)
        # Partners have the same, so that all of them together are twice the four bishops.
        assert sum(sum(outcome.details.values()) for outcome in hand) == 8
    assert all(outcome.details == {} for outcome in of_unit(room, "game"))

    room = Room()
    await played(room, 2, "bezique")
    brisques: dict[int, int] = {}
    for outcome in of_unit(room, "hand"):
        brisques[outcome.number] = brisques.get(outcome.number, 0) + outcome.details["brisques"]
        assert outcome.details["declared"] <= outcome.points
    # All aces and tens of the two packs; fewer where a hand ends as soon as somebody has the target.
    assert max(brisques.values()) == 16
    assert list(brisques.values()).count(16) > 1


async def test_every_game_says_what_its_rankings_are_made_of() -> None:
    by_share = {key for key, game in GAMES.items() if game.ranking.value == "share"}
    assert by_share == {"old-maid", "matador"}
    with_partners = {key for key, game in GAMES.items() if game.partnerships}
    whist = {"american-whist", "bishops-whist", "english-whist", "dummy-whist"}
    assert with_partners == whist | {"four-handed-bezique", "four-handed-polish-bezique"}


async def test_a_void_game_which_is_played_again_under_its_number_is_no_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES["brusquembille"]
    settled = game.settlement  # type: ignore[attr-defined]

    def void_at_first(match: Any, deal: Any, counted: Any) -> Any:
        return None if match.score.hand == 1 else settled(match, deal, counted)

    monkeypatch.setattr(game, "settlement", void_at_first)
    room = Room()
    await played(room, 2, "brusquembille", match="game")
    numbers = [(outcome.number, outcome.user_id) for outcome in of_unit(room, "hand")]
    assert {number for number, _ in numbers} >= {1, 2}, "the deals are results, the void one as well"
    games = of_unit(room, "game")
    assert sorted((outcome.number, outcome.user_id) for outcome in games) == [(1, 1), (1, 2)]
    assert all(outcome.match and outcome.won is not None for outcome in games)
