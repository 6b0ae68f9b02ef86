"""A game's guide, a page at a time."""

from typing import Any

import discord

from bot.rules.game import Game
from cogs.custom_ids import Press
from cogs.items import PressButton
from cogs.sheet import Composer, Drawing
from cogs.table_sheet import BAIZE


def draw_guide(game: Game[Any, Any, Any], number: int) -> Drawing:
    """Page `number` (from 0) of how to play, with buttons to every other page."""
    pages = game.guide()
    page = pages[number]
    sheet = Composer(BAIZE)
    sheet.text(f"### {game.name}: {page.title}\n{page.text}")
    sheet.buttons(
        PressButton(
            Press(0, 0, "page", f"{game.key}.{index}"),
            f"{index + 1}. {other.title}",
            discord.ButtonStyle.primary if index == number else discord.ButtonStyle.secondary,
            disabled=index == number,
        )
        for index, other in enumerate(pages)
    )
    return sheet.drawing()
