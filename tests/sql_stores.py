"""The stores of a database that the tables of a test need."""

from typing import Any

from storage.connection.database import Database
from storage.duplicate.boards import SqlBoardStore
from storage.people.servers import SqlServerStore
from storage.people.users import SqlUserStore
from storage.privacy import SqlPrivacyStore
from storage.results.analyses import SqlAnalysisStore
from storage.results.moments import SqlMomentStore
from storage.results.replays import SqlReplayStore
from storage.results.standings import SqlStandingStore
from storage.tables.store import SqlTableStore


def sql_stores(database: Database) -> dict[str, Any]:
    """The stores among `Ports`, by name."""
    return {
        "tables": SqlTableStore(database),
        "boards": SqlBoardStore(database),
        "users": SqlUserStore(database),
        "servers": SqlServerStore(database),
        "privacy": SqlPrivacyStore(database),
        "analyses": SqlAnalysisStore(database),
        "moments": SqlMomentStore(database),
        "standings": SqlStandingStore(database),
        "replays": SqlReplayStore(database),
    }
