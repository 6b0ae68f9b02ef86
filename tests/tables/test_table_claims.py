"""Claims and concessions at a table: proved, refused, put to the other side; who hears what."""

import asyncio
from typing import Any

import pytest

from bot.rules.cards import Card
from bot.rules.errors import RuleError
from bot.rules.trick_taking.claiming import ClaimCheck, Claimed
from bot.tables.state.chairs import House
from bot.tables.state.posts import ClaimPut, Ending, GameEvent, ProposalEnded, ProposalMade
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import ProposalKind, Status
from tests.tables.fakes import Room, actor, is_refused, person, play_out, refused
from tests.tables.test_consent import now, tick


def claimant(snapshot: TableSnapshot) -> int:
    return snapshot.table.chairs[snapshot.awaited[0]].user_id or 0


def adversaries(snapshot: TableSnapshot) -> list[int]:
    seat = snapshot.awaited[0]
    return sorted(snapshot.table.chairs[chair].user_id or 0 for chair in ((seat + 1) % 4, (seat + 3) % 4))


def claimed(room: Room) -> list[Claimed]:
    return [item.event for item in room.told(GameEvent) if isinstance(item.event, Claimed)]


async def late(room: Room, people: int = 4) -> TableSnapshot:
    """A hand of English whist with four cards each, somebody to lead."""
    snapshot = await room.open("english-whist", match="rubber")
    for user in range(2, people + 1):
        await room.tables.lobby.sit(1, actor(user))
    if people < 4:
        await room.tables.lobby.seat_house(1, actor(1))
    await room.tables.play.start(1, actor(1))
    await room.settle()
    while True:
        snapshot = await now(room)
        held = getattr(snapshot.view(None), "held", ())
        if snapshot.table.dealt.deals and held and max(held) == 4 and min(held) == 4:
            return snapshot
        assert snapshot.table.status is Status.PLAYING, "the match is over"
        await play_out(room, snapshot, 1)


async def test_what_is_proved_is_scored_at_once_from_the_claimants_view_alone(room: Room) -> None:
    snapshot = await late(room)
    by, seat = claimant(snapshot), snapshot.awaited[0]
    hand: tuple[Card, ...] = snapshot.view(seat).hand  # type: ignore[attr-defined]
    room.house.check = ClaimCheck("proved", hand[:2])
    after = await room.tables.claims.claim(1, actor(by), 3, snapshot.step)
    ((view, tricks),) = room.house.claims
    assert (view, tricks) == (snapshot.view(seat), 3)
    assert claimed(room) == [Claimed(seat, hand, 3, 4, hand[:2])]
    assert len(room.store.outcomes) == 4
    assert after.table.proposal is None


async def test_what_is_not_proved_is_told_to_nobody(room: Room) -> None:
    snapshot = await late(room)
    posts = list(room.store.posts)
    room.house.check = ClaimCheck("not-proved", most=1)
    for shown in (False, True):
        with refused("not-proved", claimed=2, most=1):
            await room.tables.claims.claim(1, actor(claimant(snapshot)), 2, snapshot.step, shown=shown)
    assert room.store.posts == posts
    assert await now(room) == snapshot


async def test_the_tricks_left_are_offered_to_whoever_is_to_play_once_they_are_proved_theirs(room: Room):
    snapshot = await late(room)
    claims, seat = room.tables.claims, snapshot.awaited[0]
    assert await claims.offered(snapshot, seat) == 0
    assert room.house.looked_for == [(snapshot.view(seat), 4, True)]
    room.house.check = ClaimCheck("proved")
    assert await claims.offered(snapshot, seat) == 0, "it is looked for once a turn"
    for other in range(4):
        if other != seat:
            assert await claims.offered(snapshot, other) == 0
    assert len(room.house.looked_for) == 1
    snapshot = await play_out(room, snapshot, 1)
    assert await claims.offered(snapshot, snapshot.awaited[0]) == 4
    async with room.tables.repository.transaction(1) as tx:
        tx.set(hints=False)
    snapshot = await play_out(room, tx.snapshot, 1)
    assert await claims.offered(snapshot, snapshot.awaited[0]) == 4
    assert [searching for *_, searching in room.house.looked_for] == [True, True, False]
    async with room.tables.repository.transaction(1) as tx:
        tx.set_clock(paused=True)
    assert await claims.offered(tx.snapshot, snapshot.awaited[0]) == 0


async def test_neither_the_last_trick_nor_many_are_offered() -> None:
    room, offered = Room(), set[tuple[int, int]]()
    room.house.check = ClaimCheck("proved")
    snapshot = await room.full(game="english-whist")
    await room.tables.play.start(1, actor(1))
    await room.settle()
    snapshot = await now(room)
    while snapshot.table.dealt.deals == 1:
        seat = snapshot.awaited[0]
        left = len(snapshot.game.plays_held(snapshot.state, seat))
        offered.add((left, await room.tables.claims.offered(snapshot, seat)))
        snapshot = await play_out(room, snapshot, 1)
    assert offered == {(left, left if 2 <= left <= 8 else 0) for left in range(1, 14)}


