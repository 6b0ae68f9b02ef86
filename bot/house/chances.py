"""Chances that are reckoned alike in every game where a pack is dealt out."""


def chance_of_none(held: int, places: int, cards: int) -> float:
    """Chance that a hand of `held` has none of `cards` cards lying in `places` places."""
    chance = 1.0
    for taken in range(cards):
        left = places - taken
        if left <= 0 or held >= left:
            return 0.0
        chance *= (left - held) / left
    return chance
