"""The operator's settings: environment variables named `CARDINAL_…`, or the same lines in `.env`."""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Any, Final, Literal

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import OperatorError

PREFIX = "CARDINAL_"

MOST_FILE_BYTES: Final = 1_000_000  # the largest `.env` that is read, in bytes

_LONGEST_TOKEN = 200
_LONGEST_URL = 2000
_BASE_URL = re.compile(r"https?://([\w.-]+|\[[\da-fA-F:]+\])(:\d{1,5})?(/[\w.~/-]*)?", re.ASCII)
_POSTGRES = ("postgres", "postgresql")
_SECRETS = ("token", "database_url")
_MOST_SECRET_BYTES = 10_000

_OF_COMPOSE = ("CARDINAL_BOTS", "CARDINAL_IMAGE")  # read by compose.yaml, which passes on the whole of .env
# Kubernetes tells every container of a service named `cardinal`.
_OF_KUBERNETES = re.compile(r"CARDINAL_(\w+_)?(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))(_\w+)?")


class SettingsError(OperatorError):
    """A wrong setting; the text is one line with the variable and the problem."""

    status = 78  # EX_CONFIG of sysexits.h; systemd does not start a process again that ends with it


class Settings(BaseSettings):
    """The settings of one process. Build it with `load_settings`, which makes errors readable.

    The environment overrides the file; a blank value counts as unset.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        env_file_encoding="utf-8-sig",
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        str_strip_whitespace=True,
    )

    token: SecretStr | None = Field(None, description="Discord bot token; needed by `run` only.")
    token_file: Path | None = Field(None, description="A file with the token, instead of the token.")
    database_url: str = Field(
        "sqlite+aiosqlite:///cardinal.db",
        repr=False,  # it may hold a password
        description="postgresql://USER:PASSWORD@HOST/NAME, or an SQLAlchemy URL with an async driver.",
    )
    database_url_file: Path | None = Field(None, description="A file with that URL, instead of the URL.")
    dev_guild: int | None = Field(
        None,
        gt=0,
        lt=2**63,
        description="Id of one server in which to register the slash commands; blank: all servers.",
    )
    discord_api: str = Field(
        "https://discord.com/api/v10", description="Base URL of Discord's REST API, or of a proxy."
    )
    shards: int = Field(
        0, ge=0, le=10_000, description="Shards, 0 to 10000; 0: as many as Discord recommends."
    )
    house_pause: float = Field(
        1.2, ge=0, le=30, description="Seconds a house player waits before it acts, 0 to 30."
    )
    house_trick_pause: float = Field(
        1.5,
        ge=0,
        le=30,
        description="Seconds a finished trick stays visible before the house leads, 0 to 30.",
    )
    house_hand_pause: float = Field(
        8.0, ge=0, le=120, description="Seconds between a hand and the next one's deal, 0 to 120."
    )
    house_workers: int = Field(
        2,
        ge=0,
        le=16,
        description="Worker processes for house players, 0 to 16; 0: quick players only, no analysis.",
    )
    analyse: bool = Field(
        True, description="Analyse every finished hand when the bot is idle, not only on request."
    )
    turn_seconds: int = Field(
        180, ge=0, le=604_800, description="Turn clock of a new table, in seconds, 0 to 604800; 0: no clock."
    )
    render_interval: float = Field(
        1.0,
        ge=0,
        le=60,
        allow_inf_nan=False,
        description="Minimum seconds between two edits of a table message, 0 to 60.",
    )
    calls_a_second: int = Field(
        45,
        ge=5,
        le=10_000,
        description="Maximum API calls a second with the bot's token, 5 to 10000; Discord allows 50.",
    )
    pictures: bool = Field(
        True, description="Show cards and tables as pictures and suits as emojis, in addition to text."
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", description="Minimum log level: DEBUG, INFO, WARNING or ERROR."
    )
    log_format: Literal["text", "json"] = Field(
        "text", description="Log format: text, or json with one object per line."
    )
    archive_days: int = Field(
        30,
        ge=0,
        le=36_500,
        description="Days after which the log of a finished match is compressed, 0 to 36500; 0: never.",
    )
    cache_tables: int = Field(2000, ge=1, le=100_000, description="Open tables kept in memory, 1 to 100000.")
    http_port: int = Field(
        0, ge=0, le=65_535, description="Port that serves /health, /ready and /metrics, 0 to 65535; 0: none."
    )
    http_host: str = Field(
        "127.0.0.1", description="Address that port listens on; 127.0.0.1: this machine only."
    )

    @model_validator(mode="before")
    @classmethod
    def _read_secrets(cls, values: dict[str, Any]) -> dict[str, Any]:
        # A blank value counts as unset.
        given = {
            name: value
            for name, value in values.items()
            if not (isinstance(value, str) and not value.strip())
        }
        for name in _SECRETS:
            if f"{name}_file" in given:
                variable = _variable(name)
                if name in given:
                    raise ValueError(f"{variable} and {variable}_FILE are both set; leave one of them blank")
                given[name] = _secret_in(Path(str(given[f"{name}_file"]).strip()), f"{variable}_FILE")
        return given

    @field_validator("token")
    @classmethod
    def _is_a_token(cls, token: SecretStr | None) -> SecretStr | None:
        # discord.py sends it in a header, which allows no line breaks and no non-ASCII characters.
        text = "" if token is None else token.get_secret_value()
        if len(text) > _LONGEST_TOKEN:
            raise ValueError(f"should be a bot token, which is shorter than {_LONGEST_TOKEN} characters")
        if not all("!" <= letter <= "~" for letter in text):
            raise ValueError("should be a bot token, in which there are no spaces and no control characters")
        return token

    @field_validator("http_host")
    @classmethod
    def _is_an_address(cls, host: str) -> str:
        if not re.fullmatch(r"[0-9A-Za-z.:_-]{1,253}", host):
            raise ValueError("should be an address or a host's name, like 127.0.0.1")
        return host

    @field_validator("database_url")
    @classmethod
    def _names_a_driver(cls, url: str) -> str:
        if len(url) > _LONGEST_URL or not url.isprintable():
            raise ValueError(f"should be at most {_LONGEST_URL} characters, and no control characters")
        scheme, ended, _ = url.partition("://")
        dialect, _, driver = scheme.partition("+")
        if not ended or not (driver or dialect in _POSTGRES) or not dialect:
            raise ValueError(
                "should be a URL that names an async driver, like sqlite+aiosqlite:///cardinal.db, or begins "
                "with postgresql://"
            )
        return url

    @field_validator("discord_api")
    @classmethod
    def _is_a_base_url(cls, url: str) -> str:
        if len(url) > _LONGEST_URL or not url.isprintable() or not _BASE_URL.fullmatch(url):
            raise ValueError("should be a URL like https://discord.com/api/v10, with nothing after its path")
        return url.rstrip("/")


def load_settings(env_file: Path | None = Path(".env")) -> Settings:
    """Read the settings from the environment and from `env_file`, if there is one.

    Raises `SettingsError` if a value is invalid or the file cannot be read. No error shows the value of a
    setting, so none can show the token.
    """
    try:
        unknown = list(_unknown_names(os.environ, "the environment"))
        if env_file is not None:
            unknown += _unknown_names(_checked_file(env_file), str(env_file))
        if unknown:
            raise SettingsError("; ".join(unknown))
        return Settings(_env_file=env_file)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_context=False, include_input=False)
    except UnicodeDecodeError:
        raise SettingsError(f"{env_file} is not UTF-8 text") from None
    except OSError as error:
        raise SettingsError(f"{env_file} cannot be read: {error.strerror}") from None
    # Raised out here, so that the ValidationError, which contains the values, does not become its context.
    raise SettingsError("; ".join(map(_in_words, problems)))


def drop_secrets() -> None:
    """Remove the token and database URL from this process's environment, which every child inherits."""
    names = set(map(_variable, _SECRETS))
    for name in [name for name in os.environ if name.upper() in names]:
        del os.environ[name]


