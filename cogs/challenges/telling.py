"""Telling people of challenges: a question, an answer and a result, each with one call at most."""

import logging

import discord

from bot.duplicate.contests.challenges import Challenge
from bot.duplicate.contests.head_to_head import HeadToHead
from bot.tables.people.users import Users
from cogs.answering.services import ServicesBot
from cogs.challenges.views import draw_posted
from cogs.transport.backoff import UNREACHED, forbidden, in_a_line, malformed
from cogs.transport.channels import NO_DMS, NOBODY
from cogs.ui.layout import Drawing

log = logging.getLogger(__name__)


async def send_dm(client: discord.Client, users: Users, user_id: int, drawing: Drawing, nonce: str) -> bool:
    """Send a person a DM, once for each nonce. False if they take none. Raises what `send` raises."""
    settings = await users.settings(user_id)
    if not settings.dm or settings.dm_closed:
        return False
    try:
        channel = await client.create_dm(discord.Object(user_id))
        await channel.send(view=drawing.view, files=drawing.files(), nonce=nonce, allowed_mentions=NOBODY)
    except discord.HTTPException as error:
        if error.code not in NO_DMS:
            raise
        return False
    return True


async def send_results(client: ServicesBot) -> None:
    """Send the results that are owed, each once: to the channel where everybody saw the question, or to the
    one of the two who has waited. What Discord refuses is not sent: `/challenge` shows it all the same."""
    challenges = client.services.challenges
    for challenge, both in await challenges.owed():
        try:
            await _send_result(client, challenge, both)
        except UNREACHED as error:
            if not (forbidden(error) or malformed(error)):
                log.info("challenge %s: the result is sent later: %s", challenge.id, in_a_line(error))
                continue
            log.info("challenge %s: Discord refuses the result: %s", challenge.id, in_a_line(error))
        await challenges.told(challenge)


async def _send_result(client: ServicesBot, challenge: Challenge, both: HeadToHead | None) -> None:
    # If the process was killed in between, Discord recognises the nonce.
    services, nonce = client.services, f"challenge{challenge.id}"
    if challenge.channel_id:
        words = await services.languages.of_server(
            challenge.guild_id, await services.languages.of_person(challenge.asker.user_id)
        )
        drawing = await draw_posted(challenge, both, words, with_pictures=services.pictures)
        place = client.get_partial_messageable(challenge.channel_id, guild_id=challenge.guild_id)
        await place.send(view=drawing.view, files=drawing.files(), nonce=nonce, allowed_mentions=NOBODY)
    elif user_id := await services.challenges.to_be_told(challenge):
        words, users = await services.languages.of_person(user_id), services.tables.users
        pictures = services.pictures and not (await users.settings(user_id)).reading
        drawing = await draw_posted(challenge, both, words, with_pictures=pictures)
        await send_dm(client, users, user_id, drawing, nonce)
