"""A press, form or command, from arrival to answer, as one value."""

import logging
from collections.abc import AsyncIterator, Iterator, Mapping, Set
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Self

import discord

from bot import metrics
from bot.rules.catalogue import Catalogue
from bot.rules.errors import RuleError
from bot.tables.people.access import Actor
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.preferences import UserSettings
from cogs.answering.reply import Reply, comes_too_late
from cogs.answering.services import Interaction, Services
from cogs.transport.backoff import NETWORK_ERRORS
from cogs.transport.call_budget import CallsStopped
from cogs.transport.routing import being_answered
from cogs.ui.names import person_of
from cogs.words.refusals import refusal_text

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Progress:
    """What we learn while answering: the settings, and the tables and sessions that the person may act on."""

    settings: UserSettings | None = None
    reached: list["Press"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Press:
    """Something a person has pressed, filled in or typed. Made once, when the interaction arrives."""

    interaction: Interaction
    words: Catalogue
    reply: Reply
    progress: Progress

    @classmethod
    async def arrived(cls, interaction: Interaction) -> "Press":
        """Schedule the acknowledgement of an interaction and make its press."""
        reply, services, user_id = Reply(interaction), interaction.client.services, interaction.user.id
        services.languages.met(user_id, interaction.locale.value)
        try:
            settings = await services.tables.users.settings(user_id)
        except Exception as error:
            # Whoever answers the press runs into it too, and says so in the language of Discord.
            log.warning("the settings of user %s could not be read: %s", user_id, error)
            words = services.languages.of_locale(interaction.locale.value)
            return Press(interaction, words, reply, Progress())
        return Press(interaction, services.languages.by(settings), reply, Progress(settings))

    @classmethod
    async def reach(cls, press: "Press", ids: Mapping[str, int], needs: Any) -> "Press":
        """The press at the table or session whose ids are in a custom_id, if the person may do what it
        `needs`. Raises TableError."""
        return press

    @property
    def services(self) -> Services:
        return self.interaction.client.services

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def person(self) -> Person:
        return person_of(self.interaction.user)

    @property
    def guild_id(self) -> int | None:
        return self.interaction.guild_id

    @property
    def message(self) -> discord.Message | None:
        """The message that was pressed; None for a command."""
        return self.interaction.message

    @property
    def is_own(self) -> bool:
        """Whether the pressed message is visible to its reader alone."""
        message = self.message
        return message is not None and (message.flags.ephemeral or self.guild_id is None)

    async def settings(self) -> UserSettings:
        if self.progress.settings is None:
            self.progress.settings = await self.services.tables.users.settings(self.user_id)
        return self.progress.settings

    async def actor_at(self, guild_id: int, channel_id: int) -> Actor:
        return await self.services.actors.at(self.interaction, guild_id, channel_id)

    def refusal(self, error: TableError | RuleError) -> str:
        """Count a refusal, and put it in the person's words."""
        metrics.REFUSALS.labels(error.code).inc()
        return refusal_text(error, self.words)

    async def refuse(self, error: TableError | RuleError) -> None:
        await self.reply.say(self.refusal(error))

    async def warn(self) -> bool:
        """Tell the person if the bot cannot post in this channel."""
        return False

    @asynccontextmanager
    async def answered(self) -> AsyncIterator[Self]:
        """Answer every error raised within: a refusal with its sentence, a fault with an apology."""
        with being_answered(), self._left_to_answer():
            try:
                try:
                    yield self
                    for place in self.progress.reached:
                        if await place.warn():
                            break
                except (TableError, RuleError) as error:
                    await (self.progress.reached or [self])[-1].refuse(error)
            except discord.HTTPException as error:
                if comes_too_late(error):
                    log.info("interaction %s came too late: %s", self.interaction.id, error.text)
                else:
                    log.warning("interaction %s could not be answered: %s", self.interaction.id, error)
                    await self._apologise("refused", apology(self.words))
            except CallsStopped:
                await self._apologise("calls stopped", calls_stopped(self.words))
            except NETWORK_ERRORS as error:
                log.warning("interaction %s could not be answered: %s", self.interaction.id, error)
                await self._apologise("network", apology(self.words))
            except Exception:
                log.exception("interaction %s failed", self.interaction.id)
                await self._apologise("error", apology(self.words))
            finally:
                if (why := self.reply.unanswered) is not None:
                    metrics.UNANSWERED.labels(why).inc()

    @contextmanager
    def _left_to_answer(self) -> Iterator[None]:
        # What changes meanwhile is shown with the answer or after it.
        waiting: Set[int] = set()
        try:
            with self.services.messages.pressed(self.message) as waiting:
                yield
        finally:
            for table_id in waiting:
                self.services.publisher.changed(table_id)

    async def _apologise(self, why: str, text: str) -> None:
        metrics.FAULTS.labels(why).inc()
        await self._say_if_possible(text)

    async def _say_if_possible(self, text: str) -> None:
        try:
            await self.reply.say(text)
        except (discord.HTTPException, *NETWORK_ERRORS) as error:
            log.info("interaction %s could not be answered: %s", self.interaction.id, error)


def apology(words: Catalogue) -> str:
    """The sentence for an unexpected error."""
    return words.gettext(
        "Something went wrong on my side. Nothing at the table is lost; try again in a moment."
    )


def calls_stopped(words: Catalogue) -> str:
    """The sentence for when we have stopped calling Discord because of too many invalid requests."""
    return words.gettext(
        "Discord has refused too many of my requests, so I make none for some minutes; what has been played "
        "is kept, so try again then."
    )
