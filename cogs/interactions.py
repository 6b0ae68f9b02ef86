"""Answering an interaction, whatever happens: the one error surface."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeVar

import discord

from bot.rules.catalogue import Catalogue
from bot.rules.errors import RuleError
from bot.tables.errors import TableError
from bot.tables.model import Person
from cogs.drawing import Drawing
from cogs.glyphs import as_text
from cogs.names import plain_name
from cogs.services import Interaction

log = logging.getLogger(__name__)

T = TypeVar("T")

SLOW_SECONDS = 1.8
"""After so long an interaction is acknowledged before its answer is ready; Discord waits 3 s."""

_TOO_LATE = {10062, 40060}
"""Unknown interaction; already acknowledged."""

UNKNOWN_MESSAGE = 10008

_NOBODY = discord.AllowedMentions.none()


def words_of(interaction: Interaction) -> Catalogue:
    """The language of the person who clicked or typed."""
    return interaction.client.services.languages.met(interaction.user.id, interaction.locale.value)


def person_of(user: discord.abc.User) -> Person:
    """Somebody on Discord as the tables know them."""
    person = Person(user.id, user.display_name)
    return replace(person, name=plain_name(person))


def manages(interaction: Interaction) -> bool:
    """Whether the person may manage the server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


@asynccontextmanager
async def answering(interaction: Interaction) -> AsyncIterator[None]:
    """Turn refusals into one sentence to the person alone, and faults into an apology."""
    # Whatever is drawn for the person meanwhile is in their language.
    words = words_of(interaction)
    try:
        yield
    except (TableError, RuleError) as error:
        await _say_if_possible(interaction, interaction.client.services.renderer.refusal(error, words))
    except discord.HTTPException as error:
        if error.code in _TOO_LATE:
            log.info("interaction %s came too late: %s", interaction.id, error.text)
            return
        log.exception("interaction %s failed", interaction.id)
        await _say_if_possible(interaction, apology(words))
    except Exception:
        log.exception("interaction %s failed", interaction.id)
        await _say_if_possible(interaction, apology(words))


def apology(words: Catalogue) -> str:
    """What is said when something failed."""
    return words.gettext(
        "Something went wrong on my side. Nothing at the table is lost; try again in a moment."
    )


async def _say_if_possible(interaction: Interaction, text: str) -> None:
    try:
        await say(interaction, text)
    except discord.HTTPException as error:
        log.info("interaction %s could not be answered: %s", interaction.id, error)


async def timely(interaction: Interaction, work: Awaitable[T], *, ephemeral: bool = True) -> T:
    """The result of `work`; if it is slow, the interaction is acknowledged meanwhile."""
    task = asyncio.ensure_future(work)
    await asyncio.wait({task}, timeout=SLOW_SECONDS)
    if not task.done() and not interaction.response.is_done():
        # For a component this is type 6: the message stays as it is until it is edited.
        is_component = interaction.type is discord.InteractionType.component
        await interaction.response.defer(ephemeral=ephemeral and not is_component)
    return await task


async def say(interaction: Interaction, text: str) -> None:
    """One sentence to the person alone."""
    text = as_text(text)
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True, allowed_mentions=_NOBODY)
    else:
        await interaction.response.send_message(text, ephemeral=True, allowed_mentions=_NOBODY)


async def show(interaction: Interaction, drawing: Drawing, *, ephemeral: bool = True) -> tuple[int, bool]:
    """A new message for the person (or the channel).

    Returns its id, and whether it is the interaction's own `@original`.
    """
    if interaction.response.is_done():
        message = await interaction.followup.send(
            view=drawing.view,
            files=drawing.files(),
            ephemeral=ephemeral,
            allowed_mentions=_NOBODY,
            wait=True,
        )
        return message.id, False
    sent = await interaction.response.send_message(
        view=drawing.view, files=drawing.files(), ephemeral=ephemeral, allowed_mentions=_NOBODY
    )
    return sent.message_id or 0, True


async def refresh(interaction: Interaction, drawing: Drawing) -> None:
    """Draw the message anew on which a button was pressed: the answer is the edit (type 7).

    A message deleted in the meantime is let go; the answer can still be spoken.
    """
    try:
        if interaction.response.is_done():
            await interaction.edit_original_response(
                view=drawing.view, attachments=drawing.files(), allowed_mentions=_NOBODY
            )
        else:
            await interaction.response.edit_message(
                view=drawing.view, attachments=drawing.files(), allowed_mentions=_NOBODY
            )
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        log.info("interaction %s: its message is gone", interaction.id)
