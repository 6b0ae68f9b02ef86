"""What the rule books name as rare or great, and a person is told to have done, once."""

from enum import Enum


class Achievement(Enum):
    """An achievement of a hand, or of a match of teams."""

    SLAM = "slam"  # all thirteen tricks of a hand of whist (RULES B12)
    FOUR_BISHOPS = "four-bishops"  # all four in the side's tricks (RULES A7.33)
    SIXTEEN = "sixteen"  # the most points of a hand of Bishops Whist (Dana, Abstract 11)
    KNIGHT = "knight"  # a knight takes the ace of trumps in the last trick (Dana, The Game)
    DOUBLE_BEZIQUE = "double-bezique"  # where there are four packs or more
    QUADRUPLE_BEZIQUE = "quadruple-bezique"  # all eight cards (Cady, Rubicon)
    RUBICON = "rubicon"  # the loser is rubiconed (RULES F4.37)
    TEAMS = "teams"  # a match of teams (RULES E)
