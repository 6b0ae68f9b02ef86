"""The analysis of a hand for one person, who may share it."""

import asyncio

from bot.rules.catalogue import Catalogue
from bot.tables.state.posts import Post
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting
from cogs.table.post import post_text
from cogs.ui.actions import TABLE
from cogs.ui.layout import Drawing, note
from cogs.words.aloud import aloud


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
        share = words.gettext("Share")
        return note(text, TABLE.button("share", share, table=table.id, step=snapshot.step, hand=post.hand))
    if not posted:
        owed = words.gettext("It is being posted at the table.")
        return note(f"{text}\n-# {owed}")
    link = f"https://discord.com/channels/{table.guild_id}/{table.telling.place}/{posted}"
    shared = words.gettext("It [has been shared]({link}) at the table.", link=link)
    return note(f"{text}\n-# {shared}")
