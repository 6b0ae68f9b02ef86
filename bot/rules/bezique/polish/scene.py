"""The scene of Polish bezique: what lies open, and what one more card would make of it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from bot.rules.bezique.pack import ONE_PACK
from bot.rules.bezique.polish.scoring import lying, with_one_more
from bot.rules.bezique.presentation.scene import SceneBuilder
from bot.rules.bezique.state import Phase, View
from bot.rules.cards import Card, parse
from bot.rules.catalogue import Catalogue

_MOST_SCORES: Final = 4  # how many different scores are shown for each player, the highest first


class PolishScene(SceneBuilder):
    """Says what cards make bezique, and what each player is waiting for."""

    def _facts(self) -> tuple[str, ...]:
        facts = super()._facts()
        return (*facts, self._bezique(), *self._waiting()) if facts else ()

    def _notes(self) -> tuple[str, ...]:
        return (*super()._notes(), self._bezique(), *self._waiting())

    def _bezique(self) -> str:
        pair = self.view.variant.bezique_pair(self.view.trump)
        return self.pgettext(
            "line", "Bezique: {cards}", cards=_by_rank(self.text.words, [parse(card) for card in pair])
        )

    def _stock(self) -> str:
        if not self.view.stock and self.view.turn_up is None:
            return self.gettext("The stock is out: follow suit, win if you can, or trump; declare as before")
        return super()._stock()

    def _waiting(self) -> Iterator[str]:
        # What one more card would score, so that nobody has to work it out, or is surprised.
        view = self.view
        common = view.variant.won_cards == "common"
        sides = self.names.seating.sides
        for seats in sides if common else [(seat,) for side in sides for seat in side]:
            scores = self._with_one_more(seats[0])
            if not scores:
                continue
            name = self.text.words.listed([self.names[seat] for seat in seats])
            yield self.gettext("Wanted by {name}: {scores}", name=name, scores=" · ".join(scores))

    def _with_one_more(self, seat: int) -> Sequence[str]:
        view = self.view
        by_points: dict[int, list[Card]] = {}
        for card, points in _one_more(_Lying(view), seat).items():
            by_points.setdefault(points, []).append(card)
        return [
            self.gettext(
                "{cards} for {points}",
                cards=_by_rank(self.text.words, by_points[points]),
                points=self.text.words.number(points),
            )
            for points in sorted(by_points, reverse=True)[:_MOST_SCORES]
        ]

    def _prompt(self) -> str:
        if self.view.phase is not Phase.DECLARING:
            return super()._prompt()
        if not self.view.stock and self.view.turn_up is None:
            return self.gettext("You won the trick: score what it makes; afterwards it is too late.")
        return self.gettext("You won the trick: score what it makes, then draw; afterwards it is too late.")


class _Lying:
    """What lies open in a view; the same for everybody between two tricks."""

    def __init__(self, view: View) -> None:
        self.view = view

    def __hash__(self) -> int:
        return id(self.view.open_cards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Lying):
            return NotImplemented
        return (
            self.view.open_cards is other.view.open_cards
            and self.view.declarations is other.view.declarations
            and self.view.variant is other.view.variant
        )


@lru_cache(maxsize=256)
def _one_more(lies: _Lying, seat: int) -> Mapping[Card, int]:
    # What one more of each card would score, if there is one; in reading order.
    view = lies.view
    out = Counter(named.card for lot in view.open_cards for named in lot)
    scores = {parse(name): points for name, points in with_one_more(lying(view.variant, view, seat)).items()}
    return {card: scores[card] for card in ONE_PACK if card in scores and out[card] < view.variant.packs}


def _by_rank(words: Catalogue, cards: Sequence[Card]) -> str:
    # `A ♠♥♣, K ♥`: one card or another of each rank, not these cards themselves. A rank stays with its suits.
    suits: dict[str, str] = {}
    for card in cards:
        rank, suit = words.letter(card.rank), card.suit
        suits[rank] = suits.get(rank, "") + (suit.symbol if suit else "")
    return ", ".join(f"{rank}\N{NO-BREAK SPACE}{those}" for rank, those in suits.items())
