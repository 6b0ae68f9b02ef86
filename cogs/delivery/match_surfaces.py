"""What the channels of two servers are told of their match: a post, edited seldom, and the result."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

import discord

from bot.cluster.ports import Cluster
from bot.duplicate.contests.match_ports import MatchStore
from bot.duplicate.contests.matches import Matches
from bot.tables.state.errors import TableError
from cogs.delivery.channel_messages import Place, send
from cogs.delivery.retrying_publisher import Showing
from cogs.matches.views import draw_match
from cogs.transport.channels import NOBODY, UNKNOWN_MESSAGE, is_there, message_in
from cogs.transport.surfaces import Surface
from cogs.words.languages import Languages

EDIT_SECONDS: Final = 12 * 3_600.0  # a post is edited no more often


@dataclass(eq=False)
class MatchPublisher(Showing):
    """Publishes the sides of matches, each under the number it has in the store."""

    what: ClassVar[str] = "side of a match"
    sessions: ClassVar[bool] = True
    client: discord.Client
    cluster: Cluster
    matches: Matches
    store: MatchStore
    languages: Languages
    with_pictures: bool

    async def publish_owed(self) -> None:
        for number in await self.store.owed(self.clock.now() - EDIT_SECONDS):
            if number not in self._failing:
                self.changed(number)

    async def _owed(self, number: int) -> tuple[Sequence[Surface], bool]:
        match = await self.store.match(number // 2)
        if match is None:
            raise TableError("no-match")
        side = match.sides[number % 2]
        here = self.client.get_guild(side.guild_id) is not None
        if side.told or not here or not self.cluster.owns(side.guild_id, match.id):
            return [], not match.over
        edits = side.message_id is not None and not match.over
        due = side.edited_at + EDIT_SECONDS if edits else 0.0
        give_up = partial(self.store.posted, number, side.message_id or 0, 0.0, told=True)
        show = partial(self._show_side, number)
        surface = Surface(number, "post", show, give_up, side.channel_id, due=due, refreshes=edits)
        return [surface], not match.over

    async def _show_side(self, number: int) -> bool:
        match = await self.store.match(number // 2)
        assert match is not None
        at, over = number % 2, match.over
        side = match.sides[at]
        words = self.languages.kept(side.guild_id, side.language)
        state, result = await self.matches.state(match), await self.matches.result(match) if over else None
        drawing = await draw_match(state, result, at, words, with_pictures=self.with_pictures)
        message_id = side.message_id
        if message_id is None or over:
            place, nonce = Place(side.guild_id, side.channel_id), f"match{number}{'r' if over else 'p'}"
            message_id = (await send(self.client, place, drawing, nonce, NOBODY)).id
        else:
            try:
                post = message_in(self.client, side.channel_id, message_id, side.guild_id)
                await post.edit(view=drawing.view, allowed_mentions=NOBODY)
            except discord.HTTPException as error:
                # Whoever has deleted it did not want it.
                if error.code != UNKNOWN_MESSAGE:
                    raise
        await self.store.posted(number, message_id, self.clock.now(), told=over)
        return True


async def side_gone(client: discord.Client, store: MatchStore, number: int) -> bool:
    """Tell a side's channel nothing more if it is gone, and return whether it was."""
    match = await store.match(number // 2)
    if match is None or await is_there(client, match.sides[number % 2].channel_id):
        return False
    await store.posted(number, 0, 0.0, told=True)
    return True
