"""Editing and sending messages with an interaction's token, by whichever process has it."""

from typing import Any, cast

import discord
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.tables.store.editable import EditableMessage
from cogs.transport.backoff import fleeting
from cogs.transport.channels import NOBODY
from cogs.ui.drawing import Drawing


async def edit(client: discord.Client, message: EditableMessage, drawing: Drawing) -> None:
    """Draw the message anew. Raises discord.HTTPException, or what kept the request from Discord."""
    webhook = _webhook(client, message)
    if not message.original:
        await webhook.edit_message(
            message.message_id, view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY
        )
        return
    # As `Interaction.edit_original_response`, for which an interaction would be needed.
    with handle_message_parameters(
        view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY
    ) as parameters:
        await async_context.get().edit_original_interaction_response(
            message.application_id,
            message.token,
            session=webhook.session,
            proxy=client.http.proxy,
            proxy_auth=client.http.proxy_auth,
            payload=parameters.payload,
            multipart=parameters.multipart,
            files=parameters.files,
        )


async def edited(client: discord.Client, message: EditableMessage, drawing: Drawing) -> bool:
    """Draw the message anew; False if the token does not serve. Raises what may pass."""
    try:
        await edit(client, message, drawing)
    except discord.HTTPException as error:
        if fleeting(error):
            raise
        return False
    return True


async def followed(client: discord.Client, message: EditableMessage, drawing: Drawing) -> int | None:
    """Send a message after it by the same token; its id, or None if the token does not serve. Raises what
    may pass."""
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
    # `Webhook.partial` makes one that may send nothing for one person alone.
    payload: Any = {"id": message.application_id, "type": 3, "token": message.token}
    return discord.Webhook.from_state(data=payload, state=cast(Any, client)._connection)
