"""Bob Short, who plays by rote."""

import random
import statistics
from typing import Any

import pytest

from bot.house.contest import play_pairs
from bot.house.registry import levels_of, player_for
from bot.rules.registry import GAMES
from bot.rules.whist.pack import PACK
from tests.rules.whist_hands import AMERICAN, cards, dealt

BOB = player_for("american-whist", "bob-short")


def chosen(hand: str, *table: str) -> str:
    """What Bob plays from the hand to the cards on the table; clubs are trumps, held by the dealer."""
    used = cards(f"{hand} {' '.join(table)}")
    seat = len(table)
    rest = [card for card in PACK if card not in used]
    clubs = [card for card in rest if card.text[1] == "C"]
    hands: list[list[Any]] = [[], [], [], []]
    hands[seat] = list(cards(hand))
    for place, text in enumerate(table):
        hands[place].append(*cards(text))
    dealer = 3
    last = clubs[-1] if dealer != seat else next(c for c in reversed(hands[seat]) if c.text[1] == "C")
    if dealer != seat:
        rest.remove(last)
    for other in range(4):
        while len(hands[other]) < 13 - (other == dealer and dealer != seat):
            hands[other].append(rest.pop(0))
    if dealer != seat:
        hands[dealer].append(last)
    else:
        hands[seat].remove(last)
        hands[seat].append(last)
    state = dealt(AMERICAN, [tuple(h) for h in hands])
    for text in table:
        state = AMERICAN.apply(state, state.seat, AMERICAN.parse(f"play {text}")).state
    view = AMERICAN.view(state, seat)
    return str(BOB.choose(view, random.Random(1))).split()[1]


def test_rule_3_the_highest_of_a_sequence_of_the_long_suit() -> None:
    assert chosen("KS QS 9S 6S 2S AH 4H 3H 9D 8D 4D 2C 3C") == "KS"


def test_rule_1_a_small_one_of_the_long_suit_without_a_sequence() -> None:
    assert chosen("KS JS 9S 6S 2S AH 4H 3H 9D 8D 4D 2C 3C") == "2S"


def test_rule_6_trumps_with_five_of_them() -> None:
    assert chosen("KS JS 9S 6S AH 4H 9D 8D 2C 4C 6C 8C TC") == "2C"


def test_second_hand_low() -> None:
    assert chosen("KS JS 9S 6S 2S AH 4H 3H 9D 8D 4D 2C 3C", "TS") == "2S"


def test_rule_24_third_hand_high_but_the_queen_from_ace_and_queen() -> None:
    assert chosen("KS JS 9S 6S 2S AH 4H 3H 9D 8D 4D 2C 3C", "TS", "3S") == "KS"
    assert chosen("AS QS 9S 6S 2S AH 4H 3H 9D 8D 4D 2C 3C", "TS", "3S") == "QS"


def test_fourth_hand_wins_as_cheaply_as_can_be_and_leaves_partners_trick() -> None:
    assert chosen("KS JS 9S 6S 2S AH 4H 3H 9D 8D 4D 2C 3C", "TS", "3S", "4S") == "JS"
    assert chosen("KS JS 9S 6S 2S AH 4H 3H 9D 8D 4D 2C 3C", "5S", "TS", "7S") == "2S"


@pytest.mark.parametrize("key", ["american-whist", "english-whist", "bishops-whist"])
def test_he_stands_between_random_and_hoyle(key: str) -> None:
    game, bob = GAMES[key], player_for(key, "bob-short")
    over_random = play_pairs(game, bob, player_for(key, "random"), 1, range(15))
    assert statistics.fmean(pair.mean for pair in over_random) > 0
    under_hoyle = play_pairs(game, bob, player_for(key, "hoyle"), 1, range(15))
    assert statistics.fmean(pair.mean for pair in under_hoyle) < 0


def test_the_levels_of_a_game_weakest_first() -> None:
    assert [level.key for level in levels_of("english-whist")] == ["bob-short", "hoyle", "cavendish"]
    assert [level.key for level in levels_of("old-maid")] == ["hoyle"]
