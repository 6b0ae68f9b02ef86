"""Actions before a match: opening a table, sitting down, house rules, a chouette."""

from typing import Annotated

from bot.tables.people.access import Action
from bot.tables.state.chouette import Wish
from cogs.answering.press import Press
from cogs.answering.table_press import TablePress
from cogs.opening import door
from cogs.opening.house_rules import changed, changes, rules_answers
from cogs.ui.actions import OPENING, TABLE
from cogs.ui.arguments import Answers, Game, GameKey, MenuNumber, Snowflake, Written
from cogs.ui.layout import note
from cogs.ui.open_options import WRITTEN, OpenOptions

_Options = Annotated[OpenOptions, Written(WRITTEN, OpenOptions.read, str)]


@OPENING.action("open")
async def open_game(press: Press, options: _Options, game: GameKey) -> None:
    await door.open_table(press, game, options, picked=True)


@OPENING.menu_action("games")
async def open_chosen(press: Press, options: _Options, number: MenuNumber, game: Game) -> None:
    await door.open_table(press, game, options, picked=True)


@TABLE.action("sit", needs=Action.SIT)
async def sit(press: TablePress, chair: int) -> None:
    await press.redraw_after(press.services.tables.lobby.sit(press.table_id, press.actor, chair))


@TABLE.action("join", needs=Action.SIT)
async def join(press: TablePress) -> None:
    """Sits down in the first free chair, from a post that asks for players."""
    await door.join(press)


@TABLE.action("looking", needs=Action.INVITE)
async def looking(press: TablePress) -> None:
    await press.redraw_after(press.services.tables.lobby.call(press.table_id, press.actor))


@TABLE.action("wait", needs=Action.WAIT)
async def wait(press: TablePress) -> None:
    await press.redraw_after(press.services.tables.lobby.wait(press.table_id, press.actor))


@TABLE.action("leave", needs=Action.LEAVE)
async def leave(press: TablePress) -> None:
    await press.redraw_after(press.services.tables.lobby.leave(press.table_id, press.actor))


@TABLE.action("start", needs=Action.START)
async def start(press: TablePress) -> None:
    await press.redraw_after(door.start(press))


@TABLE.action("switch", needs=Action.OPTIONS)
async def switch(press: TablePress, option: str, choice: int) -> None:
    """Changes one house rule to the answer of that number."""
    told = changes(press.snapshot.game, {option: str(choice)})
    await press.redraw_after(press.services.tables.lobby.set_up(press.table_id, press.actor, **told))


@TABLE.action("rules", needs=Action.LOOK)
async def rules(press: TablePress) -> None:
    """Shows the house rules, or opens the form to change them."""
    await door.show_house_rules(press)


@TABLE.action("more-rules", needs=Action.LOOK)
async def more_rules(press: TablePress) -> None:
    """The same for the less common house rules."""
    await door.show_house_rules(press, more=True)


@TABLE.form_action("set-rules", needs=Action.OPTIONS)
async def set_rules(press: TablePress, more: bool, answers: Answers) -> None:
    given = changes(press.snapshot.game, rules_answers(press.snapshot, answers, more=more))
    told = changed(press.snapshot, given)
    await press.redraw_after(press.services.tables.lobby.set_up(press.table_id, press.actor, **told))


@TABLE.action("chouette", needs=Action.CHOUETTE)
async def chouette(press: TablePress, wish: Wish) -> None:
    """Turns a chouette on or off, plays alone in it, or chooses who deals first."""
    await press.redraw_after(press.services.tables.consulting.declare(press.table_id, press.actor, wish))


@TABLE.action("ask-chouette", needs=Action.ASK_CHOUETTE)
async def ask_chouette(press: TablePress) -> None:
    """Asks the keeper of a full table for two to play à la chouette."""
    await press.services.tables.consulting.ask(press.table_id, press.actor)
    said = press.words.gettext(
        "The keeper of table {table} has been asked in the channel.", table=press.table_id
    )
    await press.reply.refresh(note(said))


@TABLE.action("welcome", needs=Action.OPTIONS)
async def welcome(press: TablePress, guest: Snowflake) -> None:
    person = await door.guest_of(press, guest)
    await press.services.tables.consulting.welcome(press.table_id, press.actor, person)
    press.services.publisher.changed(press.table_id)
    await press.reply.say(press.words.gettext("Table {table} plays à la chouette now.", table=press.table_id))
