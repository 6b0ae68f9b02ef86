"""The answer to an interaction, in time and in whichever way is still open.

Discord waits three seconds. Before they are over we defer: a press without a visible change, a command with
"thinking". The answer then replaces that.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from enum import Enum
from functools import partial
from typing import Final

import discord

from bot.tables.state.errors import TableError
from cogs.answering.services import Interaction
from cogs.transport import measuring
from cogs.transport.attachments import Attachments
from cogs.transport.backoff import NETWORK_ERRORS, fleeting
from cogs.transport.channels import ACKNOWLEDGED_BEFORE, NOBODY, UNKNOWN_MESSAGE
from cogs.ui.glyphs import as_text, fitted
from cogs.ui.layout import Drawing

log = logging.getLogger(__name__)

ACKNOWLEDGE_SECONDS = 1.8  # seconds after which we acknowledge an interaction whose answer is not ready
PUBLIC: Final = "public"  # key in the `extras` of a command whose answer is public

_UNKNOWN_INTERACTION: Final = 10062

LONGEST_CONTENT: Final = 2000  # Discord's limit, in characters


class _Thinking(Enum):
    EVERYBODY = "everybody"
    ONLY_THEM = "only them"


class Reply:
    """Answers one interaction. Only the first answer has a deadline; later ones are follow-ups or edits."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._arrived: float | None = measuring.arrived(interaction)
        # discord.py marks the interaction as answered only once Discord has confirmed it.
        self._lock = asyncio.Lock()
        self._thinking: _Thinking | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._acknowledging: asyncio.Task[None] | None = None
        self._failed: Exception | None = None
        if interaction.type is not discord.InteractionType.autocomplete:
            age = (discord.utils.utcnow() - interaction.created_at).total_seconds()
            wait = min(max(0.0, ACKNOWLEDGE_SECONDS - age), ACKNOWLEDGE_SECONDS)
            self._timer = asyncio.get_running_loop().call_later(wait, self._acknowledge_soon)

    async def say(self, text: str) -> None:
        """Send one ephemeral sentence. It replaces the last one, except in the reading mode."""
        await self.replace_last(await self.send_file(text, ()))

    async def replace_last(self, message_id: int | None) -> None:
        """Delete the answer before that message (None: `@original`), except in the reading mode."""
        services = self._interaction.client.services
        if not services.tables.users.is_reader(self._interaction.user.id):
            await services.answers.given(self._interaction, message_id)

    async def send_file(self, text: str, files: Iterable[discord.File]) -> int | None:
        """Send the person a sentence and files. Returns the id of the message, None for `@original`."""
        interaction = self._interaction
        content, attached = fitted(as_text(text), LONGEST_CONTENT), list(files)
        async with self._one_answer():
            if await self._stop_thinking(ephemeral=True):
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

    async def show(
        self,
        drawing: Drawing,
        *,
        ephemeral: bool = True,
        mentions: discord.AllowedMentions = NOBODY,
    ) -> tuple[int, bool]:
        """Send a new message to the person or channel, which notifies those `mentions`. Returns its id, and
        whether it is the `@original`."""
        interaction = self._interaction
        async with self._one_answer():
            if await self._stop_thinking(ephemeral=ephemeral):
                edited = await interaction.edit_original_response(
                    view=drawing.view, attachments=drawing.files(), allowed_mentions=mentions
                )
                self._attachments.note(edited)
                return edited.id, True
            if interaction.response.is_done():
                message = await interaction.followup.send(
                    view=drawing.view,
                    files=drawing.files(),
                    ephemeral=ephemeral,
                    allowed_mentions=mentions,
                    wait=True,
                )
                self._attachments.note(message)
                return message.id, False
            sent = await interaction.response.send_message(
                view=drawing.view, files=drawing.files(), ephemeral=ephemeral, allowed_mentions=mentions
            )
            self._attachments.note(sent)
            return sent.message_id or 0, True

    async def open_form(self, form: discord.ui.Modal) -> None:
        """Open a form. Raises TableError if the interaction has been answered already."""
        async with self._one_answer():
            if self._interaction.response.is_done():
                raise TableError("form-late")
            await self._interaction.response.send_modal(form)

    async def replace_shown(self, message_id: int, drawing: Drawing, *, original: bool) -> None:
        """Replace a message sent by `show`, given what `show` returned."""
        followup = partial(self._interaction.followup.edit_message, message_id)
        edit = self._interaction.edit_original_response if original else followup
        await edit(view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY)

    async def refresh(self, drawing: Drawing) -> bool:
        """Redraw the pressed message by answering with an edit (type 7). Returns False if the message has
        been deleted; a follow-up is then still possible."""
        interaction, pressed = self._interaction, self._interaction.message
        try:
            async with self._one_answer():
                edit = (
                    interaction.edit_original_response
                    if interaction.response.is_done()
                    else interaction.response.edit_message
                )
                self._attachments.note(pressed)
                await self._attachments.edit(0 if pressed is None else pressed.id, drawing, edit)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            log.info("interaction %s: its message is gone", interaction.id)
            return False
        return True

    @property
    def _attachments(self) -> Attachments:
        return self._interaction.client.services.attachments

    async def is_accepted(self) -> bool:
        """Whether Discord has an answer to a pressed button although the request failed. Only then is its
        token valid. If the failure leaves it open, we acknowledge the press: Discord takes only one."""
        failed = self._failed
        if not self._has_answer and (not isinstance(failed, discord.HTTPException) or fleeting(failed)):
            await self._acknowledge()
        return self._has_answer

    @property
    def _has_answer(self) -> bool:
        failed = self._failed
        refused = isinstance(failed, discord.HTTPException) and failed.code == ACKNOWLEDGED_BEFORE
        return refused or self._interaction.response.is_done()

    @property
    def unanswered(self) -> str | None:
        """Why Discord has no answer to the interaction, of this process or another; None if it has one, or
        none was tried."""
        if self._failed is None or self._has_answer:
            return None
        if is_too_late(self._failed):
            return "too late"
        return "refused" if isinstance(self._failed, discord.HTTPException) else "network"

    def _acknowledge_soon(self) -> None:
        if not self._has_answer:
            self._acknowledging = asyncio.ensure_future(self._acknowledge())

    async def _acknowledge(self) -> None:
        interaction = self._interaction
        try:
            async with self._one_answer():
                if interaction.response.is_done():
                    return
                if interaction.type is discord.InteractionType.component:
                    # Type 6: the message stays unchanged until it is edited.
                    await interaction.response.defer()
                    return
                command = interaction.command
                public = command is not None and bool(command.extras.get(PUBLIC))
                await interaction.response.defer(ephemeral=not public, thinking=True)
                self._thinking = _Thinking.EVERYBODY if public else _Thinking.ONLY_THEM
        except (discord.HTTPException, *NETWORK_ERRORS) as error:
            log.info("interaction %s could not be acknowledged: %s", interaction.id, error)

    @asynccontextmanager
    async def _one_answer(self) -> AsyncIterator[None]:
        async with self._lock:
            try:
                yield
            except (discord.HTTPException, *NETWORK_ERRORS) as error:
                # Once there is an answer, even one that got lost on its way to us, no error takes it back.
                if not self._has_answer:
                    self._failed = error
                raise
        if self._interaction.response.is_done():
            if self._arrived is not None:
                measuring.acknowledged(self._arrived)
                self._arrived = None
            if self._timer is not None:
                self._timer.cancel()

    async def _stop_thinking(self, *, ephemeral: bool) -> bool:
        # Whether the answer replaces the "thinking" message. If others could see that one, we delete it.
        thinking, self._thinking = self._thinking, None
        if thinking is None:
            return False
        if (thinking is _Thinking.ONLY_THEM) == ephemeral:
            return True
        await self._interaction.delete_original_response()
        return False


def is_too_late(error: Exception) -> bool:
    """Whether Discord refused an answer because three seconds had passed."""
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_INTERACTION


def comes_too_late(error: discord.HTTPException) -> bool:
    """The same, or because the interaction has another answer."""
    return error.code in (_UNKNOWN_INTERACTION, ACKNOWLEDGED_BEFORE)
