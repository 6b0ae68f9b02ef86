"""Challenges as they are stored: each step is taken once, and hidden people are not named."""

from bot.duplicate.contests.challenges import Challenge, State
from bot.duplicate.contests.head_to_head import HeadToHead, Meetings, head_to_head
from bot.duplicate.contests.ports import Contest, Kind, Score
from bot.tables.seating.boards import draw_boards
from bot.tables.state.chairs import Person
from bot.tables.state.preferences import UserSettings
from bot.tables.state.results import Span
from storage.connection.database import Database
from storage.duplicate.challenges import SqlChallengeStore
from storage.duplicate.contests import SqlContestStore
from storage.people.users import SqlUserStore
from tests.present import present
from tests.tables.fakes import SeededDealer

ANN, BEN, CAY = Person(101, "Ann"), Person(102, "Ben"), Person(103, "Cay")
GUILD = 10


async def asked(database: Database, asker: Person, other: Person) -> Challenge:
    contest = Contest(0, Kind.CHALLENGE, "english-whist", 1, 1.0, 50.0)
    drawn = draw_boards(contest.game, {}, 1, SeededDealer(1))
    (kept,) = await SqlContestStore(database).add(contest, drawn)
    challenge = Challenge(kept.contest, GUILD, 0, asker, other)
    await SqlChallengeStore(database).add(challenge)
    return challenge


async def ended(
    database: Database, asker: Person, other: Person, result: HeadToHead | None, at: float
) -> None:
    store, challenge = SqlChallengeStore(database), await asked(database, asker, other)
    assert await store.accept(challenge, 2.0)
    await store.end(challenge.id, at, result)


async def test_each_step_is_taken_once(database: Database) -> None:
    store, contests = SqlChallengeStore(database), SqlContestStore(database)
    challenge = await asked(database, ANN, BEN)
    assert await store.get(challenge.id) == challenge
    assert [await store.accept(challenge, 2.0) for _ in range(2)] == [True, False]
    assert not await store.change(challenge.id, State.ASKED, State.DECLINED)
    assert [one.name for one in await contests.entries(challenge.id)] == ["Ann", "Ben"]
    await store.seen_in(challenge.id, 77)
    await contests.record(Score(challenge.id, 1, 102, 7, 1, 3.0))
    await contests.record(Score(challenge.id, 1, 101, 6, 2, 4.0))
    assert await store.last_to_play(challenge.id) == 101
    assert await store.over(60.0) == [], "its contest is not closed"
    assert await contests.not_closed(0.0) == [challenge.id], "both have played all"
    await contests.close(challenge.id, {})
    (over,) = await store.over(4.0)
    assert (over.state, over.channel_id, over.contest.closed) == (State.PLAYING, 77, True)
    for at in (5.0, 6.0):
        await store.end(challenge.id, at, head_to_head({1: 6}, {1: 7}))
    assert [one.id for one in await store.owed()] == [challenge.id]
    assert await store.meetings(GUILD, Span(5.0, 6.0)) == [Meetings(101, "Ann", 102, "Ben", 0, 0, 1, -1)]
    assert await store.meetings(GUILD, Span(6.0)) == []
    assert await store.change(challenge.id, State.ENDED, State.OVER)
    assert await store.owed() == []


async def test_a_persons_latest_challenges_whoever_asked(database: Database) -> None:
    store = SqlChallengeStore(database)
    ids = [(await asked(database, asker, other)).id for asker, other in ((ANN, BEN), (BEN, ANN), (CAY, BEN))]
    assert [one.id for one in await store.of(101, 9)] == [ids[1], ids[0]]
    assert [one.id for one in await store.of(102, 2)] == [ids[2], ids[1]]
    assert [one.state for one in await store.over(50.0)] == [State.ASKED] * 3
    assert await store.over(49.0) == []


async def test_hidden_people_are_not_named(database: Database) -> None:
    store = SqlChallengeStore(database)
    better = head_to_head({1: 9, 2: 5, 3: 6}, {1: 7, 2: 4, 3: 6})
    for at in (5.0, 6.0):
        await ended(database, ANN, BEN, better, at)
    await ended(database, CAY, BEN, present(better).turned(), 7.0)
    await ended(database, ANN, CAY, None, 8.0)
    await asked(database, BEN, ANN)
    await SqlUserStore(database).save_settings(UserSettings(101, hidden=True))
    found = await store.meetings(GUILD, Span())
    assert sorted(found, key=lambda one: one.user_id) == [
        Meetings(0, "Ann", 102, "Ben", 2, 0, 0, 4),
        Meetings(103, "Cay", 102, "Ben", 0, 0, 1, -2),
    ]
    assert await store.meetings(GUILD + 1, Span()) == []
    shown = await asked(database, BEN, CAY)
    assert await store.waiting(GUILD, 49.0) == [shown]
    assert await store.waiting(GUILD, 50.0) == await store.waiting(GUILD + 1, 1.0) == []
