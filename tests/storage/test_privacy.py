"""A person is told all that is stored of them, and erased from every row and every byte of the file."""

import asyncio
import json
import os
import re
import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.community.titles import Holder
from bot.duplicate.contests.challenges import Challenge, State
from bot.duplicate.contests.daily import contest_of
from bot.duplicate.contests.ports import Contest, Score
from bot.duplicate.contests.ports import Entry as ContestEntry
from bot.duplicate.contests.ports import Kind as ContestKind
from bot.duplicate.sessions.items import PairLeft, SessionPost, TableLate
from bot.duplicate.sessions.ports import SessionChange
from bot.duplicate.sessions.session import BoardAtTable, Entry, Kind, Ruling, Scoring, Session
from bot.rules.achievements import Achievement
from bot.rules.records.record import Analysis
from bot.tables.people.users import Users
from bot.tables.seating.boards import draw_boards
from bot.tables.state.chairs import FORMER, House, Person, Seat
from bot.tables.state.change import Change
from bot.tables.state.errors import TableError
from bot.tables.state.messages import HandPanel, PanelState, TableMessage
from bot.tables.state.moments import Moment, Problem, Tried
from bot.tables.state.outcomes import Achieved, HandAnalysis
from bot.tables.state.posts import HandAnalysed, Invitation, PlayersSelected, Post, TurnReminder
from bot.tables.state.preferences import ServerSettings, UserSettings
from bot.tables.state.results import Span
from bot.tables.state.table import Proposal, ProposalKind, Status, Tenure
from bot.tables.store.system import SystemClock
from storage.community.mornings import SqlMorningStore
from storage.community.titles import SqlTitleStore
from storage.connection.database import Database, open_database
from storage.duplicate.challenges import SqlChallengeStore
from storage.duplicate.contests import SqlContestStore
from storage.duplicate.sessions import SqlSessionPostStore, SqlSessionStore
from storage.people.pseudonyms import HIGHEST
from storage.people.servers import SqlServerStore
from storage.people.users import SqlUserStore
from storage.privacy import SqlPrivacyStore
from storage.results.analyses import SqlAnalysisStore
from storage.results.moments import SqlMomentStore
from storage.results.standings import SqlStandingStore, keep_winners
from storage.schema.duplicate import board_plays
from storage.schema.metadata import metadata
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests.forked import is_killed
from tests.present import present
from tests.storage.makers import ANN, BEN, CAY, DOT, FULL, GUILD, after, move, outcome
from tests.storage.stored import Stored
from tests.stored_tables import changed
from tests.tables.fakes import SeededDealer

NAME = "Zerbinetta Quux"
ZOE = 1_190_000_000_123_456_789


def zoe(**fields: Any) -> Person:
    return Person(ZOE, NAME)


FOUND = Analysis(
    hand=1, unit="points", counted_from=1, best=0, made=0, losses=[1, 0, 0, 0], slips=[],
    players=[NAME, "Ben", "Hal", "Cay"],
)  # fmt: skip


