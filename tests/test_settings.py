"""Settings: defaults, blanks, one-line errors, and a correct `.env.example`."""

import os
import re
from pathlib import Path

import pytest
from dotenv import dotenv_values
from pydantic import ValidationError

from bot.settings import MOST_FILE_BYTES, PREFIX, Settings, SettingsError, drop_secrets, load_settings

EXAMPLE = Path(__file__).parent.parent / ".env.example"
NAMES = {PREFIX + name.upper() for name in Settings.model_fields}
SECRET = "not-a-real-token"


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings of the machine, and no `.env` but the test's."""
    for name in os.environ:
        if name.upper().startswith(PREFIX):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def write_env(text: str) -> None:
    Path(".env").write_text(text, encoding="utf-8")


def test_the_example_names_every_setting_once_and_no_other() -> None:
    names = re.findall(r"^(\w+)=", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(names) == sorted(NAMES)


def test_the_example_comments_every_setting_in_one_line() -> None:
    settings = EXAMPLE.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    assert len(settings) == len(NAMES)
    for setting in settings:
        assert re.fullmatch(r"# .+\.\nCARDINAL_\w+=.*", setting), setting


def test_the_example_shows_the_defaults() -> None:
    shown = {name: value for name, value in dotenv_values(EXAMPLE).items() if value}
    # Blank in the example if and only if unset by default, so that a missing default is noticed, too.
    assert {PREFIX + name.upper() for name, value in load_settings(None) if value is not None} == shown.keys()
    assert load_settings(EXAMPLE) == load_settings(None)


def test_the_example_holds_no_token() -> None:
    assert load_settings(EXAMPLE).token is None


def test_defaults_without_a_file() -> None:
    assert load_settings().model_dump() == {
        "token": None,
        "token_file": None,
        "database_url": "sqlite+aiosqlite:///cardinal.db",
        "database_url_file": None,
        "dev_guild": None,
        "discord_api": "https://discord.com/api/v10",
        "shards": 0,
        "house_pause": 1.2,
        "house_trick_pause": 1.5,
        "house_hand_pause": 8.0,
        "house_workers": 2,
        "analyse": True,
        "turn_seconds": 180,
        "render_interval": 1.0,
        "calls_a_second": 45,
        "pictures": True,
        "log_level": "INFO",
        "log_format": "text",
        "archive_days": 30,
        "cache_tables": 2000,
        "http_port": 0,
        "http_host": "127.0.0.1",
    }


def test_the_file_is_read_and_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    write_env(
        "CARDINAL_TURN_SECONDS=60\nCARDINAL_PICTURES=no\nCARDINAL_DEV_GUILD=81384788765712384\nOTHER=1\n"
    )
    monkeypatch.setenv("CARDINAL_TURN_SECONDS", "0")
    settings = load_settings()
    assert (settings.turn_seconds, settings.pictures, settings.dev_guild) == (0, False, 81384788765712384)
    assert load_settings(None).pictures is True


@pytest.mark.parametrize("blank", ["", "   "])
@pytest.mark.parametrize("name", sorted(NAMES))
def test_blank_means_unset(name: str, blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write_env(f"{name}={blank}\n")
    assert load_settings() == load_settings(None)
    monkeypatch.setenv(name, blank)
    assert load_settings(None) == load_settings(EXAMPLE)


def test_a_blank_in_the_environment_leaves_the_file_its_say(monkeypatch: pytest.MonkeyPatch) -> None:
    write_env("CARDINAL_TURN_SECONDS=60\n")
    monkeypatch.setenv("CARDINAL_TURN_SECONDS", "")
    assert load_settings().turn_seconds == 60


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("CARDINAL_DEV_GUILD", "my server", "valid integer"),
        ("CARDINAL_DEV_GUILD", "0", "greater than 0"),
        ("CARDINAL_HOUSE_PAUSE", "31", "less than or equal to 30"),
        ("CARDINAL_HOUSE_PAUSE", "-1", "greater than or equal to 0"),
        ("CARDINAL_HOUSE_PAUSE", "nan", "should be"),
        ("CARDINAL_HOUSE_WORKERS", "17", "less than or equal to 16"),
        ("CARDINAL_HOUSE_WORKERS", "-1", "greater than or equal to 0"),
        ("CARDINAL_TURN_SECONDS", "soon", "valid integer"),
        ("CARDINAL_TURN_SECONDS", "-1", "greater than or equal to 0"),
        ("CARDINAL_RENDER_INTERVAL", "-0.5", "greater than or equal to 0"),
        ("CARDINAL_RENDER_INTERVAL", "inf", "finite"),
        ("CARDINAL_PICTURES", "perhaps", "valid boolean"),
        ("CARDINAL_LOG_LEVEL", "LOUD", "'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("CARDINAL_LOG_FORMAT", "xml", "'text' or 'json'"),
        ("CARDINAL_HTTP_PORT", "65536", "less than or equal to 65535"),
        ("CARDINAL_HTTP_HOST", "http://here/", "an address or a host's name"),
        ("CARDINAL_ARCHIVE_DAYS", "-1", "greater than or equal to 0"),
        ("CARDINAL_ARCHIVE_DAYS", "36501", "less than or equal to 36500"),
        ("CARDINAL_CACHE_TABLES", "0", "greater than or equal to 1"),
        ("CARDINAL_CACHE_TABLES", "100001", "less than or equal to 100000"),
        ("CARDINAL_TURN_SECONDS", str(10**30), "less than or equal to 604800"),
        ("CARDINAL_TURN_SECONDS", "9" * 5000, "a smaller number"),
        ("CARDINAL_RENDER_INTERVAL", "61", "less than or equal to 60"),
        ("CARDINAL_RENDER_INTERVAL", "1e400", "finite"),
        ("CARDINAL_DEV_GUILD", str(2**63), "less than 9223372036854775808"),
        ("CARDINAL_DEV_GUILD", str(2**64 + 1), "less than 9223372036854775808"),
        ("CARDINAL_TOKEN", "one\ntwo", "no control characters"),
        ("CARDINAL_TOKEN", "one\x1b[31mtwo", "no control characters"),
        ("CARDINAL_TOKEN", "one two", "no spaces"),
        ("CARDINAL_TOKEN", "un\u202eten", "no control characters"),
        ("CARDINAL_TOKEN", "t" * 201, "shorter than 200 characters"),
        ("CARDINAL_DATABASE_URL", "sqlite+aiosqlite:///\x1b.db", "no control characters"),
        ("CARDINAL_DATABASE_URL", f"sqlite+aiosqlite:///{'x' * 2000}", "at most 2000 characters"),
        ("CARDINAL_DATABASE_URL", "cardinal.db", "names an async driver"),
        ("CARDINAL_DATABASE_URL", "sqlite:///cardinal.db", "names an async driver"),
        ("CARDINAL_DISCORD_API", "discord.com/api/v10", "a URL like https://discord.com/api/v10"),
        ("CARDINAL_DISCORD_API", "ftp://discord.com/api/v10", "a URL like"),
        ("CARDINAL_DISCORD_API", "https://discord.com/api?v=10", "a URL like"),
        ("CARDINAL_DISCORD_API", f"https://{'x' * 2000}", "a URL like"),
        ("CARDINAL_SHARDS", "10001", "less than or equal to 10000"),
    ],
)
def test_a_bad_value_is_told_in_one_line(name: str, value: str, reason: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=re.escape(reason)) as caught:
        load_settings()
    assert re.fullmatch(rf"{name}: should .+", str(caught.value))


def test_every_bad_value_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDINAL_TURN_SECONDS", "soon")
    monkeypatch.setenv("CARDINAL_PICTURES", "perhaps")
    with pytest.raises(SettingsError, match=r"\ACARDINAL_TURN_SECONDS: [^;]+; CARDINAL_PICTURES: [^;]+\Z"):
        load_settings()


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("http://127.0.0.1:8080/one/api/v10/", "http://127.0.0.1:8080/one/api/v10"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_discord_may_be_a_proxy(monkeypatch: pytest.MonkeyPatch, given: str, used: str) -> None:
    monkeypatch.setenv("CARDINAL_DISCORD_API", given)
    assert load_settings().discord_api == used


def test_a_file_that_is_not_text_is_told_in_one_line() -> None:
    Path(".env").write_bytes(b"CARDINAL_TOKEN=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"\A\.env is not UTF-8 text\Z"):
        load_settings()


def test_a_file_that_begins_with_a_byte_order_mark_is_read() -> None:
    Path(".env").write_bytes(b"\xef\xbb\xbfCARDINAL_TURN_SECONDS=60\n")
    assert load_settings().turn_seconds == 60


def test_what_is_no_file_or_too_large_is_told_in_one_line() -> None:
    os.mkfifo(".env")
    with pytest.raises(SettingsError, match=r"\A\.env is not an ordinary file\Z"):
        load_settings()
    Path(".env").unlink()
    Path(".env").mkdir()
    with pytest.raises(SettingsError, match=r"\A\.env is a directory; it should be a file"):
        load_settings()
    Path(".env").rmdir()
    write_env("#" * MOST_FILE_BYTES)
    load_settings()
    write_env("#" * (MOST_FILE_BYTES + 1))
    with pytest.raises(SettingsError, match=r"\A\.env is larger than 1,000,000 bytes"):
        load_settings()


@pytest.mark.parametrize("line", ["TOKEN=", f"token={SECRET}", f"export TOKEN='{SECRET}'", "TOKEN"])
def test_a_name_without_its_prefix_is_told_in_one_line(line: str) -> None:
    write_env(f"CARDINAL_TOKEN=\n{line}\n")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == ".env sets TOKEN; the name of the setting is CARDINAL_TOKEN"


def test_a_file_shared_with_another_program_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    write_env("DATABASE_URL=mysql://elsewhere\nLOG_LEVEL=3\nCARDINAL_LOG_LEVEL=ERROR\n")
    with pytest.raises(SettingsError, match="sets DATABASE_URL; the name of the setting is"):
        load_settings()
    monkeypatch.setenv("CARDINAL_DATABASE_URL", "sqlite+aiosqlite://")
    assert load_settings().log_level == "ERROR"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("CARDINAL_TOKNE", "did you mean CARDINAL_TOKEN?"),
        ("cardinal_housepause", "did you mean CARDINAL_HOUSE_PAUSE?"),
        ("CARDINAL_DATABASE", "did you mean CARDINAL_DATABASE_URL?"),
        ("CARDINAL_XYZZY", "README.md lists the settings"),
    ],
)
def test_a_misspelt_name_stops_the_start(name: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write_env(f"{name}={SECRET}\n")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == f".env sets {name}, which is not a setting; {said}"
    assert caught.value.status == 78
    write_env("")
    monkeypatch.setenv(name, SECRET)
    with pytest.raises(SettingsError, match=f"the environment sets {name}, which is not a setting; "):
        load_settings()


def test_names_that_others_read_stop_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    write_env("CARDINAL_BOTS=2\nCARDINAL_IMAGE=cardinal:1.0.0\n")
    monkeypatch.setenv("CARDINAL_SERVICE_HOST", "10.0.0.1")
    monkeypatch.setenv("CARDINAL_PORT", "tcp://10.0.0.1:8080")
    monkeypatch.setenv("CARDINAL_PORT_8080_TCP_ADDR", "10.0.0.1")
    assert load_settings() == load_settings(None)


URL = "postgresql+asyncpg://cardinal:hunter2@db/cardinal"


def test_secrets_are_read_from_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text(f" {SECRET}\r\n\n")
    (tmp_path / "url").write_text(f"{URL}\n")
    monkeypatch.setenv("CARDINAL_TOKEN", " ")
    monkeypatch.setenv("CARDINAL_TOKEN_FILE", str(tmp_path / "token"))
    write_env(f"CARDINAL_DATABASE_URL_FILE={tmp_path}/url\n")
    settings = load_settings()
    assert settings.token is not None
    assert settings.token.get_secret_value() == SECRET
    assert settings.database_url == URL
    assert not re.search(f"{SECRET}|hunter2", repr(settings))


@pytest.mark.parametrize("name", ["CARDINAL_TOKEN", "CARDINAL_DATABASE_URL"])
def test_a_file_of_a_secret_that_cannot_be_used_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret"
    monkeypatch.setenv(f"{name}_FILE", str(path))

    def said() -> str:
        with pytest.raises(SettingsError) as caught:
            load_settings()
        return str(caught.value)

    assert said() == f"{name}_FILE: the file cannot be read: No such file or directory"
    path.write_text("\n")
    assert said() == f"{name}_FILE: the file is empty"
    path.write_text("x" * 20_000)
    assert said() == f"{name}_FILE: the file is too large to hold a secret alone"
    path.write_text(f"{SECRET} and more\x1b")
    assert said().startswith(f"{name}: should be ")
    write_env(f"{name}={SECRET}\n")
    assert said() == f"{name} and {name}_FILE are both set; leave one of them blank"


def test_every_number_has_a_least_and_a_most() -> None:
    for name, field in Settings.model_fields.items():
        if field.annotation in (int, float, int | None, float | None):
            bounds = {type(bound).__name__.lower() for bound in field.metadata}
            assert bounds & {"ge", "gt"}, name
            assert bounds & {"le", "lt"}, name


def test_secrets_are_taken_out_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDINAL_TOKEN", SECRET)
    monkeypatch.setenv("Cardinal_Database_Url", SECRET)
    monkeypatch.setenv("CARDINAL_LOG_LEVEL", "ERROR")
    drop_secrets()
    assert [name for name in os.environ if name.upper().startswith(PREFIX)] == ["CARDINAL_LOG_LEVEL"]


def test_the_token_is_read_but_never_shown() -> None:
    write_env(f"CARDINAL_TOKEN={SECRET}\n")
    settings = load_settings()
    assert settings.token is not None
    assert settings.token.get_secret_value() == SECRET
    for text in (repr(settings), str(settings), settings.model_dump_json()):
        assert SECRET not in text


def test_a_database_password_is_not_shown() -> None:
    write_env("CARDINAL_DATABASE_URL=postgresql+asyncpg://cardinal:hunter2@db/cardinal\n")
    assert "hunter2" not in repr(load_settings())


def test_an_error_shows_no_value_and_keeps_none() -> None:
    write_env(f"CARDINAL_TOKEN={SECRET}\nCARDINAL_DATABASE_URL={SECRET}\nCARDINAL_TURN_SECONDS={SECRET}\n")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert SECRET not in str(caught.value)
    # A traceback prints the context, and a ValidationError there contains the values.
    assert caught.value.__context__ is None


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        load_settings().turn_seconds = 5  # type: ignore[misc]
