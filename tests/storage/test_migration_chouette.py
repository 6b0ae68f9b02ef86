"""The step to revision 0011: tables may be played at à la chouette."""

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

CHOUETTE = {"rotation": "volunteer", "alone": 0, "deals": False, "order": [], "advisers": {}, "games": 0}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database at the revision before."""
    path = tmp_path / "old.db"
    shutil.copyfile(BEFORE, path)
    at_revision(path, "0010")
    return path


def test_no_table_that_there_was_is_a_chouette(old: Path) -> None:
    at_revision(old, "0011")
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute("SELECT DISTINCT chouette FROM tables").fetchall() == [(None,)]


def test_it_goes_back_without_what_the_revision_before_cannot_play(old: Path) -> None:
    at_revision(old, "0011")
    with closing(sqlite3.connect(old, isolation_level=None)) as connection:
        first, second = [row[0] for row in connection.execute("SELECT id FROM tables LIMIT 2")]
        connection.execute("UPDATE tables SET status = 'playing' WHERE id IN (?, ?)", [first, second])
        connection.execute("UPDATE tables SET chouette = ? WHERE id = ?", [json.dumps(CHOUETTE), first])
        connection.execute(
            "INSERT INTO outcomes (table_id, unit, number, user_id, guild_id, game, at, partner_id, points,"
            " against, won) VALUES (?, 'chouette', 1, 1, 1, 'bezique', 0, 0, 2, 0, 1)",
            [first],
        )
    config, engine = alembic_config(), create_engine(f"sqlite:///{old}")
    with engine.begin() as moving:
        config.attributes["connection"] = moving
        command.downgrade(config, "0010")
    engine.dispose()
    with closing(sqlite3.connect(old)) as connection:
        statuses = dict(connection.execute("SELECT id, status FROM tables"))
        assert (statuses[first], statuses[second]) == ("closed", "playing")
        (left,) = connection.execute("SELECT count(*) FROM outcomes WHERE unit = 'chouette'").fetchone()
        assert left == 0
        columns = [row[1] for row in connection.execute("PRAGMA table_info(tables)")]
        assert "chouette" not in columns
