"""A process to be killed: moves at eight tables as fast as they are stored, telling each once it is.

Every move comes with an outcome, every third with a post.
"""

import asyncio
import sys
from dataclasses import replace

from storage.database import open_database
from storage.tables import SqlTableStore
from tests.storage.makers import ANN, FULL, after, outcome, step

TABLES = 8
POST_EVERY = 3


async def main(url: str) -> None:
    tables = SqlTableStore(await open_database(url))

    async def play() -> None:
        table = await tables.create(FULL)
        number = 0
        while True:
            number += 1
            post = number // POST_EVERY if number % POST_EVERY == 0 else None
            change = step(table, number, post=post)
            result = outcome(table.id, "hand", number, ANN, points=1)
            if not await tables.commit(replace(change, outcomes=(result,))):
                raise AssertionError("nobody else writes here")
            table = after(table)
            sys.stdout.write(f"{table.id} {number}\n")
            sys.stdout.flush()

    await asyncio.gather(*(play() for _ in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