async def lived(database: Database) -> tuple[int, int]:
    """Leave traces of Zoe wherever there can be any, at an open table where she still is and at one over."""
    tables, posts, users = SqlTableStore(database), SqlPostStore(database), SqlUserStore(database)
    analyses = SqlAnalysisStore(database)
    ids = []
    for status in (Status.PLAYING, Status.FINISHED):
        table = await tables.create(
            changed(
                FULL,
                host_id=ZOE,
                seats=(
                    Seat(zoe()),
                    Seat(Person(BEN, "Ben"), incoming=zoe(), kept_for=zoe()),
                    FULL.chairs[1],
                    Seat(Person(CAY, "Cay")),
                ),
                waiting=(zoe(), Person(DOT, "Dot")),
                invited=(ZOE, BEN),
                removed=(ZOE,),
                arrivals=(ZOE, BEN),
                rubbers={ZOE: 2, BEN: 1},
                seen={ZOE: 0, BEN: 1},
                marked={0: "play QH", 1: "play KH"},
                proposal=Proposal(ProposalKind.UNDO, Person(BEN, "Ben"), 5.0, 1, 3, "", (ZOE, CAY)),
                tenures=(Tenure(1, 0, zoe()), Tenure(1, 1, Person(BEN, "Ben"))),
            )
        )
        ids.append(table.id)
        for message in (6, 7):
            panel = HandPanel(table.id, ZOE, 5, message, 1, 2, PanelState.OVER)
            await posts.save_hand_panel(panel)
        owed = (
            Post(table.id, 1, (TurnReminder((zoe(), Person(BEN, "Ben"))),), (zoe(), None)),
            Post(table.id, 2, (Invitation(Person(BEN, "Ben"), zoe()),)),
            Post(table.id, 3, (PlayersSelected(2, 1, (), (zoe(),), (Person(BEN, "Ben"),)),)),
            # Somebody who has left is named in it without an id.
            Post(table.id, 4, (HandAnalysed(FOUND),), (Person(0, NAME), Person(BEN, "Ben"), None, None)),
        )
        results = tuple(
            outcome(table.id, "hand", 1, user, partner_id=partner, name=name)
            for user, partner, name in ((ZOE, BEN, NAME), (BEN, ZOE, "Ben"), (CAY, 0, "Cay"))
        )
        slam = Achieved(ZOE, Achievement.SLAM, table.game, 1.0, table.id, 1)
        change = Change(after(table, status=status), table, (move(1),), owed, results, achieved=(slam,))
        assert await tables.commit(change)
        await posts.delivered(owed[0], 77)
        await analyses.save_analysis(
            HandAnalysis(table.id, GUILD, table.game, 1.0, FOUND, {ZOE: 1, BEN: 0}, (ZOE, BEN, None, CAY))
        )
        moments, missed = SqlMomentStore(database), Moment(4, ("play KH",), 0.5, "tricks")
        await moments.save_moments(table.id, 1, ZOE, 1.0, [missed])
        await moments.save_problem(ZOE, Problem(table.id, 1, missed, 0, 9.0))
        await moments.save_lesson(ZOE, "whist-her-majesty", Tried(0, 9.0))
        await posts.save_table_message(TableMessage(table.id, 3, 4, 1.0, 2, 1))
    await users.save_settings(UserSettings(ZOE, dm=False))
    await SqlServerStore(database).save_server(ServerSettings(GUILD, winner_role=5, winner_manager=ZOE))
    await SqlTitleStore(database).keep(Holder(GUILD, ZOE, 5))
    await users.set_blocked(ZOE, BEN, blocked=True)
    await users.set_blocked(CAY, ZOE, blocked=True)
    won = {"place": 1, "user_id": ZOE, "house": False, "measure": "hands", "won": 1, "played": 2}
    line = {"guild_id": GUILD, "game": FULL.game, "season": 202001, **won}
    await database.write(keep_winners, [line])
    await played_duplicate(database)
    for asker, asked in ((zoe(), Person(BEN, "Ben")), (Person(BEN, "Ben"), zoe())):
        week = Contest(0, ContestKind.CHALLENGE, "english-whist", 1, 1.0, 2.0)
        drawn = draw_boards(week.game, {}, week.boards, SeededDealer(1))
        (kept,) = await SqlContestStore(database).add(week, drawn)
        await SqlChallengeStore(database).add(Challenge(kept.contest, GUILD, 8, asker, asked))
    assert await SqlMorningStore(database).vote(GUILD, 5, ZOE, 2, 1.0) == 2
    await SqlPrivacyStore(database).begin_erasure(ZOE)
    open_id, over_id = ids
    return open_id, over_id


async def played_duplicate(database: Database) -> None:
    """Leave traces of Zoe at a session that she keeps and plays in, and to which somebody asks her."""
    store, ben = SqlSessionStore(database), Person(BEN, "Ben")
    entries = Entry(1, (zoe(), ben)), Entry(2, (Person(CAY, "Cay"),), asked=zoe())
    pairs, by_points = Kind.PAIRS, Scoring.MATCHPOINTS
    new = Session(0, GUILD, 8, zoe(), pairs, FULL.game, {}, 4, by_points, 480, 60, 1.0, entries=entries)
    session = present(await store.create(new))
    players = (zoe(), ben, House("hoyle", "Hal"), Person(CAY, "Cay"))
    dealt = BoardAtTable(1, 1, 1, 1, 2, players, 1.0, ruling=Ruling(zoe(), 2.0, 7))
    items = PairLeft(zoe(), House("hoyle", "Hal")), TableLate(1, 1, (zoe(), ben))
    owed = SessionPost(session.id, 1, items, 1.0)
    later = replace(session, version=2, dealt={dealt.key: dealt}, posts=1)
    assert await store.commit(SessionChange(later, 1, (dealt,), (owed,)))


