"""Many deals of the hidden cards behind one choice, solved in one go: for players that search."""

from typing import Any

from bot.house.solver.arena import NODES
from bot.house.solver.drive import UNKNOWN, begin, bishops_scores, plain_scores
from bot.house.solver.native import compiled, load


@compiled
def plain_worlds(m: int, hands: Any, trump: int, leader: int, forced: int, limit: int, scores: Any) -> int:
    """Fill `scores` (worlds by 64) with each card's tricks to come of seats 0 and 2; see `solve_worlds`.

    A world that takes more than `limit` positions is UNKNOWN all along. The positions looked at.
    """
    nodes = 0
    for world in range(hands.shape[0]):
        h0, h1, h2, h3 = hands[world, 0], hands[world, 1], hands[world, 2], hands[world, 3]
        begin(m, h0, h1, h2, h3, trump, limit, False)
        if plain_scores(m, h0 | h1 | h2 | h3, leader, forced, scores[world]) == UNKNOWN:
            scores[world, :] = UNKNOWN
        nodes += load(m, NODES)
    return nodes


@compiled
def bishops_worlds(
    m: int,
    hands: Any,
    trump: int,
    leader: int,
    forced: int,
    ours: int,
    theirs: int,
    ahead: int,
    limit: int,
    scores: Any,
) -> int:
    """The same for the points of seats 0 and 2 less the others' at Bishops Whist."""
    nodes = 0
    for world in range(hands.shape[0]):
        h0, h1, h2, h3 = hands[world, 0], hands[world, 1], hands[world, 2], hands[world, 3]
        begin(m, h0, h1, h2, h3, trump, limit, True)
        left = h0 | h1 | h2 | h3
        if bishops_scores(m, left, leader, forced, ours, theirs, ahead, scores[world]) == UNKNOWN:
            scores[world, :] = UNKNOWN
        nodes += load(m, NODES)
    return nodes
