"""The functions of `Press` for handlers that take an interaction still."""

from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import discord

from bot.rules.catalogue import Catalogue
from bot.rules.errors import RuleError
from bot.tables.state.errors import TableError
from cogs.answering.press import Press
from cogs.answering.reply import PUBLIC as PUBLIC
from cogs.answering.services import Interaction
from cogs.ui.drawing import Drawing

T = TypeVar("T")

LONGEST_CHOICE = 100
FORM = "form"


def press_of(interaction: Interaction) -> Press:
    if "press" not in interaction.extras:
        interaction.extras["press"] = Press.arrived(interaction)
    press: Press = interaction.extras["press"]
    return press


def words_of(interaction: Interaction) -> Catalogue:
    return press_of(interaction).words


def keep_in_time(interaction: Interaction) -> None:
    press_of(interaction)


@asynccontextmanager
async def answering(interaction: Interaction, tell: Any = None) -> AsyncIterator[None]:
    async with press_of(interaction).answered():
        yield


async def suggestions(work: Awaitable[list[T]]) -> list[T]:
    try:
        return await work
    except (TableError, RuleError):
        return []


async def say(interaction: Interaction, text: str) -> None:
    await press_of(interaction).reply.say(text)


async def note_answer(interaction: Interaction, message_id: int | None) -> None:
    await press_of(interaction).reply.replace_last(message_id)


async def send_file(interaction: Interaction, text: str, files: Iterable[discord.File]) -> int | None:
    return await press_of(interaction).reply.send_file(text, files)


async def show(interaction: Interaction, drawing: Drawing, *, ephemeral: bool = True) -> tuple[int, bool]:
    return await press_of(interaction).reply.show(drawing, ephemeral=ephemeral)


async def open_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    await press_of(interaction).reply.open_form(form)


async def replace_shown(
    interaction: Interaction, message_id: int, drawing: Drawing, *, original: bool
) -> None:
    await press_of(interaction).reply.replace_shown(message_id, drawing, original=original)


async def refresh(interaction: Interaction, drawing: Drawing) -> bool:
    return await press_of(interaction).reply.refresh(drawing)
