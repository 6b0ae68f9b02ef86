"""Live interaction tokens: messages that can be edited free of the bot's request budget.

For 15 minutes after a press the message it came from, or was answered with, can be edited
through the interaction's own webhook. Handles are only in memory; after a restart the bot's
token serves until somebody presses again.
"""

from dataclasses import dataclass

import discord

from cogs.items import Interaction
from cogs.sheet import Drawing

TOKEN_SECONDS = 14 * 60
"""How long a handle is used; Discord keeps the token for 15 minutes."""

_PANELS_KEPT = 3
_NOBODY = discord.AllowedMentions.none()


@dataclass(slots=True)
class Handle:
    """A message within reach of an interaction's token.

    `original` says that it is the interaction's `@original`; `dm` that it stands in a DM.
    `expires` is in seconds since the epoch; `shown` is the table version the message shows.
    """

    interaction: Interaction
    message_id: int
    original: bool
    dm: bool
    expires: float
    shown: int

    async def edit(self, drawing: Drawing) -> None:
        """Draw the message anew. Raises discord.HTTPException."""
        if self.original:
            await self.interaction.edit_original_response(
                view=drawing.sheet, attachments=drawing.files(), allowed_mentions=_NOBODY
            )
        else:
            await self.interaction.followup.edit_message(
                self.message_id,
                view=drawing.sheet,
                attachments=drawing.files(),
                allowed_mentions=_NOBODY,
            )


class Handles:
    """The handles of all tables: one table message each, and a few hand panels a person."""

    def __init__(self) -> None:
        self._placards: dict[int, Handle] = {}
        self._panels: dict[tuple[int, int], dict[int, Handle]] = {}

    def keep_placard(self, table_id: int, handle: Handle) -> None:
        """The table message can be edited through this."""
        self._placards[table_id] = handle

    def placard(self, table_id: int, now: float) -> Handle | None:
        """The handle of the table message, if it has one that still lives."""
        handle = self._placards.get(table_id)
        if handle is not None and handle.expires <= now:
            del self._placards[table_id]
            return None
        return handle

    def drop_placard(self, table_id: int) -> None:
        """The table message is another now, or cannot be edited."""
        self._placards.pop(table_id, None)

    def keep_panel(self, table_id: int, user_id: int, handle: Handle) -> None:
        """A hand panel of that person can be edited through this; only the latest few are kept."""
        panels = self._panels.setdefault((table_id, user_id), {})
        panels.pop(handle.message_id, None)
        panels[handle.message_id] = handle
        while len(panels) > _PANELS_KEPT:
            del panels[next(iter(panels))]

    def panels(self, table_id: int, user_id: int, now: float) -> list[Handle]:
        """The living handles of that person's panels at the table."""
        panels = self._panels.get((table_id, user_id), {})
        for message_id in [key for key, handle in panels.items() if handle.expires <= now]:
            del panels[message_id]
        return list(panels.values())

    def drop_panel(self, table_id: int, user_id: int, message_id: int) -> None:
        """That panel cannot be edited any more."""
        self._panels.get((table_id, user_id), {}).pop(message_id, None)

    def forget(self, table_id: int) -> None:
        """The table is over."""
        self.drop_placard(table_id)
        for key in [key for key in self._panels if key[0] == table_id]:
            del self._panels[key]
