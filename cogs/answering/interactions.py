"""Answering an interaction, whatever happens: in time, once, and with one error surface.

Buttons, menus, modals and commands alike: `keep_in_time` sees to it that Discord has an answer within its
three seconds, and `say`, `show`, `refresh` and `send_file` then answer in whichever way is still open.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from enum import Enum
from functools import partial
from typing import Any, TypeAlias, TypeVar

import discord

from bot import metrics
from bot.rules.catalogue import Catalogue
from bot.rules.errors import RuleError
from bot.tables.state.errors import TableError
from cogs.answering.services import Interaction
from cogs.transport import measuring
from cogs.transport.backoff import NETWORK_ERRORS
from cogs.transport.call_budget import CallsStopped
from cogs.transport.channels import NOBODY, UNKNOWN_MESSAGE
from cogs.transport.routing import being_answered
from cogs.ui.drawing import Drawing
from cogs.ui.glyphs import as_text, fitted

log = logging.getLogger(__name__)

T = TypeVar("T")

Teller: TypeAlias = Callable[[Interaction, str], Awaitable[None]]
"""Says something to the person of an interaction."""

ACKNOWLEDGE_SECONDS = 1.8
"""After so long an interaction is acknowledged before its answer is ready; Discord waits 3 s."""

PUBLIC = "public"
"""In the `extras` of a command whose answer everybody in the channel sees."""

FORM = "form"
"""In the `extras` of a command that may open a form, which only the first answer can."""

_UNKNOWN_INTERACTION = 10062
_ACKNOWLEDGED_BEFORE = 40060
_TOO_LATE = {_UNKNOWN_INTERACTION, _ACKNOWLEDGED_BEFORE}

LONGEST_CONTENT = 2000
LONGEST_CHOICE = 100
"""Discord's limits, in characters: a message's, and what an autocompletion offers."""


class _Thinking(Enum):
    """Who sees that the bot is thinking, where the answer fills a message that stands there already."""

    EVERYBODY = "everybody"
    ONLY_THEM = "only them"


def words_of(interaction: Interaction) -> Catalogue:
    """The language of the person who clicked or typed."""
    return interaction.client.services.languages.met(interaction.user.id, interaction.locale.value)


def keep_in_time(interaction: Interaction) -> None:
    """Acknowledge the interaction when its answer takes long. Returns at once."""
    measuring.arrived(interaction)
    if interaction.type is discord.InteractionType.autocomplete or "timer" in interaction.extras:
        return
    age = (discord.utils.utcnow() - interaction.created_at).total_seconds()
    wait = min(max(0.0, ACKNOWLEDGE_SECONDS - age), ACKNOWLEDGE_SECONDS)
    interaction.extras["timer"] = asyncio.get_running_loop().call_later(wait, _acknowledge_soon, interaction)


def _acknowledge_soon(interaction: Interaction) -> None:
    if not interaction.response.is_done():
        task = asyncio.ensure_future(_acknowledge(interaction))
        # So that it lives as long as the interaction does.
        interaction.extras["acknowledging"] = task


async def _acknowledge(interaction: Interaction) -> None:
    try:
        async with _one_answer(interaction):
            if interaction.response.is_done():
                return
            if interaction.type is discord.InteractionType.component:
                # Type 6: the message stays as it is until it is edited.
                await interaction.response.defer()
                return
            command = interaction.command
            public = command is not None and bool(command.extras.get(PUBLIC))
            await interaction.response.defer(ephemeral=not public, thinking=True)
            interaction.extras["thinking"] = _Thinking.EVERYBODY if public else _Thinking.ONLY_THEM
    except (discord.HTTPException, *NETWORK_ERRORS) as error:
        log.info("interaction %s could not be acknowledged: %s", interaction.id, error)


@asynccontextmanager
async def answering(interaction: Interaction, tell: Teller | None = None) -> AsyncIterator[None]:
    """Turn refusals into one sentence to the person alone, and faults into an apology.

    `tell` says a refusal where there is a better place for it than a message of its own.
    """
    with being_answered():
        async with _answering(interaction, tell or say):
            yield


@asynccontextmanager
async def _answering(interaction: Interaction, tell: Teller) -> AsyncIterator[None]:
    # Whatever is drawn for the person meanwhile is in their language.
    words = words_of(interaction)
    keep_in_time(interaction)
    try:
        try:
            yield
        except (TableError, RuleError) as error:
            metrics.REFUSALS.labels(error.code).inc()
            await tell(interaction, interaction.client.services.renderer.refusal(error, words))
    except discord.HTTPException as error:
        if error.code in _TOO_LATE:
            metrics.UNANSWERED.labels("too late").inc()
            log.info("interaction %s came too late: %s", interaction.id, error.text)
            return
        metrics.UNANSWERED.labels("refused").inc()
        log.warning("interaction %s could not be answered: %s", interaction.id, error)
        await _say_if_possible(interaction, apology(words))
    except CallsStopped:
        await _say_if_possible(interaction, calls_stopped(words))
    except NETWORK_ERRORS as error:
        metrics.UNANSWERED.labels("network").inc()
        log.warning("interaction %s could not be answered: %s", interaction.id, error)
        await _say_if_possible(interaction, apology(words))
    except Exception:
        metrics.FAULTS.inc()
        log.exception("interaction %s failed", interaction.id)
        await _say_if_possible(interaction, apology(words))


async def answer_forgotten(interaction: Interaction) -> None:
    """Say that a button or menu is of a kind that is no more."""
    async with answering(interaction):
        raise TableError("old-button")


def apology(words: Catalogue) -> str:
    """What is said when something failed."""
    return words.gettext(
        "Something went wrong on my side. Nothing at the table is lost; try again in a moment."
    )


def calls_stopped(words: Catalogue) -> str:
    """What is said while no calls are made, because Discord has refused too many."""
    return words.gettext(
        "Discord has refused too many of my requests, so I make none for some minutes; what has been played "
        "is kept, so try again then."
    )


async def suggestions(work: Awaitable[list[T]]) -> list[T]:
    """What an autocompletion answers: nothing where `work` refuses, fails or takes too long."""
    try:
        with being_answered():
            async with asyncio.timeout(ACKNOWLEDGE_SECONDS):
                return await work
    except (TableError, RuleError, TimeoutError):
        return []
    except Exception as error:
        log.warning("an autocompletion failed: %s", error)
        return []


async def _say_if_possible(interaction: Interaction, text: str) -> None:
    try:
        await say(interaction, text)
    except (discord.HTTPException, *NETWORK_ERRORS) as error:
        log.info("interaction %s could not be answered: %s", interaction.id, error)


async def say(interaction: Interaction, text: str) -> None:
    """One sentence to the person alone, in place of the last one, unless they are in the reading mode."""
    await note_answer(interaction, await send_file(interaction, text, ()))


async def note_answer(interaction: Interaction, message_id: int | None) -> None:
    """That message, the `@original` if None, is the latest answer to a person: delete the one before it,
    unless they are in the reading mode."""
    services = interaction.client.services
    if not services.tables.users.is_reader(interaction.user.id):
        await services.answers.given(interaction, message_id)


async def send_file(interaction: Interaction, text: str, files: Iterable[discord.File]) -> int | None:
    """A sentence and files to the person alone. Returns the id of the message, None for `@original`."""
    content, attached = fitted(as_text(text), LONGEST_CONTENT), list(files)
    async with _one_answer(interaction):
        thinking = await _stop_thinking(interaction, ephemeral=True)
        if thinking:
            await interaction.edit_original_response(
                content=content, attachments=attached, allowed_mentions=NOBODY
            )
        elif interaction.response.is_done():
            message = await interaction.followup.send(
                content, files=attached, ephemeral=True, allowed_mentions=NOBODY, wait=True
            )
            return message.id
        else:
            await interaction.response.send_message(
                content, files=attached, ephemeral=True, allowed_mentions=NOBODY
            )
    return None


async def show(interaction: Interaction, drawing: Drawing, *, ephemeral: bool = True) -> tuple[int, bool]:
    """A new message for the person (or the channel).

    Returns its id, and whether it is the interaction's own `@original`.
    """
    async with _one_answer(interaction):
        if await _stop_thinking(interaction, ephemeral=ephemeral):
            edited = await interaction.edit_original_response(
                view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY
            )
            return edited.id, True
        if interaction.response.is_done():
            message = await interaction.followup.send(
                view=drawing.view,
                files=drawing.files(),
                ephemeral=ephemeral,
                allowed_mentions=NOBODY,
                wait=True,
            )
            return message.id, False
        sent = await interaction.response.send_message(
            view=drawing.view, files=drawing.files(), ephemeral=ephemeral, allowed_mentions=NOBODY
        )
        return sent.message_id or 0, True


async def open_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form, which can only be the first answer. Raises TableError where it comes too late."""
    async with _one_answer(interaction):
        if interaction.response.is_done():
            raise TableError("form-late")
        await interaction.response.send_modal(form)


