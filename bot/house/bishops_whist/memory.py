"""What a seat can tell from its view: who is out of what, which cards and bishops are still out.

Dana wants "a correct inventory of the number of bishops and knights still unplayed".
"""

from dataclasses import dataclass, field
from typing import Final

from bot.house.inventory import followed, suits_lacked, suits_led, tricks_won
from bot.rules.bishops_whist.pack import CARD_HEIGHT, HEIGHT, KNIGHTS, PACK
from bot.rules.bishops_whist.state import View
from bot.rules.bishops_whist.tricks import winning_play
from bot.rules.cards import KNIGHT, Card, Rank, Suit, card

BISHOP: Final = HEIGHT[Rank.BISHOP]
BISHOP_OF: Final = {suit: card(Rank.BISHOP, suit) for suit in Suit}

_SUITED: Final = tuple(c for c in PACK if c is not KNIGHT)

# How much likelier than before a seat holds the bishop of a suit, after it …
_THREW_FROM_IT: Final = 0.5  # … discarded from the suit (Discard: "negative evidence")
_LED_LOW: Final = 1.8  # … led a low card of it early ("the leader has the bishop of that suit")
_LED_TOP: Final = 0.4  # … led its ace or king (Methods of Play)
_PUT_A_KNIGHT: Final = 8.0  # … put a knight on it (the knight's revoke)


@dataclass(slots=True)
class Memory:
    """The hand in progress as one seat knows it.

    `lacks[seat]` are suits the seat has no card of but perhaps the bishop. `out[suit]` are the
    heights of the cards in the other hands, highest first. `bishops[suit]` is, for each bishop
    in another hand, the chance that each seat holds it. `after` are the seats still to play to
    the trick once this seat has played. `places[suit]` is how many cards the seats hold
    that may have some of the suit; `reckoned` is for `chances.out_of`.
    """

    me: int
    partner: int
    trump: Suit
    number: int
    led_knight: str
    hand: tuple[Card, ...]
    suits: dict[Suit, list[Card]]
    knights: int
    knights_out: int
    table: tuple[Card, ...]
    after: tuple[int, ...]
    best: int
    held: tuple[int, ...]
    won: tuple[int, int]
    out: dict[Suit, list[int]]
    lacks: tuple[set[Suit], ...]
    turned: tuple[int, Card] | None
    led_by: tuple[set[Suit], ...]
    bishops: dict[Suit, list[float]]
    places: dict[Suit, int]
    reckoned: dict[tuple[int, Suit], float] = field(default_factory=dict)

    @property
    def led(self) -> Suit | None:
        """The suit led, None for a knight or when this seat leads."""
        return self.table[0].suit if self.table else None

    @property
    def others(self) -> tuple[int, int, int]:
        """The other seats, clockwise."""
        return (self.me + 1) % 4, self.partner, (self.me + 3) % 4

    @property
    def partner_winning(self) -> bool:
        """Whether partner's card is the best on the table."""
        return self.best >= 0 and self.seat_at(self.best) == self.partner

    def seat_at(self, place: int) -> int:
        """Who played the card at that place of the trick."""
        return (self.me - len(self.table) + place) % 4


def remember(view: View) -> Memory:
    """Everything the seat of `view` knows, it being its turn to play."""
    me, trump = view.seat, view.trump
    assert me is not None
    assert trump is not None
    number = len(view.tricks) + 1
    seen = set(view.hand)
    knights_seen = view.hand.count(KNIGHT)
    for trick in view.tricks:
        seen.update(trick.cards)
        knights_seen += trick.cards.count(KNIGHT)
    seen.update(view.cards)
    knights_seen += view.cards.count(KNIGHT)
    out: dict[Suit, list[int]] = {suit: [] for suit in Suit}
    for c in _SUITED:
        if c not in seen and c.suit:
            out[c.suit].append(CARD_HEIGHT[c])
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for c in sorted(view.hand, key=CARD_HEIGHT.__getitem__, reverse=True):
        if c.suit:
            suits[c.suit].append(c)
    turned = None
    if view.turned and view.turned is not KNIGHT and view.turned not in seen:
        turned = (view.dealer, view.turned)
    place = len(view.cards)
    others = [seat for seat in range(4) if seat != me]
    # A knight says: out of the suit, but for the bishop perhaps (The Knights Revoke).
    lacks = suits_lacked(view.tricks, view.leader, view.cards)
    return Memory(
        me=me,
        partner=(me + 2) % 4,
        trump=trump,
        number=number,
        led_knight=view.options.led_knight,
        hand=view.hand,
        suits=suits,
        knights=view.hand.count(KNIGHT),
        knights_out=KNIGHTS - knights_seen,
        table=view.cards,
        after=tuple((me + turn) % 4 for turn in range(1, 4 - place)),
        best=winning_play(view.cards, trump, number, view.options.led_knight) if place else -1,
        held=view.held,
        won=tricks_won(view.tricks),
        out=out,
        lacks=lacks,
        turned=turned,
        led_by=suits_led(view.tricks),
        bishops=_bishops(view, me, trump, out, turned),
        places={suit: sum([view.held[seat] for seat in others if suit not in lacks[seat]]) for suit in Suit},
    )


def _bishops(
    view: View, me: int, trump: Suit, out: dict[Suit, list[int]], turned: tuple[int, Card] | None
) -> dict[Suit, list[float]]:
    bishops: dict[Suit, list[float]] = {}
    for suit, heights in out.items():
        if BISHOP not in heights:
            continue
        weight = [float(held) for held in view.held]
        weight[me] = 0.0
        if turned and turned[1] is BISHOP_OF[suit]:
            weight = [float(seat == turned[0]) for seat in range(4)]
        bishops[suit] = weight
    for _, led, seat, c in followed(view.tricks, view.leader, view.cards):
        if c is KNIGHT:
            if led in bishops:
                bishops[led][seat] *= _PUT_A_KNIGHT
            continue
        if c.suit is led or c.suit is None:
            continue
        if led in bishops:
            bishops[led][seat] = 0.0
        if c.suit in bishops and c.suit is not trump:
            bishops[c.suit][seat] *= _THREW_FROM_IT
    for trick in view.tricks:
        _hear_lead(bishops, trick.leader, trick.cards[0])
    if view.cards:
        _hear_lead(bishops, view.leader, view.cards[0])
    for suit, weight in bishops.items():
        total = sum(weight)
        bishops[suit] = [share / total for share in weight]
    return bishops


def _hear_lead(bishops: dict[Suit, list[float]], leader: int, led: Card) -> None:
    if led.suit in bishops:
        if led.rank in (Rank.ACE, Rank.KING):
            bishops[led.suit][leader] *= _LED_TOP
        elif CARD_HEIGHT[led] < BISHOP:
            bishops[led.suit][leader] *= _LED_LOW
