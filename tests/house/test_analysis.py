"""Double-dummy analysis: what each play gave away, against minimax by the rules."""

import asyncio
import random

import pytest

from bot.house import registry
from bot.house.solver import Kind, Position
from bot.house.solver.analysis import Weighed, WeighPlay, analyse, is_whole, position_before, weigh_play
from bot.house.solver.solving import Counts, after_play
from bot.rules.cards import Card, Rank, Suit, parse
from bot.rules.records.record import Analysis
from bot.rules.registry import GAMES
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.bishops.scoring import BISHOP_POINTS
from tests.house.solver_reference import minimax, random_position

pytest.importorskip("numba", reason="the solver needs numba")

OUT_OF_NODES = -100
"""What the native code answers in place of a value."""

FROM = 10
"""The first trick that is analysed here; minimax is slow."""


def played(seed: int, kind: Kind) -> tuple[Suit | None, tuple[Trick[Card], ...]]:
    """A hand of thirteen tricks played at random."""
    rng = random.Random(seed)
    start = random_position(rng, kind, 13, 0)
    after: Position | Counts = start
    tricks: list[Trick[Card]] = []
    leader, cards = start.leader, list[Card]()
    while isinstance(after, Position):
        if not after.table:
            leader, cards = after.leader, []
        cards.append(rng.choice(after.legal()))
        after = after_play(after, cards[-1])
        if len(cards) == 4:
            winner = after.leader if isinstance(after, Position) else leader
            tricks.append(Trick(len(tricks) + 1, leader, tuple(cards), winner))
    return start.trump, tuple(tricks)


def analysed(kind: Kind, trump: Suit | None, tricks: tuple[Trick[Card], ...], first: int = FROM) -> Analysis:
    async def weigh(play: int, after: int) -> Weighed | None:
        return weigh_play(kind, trump, tricks, play, after) if play >= 4 * (first - 1) else None

    return asyncio.run(analyse(3, kind, trump, tricks, weigh))


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("seed", range(2))
def test_losses_are_those_of_minimax(kind: Kind, seed: int) -> None:
    trump, tricks = played(seed, kind)
    found = analysed(kind, trump, tricks)
    assert (found.hand, found.counted_from) == (3, FROM)
    slips = {(slip.trick, slip.seat): slip for slip in found.slips}
    losses = [0] * 4
    for trick in tricks[FROM - 1 :]:
        for turn, (seat, card) in enumerate(trick.plays):
            position = position_before(kind, trump, tricks, 4 * (trick.number - 1) + turn)
            # The value of each card, for the side that plays it.
            worth = {legal: _worth(position, legal) for legal in position.legal()}
            loss = max(worth.values()) - worth[card]
            losses[seat] += loss
            slip = slips.pop((trick.number, seat), None)
            assert (slip.loss if slip else 0) == loss
            if slip:
                assert slip.card == card.text
                assert {parse(kept) for kept in slip.better} == {
                    kept for kept in worth if worth[kept] == max(worth.values())
                }
    assert not slips
    assert found.losses == losses
    assert found.made == found.best - losses[0] - losses[2] + losses[1] + losses[3]


def _worth(position: Position, card: Card) -> int:
    after = after_play(position, card)
    if isinstance(after, Position):
        value = minimax(after)
        if (after.seat - position.seat) % 2 == 0:
            return value
        return 13 - value if position.kind is Kind.PLAIN else -value
    kind, tricks, bishops = after
    mine = position.seat % 2
    if kind is Kind.PLAIN:
        return tricks[mine]
    over = [max(0, number - 6) + BISHOP_POINTS * held for number, held in zip(tricks, bishops, strict=True)]
    return over[mine] - over[1 - mine]


def test_what_was_made_is_counted() -> None:
    trump, tricks = played(1, Kind.PLAIN)
    found = analysed(Kind.PLAIN, trump, tricks, first=14)
    winners = [after.leader for after in tricks[1:]]
    assert (found.counted_from, found.best) == (14, found.made)
    assert found.made - sum(winner % 2 == 0 for winner in winners) in (0, 1)
    assert found.unit == "tricks"
    assert not any(found.losses)


