"""Actions at the table itself: its seal, the next hand, and closing it."""

import discord

from bot.rules.catalogue import Catalogue
from bot.tables.judging.records import ToldSeal, seals_of
from bot.tables.people.access import Action
from bot.tables.seating.lobby import require_closing
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.answering.table_press import TablePress
from cogs.result.course import waits_for_deal
from cogs.ui.actions import TABLE
from cogs.ui.layout import note


@TABLE.action("seal", needs=Action.LOOK)
async def seal(press: TablePress) -> None:
    await press.reply.say(seals_text(press.snapshot, press.words))


@TABLE.action("close", needs=Action.CLOSE)
async def close(press: TablePress) -> None:
    await press.services.tables.lobby.close(press.table_id, press.actor)
    await press.reply.refresh(note(_closed(press)))


async def ask_to_close(press: TablePress) -> None:
    """Close the table, or ask whether to end its match. Raises TableError."""
    words, table_id = press.words, press.table_id
    if press.snapshot.table.status is not Status.PLAYING:
        await press.services.tables.lobby.close(table_id, press.actor)
        await press.reply.say(_closed(press))
        return
    require_closing(press.snapshot.table, press.actor)
    label = words.gettext("Close table {table}", table=table_id)
    step = press.snapshot.step
    button = TABLE.button("close", label, discord.ButtonStyle.danger, table=table_id, step=step)
    question = words.gettext(
        "A match is being played at table {table}. It would end here for everybody; hands that are over "
        "stand.",
        table=table_id,
    )
    await press.reply.show(note(question, button))


@TABLE.action("next", needs=Action.NEXT_HAND)
async def next_hand(press: TablePress) -> None:
    """Deals the next hand at once. If somebody else was quicker, it only redraws the message."""
    try:
        await deal_next(press)
    except TableError as error:
        if not await press.redraw(await press.look()) or error.code != "dealt":
            raise


async def deal_next(press: TablePress) -> None:
    """Deal the next hand at once, and redraw the pressed message if it shows the table. Raises TableError."""
    snapshot = await press.services.tables.play.next_hand(press.table_id, press.actor)
    if not await press.redraw(snapshot):
        said = press.words.gettext("The next hand of table {table} is dealt.", table=press.table_id)
        await press.reply.say(said)


def _closed(press: TablePress) -> str:
    return press.words.gettext("Table {table} has been closed.", table=press.table_id)


def seals_text(snapshot: TableSnapshot, words: Catalogue) -> str:
    """The seals of this hand's pack and of the last one, a line each."""
    gettext, pgettext = words.gettext, words.pgettext
    seals = seals_of(snapshot, latest=2)
    if not seals:
        return gettext("Nothing has been shuffled yet; press again when a hand is dealt.")
    titles = (pgettext("heading", "This hand"), gettext("The hand before"))
    if waits_for_deal(snapshot) and len(seals) > 1:
        titles = (gettext("The next hand"), pgettext("heading", "This hand"))
    return "\n".join(
        words.line(title, _seal(seal, snapshot, words)) for title, seal in zip(titles, seals, strict=False)
    )


def _seal(seal: ToldSeal, snapshot: TableSnapshot, words: Catalogue) -> str:
    if seal.salt is None:
        return words.gettext(
            "shuffled and sealed before the cut, SHA-256 {seal}. The salt to check it by is told here once "
            "the hand is over.",
            seal=f"`{seal.sha256}`",
        )
    return words.gettext(
        "sealed before the cut, SHA-256 {seal}; salt {salt}. {command} has the order to check it by.",
        seal=f"`{seal.sha256}`",
        salt=f"`{seal.salt}`",
        command=f"`/record table:{snapshot.table.id}`",
    )
