"""What an operator may set: environment variables named `CARDINAL_…`, or the same lines in `.env`."""

from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "CARDINAL_"


class SettingsError(ValueError):
    """A setting that cannot be used; the text is one line, naming the variable and what is wrong with it."""


class Settings(BaseSettings):
    """The settings of one process. Build it with `load_settings`, which words the errors for people.

    A value in the environment wins over the same one in the file; a blank value counts as unset.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        env_file_encoding="utf-8",
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        str_strip_whitespace=True,
    )

    token: SecretStr | None = Field(None, description="Discord bot token; needed by `run` only.")
    database_url: str = Field(
        "sqlite+aiosqlite:///cardinal.db",
        repr=False,  # it may hold a password
        description="SQLAlchemy URL with an async driver.",
    )
    dev_guild: int | None = Field(
        None,
        gt=0,
        description="Id of one server to register the slash commands in at once; blank: in every server.",
    )
    house_pause: float = Field(
        1.2, ge=0, le=30, description="Seconds a house player waits before it acts, 0 to 30."
    )
    house_workers: int = Field(
        2, ge=0, le=16, description="Processes in which the house thinks; 0: its quick players only."
    )
    analyse: bool = Field(
        True, description="Analyse hands after they were played even if nobody asks, when it is quiet."
    )
    turn_seconds: int = Field(180, ge=0, description="Turn clock of a new table, in seconds; 0: no clock.")
    render_interval: float = Field(
        1.0, ge=0, allow_inf_nan=False, description="Least seconds between two edits of one table message."
    )
    pictures: bool = Field(True, description="Show cards and tables as pictures too, not as text alone.")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", description="Least level that is logged: DEBUG, INFO, WARNING or ERROR."
    )
    cache_tables: int = Field(2000, ge=1, description="Open tables kept in memory, at most.")

    @model_validator(mode="before")
    @classmethod
    def _blank_is_unset(cls, values: dict[str, Any]) -> dict[str, Any]:
        return {
            name: value
            for name, value in values.items()
            if not (isinstance(value, str) and not value.strip())
        }

    @field_validator("database_url")
    @classmethod
    def _names_a_driver(cls, url: str) -> str:
        dialect, _, driver = url.partition("://")[0].partition("+")
        if "://" not in url or not dialect or not driver:
            raise ValueError(
                "should be a URL that names an async driver, like sqlite+aiosqlite:///cardinal.db"
            )
        return url


def load_settings(env_file: Path | None = Path(".env")) -> Settings:
    """Read the settings from the environment and from `env_file`, if there is one.

    Raises `SettingsError` where a value cannot be used or the file cannot be read. No error shows the value
    of a setting, so none can show the token.
    """
    try:
        return Settings(_env_file=env_file)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_context=False, include_input=False)
    except UnicodeDecodeError:
        raise SettingsError(f"{env_file} is not UTF-8 text") from None
    except OSError as error:
        raise SettingsError(f"{env_file} cannot be read: {error.strerror}") from None
    # Raised out here, so that the ValidationError, which knows the values, is not kept as the context.
    raise SettingsError("; ".join(map(_in_words, problems)))


def _in_words(problem: ErrorDetails) -> str:
    name = PREFIX + str(problem["loc"][0]).upper()
    reason = problem["msg"].removeprefix("Value error, ").removeprefix("Input ")
    return f"{name}: {reason}"
