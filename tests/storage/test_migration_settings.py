"""The step to revision 0007: what was sent keeps no names, and analyses say whose names they hold."""

import json

import pytest

from bot.tables.state.preferences import UserSettings
from bot.tables.state.table import FORMER
from storage.database import open_database
from storage.users import SqlUserStore
from tests.storage.stored import Stored


@pytest.fixture
def old(before: Stored) -> Stored:
    """A database at the revision before, with two people and a house player analysed at table 1."""
    before.upgrade("0006")
    seats = [{"user": 5, "name": "Ann"}, {"house": "hoyle", "name": "Clay"}]
    gone = [{"user": 6, "name": "Bob"}, {}]
    analysis = {"players": ["Ann", "Bob", "Clay", "Mrs Battle", "Nobody Known"]}
    before.execute("DELETE FROM analyses")
    before.execute("UPDATE tables SET seats = :seats WHERE id = 1", {"seats": json.dumps(seats)})
    before.execute("DELETE FROM posts WHERE table_id = 1")
    items = json.dumps([{"item": "away", "person": gone[0]}])
    before.execute(
        "INSERT INTO posts (table_id, number, kind, message_id, items, seats)"
        " VALUES (1, :number, 'away', :message, :items, :seats)",
        *(
            {"number": number, "message": message, "items": items, "seats": json.dumps(gone)}
            for number, message in ((1, 77), (2, None))
        ),
    )
    before.execute(
        "INSERT INTO analyses (table_id, hand, at, analysis) VALUES (1, 1, 0, :analysis)",
        {"analysis": json.dumps(analysis)},
    )
    before.execute(
        "INSERT INTO user_settings (user_id, dm, dm_closed, pictures, play_forced)"
        " VALUES (5, false, false, true, true)"
    )
    return before


@pytest.mark.asyncio
async def test_names_go_with_what_was_sent_and_are_traced_in_analyses(old: Stored) -> None:
    database = await open_database(old.url)
    assert await SqlUserStore(database).settings(5) == UserSettings(5, dm=False, play_forced=True)
    await database.close()
    sent, owed = old.execute(
        "SELECT CAST(items AS TEXT), CAST(seats AS TEXT), message_id FROM posts"
        " WHERE table_id = 1 ORDER BY number"
    )
    ((analysis, people),) = old.execute("SELECT CAST(analysis AS TEXT), CAST(people AS TEXT) FROM analyses")
    assert sent == ("[]", "[]", 77)
    assert "Bob" in owed[0]
    left = (
        "SELECT count(*) FROM posts WHERE message_id IS NOT NULL"
        " AND (CAST(items AS TEXT) != '[]' OR CAST(seats AS TEXT) != '[]')"
    )
    assert old.execute(left) == [(0,)]
    # Bob sits there no more, but a post of before knew who that was; of one unknown the name goes.
    assert json.loads(analysis)["players"] == ["Ann", "Bob", "Clay", "Mrs Battle", FORMER]
    assert json.loads(people) == [5, 6, None, None, None]
