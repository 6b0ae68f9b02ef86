"""`python -m bot doctor`: what it finds, and what it says is to be done."""

import asyncio
import importlib.util
import os
import shutil
import sqlite3
import time
from collections import namedtuple
from email.utils import formatdate
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.__main__ import main
from bot.art import EMOJI_NAMES
from bot.cli import doctor
from bot.operations import discord_checks, machine_checks
from bot.operations.findings import Finding, Grade
from bot.operations.machine_checks import check_database, check_settings, check_workers, of_clock
from bot.settings import PREFIX, Settings
from storage.connection import inspection
from storage.connection.database import migrate
from storage.connection.inspection import Found
from tests.operations.false_api import APPLICATION, GATEWAY, answering, server, usual

ALL = 0x7FFF_FFFF_FFFF
VIEW, SEND, ATTACH, HISTORY = 1 << 10, 1 << 11, 1 << 15, 1 << 16
THREADS = (1 << 35) | (1 << 38)
EVENTS, ROLES = 1 << 44, 1 << 28


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in os.environ:
        if name.upper().startswith(PREFIX):
            monkeypatch.delenv(name)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.chdir(tmp_path)


def made(**values: Any) -> Settings:
    return Settings(_env_file=None, **values)


def told(findings: list[Finding], what: str) -> list[tuple[Grade, str]]:
    return [(one.grade, one.said) for one in findings if one.what == what]


def only(findings: list[Finding], what: str) -> tuple[Grade, str]:
    (found,) = told(findings, what)
    return found


def test_usual_settings_look_right() -> None:
    assert [one.grade for one in check_settings(made(token="x"))] == [Grade.OK]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"calls_a_second": 51}, "Discord takes 50"),
        ({"dev_guild": 5}, "leave it blank"),
        ({"house_workers": 0}, "Cavendish"),
        ({"log_level": "DEBUG"}, "INFO"),
        ({"http_port": 9000, "http_host": "0.0.0.0"}, "Prometheus alone"),
        ({"http_port": 9000, "http_host": "metrics.example"}, "Prometheus alone"),
    ],
)
def test_settings_that_look_wrong_are_named(values: dict[str, Any], said: str) -> None:
    (found,) = check_settings(made(**values))
    assert found.grade is Grade.WARNING
    assert said in found.said


@pytest.mark.parametrize(
    "values", [{"http_port": 9000}, {"http_port": 9000, "http_host": "localhost"}, {"http_host": "0.0.0.0"}]
)
def test_figures_for_this_machine_alone_are_no_matter(values: dict[str, Any]) -> None:
    assert [one.grade for one in check_settings(made(**values))] == [Grade.OK]


def test_more_workers_than_cores_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert [one.grade for one in check_settings(made(house_workers=4))] == [Grade.OK]
    (found,) = check_settings(made(house_workers=5))
    assert "on 2 cores" in found.said


def test_root_and_an_open_env_file_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    env = tmp_path / ".env"
    env.touch(mode=0o644)
    (found,) = check_settings(made(token="x"), env)
    assert "chmod 600" in found.said
    env.chmod(0o600)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (found,) = check_settings(made(token="x"), env)
    assert "root" in found.said


def looked(url: str) -> list[Finding]:
    return asyncio.run(check_database(made(database_url=url)))


def test_a_file_that_is_not_there_yet_is_no_error_and_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "cards.db"
    findings = looked(f"sqlite+aiosqlite:///{path}")
    assert "still empty" in only(findings, "database")[1]
    assert str(path) in only(findings, "disk")[1]
    assert not path.exists()


