"""A process that does sums, each of which is kept, and tells what it begins and what it has done."""

import asyncio
from collections.abc import Sequence
from multiprocessing.connection import Connection

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.jobs.ports import Job, Urgency
from bot.jobs.service import Jobs
from storage.connection.database import open_database
from storage.jobs import SqlJobQueue


async def main(url: str, dead: float, pause: float, told: Connection) -> None:
    database = await open_database(url)
    jobs = Jobs(SqlJobQueue(database, dead), most={Urgency.QUIET: 2, Urgency.ASKED: 2})

    async def keep(connection: AsyncConnection, found: Sequence[Job]) -> list[None]:
        for job in found:
            await connection.execute(
                text("INSERT INTO sums VALUES (:key) ON CONFLICT DO NOTHING"), {"key": job.key}
            )
        return [None] * len(found)

    async def add(job: Job) -> None:
        told.send_bytes(f"begun {job.key}".encode())
        await asyncio.sleep(pause)
        await database.write(keep, job)
        told.send_bytes(f"done {job.key}".encode())

    jobs.handle("sum", add)
    jobs.start()
    await asyncio.Event().wait()


def work(url: str, dead: float, pause: float, told: Connection) -> None:
    """Do sums until it is killed. After `dead` seconds without a sign of life a job is another's."""
    asyncio.run(main(url, dead, pause, told))