async def test_what_nobody_can_prove_is_put_to_the_other_side_once_the_claimant_will_show_the_hand() -> None:
    room = Room()
    snapshot = await late(room)
    by, posts = claimant(snapshot), list(room.store.posts)
    await is_refused("claim-unknown", room.tables.claims.claim(1, actor(by), 2, snapshot.step))
    assert room.store.posts == posts
    await room.tables.claims.claim(1, actor(by), 2, snapshot.step, shown=True)
    (put,) = room.told(ClaimPut)
    assert sorted(put.mentions) == adversaries(snapshot)
    assert put.cards == snapshot.view(snapshot.awaited[0]).hand  # type: ignore[attr-defined]
    partner = next(user for user in (1, 2, 3, 4) if user not in (by, *put.mentions))
    await is_refused("not-asked", room.tables.consent.agree(1, actor(partner)))
    first, second = put.mentions
    await room.tables.consent.agree(1, actor(first))
    assert not claimed(room)
    await room.tables.consent.agree(1, actor(second))
    assert [(one.tricks, one.line) for one in claimed(room)] == [(2, ())]


async def test_the_other_side_refuses_or_says_nothing_and_play_goes_on(room: Room) -> None:
    snapshot = await late(room)
    by = claimant(snapshot)
    await room.tables.claims.claim(1, actor(by), 2, snapshot.step, shown=True)
    await room.tables.consent.refuse(1, actor(adversaries(snapshot)[0]))
    await room.tables.claims.claim(1, actor(by), 1, snapshot.step, shown=True)
    await tick(room, 60)
    assert [one.ending for one in room.told(ProposalEnded)] == [Ending.REFUSED, Ending.EXPIRED]
    assert (await play_out(room, await now(room), 1)).step == snapshot.step + 1
    assert not claimed(room)


async def test_house_players_are_no_judges_of_a_claim() -> None:
    room = Room(2)
    snapshot = await late(room, people=1)
    await is_refused("claim-unchecked", room.tables.claims.claim(1, actor(1), 4, snapshot.step, shown=True))


async def test_conceding_takes_the_partners_consent_and_no_proof(room: Room) -> None:
    snapshot = await late(room)
    by = claimant(snapshot)
    await room.tables.claims.claim(1, actor(by), 0)
    (put,) = room.told(ProposalMade)
    assert put.proposed is ProposalKind.CLAIM
    (partner,) = put.mentions
    assert partner not in adversaries(snapshot)
    await is_refused("not-asked", room.tables.consent.refuse(1, actor(adversaries(snapshot)[0])))
    await room.tables.consent.agree(1, actor(partner))
    assert [one.tricks for one in claimed(room)] == [0]
    assert room.house.claims == []


async def test_with_a_house_partner_one_concedes_at_once(room: Room) -> None:
    snapshot = await late(room, people=2)
    while claimant(snapshot) != 1:
        snapshot = await play_out(room, snapshot, 1)
    partner = snapshot.table.chairs[(snapshot.awaited[0] + 2) % 4].occupant
    await room.tables.claims.claim(1, actor(1), 0)
    assert bool(claimed(room)) == isinstance(partner, House)


async def test_when_tricks_can_be_claimed(room: Room) -> None:
    snapshot = await late(room)
    other = next(user for user in (1, 2, 3, 4) if user != claimant(snapshot))
    await is_refused("claim-turn", room.tables.claims.claim(1, actor(other), 1))
    with pytest.raises(RuleError, match="Claim from 0 to"):
        await room.tables.claims.claim(1, actor(claimant(snapshot)), 5)
    await is_refused("stale", room.tables.claims.claim(1, actor(claimant(snapshot)), 1, snapshot.step + 1))
    await room.tables.consent.propose(1, actor(1), ProposalKind.PAUSE)
    await is_refused("proposal-open", room.tables.claims.claim(1, actor(claimant(snapshot)), 1))


async def test_at_a_game_without_claims(room: Room) -> None:
    await room.open("old-maid")
    await room.tables.lobby.seat_house(1, actor(1))
    await room.tables.play.start(1, actor(1))
    await is_refused("no-claims", room.tables.claims.claim(1, actor(1), 1), game="old-maid")


async def test_a_proof_is_of_no_use_once_the_claimant_has_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    snapshot = await late(room)
    by, go_on = claimant(snapshot), asyncio.Event()

    async def slow(game: str, view: Any, tricks: int) -> ClaimCheck:
        await go_on.wait()
        return ClaimCheck("proved", view.hand[:1])

    monkeypatch.setattr(room.house, "prove_claim", slow)
    first = asyncio.ensure_future(room.tables.claims.claim(1, actor(by), 1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await is_refused("checking", room.tables.claims.claim(1, actor(by), 1))
    after = await play_out(room, snapshot, 1)
    go_on.set()
    await is_refused("stale", first)
    assert not claimed(room)
    assert (await now(room)).step == after.step


async def test_a_claim_that_is_open_ends_with_the_last_who_could_judge_it(room: Room) -> None:
    snapshot = await late(room)
    by = claimant(snapshot)
    await room.tables.claims.claim(1, actor(by), 2, snapshot.step, shown=True)
    for user in adversaries(snapshot):
        await room.tables.lobby.leave(1, actor(user))
    assert room.told(ProposalEnded) == [ProposalEnded(ProposalKind.CLAIM, person(by), Ending.OFF)]
    assert not claimed(room)