def _variable(name: str) -> str:
    return PREFIX + name.upper()


def _secret_in(path: Path, variable: str) -> str:
    # No error shows the path: somebody may have set the secret itself.
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_SECRET_BYTES + 1)
    except OSError as error:
        raise ValueError(f"{variable}: the file cannot be read: {error.strerror}") from None
    if len(content) > _MOST_SECRET_BYTES:
        raise ValueError(f"{variable}: the file is too large to hold a secret alone")
    if not (secret := content.decode("utf-8-sig", errors="replace").strip()):
        raise ValueError(f"{variable}: the file is empty")
    return secret


def _unknown_names(given: Mapping[str, str | None], where: str) -> Iterator[str]:
    known = {_variable(name) for name in Settings.model_fields}
    for name in sorted(given):
        upper = name.upper()
        if not upper.startswith(PREFIX) or upper in known or upper in _OF_COMPOSE:
            continue
        if _OF_KUBERNETES.fullmatch(upper) or re.match(r"(tcp|udp)://", given[name] or ""):
            continue
        near = get_close_matches(upper.removeprefix(PREFIX), [one.removeprefix(PREFIX) for one in known], 1)
        instead = f"; did you mean {PREFIX}{near[0]}?" if near else "; README.md lists the settings"
        yield f"{where} sets {name}, which is not a setting{instead}"


def _checked_file(path: Path) -> Mapping[str, str | None]:
    """What the file sets."""
    # pydantic reads any file whole, and ignores anything that is not a file.
    try:
        found = path.stat()
    except FileNotFoundError:
        return {}
    if stat.S_ISDIR(found.st_mode):
        raise SettingsError(f"{path} is a directory; it should be a file with a setting on each line")
    if not stat.S_ISREG(found.st_mode):
        raise SettingsError(f"{path} is not an ordinary file")
    with path.open("rb") as file:
        content = file.read(MOST_FILE_BYTES + 1)
    if len(content) > MOST_FILE_BYTES:
        raise SettingsError(f"{path} is larger than {MOST_FILE_BYTES:,} bytes, so it is no file of settings")
    given = dotenv_values(stream=StringIO(content.decode("utf-8-sig")), interpolate=False)
    written = {name.upper(): value for name, value in given.items()}
    for name in map(str.upper, Settings.model_fields):
        # Other programs may share the file; suggest the right name only to somebody who misspelt ours.
        if name in written and not (written.get(PREFIX + name) or os.environ.get(PREFIX + name)):
            raise SettingsError(f"{path} sets {name}; the name of the setting is {PREFIX}{name}")
    return given


def _in_words(problem: ErrorDetails) -> str:
    reason = problem["msg"].removeprefix("Value error, ").removeprefix("Input ")
    if not problem["loc"]:
        return reason
    name = _variable(str(problem["loc"][0]))
    if problem["type"] == "int_parsing_size":
        return f"{name}: should be a smaller number"
    return f"{name}: {reason}"
