"""The suits on the buttons, as emojis of the application with spoken names.

They are uploaded in the background once the bot has started, and nothing waits for them: until all are there,
and if Discord refuses them, buttons have the suits as text.
"""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import aiohttp
import discord
from discord.ext import commands, tasks

from bot.art import ART_VERSION, EMOJI_NAMES, USUAL, Style, emoji_name, emoji_picture
from bot.cluster.alone import Alone
from bot.cluster.leases import UPKEEP, Changed
from bot.cluster.ports import Cluster
from bot.rules.cards import KNIGHT
from cogs.transport.call_budget import Priority, calls_of
from cogs.ui.glyphs import plainly

log = logging.getLogger(__name__)

_LOOK_MINUTES: Final = 10.0
"""Between two looks whether they are still there: a message with one that is gone would be refused."""

_PAUSE: Final = 0.1
"""Seconds between two uploads, which leave room for what people wait for."""

_VERSION: Final = "cardinal_art_"
"""An emoji so called says of which version the others are; it is uploaded after them."""

_SUITS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_SIGNED: Final = re.compile(r"(?P<rank>10|[AKQJB2-9])?(?P<sign>[♠♥♦♣]) ?")
_FOUR_COLOURS: Final = {
    "S": discord.ButtonStyle.secondary,
    "H": discord.ButtonStyle.danger,
    "D": discord.ButtonStyle.primary,
    "C": discord.ButtonStyle.success,
}


class Sign(NamedTuple):
    """What a button shows: its words, the emoji before them, the colour of the suit if it has one."""

    label: str
    emoji: discord.PartialEmoji | None = None
    colour: discord.ButtonStyle | None = None


@dataclass(frozen=True, slots=True)
class Signs:
    """How the suits in labels are shown to one person. `known` are the emojis by name, all or none.

    In four colours the buttons have Discord's own four: grey, red, blue and green, just as the cards. In two,
    what can be played stays green and the emoji alone is red or black: red on Discord means danger.
    """

    known: Mapping[str, discord.PartialEmoji] = field(default_factory=dict)
    style: Style = USUAL

    def on(self, label: str) -> Sign:
        """The label as a button shows it.

        Where it names one card, or one suit, an emoji takes the place of the sign, for a screen reader says
        the emoji's name: `Q♥` is shown as `Q`, after the emoji `queen_of_hearts`.
        """
        plain = plainly(label)
        if plain == KNIGHT.face:
            return Sign(label, self.known.get(emoji_name("N", "")))
        found = list(_SIGNED.finditer(plain))
        if len(found) != 1:
            return Sign(label)
        card = found[0]
        rank, suit = card["rank"] or "", _SUITS[card["sign"]]
        colour = _FOUR_COLOURS[suit] if self.style.four_colours and rank else None
        emoji = self.known.get(emoji_name("T" if rank == "10" else rank, suit, self.style))
        without = " ".join((plain[: card.start()] + rank + " " + plain[card.end() :]).split())
        return Sign(without, emoji, colour) if emoji and without else Sign(label, None, colour)


PLAIN_SIGNS: Final = Signs()
"""Suits as text."""


class EmojiCog(commands.Cog):
    """Sees to it that the application has its emojis. `known` is empty until all of them are there.

    Of several processes one uploads them.
    """

    def __init__(self, bot: discord.Client, cluster: Cluster | None = None) -> None:
        self._bot = bot
        self._cluster = cluster or Alone()
        self._cluster.subscribe(self._leases_changed)
        self._told = False
        self.known: Mapping[str, discord.PartialEmoji] = {}

    async def cog_load(self) -> None:
        """Begin, in the background."""
        self.look_after.start()

    async def cog_unload(self) -> None:
        """Stop."""
        self.look_after.cancel()

    def _leases_changed(self, changed: Changed) -> None:
        if UPKEEP in changed.taken and self.look_after.is_running():
            self.look_after.restart()

    @tasks.loop(minutes=_LOOK_MINUTES)
    async def look_after(self) -> None:
        """Upload what is missing. If it fails, say so once and try again next time."""
        try:
            with calls_of(Priority.REFRESH):
                await self._complete()
            self._told = False
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            if not self._told:
                log.warning("buttons show suits as text; the emojis could not be uploaded: %s", error)
            self._told = True

    async def _complete(self) -> None:
        found = sorted(await self._bot.fetch_application_emojis(), key=lambda emoji: emoji.id)
        version = f"{_VERSION}{ART_VERSION}"
        old = [emoji for emoji in found if emoji.name.startswith(_VERSION) and emoji.name != version]
        present = {emoji.name: emoji for emoji in reversed(found)}
        if not self._cluster.holds(UPKEEP):
            # They may be about to be replaced.
            self._know({} if old else present)
            return
        if old and version not in present:
            self.known = {}
            for name in EMOJI_NAMES:
                if name in present:
                    await _delete(present.pop(name))
        if not {*EMOJI_NAMES} <= present.keys():
            self.known = {}
        missing = [name for name in (*EMOJI_NAMES, version) if name not in present]
        for name, picture in (await asyncio.to_thread(_pictures, missing)).items():
            # Where another process has uploaded it meanwhile, Discord refuses the name: that one goes first,
            # and this one finds everything at its next look.
            present[name] = await self._bot.create_application_emoji(name=name, image=picture)
            await asyncio.sleep(_PAUSE)
        for emoji in old:
            await _delete(emoji)
        self._know(present)

    def _know(self, present: Mapping[str, discord.Emoji]) -> None:
        there = {*EMOJI_NAMES} <= present.keys()
        names = EMOJI_NAMES if there else ()
        self.known = {name: discord.PartialEmoji(name=name, id=present[name].id) for name in names}


def _pictures(names: Sequence[str]) -> dict[str, bytes]:
    return {name: emoji_picture(name if name in EMOJI_NAMES else "spades") for name in names}


async def _delete(emoji: discord.Emoji) -> None:
    with suppress(discord.NotFound):  # another process was faster
        await emoji.delete()
