"""`./cardinal person`: what is stored of somebody who writes a letter."""

import asyncio
import io
import json
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cluster.alone import Silence
from bot.cluster.hints import Hint, Topic
from bot.house.jobs import warm_up
from bot.house.workers import Workers
from bot.house_service import HouseService
from bot.settings import Settings
from bot.stores import tables_without_discord
from bot.tables.people.access import Actor
from bot.tables.state.chairs import Person
from storage.cluster.hints import PostgresHints
from storage.connection.database import open_database
from storage.tables.store import SqlTableStore
from tests.databases import migrated

ANN = 81384788765712384


async def sit_down(url: str) -> None:
    """Ann opens a table."""
    database = await open_database(url)
    house = HouseService(Workers(0, warm_up), elsewhere=True)
    tables = tables_without_discord(database, Silence(), house, Settings(_env_file=None))
    await tables.lobby.open(Actor(Person(ANN, "Ann"), sees=True, sends=True), 5, 6, "bezique")
    await tables.stop()
    await database.close()


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.db").write_bytes(migrated())
    url = "sqlite+aiosqlite:///cards.db"
    asyncio.run(sit_down(url))
    monkeypatch.setenv("CARDINAL_DATABASE_URL", url)
    return url


def exported(capsys: pytest.CaptureFixture[str], person: int = ANN) -> dict[str, list[object]]:
    capsys.readouterr()
    assert main(["person", "export", str(person)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["user_id"] == person
    stored: dict[str, list[object]] = found["stored"]
    return stored


def test_all_that_is_stored_is_exported(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert {"seated", "tables"} <= exported(capsys).keys()
    assert exported(capsys, ANN + 1) == {}


@pytest.mark.parametrize("answer", ["", "n\n", "perhaps\n"])
def test_nobody_is_erased_unasked(
    store: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert main(["person", "erase", str(ANN)]) == 1
    out, err = capsys.readouterr()
    assert "seated 1" in out
    assert err == "person: nothing has been erased\n"
    assert "seated" in exported(capsys)


@pytest.mark.parametrize(("arguments", "answer"), [([], "y\n"), (["--yes"], "")])
def test_somebody_who_is_erased_leaves_their_tables_and_every_row(
    store: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    answer: str,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert main(["person", "erase", str(ANN), *arguments]) == 0
    assert exported(capsys) == {}

    async def still_open() -> int:
        database = await open_database(store)
        try:
            return len(await SqlTableStore(database).open_tables())
        finally:
            await database.close()

    assert asyncio.run(still_open()) == 0


def test_nobody_is_erased_behind_the_back_of_a_bot(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def while_a_bot_runs() -> int:
        database = await open_database(store, playing=True)
        try:
            return await asyncio.to_thread(main, ["person", "erase", str(ANN), "--yes"])
        finally:
            await database.close()

    assert asyncio.run(while_a_bot_runs()) == 1
    assert "is in use by another process of Cardinal" in capsys.readouterr().err
    assert "seated" in exported(capsys)


async def test_the_bots_of_a_shared_database_forget_them_too(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sit_down(postgres_url)
    monkeypatch.setenv("CARDINAL_DATABASE_URL", postgres_url)
    hints, heard, erased = PostgresHints(postgres_url), list[Hint](), asyncio.Event()

    def note(hint: Hint) -> None:
        heard.append(hint)
        if hint.topic is Topic.ERASED:
            erased.set()

    hints.listen(note)
    hints.start()
    try:
        # Its own connection listens before the command begins.
        await asyncio.to_thread(main, ["person", "export", str(ANN)])
        assert await asyncio.to_thread(main, ["person", "erase", str(ANN), "--yes"]) == 0
        await asyncio.wait_for(erased.wait(), 30)
    finally:
        await hints.stop()
    assert Hint(Topic.ERASED, ANN) in heard
    assert Topic.TABLE in {hint.topic for hint in heard}


@pytest.mark.parametrize("person", ["ann", "0", "-1", "9" * 19, "1" * 400])
def test_what_is_no_id_is_refused(person: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["person", "export", f"{person}"])
    assert len(capsys.readouterr().err) < 402
