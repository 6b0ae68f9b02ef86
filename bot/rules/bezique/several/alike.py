"""Like-named cards that are as good as each other: with three packs and more there are many of them."""

from collections.abc import Hashable, Iterable

from bot.rules.bezique.declaring import Combination
from bot.rules.bezique.named import Named
from bot.rules.bezique.state import Deal


def without_alike(found: Iterable[Combination], deal: Deal, seat: int) -> list[Combination]:
    """The combinations that take, of like-named cards that have served for the same, the first ones shown.

    Of cards not shown yet one is as good as another anyway. A card that is part of a declaration left to
    score is like no other, nor is a partner's like one's own.
    """
    found = list(found)
    before = _before({named for _, cards in found for named in cards if named.index}, deal, seat)
    if not before:
        return found
    return [
        (kind, cards)
        for kind, cards in found
        if all(before.get(named) is None or before[named] in cards for named in cards)
    ]


def _before(shown: Iterable[Named], deal: Deal, seat: int) -> dict[Named, Named]:
    # For each card the one to be taken before it.
    latest: dict[Hashable, Named] = {}
    before: dict[Named, Named] = {}
    own = deal.hands[seat]
    for named in sorted(shown, key=lambda named: named.order):
        parts = [declaration for declaration in deal.declarations if named in declaration.cards]
        served = frozenset(
            (part.kind.key, part.cards if part.status == "to score" else None) for part in parts
        )
        key = (named.card, named in own, served)
        if key in latest:
            before[named] = latest[key]
        latest[key] = named
    return before
