"""The house's player of bezique, maxim by maxim."""

import random
import statistics
from typing import Any

import pytest

from bot.house.bezique.ending import plays_worth
from bot.house.bezique.known import Known
from bot.house.bezique.player import BeziqueHoyle
from bot.house.bezique.prospects import Prospects, Worth, backlog
from bot.house.bezique.weights import WEIGHTS
from bot.house.contest import play_pairs
from bot.house.player import RandomPlayer
from bot.rules.bezique.events import HandScored
from bot.rules.bezique.moves import PlayHeld
from bot.rules.bezique.pack import reading_order
from bot.rules.bezique.state import Playing
from bot.rules.cards import Card, parse
from tests.rules.bezique_hands import GAME, do, shown, table, won_another
from tests.rules.play import random_match

HOYLE = BeziqueHoyle()


def chosen(state: Any, seat: int = 0) -> str:
    return str(HOYLE.choose(GAME.view(state, seat), random.Random(1)))


def plays(hand: str, led: str | None = None, **options: Any) -> str:
    """What Ann plays from that hand, leading or to Bob's lead."""
    if led is None:
        return chosen(table(hand, playing=True, **options))
    state = table(hand, f"{led} 8S", playing=True, turn=1, **options)
    return chosen(do(state, 1, f"play {led}")[0])


def test_the_most_is_declared() -> None:
    state = table("KS QS KH KD KC 7D 8D 9D")
    assert chosen(state) == "declare kings KS KH KC KD"


def test_a_marriage_comes_before_its_sequence_while_there_is_time() -> None:
    hand = "AH TH KH QH JH 7D 8D 9D"
    assert chosen(table(hand, stock=30)) == "declare marriage KH QH"
    assert chosen(table(hand, stock=4)) == "declare sequence AH TH KH QH JH"


def test_single_beziques_come_before_the_double_while_there_is_time() -> None:
    hand = "QS JD QS JD 7C 8C 9C 7D"
    assert chosen(table(hand, stock=30)) == "declare bezique QS JD"
    assert chosen(table(hand, stock=4)) == "declare double QS QS JD JD"
    state, _ = do(table(hand, stock=30), 0, "declare bezique QS JD")
    state, _ = do(won_another(state), 0, chosen(won_another(state)))
    assert chosen(won_another(state)) == "declare double QS/1 QS/2 JD/1 JD/2"
    assert state.points == (80, 0)


def test_a_double_in_hand_is_not_broken() -> None:
    assert plays("QS JD QS JD AH AC TH TC") not in {"play QS", "play JD"}


def test_what_wins_the_game_at_once_is_declared_at_once() -> None:
    hand = "AH TH KH QH JH 7D 8D 9D"
    assert chosen(table(hand, points=(800, 0))) == "declare sequence AH TH KH QH JH"
    assert chosen(table(hand, points=(800, 0), out="play-on")) == "declare marriage KH QH"


def test_what_was_kept_is_scored_when_nothing_better_is_there() -> None:
    state, _ = do(table("KS QS KD QD 7C 8C"), 0, "declare marriage KS QS", "declare marriage KD QD")
    assert chosen(won_another(state)) == "score marriage KD/1 QD/1"


def test_the_seven_is_exchanged() -> None:
    assert chosen(table("7H KS 8D", turn_up="AH")) == "exchange"


def test_when_one_is_scored_it_draws() -> None:
    state, _ = do(table("KS QS KD QD 7C 8C"), 0, "declare marriage KS QS")
    assert chosen(state) == "take"


def test_it_leads_what_serves_for_nothing() -> None:
    assert plays("7C KS QH JC AH TH AD 9H") == "play 7C"


def test_it_wins_for_a_brisque() -> None:
    assert plays("AC 7S KD QS", "TC") == "play AC"


def test_it_does_not_win_for_nothing() -> None:
    assert plays("AH 8C KD QS", "7D") == "play 8C"


def test_it_wins_to_declare() -> None:
    assert plays("KS KD KH KC 9D 7C 8C 7S", "8D") == "play 9D"


def test_it_does_not_throw_a_brisque_into_a_lost_trick() -> None:
    assert plays("TC 8C 9S", "KH", trump="H") in {"play 8C", "play 9S"}


