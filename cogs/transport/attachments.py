"""Edits that upload only the pictures a message does not have yet.

The file of a picture is named after its content (`cogs.ui.layout`): equal names are equal pictures. Discord
leaves the attachments out of a message with components (discord-api-docs #8277), but its galleries have their
ids (#7611). An edit removes every attachment that it does not list.
"""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

import discord

from bot.tables.store.recent import Recent
from cogs.transport.backoff import in_a_line, malformed
from cogs.transport.channels import ACKNOWLEDGED_BEFORE, NOBODY
from cogs.transport.surfaces import check_overtaken
from cogs.ui.layout import Drawing, Picture

log = logging.getLogger(__name__)

_MOST_REMEMBERED: Final = 10_000


class _Kept(discord.Attachment):
    """An attachment that stays. Discord wants its id, and the name that the components refer to."""

    def __init__(self, attachment_id: int, picture: Picture) -> None:
        self.id = attachment_id
        self.filename = picture.name
        self.description = picture.description

    def to_dict(self) -> Any:
        return {"id": str(self.id), "filename": self.filename, "description": self.description}


@dataclass(frozen=True, slots=True)
class _Shown:
    """The ids of a message's attachments by file name, and when it was posted or last edited."""

    at: datetime
    ids: dict[str, int]


class Attachments:
    """Knows the pictures of the messages that this process has posted, edited or seen pressed."""

    def __init__(self) -> None:
        self._shown: Recent[int, _Shown] = Recent(_MOST_REMEMBERED)
        self._refused: Recent[int, None] = Recent(_MOST_REMEMBERED)
        self._under_way: Counter[int] = Counter()

    def note(self, sent: object) -> None:
        """Remember the pictures of the message that was sent or pressed, unless a later edit is known."""
        message = _message_of(sent)
        if message is None or self._under_way[message.id]:
            return
        known, shown = self._shown.get(message.id), _shown(message)
        if known is None or known.at < shown.at:
            self._shown[message.id] = shown

    async def edit(self, message_id: int, drawing: Drawing, send: Callable[..., Awaitable[object]]) -> None:
        """Edit the message with that method of discord.py. If Discord refuses to keep a picture, all are
        uploaded, then and whenever that message is edited again. Raises Overtaken and what `send` raises."""
        check_overtaken()
        # Until Discord has confirmed the edit, nobody knows what the message has.
        known, others = self._shown.pop(message_id, None), self._under_way[message_id]
        ids = known.ids if known is not None and not others and message_id not in self._refused else {}
        self._under_way[message_id] += 1
        try:
            sent = await self._sent(message_id, drawing, ids, send)
        finally:
            self._under_way[message_id] -= 1
            others += self._under_way[message_id]
            if not self._under_way[message_id]:
                del self._under_way[message_id]
        message = _message_of(sent)
        if message is not None and not others:
            self._shown[message.id] = _shown(message)

    async def _sent(
        self, message_id: int, drawing: Drawing, ids: dict[str, int], send: Callable[..., Awaitable[object]]
    ) -> object:
        attached = [
            _Kept(ids[file.filename], picture) if file.filename in ids else file
            for picture, file in zip(drawing.pictures, drawing.files(), strict=True)
        ]
        try:
            return await send(view=drawing.view, attachments=attached, allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            keeps = any(isinstance(one, _Kept) for one in attached)
            if not keeps or not malformed(error) or error.code == ACKNOWLEDGED_BEFORE:
                raise
            log.warning("message %s: its pictures are uploaded again: %s", message_id, in_a_line(error))
            self._refused[message_id] = None
        return await send(view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY)


def _message_of(sent: object) -> discord.Message | None:
    if isinstance(sent, discord.InteractionCallbackResponse):
        sent = sent.resource
    return sent if isinstance(sent, discord.Message) else None


def _shown(message: discord.Message) -> _Shown:
    return _Shown(message.edited_at or message.created_at, dict(_ids(message.components)))


def _ids(components: Iterable[Any]) -> Iterator[tuple[str, int]]:
    for part in components:
        if isinstance(part, discord.MediaGalleryComponent):
            for item in part.items:
                if item.media.attachment_id is not None:
                    yield urlsplit(item.media.url).path.rpartition("/")[2], item.media.attachment_id
        yield from _ids(getattr(part, "children", ()))
