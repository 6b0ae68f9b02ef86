"""Tables at which one can revoke: moves that nobody waits for, clocks, marks, the house (Laws 71-82)."""

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from bot.rules.errors import RuleError
from bot.rules.game import Chance
from bot.rules.moves import Move
from bot.rules.moves import Play as PlayCard
from bot.rules.whist.events import HandScored
from bot.rules.whist.moves import AskPartner, ClaimRevoke
from bot.rules.whist.state import Playing, Settling
from bot.tables.judging.records import record_of, seals_of
from bot.tables.play.play import moved_on
from bot.tables.state.errors import TableError
from bot.tables.state.posts import GameEvent
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.turns.move_policy import mark_fails, markable, marked_move, may_do_otherwise, seat_to_play
from tests.tables.fakes import Room, actor, is_refused
from tests.tables.test_absence import begun


async def started(room: Room, people: int = 4, **options: Any) -> TableSnapshot:
    """The first hand of American Whist at a table where one can revoke; house players play the first card
    of their hand, whatever was led."""
    opened = await room.open("american-whist", revokes=True, **options)
    return await begun(room, people, opened)


def user(snapshot: TableSnapshot, seat: int) -> int:
    user_id = snapshot.table.chairs[seat].user_id
    assert user_id is not None
    return user_id


def other_suit(snapshot: TableSnapshot, *, follows: bool = False) -> str:
    """A play of whoever is to play that does not follow suit though it could; or one that follows."""
    state: Any = snapshot.state
    led, hand = state.cards[0].suit, state.hands[state.seat]
    assert any(card.suit is led for card in hand)
    return str(next(PlayCard(card) for card in hand if (card.suit is led) is follows))


async def act(room: Room, snapshot: TableSnapshot, seat: int, text: str) -> TableSnapshot:
    return await room.tables.play.act(snapshot.table.id, actor(user(snapshot, seat)), text, snapshot.step)


async def lead(room: Room, snapshot: TableSnapshot) -> TableSnapshot:
    """A card led of which the next two players hold the suit."""
    state: Any = snapshot.state
    held = [{card.suit for card in state.hands[(state.seat + turn) % 4]} for turn in (1, 2, 3)]
    card = next(card for card in state.hands[state.seat] if all(card.suit in suits for suits in held))
    return await act(room, snapshot, state.seat, f"play {card.text}")


async def revoked(room: Room, **options: Any) -> tuple[TableSnapshot, int]:
    """A lead, and a revoke of the next player; and who that was."""
    snapshot = await lead(room, await started(room, **options))
    seat = snapshot.awaited[0]
    return await act(room, snapshot, seat, other_suit(snapshot)), seat


async def finished_trick(room: Room, snapshot: TableSnapshot) -> TableSnapshot:
    while snapshot.state.cards:  # type: ignore[attr-defined]
        snapshot = await act(room, snapshot, snapshot.awaited[0], other_suit(snapshot, follows=True))
    return snapshot


async def test_a_move_nobody_waits_for_leaves_the_turn_and_its_clock(room: Room) -> None:
    snapshot, seat = await revoked(room)
    due, deadline = snapshot.awaited, snapshot.table.clock.deadline
    room.clock.time += 10
    other = (seat + 2) % 4
    asked = await act(room, snapshot, other, "none")
    assert asked.awaited == (seat,), "whoever is asked is waited for"
    assert asked.table.clock.deadline == room.clock.time + 60
    answered = await act(room, asked, seat, "void")
    assert answered.awaited == due
    room.clock.time += 10
    done = await finished_trick(room, answered)
    led = await act(room, done, done.awaited[0], first_card(done))
    claimant = (seat + 1) % 4
    before = led.table.clock.deadline
    room.clock.time += 20
    claimed = await act(room, led, claimant, f"revoke {seat} 1")
    assert claimed.awaited == led.awaited
    assert claimed.table.clock.deadline == before, "nobody gets more time by it, or less"
    assert claimed.players_awaited() == led.players_awaited()
    assert deadline is not None
    assert not moved_on(claimed, led.awaited[0], led.step), "whoever is to play has nothing new to look at"


def first_card(snapshot: TableSnapshot) -> str:
    return str(snapshot.game.legal(snapshot.state, snapshot.awaited[0])[0])


