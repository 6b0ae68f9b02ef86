"""A process to be killed: moves at eight tables as fast as they are stored, telling each once it is.

Every move comes with an outcome and a job, every third with a post.
"""

import asyncio
from dataclasses import replace
from multiprocessing.connection import Connection

from bot.jobs.ports import Job
from storage.connection.database import open_database
from storage.tables.store import SqlTableStore
from tests.storage.makers import ANN, FULL, after, outcome, step

TABLES = 8
POST_EVERY = 3


async def main(url: str, told: Connection) -> None:
    tables = SqlTableStore(await open_database(url))

    async def play() -> None:
        table = await tables.create(FULL)
        number = 0
        while True:
            number += 1
            post = number // POST_EVERY if number % POST_EVERY == 0 else None
            change = step(table, number, post=post)
            result = outcome(table.id, "hand", number, ANN, points=1)
            job = Job("sum", f"{table.id}:{number}", {})
            if not await tables.commit(replace(change, outcomes=(result,), jobs=(job,))):
                raise AssertionError("nobody else writes here")
            table = after(table)
            told.send_bytes(f"{table.id} {number}".encode())

    await asyncio.gather(*(play() for _ in range(TABLES)))


def write(url: str, told: Connection) -> None:
    asyncio.run(main(url, told))
