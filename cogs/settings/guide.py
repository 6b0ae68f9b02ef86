"""A game's guide, a page at a time."""

import discord

from bot.art import USUAL, Style
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from cogs.opening.picker import guide_menus
from cogs.ui.actions import PERSON
from cogs.ui.guides import guide
from cogs.ui.layout import BAIZE, Drawing, Layout
from cogs.ui.pictures import figure_picture


async def draw_guide(
    game: str, number: int, words: Catalogue, *, with_pictures: bool = False, style: Style = USUAL
) -> Drawing:
    """Page `number` (from 0, at most the last) of a guide, with its picture, buttons to every other page, and
    a menu of the other games."""
    pages = guide(game, words.language)
    number = min(number, len(pages) - 1)
    shown, layout = pages[number], Layout(BAIZE)
    layout.text(f"### {text_for(game, words).name}: {shown.title}\n{shown.text}")
    if with_pictures and shown.figure is not None:
        layout.picture(await figure_picture(shown.figure, words, style))
    layout.buttons(
        PERSON.button(
            "page",
            f"{index + 1}. {page.title}",
            discord.ButtonStyle.primary if index == number else discord.ButtonStyle.secondary,
            disabled=index == number,
            game=game,
            page=index,
        )
        for index, page in enumerate(pages)
    )
    for menu in guide_menus(words, game):
        layout.menu(menu)
    return layout.drawing()
