"""`move-database`, `backup` and `restore`: what they say, and that they can be killed."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.errors import OperatorError
from bot.settings import SettingsError
from storage.backup.row_copy import copied_tables
from storage.cluster.health import count
from storage.connection.database import migrate, open_database
from storage.tables.store import SqlTableStore
from tests.databases import migrated
from tests.storage.makers import FULL
from tests.storage.samples import copied, fill

ROOT = Path(__file__).parents[2]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of a SQLite store in the working directory, as the settings have it too."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.db").write_bytes(migrated())
    url = "sqlite+aiosqlite:///cards.db"
    asyncio.run(fill(url))
    monkeypatch.setenv("CARDINAL_DATABASE_URL", url)
    return url


def carried_rows(url: str) -> dict[str, object]:
    return dict(asyncio.run(copied(url)))


def last_backup(url: str) -> float:
    async def read() -> float:
        database = await open_database(url)
        try:
            return (await count(database, 0.0)).last_backup
        finally:
            await database.close()

    return asyncio.run(read())


def failure(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = OperatorError.status) -> str:
    assert main([*arguments]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err[:-1].isprintable()
    assert "hush" not in err
    return err


def test_a_store_is_moved_to_postgresql(
    store: str, empty_postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["move-database", store, empty_postgres_url]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines.count("  moves: 8 rows") == 2, "copied, and read again"
    assert lines.index("Reading it all again, to compare:") == len(copied_tables())
    rows = 8 * len(copied_tables())
    assert re.fullmatch(
        rf"Copied and compared: {rows} rows in \d+ s; 8 tables, 8 moves \(SHA-256 [0-9a-f]{{16}}…\), "
        r"8 archived logs\.",
        lines[-2],
    )
    assert "Set CARDINAL_DATABASE_URL to the new database" in lines[-1]
    assert carried_rows(empty_postgres_url) == carried_rows(store)
    assert "holds a store already" in failure(capsys, "move-database", store, empty_postgres_url)
    assert main(["move-database", store, empty_postgres_url, "--replace"]) == 0


def test_a_store_is_backed_up_and_restored(
    store: str, empty_postgres_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert last_backup(store) == 0
    assert main(["backup", "cards.backup"]) == 0
    assert time.time() - last_backup(store) < 60
    assert "Backed up and compared: " in capsys.readouterr().out
    monkeypatch.setenv("CARDINAL_DATABASE_URL", empty_postgres_url)
    assert main(["restore", "cards.backup"]) == 0
    assert "Restored and compared: " in capsys.readouterr().out
    assert carried_rows(empty_postgres_url) == carried_rows(store)
    assert "cards.backup is there already" in failure(capsys, "backup", "cards.backup")
    assert "holds a store already" in failure(capsys, "restore", "cards.backup")
    assert main(["restore", "cards.backup", "--replace"]) == 0
    assert main(["backup", "again.backup"]) == 0
    assert carried_rows("sqlite+aiosqlite:///again.backup") == carried_rows(store)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["move-database", "cards.db", "{store}"], "move-database: FROM: not a database URL"),
        (["move-database", "{store}", "postgresql+psycopg2://u:hush@h/d"], "move-database: TO: "),
        (
            ["move-database", "{store}", "postgresql+asyncpg://u:hush@localhost:1/d"],
            "u:***@localhost:1/d: Conn",
        ),
        (["move-database", "{store}", "{store}"], "both are the same database"),
        (["move-database", "sqlite+aiosqlite:///none.db", "{store}"], "none.db: there is no such file"),
        (["backup", "none/x"], "No such file or directory"),
        (["backup", "cards.db"], "cards.db is there already; name another file"),
        (["backup", "x" * 300], "File name too long"),
        (["restore", "none"], "none: there is no such file"),
        (["restore", "cards.db"], "both are the same database"),
    ],
)
def test_one_line_that_says_what_is_wrong(
    store: str, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert said in failure(capsys, *(one.format(store=store) for one in arguments))


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_bad_setting_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("CARDINAL_DATABASE_URL", "cards.db")
    assert "CARDINAL_DATABASE_URL" in failure(capsys, command, "x", status=SettingsError.status)


def test_a_store_in_use_is_left_alone(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    other = "sqlite+aiosqlite:///other.db"
    script = (
        "import asyncio, sys; from storage.connection.database import open_database\n"
        "async def use():\n"
        "    database = await open_database(sys.argv[1], playing=True)\n"
        "    print(flush=True); sys.stdin.read()\n"
        "    await database.close()\n"
        "asyncio.run(use())\n"
    )
    command = [sys.executable, "-c", script, store]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as bot:
        assert bot.stdout is not None
        bot.stdout.readline()
        said = failure(capsys, "move-database", store, other)
        assert "cards.db is in use by another process of Cardinal; stop that first" in said
        assert main(["backup", "cards.backup"]) == 0, "a backup is made meanwhile"
        bot.communicate()
    assert main(["move-database", store, other]) == 0


def killed_at(line: int, *arguments: str) -> bool:
    """Run the command, and kill it when it has said so many lines, if it is not done by then."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "bot", *arguments]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for count, _ in enumerate(running.stdout, 1):
            if count == line:
                os.kill(running.pid, signal.SIGKILL)
    assert running.returncode in (0, -signal.SIGKILL)
    return running.returncode != 0


@pytest.mark.parametrize("line", [1, 20, len(copied_tables()) + 2])
def test_killed_at_any_line_it_has_done_nothing_and_is_begun_anew(
    store: str, empty_postgres_url: str, line: int
) -> None:
    assert killed_at(line, "move-database", store, empty_postgres_url)
    assert not killed_at(0, "move-database", store, empty_postgres_url)
    assert carried_rows(empty_postgres_url) == carried_rows(store)
    asyncio.run(migrate(empty_postgres_url))


def test_what_is_moved_can_be_played_on(store: str, empty_postgres_url: str) -> None:
    async def play() -> int:
        database = await open_database(empty_postgres_url)
        table = await SqlTableStore(database).create(FULL)
        await database.close()
        return table.id

    assert main(["move-database", store, empty_postgres_url]) == 0
    assert asyncio.run(play()) == 9
