"""The step to revision 0013: sessions of Duplicate."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine

from storage.upgrade import alembic_config
from tests.storage.test_migration_settings import BEFORE, at_revision

PLAY = {"board": 1, "number": 1, "dealer": 0, "session": 1, "table": 1, "open": False}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database at the revision before, with two tables that play a board: one in a session."""
    path = tmp_path / "old.db"
    shutil.copyfile(BEFORE, path)
    at_revision(path, "0012")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(
            "INSERT INTO boards (id, game, options, number, dealer, opening, salt, sha256)"
            " VALUES (1, 'american-whist', '{}', 1, 0, '[]', '', '')"
        )
        for session in (0, 1):
            (table,) = connection.execute("SELECT id FROM tables LIMIT 1 OFFSET ?", [session]).fetchone()
            play = json.dumps(PLAY | {"session": session})
            connection.execute("UPDATE tables SET status = 'playing', board = ? WHERE id = ?", [play, table])
            connection.execute("INSERT INTO board_plays VALUES (?, 1, 1, ?)", [session, table])
    return path


def test_it_goes_back_and_closes_the_tables_of_sessions(old: Path) -> None:
    at_revision(old, "0013")
    config, engine = alembic_config(), create_engine(f"sqlite:///{old}")
    with engine.begin() as moving:
        config.attributes["connection"] = moving
        command.downgrade(config, "0012")
    engine.dispose()
    with closing(sqlite3.connect(old)) as connection:
        plays = connection.execute(
            "SELECT session_id, status FROM board_plays JOIN tables ON tables.id = table_id ORDER BY 1"
        ).fetchall()
        assert plays == [(0, "playing"), (1, "closed")]
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        assert not any(name.startswith("session") for name in names)
