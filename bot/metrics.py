"""The Prometheus metrics of a running bot. No logic.

Cogs, storage and bot/app.py update them; rules, tables, house and art do not, and are measured from outside.
Times are in seconds.
"""

from functools import partial
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    ProcessCollector,
)

REGISTRY: Final = CollectorRegistry()  # everything that `/metrics` serves

ProcessCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

_info = partial(Info, registry=REGISTRY)
_counter = partial(Counter, registry=REGISTRY)
_gauge = partial(Gauge, registry=REGISTRY)
_histogram = partial(Histogram, registry=REGISTRY)

UP: Final = _info("cardinal_process", "Versions of Cardinal, Python and discord.py.")

CLICKS: Final = _counter("cardinal_clicks", "Interactions received, by kind.", ["kind"])
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
UNANSWERED: Final = _counter("cardinal_unanswered", "Interactions that got no response, by reason.", ["why"])
REFUSALS: Final = _counter("cardinal_refusals", "Refusals shown to people, by code.", ["code"])
FAULTS: Final = _counter("cardinal_faults", "Interactions that failed with an internal error.")
REFUSED: Final = _counter(
    "cardinal_refused_messages",
    "Messages whose content Discord rejected, by kind: posts are skipped, others wait.",
    ["kind"],
)
LOGGED: Final = _counter(
    "cardinal_logged", "Log lines at WARNING and above, by level and part.", ["level", "part"]
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
RATE_LIMITED: Final = _counter("cardinal_rate_limited", "Responses 429, by scope of the limit.", ["scope"])
INVALID_CALLS: Final = _counter(
    "cardinal_invalid_calls", "Responses 401, 403 and 429, of which Discord allows 10,000 in ten minutes."
)

QUEUE: Final = _gauge("cardinal_queue_length", "Items waiting, by queue.", ["queue"])
BUDGET_LOAD: Final = _gauge(
    "cardinal_call_budget_load", "Share of the call budget used in the last five seconds."
)
TABLES_OPEN: Final = _gauge(
    "cardinal_tables_open", "Open tables in the database, updated at most every 30 s."
)
LEASES: Final = _gauge("cardinal_leases_held", "Leases held by this process, by kind.", ["kind"])
PROCESSES: Final = _gauge(
    "cardinal_processes_alive", "Processes that share this database, including this one."
)
GATEWAY_SECONDS: Final = _gauge(
    "cardinal_gateway_latency_seconds", "Gateway heartbeat latency, by shard.", ["shard"]
)
READY: Final = _gauge("cardinal_ready", "1 while /ready reports ready.")
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
