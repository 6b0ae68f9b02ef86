"""The double-dummy solver against the rules in Python, and against DDS."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from bot.house.solver import (
    NO_SCORE,
    NUMBERS,
    Kind,
    OutOfNodes,
    Position,
    best_line,
    par,
    solve,
    solve_fully,
    solve_layouts,
    solve_leads,
)
from bot.house.solver.position import trump_number
from bot.house.solver.solving import Counts, after_play
from bot.rules.cards import KNIGHT, Card, Rank, Suit, parse
from bot.rules.trick_taking.legality import FollowSuit
from bot.rules.whist.bishops import play as bishops_play
from tests.house.solver_reference import (
    card_numbers,
    dealt_again,
    minimax,
    plain_winner,
    random_position,
)

pytest.importorskip("numba", reason="the solver needs numba")

ENDINGS = [(1, 50), (2, 200), (3, 120), (4, 16), (5, 1)]
"""How many random endings of each length are solved both ways."""

MANY = [(2, 1000), (3, 3000), (4, 1000), (5, 50)]
"""How many by `make long`."""

PINNED = {
    (Kind.PLAIN, 6): {26: (139, 5)},
    (Kind.PLAIN, 9): {0: (579, 7), 1: (182, 5), 2: (272, 7), 4: (893, 6), 5: (252, 7)},
    (Kind.PLAIN, 10): {0: (2260, 8), 1: (3293, 1), 3: (319, 7), 4: (3987, 8), 5: (1162, 6)},
    (Kind.PLAIN, 13): {0: (93334, 10), 1: (22564, 8), 2: (7252, 5), 3: (27617, 6), 5: (8124, 10)},
    (Kind.BISHOPS, 6): {0: (1381, 11), 2: (877, 1), 4: (269, -3), 5: (1042, -6), 6: (607, 1)},
    (Kind.BISHOPS, 9): {0: (2852, -11), 1: (15759, -3), 2: (7232, 3), 3: (1647, 7)},
    (Kind.BISHOPS, 10): {1: (36808, -1), 2: (26826, 2), 4: (17028, 7), 5: (17854, 7)},
    (Kind.BISHOPS, 13): {3: (53309, 10), 4: (70318, -8), 6: (13912, -5), 15: (28038, 9)},
}
"""By game and length of the hands: the seed of a position, the positions visited, and the value.

