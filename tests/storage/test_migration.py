"""The step from revision 0003, on the database of before the redesign: all of it or nothing."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from bot.jobs.service import Jobs
from bot.rules.whist.state import Playing
from bot.tables.service import Ports, Tables, build_tables
from bot.tables.state.posts import EarlierText
from bot.tables.state.table import Status
from bot.tables.store.deadlines import Pauses
from storage.analyses import SqlAnalysisStore
from storage.boards import SqlBoardStore
from storage.database import Database, migrate, open_database
from storage.jobs import job_queue
from storage.posts import SqlPostStore
from storage.privacy import SqlPrivacyStore
from storage.replays import SqlReplayStore
from storage.servers import SqlServerStore
from storage.standings import SqlStandingStore
from storage.tables import SqlTableStore
from storage.upgrade import alembic_config
from storage.users import SqlUserStore
from tests.storage.stored import Stored
from tests.tables.fakes import FirstLegal, HandClock, IdleAnalyst, IdleReplayer, Members, SeededDealer, actor

ROOT = Path(__file__).parents[2]
HEAD = ScriptDirectory.from_config(alembic_config()).get_current_head()
ENGLISH_RECORDS = ROOT / "tests/pinned/records/english-whist.jsonl"
KILLED_IN = ("_carry_over_owed_posts", "_move", "_rewrite_moves", "_anybody_to_act")


def opened_tables(database: Database, clock: HandClock) -> Tables:
    ports = Ports(
        tables=SqlTableStore(database),
        boards=SqlBoardStore(database),
        users=SqlUserStore(database),
        servers=SqlServerStore(database),
        privacy=SqlPrivacyStore(database),
        analyses=SqlAnalysisStore(database),
        standings=SqlStandingStore(database),
        replays=SqlReplayStore(database),
        house=FirstLegal(),
        analyst=IdleAnalyst(),
        replayer=IdleReplayer(),
        jobs=Jobs(job_queue(database)),
        membership=Members(),
        clock=clock,
        dealer=SeededDealer(),
    )
    return build_tables(ports, pauses=Pauses(0.0))


@pytest.mark.parametrize("place", KILLED_IN)
def test_killed_halfway_it_has_changed_nothing(before: Stored, place: str) -> None:
    script = (
        "import asyncio, os, signal, sys\n"
        "from alembic.script import base\n"
        "from storage.database import migrate\n"
        "load = base.Script._from_path.__func__\n"
        "def patched(cls, *arguments):\n"
        "    script = load(cls, *arguments)\n"
        "    if script is not None and script.revision == '0004':\n"
        "        done = getattr(script.module, sys.argv[2])\n"
        "        def die(*arguments):\n"
        "            done(*arguments)\n"
        "            os.kill(os.getpid(), signal.SIGKILL)\n"
        "        setattr(script.module, sys.argv[2], die)\n"
        "    return script\n"
        "base.Script._from_path = classmethod(patched)\n"
        "asyncio.run(migrate(sys.argv[1]))\n"
    )
    there = before.contents()
    process = subprocess.run([sys.executable, "-c", script, before.url, place], cwd=ROOT, check=False)
    assert process.returncode == -signal.SIGKILL
    assert before.contents() == there
    assert asyncio.run(migrate(before.url)) == HEAD


@pytest.mark.asyncio
async def test_what_was_owed_and_only_that_is_carried_over(before: Stored) -> None:
    there = before.execute("SELECT table_id, number, kind, text, hand, message_id FROM posts")
    database = await open_database(before.url)
    posts = SqlPostStore(database)
    results = 0
    for table_id, number, kind, text, hand, message_id in there:
        found = {post.number: post for post in await posts.owed(table_id)}
        assert (number in found) == (message_id is None)
        if message_id is None:
            (item,) = found[number].items
            assert isinstance(item, EarlierText)
            assert (item.text, item.kind, item.hand) == (text, kind, hand)
            assert found[number].is_result == text.startswith("### ")
            results += found[number].is_result
    assert 0 < results < len(there)
    await database.close()


@pytest.mark.asyncio
async def test_a_match_left_with_nobody_to_act_is_seen_to_by_the_clock(before: Stored) -> None:
    # In table 26, which is over, the last but one move was one that nobody is asked for any more.
    before.execute("UPDATE tables SET status = 'playing', deadline = NULL WHERE id = 26")
    database = await open_database(before.url)
    store, clock = SqlTableStore(database), HandClock()
    assert (await store.due(1.0)) == [26]
    tables = opened_tables(database, clock)
    await tables.clocks.tick(26)
    snapshot = await tables.repository.fresh(26)
    assert (snapshot.table.status, snapshot.table.deadline) == (Status.FINISHED, None)
    await tables.stop()
    await database.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("played_on", [0, 1, 30], ids=["just-asked", "one-card-since", "near-the-end"])
async def test_amb_c2_a_hand_played_on_after_a_no_at_eight_goes_on(before: Stored, played_on: int) -> None:
    # In this match the asker held three honours and was told no; today that is a yes, and wins the game.
    lines = map(json.loads, ENGLISH_RECORDS.read_text().splitlines())
    record = next(line["record"] for line in lines if line["id"] == "english-whist/071-random")
    asked = max(number for number, (_, text) in enumerate(record["moves"]) if text == "ask")
    moves = record["moves"][: asked + 1 + played_on]
    options = {"options": json.dumps(record["options"])}
    before.execute("UPDATE tables SET options = :options WHERE id = 16", options)
    before.execute("DELETE FROM moves WHERE table_id = 16")
    before.execute(
        "INSERT INTO moves (table_id, number, seat, text, at) VALUES (16, :number, :seat, :text, 0)",
        *({"number": number, "seat": seat, "text": text} for number, (seat, text) in enumerate(moves, 1)),
    )
    database = await open_database(before.url)
    tables = opened_tables(database, HandClock())
    snapshot = await tables.repository.fresh(16)
    assert isinstance(snapshot.state, Playing)
    assert [[logged.seat, logged.text] for logged in snapshot.log] == moves[:asked] + moves[asked + 1 :]
    (seat,) = snapshot.awaited
    user = snapshot.table.seats[seat].user_id
    assert user
    legal = list(map(str, snapshot.game.legal(snapshot.state, seat)))
    assert ("ask" in legal) == (not played_on), "who had only asked so far may ask again"
    snapshot = await tables.play.act(16, actor(user), legal[0], snapshot.step)
    assert snapshot.log[-1].text == legal[0]
    # The house goes on by itself, and would open the store again.
    await tables.stop()
    await database.close()
