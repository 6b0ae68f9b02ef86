"""Hoyle at Bishops Whist, maxim by maxim (Dana, Methods of Play; Discard; On Trumps)."""

import random
from dataclasses import dataclass

import pytest

from bot.house.bishops_whist.player import BishopsWhistHoyle
from bot.rules.moves import Play
from tests.house.builder import in_play


@dataclass(frozen=True)
class Case:
    """In the first trick, holding `hand` after `table`: one of `good` is played."""

    maxim: str
    hand: str
    table: str
    good: str
    turned: str = "2S"
    trump: str | None = None


CASES = [
    Case("with ace and king and not the bishop, swing the ace", "AD KD 5D 3D 6C 4C 8C 9H 7H 3H 4S 5S N", "",
         "AD KD"),
    Case("with the bishop lead low, or a picture to get the ace out", "BH 7H 6H 4H KC 8C 5C QD 9D 4D 5S 4S N",
         "", "7H 6H 4H"),
    Case("with ace, king and queen at home the bishop is good to lead, and so are they",
         "AH KH QH BH 7C 6C 4C 9D 5D 4D 5S 4S N", "", "AH KH QH BH"),
    Case("never lead a knight", "9H 6H 9C 6C 3C 9D 6D 3D 5S N N N N", "", "9H 6H 9C 6C 3C 9D 6D 3D 5S"),
    Case("second hand low", "KH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "5H", "3H"),
    Case("second hand does not throw the bishop away", "BH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "5H",
         "3H 7H"),
    Case("third hand gives the bishop to partner's ace", "BH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "AH 5H",
         "BH"),
    Case("third hand does not take partner's ace with a trump", "9C 7C 6C 3C 2C 9D 6D 3D 2D QS 5S 4S N",
         "AH 5H", "2C 3C 6C 2D 3D 6D"),
    Case("third hand high", "AH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "4H 5H", "AH"),
    Case("fourth hand wins with the bishop", "BH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "6H 8H 9H", "BH", "N",
         "S"),
    Case("fourth hand gives the bishop to partner's trick", "BH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N",
         "6H AH 9H", "BH", "N", "S"),
    Case("fourth hand takes the bishop", "QH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "6H 8H BH", "QH", "N", "S"),
    Case("fourth hand captures as cheaply as it can", "AH QH 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "6H 8H BH",
         "QH", "N", "S"),
    Case("fourth hand does not put the bishop under the enemy's ace", "BH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N",
         "6H 8H AH", "3H", "N", "S"),
    Case("fourth hand wastes nothing on partner's trick", "AH QH 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "6H KH 9H",
         "3H", "N", "S"),
    Case("trumps are played to catch the enemy's bishop", "9C 7C 6C 3C 2C 9D 6D 3D 2D QS 5S 4S N", "AH 6H BH",
         "4S", "N", "S"),
    Case("the cardinal trumps last in hand and is saved", "9C 7C 6C 3C 2C 9D 6D 3D 2D BS 5S 4S N", "AH 6H 9H",
         "BS", "N", "S"),
    Case("a bishop is thrown on partner's sure trick", "BC 7C 6C 9D 6D 3D 2D 8D 5D 7D 4D 9C N", "6H AH 9H",
         "BC", "N", "S"),
    Case("a bishop is not thrown on the enemy's trick", "BC 7C 6C 9D 6D 3D 2D 8D 5D 7D 4D 9C N", "6H 8H AH",
         "7C 6C 9C 9D 8D 7D 6D 5D 4D 3D 2D", "N", "S"),
    Case("commanding cards are not discarded", "AC QC 6C AD KD 3D 2D 8D 5D 7D 4D 9C N", "6H 8H AH",
         "6C 9C 2D 3D 4D 5D 7D 8D", "N", "S"),
    Case("discard from a short suit whose bishop is out and which can then be trumped",
         "7C 3C BD 7D 6D 5D 4D 3D 2D 8D 4S 5S 6S", "6H AH 9H", "3C BD", "4S"),
    Case("a knight guards the lone bishop under the enemy's ace", "BH 7C 6C 3C 2C 9D 6D 3D 2D QS 5S N N",
         "AH 6H 9H", "N", "5S"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.maxim for case in CASES])
def test_maxim(case: Case):
    view = in_play(case.hand, case.table, case.turned, case.trump)
    move = BishopsWhistHoyle().choose(view, random.Random(1))
    assert isinstance(move, Play)
    assert move.card.text in case.good.split()
