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

REGISTRY: Final = CollectorRegistry()
"""Everything that `/metrics` serves."""

ProcessCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

UP: Final = Info("cardinal_process", "Versions of Cardinal, Python and discord.py.", registry=REGISTRY)

CLICKS: Final = Counter(
    "cardinal_clicks", "Interactions that arrived here, by kind.", ["kind"], registry=REGISTRY
)
ARRIVAL_SECONDS: Final = Histogram(
    "cardinal_arrival_seconds",
    "From Discord's making an interaction to its arrival, by both clocks.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0),
    registry=REGISTRY,
)
ACKNOWLEDGE_SECONDS: Final = Histogram(
    "cardinal_acknowledge_seconds",
    "From an interaction's arrival to Discord's having its first answer.",
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0),
    registry=REGISTRY,
)
UNANSWERED: Final = Counter(
    "cardinal_unanswered", "Interactions that Discord took no answer to, by why.", ["why"], registry=REGISTRY
)
REFUSALS: Final = Counter(
    "cardinal_refusals", "Refusals that people were told, by code.", ["code"], registry=REGISTRY
)
FAULTS: Final = Counter("cardinal_faults", "Interactions that ended in a fault of ours.", registry=REGISTRY)
REFUSED: Final = Counter(
    "cardinal_refused_messages",
    "Messages that Discord refuses for what they say, by kind: posts are set aside, others wait.",
    ["kind"],
    registry=REGISTRY,
)
LOGGED: Final = Counter(
    "cardinal_logged",
    "Lines logged at WARNING and above, by level and part.",
    ["level", "part"],
    registry=REGISTRY,
)

REST_CALLS: Final = Counter(
    "cardinal_rest_calls",
    "Answers to calls of Discord's REST API, by route and status; status 0: none came.",
    ["method", "route", "status"],
    registry=REGISTRY,
)
REST_SECONDS: Final = Histogram(
    "cardinal_rest_seconds",
    "How long Discord took to answer a call.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
    registry=REGISTRY,
)
RATE_LIMITED: Final = Counter(
    "cardinal_rate_limited", "Answers 429, by whose limit it was.", ["scope"], registry=REGISTRY
)
INVALID_CALLS: Final = Counter(
    "cardinal_invalid_calls",
    "Answers 401, 403 and 429, of which Discord takes 10,000 in ten minutes.",
    registry=REGISTRY,
)

QUEUE: Final = Gauge("cardinal_queue_length", "What waits, by queue.", ["queue"], registry=REGISTRY)
BUDGET_LOAD: Final = Gauge(
    "cardinal_call_budget_load",
    "How much of the budget of calls the last five seconds took.",
    registry=REGISTRY,
)
TABLES_OPEN: Final = Gauge(
    "cardinal_tables_open", "Open tables in the database, asked at most every 30 s.", registry=REGISTRY
)
LEASES: Final = Gauge(
    "cardinal_leases_held", "Leases this process holds, by kind.", ["kind"], registry=REGISTRY
)
PROCESSES: Final = Gauge(
    "cardinal_processes_alive", "Processes over this database, this one included.", registry=REGISTRY
)
GATEWAY_SECONDS: Final = Gauge(
    "cardinal_gateway_latency_seconds", "Round trip of the heartbeat, by shard.", ["shard"], registry=REGISTRY
)
READY: Final = Gauge("cardinal_ready", "1 while /ready says so.", registry=REGISTRY)
LOOP_LAG_SECONDS: Final = Histogram(
    "cardinal_loop_lag_seconds",
    "How late the event loop came to a timer.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
    registry=REGISTRY,
)

SOLVER_SECONDS: Final = Histogram(
    "cardinal_house_job_seconds",
    "Time of a job in the house's worker processes, waiting included.",
    ["job"],
    buckets=(0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0),
    registry=REGISTRY,
)
WORKERS_READY: Final = Gauge(
    "cardinal_house_workers_ready", "Worker processes that are ready.", registry=REGISTRY
)

DATABASE_WAIT_SECONDS: Final = Histogram(
    "cardinal_database_wait_seconds",
    "How long a read or a write waited for its turn.",
    ["kind"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0),
    registry=REGISTRY,
)
DATABASE_SECONDS: Final = Histogram(
    "cardinal_database_seconds",
    "How long a transaction took.",
    ["kind"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0),
    registry=REGISTRY,
)
VERSION_CONFLICTS: Final = Counter(
    "cardinal_version_conflicts",
    "Changes to a table that another change came before, and which were tried again.",
    registry=REGISTRY,
)