def test_a_database_up_to_date_can_be_written_and_is_left_as_it_was(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/cards.db"
    newest = asyncio.run(migrate(url))
    before = (tmp_path / "cards.db").read_bytes()
    assert only(looked(url), "database") == (Grade.OK, f"SQLite, revision {newest}, can be written")
    assert (tmp_path / "cards.db").read_bytes() == before


def test_a_file_that_others_may_read_is_a_warning(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/cards.db"
    asyncio.run(migrate(url))
    (tmp_path / "cards.db").chmod(0o640)
    (found,) = [found for found in looked(url) if found.grade is Grade.WARNING and found.what == "database"]
    assert f"chmod 600 {tmp_path}/cards.db" in found.said


def test_an_old_revision_is_named_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/cards.db"
    now = asyncio.run(migrate(url))
    monkeypatch.setattr(inspection, "newest_revision", lambda: "9999")
    assert f"revision {now}; the next start brings it to 9999" in only(looked(url), "database")[1]


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path}/cards.db?mode=ro&uri=true"
    asyncio.run(migrate(f"sqlite+aiosqlite:///{tmp_path}/cards.db"))
    grade, said = only(looked(f"sqlite+aiosqlite:///file:{tmp_path}/cards.db?mode=ro&uri=true"), "database")
    assert (grade, "may not be written to" in said) == (Grade.ERROR, True), (url, said)


@pytest.mark.parametrize("what", ["another program's", "no database", "no directory"])
def test_what_is_none_of_ours_is_an_error(tmp_path: Path, what: str) -> None:
    path = tmp_path / "cards.db"
    if what == "another program's":
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.close()
    elif what == "no database":
        path.write_text("something else entirely" * 99)
    else:
        path = tmp_path / "nowhere" / "cards.db"
    grade, said = only(looked(f"sqlite+aiosqlite:///{path}"), "database")
    assert grade is Grade.ERROR
    assert "CARDINAL_DATABASE_URL" in said


def test_a_server_that_is_not_there_is_an_error_without_its_password() -> None:
    grade, said = only(looked("postgresql+asyncpg://cardinal:hunter2@127.0.0.1:1/cardinal"), "database")
    assert grade is Grade.ERROR
    assert "hunter2" not in said


@pytest.mark.parametrize(
    ("found", "grade", "said"),
    [
        (Found("0016", "0016", (15, 4), 0.0, 100), Grade.OK, "PostgreSQL 15.4, revision 0016"),
        (Found(None, "0016", (18, 1), 0.0, 100), Grade.OK, "still empty"),
        (Found("0016", "0016", (14, 9), 0.0, 100), Grade.ERROR, "too old"),
        (Found("0016", "0016", (15, 4), 0.0, 10), Grade.WARNING, "max_connections"),
        (Found(None, "0016"), Grade.WARNING, "in memory"),
    ],
)
def test_what_a_server_says_of_itself(monkeypatch: pytest.MonkeyPatch, found: Found, grade: Grade, said: str):
    async def look_at(url: str) -> Found:
        return found

    monkeypatch.setattr(machine_checks, "look_at", look_at)
    findings = looked("sqlite+aiosqlite://" if found.server is None else "postgresql+asyncpg://x@db/cards")
    assert only(findings, "database")[0] is grade
    assert said in only(findings, "database")[1]
    # The server of this test says that it is 1970.
    assert [grade for grade, _ in told(findings, "clock")] == ([Grade.WARNING] if found.server else [])


def test_postgresql_is_looked_at_and_left_as_it_was(empty_postgres_url: str) -> None:
    for _ in range(2):
        findings = looked(empty_postgres_url)
        assert "still empty" in only(findings, "database")[1]
        assert only(findings, "clock") == (Grade.OK, "within 2 s of the database's")
    newest = asyncio.run(migrate(empty_postgres_url))
    grade, said = only(looked(empty_postgres_url), "database")
    assert (grade, said.endswith(f", revision {newest}, can be written")) == (Grade.OK, True), said
    assert said.startswith("PostgreSQL ")


@pytest.mark.parametrize(
    ("free", "grade"), [(50_000_000, Grade.ERROR), (500_000_000, Grade.WARNING), (5_000_000_000, Grade.OK)]
)
def test_a_disk_that_fills_up_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, grade: Grade
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**10, 10**10 - free, free))
    assert only(looked(f"sqlite+aiosqlite:///{tmp_path}/cards.db"), "disk")[0] is grade


@pytest.mark.parametrize(
    ("kind", "grade"), [("nfs4", Grade.ERROR), ("tmpfs", Grade.WARNING), ("ext4", Grade.OK)]
)
def test_a_file_system_that_is_not_for_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, grade: Grade
) -> None:
    monkeypatch.setattr(inspection, "_file_system", lambda folder: kind)
    assert told(looked(f"sqlite+aiosqlite:///{tmp_path}/cards.db"), "disk")[0][0] is grade


def test_the_file_system_of_a_folder_is_that_of_the_mount_it_is_in() -> None:
    if not Path("/proc/self/mounts").exists():
        pytest.skip("this system tells its mounts in another way")
    assert inspection._file_system(Path("/proc/self")) == "proc"


def test_workers_that_are_switched_off_are_not_started() -> None:
    assert asyncio.run(check_workers(made(house_workers=0))) == [Finding("workers", Grade.OK, "switched off")]


def get_ready() -> None:
    """A worker that needs no time."""


def get_nowhere() -> None:
    """A worker that ends before it is ready."""
    os._exit(3)


def test_a_worker_is_started_and_ended() -> None:
    findings = asyncio.run(check_workers(made(), get_ready))
    assert findings[-1].grade is Grade.OK
    assert "the bot starts 2" in findings[-1].said


