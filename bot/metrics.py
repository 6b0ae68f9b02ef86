"""The Prometheus metrics of a running process. No logic.

Cogs, storage and bot/app.py update them; rules, tables, house and art do not, and are measured from outside.
Times are in seconds. A counter that an alert reads names the values of its labels, so that each series exists
at 0 before anything happens: Prometheus sees no increase in a series that appears at 1.
"""

from functools import partial
from itertools import product
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)

# A second series for each counter, which nobody reads.
disable_created_metrics()  # type: ignore[no-untyped-call]

REGISTRY: Final = CollectorRegistry()  # everything that `/metrics` serves

ProcessCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

_info = partial(Info, registry=REGISTRY)
_counter = partial(Counter, registry=REGISTRY)
_gauge = partial(Gauge, registry=REGISTRY)
_histogram = partial(Histogram, registry=REGISTRY)


def _counter_from_0(name: str, documentation: str, **labels: tuple[str, ...]) -> Counter:
    counter = _counter(name, documentation, list(labels))
    for values in product(*labels.values()):
        counter.labels(*values)
    return counter


BUILD: Final = _info("cardinal_build", "Version and revision of Cardinal, versions of Python and discord.py.")

CLICKS: Final = _counter_from_0(
    "cardinal_clicks",
    "Interactions received, by kind.",
    kind=("button", "menu", "form", "command", "suggestion", "other"),
)
ARRIVAL_SECONDS: Final = _histogram(
    "cardinal_arrival_seconds",
    "Seconds from the creation of an interaction at Discord to its arrival, by both clocks.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0),
)
ACKNOWLEDGE_SECONDS: Final = _histogram(
    "cardinal_acknowledge_seconds",
    "Seconds from the arrival of an interaction to its first response.",
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0),
)
UNANSWERED: Final = _counter_from_0(
    "cardinal_unanswered",
    "Interactions that nobody answered, by reason.",
    why=("too late", "refused", "network"),
)
REFUSALS: Final = _counter(
    "cardinal_refusals", "Refusals shown to people, moves among them, by code.", ["code"]
)
FAULTS: Final = _counter_from_0(
    "cardinal_faults",
    "Interactions that ended in an apology, by reason.",
    why=("error", "refused", "network", "calls stopped"),
)
REFUSED: Final = _counter_from_0(
    "cardinal_refused_messages",
    "Messages whose content Discord rejected, by kind: posts are skipped, others wait.",
    kind=("call", "end of hand", "hand", "message", "post", "posts", "removal", "thread"),
)
PARTS: Final = ("bot", "cogs", "storage", "discord", "asyncio", "other")
LOGGED: Final = _counter_from_0(
    "cardinal_logged",
    "Log lines at WARNING and above, by level and part.",
    level=("warning", "error", "critical"),
    part=PARTS,
)

REST_CALLS: Final = _counter(
    "cardinal_rest_calls",
    "Responses of Discord's REST API, by route and status; status 0: no response.",
    ["method", "route", "status"],
)
REST_SECONDS: Final = _histogram(
    "cardinal_rest_seconds",
    "Response time of Discord's REST API.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
RATE_LIMITED: Final = _counter_from_0(
    "cardinal_rate_limited",
    "Responses 429, by scope of the limit.",
    scope=("global", "shared", "user"),
)
INVALID_CALLS: Final = _counter(
    "cardinal_invalid_calls", "Responses 401, 403 and 429, of which Discord allows 10,000 in ten minutes."
)

CLOCK_AHEAD: Final = _gauge(
    "cardinal_clock_ahead_seconds", "How far this machine's clock is ahead of Discord's, to a second."
)

QUEUE: Final = _gauge("cardinal_queue_length", "Items waiting, by queue.", ["queue"])
TO_SHOW: Final = _gauge(
    "cardinal_to_show",
    "Tables and sessions with something to show: now, later, overdue, or where Discord refuses it.",
    ["what", "state"],
)
JOBS: Final = _gauge(
    "cardinal_jobs",
    "Jobs in the database, by kind and state, updated at most every 30 s; overdue jobs are waiting ones.",
    ["kind", "state"],
)
BUDGET_LOAD: Final = _gauge(
    "cardinal_call_budget_load", "Share of the call budget used in the last five seconds."
)
TABLES_OPEN: Final = _gauge(
    "cardinal_tables_open", "Open tables in the database, updated at most every 30 s."
)
TURNS_OVERDUE: Final = _gauge(
    "cardinal_turns_overdue",
    "Tables whose turn clock ran out 30 s ago without effect, updated at most every 30 s.",
)
LAST_BACKUP: Final = _gauge(
    "cardinal_last_backup_timestamp_seconds", "When `./cardinal backup` last finished; 0: never."
)
SERVERS: Final = _gauge("cardinal_servers", "Servers that this process knows, by shard.", ["shard"])
LEASES: Final = _gauge("cardinal_leases_held", "Leases held by this process, by kind.", ["kind"])
PROCESSES: Final = _gauge("cardinal_processes_alive", "Processes that play over this database.")
JOB_PROCESSES: Final = _gauge(
    "cardinal_job_processes_alive", "Processes that only run jobs of this database (`./cardinal work`)."
)
GATEWAY_SECONDS: Final = _gauge(
    "cardinal_gateway_latency_seconds", "Gateway heartbeat latency, by shard.", ["shard"]
)
READY: Final = _gauge("cardinal_ready", "1 while /ready says 200.")
LOOP_LAG_SECONDS: Final = _histogram(
    "cardinal_loop_lag_seconds",
    "Delay of timers on the event loop.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
)

SOLVER_SECONDS: Final = _histogram(
    "cardinal_house_job_seconds",
    "Duration of a job in the house's worker processes, including waiting.",
    ["job"],
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0),
)
WORKERS: Final = _gauge("cardinal_house_workers", "House worker processes that the settings want.")
WORKERS_READY: Final = _gauge("cardinal_house_workers_ready", "House worker processes that are ready.")

DATABASE_WAIT_SECONDS: Final = _histogram(
    "cardinal_database_wait_seconds",
    "Seconds a read or write waited for its transaction.",
    ["kind"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0),
)
DATABASE_SECONDS: Final = _histogram(
    "cardinal_database_seconds",
    "Duration of a transaction.",
    ["kind"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0),
)
VERSION_CONFLICTS: Final = _counter(
    "cardinal_version_conflicts", "Changes of a table that conflicted with another change and were retried."
)
DATABASE_FAILURES: Final = _counter_from_0(
    "cardinal_database_failures",
    "Transactions that the database failed, after retries, by kind.",
    kind=("read", "look-up", "write"),
)