async def replace_shown(
    interaction: Interaction, message_id: int, drawing: Drawing, *, original: bool
) -> None:
    """Put something else into a message that `show` has sent, by what it returned."""
    edit = (
        interaction.edit_original_response
        if original
        else partial(interaction.followup.edit_message, message_id)
    )
    await edit(view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY)


async def refresh(interaction: Interaction, drawing: Drawing) -> bool:
    """Draw the message anew on which a button was pressed: the answer is the edit (type 7).

    False if the message was deleted in the meantime; the answer can still be spoken.
    """
    try:
        async with _one_answer(interaction):
            if interaction.response.is_done():
                await interaction.edit_original_response(
                    view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY
                )
            else:
                await interaction.response.edit_message(
                    view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY
                )
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        log.info("interaction %s: its message is gone", interaction.id)
        return False
    return True


def is_accepted(interaction: Interaction, error: Exception) -> bool:
    """Whether Discord has taken an answer to the interaction, though this one ended in an error: only then is
    its token good."""
    acknowledged = isinstance(error, discord.HTTPException) and error.code == _ACKNOWLEDGED_BEFORE
    return acknowledged or interaction.response.is_done()


def is_too_late(error: Exception) -> bool:
    """Whether Discord refused the answer because the interaction's three seconds were over."""
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_INTERACTION


@asynccontextmanager
async def _one_answer(interaction: Interaction) -> AsyncIterator[None]:
    # discord.py knows that it has answered only once Discord has confirmed it.
    async with interaction.extras.setdefault("answer", asyncio.Lock()):
        yield
    timer: asyncio.TimerHandle | None = interaction.extras.get("timer")
    if interaction.response.is_done():
        measuring.acknowledged(interaction)
        if timer is not None:
            timer.cancel()


async def _stop_thinking(interaction: discord.Interaction[Any], *, ephemeral: bool) -> bool:
    # Whether the answer goes where the bot was seen thinking; what was seen by others is taken away.
    thinking = interaction.extras.pop("thinking", None)
    if thinking is None:
        return False
    if (thinking is _Thinking.ONLY_THEM) == ephemeral:
        return True
    await interaction.delete_original_response()
    return False
