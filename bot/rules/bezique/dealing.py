"""Dealing and drawing (RULES F1.9, F1.15; Cady, The Game and Declaring)."""

from dataclasses import replace
from typing import Final

from bot.rules.bezique.held import Held, Named
from bot.rules.bezique.options import BeziqueOptions
from bot.rules.bezique.state import Deal
from bot.rules.cards import Card

HAND: Final = 8
_IN_PACKETS: Final = (0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1)
_SINGLY: Final = (0, 1) * HAND
"""To whom the first sixteen cards go: 0 the non-dealer, 1 the dealer."""

LIFTS: Final = range(5, 64 - 5 + 1)
"""A cut lifts five cards at least and leaves as many (Cady, The Game)."""


def deal_out(pack: tuple[Card, ...], dealer: int, options: BeziqueOptions) -> Deal:
    """The deal of a pack that has been cut: eight each, and the seventeenth turned up or not."""
    held = [Held(place, Named(card)) for place, card in enumerate(pack)]
    order = _SINGLY if options.deal == "singly" else _IN_PACKETS
    hands: tuple[list[Held], list[Held]] = ([], [])
    for turn, card in zip(order, held, strict=False):
        hands[1 - dealer if turn == 0 else dealer].append(card)
    turned = options.trumps == "turned"
    turn_up = held[2 * HAND] if turned else None
    return Deal(
        hands=(tuple(hands[0]), tuple(hands[1])),
        stock=tuple(held[2 * HAND + turned :]),
        turn_up=turn_up,
        trump=turn_up.card.suit if turn_up else None,
        turn=1 - dealer,
    )


def draw(deal: Deal, winner: int) -> tuple[Deal, dict[int, Held]]:
    """The deal after the winner of the trick, and then the other, have drawn; what each has drawn.

    The last card face down goes to the winner and the turn-up to the other; then both take up all
    their cards, and what was left to score is lost.
    """
    if len(deal.stock) > 1:
        first, second, stock, turn_up = deal.stock[0], deal.stock[1], deal.stock[2:], deal.turn_up
    else:
        assert deal.turn_up
        first, second, stock, turn_up = deal.stock[0], deal.turn_up, (), None
    drawn = {winner: first, 1 - winner: second}
    hands = tuple((*deal.hands[seat], drawn[seat]) for seat in (0, 1))
    after = replace(
        deal, hands=(hands[0], hands[1]), stock=stock, turn_up=turn_up, scored=False, seven_scored=False
    )
    if after.left:
        return after, drawn
    up = tuple(tuple(held.taken_up() for held in hand) for hand in after.hands)
    return replace(after, hands=(up[0], up[1]), pending=((), ())), drawn