Whoever changes the search, its bounds or the order of moves pins other numbers: smaller ones.
"""

PLAYS = 20_000


def hands(*texts: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(parse(text) for text in hand.split()) for hand in texts)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(
    ("length", "number"), [*ENDINGS, *(pytest.param(*many, marks=pytest.mark.long) for many in MANY)]
)
def test_equals_minimax_by_the_rules(kind, length, number):
    rng = random.Random(100 * length)
    for _ in range(number):
        position = random_position(rng, kind, length, rng.choice([0, 0, 1, 2, 3]))
        assert solve(position) == minimax(position), position


@pytest.mark.parametrize("kind", Kind)
def test_every_lead_equals_minimax_by_the_rules(kind):
    rng = random.Random(7)
    for _ in range(60):
        position = random_position(rng, kind, 3, rng.randrange(4))
        for card, value in solve_leads(position).items():
            assert value == worth(position, card), (position, card)


def worth(position, card):
    after = after_play(position, card)
    if not isinstance(after, Position):
        return made(after, position.seat % 2)
    value = minimax(after)
    if after.seat % 2 == position.seat % 2:
        return value
    return -value if position.kind is Kind.BISHOPS else 13 - value


def made(counts, side):
    kind, tricks, bishops = counts
    if kind is Kind.PLAIN:
        return tricks[side]
    points = [max(0, tricks[of] - 6) + 2 * bishops[of] for of in (side, 1 - side)]
    return points[0] - points[1]


@pytest.mark.parametrize(("kind", "length"), PINNED)
def test_the_positions_visited_are_those_pinned(kind, length):
    for seed, (nodes, value) in PINNED[kind, length].items():
        position = random_position(random.Random(seed), kind, length, seed % 4)
        assert solve(position, nodes) == value
        with pytest.raises(OutOfNodes):
            solve(position, nodes - 1)


@pytest.mark.parametrize("kind", Kind)
def test_the_line_of_best_play_makes_the_value(kind):
    rng = random.Random(3)
    for _ in range(40):
        position = random_position(rng, kind, rng.randint(2, 7), rng.randrange(4))
        solution = solve_fully(position)
        assert solution.value == max(solution.leads.values()) == solve(position)
        after: Position | Counts = position
        for card in solution.line:
            assert isinstance(after, Position)
            assert card in after.legal()
            after = after_play(after, card)
        assert made(after, position.seat % 2) == solution.value
        assert best_line(position) == solution.line


@pytest.mark.parametrize("kind", Kind)
def test_par_is_the_value_for_the_first_side_and_its_line_makes_it(kind):
    rng = random.Random(5)
    for _ in range(60):
        position = random_position(rng, kind, rng.randint(1, 8), rng.randrange(4))
        found = par(position)
        after: Position | Counts = position
        for card in found.line:
            assert isinstance(after, Position)
            assert card in after.legal()
            after = after_play(after, card)
        assert made(after, 0) == found.value
        value = solve(position)
        other = -value if kind is Kind.BISHOPS else 13 - value
        past = 13 - len(position.dealt[0]) - sum(position.tricks) if kind is Kind.PLAIN else 0
        assert found.value == (value if position.seat % 2 == 0 else other - past)


@pytest.mark.parametrize("kind", Kind)
def test_par_gives_up_when_it_may_look_at_no_more_positions(kind):
    position = random_position(random.Random(3), kind, 10, 3)
    nodes = par(position).nodes
    assert par(position, nodes).nodes == nodes
    with pytest.raises(OutOfNodes):
        par(position, nodes - 1)


@pytest.mark.parametrize("kind", Kind)
def test_the_native_rules_are_the_rules(kind):
    import numpy as np

    from benchmarks.playouts import bishops_playout, plain_playout

    playout = plain_playout if kind is Kind.PLAIN else bishops_playout
    rng = random.Random(11)
    log = np.zeros(3 * 52, np.int64)
    for _ in range(PLAYS // 52 + 1):
        position = random_position(rng, kind, 13, 0)
        sets, _ = card_numbers(position)
        trump, seed = trump_number(position.trump), rng.getrandbits(62) + 1
        h0, h1, h2, h3 = sets
        total = int(playout(h0, h1, h2, h3, position.leader, trump, seed, log))
        replay(position, log.reshape(52, 3).tolist(), total)


def replay(position, plays, total):
    bishops = position.kind is Kind.BISHOPS
    legality = bishops_play.KnightsRule() if bishops else FollowSuit()
    held = [list(hand) for hand in position.hands]
    leader, won, captured = position.leader, 0, 0
    table: list[Card] = []
    for number, (legal, number_played, seat) in enumerate(plays):
        assert seat == (leader + len(table)) % 4
        card = card_of(position.kind, number_played)
        allowed = {card_of(position.kind, bit) for bit in range(64) if legal >> bit & 1}
        assert allowed == set(
            legality.playable(tuple(held[seat]), table[0] if table else None, position.trump)
        )
        held[seat].remove(card)
        table.append(card)
        if len(table) == 4:
            if bishops:
                best = bishops_play.winning_play(table, position.trump, number // 4 + 1)
            else:
                best = plain_winner(table, position.trump)
            leader = (leader + best) % 4
            if leader % 2 == 0:
                won += 1
                captured += sum(1 for played in table if played.rank is Rank.BISHOP)
            table = []
    assert total == won + (captured << 8 if bishops else 0)


def card_of(kind, number):
    if kind is Kind.BISHOPS and number % 16 == 12:
        return KNIGHT
    return next(card for card, its in NUMBERS[kind].items() if its == number)


def test_knights_revoke_saves_the_bishop():
    # The ace of hearts is led; West may keep his bishop by playing a knight (RULES A5.23), and
    # then has him fall to nobody: the last knight takes the thirteenth trick.
    position = Position(
        Kind.BISHOPS,
        hands("AH 2C", "BH N", "3C 4C", "5C 6C"),
        Suit.SPADES,
        0,
        tricks=(6, 5),
        bishops=(1, 2),
    )
    assert solve(position) == minimax(position)
    spoiled = Position(
        Kind.BISHOPS,
        hands("AH 2C", "BH 7C", "3C 4C", "5C 6C"),
        Suit.SPADES,
        0,
        tricks=(6, 5),
        bishops=(1, 2),
    )
    assert solve(spoiled) > solve(position)


def test_tricks_taken_before_decide_what_a_trick_is_worth():
    cards = hands("AS", "2H", "3H", "4H")
    values = [
        solve(Position(Kind.BISHOPS, cards, Suit.SPADES, 0, tricks=(taken, 12 - taken), bishops=(4, 0)))
        for taken in (4, 5, 6, 7)
    ]
    # 5 to 8 tricks, 6 to 8 bishops' points: one point for each trick over six, two at the book.
    assert values == [8 - 2, 8 - 1, 8 + 1, 8 + 2]


@pytest.mark.parametrize(
    ("kind", "cards", "trump", "said"),
    [
        (Kind.PLAIN, ("AS", "AS", "2H", "3H"), None, "AS is there twice."),
        (Kind.PLAIN, ("BS", "AS", "2H", "3H"), None, "BS is no card of plain whist."),
        (Kind.PLAIN, ("AS KS", "QS", "2H", "3H"), None, "the hands do not fit together: 2, 1, 1, 1 cards."),
        (Kind.BISHOPS, ("AS", "KS", "2H", "3H"), None, "Bishops Whist is played with a trump suit."),
        (Kind.BISHOPS, ("N N N", "N N 2S", "2H 3H 4H", "5H 6H 7H"), Suit.SPADES, "there are 5 knights"),
    ],
)
def test_positions_that_cannot_be_are_refused(kind, cards, trump, said):
    with pytest.raises(ValueError, match=said.replace(".", r"\.")):
        Position(kind, hands(*cards), trump, 0)


def test_native_code_of_another_source_is_thrown_away():
    from bot.house.solver import native

    here = Path(str(native.__file__)).parent / "__pycache__"
    old = here / "solver-of-before"
    (old / "code").mkdir(parents=True)
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    code = "import bot.house.solver.native"
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    assert not old.exists()


@pytest.mark.parametrize("kind", Kind)
def test_too_few_nodes_are_told(kind):
    position = random_position(random.Random(5), kind, 8, 1)
    with pytest.raises(OutOfNodes, match=r"^20 positions were not enough\.$"):
        solve(position, 20)
    with pytest.raises(OutOfNodes):
        solve_leads(position, 20)
    assert solve(position, 10**9) == solve(position) == max(solve_leads(position, 10**9).values())


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("on_table", range(4))
def test_layouts_are_solved_as_positions_are(kind, on_table):
    rng = random.Random(on_table)
    first = random_position(rng, kind, 6, on_table)
    layouts = [first, *(dealt_again(rng, first) for _ in range(20))]
    sets = [card_numbers(layout) for layout in layouts]
    alike = (first.trump, first.leader, sets[0][1], first.tricks, first.bishops)
    scores = solve_layouts(kind, [held for held, _ in sets], *alike)
    few = solve_layouts(kind, [held for held, _ in sets], *alike, nodes=40)
    for row, short, layout in zip(scores.tolist(), few.tolist(), layouts, strict=True):
        told = solve_leads(layout)
        scored = {at: value for at, value in enumerate(row) if value != NO_SCORE}
        assert {card_of(kind, number): value for number, value in scored.items()} == told
        assert short in (row, [NO_SCORE] * 64)
    assert sum(set(row) == {NO_SCORE} for row in few.tolist()) > 0


def test_a_saved_bishop_is_counted_once():
    # A solver that read the goal past its byte for the bishops left made this -7.
    position = Position(
        Kind.BISHOPS,
        hands("5H N 4D N 3S", "5S AD BC 8H 3H", "7C 9S BH AH AC", "BS 4H N N 3C"),
        Suit.CLUBS,
        3,
        tricks=(6, 2),
        bishops=(1, 0),
    )
    assert solve(position) == minimax(position) == -8


def test_the_bishop_beside_a_small_card_on_an_irregular_trick():
    # To the knight, once the bishop of spades lies on it: the queen of clubs beats him, the eight,
    # worth as little as she is on a trick of clubs, does not.
    position = Position(
        Kind.BISHOPS,
        hands("QC 8C", "5D BC", "N", "7D"),
        Suit.DIAMONDS,
        2,
        hands("N BS")[0],
        tricks=(4, 7),
        bishops=(1, 1),
    )
    assert solve(position) == minimax(position)
