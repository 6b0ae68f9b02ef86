"""The step to revision 0021: Rubicon bezique that has begun is played on by its old rule (GAP-F10)."""

import json

from tests.storage.stored import Stored


def test_gap_f10_what_has_begun_keeps_its_reading_and_a_lobby_has_the_new_one(before: Stored) -> None:
    before.upgrade("0020")
    for table, status in ((1, "playing"), (2, "over"), (3, "lobby")):
        before.execute(
            "UPDATE tables SET game = 'rubicon-bezique', status = :status, options = :options WHERE id = :id",
            {"id": table, "status": status, "options": json.dumps({"rounding": "sum"})},
        )
    others = "SELECT id, CAST(options AS TEXT) FROM tables WHERE id > 3 ORDER BY id"
    unchanged = before.execute(others)
    before.upgrade("0021")
    rows = before.execute("SELECT CAST(options AS TEXT) FROM tables WHERE id <= 3 ORDER BY id")
    kept = {"rounding": "sum"}
    assert [json.loads(options) for (options,) in rows] == [{**kept, "again": "any-set"}] * 2 + [kept]
    assert before.execute(others) == unchanged
