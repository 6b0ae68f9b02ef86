"""URLs of databases: the forms that are taken, TLS, and passwords of which nobody may see a part."""

import asyncio
import secrets
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.__main__ import main
from bot.operations.logs import Redaction, redaction_for
from bot.operations.machine_checks import check_database
from bot.settings import Settings
from storage.cluster.budget import SqlCallBudget
from storage.cluster.hints import PostgresHints
from storage.connection.database import migrate
from storage.connection.engines import is_shared
from storage.connection.urls import DatabaseError, parsed, safe_name
from tests import postgres

PASSWORDS = [
    "hush@hash/hish",
    "hush/hash@hish",
    "hush@",
    "/hush:hash",
    "hush?hash@hish",
    "hush#hash:hish/@",
    "@hush@hash@hish",
    "hush%hash@hish",
    "5432@hush/hash",
    "hush@hash?hish",
]
FORMS = [
    "postgresql+asyncpg://cardinal:{}@127.0.0.1:1/cards",
    "postgresql://cardinal:{}@127.0.0.1:1/cards?sslmode=disable",
    "postgres://:{}@/cards?host=/nowhere",
    "postgresql://car/dinal:{}@127.0.0.1:1/cards",
    "oracel+x://cardinal:{}@127.0.0.1/cards",
]


def shows_none(text: str) -> bool:
    return not any(part in text for part in ("hush", "hash", "hish"))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("password", PASSWORDS)
async def test_no_part_of_a_password_is_in_a_name_an_error_or_a_log(form: str, password: str) -> None:
    url = form.format(password)
    assert shows_none(safe_name(url))
    with pytest.raises(DatabaseError) as caught:
        await migrate(url)
    assert shows_none(str(caught.value))
    assert shows_none(Redaction()(f"connecting to {url}"))
    settings = Settings(_env_file=None, database_url=url)
    assert shows_none("".join(finding.said for finding in await check_database(settings)))
    assert shows_none(redaction_for(settings)(f"{url}: not with {password}, it says"))


@pytest.mark.parametrize("password", PASSWORDS)
def test_no_part_of_a_password_is_shown_by_a_command(
    password: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    url = FORMS[1].format(password)
    for command in (["migrate"], ["backup", "new.db"], ["move-database", url, "sqlite+aiosqlite:///new.db"]):
        monkeypatch.setenv("CARDINAL_DATABASE_URL", url)
        assert main(command) == 1
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 3
    assert shows_none(out + err)


def test_a_password_that_ends_the_url_is_refused_with_what_to_write() -> None:
    with pytest.raises(DatabaseError, match="write @ as %40, : as %3A and / as %2F"):
        parsed("postgresql://cardinal:hush@hash/hish@db/cards")
    assert parsed("postgresql://cardinal:hush%40hash%2Fhish@db/cards").password == "hush@hash/hish"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_means_asyncpg(scheme: str) -> None:
    expected = make_url("postgresql+asyncpg://u:p@h/d?host=/run")
    assert parsed(f"{scheme}://u:p@h/d?host=/run") == expected
    assert Settings(_env_file=None, database_url=f"{scheme}://u:p@h/d").database_url == f"{scheme}://u:p@h/d"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql+psycopg://u:hush@h/d", "not a driver that Cardinal uses; write postgresql://"),
        (
            "postgresql://u:hush@h/d?sslmode=hush",
            "must be one of: disable, allow, prefer, require, verify-ca",
        ),
        ("postgresql://u:hush@h/d?sslrootcert=/no/hush", "names a file as sslrootcert that is not there"),
        ("postgresql://u:hush@h/d?sslmode=require&sslmode=hush", "has the option 'sslmode' more than once"),
        ("postgresql://u:hush@h/d?channel_binding=hush", "'channel_binding', which is not one of"),
    ],
)
async def test_what_is_wrong_with_a_url_of_postgresql(url: str, reason: str) -> None:
    with pytest.raises(DatabaseError) as caught:
        await migrate(url)
    assert reason in str(caught.value)
    assert "hush" not in str(caught.value)


async def test_the_options_of_tls_reach_the_driver(tmp_path: Path) -> None:
    asked: list[bytes] = []

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.read(8))
        writer.write(b"N")
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    url = f"postgresql://u:p@127.0.0.1:{port}/d"
    async with server:
        with pytest.raises(DatabaseError, match="rejected SSL upgrade"):
            await migrate(f"{url}?sslmode=require")
        # https://www.postgresql.org/docs/current/protocol-message-formats.html, SSLRequest
        assert asked == [bytes([0, 0, 0, 8, 4, 210, 22, 47])]
        certificate = tmp_path / "ca.pem"
        certificate.write_text("not a certificate")
        with pytest.raises(DatabaseError, match="no certificate or crl found"):
            await migrate(f"{url}?sslmode=verify-full&sslrootcert={certificate}")


def test_who_does_not_own_the_database_reads_what_to_do() -> None:
    server, role = postgres.shared(), f"role_{secrets.token_hex(4)}"
    server.administer(f'CREATE ROLE "{role}" LOGIN')
    try:
        with postgres.database(server) as url:
            own = url.replace("postgresql+asyncpg://postgres@", f"postgres://{role}@")
            with pytest.raises(DatabaseError) as caught:
                asyncio.run(migrate(own))
            _, _, command = str(caught.value).partition("for schema public; make the bot's role the owner: ")
            server.administer(command)
            asyncio.run(migrate(own))
    finally:
        server.administer(f'DROP ROLE "{role}"')


def test_every_connection_of_a_process_takes_the_short_form() -> None:
    PostgresHints("postgres://u:p@h/d?sslmode=require")
    SqlCallBudget("postgres://u:p@h/d?sslmode=require")
    assert is_shared("postgres://u:p@h/d?sslmode=require")
