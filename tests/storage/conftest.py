"""A database for each test: a file, as in earnest, or an empty PostgreSQL database named in
`CARDINAL_TEST_DATABASE_URL`, whose contents are thrown away.
"""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from storage.database import Database, open_database
from storage.posts import SqlPostStore
from storage.standings import SqlStandingStore
from storage.tables import SqlTableStore
from storage.users import SqlUserStore
from tests import postgres
from tests.databases import migrated
from tests.storage.samples import Place


@pytest_asyncio.fixture
async def url(tmp_path: Path) -> str:
    """Where a database of the test's own would be."""
    server = os.environ.get("CARDINAL_TEST_DATABASE_URL")
    if server is None:
        return f"sqlite+aiosqlite:///{tmp_path}/cardinal.db"
    engine = create_async_engine(server)
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await engine.dispose()
    return server


@pytest.fixture(scope="session")
def empty() -> bytes:
    """A SQLite file that went through every migration."""
    return migrated()


@pytest_asyncio.fixture
async def database(url: str, tmp_path: Path, empty: bytes) -> AsyncIterator[Database]:
    """An open, empty database."""
    if url.startswith("sqlite"):
        (tmp_path / "cardinal.db").write_bytes(empty)
    database = await open_database(url)
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
