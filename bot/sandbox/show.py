"""A run of the sandbox, from start to Ctrl+C."""

import asyncio
import os
import socket
import sys
import webbrowser
from dataclasses import replace

from bot.app import running
from bot.loops import stop_requested
from bot.sandbox.server import serving
from bot.sandbox.stage import on_stage
from bot.settings import Settings
from storage.cluster.gateway import SqlCommandStore
from storage.connection.database import open_database
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore


async def run(settings: Settings, sock: socket.socket, *, open_page: bool | None) -> None:
    """Run the bot with these settings until SIGINT or SIGTERM. Raises DatabaseError. `open_page` None opens
    the page on a desktop."""
    stopping = stop_requested()
    await forget_discord(settings.database_url)
    port = sock.getsockname()[1]
    bot = running(settings.model_copy(update={"shards": 1}))
    async with on_stage(bot, port) as stage, serving(stage, sock) as address:
        print(f"Cardinal is ready: {address} (Ctrl+C stops)", flush=True)
        if _at_a_desktop() if open_page is None else open_page:
            await asyncio.to_thread(webbrowser.open, address)
        await stopping.wait()


def _at_a_desktop() -> bool:
    if not sys.stdout.isatty():
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


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
