"""The step to revision 0007: what was sent keeps no names, and analyses say whose names they hold."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine

from bot.tables.model import FORMER
from bot.tables.preferences import UserSettings
from storage.database import open_database
from storage.upgrade import alembic_config
from storage.users import SqlUserStore

BEFORE = Path(__file__).parents[2] / "tests/pinned/before.db"


def at_revision(path: Path, revision: str) -> None:
    config = alembic_config()
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database at the revision before, with two people and a house player analysed at table 1."""
    path = tmp_path / "old.db"
    shutil.copyfile(BEFORE, path)
    at_revision(path, "0006")
    seats = [{"user": 5, "name": "Ann"}, {"house": "hoyle", "name": "Clay"}]
    gone = [{"user": 6, "name": "Bob"}, {}]
    analysis = {"players": ["Ann", "Bob", "Clay", "Mrs Battle", "Nobody Known"]}
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM analyses")
        connection.execute("UPDATE tables SET seats = ? WHERE id = 1", [json.dumps(seats)])
        connection.execute("DELETE FROM posts WHERE table_id = 1")
        for number, message in ((1, 77), (2, None)):
            connection.execute(
                "INSERT INTO posts (table_id, number, kind, message_id, items, seats)"
                " VALUES (1, ?, 'away', ?, ?, ?)",
                [number, message, json.dumps([{"item": "away", "person": gone[0]}]), json.dumps(gone)],
            )
        connection.execute(
            "INSERT INTO analyses (table_id, hand, at, analysis) VALUES (1, 1, 0, ?)", [json.dumps(analysis)]
        )
        connection.execute(
            "INSERT INTO user_settings (user_id, dm, dm_closed, pictures, play_forced) VALUES (5, 0, 0, 1, 1)"
        )
    return path


@pytest.mark.asyncio
async def test_names_go_with_what_was_sent_and_are_traced_in_analyses(old: Path) -> None:
    database = await open_database(f"sqlite+aiosqlite:///{old}")
    assert await SqlUserStore(database).settings(5) == UserSettings(5, dm=False, play_forced=True)
    await database.close()
    with closing(sqlite3.connect(old)) as connection:
        sent, owed = connection.execute(
            "SELECT items, seats, message_id FROM posts WHERE table_id = 1 ORDER BY number"
        ).fetchall()
        ((analysis, people),) = connection.execute("SELECT analysis, people FROM analyses").fetchall()
        left = connection.execute(
            "SELECT count(*) FROM posts WHERE message_id IS NOT NULL AND (items != '[]' OR seats != '[]')"
        ).fetchone()
    assert sent == ("[]", "[]", 77)
    assert "Bob" in owed[0]
    assert left == (0,)
    # Bob sits there no more, but a post of before knew who that was; of one unknown the name goes.
    assert json.loads(analysis)["players"] == ["Ann", "Bob", "Clay", "Mrs Battle", FORMER]
    assert json.loads(people) == [5, 6, None, None, None]
