"""Who plays when more people want to than there are chairs (Laws 13 and 16-21).

Those first at the table have the preference, and those who have waited come in before those who have
played; between equals a cut decides, the lowest cards playing. After a rubber this makes whoever has
played the most rubbers running go out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from bot.rules.cards import Card


@runtime_checkable
class FormsTable(Protocol):
    """A game whose laws let more people belong to a table than play at once (Laws 16-17)."""

    def most_waiting(self, options: Any) -> int:
        """How many besides the players may belong to the table and wait their turn."""

    def cut_pack(self, options: Any) -> tuple[Card, ...]:
        """The cards that are cut from."""

    def cut_height(self, options: Any, card: Card) -> int:
        """The card's height in cutting; the lowest play."""

    def after_forming(self, options: Any) -> Any:
        """The options where the players had to be selected from more candidates."""


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


def form(
    candidates: Sequence[Candidate],
    chairs: int,
    cut: Callable[[int], tuple[Card, ...]],
    height: Callable[[Card], int],
) -> Formed:
    """Choose who plays. `cut(n)` gives the cards that n people cut, from one pack."""
    rounds: list[dict[int, Card]] = []
    playing = _lowest({c.user_id: c.claim for c in candidates}, chairs, cut, height, rounds)
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
    height: Callable[[Card], int],
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
        heights = {user: height(card) for user, card in cards.items()}
        last = sorted(heights.values())[left - 1]
        sure |= {user for user in tied if heights[user] < last}
        tied = [user for user in tied if heights[user] == last]
        left = chairs - len(sure)
    return sure | set(tied[:left])