def worth(state: Any, seat: int = 0) -> dict[str, float]:
    """What each card's being kept is worth to what the hand can become."""
    known = Known(GAME.view(state, seat))
    prospects = Prospects(known, known.cards, WEIGHTS)
    whole = score_of(prospects.whole(), known)
    return {str(name): whole - score_of(prospects.without(name), known) for name in known.cards}


def score_of(made: Worth, known: Known) -> float:
    return made.hopes + backlog(made.ready, known.chances, WEIGHTS)


def test_bezique_cards_are_kept() -> None:
    made = worth(table("QS JD JC 9C", playing=True))
    assert made["QS"] > made["JC"] > made["9C"] == 0
    assert made["JD"] > made["JC"]


def test_cards_are_worth_less_as_the_stock_runs_out() -> None:
    early, late = (worth(table("KS KD KH 8C", playing=True, stock=stock)) for stock in (40, 2))
    assert early["KD"] > late["KD"]


def test_a_card_that_has_served_is_worth_only_what_it_can_still_serve_for() -> None:
    before = worth(table("KS QS 8C", playing=True))
    declared = (shown("marriage", "KS/1 QS/1"),)
    after = worth(table("KS/1 QS/1 8C", playing=True, declared=declared))
    assert before["KS"] - after["KS/1"] > 10
    assert after["QS/1"] > after["KS/1"] > 0, "four of a kind, and the bezique"


def test_what_has_been_played_is_hoped_for_no_more() -> None:
    state = table("QS 8C 9C", "JD JD 8S", playing=True, turn=1)
    before = worth(state)["QS"]
    state, _ = do(state, 1, "play JD")
    state, _ = do(state, 0, "play 8C")
    state, _ = do(state, 1, "play JD")
    known = Known(GAME.view(state, 0))
    assert known.unseen[reading_order(parse("JD"))] == 0
    assert worth(state)["QS"] < before - 5, "no bezique any more"


def endings(seed: int, cards: int) -> Any:
    """A state of the last tricks with so many cards a hand, whoever is to lead."""
    state: Any = None
    for step in random_match(GAME, GAME.options({"match": "game", "out": "play-on"}), 0, seed):
        state = step.after
        if not isinstance(state, Playing):
            continue
        deal = state.deal
        if not deal.left and not deal.table and len(deal.hands[0]) == len(deal.hands[1]) == cards:
            return state
    raise AssertionError("no such ending")


def by_hand(state: Any, seat: int) -> int:
    """The best that seat can make of it over the other, by trying everything with the rules."""
    if not isinstance(state, Playing):
        return 0
    mover = state.deal.turn
    before = state.deal.made
    results: list[int] = []
    for move in GAME.legal(state, mover):
        after, events = GAME.apply(state, mover, move)
        ended = [event.points for event in events if isinstance(event, HandScored)]
        made = after.deal.made if isinstance(after, Playing) else ended[0]
        gain = (made[seat] - before[seat]) - (made[1 - seat] - before[1 - seat])
        results.append(gain + (0 if ended else by_hand(after, seat)))
    return max(results) if mover == seat else min(results)


@pytest.mark.parametrize("seed", range(8))
def test_the_last_tricks_are_played_out_right(seed: int) -> None:
    state = endings(seed, 4)
    assert state.deal
    seat = state.deal.turn
    view = GAME.view(state, seat)
    known, other = Known(view), state.deal.hands[1 - seat]
    assert sorted(card.text for card in known.hidden_cards) == sorted(named.card.text for named in other)
    made = plays_worth(known)
    best: Card = max(made, key=made.__getitem__)
    move = next(m for m in GAME.legal(state, seat) if isinstance(m, PlayHeld) and m.named.card is best)
    after = GAME.apply(state, seat, move).state
    assert by_hand(after, seat) == by_hand(state, seat), "nothing was given away"
    answered, _ = do(after, 1 - seat, chosen(after, 1 - seat))
    assert answered.deal
    gained = answered.deal.made[seat] - answered.deal.made[1 - seat]
    before = state.deal.made[seat] - state.deal.made[1 - seat]
    assert gained - before + by_hand(answered, seat) == by_hand(after, seat), "nor by the answer"


def test_it_beats_random_by_far() -> None:
    pairs = play_pairs(GAME, HOYLE, RandomPlayer(), 3, range(6))
    assert statistics.fmean(pair.mean for pair in pairs) > 100
