"""Messages within reach of an interaction's token, which edits them free of the bot's budget of calls."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

TOKEN_SECONDS: Final = 14 * 60  # how long a token is used; Discord keeps it for 15 minutes

PANEL_SECONDS: Final = 13 * 60
"""How long after the last press a panel shows the hand that nothing but its token can edit; then it is laid
aside while the token serves."""

TABLE_MESSAGE: Final = 0  # stands for whose message it is where it is everybody's
UNKNOWN: Final = 0  # the version of a message of which nobody knows what it shows
NOTED: Final = -1  # the same, once whoever looks after the table knows that


@dataclass(slots=True)
class EditableMessage:
    """A message within reach of an interaction's token: a table message, or a hand panel of `user_id`.
    `guild_id` is the table's server.

    `press` is the id of the interaction, a later one having a higher id; its token is a secret. `original`
    says that the message is the interaction's `@original`; `dm` that it is a DM, which the bot's own token
    edits as well, and not for one person alone. `channel_id` is where it stands, on a server or not; `locale`
    is that of whoever pressed. `expires` is in seconds since the epoch; `shown` is the table version the
    message shows. `elsewhere`: it has come from the store, and so perhaps from another process.
    """

    table_id: int
    guild_id: int
    user_id: int
    message_id: int
    press: int
    application_id: int
    token: str = field(repr=False)
    original: bool
    dm: bool
    on_server: bool
    channel_id: int
    locale: str
    expires: float
    shown: int
    elsewhere: bool = field(default=False, compare=False)

    @property
    def serves_until(self) -> float:
        """When it is to be laid aside, in seconds since the epoch; a DM is not."""
        return self.expires if self.dm else self.expires - (TOKEN_SECONDS - PANEL_SECONDS)


class EditableStore(Protocol):
    """Stores tokens, so that other processes, and this one after a restart, can edit the messages."""

    async def of_table(self, table_id: int) -> Sequence[EditableMessage]:
        """The messages of a table, the one used last at the end."""

    async def save(self, message: EditableMessage, process: int) -> None:
        """Keep it, as that process has answered with it.

        Of two presses on a message the later one counts. Where it was stored first, or two processes have
        answered them at about the same time, nobody knows whose drawing came last: `shown` is then UNKNOWN.
        """

    async def drop(self, message: EditableMessage) -> None:
        """Forget a message that can no longer be edited, unless it was pressed again since."""

    async def take_over(self, user_id: int, message_id: int, press: int) -> Sequence[int]:
        """That message is no panel any more of that person, who has pressed something else on it; the ids of
        the tables at which it was."""

    async def doubt(self, table_id: int) -> None:
        """What the messages of that table show is not known: `shown` is UNKNOWN from now on."""

    async def forget(self, table_id: int) -> None:
        """Delete the messages of a table that is over."""

    async def expiring_after(self, at: float, besides: int | None = None) -> Sequence[int]:
        """The ids of the tables of which a message expires after that time that a process has answered with,
        `besides` that one."""

    async def forget_expired(self, now: float) -> None:
        """Delete what has expired."""
