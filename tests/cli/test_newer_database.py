"""A database of a version of Cardinal that is newer than this one."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from storage.connection.upgrade import VERSION_TABLE, newest_revision
from tests.databases import migrated
from tests.storage.stored import Stored

KNOWN = newest_revision()
EMPTY = "sqlite+aiosqlite:///empty.db"
SAID = "the database is at revision v9999, which this version of Cardinal does not know; a newer one made it"


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_logged_before: None) -> Path:
    """A SQLite file of the future, which notes that code of today may work on it; the settings name it."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "newer.db"
    path.write_bytes(migrated())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = 'v9999', oldest_code = '{KNOWN}'")
        connection.commit()
    monkeypatch.setenv("CARDINAL_DATABASE_URL", f"sqlite+aiosqlite:///{path}")
    monkeypatch.setenv("CARDINAL_TOKEN", "token")
    monkeypatch.setenv("CARDINAL_HOUSE_WORKERS", "0")
    monkeypatch.setenv("CARDINAL_DISCORD_API", "http://127.0.0.1:9/api")
    return path


@pytest.mark.parametrize(
    "command",
    [
        ("run",),
        ("migrate",),
        ("sync-commands",),
        ("sandbox", "--no-open", "--database", "sqlite+aiosqlite:///newer.db"),
        ("backup", "backup.db"),
        ("move-database", "sqlite+aiosqlite:///newer.db", EMPTY),
        ("move-database", EMPTY, "sqlite+aiosqlite:///newer.db"),
        ("doctor",),
    ],
)
def test_every_command_refuses_it_in_one_line(
    newer: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    (newer.parent / "empty.db").write_bytes(migrated())
    before = newer.read_bytes()
    assert main([*command]) == 1
    out, err = capsys.readouterr()
    (line,) = [line for line in (out + err).splitlines() if "v9999" in line]
    assert SAID in line
    # A bot has said before which version it is.
    assert command[0] in ("doctor", "run") or err == f"{line}\n"
    assert newer.read_bytes() == before
    assert not (newer.parent / "backup.db").exists()


@pytest.mark.parametrize("command", ["migrate", "doctor", "sync-commands"])
def test_over_postgresql_only_a_process_that_plays_goes_on(
    command: str, postgres_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Stored(postgres_url).execute(
        f"UPDATE {VERSION_TABLE} SET version_num = 'v9999', oldest_code = :known", {"known": KNOWN}
    )
    monkeypatch.setenv("CARDINAL_DATABASE_URL", postgres_url)
    monkeypatch.setenv("CARDINAL_TOKEN", "token")
    monkeypatch.setenv("CARDINAL_HOUSE_WORKERS", "0")
    monkeypatch.setenv("CARDINAL_DISCORD_API", "http://127.0.0.1:9/api")
    assert main([command]) == 1
    out, err = capsys.readouterr()
    assert SAID in out + err
