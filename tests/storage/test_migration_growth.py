"""The step to revision 0020: what has changed is noted, and logs may be archived."""

from storage.archive import CODEC, read, written
from storage.rows import move_row
from tests.storage.stored import Stored
from tests.storage.test_archive import PINNED_LOG

COLUMNS = "number, seat, text, at, salt, sha256"


def test_open_tables_and_those_that_owe_something_are_unsettled(before: Stored) -> None:
    before.upgrade("0018")
    before.execute("UPDATE tables SET status = 'closed'")
    first, second, third, fourth, *_ = [row[0] for row in before.execute("SELECT id FROM tables ORDER BY id")]
    before.execute("DELETE FROM posts")
    before.execute("DELETE FROM hand_panels")
    before.execute("DELETE FROM removals")
    before.execute("UPDATE table_messages SET version = 1000")
    before.execute("UPDATE tables SET status = 'lobby' WHERE id = :id", {"id": first})
    before.execute(
        "INSERT INTO posts (table_id, number, kind) VALUES (:id, 1, 'x')", {"id": second}, {"id": third}
    )
    before.execute("UPDATE posts SET message_id = 5 WHERE table_id = :id", {"id": third})
    before.execute(
        "INSERT INTO hand_panels (table_id, user_id, channel_id, message_id, deal, version, state) "
        "VALUES (:id, 1, 2, 3, 1, 1, 'turn')",
        {"id": fourth},
    )
    before.upgrade("0020")
    found = before.execute("SELECT table_id FROM unsettled_tables ORDER BY table_id")
    assert [row[0] for row in found] == [first, second, fourth]
    assert not before.execute("SELECT 1 FROM tables WHERE bots_turn OR archived OR over_since IS NOT NULL")


def test_it_goes_back_with_every_log_in_rows(before: Stored) -> None:
    before.upgrade("0018")
    schema = before.schema()
    before.upgrade("0020")
    table_id = before.execute("SELECT min(id) FROM tables")[0][0]
    before.execute("DELETE FROM moves WHERE table_id = :id", {"id": table_id})
    before.execute(
        "INSERT INTO archived_logs (table_id, codec, log) VALUES (:id, :codec, :log)",
        {"id": table_id, "codec": CODEC, "log": written(PINNED_LOG)},
    )
    assert read(CODEC, written(PINNED_LOG)) == PINNED_LOG
    before.downgrade("0018")
    rows = before.execute(
        f"SELECT {COLUMNS} FROM moves WHERE table_id = :id ORDER BY number", {"id": table_id}
    )
    expected = [list(move_row(table_id, move).values())[1:] for move in PINNED_LOG]
    assert [list(row) for row in rows] == expected
    assert before.schema() == schema
