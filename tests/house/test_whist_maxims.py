"""Hoyle at whist, maxim by maxim: positions in which one of them decides (Bob Short 1-30; Hoyle)."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.house.tricks.bob_short import BOB_SHORT
from bot.house.whist import lead, renounce
from bot.house.whist.player import WhistHoyle
from bot.rules.moves import Play
from tests.house.whist_positions import view
from tests.rules.whist_hands import AMERICAN, ENGLISH


@dataclass(frozen=True)
class Case:
    """Holding `hand` after `plays`, `good` is played; without the maxim something else would be."""

    maxim: str
    hand: str
    plays: str
    turned: str
    dealer: int
    good: str
    game: Any = AMERICAN
    at: dict[str, Any] = field(default_factory=dict)


CASES = [
    Case("play_for_the_trick", "AS 2S AH JH AC TC 6C 3C JD TD 7D 6D 5D", "JS QS", "8S", 0, "AS"),
    Case("make_the_odd_trick", "AH JH 2H JC 8C 6C",
         "5S 7S 9S KS AC 2C 3C 5C AD 5D 7D 2D AS 6S 2S 3S KC 4C 9C 6H 4S 5H 8S TS KD 6D 8D 3D", "2H", 3,
         "AH"),
    Case("spend_the_lowest", "JS 7S 5S 8H 7H 6C 2C AD KD JD 4D 3D 2D", "6D", "9H", 3, "2D"),
    Case("retain_high_trumps", "AS JS 5S 4S 2S AH QH 3H KC 6C 4C KD 3D", "", "5H", 3, "AS"),
    Case("hold_the_turn_up", "6S 4S KH 9H 6H TC 5C 3C KD 8D 6D 4D 2D", "8C 2C QC", "3C", 1, "5C"),
    Case("keep_commanding_cards", "AS KS 8S 6S AH 6H 5C 4C 3C AD QD JD 3D", "2H", "2D", 0, "6H"),
    Case("keep_guards", "AS JS TS 8S 7S 3S QC 7C 5C 2C QD TD 2D", "3H 6H", "JH", 0, "2C"),
    Case("lead_from_your_strong_suit", "TS 9S 8S KH QH JH TH 9H 6H AC 8C AD 6D", "", "4S", 0, "9H"),
    Case("through_the_strong_and_up_to_the_weak", "AS JS TS TH 8H 5H 8C 2C KD 9D 4D",
         "8S 6S KS 4S TC 3C 5C JC", "3D", 0, "2C"),
    Case("highest_of_a_sequence", "QS 8S 5S 2S KH 9H 7H 9C 6C 4C QD JD 7D", "", "KS", 0, "QD"),
    Case("lead_through_an_honour", "KS 8S 6S 5S KH TH 2H TC 6C 4C 3C", "TD 3D 2D JD AD 4D 7D 3S", "JS", 0,
         "5S"),
    Case("best_trump_at_eight", "9S 8S 4S 7H 6H 5H 2H KD 8D 7D 4D 5C 3C", "", "2C", 3, "5C", ENGLISH,
         {"points": (3, 8), "length": "long"}),
    Case("trumps_from_a_strong_hand", "6S KH TH 8H 7H 6H 5H 4H AC QD 7D 4D 3D", "", "AH", 0, "4H"),
    Case("draw_what_is_out", "QS 7S 5S 9H 8H 7H 6H 8C 2C KD QD JD 9D", "", "4D", 3, "KD"),
    Case("spare_partners_ruff", "8S 6S AC 8C 6C",
         "2C 3C JC QC KH 5H 3H 2H 3S 5S 5C 2S AH 7H 4H 8H QH 7C 4S 9H AD JD 6D 2D 7D 8D KD 3D TD 4D 9D 5D",
         "TC", 3, "6S"),
    Case("ace_and_king", "TS 9H 2H AC KC TC 9C 4C 2C QD 3D", "7C 8C 5H 3C 6H 4H QH 5C", "3H", 3, "AC"),
    Case("keep_the_last_trump", "AC AS KS QS 4H",
         "KC 2C 3C 4C QC 5C 6C 7C JC 8C 9C TC AD 2D 3D 4D KD 5D 6D 7D QD 8D 9D TD JD 2H 3H 5H AH 6H 7H 8H",
         "4C", 3, "4H"),
    Case("return_partners_lead", "7S 4S 3S KH 7H 2H AC 8C 4C 3C QD JD", "5D 2D AD 3D", "5S", 0, "QD"),
    Case("not_from_a_tenace", "9S 5S 3S AH JH 9H 6H 4H 3C QD JD 9D 4D", "", "7C", 2, "QD"),
    Case("no_ace_without_the_king", "AS 4S QH JH 8H 5H 4H 2H TC 3C KD JD 8D", "", "5C", 3, "QH"),
    Case("rather_from_a_king", "QS 6S 4S 3S 2S AH 7H 3H 7C KD JD 4D 2D", "", "5H", 2, "2D"),
    Case("no_thirteenth_card", "6S 3S TH 9H 6H KC 3C 5D 4D",
         "3D 6D 8D KD AH 3H 8H 2H KH 4H JH 7H QH 5H 7C 7S", "5D", 1, "3S"),
    Case("best_trump_when_partner_refuses", "JS 9S 8S 6S TC 9C 6C AD KD JD 8D", "TH 7H AH QH 3H JC KH 4D",
         "TD", 2, "AD"),
    Case("play_one_of_the_last_trumps", "QS QH 8H 9C 5C 2C 8D 6D 4D 3D",
         "AD 2D 5D JD KD 7D TD 9D QD 3C 2S 6H", "JD", 0, "3D"),
    Case("do_not_force_partner", "KS 8S 7S 6S 2S AH JD 9D 5D",
         "AD 3D 8D 4D KD 6D TS 7D 2D TD TC JC 5C AC 3C 4C", "2C", 3, "2S"),
    Case("let_partner_trump", "KH 6H 5H JC 9C 6C QD 6D 4D", "AS 2S 3C 3S 4S 6S 4H 7S AH 2H 7H JH AC 5C 2C 7C",
         "8H", 3, "6C"),
    Case("second_hand_low", "8S 7S 3S KH QH TH AC TC 7C 5C 4C 9D 7D", "3C", "JH", 2, "4C"),
    Case("cover_an_honour", "KH JH 3H 8S 7S 5S QD 9D 6D 4D JC 7C 3C", "QH", "2C", 3, "KH"),
    Case("king_and_queen_second", "KS 8S 6S 9H 8H KC QC 8C 3C KD",
         "AH 2H QH 5H KH 3H 2D 6H 4H TH QS 7H TC", "KS", 3, "QC"),
    Case("third_hand_high", "AS KS QS TS 8S 5S 4H TC 8C 3C KD 5D 4D", "2S 3S", "7S", 2, "QS"),
    Case("finesse_the_queen", "AS 8S 5S 2S AH QH JH TH QC 7C 5C 4C JD", "3H 4H", "2H", 2, "QH"),
    Case("finesse_when_strong_in_trumps", "KS 9S QC TC 7C 6C AD TD 3D 2D",
         "8D 9D QD KD 5C 9C 2C 3C TH AH 4H 5H 4C 8C", "KD", 0, "TC"),
    Case("win_what_the_enemy_wins", "QS JS AH 8H 7H 9C 5C 4C TD 7D 6D 4D 3D", "TH", "KC", 3, "AH"),
    Case("do_not_trump_partners_winner", "KS TS 9S 8S 7S AD KD 8D 7D 6D 5D 3D", "AH 9H 3H 6H TH 4D 7H", "8D",
         1, "7S"),
    Case("do_not_trump_a_thirteenth", "KS 7S 6S QH 6H 2H KD 9D 5D",
         "TC 5C 3C AC 2C 8C JC QC 4C JH 9C 7C 3S 4S QS 9S 6C KC", "6H", 3, "5D"),
    Case("be_cautious_when_strong", "JS TS 9S 7S KC 8C 7C 5C KD JD 5D 4D", "7D 2D AD 4S KH 5H", "4S", 1,
         "4D"),
    Case("make_a_few_small_trumps", "AH KH TH 8H 5H 4H KC TC 9C 4C 6D 3D", "AD 4D 2D 9D KS 3S", "QD", 0,
         "3D"),
    Case("keep_a_card_to_return", "7H AC 8C 6C 5C KD QD TD 9D 7D 3D", "KH AH 2H 3H AD 6D 2D 4D 4S", "TS", 0,
         "5C"),
    Case("keep_your_strong_suit", "QH 8H 6H 5H 4H 3H AC QC 8C 5C 4C JD", "AD 2D 7D 3D TS AS 2S", "6H", 3,
         "JD"),
    Case("call_for_trumps", "AS TS 9S 4H 2H KC 7C 3C 2C AD QD 4D 2D", "3H 6H KH", "7C", 3, "4H"),
    Case("leave_what_partner_threw", "AS 9S KC 3C 2C AD QD 4D 2D",
         "3H 6H KH 4H AH 2H 5H TH 7H 7C 9H 2S TS 7S 6S 3S", "7C", 3, "AD"),
    Case("answer_the_call", "QS AH 8H 3H 6C 5C 3C 9D 5D 4D 2D", "AC 4C TC 7C KC 8C 2C 9C", "QD", 3, "2D"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.maxim for case in CASES])
def test_maxim(case: Case):
    seen = view(case.hand, case.plays, case.turned, case.dealer, game=case.game, **case.at)
    hoyle = WhistHoyle(case.game)
    known = hoyle.know(seen)
    playable = [move.card for move in seen.legal if isinstance(move, Play)]

    def weigh(without: str) -> dict[str, float]:
        return {
            card.text: sum(
                maxim.weigh(hoyle.choice(known, card))
                for maxim in hoyle.maxims_for(known, card)
                if maxim.name != without
            )
            for card in playable
        }

    said, otherwise = weigh(""), weigh(case.maxim)
    assert max(said, key=said.__getitem__) == case.good
    assert max(otherwise, key=otherwise.__getitem__) != case.good


def test_every_maxim_has_its_position():
    maxims = {maxim.name for maxim in (*lead.MAXIMS, *renounce.MAXIMS)}
    assert maxims == {case.maxim for case in CASES}


def test_every_maxim_names_its_source():
    for said in (said for maxim in (*lead.MAXIMS, *renounce.MAXIMS) for said in maxim.sayings):
        assert any(
            source in said.words
            for source in ("Bob Short", "Hoyle", "whist, at large", "American Whist, Signal")
        )
        assert (said.author == BOB_SHORT) is ("Bob Short" in said.words)
