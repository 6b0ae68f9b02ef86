"""Who plays when more people want to than there are chairs (Laws 13 and 16-21).

Those who have waited come in before those who have played; between equals a cut decides, the
lowest cards playing. After a rubber this makes whoever has played the most rubbers running go out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.rules.cards import Card
from bot.rules.whist.pack import ACE_LOW, PACK

PIECES = tuple(card.text for card in PACK)
"""What is cut from (Law 14: one pack for all)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who wants to play: `rubbers` played at this table without a break, and whether they
    belonged to the table already (Law 17)."""

    user_id: int
    rubbers: int = 0
    member: bool = False

    @property
    def claim(self) -> tuple[int, bool]:
        """Lowest comes in first: few rubbers running, then belonging to the table."""
        return self.rubbers, not self.member


@dataclass(frozen=True, slots=True)
class Formed:
    """Who plays and who waits, by user id, in the order of the candidates, and every round of cuts:
    the cards by user id."""

    playing: tuple[int, ...]
    waiting: tuple[int, ...]
    rounds: tuple[dict[int, Card], ...]


def form(candidates: Sequence[Candidate], chairs: int, cut: Callable[[int], tuple[Card, ...]]) -> Formed:
    """Choose who plays. `cut(n)` gives the cards that n people cut, from one pack."""
    rounds: list[dict[int, Card]] = []
    playing = _lowest({c.user_id: c.claim for c in candidates}, chairs, cut, rounds)
    ids = [c.user_id for c in candidates]
    return Formed(
        tuple(user for user in ids if user in playing),
        tuple(user for user in ids if user not in playing),
        tuple(rounds),
    )


def _lowest(
    keys: dict[int, tuple[int, bool]],
    chairs: int,
    cut: Callable[[int], tuple[Card, ...]],
    rounds: list[dict[int, Card]],
) -> set[int]:
    # Those surely in, and a cut among the equals that the last chairs lie between.
    ranked = sorted(keys, key=keys.__getitem__)
    if len(ranked) <= chairs:
        return set(ranked)
    edge = keys[ranked[chairs - 1]]
    sure = {user for user in ranked if keys[user] < edge}
    tied = [user for user in keys if keys[user] == edge]
    left = chairs - len(sure)
    while left and left < len(tied):
        cards = dict(zip(tied, cut(len(tied)), strict=True))
        rounds.append(cards)
        heights = {user: ACE_LOW[card.rank] for user, card in cards.items()}
        last = sorted(heights.values())[left - 1]
        sure |= {user for user in tied if heights[user] < last}
        tied = [user for user in tied if heights[user] == last]
        left = chairs - len(sure)
    return sure | set(tied[:left])