def test_a_worker_that_never_gets_ready_is_an_error() -> None:
    findings = asyncio.run(check_workers(made(), get_nowhere, limit=1.0))
    assert findings[-1].grade is Grade.ERROR


def test_without_numba_the_house_plays_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    (found,) = asyncio.run(check_workers(made()))
    assert (found.grade, "numba is not installed" in found.said) == (Grade.WARNING, True)


def test_code_that_cannot_be_kept_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_checks, "cache_directory", lambda name: None)
    findings = asyncio.run(check_workers(made(), get_ready))
    assert "NUMBA_CACHE_DIR" in findings[0].said


@pytest.mark.parametrize(
    ("ahead", "grade", "said"),
    [(0.4, Grade.OK, "within"), (90.0, Grade.WARNING, "90 s behind"), (-5.0, Grade.WARNING, "5 s ahead of")],
)
def test_a_clock_that_is_wrong_is_named(ahead: float, grade: Grade, said: str) -> None:
    found = of_clock("Discord's", ahead)
    assert (found.grade, said in found.said) == (grade, True)


def asked(
    monkeypatch: pytest.MonkeyPatch,
    answers: dict[str, Any],
    channel: int | None = None,
    date: str | None = None,
    **values: Any,
) -> list[Finding]:
    async def ask() -> list[Finding]:
        async with answering(answers, date) as address:
            monkeypatch.setattr(discord.http.Route, "BASE", address)
            settings = made(**{"token": "abc", **values})
            return [
                *await discord_checks.check_clock(),
                *await discord_checks.check_discord(settings, channel),
            ]

    return asyncio.run(ask())


def test_a_bot_that_has_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    emojis = [
        {"id": str(number), "name": name, "roles": [], "require_colons": True, "managed": False}
        for number, name in enumerate(EMOJI_NAMES, 1)
    ]
    answers = {**usual(), **server(ALL), "/applications/20/emojis": {"items": emojis}}
    findings = asked(monkeypatch, answers, channel=40)
    assert [one.what for one in findings] == [
        *("clock", "token", "application", "intents", "gateway", "emoji", "channel")
    ]
    assert {one.grade for one in findings} == {Grade.OK}
    assert "998 of 1000" in only(findings, "gateway")[1]


def test_emojis_that_are_missing_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    grade, said = only(asked(monkeypatch, usual()), "emoji")
    assert grade is Grade.WARNING
    assert said.startswith(f"{len(EMOJI_NAMES)} of {len(EMOJI_NAMES)} are missing")
    assert not told(asked(monkeypatch, usual(), pictures=False), "emoji")


def test_a_token_that_is_refused_is_an_error_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = asked(monkeypatch, {**usual(), "/users/@me": 401})
    assert only(findings, "token")[0] is Grade.ERROR
    assert not any("abc" in one.said for one in findings)
    assert only(findings, "clock")[0] is Grade.OK


def test_without_a_token_the_clock_is_looked_at_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = asked(monkeypatch, usual(), token=None)
    assert [one.what for one in findings] == ["clock", "token"]
    assert "developer portal" in only(findings, "token")[1]


def test_clicks_that_go_elsewhere_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    application = {**APPLICATION, "interactions_endpoint_url": "https://elsewhere.example/"}
    answers = {**usual(), "/oauth2/applications/@me": application, "/applications/@me": application}
    _, (grade, said) = told(asked(monkeypatch, answers), "application")
    assert (grade, "Interactions Endpoint URL" in said) == (Grade.ERROR, True)


def test_a_code_grant_and_intents_that_are_not_needed_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    application = {**APPLICATION, "bot_require_code_grant": True, "flags": 1 << 19}
    answers = {**usual(), "/oauth2/applications/@me": application, "/applications/@me": application}
    findings = asked(monkeypatch, answers)
    assert "OAuth2 Code Grant" in told(findings, "application")[1][1]
    assert "message content" in only(findings, "intents")[1]


def test_few_starts_left_are_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = {**GATEWAY["session_start_limit"], "remaining": 3}  # type: ignore[dict-item]
    answers = {**usual(), "/gateway/bot": {**GATEWAY, "session_start_limit": limit}}
    assert only(asked(monkeypatch, answers), "gateway")[0] is Grade.WARNING