def strings(value: Any) -> Iterator[str]:
    """Every value of a row, and every key and value in its JSON, as text."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    else:
        yield str(value)


async def everything(database: Database) -> dict[str, list[dict[str, Any]]]:
    """Every column of every row of every table, by its key."""
    tables = metadata.sorted_tables
    found = await database.read(*(select(table).order_by(*table.primary_key) for table in tables))
    return {
        table.name: [dict(row._mapping) for row in rows] for table, rows in zip(tables, found, strict=True)
    }


def traces(rows: dict[str, list[dict[str, Any]]]) -> list[str]:
    return [
        f"{table}.{column}: {text}"
        for table, all_rows in rows.items()
        for row in all_rows
        for column, value in row.items()
        for text in strings(value)
        if str(ZOE) in text or NAME in text
    ]


async def test_there_is_a_trace_of_her_in_every_column_that_can_hold_one(database: Database) -> None:
    # So that the test after this one tests something.
    await lived(database)
    found = {trace.partition(":")[0] for trace in traces(await everything(database))}
    of_tables = "host_id seats invited waiting rubbers arrivals removed seen proposal tenures"
    assert found == {
        *(f"tables.{name}" for name in of_tables.split()),
        *("seated.user_id", "posts.items", "posts.seats", "outcomes.user_id", "outcomes.partner_id"),
        *("outcomes.name", "season_winners.user_id"),
        *(
            "analyses.analysis",
            "analyses.people",
            "losses.user_id",
            "hand_moments.user_id",
            "problem_answers.user_id",
            "achievements.user_id",
            "lesson_answers.user_id",
            "problem_votes.user_id",
            "hand_panels.user_id",
            "removals.user_id",
        ),
        *("role_holders.user_id", "server_settings.winner_manager"),
        *("user_settings.user_id", "blocks.user_id", "blocks.blocked_id", "erasures.user_id"),
        *("challenges.user_id", "challenges.name", "challenges.asked_id", "challenges.asked_name"),
        *("sessions.host", "sessions.entries", "session_people.user_id"),
        *("session_boards.players", "session_boards.ruling", "session_posts.items"),
    }


async def test_nothing_of_her_is_left_in_any_column_of_any_row(database: Database) -> None:
    open_id, over_id = await lived(database)
    privacy = SqlPrivacyStore(database)
    assert sorted(await privacy.erase(ZOE)) == [open_id, over_id]
    await privacy.compact()
    assert traces(await everything(database)) == []
    assert await privacy.erasures() == []


async def test_what_is_others_stays(database: Database) -> None:
    open_id, over_id = await lived(database)
    await SqlPrivacyStore(database).erase(ZOE)
    for table_id, status in ((open_id, Status.PLAYING), (over_id, Status.FINISHED)):
        loaded = present(await SqlTableStore(database).load(table_id))
        table, log = loaded
        assert table.status is status
        assert len(log) == 1
        somebody = Person(0, FORMER)
        assert table.chairs[0] == Seat(somebody, away=status is Status.PLAYING)
        assert table.chairs[1] == Seat(Person(BEN, "Ben"))
        assert table.chairs.waiting == (Person(DOT, "Dot"),)
        known = present(await SqlUserStore(database).pseudonym(table_id, ZOE))
        assert (table.chairs.invited, table.chairs.removed, table.chairs.arrivals) == (
            (BEN,),
            (known,),
            (BEN,),
        )
        seen = {known: 0, BEN: 1} if status is Status.PLAYING else {BEN: 1}
        assert (table.chairs.rubbers, table.dealt.seen, table.dealt.marked) == (
            {BEN: 1},
            seen,
            {1: "play KH"},
        )
        assert table.proposal is not None
        assert table.proposal.agreed == (CAY,)
        assert table.dealt.tenures == (Tenure(1, 0, somebody), Tenure(1, 1, Person(BEN, "Ben")))
        (analysis,) = await SqlAnalysisStore(database).analyses(table_id)
        assert analysis.players == [FORMER, "Ben", "Hal", "Cay"]
        owed = {post.number: post for post in await SqlPostStore(database).owed(table_id)}
        assert owed[2].items == (Invitation(Person(BEN, "Ben"), somebody),)
        (item,) = owed[4].items
        assert isinstance(item, HandAnalysed)
        assert item.analysis.players == [FORMER, "Ben", "Hal", "Cay"]
        assert owed[4].seats[0] == somebody
    standings = SqlStandingStore(database)
    record = await standings.record_of(BEN, FULL.game, guild_id=GUILD, span=Span(), form=20)
    assert (record.people.hands, record.partners) == (2, [])
    session = present(await SqlSessionStore(database).load(1))
    somebody = Person(0, FORMER)
    ben = Person(BEN, "Ben")
    assert (session.version, session.host) == (3, somebody)
    assert [entry.players for entry in session.entries] == [(somebody, ben), (Person(CAY, "Cay"),)]
    assert session.entries[1].asked == somebody
    dealt = session.dealt[1, 1]
    assert dealt.players == (somebody, ben, House("hoyle", "Hal"), Person(CAY, "Cay"))
    assert dealt.ruling == Ruling(somebody, 2.0, 7)
    (owed_there,) = await SqlSessionPostStore(database).owed(1)
    assert owed_there.items[1] == TableLate(1, 1, (somebody, ben))
    asked, was_asked = await SqlChallengeStore(database).of(BEN, 9)
    assert (asked.asker, asked.asked, asked.state) == (Person(BEN, "Ben"), Person(0, ""), State.DECLINED)
    assert (was_asked.asker, was_asked.asked) == (Person(0, ""), Person(BEN, "Ben"))
    (winner,) = await standings.winners(GUILD, FULL.game)
    assert (winner.place, winner.user_id, winner.name) == (1, 0, ""), "the place stays taken"


def pseudonyms(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[int]:
    return [
        int(number)
        for table in rows.values()
        for row in table
        for number in re.findall(r"-\d{19}", json.dumps(list(row.values()), default=str))
        if int(number) <= HIGHEST
    ]


async def test_who_was_removed_or_has_seen_a_hand_is_recognised_until_the_match_is_over(database: Database):
    open_id, over_id = await lived(database)
    privacy, store, users = SqlPrivacyStore(database), SqlTableStore(database), SqlUserStore(database)
    assert await users.pseudonym(open_id, ZOE) is None, "nobody has been erased"
    await privacy.erase(ZOE)
    numbers = [await users.pseudonym(table_id, who) for table_id in (open_id, over_id) for who in (ZOE, DOT)]
    assert len(set(numbers)) == 4, "one for each person and table"
    assert Counter(pseudonyms(await everything(database))) == Counter({numbers[0]: 2, numbers[2]: 1})
    loaded = present(await store.load(open_id))
    table = await Users(users, SystemClock()).recalled(loaded[0], ZOE)
    assert (table.chairs.removed, table.dealt.seen) == ((ZOE,), {ZOE: 0, BEN: 1})
    assert await Users(users, SystemClock()).recalled(loaded[0], DOT) == loaded[0]
    with pytest.raises(TableError, match="removed"):
        await Users(users, SystemClock()).require_welcome(loaded[0], ZOE)
    assert await store.commit(Change(after(loaded[0], status=Status.FINISHED), loaded[0]))
    await privacy.tidy(1e12)
    assert pseudonyms(await everything(database)) == []


async def test_who_began_boards_of_a_day_is_recognised_until_it_is_closed(database: Database) -> None:
    store, privacy = SqlContestStore(database), SqlPrivacyStore(database)
    table = await SqlTableStore(database).create(FULL)
    days = {}
    for day in (6, 7, 8):
        boards = draw_boards("english-whist", {}, 4, SeededDealer(day))
        (first, *_) = await store.add(contest_of(day, "english-whist"), boards)
        days[day] = contest = first.contest
        for user_id in (ZOE, BEN):
            await store.enter(ContestEntry(contest.id, user_id, GUILD, NAME, 1.0))
        if day < 8:
            await store.record(Score(contest.id, 1, ZOE, 9, table.id, 2.0))
        play = {"session_id": 0, "board_id": first.board.id, "place": ZOE, "table_id": table.id}
        await database.write(inserted, play)
    await store.close(days[6].id, {})
    assert not await store.erased(days[7], ZOE)
    await privacy.begin_erasure(ZOE)
    await privacy.erase(ZOE)
    rows = await everything(database)
    assert traces({name: rows[name] for name in rows if name != "contest_entries"}) == []
    assert {row["user_id"] for row in rows["contest_entries"] if row["name"]} == {BEN}
    assert [await store.erased(day, ZOE) for day in days.values()] == [False, True, True]
    assert not await store.erased(days[7], BEN)
    assert not await store.erased(replace(days[7], game="american-whist"), ZOE)
    # Two days with entry and place, and the score of one.
    assert len(pseudonyms(rows)) == 5
    assert len(set(pseudonyms(rows))) == 2
    for day in (7, 8):
        assert (await store.fields(days[day].id, None))[0].counts == ({1: {9: 1}} if day == 7 else {})
        await store.close(days[day].id, {})
        assert not await store.erased(days[day], ZOE)
        assert (await store.fields(days[day].id, None))[0].counts == ({1: {9: 1}} if day == 7 else {})
    rows = await everything(database)
    assert pseudonyms(rows) == []
    assert [row["user_id"] for row in rows["contest_scores"]] == [-table.id, -table.id]
    assert {row["place"] for row in rows["board_plays"]} == {-table.id}


async def inserted(connection: AsyncConnection, plays: Sequence[dict[str, int]]) -> Sequence[None]:
    await connection.execute(insert(board_plays), list(plays))
    return [None] * len(plays)


async def test_whoever_has_the_table_in_memory_must_load_it_again(database: Database) -> None:
    open_id, over_id = await lived(database)
    store = SqlTableStore(database)
    stale = [await store.load(table_id) for table_id in (open_id, over_id)]
    await SqlPrivacyStore(database).erase(ZOE)
    for loaded in stale:
        assert loaded is not None
        table, _ = loaded
        assert not await store.commit(Change(after(table), table))
    assert traces(await everything(database)) == []
    # The message of an open table is drawn anew, that of a match long over stays as it is.
    posts = SqlPostStore(database)
    for table_id, drawn_anew in ((open_id, True), (over_id, False)):
        shown, version = await posts.table_message(table_id), await store.version(table_id)
        assert shown is not None
        assert (shown.version != version) is drawn_anew


@pytest.mark.parametrize("kind", ["sqlite"])
async def test_no_byte_of_her_is_left_in_the_files(url: str, tmp_path: Path) -> None:
    def files_with(words: tuple[bytes, ...]) -> list[tuple[str, bytes]]:
        files = [path for path in tmp_path.iterdir() if path.is_file()]
        return [(path.name, word) for path in files for word in words if word in path.read_bytes()]

    # A number in a column of its own is stored as its bytes.
    words = (NAME.encode(), str(ZOE).encode(), ZOE.to_bytes(8, "big"))
    database = await open_database(url)
    await lived(database)
    assert {word for _, word in files_with(words)} == set(words)
    privacy = SqlPrivacyStore(database)
    await privacy.erase(ZOE)
    assert files_with(words), "the rows are gone, and their bytes still there"
    await privacy.compact()
    assert files_with(words) == []
    # The database goes on as before.
    await SqlUserStore(database).save_settings(UserSettings(ANN, dm=False))
    await database.close()
    assert files_with(words) == []


async def test_moves_wait_while_the_file_is_written_anew_and_none_is_lost(database: Database) -> None:
    store, privacy = SqlTableStore(database), SqlPrivacyStore(database)
    table = await store.create(FULL)
    await privacy.begin_erasure(ZOE)

    async def play() -> None:
        now = table
        for number in range(1, 31):
            changed = after(now)
            assert await store.commit(Change(changed, now, (move(number),)))
            now = changed

    await privacy.erase(ZOE)
    await asyncio.gather(play(), privacy.compact(), privacy.compact())
    assert len(present(await store.load(table.id))[1]) == 30
    assert await privacy.erasures() == []


def erase_until_killed(url: str, place: str) -> None:
    async def main() -> None:
        database = await open_database(url)
        await lived(database)
        privacy = SqlPrivacyStore(database)
        for step in ("begin_erasure", "erase"):
            await getattr(privacy, step)(ZOE)
            if step == place:
                os.kill(os.getpid(), signal.SIGKILL)

    asyncio.run(main())


@pytest.mark.parametrize("place", ["begin_erasure", "erase"])
def test_killed_in_between_it_is_known_what_is_still_to_be_done(kind: str, url: str, place: str) -> None:
    assert is_killed(erase_until_killed, url, place)

    async def finish() -> list[int]:
        database = await open_database(url)
        privacy = SqlPrivacyStore(database)
        owed = list(await privacy.erasures())
        for user_id in owed:
            if user_id:
                await privacy.erase(user_id)
        await privacy.compact()
        assert traces(await everything(database)) == []
        await database.close()
        return owed

    assert asyncio.run(finish()) == [ZOE if place == "begin_erasure" else 0]
    stored = Stored(url)
    if kind == "sqlite":
        assert stored.execute("PRAGMA integrity_check") == [("ok",)]
    assert stored.execute("SELECT count(*) FROM erasures") == [(0,)]


async def test_she_is_told_every_row_of_hers_and_no_secret_of_others(database: Database) -> None:
    await lived(database)
    told = await SqlPrivacyStore(database).rows_of(ZOE)
    expected = {trace.partition(".")[0] for trace in traces(await everything(database))} - {"erasures"}
    assert set(told) == expected
    assert told["blocks"] == [{"user_id": ZOE, "blocked_id": BEN}], "who blocks her is not hers to know"
    for row in told["tables"]:
        assert row["marked"] == {"0": "play QH"}
        assert row["seen"] == {str(ZOE): 0}
        assert row["invited"] == [ZOE]
    assert len(told["outcomes"]) == 4
    assert len(told["posts"]) == 2 * 2, "all but the analysis, in which she has no id, and what was sent"
    json.dumps(told)


async def test_a_director_is_told_their_rulings_without_what_was_made_of_the_board(database: Database):
    await lived(database)
    store = SqlSessionStore(database)
    session = present(await store.load(1))
    players = (House("hoyle", "Hal"), Person(CAY, "Cay"), House("hoyle", "Joe"), Person(BEN, "Ben"))
    ruled = BoardAtTable(1, 2, 1, 3, 4, players, 1.0, done=True, score=9, ruling=Ruling(zoe(), 2.0, 7))
    mine = replace(session.dealt[1, 1], done=True, score=5)
    dealt = {**session.dealt, mine.key: mine, ruled.key: ruled}
    later = replace(session, version=session.version + 1, dealt=dealt)
    assert await store.commit(SessionChange(later, session.version, (mine, ruled), ()))
    rows = (await SqlPrivacyStore(database).rows_of(ZOE))["session_boards"]
    assert [(row["place"], row["score"]) for row in rows] == [(1, 5), (2, None)]


async def test_of_somebody_unknown_nothing_is_told_and_nothing_changes(database: Database) -> None:
    await lived(database)
    privacy = SqlPrivacyStore(database)
    before = await everything(database)
    # Part of her id, as a number by itself.
    other = int(str(ZOE)[:-1])
    assert await privacy.rows_of(other) == {}
    assert await privacy.erase(other) == []
    after_it = await everything(database)
    assert {name: rows for name, rows in after_it.items() if name != "erasures"} == {
        name: rows for name, rows in before.items() if name != "erasures"
    }


async def test_what_has_served_goes_once_a_match_is_over_for_an_hour(database: Database) -> None:
    open_id, over_id = await lived(database)
    privacy, posts, store = SqlPrivacyStore(database), SqlPostStore(database), SqlTableStore(database)
    last = move(1).at
    await privacy.tidy(last + 60)
    assert len(await posts.hand_panels(over_id)) == 1
    await privacy.tidy(last + 3601)
    assert await posts.hand_panels(over_id) == []
    assert len(await posts.hand_panels(open_id)) == 1
    (over,) = [loaded[0] for table_id in (over_id,) if (loaded := await store.load(table_id))]
    assert (over.chairs.invited, over.chairs.removed, over.dealt.marked, over.proposal) == ((), (), {}, None)
    (going,) = [loaded[0] for table_id in (open_id,) if (loaded := await store.load(table_id))]
    assert all((going.chairs.invited, going.chairs.removed, going.dealt.marked, going.proposal))


async def test_a_post_that_was_sent_keeps_no_names(database: Database) -> None:
    await lived(database)
    sent = [row for row in (await everything(database))["posts"] if row["message_id"] is not None]
    assert len(sent) == 2
    assert [(row["items"], row["seats"], row["message_id"]) for row in sent] == [([], [], 77)] * 2