def test_a_play_that_takes_too_long_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    trump, tricks = played(2, Kind.BISHOPS)
    assert weigh_play(Kind.BISHOPS, trump, tricks, 0, 0, nodes=10) is None
    # The play is weighed, and what would have been better is left open.
    slip = analysed(Kind.BISHOPS, trump, tricks).slips[0]
    turn = next(n for n, (seat, _) in enumerate(tricks[slip.trick - 1].plays) if seat == slip.seat)
    monkeypatch.setattr("bot.house.solver.values.keeps", lambda *_: OUT_OF_NODES)
    weighed = weigh_play(Kind.BISHOPS, trump, tricks, 4 * (slip.trick - 1) + turn, 1000)
    assert weighed is not None
    assert weighed[1] == ()


def counted_out(tricks: tuple[Trick[Card], ...], too_long: int) -> tuple[Analysis, list[int]]:
    """The analysis if the plays up to that one take too long and the last of each of the first three tricks
    gave away two points; and the plays that were looked at."""
    looked_at: list[int] = []

    async def weigh(play: int, after: int) -> Weighed | None:
        looked_at.append(play)
        seat, card = tricks[play // 4].plays[play % 4]
        if play <= too_long:
            return None
        return (after + (2 if seat % 2 == 0 else -2), (card,)) if play in (3, 7, 11) else (after, ())

    return asyncio.run(analyse(3, Kind.BISHOPS, Suit.SPADES, tricks, weigh)), looked_at


def test_a_first_trick_that_takes_too_long_is_an_estimate() -> None:
    _, tricks = played(6, Kind.BISHOPS)
    slips = [(number, tricks[number - 1].plays[3][0]) for number in (1, 2, 3)]
    whole, _ = counted_out(tricks, -1)
    part, looked_at = counted_out(tricks, 2)
    assert [(slip.trick, slip.seat) for slip in part.slips] == slips
    assert (part.estimated, part.counted_from, min(looked_at)) == (True, 1, 2)
    assert part == whole.model_copy(update={"estimated": True}), "the plays left out gave nothing away"
    nothing, _ = counted_out(tricks, 3)
    assert [(slip.trick, slip.seat) for slip in nothing.slips] == slips[1:]
    assert (nothing.estimated, nothing.counted_from) == (True, 1)
    assert nothing.made == nothing.best - sum(nothing.losses[::2]) + sum(nothing.losses[1::2])


def test_a_later_trick_that_takes_too_long_is_left_out() -> None:
    _, tricks = played(6, Kind.BISHOPS)
    found, looked_at = counted_out(tricks, 5)
    assert (found.estimated, found.counted_from, min(looked_at)) == (False, 3, 5)
    assert [slip.trick for slip in found.slips] == [3]
    assert sum(found.losses) == 2


@pytest.mark.parametrize("kind", Kind)
def test_nothing_is_taken_from_another_hand(kind: Kind) -> None:
    hands = [played(seed, kind) for seed in (4, 5)]
    alone = [analysed(kind, *hand) for hand in hands]

    async def in_turn() -> list[Analysis]:
        def turn_about(trump: Suit | None, tricks: tuple[Trick[Card], ...]) -> WeighPlay:
            async def weigh(play: int, after: int) -> Weighed | None:
                await asyncio.sleep(0)
                return weigh_play(kind, trump, tricks, play, after) if play >= 4 * (FROM - 1) else None

            return weigh

        return await asyncio.gather(*(analyse(3, kind, *hand, turn_about(*hand)) for hand in hands))

    assert asyncio.run(in_turn()) == alone


def test_only_whole_hands_and_known_rules() -> None:
    _, tricks = played(3, Kind.BISHOPS)
    assert is_whole(tricks)
    assert not is_whole(tricks[:12])
    assert not is_whole((*tricks[:12], Trick(13, 0, tricks[12].pieces[:2], 0)))
    for key in GAMES:
        assert registry.solved(key, GAMES[key].options({}).to_mapping()) == registry.SOLVED.get(key)
    assert registry.solved("bishops-whist", {"led_knight": "lowest"}) is None
    assert any(card.rank is Rank.BISHOP for trick in tricks for card in trick.pieces)
