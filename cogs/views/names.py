"""How people and house players are written in messages."""

import discord

from bot.tables.model import Occupant, Person


def write_name(occupant: Occupant) -> str:
    """A person in bold, a house player in italics, neither able to break the Markdown around it."""
    safe = safe_name(occupant)
    return f"**{safe}**" if isinstance(occupant, Person) else f"*{safe}*"


def safe_name(occupant: Occupant) -> str:
    """The name as it is, unable to break the Markdown around it."""
    return discord.utils.escape_markdown(occupant.name)


def mention(user_id: int) -> str:
    """The person, so that Discord writes their name."""
    return f"<@{user_id}>"
