"""Turning the pages of guides and of `/help`."""

from bot.tables.people.access import Action
from cogs.answering.press import Press
from cogs.answering.table_press import TablePress
from cogs.hand.panel import style_of
from cogs.settings.help import draw_guide, draw_help
from cogs.ui.actions import OPENING, PERSON, TABLE
from cogs.ui.arguments import Game, MenuNumber, Word
from cogs.ui.layout import Drawing


@TABLE.action("guide", needs=Action.LOOK)
async def guide(press: TablePress) -> None:
    """Shows how to play the table's game."""
    await press.reply.show(await guide_page(press, press.snapshot.table.game))


@PERSON.action("page")
async def page(press: Press, game: Game, page: int) -> None:
    """Turns to another page of a guide, without a table."""
    await press.reply.refresh(await guide_page(press, game, page))


@OPENING.menu_action("guide")
async def other_guide(press: Press, number: MenuNumber, game: Game) -> None:
    """Turns to the guide of the chosen game."""
    await press.reply.refresh(await guide_page(press, game))


@OPENING.action("help")
async def help_topic(press: Press, topic: Word) -> None:
    """Shows a topic of `/help`."""
    await press.reply.refresh(draw_help(topic, press.words))


async def guide_page(press: Press, game: str, number: int = 0) -> Drawing:
    """A page (from 0) of that game's guide, with a picture if the person wants pictures."""
    settings = await press.settings()
    pictures = press.services.pictures and settings.pictures and not settings.reading
    return await draw_guide(game, number, press.words, with_pictures=pictures, style=style_of(settings))
