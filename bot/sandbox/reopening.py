"""Adapts the database of an earlier run to an in-memory Discord without messages and commands."""

from dataclasses import replace

from storage.cluster.gateway import SqlCommandStore
from storage.connection.database import open_database
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore

_NEVER_SHOWN = -1


async def forget_discord(database_url: str) -> None:
    """Let the bot register its commands, and repost every open table and hand. Raises DatabaseError."""
    database = await open_database(database_url, playing=True)
    try:
        await SqlCommandStore(database).forget()
        posts = SqlPostStore(database)
        for table in await SqlTableStore(database).open_tables():
            message = await posts.table_message(table.id)
            if message is not None:
                await posts.save_table_message(replace(message, version=_NEVER_SHOWN))
            for panel in await posts.hand_panels(table.id):
                await posts.save_hand_panel(replace(panel, version=_NEVER_SHOWN, deal=_NEVER_SHOWN))
    finally:
        await database.close()
