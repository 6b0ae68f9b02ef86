"""Edits and sends messages with an interaction's token, from any process that has it."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, cast

import discord
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.tables.store.editable import EditableMessage
from cogs.transport.attachments import Attachments
from cogs.transport.backoff import fleeting
from cogs.transport.channels import NOBODY
from cogs.ui.layout import Drawing


async def edit(
    client: discord.Client, attachments: Attachments, message: EditableMessage, drawing: Drawing
) -> None:
    """Redraw the message. Raises discord.HTTPException or a connection error."""
    if message.original:
        send: Callable[..., Awaitable[object]] = partial(_edit_original, client, message)
    else:
        send = partial(_webhook(client, message).edit_message, message.message_id)
    await attachments.edit(message.message_id, drawing, send)


async def _edit_original(client: discord.Client, message: EditableMessage, **parts: Any) -> object:
    # As `Interaction.edit_original_response`, which would need an interaction.
    webhook = _webhook(client, message)
    with handle_message_parameters(**parts) as parameters:
        data = await async_context.get().edit_original_interaction_response(
            message.application_id,
            message.token,
            session=webhook.session,
            proxy=client.http.proxy,
            proxy_auth=client.http.proxy_auth,
            payload=parameters.payload,
            multipart=parameters.multipart,
            files=parameters.files,
        )
    return webhook._create_message(data, thread=discord.utils.MISSING)


async def edited(
    client: discord.Client, attachments: Attachments, message: EditableMessage, drawing: Drawing
) -> bool:
    """Redraw the message; False if the token no longer works. Raises transient errors."""
    try:
        await edit(client, attachments, message, drawing)
    except discord.HTTPException as error:
        if fleeting(error):
            raise
        return False
    return True


async def followed(client: discord.Client, message: EditableMessage, drawing: Drawing) -> int | None:
    """Send a message after it by the same token. Returns its id, or None if the token no longer works. Raises
    transient errors."""
    try:
        sent = await _webhook(client, message).send(
            view=drawing.view,
            files=drawing.files(),
            ephemeral=not message.dm,
            allowed_mentions=NOBODY,
            wait=True,
        )
    except discord.HTTPException as error:
        if fleeting(error):
            raise
        return None
    return sent.id


def _webhook(client: discord.Client, message: EditableMessage) -> discord.Webhook:
    # `Webhook.partial` makes a webhook that cannot send ephemeral messages.
    payload: Any = {"id": message.application_id, "type": 3, "token": message.token}
    return discord.Webhook.from_state(data=payload, state=cast(Any, client)._connection)
