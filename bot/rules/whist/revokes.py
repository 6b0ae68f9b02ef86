"""Cards that did not follow suit, and which of them were revokes (Law 71; Dana, The Revoke).

Everybody has seen that a card was of another suit than the one led. Whether it was a revoke follows from the
hand it came from: from what its player has played since and still holds.
"""

from collections.abc import Iterator
from dataclasses import replace

from bot.rules.cards import Card
from bot.rules.trick_taking.legality import Legality
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.state import Laws, O, Playing, Renounce, Tally


def open_trick(play: Playing[O]) -> tuple[int, int, tuple[Card, ...]]:
    """The trick that is not turned and quitted yet, which it is once somebody leads to the next one (Law 73):
    its number, who led, and its cards."""
    tricks = play.tally.tricks
    if play.cards or not tricks:
        return len(tricks) + 1, play.leader, play.cards
    return tricks[-1].number, tricks[-1].leader, tricks[-1].pieces


def open_renounces(play: Playing[O]) -> dict[int, Card]:
    """The cards in the open trick that do not follow suit, by seat."""
    number, leader, cards = open_trick(play)
    if not cards or cards[0].suit is None or number <= _quitted(play):
        return {}
    seats = len(play.hands)
    return {
        (leader + turn) % seats: card for turn, card in enumerate(cards) if card.suit is not cards[0].suit
    }


def quitted(play: Playing[O], *, over: bool) -> tuple[Trick[Card], ...]:
    """The tricks that are turned and quitted; `over`: the hand is, and so all of them are."""
    tricks = play.tally.tricks
    return tricks if play.cards or over or len(tricks) <= _quitted(play) else tricks[:-1]


def renounces(tricks: tuple[Trick[Card], ...], last: int) -> Iterator[Renounce]:
    """The cards in these tricks that did not follow suit; in the `last` of a hand nobody has a choice."""
    for trick in tricks:
        suit = trick.led.suit
        if suit is not None and trick.number != last:
            yield from (
                Renounce(seat, trick.number, suit) for seat, card in trick.plays if card.suit is not suit
            )


def is_revoke(play: Playing[O], legality: Legality[Card], seat: int, number: int) -> bool:
    """Whether that seat's card in that trick of the hand was a revoke."""
    return _breaks(play, legality, seat, number, play.hands[seat])


def is_evident(play: Playing[O], legality: Legality[Card], seat: int, number: int) -> bool:
    """As far as everybody can tell: from what that seat has played since, or taken back."""
    laws = play.tally.laws or Laws()
    seen = tuple(card for holder, card in laws.taken_back if holder == seat)
    return _breaks(play, legality, seat, number, seen)


def _breaks(
    play: Playing[O], legality: Legality[Card], seat: int, number: int, held: tuple[Card, ...]
) -> bool:
    trick = play.tally.tricks[number - 1]
    later = (*(other.plays for other in play.tally.tricks[number:]), _plays_now(play))
    played = dict(trick.plays)[seat]
    since = tuple(card for plays in later for player, card in plays if player == seat)
    return played not in legality.playable((played, *since, *held), trick.led, play.deal.trump)


def taken_back(play: Playing[O], seat: int) -> Playing[O]:
    """The hand in which that seat is to play to the open trick again, and those after it: their cards are in
    their hands again, and all have seen them."""
    _, leader, cards = open_trick(play)
    tally, laws, seats = play.tally, play.tally.laws or Laws(), len(play.hands)
    place = (seat - leader) % seats
    back = {(leader + turn) % seats: card for turn, card in enumerate(cards) if turn >= place}
    hands = tuple(hand + ((back[who],) if who in back else ()) for who, hand in enumerate(play.hands))
    if not play.cards:
        winner = tally.tricks[-1].winner
        taken = tuple(tricks - (winner % len(tally.taken) == side) for side, tricks in enumerate(tally.taken))
        tally = replace(tally, tricks=tally.tricks[:-1], taken=taken)
    laws = replace(
        laws,
        questioned=tuple(who for who in laws.questioned if who not in back),
        # Whoever had taken back a card before, and is to play again, still follows, as was demanded.
        correcting=(*laws.correcting, (seat, "")),
        taken_back=(*laws.taken_back, *back.items()),
        callable=(*laws.callable, *(held for held in laws.answered if held[0] in back)),
        answered=tuple(held for held in laws.answered if held[0] not in back),
    )
    return replace(play, hands=hands, seat=seat, cards=cards[:place], tally=replace(tally, laws=laws))


def played_on(play: Playing[O]) -> Playing[O]:
    """A hand that was over and is played on: what has been turned stays so, and everybody may claim again."""
    laws = play.tally.laws
    if laws is None:
        return play
    return with_laws(play, replace(laws, content=(), quitted=len(play.tally.tricks)))


def laws_of(play: Playing[O]) -> Laws:
    """The laws at a table where one can revoke."""
    laws = play.tally.laws
    assert laws is not None
    return laws


def with_laws(play: Playing[O], laws: Laws) -> Playing[O]:
    """The hand with the laws as they are now."""
    tally: Tally = replace(play.tally, laws=laws)
    return replace(play, tally=tally)


def _quitted(play: Playing[O]) -> int:
    return 0 if play.tally.laws is None else play.tally.laws.quitted


def _plays_now(play: Playing[O]) -> tuple[tuple[int, Card], ...]:
    seats = len(play.hands)
    return tuple(((play.leader + turn) % seats, card) for turn, card in enumerate(play.cards))
