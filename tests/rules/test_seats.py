"""Names in records."""

import pytest

from bot.rules.seats import FOUR_IN_PARTNERSHIP, TWO_ALONE, Names, Seating

THREE_AGAINST_ONE = Seating(("a", "b", "c"), ((0, 1), (2,)))


@pytest.mark.parametrize(
    ("seating", "names", "keys"),
    [
        (FOUR_IN_PARTNERSHIP, ("A", "B", "C", "D"), ["A-C", "B-D"]),
        (FOUR_IN_PARTNERSHIP, ("A", "A-B", "B-C", "C"), ["A-B-C", "A-B-C (2)"]),
        (FOUR_IN_PARTNERSHIP, ("Ann-Lee", "B", "C", "D"), ["Ann-Lee-C", "B-D"]),
        (THREE_AGAINST_ONE, ("A", "B", "A-B"), ["A-B", "A-B (2)"]),
        (Seating(("a", "b", "c"), ((0,), (1,), (2,))), ("X", "X", "X (2)"), ["X", "X (3)", "X (2)"]),
        (TWO_ALONE, ("A-B", "B"), ["A-B", "B"]),
    ],
)
def test_every_side_has_a_key_of_its_own(seating: Seating, names: tuple[str, ...], keys: list[str]) -> None:
    named = Names(seating, names)
    assert [named.side_key(side) for side in range(len(seating.sides))] == keys
    assert len(named.by_side(tuple(range(len(keys))))) == len(keys)
