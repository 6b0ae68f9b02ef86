"""Pictures that a message has already are not uploaded with an edit of it."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.http import handle_message_parameters

from cogs.transport.attachments import Attachments
from cogs.ui.layout import Drawing, Layout, Picture
from tests.fake_discord.world import Message, Refused, World

HAND = Picture("hand.png", b"thirteen cards", "Your hand")
BOARD, NEXT_BOARD = (Picture("table.png", data, "The table") for data in (b"two cards", b"three cards"))


class OnDiscord:
    """A message on the fake Discord, edited as discord.py does it."""

    def __init__(self) -> None:
        self.world = World()
        user = self.world.add_user("Ann")
        self.message = Message(self.world.snowflakes.new(), self.world.dm_with(user.id).id, "a1")
        self.uploaded: list[str] = []
        client = discord.Client(intents=discord.Intents.none())
        data: Any = {"id": self.world.application_id, "type": 3, "token": "token"}
        self._webhook = discord.Webhook.from_state(data=data, state=client._connection)

    @property
    def id(self) -> int:
        return self.message.id

    @property
    def shows(self) -> list[str]:
        """The names of the attachments, less the digests."""
        return [one["filename"].partition("-")[0] for one in self.message.attachments]

    async def edit(self, **parts: Any) -> discord.Message:
        with handle_message_parameters(**parts) as parameters:
            files: list[Any] = [{"filename": file.filename} for file in parameters.files or ()]
            texts = [part["value"] for part in parameters.multipart or () if part["name"] == "payload_json"]
            body: Any = json.loads(texts[0]) if texts else parameters.payload
        try:
            self.world.change(self.message, body, files)
        except Refused as error:
            response: Any = SimpleNamespace(status=error.status, reason="Bad Request")
            raise discord.HTTPException(response, {"code": error.code, "message": error.message}) from None
        self.uploaded = [file["filename"].partition("-")[0] for file in files]
        return self.now()

    def now(self) -> discord.Message:
        """The message as the bot gets to know it now."""
        data: Any = self.world.message_payload(self.message)
        message: discord.Message = self._webhook._create_message(data, thread=discord.utils.MISSING)
        return message


@pytest.fixture
async def panel() -> OnDiscord:
    return OnDiscord()


def drawing(*pictures: Picture) -> Drawing:
    layout = Layout()
    for picture in pictures:
        layout.picture(picture)
    layout.text("Your hand")
    return layout.drawing()


async def test_only_a_new_picture_is_uploaded_and_one_not_shown_any_more_is_removed(panel: OnDiscord) -> None:
    attachments = Attachments()
    await attachments.edit(panel.id, drawing(BOARD, HAND), panel.edit)
    assert panel.uploaded == ["table", "hand"]
    hand = panel.message.attachments[1]
    await attachments.edit(panel.id, drawing(NEXT_BOARD, HAND), panel.edit)
    assert panel.uploaded == ["table"]
    assert (panel.shows, panel.message.attachments[1]) == (["table", "hand"], hand)
    await attachments.edit(panel.id, drawing(HAND), panel.edit)
    assert (panel.uploaded, panel.message.attachments) == ([], [hand])
    await attachments.edit(panel.id, drawing(), panel.edit)
    assert (panel.uploaded, panel.shows) == ([], [])


async def test_a_pressed_message_tells_its_pictures_unless_a_later_edit_is_known(panel: OnDiscord) -> None:
    await panel.edit(view=drawing(BOARD, HAND).view, attachments=drawing(BOARD, HAND).files())
    attachments, pressed = Attachments(), panel.now()
    attachments.note(pressed)
    await attachments.edit(panel.id, drawing(NEXT_BOARD, HAND), panel.edit)
    assert panel.uploaded == ["table"]
    attachments.note(pressed)
    await attachments.edit(panel.id, drawing(NEXT_BOARD, HAND), panel.edit)
    assert panel.uploaded == []
    await Attachments().edit(panel.id, drawing(BOARD), panel.edit)  # by another process
    attachments.note(panel.now())
    await attachments.edit(panel.id, drawing(BOARD, HAND), panel.edit)
    assert panel.uploaded == ["hand"]


async def test_everything_is_uploaded_once_discord_has_refused_to_keep(
    panel: OnDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    attachments = Attachments()
    await attachments.edit(panel.id, drawing(BOARD, HAND), panel.edit)
    await Attachments().edit(panel.id, drawing(NEXT_BOARD), panel.edit)  # by another process
    for _ in range(2):
        await attachments.edit(panel.id, drawing(BOARD, HAND), panel.edit)
        assert (panel.uploaded, panel.shows) == (["table", "hand"], ["table", "hand"])
    assert len(caplog.records) == 1


async def test_another_refusal_is_raised_and_then_nothing_is_taken_for_known(panel: OnDiscord) -> None:
    attachments = Attachments()
    await attachments.edit(panel.id, drawing(BOARD, HAND), panel.edit)

    async def answered_before(**parts: Any) -> None:
        response: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(response, {"code": 40060, "message": "acknowledged"})

    with pytest.raises(discord.HTTPException):
        await attachments.edit(panel.id, drawing(BOARD, HAND), answered_before)
    await attachments.edit(panel.id, drawing(BOARD, HAND), panel.edit)
    assert panel.uploaded == ["table", "hand"]
    await attachments.edit(panel.id, drawing(BOARD, HAND), panel.edit)
    assert panel.uploaded == []


async def test_after_two_edits_at_once_nobody_knows_what_the_message_has(panel: OnDiscord) -> None:
    attachments, held = Attachments(), asyncio.Event()
    await attachments.edit(panel.id, drawing(BOARD, HAND), panel.edit)

    async def slowly(**parts: Any) -> discord.Message:
        await held.wait()
        return await panel.edit(**parts)

    slow = asyncio.create_task(attachments.edit(panel.id, drawing(HAND), slowly))
    await asyncio.sleep(0)
    for _ in range(2):
        await attachments.edit(panel.id, drawing(NEXT_BOARD, HAND), panel.edit)
        assert panel.uploaded == ["table", "hand"]
    held.set()
    await slow
    assert (panel.uploaded, panel.shows) == (["hand"], ["hand"])
    await attachments.edit(panel.id, drawing(BOARD, HAND), panel.edit)
    assert panel.uploaded == ["table", "hand"]
