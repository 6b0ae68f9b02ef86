"""Posts owed and messages shown."""

from dataclasses import replace

from bot.tables.state.change import Change
from bot.tables.state.messages import HandPanel, PanelState, Removal, TableMessage, TurnCall
from bot.tables.state.table import SLOW_SECONDS, Status
from bot.tables.store.ports import PostStore
from storage.connection.database import Database
from storage.privacy import SqlPrivacyStore
from storage.tables.calls import SqlCallStore
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests.storage.makers import (
    ANN,
    BEN,
    CAY,
    CHANNEL,
    DOT,
    FULL,
    after,
    hand_result,
    reminder,
    seats,
    step,
    table_with,
)
from tests.stored_tables import changed


def table_message(table_id: int, version: int = 1, posted_at: float = 100.5) -> TableMessage:
    return TableMessage(table_id, CHANNEL, 1_190_000_000_000_000_009, posted_at, version, 2)


async def test_it_fits_the_port(posts: SqlPostStore):
    store: PostStore = posts  # mypy holds the one against the other
    assert await store.table_message(1) is None


async def test_a_post_is_owed_until_delivered(tables: SqlTableStore, posts: SqlPostStore):
    table = await tables.create(FULL)
    other = await tables.create(FULL)
    first = reminder(table.id, 1, ANN, BEN)
    second = hand_result(table.id, 2)
    assert await tables.commit(Change(after(table), table, posts=(first, second)))
    assert await tables.commit(step(other, 1, post=1))
    assert await posts.owed(table.id) == [first, second]
    await posts.delivered(first, 99)
    await posts.delivered(first, 99)
    assert await posts.owed(table.id) == [second]
    await posts.delivered(second, 0)
    assert await posts.owed(table.id) == []
    assert len(await posts.owed(other.id)) == 1
    assert await posts.owed(404) == []


async def test_the_latest_table_message_stands(tables: SqlTableStore, posts: SqlPostStore):
    table = await tables.create(FULL)
    assert await posts.table_message(table.id) is None
    await posts.save_table_message(table_message(table.id))
    newer = TableMessage(table.id, 5, 6, 7.25, 8, 9)
    await posts.save_table_message(newer)
    assert await posts.table_message(table.id) == newer


async def test_the_latest_panel_of_each_person_stands(tables: SqlTableStore, posts: SqlPostStore):
    table = await tables.create(FULL)
    assert await posts.hand_panels(table.id) == []
    await posts.save_hand_panel(HandPanel(table.id, DOT, 1, 2, 3, 4))
    await posts.save_hand_panel(HandPanel(table.id, ANN, 5, 6, 7, 8))
    await posts.save_hand_panel(HandPanel(table.id, DOT, 9, 10, 11, 12))
    assert await posts.hand_panels(table.id) == [
        HandPanel(table.id, ANN, 5, 6, 7, 8),
        HandPanel(table.id, DOT, 9, 10, 11, 12),
    ]


async def test_a_panel_of_somebody_who_is_not_there_is_not_kept(tables: SqlTableStore, posts: SqlPostStore):
    # Such as one who was erased while it was being sent.
    table = await tables.create(FULL)
    await posts.save_hand_panel(HandPanel(table.id, CAY, 1, 2, 3, 4))
    assert await posts.hand_panels(table.id) == []


async def test_tables_that_are_behind(tables: SqlTableStore, posts: SqlPostStore):
    unseen = await tables.create(FULL)
    await tables.create(table_with(status=Status.CLOSED))  # never shown, and need not be
    shown = await tables.create(FULL)
    stale = await tables.create(FULL)
    finished = await tables.create(FULL)
    owing = await tables.create(FULL)
    for table in (shown, stale, finished, owing):
        await posts.save_table_message(table_message(table.id))
    assert await posts.behind() == [unseen.id]
    assert await tables.commit(step(stale, 1))
    assert await tables.commit(step(finished, 1, status=Status.FINISHED))
    change = step(owing, 1, post=1)
    assert await tables.commit(change)
    await posts.save_table_message(table_message(owing.id, version=2))
    assert await posts.behind() == [unseen.id, stale.id, finished.id, owing.id]
    await posts.delivered(change.posts[0], 0)
    for table in (unseen, stale, finished):
        await posts.save_table_message(table_message(table.id, version=2))
    assert await posts.behind() == []


