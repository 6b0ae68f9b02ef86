"""The Prometheus metrics of a running bot. No logic.

Cogs, storage and bot/app.py update them; rules, tables, house and art do not, and are measured from outside.
Times are in seconds.
"""

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

UP: Final = Info("cardinal_process", "Versions of Cardinal, Python and discord.py.", registry=REGISTRY)

CLICKS: Final = Counter("cardinal_clicks", "Interactions received, by kind.", ["kind"], registry=REGISTRY)
ARRIVAL_SECONDS: Final = Histogram(
    "cardinal_arrival_seconds",
    "Seconds from the creation of an interaction at Discord to its arrival, by both clocks.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0),
    registry=REGISTRY,
)
ACKNOWLEDGE_SECONDS: Final = Histogram(
    "cardinal_acknowledge_seconds",
    "Seconds from the arrival of an interaction to its first response.",
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0),
    registry=REGISTRY,
)
UNANSWERED: Final = Counter(
    "cardinal_unanswered", "Interactions that got no response, by reason.", ["why"], registry=REGISTRY
)
REFUSALS: Final = Counter(
    "cardinal_refusals", "Refusals shown to people, by code.", ["code"], registry=REGISTRY
)
FAULTS: Final = Counter(
    "cardinal_faults", "Interactions that failed with an internal error.", registry=REGISTRY
)
REFUSED: Final = Counter(
    "cardinal_refused_messages",
    "Messages whose content Discord rejected, by kind: posts are skipped, others wait.",
    ["kind"],
    registry=REGISTRY,
)
LOGGED: Final = Counter(
    "cardinal_logged",
    "Log lines at WARNING and above, by level and part.",
    ["level", "part"],
    registry=REGISTRY,
)

REST_CALLS: Final = Counter(
    "cardinal_rest_calls",
    "Responses of Discord's REST API, by route and status; status 0: no response.",
    ["method", "route", "status"],
    registry=REGISTRY,
)
REST_SECONDS: Final = Histogram(
    "cardinal_rest_seconds",
    "Response time of Discord's REST API.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
    registry=REGISTRY,
)
RATE_LIMITED: Final = Counter(
    "cardinal_rate_limited", "Responses 429, by scope of the limit.", ["scope"], registry=REGISTRY
)
INVALID_CALLS: Final = Counter(
    "cardinal_invalid_calls",
    "Responses 401, 403 and 429, of which Discord allows 10,000 in ten minutes.",
    registry=REGISTRY,
)

QUEUE: Final = Gauge("cardinal_queue_length", "Items waiting, by queue.", ["queue"], registry=REGISTRY)
BUDGET_LOAD: Final = Gauge(
    "cardinal_call_budget_load", "Share of the call budget used in the last five seconds.", registry=REGISTRY
)
TABLES_OPEN: Final = Gauge(
    "cardinal_tables_open", "Open tables in the database, updated at most every 30 s.", registry=REGISTRY
)
LEASES: Final = Gauge(
    "cardinal_leases_held", "Leases held by this process, by kind.", ["kind"], registry=REGISTRY
)
PROCESSES: Final = Gauge(
    "cardinal_processes_alive", "Processes that share this database, including this one.", registry=REGISTRY
)
GATEWAY_SECONDS: Final = Gauge(
    "cardinal_gateway_latency_seconds", "Gateway heartbeat latency, by shard.", ["shard"], registry=REGISTRY
)
READY: Final = Gauge("cardinal_ready", "1 while /ready reports ready.", registry=REGISTRY)
LOOP_LAG_SECONDS: Final = Histogram(
    "cardinal_loop_lag_seconds",
    "Delay of timers on the event loop.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
    registry=REGISTRY,
)

SOLVER_SECONDS: Final = Histogram(
    "cardinal_house_job_seconds",
    "Duration of a job in the house's worker processes, including waiting.",
    ["job"],
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0),
    registry=REGISTRY,
)
WORKERS_READY: Final = Gauge(
    "cardinal_house_workers_ready", "House worker processes that are ready.", registry=REGISTRY
)

DATABASE_WAIT_SECONDS: Final = Histogram(
    "cardinal_database_wait_seconds",
    "Seconds a read or write waited for its transaction.",
    ["kind"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0),
    registry=REGISTRY,
)
DATABASE_SECONDS: Final = Histogram(
    "cardinal_database_seconds",
    "Duration of a transaction.",
    ["kind"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0),
    registry=REGISTRY,
)
VERSION_CONFLICTS: Final = Counter(
    "cardinal_version_conflicts",
    "Changes of a table that conflicted with another change and were retried.",
    registry=REGISTRY,
)
