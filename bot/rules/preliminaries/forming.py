"""Who plays when more people want to than there are chairs (Laws 13 and 16-21).

People who have waited come in before those who have played, members of the table before after-comers, and
those first in the room before later ones; between equals a cut decides. Those who do not play wait in the
same order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from bot.rules.cards import Card


@runtime_checkable
class FormsTable(Protocol):
    """A game whose laws let more people belong to a table than play at once (Laws 16-17)."""

    def most_waiting(self, options: Any) -> int:
        """How many people beyond the players may belong to the table and wait their turn."""

    def first_come(self, options: Any) -> bool:
        """Whether those first in the room have the preference (Law 16); if not, everybody who came before the
        cut counts as having come together."""

    def cut_pack(self, options: Any) -> tuple[Card, ...]:
        """The cards that are cut from."""

    def cut_height(self, options: Any, card: Card) -> int:
        """The card's height in cutting; the lowest play."""

    def after_forming(self, options: Any) -> Any:
        """The options where the players had to be selected from more candidates."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who wants to play: `rubbers` played at this table in a row, whether they were a member of the
    table already (Law 17), and when they `came`, the first lowest; equal for those who came together (Law
    16)."""

    user_id: int
    rubbers: int = 0
    member: bool = False
    came: int = 0

    @property
    def claim(self) -> tuple[int, bool, int]:
        """Lowest comes in first: few rubbers running, then belonging to the table, then having come first."""
        return self.rubbers, not self.member, self.came


@dataclass(frozen=True, slots=True)
class Formed:
    """Who plays, in the order of the candidates; who waits, in the order in which they come in (Law 17); and
    every round of cuts: the cards by user id. As many of `waiting` as may belong to the table, from the
    first; the others fill a free place in that order, before any after-comer."""

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
    order, rounds = _by_right(candidates, chairs, cut, height)
    playing = set(order[:chairs])
    return Formed(
        tuple(c.user_id for c in candidates if c.user_id in playing), tuple(order[chairs:]), tuple(rounds)
    )


def _by_right(
    candidates: Sequence[Candidate],
    chairs: int,
    cut: Callable[[int], tuple[Card, ...]],
    height: Callable[[Card], int],
) -> tuple[list[int], list[dict[int, Card]]]:
    # Everybody in the order in which they come in. Only the equals between whom the last chairs lie cut,
    # and again only those of them who cut equal for the last chair; what they cut holds for their turn too.
    rounds: list[dict[int, Card]] = []
    ranked = sorted(candidates, key=lambda candidate: candidate.claim)
    if len(ranked) <= chairs:
        return [candidate.user_id for candidate in ranked], rounds
    edge = ranked[chairs - 1].claim
    keys: dict[int, list[int]] = {candidate.user_id: [] for candidate in ranked}
    tied = [candidate.user_id for candidate in ranked if candidate.claim == edge]
    left = chairs - sum(candidate.claim < edge for candidate in ranked)
    while 0 < left < len(tied):
        cards = dict(zip(tied, cut(len(tied)), strict=True))
        rounds.append(cards)
        for user, card in cards.items():
            keys[user].append(height(card))
        last = sorted(keys[user][-1] for user in tied)[left - 1]
        left -= sum(keys[user][-1] < last for user in tied)
        tied = [user for user in tied if keys[user][-1] == last]
    order = sorted(ranked, key=lambda candidate: (candidate.claim, keys[candidate.user_id]))
    return [candidate.user_id for candidate in order], rounds
