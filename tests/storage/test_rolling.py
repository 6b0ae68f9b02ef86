"""Old and new code on one database: expand, migrate, contract, as CONTRIBUTING.md has it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DBAPIError

from storage.connection.database import DatabaseError, migrate, open_database
from storage.connection.upgrade import VERSION_TABLE, alembic_config
from storage.tables.store import SqlTableStore
from tests.storage.makers import FULL, step
from tests.storage.stored import Stored, configured

SCRIPTS: Final = ScriptDirectory.from_config(alembic_config())
HEAD = SCRIPTS.get_current_head()
BASELINE: Final = "v0001"
"""The schema of 1.0.0: every revision after it is held to the rule."""


@dataclass(frozen=True)
class Schema:
    """What code of a revision knows: its tables, and what holds for their rows."""

    tables: Mapping[str, sa.Table]
    rules: Mapping[str, frozenset[str]]
    """Of each table what is unique, and where it refers to."""

    @classmethod
    def of(cls, connection: sa.Connection) -> "Schema":
        metadata = sa.MetaData()
        metadata.reflect(connection)
        tables = {table.name: table for table in metadata.sorted_tables if table.name != VERSION_TABLE}
        return cls(tables, {name: rules_of(sa.inspect(connection), name) for name in tables})


def rules_of(inspector: sa.Inspector, table: str) -> frozenset[str]:
    return frozenset(
        [
            f"key {inspector.get_pk_constraint(table)['constrained_columns']}",
            *(f"unique {index['column_names']}" for index in inspector.get_indexes(table) if index["unique"]),
            *(f"unique {key['column_names']}" for key in inspector.get_unique_constraints(table)),
            *(f"refers {key['constrained_columns']}" for key in inspector.get_foreign_keys(table)),
            *(f"checks {check['sqltext']}" for check in inspector.get_check_constraints(table)),
        ]
    )


def optional(column: sa.Column[Any]) -> bool:
    return bool(column.nullable) or column.server_default is not None


def changes_for(old: Schema, new: Schema) -> list[str]:
    """What of `new` code that knows `old` only could stumble over."""
    found = [f"the table {name} is gone" for name in old.tables if name not in new.tables]
    for name, table in new.tables.items():
        if name not in old.tables:
            continue
        before = old.tables[name].columns
        found += [f"{name}.{column.name} is gone" for column in before if column.name not in table.columns]
        found += [f"{name}: {rule}" for rule in new.rules[name] - old.rules[name]]
        for column in table.columns:
            if column.name not in before:
                if not optional(column):
                    found.append(f"{name}.{column.name} is new and must be given")
            elif str(column.type) != str(before[column.name].type):
                found.append(f"{name}.{column.name} has another type")
            elif optional(before[column.name]) and not optional(column):
                found.append(f"{name}.{column.name} must be given now")
            elif column.nullable and not before[column.name].nullable:
                found.append(f"{name}.{column.name} may be null now")
    return found


def sample(column: sa.Column[Any]) -> object:
    kinds: tuple[tuple[type, object], ...] = (
        (sa.Boolean, False), (sa.JSON, {}), (sa.LargeBinary, b"x"),
        (sa.String, "x"), (sa.Numeric, 1.5), (sa.ARRAY, []),
    )  # fmt: skip
    return next((value for kind, value in kinds if isinstance(column.type, kind)), 7)


def work_as(old: Schema, connection: sa.Connection) -> None:
    """Write, change, read and delete a row of every table as code that knows `old` only."""
    with connection.begin_nested() as nested:
        for table in old.tables.values():
            needed = {
                column.name: sample(column)
                for column in table.columns
                if column.primary_key or not optional(column)
            }
            connection.execute(sa.insert(table), needed)
        for table in reversed(list(old.tables.values())):
            rest = {column.name: sample(column) for column in table.columns if not column.primary_key}
            if rest and not table.foreign_keys:
                connection.execute(sa.update(table).values(rest))
            assert len(connection.execute(sa.select(table)).all()) == 1
            connection.execute(sa.delete(table))
        nested.rollback()


def without(schema: Schema, new: Schema) -> Schema:
    """`schema` without what `new` has no more, which code of `schema` did not need."""
    left = sa.MetaData()
    for name, table in schema.tables.items():
        if name not in new.tables:
            continue
        gone = [column for column in table.columns if column.name not in new.tables[name].columns]
        assert all(optional(column) for column in gone), f"{name}: code of then gave {gone} and needs it"
        kept = [column._copy() for column in table.columns if column not in gone]
        sa.Table(name, left, *kept)
    return Schema({name: left.tables[name] for name in schema.tables if name in left.tables}, schema.rules)


def test_code_of_before_a_revision_works_after_it(url: str):
    def step_by_step(connection: sa.Connection) -> None:
        config = configured(connection)
        command.upgrade(config, BASELINE)
        schemas = {BASELINE: Schema.of(connection)}
        for script in reversed(list(SCRIPTS.iterate_revisions("head", BASELINE))):
            command.upgrade(config, script.revision)
            schemas[script.revision] = now = Schema.of(connection)
            oldest = getattr(script.module, "oldest_code", None)
            if oldest is None:
                before = schemas[str(script.down_revision)]
                assert changes_for(before, now) == [], f"{script.revision} does more than expand"
            else:
                assert oldest in schemas, f"{script.revision}: {oldest} is no revision of before"
                assert oldest != script.revision, "code of the release before it must be able to work"
                before = without(schemas[oldest], now)
            work_as(before, connection)

    Stored(url).do(step_by_step)


NO_EXPANSIONS = (
    "ALTER TABLE moves ADD COLUMN author BIGINT NOT NULL",
    "ALTER TABLE moves RENAME COLUMN text TO words",
    "ALTER TABLE moves ALTER COLUMN number TYPE BIGINT",
    "ALTER TABLE tables ALTER COLUMN thread_id SET NOT NULL",
    "ALTER TABLE tables ALTER COLUMN hints DROP DEFAULT",
    "ALTER TABLE tables ALTER COLUMN version DROP NOT NULL",
    "ALTER TABLE moves ADD CHECK (number < 1000)",
    "ALTER TABLE outcomes ADD FOREIGN KEY (guild_id) REFERENCES server_settings",
    "CREATE UNIQUE INDEX one_table ON tables (guild_id)",
    "DROP TABLE turn_calls",
)


@pytest.mark.parametrize("kind", ["postgresql"])
def test_what_is_no_expansion_is_seen(migrated_url: str):
    def work(connection: sa.Connection) -> None:
        before = Schema.of(connection)
        assert changes_for(before, Schema.of(connection)) == []
        for statement in NO_EXPANSIONS:
            with connection.begin_nested() as nested:
                connection.exec_driver_sql(statement)
                assert changes_for(before, Schema.of(connection)), statement
                nested.rollback()

    Stored(migrated_url).do(work)


@pytest.mark.parametrize("kind", ["postgresql"])
def test_a_row_that_old_code_could_not_write_is_seen(migrated_url: str):
    def work(connection: sa.Connection) -> None:
        before = Schema.of(connection)
        work_as(before, connection)
        connection.exec_driver_sql("ALTER TABLE moves ADD COLUMN author BIGINT NOT NULL")
        work_as(before, connection)

    with pytest.raises(DBAPIError, match="author"):
        Stored(migrated_url).do(work)


@pytest.mark.parametrize("kind", ["postgresql"])
def test_a_contraction_is_held_against_the_code_it_names(migrated_url: str):
    def work(connection: sa.Connection) -> None:
        before = Schema.of(connection)
        connection.exec_driver_sql("ALTER TABLE tables DROP COLUMN hints")
        connection.exec_driver_sql("DROP TABLE turn_calls")
        now = Schema.of(connection)
        with pytest.raises(DBAPIError, match="turn_calls"), connection.begin_nested():
            work_as(before, connection)
        work_as(without(before, now), connection)
        connection.exec_driver_sql("ALTER TABLE tables DROP COLUMN game")
        with pytest.raises(AssertionError, match="tables: code of then gave"):
            without(before, Schema.of(connection))

    Stored(migrated_url).do(work)


def newer(stored: Stored, oldest: str | None) -> None:
    """Let the database be at a revision of the future."""
    stored.execute("CREATE TABLE wagers (id BIGINT PRIMARY KEY)")
    stored.execute("ALTER TABLE tables ADD COLUMN stake INTEGER NOT NULL DEFAULT 0")
    stored.execute(
        f"UPDATE {VERSION_TABLE} SET version_num = 'v9999', oldest_code = :oldest", {"oldest": oldest}
    )


@pytest.mark.parametrize("kind", ["postgresql"])
async def test_code_of_before_starts_and_plays_on_a_newer_schema(migrated_url: str):
    stored = Stored(migrated_url)
    newer(stored, HEAD)
    for _ in range(2):
        database = await open_database(migrated_url, playing=True)
        assert database.revision == "v9999"
        store = SqlTableStore(database)
        table = await store.create(FULL)
        assert await store.commit(step(table, 1))
        await database.close()
    assert stored.execute(f"SELECT * FROM {VERSION_TABLE}") == [("v9999", HEAD)], "it is left as it was"


@pytest.mark.parametrize("kind", ["sqlite"])
async def test_a_sqlite_file_has_no_second_process_to_work_beside(migrated_url: str):
    newer(Stored(migrated_url), HEAD)
    with pytest.raises(DatabaseError, match="revision v9999, which this version of Cardinal does not know"):
        await open_database(migrated_url, playing=True)


@pytest.mark.parametrize("playing", [False, True])
@pytest.mark.parametrize("oldest", ["v9998", None])
async def test_code_that_is_too_old_does_not_start(migrated_url: str, oldest: str | None, playing: bool):
    stored = Stored(migrated_url)
    newer(stored, oldest)
    with pytest.raises(DatabaseError, match="revision v9999, which this version of Cardinal does not know"):
        await open_database(migrated_url, playing=playing)
    assert stored.execute(f"SELECT * FROM {VERSION_TABLE}") == [("v9999", oldest)]


async def test_a_migration_notes_the_oldest_code(url: str):
    oldest = next(
        found for script in SCRIPTS.walk_revisions() if (found := getattr(script.module, "oldest_code", None))
    )
    for _ in range(2):
        assert await migrate(url) == HEAD
        assert Stored(url).execute(f"SELECT * FROM {VERSION_TABLE}") == [(HEAD, oldest)]
