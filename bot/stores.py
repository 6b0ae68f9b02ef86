"""The tables over a database, as each process has them: whether it plays on Discord or only does jobs."""

from bot.cluster.hints import Hint, Topic
from bot.cluster.ports import HintChannel
from bot.house_service import HouseService
from bot.jobs.ports import Urgency
from bot.jobs.service import Jobs
from bot.settings import Settings
from bot.tables.service import Ports, Tables, build_tables
from bot.tables.store.ports import Clock, Dealer, Membership, Ownership
from bot.tables.store.repository import Committed
from bot.tables.store.system import SystemClock, SystemDealer
from bot.tables.turns.deadlines import Pauses
from storage.connection.database import Database
from storage.duplicate.boards import SqlBoardStore
from storage.jobs import SqlJobQueue
from storage.people.servers import SqlServerStore
from storage.people.users import SqlUserStore
from storage.privacy import SqlPrivacyStore
from storage.results.analyses import SqlAnalysisStore
from storage.results.moments import SqlMomentStore
from storage.results.replays import SqlReplayStore
from storage.results.standings import SqlStandingStore
from storage.tables.store import SqlTableStore

_ASKED_FOR_EACH = 2  # jobs with somebody waiting, for each worker, which runs parts of them by turns


def jobs_over(database: Database, hints: HintChannel, workers: int) -> Jobs:
    """The jobs of a process with that many workers. Raises DatabaseError."""
    # Of two or more workers, one does moves only.
    free = max(1, workers - 1)
    return Jobs(SqlJobQueue(database), hints, {Urgency.QUIET: free, Urgency.ASKED: _ASKED_FOR_EACH * free})


def ports_over(
    database: Database,
    house: HouseService,
    jobs: Jobs,
    *,
    membership: Membership,
    clock: Clock,
    dealer: Dealer,
    ownership: Ownership,
) -> Ports:
    """What the tables of a process need: the stores of a database, the house as player and analyst."""
    return Ports(
        tables=SqlTableStore(database),
        boards=SqlBoardStore(database),
        users=SqlUserStore(database),
        servers=SqlServerStore(database),
        privacy=SqlPrivacyStore(database),
        analyses=SqlAnalysisStore(database),
        moments=SqlMomentStore(database),
        standings=SqlStandingStore(database),
        replays=SqlReplayStore(database),
        house=house,
        analyst=house,
        coach=house,
        replayer=house,
        jobs=jobs,
        membership=membership,
        clock=clock,
        dealer=dealer,
        ownership=ownership,
    )


def tables_over(ports: Ports, settings: Settings) -> Tables:
    """The tables of a process."""
    return build_tables(
        ports,
        pauses=Pauses(settings.house_pause, settings.house_trick_pause, settings.house_hand_pause),
        capacity=settings.cache_tables,
        analyse=settings.analyse,
        turn_seconds=settings.turn_seconds,
    )


class NoTables:
    """The `Ownership` of a process without Discord: only those that are connected to it own tables."""

    shard_count = 1

    def owns(self, guild_id: int, number: int) -> bool:
        return False


class _Unknown:
    async def present(self, guild_id: int, user_id: int) -> bool | None:
        return None


def tables_without_discord(
    database: Database, hints: HintChannel, house: HouseService, settings: Settings
) -> Tables:
    """The tables of a process without Discord, which tells the others what it changes."""
    ports = ports_over(
        database,
        house,
        jobs_over(database, hints, settings.house_workers),
        membership=_Unknown(),
        clock=SystemClock(),
        dealer=SystemDealer(),
        ownership=NoTables(),
    )
    tables = tables_over(ports, settings)

    def committed(change: Committed) -> None:
        table = change.snapshot.table
        hints.tell(Hint(Topic.TABLE, table.id, table.version))

    def heard(hint: Hint) -> None:
        if hint.topic is Topic.TABLE:
            tables.repository.outdated(hint.number, hint.version)

    tables.repository.subscribe(committed)
    hints.listen(heard)
    return tables