async def test_what_a_newer_message_replaces_is_to_be_removed(tables: SqlTableStore, posts: SqlPostStore):
    table, other = await tables.create(FULL), await tables.create(FULL)
    first = table_message(table.id)
    await posts.save_table_message(first)
    await posts.save_table_message(table_message(other.id))
    await posts.save_table_message(replace(first, version=2))
    await posts.save_hand_panel(HandPanel(table.id, DOT, 5, 60, 1, 1))
    await posts.save_hand_panel(HandPanel(table.id, ANN, 6, 61, 1, 1))
    await posts.save_hand_panel(HandPanel(table.id, ANN, 0, 0, 1, 1, PanelState.GONE))
    assert len(await posts.removals(table.id)) == 1, "the same message drawn anew replaces nothing"
    await posts.save_table_message(replace(first, message_id=70))
    await posts.save_hand_panel(HandPanel(table.id, DOT, 5, 62, 2, 3))
    await posts.save_hand_panel(HandPanel(table.id, ANN, 6, 63, 2, 3))
    owed = [
        Removal(table.id, 5, 60, DOT),
        Removal(table.id, 6, 61, ANN),
        Removal(table.id, CHANNEL, first.message_id, None),
    ]
    assert await posts.removals(table.id) == owed
    assert await posts.removals(other.id) == []
    assert table.id in await posts.behind()
    await posts.save_hand_panel(HandPanel(table.id, DOT, 5, 60, 2, 3))
    assert Removal(table.id, 5, 62, DOT) in await posts.removals(table.id)
    assert owed[0] not in await posts.removals(table.id), "it stands again"
    for removal in await posts.removals(table.id):
        await posts.removed(removal)
    assert await posts.behind() == []


async def test_panels_of_a_closed_table_are_behind_until_they_say_so(
    tables: SqlTableStore, posts: SqlPostStore
):
    table, playing = await tables.create(FULL), await tables.create(FULL)
    for stored in (table, playing):
        await posts.save_table_message(table_message(stored.id, version=2))
        await posts.save_hand_panel(HandPanel(stored.id, ANN, 1, 2, 3, 1, PanelState.TURN))
    assert await tables.commit(step(table, 1, status=Status.FINISHED))
    assert await posts.behind() == [table.id]
    await posts.save_hand_panel(HandPanel(table.id, ANN, 1, 2, 3, 2, PanelState.OVER))
    assert await posts.behind() == []


async def test_a_table_is_unsettled_from_every_change_until_nothing_is_owed_there(
    tables: SqlTableStore, posts: SqlPostStore
) -> None:
    table = await tables.create(table_with(seats=seats(ANN), status=Status.PLAYING, deals=1))
    assert await posts.unsettled() == [table.id]
    await posts.settled(table.id, table.version)
    assert await posts.unsettled() == [table.id], "it has not been shown"
    await posts.save_table_message(table_message(table.id))
    await posts.settled(table.id, table.version)
    assert await posts.unsettled() == []
    assert await tables.commit(step(table, 1))
    await posts.save_table_message(table_message(table.id, version=2))
    await posts.settled(table.id, table.version)
    assert await posts.unsettled() == [table.id], "it was another version that owed nothing"
    await posts.settled(table.id, table.version + 1)
    assert await posts.unsettled() == []


