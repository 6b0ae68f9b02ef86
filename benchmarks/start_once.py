"""One start of the bot on the offline Discord: `python -m benchmarks.start_once DATABASE STARTED`.

Prints one JSON object; STARTED is the time at which the process was asked for.
"""

import asyncio
import contextlib
import json
import resource
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path

FIRST = 1  # the number of the table that is touched
GUILD = 1  # the server at which `benchmarks.tables` opens its tables


async def main(path: str, started: float) -> dict[str, float]:
    """Start, look at what was loaded, touch one table, close."""
    import simcord

    from bot.app import opened
    from bot.settings import Settings
    from bot.tables.state.errors import TableError
    from storage.tables.store import SqlTableStore

    loads = 0
    load = SqlTableStore.load

    async def counted(store: SqlTableStore, table_id: int) -> object:
        nonlocal loads
        loads += 1
        return await load(store, table_id)

    SqlTableStore.load = counted  # type: ignore[method-assign, assignment]
    # Worker processes get ready by themselves, when the bot has long been so. With pictures, the first start
    # of an application would upload its emojis, with pauses.
    url = f"sqlite+aiosqlite:///{path}"
    settings = Settings.model_construct(database_url=url, house_workers=0, shards=1, pictures=False)
    async with AsyncExitStack() as stack, AsyncExitStack() as open_bot:
        bot = await opened(open_bot, settings)
        env = simcord.Env(bot, settle_timeout=60)
        stack.push_async_callback(env.shutdown)
        # The server of the tables; else they would be paused, and loaded for that.
        env.create_guild(id=GUILD)
        await env.start()
        # The first round of the upkeep, which looks for what is due, counts to the start.
        await env.settle()
        ready = time.time() - started
        peak, now = memory()
        loaded = loads
        before = time.perf_counter()
        with contextlib.suppress(TableError):  # the store may be empty
            await bot.services.tables.repository.look(FIRST)
        touch = time.perf_counter() - before
    return {"ready": ready, "peak": peak, "now": now, "loaded": loaded, "touch": touch}


def memory() -> tuple[float, float]:
    """The most memory that this process has had, and what it has now, in MiB."""
    # Not `ru_maxrss` where there is anything better: on Linux that of a new process is no
    # less than its parent's, who has just filled a store.
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)  # bytes on macOS
        return peak, peak
    kib = {line.split(":")[0]: line.split()[1] for line in status.splitlines() if line.startswith("Vm")}
    return int(kib["VmHWM"]) / 1024, int(kib["VmRSS"]) / 1024


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1], float(sys.argv[2])))))
