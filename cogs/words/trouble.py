"""What prevents posting in a channel, and how to fix it."""

from dataclasses import dataclass
from enum import Enum

from bot.rules.catalogue import Catalogue


class Why(Enum):
    """Why Discord refuses a message."""

    FORBIDDEN = "forbidden"
    """The channel is closed to the bot."""
    LOCKED = "locked"
    """It is an archived thread that is locked."""
    MALFORMED = "malformed"
    """Discord rejects the content of the message."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The bot cannot post what a table, or a `session`, owes that channel."""

    number: int
    channel_id: int
    why: Why
    session: bool = False


def trouble_text(trouble: Trouble, words: Catalogue) -> str:
    """What prevents a table's posts, and how to fix it."""
    values = {"table": trouble.number, "channel": f"<#{trouble.channel_id}>"}
    if trouble.why is Why.MALFORMED and trouble.session:
        return words.gettext(
            "The session is safe, but Discord refuses its message in {channel}; whoever runs the bot finds "
            "the reason in the log.",
            **values,
        )
    if trouble.why is Why.MALFORMED:
        return words.gettext(
            "Table {table} is safe, but Discord refuses its message in {channel}; whoever runs the bot finds "
            "the reason in the log.",
            **values,
        )
    locked = trouble.why is Why.LOCKED
    if trouble.session and locked:
        return words.gettext(
            "The session is safe, but its thread {channel} is archived and locked; somebody who may manage "
            "threads has to unlock it before anything is shown there again.",
            **values,
        )
    if trouble.session:
        return words.gettext(
            "The session is safe, but I cannot post in {channel}: I need the permissions View Channel, Send "
            "Messages and Attach Files there. What it is owed follows soon after I have them.",
            **values,
        )
    if locked:
        return words.gettext(
            "Table {table} is safe, but its thread {channel} is archived and locked; somebody who may manage "
            "threads has to unlock it before the game is shown there again.",
            **values,
        )
    return words.gettext(
        "Table {table} is safe, but I cannot post in {channel}: I need the permissions View Channel, Send "
        "Messages and Attach Files there. What it is owed follows soon after I have them.",
        **values,
    )