async def test_what_is_in_doubt_is_behind_until_it_is_drawn_again(tables: SqlTableStore, posts: SqlPostStore):
    table = await tables.create(table_with(seats=seats(ANN), status=Status.PLAYING, deals=1))
    await posts.save_table_message(table_message(table.id, version=table.version))
    await posts.save_hand_panel(HandPanel(table.id, ANN, 1, 2, 1, table.version))
    await posts.settled(table.id, table.version)
    await posts.doubt(table.id)
    assert await posts.behind() == [table.id]
    assert await posts.unsettled() == [table.id]
    assert [panel.version for panel in await posts.hand_panels(table.id)] == [0]
    await posts.save_table_message(table_message(table.id, version=table.version))
    assert await posts.behind() == []


async def test_a_table_is_unsettled_by_whatever_it_shows_as_well(
    tables: SqlTableStore, posts: SqlPostStore, database: Database
) -> None:
    table = await tables.create(table_with(seats=seats(ANN), status=Status.PLAYING, deals=1))
    message, panel = table_message(table.id), HandPanel(table.id, ANN, 1, 2, 1, 1)
    await posts.save_table_message(message)
    for change in (
        lambda: posts.save_table_message(replace(message, version=0)),
        lambda: posts.save_table_message(replace(message, message_id=3)),
        lambda: posts.save_hand_panel(panel),
        lambda: SqlCallStore(database).save_turn_call(TurnCall(table.id, ANN, 1, 2, 3)),
    ):
        await posts.give_up(table.id)
        await posts.settled(table.id, table.version)
        assert await posts.unsettled() == []
        await change()
        assert await posts.unsettled() == [table.id]
    await posts.give_up(table.id)
    await posts.settled(table.id, table.version)
    await SqlPrivacyStore(database).erase(ANN)
    assert await posts.unsettled() == await posts.behind() == [table.id], "it is drawn anew"


async def test_a_panel_laid_aside_says_enough_of_a_closed_table(tables: SqlTableStore, posts: SqlPostStore):
    table = await tables.create(table_with(seats=seats(ANN), status=Status.PLAYING, deals=1))
    await posts.save_table_message(table_message(table.id, version=2))
    await posts.save_hand_panel(HandPanel(table.id, ANN, 1, 2, 1, 1, PanelState.ASIDE))
    assert await tables.commit(step(table, 1, status=Status.FINISHED))
    assert await posts.behind() == []


async def test_a_channel_given_up_is_owed_nothing(tables: SqlTableStore, posts: SqlPostStore):
    table, other = await tables.create(FULL), await tables.create(FULL)
    for stored in (table, other):
        await posts.save_table_message(table_message(stored.id))
        assert await tables.commit(step(stored, 1, post=1))
        await posts.save_table_message(replace(table_message(stored.id), message_id=8))
        await posts.save_hand_panel(HandPanel(stored.id, ANN, 1, 2, 3, 1))
        await posts.save_hand_panel(HandPanel(stored.id, ANN, 1, 3, 3, 1))
    await posts.give_up(table.id)
    assert await posts.owed(table.id) == []
    assert [removal.user_id for removal in await posts.removals(table.id)] == [ANN]
    shown = await posts.table_message(table.id)
    assert shown is not None
    assert shown.version == 2
    assert len(await posts.owed(other.id)) == 1
    assert len(await posts.removals(other.id)) == 2


async def test_ageing_table_messages_of_open_tables(tables: SqlTableStore, posts: SqlPostStore):
    live = table_with(paused=False)
    old, older, fresh = [await tables.create(live) for _ in range(3)]
    closed = await tables.create(replace(live, status=Status.CLOSED))
    slow = await tables.create(changed(live, turn_seconds=SLOW_SECONDS))
    paused = await tables.create(table_with(paused=True))
    ages = ((old, 50.0), (older, 40.0), (fresh, 100.0), (closed, 1.0), (slow, 1.0), (paused, 1.0))
    for table, posted_at in ages:
        await posts.save_table_message(replace(table_message(table.id), posted_at=posted_at))
    assert await posts.ageing_table_messages(100.0) == [older.id, old.id]
