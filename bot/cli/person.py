"""`./cardinal person export|erase ID`: what `/privacy` does, for somebody who writes to the operator."""

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import TypeAlias

from bot.cluster.alone import Silence
from bot.cluster.hints import Hint, Topic
from bot.cluster.ports import HintChannel
from bot.duplicate.service import build_duplicate
from bot.duplicate.sessions.repository import SessionCommitted
from bot.errors import OperatorError
from bot.house.jobs import warm_up
from bot.house.workers import Workers
from bot.house_service import HouseService
from bot.rules.escaping import shown
from bot.settings import Settings, load_settings
from bot.stores import NoTables, tables_without_discord
from bot.tables.store.system import SystemClock, SystemDealer
from storage.cluster.hints import PostgresHints
from storage.connection.database import Database, open_database
from storage.connection.engines import explained
from storage.duplicate.sessions import SqlSessionStore
from storage.privacy import SqlPrivacyStore

_Rows: TypeAlias = Mapping[str, Sequence[Mapping[str, object]]]
_LAST_ID = 2**63 - 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what to do, and with whom."""
    parser.add_argument("action", choices=("export", "erase"), help="print all that is stored, or delete it")
    parser.add_argument("person", type=_id, metavar="ID", help="the id of their account on Discord")
    parser.add_argument("--yes", action="store_true", help="erase without asking")


def main(arguments: argparse.Namespace) -> int:
    """Export or erase the person. Raises OperatorError where an erasure is not confirmed."""
    settings, user_id = load_settings(), arguments.person
    with explained(settings.database_url):
        stored = asyncio.run(_stored(settings.database_url, user_id))
        if arguments.action == "export":
            print(json.dumps({"user_id": user_id, "stored": stored}, ensure_ascii=False, indent=1))
            return 0
        if not arguments.yes:
            _confirm(user_id, stored)
        asyncio.run(_erase(settings, user_id))
    print(f"Nothing is stored that names {user_id}, except in backups.")
    return 0


def _confirm(user_id: int, stored: _Rows) -> None:
    rows = ", ".join(f"{name} {len(found)}" for name, found in stored.items()) or "none"
    print(f"Rows that name {user_id}: {rows}. They leave the tables at which they sit.")
    print("Erase them everywhere? This cannot be undone. [y/N] ", end="", flush=True)
    if sys.stdin is None or sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise OperatorError("nothing has been erased")


async def _stored(url: str, user_id: int) -> _Rows:
    database = await open_database(url)
    try:
        return await SqlPrivacyStore(database).rows_of(user_id)
    finally:
        await database.close()


async def _erase(settings: Settings, user_id: int) -> None:
    async with AsyncExitStack() as stack:
        # A bot that has a SQLite file to itself would go on with what it remembers of the person.
        database = await open_database(settings.database_url, playing=True)
        stack.push_async_callback(database.close)
        hints = await _hints(stack, database, settings.database_url)
        house = HouseService(Workers(0, warm_up), elsewhere=True)
        tables = tables_without_discord(database, hints, house, settings)
        stack.push_async_callback(tables.stop)
        # Jobs are for the processes that go on.
        await tables.jobs.stop()
        sessions = SqlSessionStore(database)
        duplicate = build_duplicate(tables, sessions, house, SystemClock(), SystemDealer(), NoTables())
        stack.push_async_callback(duplicate.stop)

        def committed(change: SessionCommitted) -> None:
            hints.tell(Hint(Topic.SESSION, change.session.id, change.session.version))

        duplicate.repository.subscribe(committed)
        tables.privacy.subscribe_erased(lambda erased: hints.tell(Hint(Topic.ERASED, erased)))
        await tables.privacy.erase(user_id)


async def _hints(stack: AsyncExitStack, database: Database, url: str) -> HintChannel:
    if not database.shared:
        return Silence()
    hints = PostgresHints(url)
    stack.push_async_callback(hints.stop)
    hints.start()
    return hints


def _id(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20 and 0 < int(text) <= _LAST_ID):
        raise argparse.ArgumentTypeError(f"{shown(text)!r} is not the id of an account")
    return int(text)
