"""The step to revision 0013: sessions of Duplicate."""

import json

import pytest

from tests.storage.stored import Stored

PLAY = {"board": 1, "number": 1, "dealer": 0, "session": 1, "table": 1, "open": False}


@pytest.fixture
def old(before: Stored) -> Stored:
    """A database at the revision before, with two tables that play a board: one in a session."""
    before.upgrade("0012")
    before.execute(
        "INSERT INTO boards (id, game, options, number, dealer, opening, salt, sha256)"
        " VALUES (1, 'american-whist', '{}', 1, 0, '[]', '', '')"
    )
    tables = before.execute("SELECT id FROM tables ORDER BY id LIMIT 2")
    for session, (table,) in enumerate(tables):
        play = {"play": json.dumps(PLAY | {"session": session}), "id": table}
        before.execute("UPDATE tables SET status = 'playing', board = :play WHERE id = :id", play)
        place = {"session": session, "id": table}
        before.execute(
            "INSERT INTO board_plays (session_id, board_id, place, table_id) VALUES (:session, 1, 1, :id)",
            place,
        )
    return before


def test_it_goes_back_and_closes_the_tables_of_sessions(old: Stored) -> None:
    schema = old.schema()
    old.upgrade("0013")
    old.downgrade("0012")
    plays = old.execute(
        "SELECT session_id, status FROM board_plays JOIN tables ON tables.id = table_id ORDER BY 1"
    )
    assert plays == [(0, "playing"), (1, "closed")]
    assert old.schema() == schema
