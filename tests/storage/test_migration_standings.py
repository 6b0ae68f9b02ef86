"""The step to revision 0010: what can be told of old results from their tables."""

import json
from typing import Any

import pytest

from tests.storage.stored import Stored

ANN: dict[str, Any]
BOB: dict[str, Any]
HAL: dict[str, Any]
GONE: dict[str, Any]
ANN, BOB = {"user": 1, "name": "Ann"}, {"user": 2, "name": "Bob"}
HAL, GONE = {"house": "hoyle", "name": "Hal"}, {"user": 0, "name": "a former player"}


@pytest.fixture
def old(before: Stored) -> Stored:
    """A database at the revision before, with results of a few matches of two."""
    before.upgrade("0009")
    before.execute("DELETE FROM outcomes")
    for table_id, status, seats, units in (
        (1, "finished", [ANN, BOB], [("hand", 1), ("game", 1), ("game", 2), ("rubber", 1)]),
        (2, "finished", [ANN, HAL], [("hand", 1), ("game", 1)]),
        (3, "finished", [ANN, GONE], [("hand", 1), ("game", 1)]),
        (4, "closed", [ANN, BOB], [("hand", 1), ("game", 1)]),
    ):
        before.execute(
            "UPDATE tables SET status = :status, seats = :seats, tenures = '[]' WHERE id = :id",
            {"status": status, "seats": json.dumps(seats), "id": table_id},
        )
        people = [seat["user"] for seat in seats if seat.get("user")]
        before.execute(
            "INSERT INTO outcomes (table_id, unit, number, user_id, guild_id, game, at, partner_id,"
            " points, against, won) VALUES (:id, :unit, :number, :user, 1, 'bezique', 0, 0, 0, 0, true)",
            *(
                {"id": table_id, "unit": unit, "number": number, "user": user}
                for unit, number in units
                for user in people
            ),
        )
    return before


def results(stored: Stored, column: str) -> dict[tuple[int, str, int], set[object]]:
    found: dict[tuple[int, str, int], set[object]] = {}
    for *key, value in stored.execute(f"SELECT table_id, unit, number, {column} FROM outcomes"):
        found.setdefault(tuple(key), set()).add(value)
    return found


def test_house_players_matches_and_names_are_derived(old: Stored) -> None:
    old.upgrade("0010")
    house = results(old, "house")
    assert {key[0] for key, with_house in house.items() if with_house == {1}} == {2}, (
        "an erased person is none"
    )
    matches = {key for key, match in results(old, "match").items() if match == {1}}
    assert matches == {(1, "rubber", 1), (2, "game", 1), (3, "game", 1)}, (
        "what was broken off decided nothing"
    )
    assert results(old, "name")[1, "hand", 1] == {"Ann", "Bob"}
    assert results(old, "name")[3, "hand", 1] == {"Ann"}
    assert {value for values in results(old, "CAST(details AS TEXT)").values() for value in values} == {"{}"}


def test_it_goes_back(old: Stored) -> None:
    schema = old.schema()
    old.upgrade("0010")
    assert old.schema() != schema
    old.downgrade("0009")
    assert old.schema() == schema
