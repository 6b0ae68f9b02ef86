"""What the ordering of moves gives for each feature of a move, at plain whist and at Bishops Whist.

The features are much those by which DDS orders its moves, and the weights of plain whist are its: changing
them one at a time until random deals took fewer positions gained nothing on other deals. Those of Bishops
Whist were changed so. Where a sentence ends in a comma, the first of the row that holds is given.
"""

from typing import Final

import numpy as np

from bot.house.solver.memory import WEIGHTS

_values: list[tuple[int, int]] = []


def _weight(plain: int, bishops: int) -> int:
    _values.append((plain, bishops))
    return WEIGHTS + len(_values) - 1


# A lead, as long as there are trumps.
SPREAD: Final = _weight(157, 157)
"""For each card of the suit with the opponents, sixteenths to take off; a void counts as all cards left."""
MAY_BE_RUFFED: Final = _weight(12, 16)  # to take off if an opponent can ruff
PARTNER_RUFFS: Final = _weight(17, 22)  # if the partner can ruff and the fourth hand follows
FOURTH_STRONG: Final = _weight(12, 8)
"""To take off if the fourth hand has the best or the second card, not bare."""
THROUGH: Final = _weight(27, 18)  # if the second hand has the best card and the partner the second, not bare
RUFF_TO_COME: Final = _weight(19, 13)
"""If it is the leader's last, the partner takes it, and can give him a ruff."""
# If the side is to take the trick,
TAKES_BARE: Final = _weight(35, 35)  # and the best card is bare with an opponent,
TAKES_TWICE: Final = _weight(48, 48)  # the leader has the best card and the partner the second,
TAKES_WITH_BEST: Final = _weight(31, 41)  # it is the best card,
TAKES_UNDER_BEST: Final = _weight(3, 3)  # the leader has the best card and it is another,
TAKES_AND_RETURNS: Final = _weight(42, 42)  # the partner has the best card and the leader the second,
TAKES_OVER_THERE: Final = _weight(28, 19)  # the partner has the best card,
TAKES_WITH_SECOND: Final = _weight(40, 27)  # it is the second card and the leader has the third,
TAKES_IN_A_ROW: Final = _weight(22, 29)  # the leader has the next card too,
TAKES: Final = _weight(11, 14)  # or anything else
TAKES_AGAIN: Final = _weight(55, 37)  # if it was right the last time in a hand of that length
# If an opponent may take it,
NEXT_TWO_OVER_THERE: Final = _weight(20, 20)  # the partner has the second and the third card,
NEXT_TWO_SHARED: Final = _weight(13, 13)  # or the leader and the partner have them; beside which
LOSES_BARE: Final = _weight(2, 5)  # the best card is bare with an opponent,
LOSES_TWICE: Final = _weight(33, 22)  # the leader has the best card and the partner the second,
LOSES_BEST: Final = _weight(38, 26)  # it is the best card,
LOSES_UNDER_BEST: Final = _weight(14, 14)  # the leader has the best card and it is another,
LOSES_OVER_THERE: Final = _weight(34, 23)  # the partner has the best card,
LOSES_SECOND: Final = _weight(35, 24)  # it is the second card and the leader has the third,
LOSES: Final = _weight(17, 12)  # or anything else
LOSES_AGAIN: Final = _weight(18, 18)  # if it was right the last time in a hand of that length

# A lead without trumps.
OPEN_SPREAD: Final = _weight(108, 108)  # as SPREAD
PARTNER_VOID: Final = _weight(9, 9)  # to take off if the partner has none of the suit
# If the side has the best card,
SECOND_BEHIND: Final = _weight(1, 1)  # to take off if the fourth hand has the second card, not bare
SECOND_CAUGHT: Final = _weight(22, 22)  # if the second hand has it, not bare
SECOND_BARE: Final = _weight(16, 16)  # if it is bare there
BOTH_ROUNDS: Final = _weight(45, 45)  # if the opponents do not have the second card, or have it bare
FIRST_ROUND: Final = _weight(18, 24)  # if they have it
BEST_AGAIN: Final = _weight(126, 126)  # if it was right the last time in a hand of that length
# If an opponent has it,
OPEN_FOURTH_STRONG: Final = _weight(10, 10)  # as FOURTH_STRONG
OPEN_THROUGH: Final = _weight(31, 31)  # as THROUGH
OPEN_TWO_OVER_THERE: Final = _weight(35, 35)  # as NEXT_TWO_OVER_THERE
OPEN_TWO_SHARED: Final = _weight(25, 33)  # as NEXT_TWO_SHARED
OPEN_BARE: Final = _weight(28, 28)  # as LOSES_BARE,
OPEN_UNDER_BEST: Final = _weight(17, 17)  # as LOSES_UNDER_BEST,
OPEN_ALONE: Final = _weight(12, 12)  # it stands alone,
OPEN_SECOND: Final = _weight(48, 48)  # as LOSES_SECOND,
OPEN_IN_A_ROW: Final = _weight(29, 29)  # or the leader has the next card too
OPEN_AGAIN: Final = _weight(47, 32)  # if it was right the last time in a hand of that length

# Bishops and knights, in a lead.
THEIR_BISHOP: Final = _weight(0, 1)  # if an opponent has the bishop of the suit
OUR_BISHOP: Final = _weight(0, 4)  # to take off if the side has it
LEADS_SAFE_BISHOP: Final = _weight(0, 50)  # to lead the bishop if the side is to take the trick
LEADS_BISHOP: Final = _weight(0, 12)  # to take off for leading it else
BARE_BISHOP: Final = _weight(0, 20)
"""If the side is to take the trick and the bishop is bare with an opponent."""
PARTNERS_BISHOP: Final = _weight(0, 10)  # if it is to take the trick and the partner has the bishop
LEADS_KNIGHT: Final = _weight(0, -300)  # to lead a knight

