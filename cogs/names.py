"""How people and house players are written in messages."""

import discord

from bot.tables.model import House, Person


def write_name(occupant: Person | House) -> str:
    """A person in bold, a house player in italics, neither able to break the Markdown around it."""
    safe = discord.utils.escape_markdown(occupant.name)
    return f"**{safe}**" if isinstance(occupant, Person) else f"*{safe}*"


def person_of(user: discord.abc.User) -> Person:
    """Somebody on Discord as the tables know them."""
    return Person(user.id, user.display_name)