async def test_only_who_may_do_it_does(room: Room) -> None:
    snapshot, seat = await revoked(room)
    for other in range(4):
        if other not in (snapshot.awaited[0], (seat + 2) % 4):
            with pytest.raises(RuleError, match="Ask when your partner has not followed suit"):
                await act(room, snapshot, other, "none")
    assert snapshot.seat_besides((seat + 2) % 4, "none") == (seat + 2) % 4
    assert snapshot.seat_besides(seat, "none") is None


async def test_a_card_taken_back_is_played_again_by_its_player(room: Room) -> None:
    snapshot, seat = await revoked(room)
    snapshot = await act(room, snapshot, snapshot.awaited[0], other_suit(snapshot, follows=True))
    back = await act(room, snapshot, seat, "correct")
    assert back.awaited == (seat,)
    assert len(back.state.cards) == 1  # type: ignore[attr-defined]
    again = await act(room, back, seat, other_suit(back, follows=True))
    assert again.awaited == ((seat + 1) % 4,)


async def test_a_marked_card_is_played_only_if_it_is_of_the_suit_led(room: Room) -> None:
    snapshot = await started(room)
    first = snapshot.awaited[0]
    waiting = (first + 1) % 4
    state: Any = snapshot.state
    held = {card.suit for card in state.hands[waiting]}
    card = next(card for card in state.hands[first] if card.suit in held)
    other = next(held for held in state.hands[waiting] if held.suit is not card.suit)
    marked = await act(room, snapshot, waiting, f"play {other.text}")
    assert marked.table.dealt.marked == {waiting: f"play {other.text}"}
    led = await act(room, marked, first, f"play {card.text}")
    await room.settle()
    led = await room.tables.repository.fresh(led.table.id)
    assert led.awaited == (waiting,), "it would be legal, but whether it was meant is asked"
    assert marked_move(led, waiting) is None
    assert str(mark_fails(led, waiting)) == f"play {other.text}"
    assert markable(led, waiting) == ()
    assert (await act(room, led, waiting, f"play {other.text}")).awaited == ((first + 2) % 4,)


async def test_nobodys_card_is_forced_before_the_last_one(room: Room) -> None:
    snapshot = await lead(room, await started(room))
    state: Any = snapshot.state
    seat = state.seat
    led = state.cards[0].suit
    only = next(card for card in state.hands[seat] if card.suit is led)
    others = tuple(card for card in state.hands[seat] if card.suit is not led)[:1]
    game = snapshot.game
    one = with_hand(state, seat, (only, *others))
    assert len(game.legal(one, seat)) == 2
    last = with_hand(state, seat, (only,))
    assert game.automatic_moves(last, seat) == game.legal(last, seat)
    assert game.legal(last, seat)[0].automatic


def with_hand(state: Any, seat: int, hand: tuple[Any, ...]) -> Any:
    hands = tuple(hand if each == seat else held for each, held in enumerate(state.hands))
    return replace(state, hands=hands)


async def test_the_house_asks_when_it_wants_to_and_people_answer(room: Room) -> None:
    # Ann and Ben sit side by side; their partners are house players.
    def volunteers(view: Any) -> Move | None:
        return AskPartner() if AskPartner() in view.optional else None

    snapshot = await started(room, people=2)
    assert isinstance(snapshot.state, Playing)
    room.house.volunteers = volunteers
    asked = None
    for _ in range(60):
        await room.settle()
        snapshot = await room.tables.repository.fresh(1)
        if any(logged.text == "none" for logged in snapshot.log):
            asked = snapshot
            break
        if not isinstance(snapshot.state, Playing):
            break
        seat = snapshot.awaited[0]
        state: Any = snapshot.state
        led = state.cards[0].suit if state.cards else None
        card = next(
            (card for card in state.hands[seat] if led and card.suit is not led), state.hands[seat][0]
        )
        await act(room, snapshot, seat, f"play {card.text}")
    assert asked is not None
    assert asked.log[-1].text == "none"
    person = asked.awaited[0]
    assert asked.table.chairs[person].user_id is not None
    assert asked.log[-1].seat == (person + 2) % 4
    await is_refused("look-at-your-hand", room.tables.advice.hint(1, actor(user(asked, person))))


async def test_people_choose_before_their_partner_of_the_house(room: Room) -> None:
    snapshot, seat, claimant = await claimed_after_the_count(room, people=2)
    assert isinstance(snapshot.state, Settling)
    assert claimant in snapshot.awaited
    assert (claimant + 2) % 4 in snapshot.awaited
    assert seat_to_play(snapshot, room.tables.users) is None
    assert snapshot.seats_to_move(claimant) == [claimant]
    chosen = await act(room, snapshot, claimant, "exact add")
    assert chosen.log[-1].text == "exact add"
    assert f"revoke {seat}" in chosen.log[-2].text


