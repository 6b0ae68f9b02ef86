"""A database for each test, of both kinds: a SQLite file and a PostgreSQL database.

A test of one kind only overrides the fixture `kind`. Where both kinds take the same SQL, `make test` runs a
sample of the tests on PostgreSQL and `make long` the rest.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, nullcontext
from pathlib import Path

import pytest

from storage.connection.database import Database, open_database
from storage.people.users import SqlUserStore
from storage.results.standings import SqlStandingStore
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests import postgres
from tests.databases import migrated, without_threads
from tests.rules.matches import is_sampled
from tests.storage.samples import Place

SAME_SQL = frozenset(
    {
        "test_analyses",
        "test_archive",
        "test_boards",
        "test_clicks",
        "test_moments",
        "test_privacy",
        "test_replays",
        "test_sessions",
        "test_standings",
        "test_tables",
        "test_users",
    }
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        case = getattr(item, "callspec", None)
        if item.path.stem in SAME_SQL and case is not None and case.params.get("kind") == "postgresql":
            name = f"{item.path.stem} {item.name}"
            if not is_sampled(name):
                item.add_marker(pytest.mark.long)


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """Which kind of database it is."""
    named: str = request.param
    return named


@pytest.fixture
def url(kind: str, tmp_path: Path) -> Iterator[str]:
    """Where a database of the test's own would be: there is no table yet."""
    if kind == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path}/cardinal.db"
        return
    with postgres.database(postgres.shared()) as url:
        yield url


@pytest.fixture(scope="session")
def empty() -> bytes:
    return migrated()


@pytest.fixture
def migrated_url(kind: str, tmp_path: Path, empty: bytes) -> Iterator[str]:
    if kind == "sqlite":
        (tmp_path / "cardinal.db").write_bytes(empty)
        yield f"sqlite+aiosqlite:///{tmp_path}/cardinal.db"
        return
    with postgres.database(postgres.shared(), like=postgres.shared().migrated) as url:
        yield url


@pytest.fixture
async def database(migrated_url: str, request: pytest.FixtureRequest) -> AsyncIterator[Database]:
    """An open, empty database; without threads where only the SQL is tested."""
    with without_threads() if request.path.stem in SAME_SQL else nullcontext():
        database = await open_database(migrated_url)
    yield database
    await database.close()


@pytest.fixture
def tables(database: Database) -> SqlTableStore:
    return SqlTableStore(database)


@pytest.fixture
def posts(database: Database) -> SqlPostStore:
    return SqlPostStore(database)


@pytest.fixture
def users(database: Database) -> SqlUserStore:
    return SqlUserStore(database)


@pytest.fixture
def standings(database: Database) -> SqlStandingStore:
    return SqlStandingStore(database)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """Says new places for databases, as many as are asked for."""
    with ExitStack() as stack:
        made: list[str] = []

        def new(kind: str) -> str:
            if kind == "sqlite":
                made.append(f"sqlite+aiosqlite:///{tmp_path}/store{len(made)}.db")
            else:
                made.append(stack.enter_context(postgres.database(postgres.shared())))
            return made[-1]

        yield new