# The second hand, following, as long as there are trumps. If his side can take the trick,
THIRD_MUST_BEAT: Final = _weight(40, 40)  # and the third hand cannot but play higher,
LEADER_HAS_BETTER: Final = _weight(41, 41)  # the partner can take it, but the leader has a better card,
SPARES_PARTNER: Final = _weight(78, 78)  # the card is best so far, and the partner has a better,
BEATS_BOTH: Final = _weight(73, 73)  # it beats both opponents,
FORCES_IN_A_ROW: Final = _weight(62, 82)  # it is best so far, with the next beside it,
FORCES: Final = _weight(49, 65)  # it is best so far,
PARTNER_FOLLOWS: Final = _weight(47, 47)  # the partner takes it with the suit,
PARTNER_OVERRUFFS: Final = _weight(40, 27)  # or with a trump
# If it cannot,
BEATEN_ANYWAY: Final = _weight(-9, -6)  # a later hand cannot but play higher,
BEATEN_ALREADY: Final = _weight(-16, -16)  # it does not beat the card led,
COSTS_IN_A_ROW: Final = _weight(22, 22)  # it does, with the next beside it,
COSTS: Final = _weight(10, 10)  # or alone
# The same without trumps, if the partner cannot take the trick.
OPEN_BEATS_BOTH: Final = _weight(81, 81)  # as BEATS_BOTH,
OPEN_BEATEN_ANYWAY: Final = _weight(-3, -3)  # as BEATEN_ANYWAY,
OPEN_BEATEN_ALREADY: Final = _weight(-11, -11)  # as BEATEN_ALREADY,
OPEN_COSTS_IN_A_ROW: Final = _weight(10, 10)  # as COSTS_IN_A_ROW,
OPEN_COSTS: Final = _weight(13, 13)  # as COSTS

# The second hand, void. LENGTHS are for each card of the hand in the suit, in sixteenths.
THROWS_TO_PARTNER: Final = _weight(60, 80)  # to throw a card away if the partner can take the trick
THROWS: Final = _weight(-2, -2)  # to throw one away if he cannot
RUFFS_SECOND: Final = _weight(24, 32)  # to ruff, if the third hand follows or the side can take the trick
RUFFS_TO_COST: Final = _weight(15, 15)  # to ruff if the third hand ruffs higher
LENGTH_TO_PARTNER: Final = _weight(23, 30)
LENGTH_THROWN: Final = _weight(28, 28)
LENGTH_RUFFED: Final = _weight(23, 30)
OPEN_LENGTH_TO_PARTNER: Final = _weight(44, 44)
"""Without trumps."""
OPEN_LENGTH_THROWN: Final = _weight(31, 31)

# The third hand.
BEATS_SECOND: Final = _weight(20, 20)  # following, the best so far, with the fourth hand void
BEATS_FOURTH: Final = _weight(58, 58)  # following, what the fourth hand cannot beat
FORCES_BEST: Final = _weight(20, 20)  # following, the lowest that takes the best card of the fourth hand
RUFFS_PARTNERS_TRICK: Final = _weight(-50, -34)  # void, a ruff of what is the partner's trick,
UNDERRUFFS: Final = _weight(-32, -22)  # a lower trump than the second hand's,
RUFFS_PARTNER_SAFELY: Final = _weight(48, 48)  # a ruff of the partner's card if the fourth hand follows,
RUFFS_PARTNER_HIGH: Final = _weight(48, 32)  # if he cannot ruff higher,
RUFFS_PARTNER: Final = _weight(-12, -8)  # if he can;
RUFFS_SAFELY: Final = _weight(72, 72)  # the same of the second hand's card
RUFFS_HIGH: Final = _weight(48, 48)
RUFFS_THIRD: Final = _weight(36, 36)
LENGTH_THIRD: Final = _weight(26, 18)
LENGTH_RUFFED_THIRD: Final = _weight(20, 14)
OPEN_LENGTH_THIRD: Final = _weight(43, 43)

# The fourth hand.
TAKES_FOURTH: Final = _weight(30, 30)  # following, what takes the trick from the opponent
RUFFS_FOR_NOTHING: Final = _weight(2, -1)  # void, a trump on the partner's trick,
THROWS_ON_PARTNERS: Final = _weight(25, 33)  # another card on it,
RUFFS_FOURTH: Final = _weight(33, 33)  # a trump that takes the trick from the opponent,
UNDERRUFFS_FOURTH: Final = _weight(-13, -13)  # one that does not,
THROWS_ON_THEIRS: Final = _weight(14, 14)  # another card on the opponent's trick
LENGTH_FOURTH: Final = _weight(43, 29)
OPEN_LENGTH_FOURTH: Final = _weight(38, 50)

# Bishops and knights, in the other hands.
BISHOP_SAFE: Final = _weight(0, 40)  # for a bishop on a trick of the side; to take off on any other
TAKES_BISHOPS: Final = _weight(0, 40)  # for each bishop on the table if the card takes them from the opponent
KNIGHT_TAKES: Final = _weight(0, 26)  # a knight that takes the trick,
KNIGHT_THROWN: Final = _weight(0, -20)  # on the opponent's trick,
KNIGHT_ON_PARTNERS: Final = _weight(0, -25)  # on the partner's

PLAIN_WEIGHTS: Final = np.array([plain for plain, _ in _values], np.int64)
BISHOPS_WEIGHTS: Final = np.array([bishops for _, bishops in _values], np.int64)
