"""Who answers an interaction, and the messages within reach of its token."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.tables.store.editable import TABLE_MESSAGE, UNKNOWN, EditableMessage
from storage.cluster.claims import SqlClaimStore
from storage.cluster.editable_messages import SqlEditableStore
from storage.connection.database import Database, open_database
from storage.privacy import SqlPrivacyStore
from storage.schema.cluster import claims

ANN, BOB = 11, 12
SECOND = 1_000 << 22
"""A second, in the ids of interactions."""

PANEL = EditableMessage(
    table_id=7,
    guild_id=1,
    user_id=ANN,
    message_id=70,
    press=100 * SECOND,
    application_id=3,
    token="secret",
    original=True,
    dm=False,
    on_server=True,
    channel_id=5,
    locale="de",
    expires=1000.0,
    shown=4,
)


@pytest.fixture
def messages(database: Database) -> SqlEditableStore:
    return SqlEditableStore(database)


async def test_the_first_to_claim_an_interaction_answers_it(database: Database) -> None:
    store = SqlClaimStore(database)
    assert await store.claim(5, 1) == 1
    assert await store.claim(5, 2) == 1
    assert await store.claim(6, 2) == 2


async def test_of_many_that_claim_at_once_one_answers_each(migrated_url: str) -> None:
    databases = [await open_database(migrated_url) for _ in range(3)]
    stores = [SqlClaimStore(database) for database in databases]
    try:
        for first in range(0, 200, 20):
            numbers = range(first, first + 20)
            found = await asyncio.gather(
                *(store.claim(number, me) for number in numbers for me, store in enumerate(stores)),
                *(store.claim(number, me) for number in reversed(numbers) for me, store in enumerate(stores)),
            )
            by_number = [
                {*found[3 * at : 3 * at + 3], *found[120 - 3 * at - 3 : 120 - 3 * at]} for at in range(20)
            ]
            assert all(len(holders) == 1 for holders in by_number)
    finally:
        for database in databases:
            await database.close()


async def test_claims_are_forgotten_by_age(database: Database) -> None:
    store = SqlClaimStore(database)
    for number in (5, 6, 7):
        await store.claim(number, 1)
    await store.forget(7)
    (rows,) = await database.read(select(claims.c.interaction_id))
    assert [row.interaction_id for row in rows] == [7]


async def test_messages_come_back_as_they_were_the_one_used_last_at_the_end(messages: SqlEditableStore):
    later = replace(PANEL, message_id=60, press=PANEL.press + 1, dm=True)
    table_message = replace(PANEL, user_id=TABLE_MESSAGE, message_id=90, press=PANEL.press - 1)
    for message in (later, table_message, PANEL, replace(PANEL, table_id=8)):
        await messages.save(message, 1)
    found = await messages.of_table(7)
    assert found == [table_message, PANEL, later]
    assert all(message.elsewhere for message in found)
    assert not await messages.of_table(9)


@pytest.mark.parametrize("process", [1, 2])
@pytest.mark.parametrize("apart", [3, 30])
async def test_a_later_press_takes_the_place_of_the_earlier_one(
    messages: SqlEditableStore, process: int, apart: int
) -> None:
    await messages.save(PANEL, 1)
    later = replace(PANEL, press=PANEL.press + apart * SECOND, token="another", shown=5)
    await messages.save(later, process)
    (found,) = await messages.of_table(7)
    in_doubt = process == 2 and apart == 3
    assert found == replace(later, shown=UNKNOWN if in_doubt else 5)


@pytest.mark.parametrize("process", [1, 2])
async def test_an_earlier_press_that_is_stored_later_only_puts_in_doubt_what_is_shown(
    messages: SqlEditableStore, process: int
) -> None:
    await messages.save(PANEL, 1)
    await messages.save(replace(PANEL, press=PANEL.press - SECOND, token="another", shown=3), process)
    assert await messages.of_table(7) == [replace(PANEL, shown=UNKNOWN)]


async def test_the_same_press_is_stored_as_it_is_now(messages: SqlEditableStore) -> None:
    await messages.save(PANEL, 1)
    await messages.save(replace(PANEL, shown=9), 2)
    assert await messages.of_table(7) == [replace(PANEL, shown=9)]


async def test_what_is_in_doubt_is_not_known_to_be_shown(messages: SqlEditableStore) -> None:
    await messages.save(PANEL, 1)
    await messages.doubt(PANEL.table_id + 1)
    assert (await messages.of_table(PANEL.table_id))[0].shown == PANEL.shown
    await messages.doubt(PANEL.table_id)
    assert (await messages.of_table(PANEL.table_id))[0].shown == UNKNOWN


async def test_what_was_pressed_again_is_not_dropped(messages: SqlEditableStore) -> None:
    again = replace(PANEL, press=PANEL.press + SECOND)
    await messages.save(again, 1)
    await messages.drop(PANEL)
    assert await messages.of_table(7) == [again]
    await messages.drop(again)
    assert not await messages.of_table(7)


async def test_what_shows_something_else_since_is_no_panel_any_more(messages: SqlEditableStore) -> None:
    now = replace(PANEL, table_id=8, press=PANEL.press + SECOND)
    for message in (PANEL, replace(PANEL, user_id=BOB), now):
        await messages.save(message, 1)
    assert await messages.take_over(ANN, PANEL.message_id, now.press) == [7]
    assert [message.user_id for message in await messages.of_table(7)] == [BOB]
    assert await messages.of_table(8) == [now]


async def test_expired_messages_and_those_of_a_table_that_is_over_are_deleted(messages: SqlEditableStore):
    for table_id, expires in ((7, 1000.0), (8, 1001.0), (9, 1002.0)):
        await messages.save(replace(PANEL, table_id=table_id, expires=expires), table_id)
    assert await messages.expiring_after(1000.0) == [8, 9]
    assert await messages.expiring_after(1000.0, besides=8) == [9]
    await messages.forget_expired(1001.0)
    assert [bool(await messages.of_table(table_id)) for table_id in (7, 8, 9)] == [False, False, True]
    await messages.forget(9)
    assert not await messages.of_table(9)


async def test_a_person_is_told_that_there_is_a_token_and_not_which(
    database: Database, messages: SqlEditableStore
) -> None:
    privacy = SqlPrivacyStore(database)
    await messages.save(PANEL, 1)
    await messages.save(replace(PANEL, user_id=BOB), 1)
    rows = (await privacy.rows_of(ANN))["editable_messages"]
    assert [row["message_id"] for row in rows] == [70]
    assert "token" not in rows[0]
    await privacy.begin_erasure(ANN)
    await privacy.erase(ANN)
    assert [message.user_id for message in await messages.of_table(7)] == [BOB]
