"""The suits on buttons as application emojis with spoken names.

They are uploaded in the background after the start, and nothing waits for them. Until all are there, or if
Discord refuses them, buttons show the suits as text.
"""

import asyncio
import logging
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
from bot.rules.cards import KNIGHT, parse_suit
from bot.rules.presentation.gone import card_of
from bot.rules.presentation.scene import Choice
from cogs.transport.call_budget import Priority, calls_of

log = logging.getLogger(__name__)

_LOOK_MINUTES: Final = 10.0  # minutes between two checks: Discord refuses a message with a deleted one
_PAUSE: Final = 0.1  # seconds between two uploads, which leave room for calls people wait for
_VERSION: Final = "cardinal_art_"  # the emoji with the version of the others in its name; uploaded last

_FOUR_COLOURS: Final = {
    "S": discord.ButtonStyle.secondary,
    "H": discord.ButtonStyle.danger,
    "D": discord.ButtonStyle.primary,
    "C": discord.ButtonStyle.success,
}


class Sign(NamedTuple):
    """What a button shows: its text, the emoji before it, and the colour of its suit, if any."""

    label: str
    emoji: discord.PartialEmoji | None = None
    colour: discord.ButtonStyle | None = None


@dataclass(frozen=True, slots=True)
class Signs:
    """How suits are shown on one person's buttons. `known` holds the emojis by name, all or none.

    With four colours the buttons use Discord's own four: grey, red, blue and green, as the cards do. With
    two, playable cards stay green and only the emoji is red or black, because a red button means danger on
    Discord.
    """

    known: Mapping[str, discord.PartialEmoji] = field(default_factory=dict)
    style: Style = USUAL

    def on(self, choice: Choice) -> Sign:
        """The choice as a button shows it.

        If its move names one card or one suit, an emoji replaces the sign, because a screen reader reads out
        the emoji's name: `Q♥` becomes `Q` after the emoji `queen_of_hearts`.
        """
        named = choice.move.partition(" ")[2]
        card = card_of(named)
        if card == KNIGHT:
            return Sign(choice.label, self.known.get(emoji_name("N", "")))
        rank, letter = (card.rank.value, card.suit.value) if card and card.suit else ("", named)
        if letter not in _FOUR_COLOURS:
            return Sign(choice.label)
        colour = _FOUR_COLOURS[letter] if self.style.four_colours and rank else None
        emoji = self.known.get(emoji_name(rank, letter, self.style))
        if emoji is None:
            return Sign(choice.label, None, colour)
        without = choice.label.replace(parse_suit(letter).symbol, " ")
        return Sign(" ".join(without.split()), emoji, colour)


PLAIN_SIGNS: Final = Signs()


class EmojiCog(commands.Cog):
    """Uploads the application's emojis. `known` is empty until all of them exist.

    Of several processes one uploads them.
    """

    def __init__(self, bot: discord.Client, cluster: Cluster | None = None) -> None:
        self._bot = bot
        self._cluster = cluster or Alone()
        self._cluster.subscribe(self._leases_changed)
        self._told = False
        self.known: Mapping[str, discord.PartialEmoji] = {}

    async def cog_load(self) -> None:
        self.look_after.start()

    async def cog_unload(self) -> None:
        self.look_after.cancel()

    def _leases_changed(self, changed: Changed) -> None:
        if UPKEEP in changed.taken and self.look_after.is_running():
            self.look_after.restart()

    @tasks.loop(minutes=_LOOK_MINUTES)
    async def look_after(self) -> None:
        """Upload the missing ones. After a failure, log it once and try again next time."""
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
            # If another process has uploaded it in the meantime, Discord refuses the name: then this one
            # stops, and finds all of them at the next check.
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
