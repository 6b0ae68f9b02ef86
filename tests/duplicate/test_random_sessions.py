"""Sessions in which anything may happen: people come, leave and are away, rulings, ends of the process."""

import random
from contextlib import suppress

import pytest

from bot.duplicate.scoring import Award, teams
from bot.duplicate.sessions.items import BoardTold, TableFinished
from bot.duplicate.sessions.results import comparisons, rankings
from bot.duplicate.sessions.session import Kind, Scoring, Session, Status
from bot.tables.state.errors import TableError
from tests.duplicate.fakes import HOST, Club, check_whole
from tests.tables.fakes import actor

PEOPLE = range(1, 13)
DIRECTOR = actor(99, manages=True)


class Anything:
    """Does one thing after the other; refusals are as good as anything else."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.club = Club(seed)

    async def session(self) -> Session:
        """A session of random settings, started with some people in it."""
        rng = self.rng
        kind = rng.choice(list(Kind))
        scoring = rng.choice([Scoring.MATCHPOINTS, Scoring.AVERAGE]) if kind is Kind.PAIRS else None
        session = await self.club.open(
            kind,
            rng.choice(["american-whist", "english-whist", "bishops-whist"]),
            boards=rng.randint(4, 7),
            tables=rng.randint(2, 5),
            sit_out=rng.random() < 0.5,
            scoring=scoring,
        )
        await self.club.duplicate.sessions.enter(session.id, actor(rng.choice(PEOPLE)))
        for user in rng.sample(PEOPLE, rng.randint(1, 8)):
            await self.tried("enter", user)
        return await self.club.duplicate.sessions.start(session.id, actor(HOST))

    async def tried(self, what: str, user: int) -> None:
        """One thing that a person does, whether it is refused or not."""
        sessions, rng = self.club.duplicate.sessions, self.rng
        partner = actor(rng.choice(PEOPLE)).person if rng.random() < 0.5 else None
        with suppress(TableError):
            match what:
                case "enter":
                    await sessions.enter(1, actor(user), partner=partner)
                case "answer":
                    for entry in (await self.club.look()).asked(user):
                        await rng.choice([sessions.agree, sessions.decline])(1, actor(user), entry.number)
                case "leave":
                    await sessions.leave(1, actor(user))
                case "rule":
                    award = rng.choice([None, *Award])
                    score = rng.choice([None, 5])
                    table, board = rng.randint(1, 3), rng.randint(1, 4)
                    await sessions.rule(1, DIRECTOR, table, board, score=score, ns=award)

    async def step(self) -> None:
        rng, club = self.rng, self.club
        match rng.choice(["play"] * 6 + ["enter", "answer", "leave", "rule", "time", "end"]):
            case "play":
                await club.play(moves=rng.randint(1, 60))
            case "time":
                club.room.clock.time += rng.choice([30, 90, 500])
                for table_id in club.of_session():
                    await club.tables.clocks.tick(table_id)
                await club.duplicate.progress.tick()
            case "end":
                await club.stop()
                club.restart()
                await club.duplicate.progress.resume()
                await club.tables.house_turns.resume()
            case what:
                await self.tried(what, rng.choice(PEOPLE))
        if rng.random() < 0.5:
            await club.settle()
        check_under_way(club, await club.look())


def check_under_way(club: Club, session: Session) -> None:
    """What must be so at any moment."""
    people = [person.user_id for person in session.people]
    assert len(people) == len(set(people))
    if (movement := session.movement) is None:
        return
    for number in range(1, movement.rounds + 1):
        holders = [session.holder(place, number) for place in range(1, movement.pairs + 1)]
        numbers = [holder.number for holder in holders if holder is not None]
        assert len(numbers) == len(set(numbers)) >= movement.pairs - 1
    playing = [one for one in session.dealt.values() if not one.done]
    pairs = [number for one in playing for number in (one.ns, one.ew)]
    assert len(pairs) == len(set(pairs)), "nobody plays two boards at once"
    for one in session.dealt.values():
        assert session.entry(one.ns).plays_in(one.round)
        assert session.entry(one.ew).plays_in(one.round)
    told = set(session.told)
    opened = {t.board.number for t in club.room.store.tables.values() if t.board and t.board.open}
    assert opened <= told
    assert {line.board for line in session.lines()} <= told


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
async def test_whatever_happens_a_session_is_whole_and_ends(seed: int) -> None:
    anything = Anything(seed)
    session = await anything.session()
    for _ in range(60):
        await anything.step()
        session = await anything.club.look()
        if not session.open:
            break
    session = await anything.club.play(moves=100_000)
    club = anything.club
    if session.status is not Status.OVER:
        # Who was away when the process ended has only the clock to play for them.
        for _ in range(300):
            club.room.clock.time += 30
            for table_id in club.of_session():
                await club.tables.clocks.tick(table_id)
            await club.duplicate.progress.tick()
            session = await club.play(moves=100_000)
    assert session.status is Status.OVER
    check_whole(club, session)
    check_under_way(club, session)
    told = [item.board for item in club.items(BoardTold)]
    assert sorted(told) == list(range(1, session.boards + 1))
    finished = [(item.table, item.board) for item in club.items(TableFinished)]
    assert len(finished) == len(set(finished))
    if session.kind is Kind.TEAMS:
        assert len(teams(session.lines())) == session.boards
    else:
        assert len({one.line.board for one in comparisons(session)}) == session.boards
        ranked = [one.standing.contestant for field in rankings(session) for one in field]
        assert len(ranked) == len(set(ranked))
    await club.stop()
