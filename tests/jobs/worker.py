"""A process that does sums, each of which is kept: `worker.py URL SECONDS_TO_DIE SECONDS_A_SUM`.

It tells what it begins and what it has done. After `SECONDS_TO_DIE` a job without a sign of life is
another's.
"""

import asyncio
import os
import sys
from collections.abc import Sequence

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.jobs.ports import Job, Urgency
from bot.jobs.service import Jobs
from storage.connection.database import open_database
from storage.jobs import SqlJobQueue


def tell(what: str, job: Job) -> None:
    """In one write, so that processes that share a pipe do not mix."""
    os.write(sys.stdout.fileno(), f"{what} {job.key}\n".encode())


async def main(url: str, dead: float, pause: float) -> None:
    database = await open_database(url)
    jobs = Jobs(SqlJobQueue(database, dead), most={Urgency.QUIET: 2, Urgency.ASKED: 2})

    async def keep(connection: AsyncConnection, found: Sequence[Job]) -> list[None]:
        for job in found:
            await connection.execute(
                text("INSERT INTO sums VALUES (:key) ON CONFLICT DO NOTHING"), {"key": job.key}
            )
        return [None] * len(found)

    async def add(job: Job) -> None:
        tell("begun", job)
        await asyncio.sleep(pause)
        await database.write(keep, job)
        tell("done", job)

    jobs.handle("sum", add)
    jobs.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3])))
