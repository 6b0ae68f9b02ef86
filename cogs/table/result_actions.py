"""Actions below a result: the analysis of a hand, sharing it, one's own moments, and the rematch."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.rules.catalogue import Catalogue
from bot.rules.errors import RuleError
from bot.tables.people.access import Action
from bot.tables.state.errors import TableError
from bot.tables.state.posts import Post
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Status
from cogs.answering.meant import require_open_here
from cogs.answering.table_press import TablePress
from cogs.result.course import hand_named
from cogs.result.moments import moments_text
from cogs.result.replay_button import decision_button
from cogs.table.post import post_text
from cogs.ui.actions import TABLE
from cogs.ui.layout import Drawing, note
from cogs.ui.names import write_name
from cogs.words.aloud import aloud

LONGEST_WAIT = 13 * 60  # seconds for which an ephemeral answer can be edited; its token lives 15 minutes


@TABLE.action("again", needs=Action.PLAY_AGAIN)
async def play_again(press: TablePress) -> None:
    """Takes one's chair in the rematch, under the same house rules; the first press opens its table."""
    table = press.snapshot.table
    await require_open_here(press, table.guild_id, table.telling.channel_id)
    following = await press.services.tables.rematch.again(table.id, press.actor)
    press.services.publisher.changed(following.table.id)
    await press.reply.say(_seated(following, press))


@TABLE.action("best", needs=Action.ANALYSE)
async def best(press: TablePress, hand: int) -> None:
    await analyse(press, hand)


@TABLE.action("share", needs=Action.SHARE)
async def share(press: TablePress, hand: int) -> None:
    """Posts the analysis of a hand at the table, once."""
    analyses = press.services.tables.analyses
    number = await analyses.which(press.table_id, hand)
    await analyses.post(press.table_id, number)
    drawing = await _drawn(press, number)
    if (await press.settings()).reading:
        await press.reply.show(drawing)
    else:
        await press.reply.refresh(drawing)


@TABLE.action("moments", needs=Action.ANALYSE)
async def moments(press: TablePress, hand: int) -> None:
    await review(press, hand)


async def analyse(press: TablePress, number: int | None) -> None:
    """Send the person the analysis of that hand, by default the last one, once it is ready. Raises
    TableError."""
    analyses, gettext = press.services.tables.analyses, press.words.gettext
    hand = await analyses.which(press.table_id, number)
    if await analyses.is_known(press.table_id, hand):
        await press.reply.show(await _drawn(press, hand))
        return
    named = hand_named((await press.look()).table, hand, press.words)
    await _answer_later(
        press,
        gettext("{hand} is being counted out; what was best will stand here.", hand=named),
        gettext("{hand} is still being counted out; ask again in a while.", hand=named),
        lambda: analyses.find(press.table_id, hand),
        lambda: _drawn(press, hand),
    )


async def review(press: TablePress, number: int | None) -> None:
    """Send the person their moments of that hand, by default the last one, once they are found. Raises
    TableError."""
    found, gettext = press.services.tables.moments, press.words.gettext
    hand = await found.which(press.table_id, number, press.user_id)
    if await found.known(press.table_id, hand, press.user_id) is not None:
        await press.reply.show(await _moments_drawn(press, hand))
        return
    named = hand_named((await press.look()).table, hand, press.words)
    await _answer_later(
        press,
        gettext("The house is looking at what you played; what it finds will stand here."),
        gettext("The house is still looking at {hand}; ask again in a while.", hand=named),
        lambda: found.find(press.table_id, hand, press.user_id),
        lambda: _moments_drawn(press, hand),
    )


async def _answer_later(
    press: TablePress,
    meanwhile: str,
    late: str,
    find: Callable[[], Awaitable[object]],
    draw: Callable[[], Awaitable[Drawing]],
) -> None:
    message_id, original = await press.reply.show(note(meanwhile))
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            await find()
        found = await draw()
    except TimeoutError:
        found = note(late)
    except (TableError, RuleError) as refusal:
        found = note(press.refusal(refusal))
    if (await press.settings()).reading:
        # A message being read is not edited.
        await press.reply.show(found)
    else:
        await press.reply.replace_shown(message_id, found, original=original)


async def _drawn(press: TablePress, hand: int) -> Drawing:
    analyses = press.services.tables.analyses
    post, posted = await analyses.as_post(press.table_id, hand), await analyses.posted(press.table_id, hand)
    reads = (await press.settings()).reading
    return await draw_analysis(post, await press.look(), press.words, posted=posted, reads=reads)


async def _moments_drawn(press: TablePress, hand: int) -> Drawing:
    tables, words, snapshot = press.services.tables, press.words, await press.look()
    found = await tables.moments.known(press.table_id, hand, press.user_id) or ()
    decisions = await tables.moments.decisions(press.table_id, hand, press.user_id)
    text = moments_text(found, decisions, hand_named(snapshot.table, hand, words), snapshot, words)
    buttons = [decision_button(snapshot, hand, decisions[moment.step], words) for moment in found]
    return note(aloud(text, words) if (await press.settings()).reading else text, *buttons)


def _seated(following: TableSnapshot, press: TablePress) -> str:
    table, words = following.table, press.words
    values = {"table": table.id}
    if table.status is Status.PLAYING:
        if table.chairs.seat_of(press.user_id) is None:
            return words.gettext("Table {table} has begun; you come in when a chair is free.", **values)
        return words.gettext("Table {table} has begun.", **values)
    there = {person.user_id for person in table.chairs.members}
    missing = [seat.kept_for for seat in table.chairs if seat.kept_for is not None and seat.occupant is None]
    if not missing:
        waits = set(table.chairs.rubbers) - there
        if waits:
            return words.gettext(
                "You belong to table {table}; press Start there when all who want to play have come.",
                **values,
            )
        return words.gettext("You belong to table {table}; press Start there to begin.", **values)
    return words.ngettext(
        "You belong to table {table}. It begins when {people} has pressed Play again, too; or press Start "
        "there.",
        "You belong to table {table}. It begins when {people} have pressed Play again, too; or press Start "
        "there.",
        len(missing),
        people=words.listed([write_name(person) for person in missing]),
        **values,
    )


async def draw_analysis(
    post: Post, snapshot: TableSnapshot, words: Catalogue, *, posted: int | None, reads: bool
) -> Drawing:
    """The post of an analysis; `posted` is the message that contains it, 0 if it is owed, None if it has not
    been shared. Cards are named for somebody who `reads`."""
    table = snapshot.table
    # It may search the whole match.
    text = await asyncio.to_thread(post_text, post, snapshot, words)
    if reads:
        text = aloud(text, words)
    if table.telling.posting is Posting.PANELS:
        return note(text)
    if posted is None:
        share = words.pgettext("button", "Share")
        return note(text, TABLE.button("share", share, table=table.id, step=snapshot.step, hand=post.hand))
    if not posted:
        owed = words.gettext("It is being posted at the table.")
        return note(f"{text}\n-# {owed}")
    link = f"https://discord.com/channels/{table.guild_id}/{table.telling.place}/{posted}"
    shared = words.gettext("It [has been shared]({link}) at the table.", link=link)
    return note(f"{text}\n-# {shared}")
