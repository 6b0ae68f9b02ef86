"""A press at a Duplicate session: checks access, and redraws its message."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.duplicate.service import Duplicate
from bot.duplicate.sessions.access import Action, require
from bot.duplicate.sessions.session import Session
from bot.tables.people.access import Actor
from bot.tables.state.errors import TableError
from cogs.answering.press import Press
from cogs.answering.table_press import LARGEST_NUMBER
from cogs.words.trouble import trouble_text


@dataclass(frozen=True, slots=True)
class SessionPress(Press):
    """A press by somebody who had access to the session when it arrived."""

    session: Session
    actor: Actor

    @classmethod
    async def reach(cls, press: Press, ids: Mapping[str, int], needs: Any) -> "SessionPress":
        return await at_session(press, ids["session"], needs)

    @property
    def duplicate(self) -> Duplicate:
        return self.services.sessions.duplicate

    async def warn(self) -> bool:
        session = await self.duplicate.repository.look(self.session.id)
        trouble = self.services.sessions.publisher.trouble(session.channel_id)
        if trouble is not None:
            await self.reply.say(trouble_text(trouble, self.words))
        return trouble is not None

    async def redraw(self, said: str = "") -> None:
        """Redraw the session's message if it was pressed; else confirm in words."""
        messages, message_id = self.services.sessions.messages, self.message.id if self.message else 0
        if await messages.pressed(message_id, self.session.id, self.reply.refresh):
            if said:
                await self.reply.say(said)
            return
        done, link = said or self.words.pgettext("reply", "Done."), await messages.link_to(self.session)
        if self.message is not None and link is not None:
            done = self.words.gettext("{done} The session stands [here]({link}) now.", done=done, link=link)
        await self.reply.say(done)


async def at_session(press: Press, session_id: int, action: Action) -> SessionPress:
    """The press at that session in its current state, if the person may do that. Every press and command
    passes through here. Raises TableError."""
    services = press.services
    if not 0 < session_id <= LARGEST_NUMBER:
        raise TableError("no-session")
    session = await services.sessions.duplicate.repository.look(session_id)
    if press.guild_id is None and session.entry_of(press.user_id) is None:
        # In a DM only a session's players can act, so we ask Discord about nobody else.
        raise TableError("no-session")
    actor = await press.actor_at(session.guild_id, session.channel_id)
    require(actor, action, session)
    at = SessionPress(press.interaction, press.words, press.reply, press.progress, session, actor)
    press.progress.reached.append(at)
    return at


async def session_meant(
    press: Press, number: int | None, action: Action, *, over: bool = False
) -> SessionPress:
    """The session a command is about: the named one, else the channel's open one, else (`over`) its latest
    one, else the open one the person is in. Raises TableError."""
    if number is None:
        repository = press.services.sessions.duplicate.repository
        here = press.interaction.channel_id or 0
        found = list(await repository.open_sessions(channel_id=here)) if press.guild_id else []
        if not found and over and press.guild_id and (latest := await repository.latest(here)):
            found = [latest]
        if not found:
            found = list(await repository.open_sessions(user_id=press.user_id))
        if not found:
            raise TableError("no-session")
        number = found[0]
    return await at_session(press, number, action)
