"""A board with its four hands: every card is shown, in every style, and as much as a traveller may have."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.art import ORDINARY, Deal, DealtHand, Style, TravellerRow, deal_picture
from bot.art.deals import DEAL_WIDTH, MOST_ROWS
from bot.art.pieces import BISHOPS
from bot.rules.whist import pack as plain_pack
from bot.rules.whist.bishops import pack as bishops_pack
from tests.art.seeing import differing, opened
from tests.present import present

PACKS = {ORDINARY: plain_pack.PACK, BISHOPS: bishops_pack.PACK}
SEATS = (("N", "North"), ("E", "East"), ("S", "South"), ("W", "West"))
STYLES = [Style(), Style(four_colours=True), Style(large_index=True), Style(True, True)]


def deal(pack: str = ORDINARY, **others: Any) -> Deal:
    cards = [card.text for card in PACKS[pack]]
    random.Random(4).shuffle(cards)
    hands = tuple(DealtHand(*SEATS[seat], tuple(cards[seat::4])) for seat in range(4))
    return replace(Deal("Board 3", hands, "H"), **others)


def row(**others: Any) -> TravellerRow:
    return replace(TravellerRow("1", "Ann & Ben", "李雷 & Ольга", "8", "62.5%"), **others)


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("style", STYLES)
def test_a_board_with_all_that_may_stand_on_it_is_sent_at_once(pack: str, style: Style) -> None:
    full = deal(pack, lines=("W" * 90,) * 3, rows=(row(ns="W" * 70),) * MOST_ROWS, note="Board " * 9)
    data = deal_picture(full, pack=pack, style=style)
    assert opened(data).width == DEAL_WIDTH
    assert len(data) < 110_000


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("place", [0, 6, 12])
def test_every_card_can_be_told_from_another(pack: str, seat: int, place: int) -> None:
    one = deal(pack)
    hand = one.hands[seat]
    card = hand.cards[place]
    other = "N" if card != "N" and pack == BISHOPS else ("7" if card[0] == "2" else "2") + card[-1:]
    if card == "N":
        other = "2S"
    cards = (*hand.cards[:place], other, *hand.cards[place + 1 :])
    hands = (*one.hands[:seat], replace(hand, cards=cards), *one.hands[seat + 1 :])
    box = present(differing(deal_picture(one, pack=pack), deal_picture(replace(one, hands=hands), pack=pack)))
    assert box[3] - box[1] >= 24, "large enough to be read"


def test_four_colours_and_larger_letters_change_what_is_drawn() -> None:
    usual = deal_picture(deal())
    assert differing(usual, deal_picture(deal(), style=Style(four_colours=True))) is not None
    large = opened(deal_picture(deal(), style=Style(large_index=True)))
    assert large.height > opened(usual).height


def test_the_card_turned_up_is_marked_where_it_is() -> None:
    one = deal()
    east = one.hands[1]
    hands = (one.hands[0], replace(east, turned=east.cards[0]), *one.hands[2:])
    box = present(differing(deal_picture(one), deal_picture(replace(one, hands=hands))))
    assert box[0] > DEAL_WIDTH // 2, "East is on the right"
    assert box[2] - box[0] < 60


def test_a_suit_of_thirteen_cards_stays_in_its_hand() -> None:
    suits = tuple(
        DealtHand(*SEATS[seat], tuple(rank + suit for rank in "AKQJT98765432"))
        for seat, suit in enumerate("SHDC")
    )
    one = replace(deal(), hands=suits)
    fewer = replace(suits[3], cards=suits[3].cards[:12])
    box = present(differing(deal_picture(one), deal_picture(replace(one, hands=(*suits[:3], fewer)))))
    assert box[2] < DEAL_WIDTH // 2 - 100


def test_ones_own_row_is_marked_and_names_of_every_script_are_drawn() -> None:
    one = deal_picture(deal(rows=(row(),)))
    assert differing(one, deal_picture(deal(rows=(row(marked=True),)))) is not None
    assert differing(one, deal_picture(deal(rows=(row(ew="李梅 & Ольга"),)))) is not None


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (deal(trump="X"), "unknown suit"),
        (deal(hands=()), "4 hands"),
        (deal(rows=(row(),) * (MOST_ROWS + 1)), "do not fit"),
        (deal(lines=("",) * 4), "do not fit"),
        (deal(hands=(DealtHand("N", "North", ("XX",)),) * 4), "unknown piece"),
        (deal(hands=(DealtHand("N", "North", ("6-4",)),) * 4), "in cards"),
        (deal(hands=(DealtHand("N", "North", ("AS",), turned="KS"),) * 4), "turned up"),
    ],
)
def test_what_is_no_board_is_refused_in_one_line(given: Deal, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        deal_picture(given)


def test_an_unknown_pack_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown pack"):
        deal_picture(deal(), pack="tarot")
