"""What is logged in play: one id from the click to what is shown, and nothing that must not be told."""

import io
import json
import logging
import re
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.operations.logs import OURS, set_up_logging
from cogs.hand.actions import make_move
from tests.discord.test_every_game import opened, play_a_deal
from tests.discord.world import World

CARD = re.compile(r"\b(?:10|[AKQJTB2-9])(?:[SHDC]\b|[♠♥♦♣])|\b[0-6]-[0-6]\b")


class Kept(logging.Handler):
    """Lines as they are before anything is taken out of them."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.partition(".")[0] in OURS:
            self.lines.append(logging.Formatter("%(name)s %(message)s").format(record))


@pytest.fixture
def logged(world: World, as_logged_before: None) -> tuple[io.StringIO, Kept]:
    """All that is logged at DEBUG, as JSON, and what of it is ours before anything is taken out."""
    stream, kept, root = io.StringIO(), Kept(), logging.getLogger()
    settings = world.settings.model_copy(update={"log_level": "DEBUG", "log_format": "json"})
    set_up_logging(settings, stream)
    root.addHandler(kept)
    return stream, kept


def lines_of(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize("key", ["bezique", "matador"])
async def test_neither_a_card_nor_a_token_nor_a_salt_is_logged(
    world: World, logged: tuple[io.StringIO, Kept], key: str
) -> None:
    stream, kept = logged
    ann = world.people["Ann"].user
    await opened(world, key)
    for _ in range(3):
        path = f"/channels/{world.channel.id}/messages"
        world.env.inject_error("POST", path, status=500, code=0)
    await play_a_deal(world, "Ann")
    await world.press("Eve", world.table_message(), "Seal")
    await world.env.advance_time(12)
    snapshot = await world.snapshot()
    salts = {move.seal.salt for move in snapshot.log if move.seal is not None}
    paths = [request.path.split("/") for request in world.env.http_requests]
    tokens = {parts[3] for parts in paths if parts[1] in ("interactions", "webhooks")}
    assert salts
    assert len(tokens) > 5
    assert len(kept.lines) > 50
    sent = {message.text for message in world.messages(ann.dm_channel)}
    for text in (stream.getvalue(), *kept.lines):
        assert not CARD.search(text), text
        assert not any(secret in text for secret in (*salts, *tokens, *sent))


async def test_one_id_leads_from_the_click_to_what_is_shown(world: World, logged: tuple[io.StringIO, Kept]):
    stream, _ = logged
    await world.table("Bob", "Cleo", "Dan")
    stream.seek(0)
    stream.truncate()
    await world.start()
    lines = lines_of(stream)
    (click,) = {line["click"] for line in lines if "arrived" in line["message"]}
    said = [line["message"] for line in lines if line.get("click") == click]
    assert said[0] == f"a button of user {world.people['Ann'].id} arrived"
    assert any(re.fullmatch(r"table 1 is at version \d+", line) for line in said)
    assert any(re.fullmatch(r"answered after \d+ ms", line) for line in said)
    assert any(re.fullmatch(r"table 1: .* is shown", line) for line in said)


async def test_what_the_house_does_is_logged_under_the_click_that_let_it(
    world: World, logged: tuple[io.StringIO, Kept]
) -> None:
    stream, _ = logged
    await opened(world, "bezique")
    snapshot = await play_a_deal(world, "Ann")
    clicks = [line.get("click") for line in lines_of(stream) if "is at version" in line["message"]]
    assert len(clicks) > snapshot.step / 2
    assert all(clicks)


async def test_libraries_say_nothing_at_debug(logged: tuple[io.StringIO, Kept]) -> None:
    stream, _ = logged
    for name in ("discord.gateway", "discord.http", "aiosqlite", "sqlalchemy.engine", "asyncio"):
        assert not logging.getLogger(name).isEnabledFor(logging.DEBUG), name
        logging.getLogger(name).debug("{'token': 'x'}")
    assert stream.getvalue() == ""


async def test_a_move_is_begun_only_once_everything_before_it_is_known() -> None:
    # Otherwise its coroutine would never be awaited, and Python would warn in the middle of the log.
    press = Mock(reads=AsyncMock(side_effect=ConnectionError("cut off")))
    with pytest.raises(ConnectionError):
        await make_move(press, "play QH", sure=True)
    press.services.tables.play.act.assert_not_called()
    press.reads, press.look = AsyncMock(return_value=True), AsyncMock(side_effect=ConnectionError("cut off"))
    with pytest.raises(ConnectionError):
        await make_move(press, "play QH", sure=True)
    press.services.tables.play.act.assert_not_called()
