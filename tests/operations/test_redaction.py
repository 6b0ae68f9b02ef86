"""What is taken out of a log line, and what is left in it."""

import io
import json
import logging

import pytest

from bot import metrics, tracing
from bot.operations.logs import HIDDEN, Redaction, redaction_for, set_up_logging
from bot.settings import Settings

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789AB"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5OmFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6"


def made(**values: object) -> Settings:
    return Settings(_env_file=None, **values)  # type: ignore[arg-type]


def errors_logged() -> float:
    labels = {"level": "error", "part": "cogs"}
    return metrics.REGISTRY.get_sample_value("cardinal_logged_total", labels) or 0.0


@pytest.fixture
def stream(as_logged_before: None) -> io.StringIO:
    return io.StringIO()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            f"https://discord.com/api/v10/webhooks/12/{INTERACTION}/messages/@original",
            f"/{HIDDEN}/messages/@original",
        ),
        ("POST /interactions/12/simple/callback", f"POST /interactions/12/{HIDDEN}/callback"),
        (f"token={INTERACTION}&x", f"token={HIDDEN}&x"),
        (f"Authorization: Bot {TOKEN}", f"Bot {HIDDEN}"),
        ("postgresql+asyncpg://cardinal:hunter2@db/cardinal", f"cardinal:{HIDDEN}@db"),
        ("salt 0123456789abcdef0123456789abcdef.", f"salt {HIDDEN}."),
        ("illegal: play QH", f"illegal: play {HIDDEN}"),
        ("deck AS 2H TD", f"deck {HIDDEN} {HIDDEN} {HIDDEN}"),
        ("the 10♥ and the Q♠", f"the {HIDDEN} and the {HIDDEN}"),
        ("le V♥ et le R♠", f"le {HIDDEN} et le {HIDDEN}"),
        ("lay 6-1 left", f"lay {HIDDEN} left"),
        ("deck 0-0 0-1 6-6", f"deck {HIDDEN}"),
    ],
)
def test_what_must_not_be_told_is_hidden(text: str, left: str) -> None:
    assert left in Redaction()(text)


@pytest.mark.parametrize(
    "text",
    [
        "interaction 1456074443980800086 came too late: Unknown interaction",
        "table 12: message is not shown yet: 403 Forbidden (error code: 50013): Missing Permissions",
        "sealed as 7004b85e8d9e2a3172249b4c4ec9d2ac9b26a0123456789abcdef0123456789a",
        "2026-11-22 10:04:33 storage/tables/store.py: A table, 2 days, revision 0015",
        "Attempting a reconnect in 3.00s (Cannot connect to host discord.com:443)",
    ],
)
def test_what_an_operator_reads_is_left(text: str) -> None:
    assert Redaction()(text) == text


def test_the_settings_own_secrets_are_hidden_whatever_they_look_like() -> None:
    redaction = redaction_for(made(token="abc-def", database_url="postgresql+asyncpg://x:a%40b%2fc@db/y"))
    assert redaction("abc-def; a@b/c; a%40b%2Fc; a%40b%2fc") == f"{HIDDEN}; {HIDDEN}; {HIDDEN}; {HIDDEN}"


def test_a_database_url_that_is_none_is_no_fault() -> None:
    assert redaction_for(made(database_url="sqlite+aiosqlite://[x"))("a line") == "a line"


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_a_fault_is_logged_with_its_click_and_without_what_it_quotes(stream: io.StringIO, log_format: str):
    set_up_logging(made(log_format=log_format, token=TOKEN), stream)
    before = errors_logged()
    with tracing.working_for("77"):
        try:
            raise KeyError(f"play QH with {TOKEN}")
        except KeyError:
            logging.getLogger("cogs.any").exception("a fault with %s", "KD")
    written = stream.getvalue()
    assert "QH" not in written
    assert "KD" not in written
    assert TOKEN not in written
    assert "Traceback" in written
    assert errors_logged() == before + 1
    if log_format == "text":
        assert f"] cogs.any: click=77 a fault with {HIDDEN}\nTraceback" in written
        return
    line = json.loads(written)
    assert (line["click"], line["level"], line["logger"]) == ("77", "ERROR", "cogs.any")
    assert line["message"] == f"a fault with {HIDDEN}"
    assert line["exception"].startswith("Traceback")
    assert line["time"].endswith("+00:00")


def test_a_line_without_a_click_names_none(stream: io.StringIO) -> None:
    set_up_logging(made(log_format="json"), stream)
    logging.getLogger("bot.any").info("a line\nand another")
    assert "click" not in json.loads(stream.getvalue())
    assert stream.getvalue().count("\n") == 1
    set_up_logging(made(), stream)
    logging.getLogger("bot.any").info("as text")
    assert "bot.any: as text" in stream.getvalue()


@pytest.mark.parametrize(
    ("level", "debug", "libraries"), [("DEBUG", True, "INFO"), ("ERROR", False, "ERROR")]
)
def test_only_our_own_parts_say_more_than_info(stream: io.StringIO, level: str, debug: bool, libraries: str):
    set_up_logging(made(log_level=level), stream)
    assert logging.getLogger("cogs.any").isEnabledFor(logging.DEBUG) is debug
    for name in ("discord.gateway", "discord.http", "aiosqlite", "asyncpg", "numba"):
        assert logging.getLogger(name).getEffectiveLevel() == logging.getLevelNamesMapping()[libraries]
