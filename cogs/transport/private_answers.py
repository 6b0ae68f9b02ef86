"""Ephemeral answers to one person: each replaces the one before it."""

import logging
from typing import Any, Final, NamedTuple

import discord

from bot.tables.store.editable import TOKEN_SECONDS
from bot.tables.store.recent import Recent
from cogs.transport.backoff import NETWORK_ERRORS

log = logging.getLogger(__name__)

_MOST_REMEMBERED: Final = 2_000


class _Answer(NamedTuple):
    """The messages of one interaction; None is its `@original`."""

    interaction: discord.Interaction[Any]
    messages: tuple[int | None, ...]


class PrivateAnswers:
    """The latest answer to each person in each channel, so that answers do not push a hand off the screen.

    They are deleted by their interaction's token while it is valid, which costs no bot calls. Answers by
    other processes stay.
    """

    def __init__(self) -> None:
        self._latest: Recent[tuple[int, int], _Answer] = Recent(_MOST_REMEMBERED)

    async def given(self, interaction: discord.Interaction[Any], message_id: int | None) -> None:
        """Record that message (None: the `@original`) as the answer, and delete the answer before it."""
        before = self._latest.pop(_key(interaction), None)
        same = before is not None and before.interaction is interaction
        earlier = before.messages if before is not None and same else ()
        self._latest[_key(interaction)] = _Answer(interaction, (*earlier, message_id))
        if before is not None and not same:
            await _delete(before)

    async def clear(self, interaction: discord.Interaction[Any]) -> None:
        """Delete the latest answer to the person who clicked, after they did something else."""
        before = self._latest.get(_key(interaction))
        if before is not None and before.interaction is not interaction:
            del self._latest[_key(interaction)]
            await _delete(before)

    def forget_person(self, user_id: int) -> None:
        for key in [key for key in self._latest if key[0] == user_id]:
            del self._latest[key]


def _key(interaction: discord.Interaction[Any]) -> tuple[int, int]:
    return interaction.user.id, interaction.channel_id or 0


async def _delete(answer: _Answer) -> None:
    interaction = answer.interaction
    age = (discord.utils.utcnow() - interaction.created_at).total_seconds()
    if age > TOKEN_SECONDS:
        return
    for message_id in answer.messages:
        try:
            if message_id is None:
                await interaction.delete_original_response()
            else:
                await interaction.followup.delete_message(message_id)
        except (discord.HTTPException, *NETWORK_ERRORS) as error:
            # Its reader may have dismissed it.
            log.info("an answer to interaction %s was not deleted: %s", interaction.id, error)