@pytest.mark.parametrize(
    ("permissions", "channel", "grade", "said"),
    [
        (VIEW | SEND | ATTACH | HISTORY, 40, Grade.WARNING, "Create Public Threads"),
        (
            VIEW | SEND | ATTACH | HISTORY | THREADS,
            40,
            Grade.WARNING,
            "events of club nights it lacks Create Events",
        ),
        (VIEW | SEND | ATTACH | HISTORY | THREADS | EVENTS, 40, Grade.WARNING, "roles it lacks Manage Roles"),
        (VIEW | SEND | ATTACH | HISTORY | THREADS | EVENTS | ROLES, 40, Grade.OK, "everything"),
        (VIEW | SEND | HISTORY, 40, Grade.ERROR, "lacks Attach Files"),
        (VIEW | SEND | ATTACH | HISTORY | THREADS | EVENTS | ROLES, 41, Grade.OK, "everything"),
        (VIEW | SEND | ATTACH | HISTORY, 41, Grade.ERROR, "Send Messages in Threads"),
    ],
)
def test_the_permissions_in_a_channel(
    monkeypatch: pytest.MonkeyPatch, permissions: int, channel: int, grade: Grade, said: str
) -> None:
    found = only(asked(monkeypatch, {**usual(), **server(permissions)}, channel), "channel")
    assert (found[0], said in found[1]) == (grade, True), found
    assert "#card-room" in found[1]


@pytest.mark.parametrize("status", [403, 404])
def test_a_channel_that_the_bot_cannot_see(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    grade, said = only(asked(monkeypatch, {**usual(), "/channels/40": status}, 40), "channel")
    assert (grade, "cannot see channel 40" in said) == (Grade.ERROR, True)


def test_a_dm_is_no_channel_to_play_in(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {**usual(), "/channels/40": {"id": "40", "type": 1}}
    assert "not one of a server" in only(asked(monkeypatch, answers, 40), "channel")[1]


def test_a_clock_beside_discords(monkeypatch: pytest.MonkeyPatch) -> None:
    late = formatdate(time.time() - 3600, usegmt=True)
    grade, said = only(asked(monkeypatch, usual(), date=late), "clock")
    assert (grade, "ahead of Discord's" in said) == (Grade.WARNING, True)
    assert "tells no time" in only(asked(monkeypatch, usual(), date="noon"), "clock")[1]


@pytest.mark.parametrize("answer", [[], {"id": 1}, "a page", None])
def test_what_is_no_answer_of_discords_is_an_error(monkeypatch: pytest.MonkeyPatch, answer: object) -> None:
    findings = asked(monkeypatch, {**usual(), "/users/@me": answer})
    assert only(findings, "discord")[0] is Grade.ERROR


def test_discord_out_of_reach_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:1")
    (found,) = asyncio.run(discord_checks.check_clock())
    assert (found.grade, "cannot be reached" in found.said) == (Grade.ERROR, True)


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What is found of Discord; nothing is asked of it, and no worker is started."""
    findings: list[Finding] = []

    async def nothing(*_: object) -> list[Finding]:
        return []

    async def these(*_: object) -> list[Finding]:
        return findings

    monkeypatch.setattr(doctor, "check_clock", nothing)
    monkeypatch.setattr(doctor, "check_workers", nothing)
    monkeypatch.setattr(doctor, "check_discord", these)
    return findings


def test_each_finding_is_a_line_and_an_error_the_status(
    capsys: pytest.CaptureFixture[str], found: list[Finding]
) -> None:
    found.append(Finding("token", Grade.WARNING, "so so"))
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [
        *(["ok", "version"], ["ok", "settings"], ["ok", "database"], ["ok", "disk"], ["warning", "token"])
    ]
    found.append(Finding("token", Grade.ERROR, "not taken"))
    assert main(["doctor"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "error    token        not taken"


def test_a_setting_that_cannot_be_used_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, found: list[Finding]
) -> None:
    monkeypatch.setenv("CARDINAL_TURN_SECONDS", "soon")
    assert main(["doctor"]) == 78
    assert capsys.readouterr().err.startswith("doctor: CARDINAL_TURN_SECONDS: ")


def test_a_channel_is_named_by_its_id(capsys: pytest.CaptureFixture[str], found: list[Finding]) -> None:
    with pytest.raises(SystemExit):
        main(["doctor", "--channel", "card-room"])
    assert "'card-room' is not the id of a channel" in capsys.readouterr().err
    assert main(["doctor", "--channel", "81384788765712384"]) == 0


def test_who_does_not_answer_is_told_after_a_while(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, found: list[Finding]
) -> None:
    async def never(*_: object) -> list[Finding]:
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(doctor, "check_discord", never)
    monkeypatch.setattr(doctor, "PATIENCE", 2.0)
    assert main(["doctor"]) == 1
    assert "error    discord      no answer within 2 seconds" in capsys.readouterr().out
