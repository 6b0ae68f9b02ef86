"""The step to revision 0011: tables may be played at à la chouette."""

import json

import pytest

from tests.storage.stored import Stored

CHOUETTE = {"rotation": "volunteer", "alone": 0, "deals": False, "order": [], "advisers": {}, "games": 0}


@pytest.fixture
def old(before: Stored) -> Stored:
    """A database at the revision before."""
    before.upgrade("0010")
    return before


def test_no_table_that_there_was_is_a_chouette(old: Stored) -> None:
    old.upgrade("0011")
    assert old.execute("SELECT DISTINCT CAST(chouette AS TEXT) FROM tables") == [(None,)]


def test_it_goes_back_without_what_the_revision_before_cannot_play(old: Stored) -> None:
    schema = old.schema()
    old.upgrade("0011")
    first, second = [row[0] for row in old.execute("SELECT id FROM tables ORDER BY id LIMIT 2")]
    old.execute("UPDATE tables SET status = 'playing' WHERE id = :id", {"id": first}, {"id": second})
    chouette = {"chouette": json.dumps(CHOUETTE), "id": first}
    old.execute("UPDATE tables SET chouette = :chouette WHERE id = :id", chouette)
    old.execute(
        "INSERT INTO outcomes (table_id, unit, number, user_id, guild_id, game, at, partner_id, points,"
        " against, won) VALUES (:id, 'chouette', 1, 1, 1, 'bezique', 0, 0, 2, 0, true)",
        {"id": first},
    )
    old.downgrade("0010")
    statuses = {row.id: row.status for row in old.execute("SELECT id, status FROM tables")}
    assert (statuses[first], statuses[second]) == ("closed", "playing")
    assert old.execute("SELECT count(*) FROM outcomes WHERE unit = 'chouette'") == [(0,)]
    assert old.schema() == schema
