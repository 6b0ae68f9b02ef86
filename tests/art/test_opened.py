"""Open cards of several players in a picture of their own: all are shown, and large enough for a phone."""

import pytest

from bot.art import OpenCards, Style, open_picture
from bot.art.opened import MOST_HANDS, MOST_OPEN, OPEN_WIDTH, SIDE
from tests.art.seeing import differing, opened
from tests.present import present

MOST_BYTES = 60_000
POLISH = tuple(
    rank + suit for suit in "SHCD" for rank in ("ATKQJ" if suit == "H" else "AKQJ") for _ in range(5)
)
"""Every card that can lie open in a game with five packs."""
NAMES = ("Ann", "W" * 32, "李雷", "Dan", "Eve", "Fay")


def hands(count: int, cards: tuple[str, ...] = POLISH) -> list[OpenCards]:
    return [OpenCards(("SWNEAB"[seat],), NAMES[seat], cards, ours=seat % 2 == 0) for seat in range(count)]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("style", [Style(), Style(True, True)])
def test_the_most_there_can_be_suits_a_phone(count: int, style: Style) -> None:
    data = open_picture(hands(count), style=style)
    picture = opened(data)
    assert picture.width == OPEN_WIDTH
    assert picture.width * 10 >= picture.height * 11, "a phone would have to shrink it"
    assert len(data) < MOST_BYTES


@pytest.mark.parametrize("number", range(17))
def test_every_card_and_how_many_there_are_of_it_is_shown(number: int) -> None:
    kinds = list(dict.fromkeys(POLISH))
    other = kinds[number]
    before = open_picture(hands(2, tuple(kinds)))
    twice = sorted([*kinds, other], key=kinds.index)
    box = present(differing(before, open_picture([hands(1, tuple(twice))[0], hands(2, tuple(kinds))[1]])))
    assert box[2] - box[0] >= 24, "the number is large enough to be read"
    replaced = [card if card != other else "7" + other[1] for card in kinds]
    box = present(differing(before, open_picture([hands(1, tuple(replaced))[0], hands(2, tuple(kinds))[1]])))
    assert SIDE <= box[0] < box[2] <= OPEN_WIDTH - SIDE
    assert box[2] - box[0] >= 20


def test_partners_who_share_their_cards_stand_above_them_together() -> None:
    alone = open_picture([OpenCards(("N",), "Ann and Cleo", POLISH)])
    assert differing(alone, open_picture([OpenCards(("N", "S"), "Ann and Cleo", POLISH)])) is not None
    assert differing(alone, open_picture([OpenCards(("N",), "Ann and Cleo", POLISH, ours=True)])) is not None
    assert differing(alone, open_picture([OpenCards(("N",), "Ann and Cleo", POLISH, "three")])) is not None


def test_more_unlike_cards_than_have_room_are_shown_in_two_rows() -> None:
    every = tuple(rank + suit for suit in "SHCD" for rank in "ATKQJ987")
    one, two = (opened(open_picture(hands(1, cards))) for cards in (every[:17], every))
    assert two.height > one.height
    fifty = tuple(rank + suit for suit in "SHCD" for rank in "AKQJT98765432")
    assert opened(open_picture(hands(1, fifty))).height == two.height


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ([], "1 to 6 players"),
        (hands(6) + hands(1), "1 to 6 players"),
        (hands(2, ()), "without open cards"),
        (hands(1, ("AS",) * (MOST_OPEN + 1)), "at most"),
        (hands(1, ("6-4",)), "no dominoes"),
        (hands(1, ("XX",)), "unknown piece"),
    ],
)
def test_what_cannot_be_drawn_is_refused(given: list[OpenCards], reason: str) -> None:
    assert len(hands(6)) == MOST_HANDS
    with pytest.raises(ValueError, match=reason):
        open_picture(given)
