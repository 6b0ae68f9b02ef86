"""The bot as a guest on its own server, beside the bot that runs there."""

from typing import Any, Final

from bot.client import Cardinal
from cogs.delivery.upkeep_cog import UpkeepCog
from cogs.transport import discord_internals
from cogs.transport.emojis import EmojiCog
from cogs.transport.routing import subject_of

_EVENT: Final = "INTERACTION_CREATE"
_PRESSES: Final = (3, 5)  # the interaction types of buttons and menus, and of forms


class Visitor(Cardinal):
    """Shows one table and answers the presses there; everything else is left to the bot that runs.

    It has no commands, registers none, and uploads no emojis: `with_emojis` says that all of them are there.
    """

    table = 0
    with_emojis = False

    async def setup_hook(self) -> None:
        discord_internals.wrap_requests(self, self.parts.budget.limited)
        for cog in self.parts.cogs:
            if isinstance(cog, UpkeepCog) or (self.with_emojis and isinstance(cog, EmojiCog)):
                await self.add_cog(cog)
        parsers = discord_internals.parsers_of(self)
        self.parts.router.attach(parsers)
        answer = parsers[_EVENT]

        def received(data: Any) -> None:
            subject = subject_of(data)
            ours = subject is not None and not subject.session and subject.number == self.table
            if ours and data.get("type") in _PRESSES:
                answer(data)

        parsers[_EVENT] = received
