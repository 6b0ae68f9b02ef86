"""What prevents posting in a channel, and how to fix it."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.rules.catalogue import Catalogue, gettext_noop


class Why(Enum):
    """Why Discord refuses a message."""

    FORBIDDEN = "forbidden"  # the channel is closed to the bot
    LOCKED = "locked"  # it is an archived thread that is locked
    MALFORMED = "malformed"  # Discord rejects the content of the message


@dataclass(frozen=True, slots=True)
class Trouble:
    """The bot cannot post what a table, or a `session`, owes that channel."""

    number: int
    channel_id: int
    why: Why
    session: bool = False


_SENTENCES: Final = {
    (Why.FORBIDDEN, False): gettext_noop(
        "Table {table} is safe, but I cannot post in {channel}: I need the permissions View Channel, Send "
        "Messages and Attach Files there. What it is owed follows soon after I have them."
    ),
    (Why.FORBIDDEN, True): gettext_noop(
        "The session is safe, but I cannot post in {channel}: I need the permissions View Channel, Send "
        "Messages and Attach Files there. What it is owed follows soon after I have them."
    ),
    (Why.LOCKED, False): gettext_noop(
        "Table {table} is safe, but its thread {channel} is archived and locked; somebody who may manage "
        "threads has to unlock it before the game is shown there again."
    ),
    (Why.LOCKED, True): gettext_noop(
        "The session is safe, but its thread {channel} is archived and locked; somebody who may manage "
        "threads has to unlock it before anything is shown there again."
    ),
    (Why.MALFORMED, False): gettext_noop(
        "Table {table} is safe, but Discord refuses its message in {channel}; whoever runs the bot finds the "
        "reason in the log."
    ),
    (Why.MALFORMED, True): gettext_noop(
        "The session is safe, but Discord refuses its message in {channel}; whoever runs the bot finds the "
        "reason in the log."
    ),
}
"""By the reason, and whether it is about a session."""


def trouble_text(trouble: Trouble, words: Catalogue) -> str:
    """What prevents a table's posts, and how to fix it."""
    channel = f"<#{trouble.channel_id}>"
    return words.gettext(_SENTENCES[trouble.why, trouble.session], table=trouble.number, channel=channel)