async def claimed_after_the_count(room: Room, people: int) -> tuple[TableSnapshot, int, int]:
    """A hand that has been counted, in which a house player revoked in a trick whatever it held, and the
    claim of it; who revoked, and who claimed."""
    snapshot = await started(room, people=people)
    for _ in range(200):
        await room.settle()
        snapshot = await room.tables.repository.fresh(1)
        if not isinstance(snapshot.state, Playing):
            break
        seat = snapshot.awaited[0]
        lawful = snapshot.game.automatic_moves(snapshot.state, seat) or snapshot.game.legal(
            snapshot.state, seat
        )
        await act(room, snapshot, seat, str(lawful[0]))
    for claimant in range(people):
        for move in snapshot.optional_moves(claimant):
            if isinstance(move, ClaimRevoke):
                assert may_do_otherwise(snapshot), "the next hand is dealt a little later"
                snapshot = await act(room, snapshot, claimant, str(move))
                if isinstance(snapshot.state, Settling) and snapshot.state.due:
                    return snapshot, move.seat, claimant
    raise AssertionError("nobody has revoked")


async def test_a_hand_is_not_analysed_while_a_revoke_of_it_may_be_claimed(room: Room) -> None:
    snapshot = await started(room)
    for _ in range(60):
        if not isinstance(snapshot.state, Playing):
            break
        seat = snapshot.awaited[0]
        lawful = snapshot.game.automatic_moves(snapshot.state, seat) or snapshot.game.legal(
            snapshot.state, seat
        )
        snapshot = await act(room, snapshot, seat, str(lawful[0]))
    assert any(snapshot.optional_moves(seat) for seat in range(4))
    with pytest.raises(TableError) as refusal:
        await room.tables.analyses.which(1, None)
    assert refusal.value.code == "analysis-claims"
    assert record_of(snapshot).moves == [], "nor is its pack told"
    assert record_of(snapshot).seals == []
    assert [seal.salt for seal in seals_of(snapshot, 2)] == [None, None]
    await room.tables.play.next_hand(1, actor(user(snapshot, 0)))
    cut = await room.tables.repository.fresh(1)
    assert record_of(cut).moves, "with the next cut it is"
    assert [seal.salt is None for seal in seals_of(cut, 2)] == [True, False]


async def test_what_nobody_waited_for_can_be_taken_back_by_consent(room: Room) -> None:
    snapshot, seat = await revoked(room)
    assert [str(made.move) for made in snapshot.undoable(seat)] == [snapshot.log[-1].text]


@pytest.mark.parametrize("game", ["bishops-whist", "english-whist"])
async def test_a_hand_counted_again_for_a_penalty_is_stored_once_as_counted_last(game: str) -> None:
    for seed in range(40):
        rng, room = random.Random(seed), Room(seed)
        table = (await begun(room, 4, await room.open(game, revokes=True))).table.id
        for _ in range(400):
            snapshot = await room.tables.repository.look(table)
            if snapshot.table.status is not Status.PLAYING:
                break
            rules, state = snapshot.game, snapshot.state
            legal = [(seat, move) for seat in range(4) for move in rules.legal(state, seat)]
            tries = [rng.choice(legal)] if legal else []
            if room.store.outcomes:
                # The hand has been counted: whatever happened in it is claimed now.
                claims = [
                    (s, rules.parse(f"revoke {(s + 1) % 4} {n}")) for s in range(4) for n in range(1, 14)
                ]
                tries = [*claims, *tries]
            for seat, move in tries:
                with suppress(RuleError):
                    # A transaction for each of 52 claims would take long.
                    rules.apply(state, seat, move)
                    async with room.tables.repository.transaction(table) as tx:
                        tx.move(seat, move)
                        if isinstance(tx.snapshot.game.to_act(tx.snapshot.state), Chance):
                            tx.chance()
                    break
            told = [item.event for item in room.told(GameEvent)]
            if any(isinstance(event, HandScored) and event.again for event in told):
                keys = Counter((o.unit, o.number, o.user_id) for o in room.store.outcomes)
                assert set(keys.values()) == {1}
                return
    raise AssertionError("no hand was counted again")
