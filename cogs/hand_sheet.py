"""The hand panel: what one person sees of their cards and may do with them."""

import discord

from bot.rules.scene import Scene
from bot.tables.live import Live
from bot.tables.model import Status
from cogs import pictures
from cogs.choices_sheet import draw_choices
from cogs.custom_ids import Press
from cogs.items import PressButton
from cogs.names import write_name
from cogs.sheet import Composer, Drawing
from cogs.table_sheet import BAIZE, row_text

_STYLE = discord.ButtonStyle
_TURN = discord.Colour(0xE0A526)


async def draw_hand(live: Live, seat: int, *, with_pictures: bool) -> Drawing:
    """The panel of the person in that chair."""
    table, game = live.table, live.game
    if table.status is not Status.PLAYING:
        return _idle(live)
    names = live.names(write_name)
    scene = game.scene(live.view(seat), names)
    sheet = Composer(_TURN if scene.prompt else BAIZE)
    head = f"### {game.name} · table {table.id} in <#{table.channel_id}>"
    sheet.text("\n".join([head, scene.title, *scene.facts]))
    for row in scene.rows:
        sheet.text(row_text(row, names.seats))
    away = table.seats[seat].away
    sheet.text(f"**{_status(live, scene, away)}**")
    if scene.hand:
        if with_pictures:
            sheet.picture(await pictures.hand(scene.hand))
        else:
            sheet.text(f"{scene.hand.title}: {' '.join(scene.hand.faces)}")
    draw_choices(sheet, live, scene.choices)
    sheet.text("-# " + "\n-# ".join(scene.scores))
    last = [PressButton(Press(table.id, live.step, "refresh", ""), "Refresh")]
    if table.hints and scene.prompt:
        last.append(PressButton(Press(table.id, live.step, "hint", ""), "Hint"))
    if away:
        last.insert(0, PressButton(Press(table.id, live.step, "back", ""), "I'm back", _STYLE.primary))
    sheet.buttons(last)
    return sheet.drawing()


def draw_laid_aside(live: Live) -> Drawing:
    """A panel that has been replaced by a newer one."""
    sheet = Composer()
    sheet.text(
        f"### {live.game.name} · table {live.table.id}\nThat hand is over; your cards are further down."
    )
    return sheet.drawing()


def _idle(live: Live) -> Drawing:
    sheet = Composer(BAIZE)
    begun = live.table.status is not Status.LOBBY
    said = "This match is over." if begun else "The game has not begun yet."
    sheet.text(f"### {live.game.name} · table {live.table.id}\n{said}")
    return sheet.drawing()


def _status(live: Live, scene: Scene, away: bool) -> str:
    if away:
        return "You were away, so a house player plays your hand for now."
    if scene.prompt:
        return scene.prompt
    waiting = live.names(write_name)
    turn = " and ".join(waiting[seat].replace("*", "") for seat in live.players_awaited())
    return f"Waiting for {turn}." if turn else "Waiting."
