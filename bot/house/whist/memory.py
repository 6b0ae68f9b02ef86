"""What a seat can tell from its view: Bob Short's rule 19, "remember how many of each suit are out,
and what is the best card left"."""

from dataclasses import dataclass, field

from bot.house.inventory import suits_lacked, suits_led, tricks_won
from bot.rules.cards import Card, Suit
from bot.rules.tricks import Trick
from bot.rules.whist.options import WhistOptions
from bot.rules.whist.pack import CARD_HEIGHT, PACK
from bot.rules.whist.play import winning_play
from bot.rules.whist.state import View


@dataclass(slots=True)
class Memory:
    """The hand in progress as one seat knows it.

    `suits` are this hand's cards, highest first. `out[suit]` are the heights of the cards in the
    other hands, highest first. `lacks[seat]` are the suits it is known to be out of. `turned` is the
    trump card while somebody else holds it, and `own_turned` while this seat does. `after` are the
    seats still to play to the trick once this seat has played. `had[suit]` is how many cards of it
    this seat was dealt. `worth[n]` is what the hand is worth if this side ends with `n` tricks.
    `places[suit]` is how many cards the seats hold that may have some of the suit; `reckoned` is for
    `chances.void`.
    """

    me: int
    partner: int
    trump: Suit
    number: int
    hand: tuple[Card, ...]
    suits: dict[Suit, list[Card]]
    table: tuple[Card, ...]
    after: tuple[int, ...]
    best: int
    held: tuple[int, ...]
    won: tuple[int, int]
    out: dict[Suit, list[int]]
    lacks: tuple[set[Suit], ...]
    turned: tuple[int, Card] | None
    own_turned: Card | None
    led_by: tuple[set[Suit], ...]
    had: dict[Suit, int]
    partner_refused: bool
    points: tuple[int, int]
    target: int
    worth: tuple[float, ...]
    places: dict[Suit, int]
    reckoned: dict[tuple[int, Suit], float] = field(default_factory=dict)

    @property
    def led(self) -> Suit | None:
        """The suit led, None when this seat leads."""
        return self.table[0].suit if self.table else None

    @property
    def others(self) -> tuple[int, int, int]:
        """The other seats, clockwise."""
        return (self.me + 1) % 4, self.partner, (self.me + 3) % 4

    @property
    def trumps(self) -> int:
        """How many trumps this hand has."""
        return len(self.suits[self.trump])

    @property
    def partner_winning(self) -> bool:
        """Whether partner's card is the best on the table."""
        return self.best >= 0 and (self.me - len(self.table) + self.best) % 4 == self.partner

    @property
    def tricks(self) -> tuple[int, int]:
        """Tricks taken: by this side, and by the other."""
        mine = self.me % 2
        return self.won[mine], self.won[1 - mine]


def remember(view: View[WhistOptions], worth: tuple[float, ...]) -> Memory:
    """Everything the seat of `view` knows, it being its turn to play."""
    me, trump = view.seat, view.trump
    assert me is not None
    assert trump is not None
    seen = {*view.hand, *view.cards}
    for trick in view.tricks:
        seen.update(trick.cards)
    out: dict[Suit, list[int]] = {suit: [] for suit in Suit}
    for card in PACK:
        if card not in seen and card.suit:
            out[card.suit].append(CARD_HEIGHT[card])
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in sorted(view.hand, key=CARD_HEIGHT.__getitem__, reverse=True):
        if card.suit:
            suits[card.suit].append(card)
    had = {suit: len(cards) for suit, cards in suits.items()}
    for trick in view.tricks:
        own = trick.cards[(me - trick.leader) % 4].suit
        assert own
        had[own] += 1
    lacks = suits_lacked(view.tricks, view.leader, view.cards)
    place, partner = len(view.cards), (me + 2) % 4
    others = [seat for seat in range(4) if seat != me]
    turned = view.turned
    return Memory(
        me=me,
        partner=partner,
        trump=trump,
        number=len(view.tricks) + 1,
        hand=view.hand,
        suits=suits,
        table=view.cards,
        after=tuple((me + turn) % 4 for turn in range(1, 4 - place)),
        best=winning_play(view.cards, trump) if place else -1,
        held=view.held,
        won=tricks_won(view.tricks),
        out=out,
        lacks=lacks,
        turned=(view.dealer, turned) if turned and turned not in seen else None,
        own_turned=turned if turned in view.hand else None,
        led_by=suits_led(view.tricks),
        had=had,
        partner_refused=any(_refused(trick, partner, trump) for trick in view.tricks),
        points=view.score.points,
        target=view.target,
        worth=worth,
        places={suit: sum([view.held[seat] for seat in others if suit not in lacks[seat]]) for suit in Suit},
    )


def _refused(trick: Trick, partner: int, trump: Suit) -> bool:
    # He neither followed nor trumped what the enemy was winning.
    place = (partner - trick.leader) % 4
    led, suit = trick.cards[0].suit, trick.cards[place].suit
    if place == 0 or led is trump or suit is led or suit is trump:
        return False
    before = trick.cards[:place]
    return (winning_play(before, trump) - place) % 2 == 1
