"""What a seat knows of a hand of cards in which a suit led is followed.

Everything follows from its own cards and those that are or were face up (Bob Short 19: "remember how many
of each suit are out, and what is the best card left"). What a game makes of it stands with the game.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations
from typing import Any, TypeVar

from bot.house.player import seat_of
from bot.rules.cards import Card, Suit
from bot.rules.trick_taking.legality import FollowSuit, Legality
from bot.rules.whist.state import Laws, View

T = TypeVar("T")


@dataclass(frozen=True)
class Pack:
    """What the house must know of a game's cards.

    `cards` are all of them, like ones as often as there are; `height` is a card's rank in its suit, and
    `winning(view, trump, plays)` the place of the card that takes the trick in progress, were it these
    `plays`; `legality` says what follows suit. `stand_in` is a card that may be played instead of one of
    `stood_for`, which are held all the same: it shows nothing about them (the knight's revoke).
    """

    cards: tuple[Card, ...]
    height: Mapping[Card, int]
    winning: Callable[[Any, Suit, tuple[Card, ...]], int]
    stand_in: Card | None = None
    stood_for: frozenset[Card] = field(default=frozenset())
    legality: Legality[Card] = field(default=FollowSuit())


class Knowledge:
    """A hand in progress as one seat, `me`, knows it, it being its turn to play.

    Seats that sit opposite are partners, so even seats play against odd ones. `table` are the cards
    of the trick in progress, `number` its number, `after` the seats still to play to it once this one has
    played. `lacks[seat]` are the suits that the seat has not followed; `void[seat]` are those of them of
    which it cannot hold any card, not even one that another may stand in for. `held` is how many cards
    each seat holds, `won` how many tricks the even and the odd seats have taken. `shown` are the hands beside
    its own that the seat sees, a dummy's and its partner's, by seat. Where one can revoke, `put_back` are
    cards that were taken back, with the seats that hold them, and what has been played is `doubtful` if
    somebody must have revoked.
    """

    def __init__(self, view: View[Any], pack: Pack) -> None:
        if view.trump is None:
            raise ValueError("Nothing is played before trumps are made.")
        self.view = view
        self.pack = pack
        self.me = seat_of(view)
        self.seats = len(view.held)
        self.trump = view.trump
        self.hand = view.hand
        self.held = view.held
        self.shown = {seat: hand for seat, hand in enumerate(view.shown) if hand and seat != self.me}
        self.leader = view.leader
        self.table = view.cards
        self.tricks = view.tricks
        self.number = len(view.tricks) + 1
        self.partner = (self.me + self.seats // 2) % self.seats
        self.others = tuple((self.me + turn) % self.seats for turn in range(1, self.seats))
        self.after = self.others[: self.seats - 1 - len(view.cards)]
        self.lacks, self.void = self._shown_out()
        self.doubtful = False
        self.put_back: dict[Card, int] = {}
        if view.laws is not None:
            self._doubt(view.laws)
        self._look_at_shown()
        taken = sum(1 for trick in view.tricks if trick.winner % 2 == 0)
        self.won = (taken, len(view.tricks) - taken)

    @property
    def led(self) -> Suit | None:
        """The suit led; None when this seat leads, or where a card of no suit was led."""
        return self.table[0].suit if self.table else None

    @cached_property
    def best(self) -> int:
        """The place of the best card on the table, -1 if there is none."""
        return self.pack.winning(self.view, self.trump, self.table) if self.table else -1

    @cached_property
    def partner_winning(self) -> bool:
        return self.best >= 0 and (self.leader + self.best) % self.seats == self.partner

    @property
    def taken(self) -> tuple[int, int]:
        """Tricks taken: by this side, and by the other."""
        mine = self.me % 2
        return self.won[mine], self.won[1 - mine]

    @property
    def plays(self) -> Iterator[tuple[int, Card, Card | None]]:
        """Every card played in this hand, in order: the seat, the card, the card led (None: it was led)."""
        tricks = [(trick.leader, trick.pieces) for trick in self.tricks]
        for leader, cards in (*tricks, (self.leader, self.table)):
            led = None
            for turn, card in enumerate(cards):
                yield (leader + turn) % self.seats, card, led
                led = led or card

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        return unseen(self.pack.cards, self.hand, self.table, *(trick.pieces for trick in self.tricks))

    @cached_property
    def suits(self) -> dict[Suit, list[Card]]:
        """This hand's cards of each suit, highest first."""
        return self._by_suit(self.hand)

    @cached_property
    def out(self) -> dict[Suit, list[int]]:
        """For each suit the heights of the cards in the other hands, those seen among them, highest first."""
        height = self.pack.height
        return {suit: [height[card] for card in cards] for suit, cards in self._by_suit(self.unseen).items()}

    @cached_property
    def lies(self) -> dict[tuple[Suit | None, int], int]:
        """Which other seat holds a card, by its suit and height, of those in the hands that are seen."""
        height = self.pack.height
        return {(card.suit, height[card]): seat for seat, hand in self.shown.items() for card in hand}

    def hidden(self, suit: Suit, above: int = 0) -> int:
        """How many cards of the suit higher than that are in the hands that are not seen."""
        out, lies = self.out[suit], self.lies
        if not (above or lies):
            return len(out)
        return sum(1 for height in out if height > above and (suit, height) not in lies)

    @cached_property
    def turned(self) -> tuple[int, Card] | None:
        """The card turned up and the dealer, while it is known to be in the dealer's hand and not here.

        Among like-named cards nobody knows which one was turned.
        """
        dealer, card = self.view.dealer, self.view.turned
        if card is None or dealer is None or dealer == self.me or self.unseen.count(card) != 1:
            return None
        return None if card is self.pack.stand_in else (dealer, card)

    @cached_property
    def own_turned(self) -> Card | None:
        """The card turned up, while this seat holds it."""
        return self.view.turned if self.view.turned in self.hand else None

    @cached_property
    def led_by(self) -> tuple[set[Suit], ...]:
        """For each seat the suits it has led to the tricks before this one."""
        led: tuple[set[Suit], ...] = tuple(set() for _ in range(self.seats))
        for trick in self.tricks:
            if suit := trick.led.suit:
                led[trick.leader].add(suit)
        return led

    @cached_property
    def places(self) -> dict[Suit, int]:
        """How many cards those of the other seats hold that may have the suit and are not seen."""
        held, lacks = self.held, self.lacks
        unknown = [seat for seat in self.others if seat not in self.shown]
        return {suit: sum([held[seat] for seat in unknown if suit not in lacks[seat]]) for suit in Suit}

    @cached_property
    def found(self) -> dict[tuple[int, Suit], float]:
        return {}

    def may_hold(self, card: Card) -> tuple[int, ...]:
        """The other seats in whose hand that card, which is unseen, may be."""
        if self.turned and self.turned[1] is card:
            return (self.turned[0],)
        if self.shown:
            seat = self.lies.get((card.suit, self.pack.height[card]))
            if seat is not None:
                return (seat,)
        if card in self.put_back:
            return (self.put_back[card],)
        without = self.void if card in self.pack.stood_for else self.lacks
        unknown = (seat for seat in self.others if seat not in self.shown)
        return tuple(seat for seat in unknown if card.suit not in without[seat])

    def _by_suit(self, cards: Iterable[Card]) -> dict[Suit, list[Card]]:
        suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
        for card in sorted(cards, key=self.pack.height.__getitem__, reverse=True):
            if card.suit:
                suits[card.suit].append(card)
        return suits

    # Where one can revoke, nobody is sure to be out of what they have not followed.

    def forget_voids(self) -> None:
        """Know of no seat any more that it is out of a suit, but of those whose hands are seen."""
        for seat in range(self.seats):
            if seat in self.shown:
                continue
            self.lacks[seat].clear()
            self.void[seat].clear()

    def _doubt(self, laws: Laws) -> None:
        # Cards taken back have been seen; who shows a card of a suit has not been out of it.
        self.put_back = {
            card: seat for seat, card in laws.taken_back if seat != self.me and card is not self.pack.stand_in
        }
        held = [(self.me, card) for card in self.hand] + [
            (seat, card) for card, seat in self.put_back.items()
        ]
        held += [(seat, card) for seat, hand in self.shown.items() for card in hand]
        since = [
            (seat, card) for seat in range(self.seats) for card in _played_after_renouncing(self.plays, seat)
        ]
        for seat, card in (*held, *since):
            if card.suit in self.lacks[seat]:
                self.lacks[seat].discard(card.suit)
                self.void[seat].discard(card.suit)
                self.doubtful = True
        if not self._can_be():
            self.forget_voids()
            self.doubtful = True

    def _can_be(self) -> bool:
        """Whether the cards that are out can be dealt to the other hands (Hall's theorem)."""
        may = [frozenset(self.may_hold(card)) for card in self.unseen]
        return all(
            sum(seats <= some for seats in may) <= sum(self.held[seat] for seat in some)
            for number in range(len(self.others))
            for some in map(frozenset, combinations(self.others, number))
        )

    def _shown_out(self) -> tuple[tuple[set[Suit], ...], tuple[set[Suit], ...]]:
        lacks: tuple[set[Suit], ...] = tuple(set() for _ in range(self.seats))
        void: tuple[set[Suit], ...] = tuple(set() for _ in range(self.seats))
        for seat, card, led in self.plays:
            if led is None or led.suit is None or card.suit is led.suit:
                continue
            lacks[seat].add(led.suit)
            if card is not self.pack.stand_in:
                void[seat].add(led.suit)
        return lacks, void

    def _look_at_shown(self) -> None:
        # What lies open is known, whatever that hand has not followed.
        for seat, hand in self.shown.items():
            gone = set(Suit) - {card.suit for card in hand}
            for out in (self.lacks[seat], self.void[seat]):
                out.clear()
                out.update(gone)


def _played_after_renouncing(plays: Iterable[tuple[int, Card, Card | None]], seat: int) -> list[Card]:
    renounced, found = set[Suit | None](), []
    for player, card, led in plays:
        if player != seat:
            continue
        if card.suit in renounced:
            found.append(card)
        if led is not None and led.suit is not None and card.suit is not led.suit:
            renounced.add(led.suit)
    return [card for card in found if card.suit is not None]


def unseen(pack: Iterable[T], *seen: Iterable[T]) -> tuple[T, ...]:
    """What is left of the pack without what has been seen, in the pack's order."""
    gone = Counter(chain.from_iterable(seen))
    left = []
    for piece in pack:
        if gone[piece]:
            gone[piece] -= 1
        else:
            left.append(piece)
    return tuple(left)
