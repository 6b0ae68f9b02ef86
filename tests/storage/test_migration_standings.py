"""The step to revision 0010: what can be told of old results from their tables."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import create_engine

from storage.upgrade import alembic_config
from tests.storage.test_migration_settings import BEFORE, at_revision

ANN: dict[str, Any]
BOB: dict[str, Any]
HAL: dict[str, Any]
GONE: dict[str, Any]
ANN, BOB = {"user": 1, "name": "Ann"}, {"user": 2, "name": "Bob"}
HAL, GONE = {"house": "hoyle", "name": "Hal"}, {"user": 0, "name": "a former player"}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database at the revision before, with results of a few matches of two."""
    path = tmp_path / "old.db"
    shutil.copyfile(BEFORE, path)
    at_revision(path, "0009")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM outcomes")
        for table_id, status, seats, units in (
            (1, "finished", [ANN, BOB], [("hand", 1), ("game", 1), ("game", 2), ("rubber", 1)]),
            (2, "finished", [ANN, HAL], [("hand", 1), ("game", 1)]),
            (3, "finished", [ANN, GONE], [("hand", 1), ("game", 1)]),
            (4, "closed", [ANN, BOB], [("hand", 1), ("game", 1)]),
        ):
            connection.execute(
                "UPDATE tables SET status = ?, seats = ?, tenures = '[]' WHERE id = ?",
                [status, json.dumps(seats), table_id],
            )
            people = [seat["user"] for seat in seats if seat.get("user")]
            connection.executemany(
                "INSERT INTO outcomes (table_id, unit, number, user_id, guild_id, game, at, partner_id,"
                " points, against, won) VALUES (?, ?, ?, ?, 1, 'bezique', 0, 0, 0, 0, 1)",
                [(table_id, unit, number, user) for unit, number in units for user in people],
            )
    return path


def results(path: Path, column: str) -> dict[tuple[int, str, int], set[object]]:
    found: dict[tuple[int, str, int], set[object]] = {}
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(f'SELECT table_id, unit, number, "{column}" FROM outcomes').fetchall()
    for *key, value in rows:
        found.setdefault(tuple(key), set()).add(value)
    return found


def test_house_players_matches_and_names_are_derived(old: Path) -> None:
    at_revision(old, "0010")
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
    assert {value for values in results(old, "details").values() for value in values} == {"{}"}


def test_it_goes_back(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        before = connection.execute("SELECT sql FROM sqlite_master WHERE name LIKE '%outcomes%'").fetchall()
    at_revision(old, "0010")
    config, engine = alembic_config(), create_engine(f"sqlite:///{old}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0009")
    engine.dispose()
    with closing(sqlite3.connect(old)) as connection:
        after = connection.execute("SELECT sql FROM sqlite_master WHERE name LIKE '%outcomes%'").fetchall()
    assert sorted(map(str, after)) == sorted(map(str, before))
