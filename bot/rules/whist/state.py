"""The state of a match of the whist family, one class a phase, and what a seat may see of it."""

from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from bot.rules.cards import Card, Suit
from bot.rules.match import Score
from bot.rules.moves import Move
from bot.rules.preliminaries import PreliminariesView, Preliminary
from bot.rules.trick_taking.hands import Hands
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.options import WhistOptions

O = TypeVar("O", bound=WhistOptions)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Penalty:
    """An offence of the referee layer: its kind, the side at fault, what the adversaries chose."""

    offence: str
    side: int
    exacted: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been settled in a hand so far.

    `taken` is the number of tricks of each side. `asked` are the sides whose partner had no third honour
    to give (long whist, at eight).
    """

    tricks: tuple[Trick[Card], ...]
    taken: tuple[int, ...]
    penalties: tuple[Penalty, ...] = ()
    asked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Match(Generic[O]):
    """The match between two hands: the score, and (until the next cut) the hand just played."""

    options: O
    score: Score
    last: "PlayedHand[O] | None" = None


@dataclass(frozen=True, slots=True)
class Deal(Generic[O]):
    """What stays as it is while a hand is played; `match` is that of the beginning of the hand."""

    match: Match[O]
    dealer: int
    trump: Suit
    turned: Card


@dataclass(frozen=True, slots=True)
class NamingTrump(Generic[O]):
    """A knight was turned up: the dealer names trumps. `pack` is in the order it will be dealt, the card
    turned up, the dealer's, last."""

    match: Match[O]
    dealer: int
    pack: tuple[Card, ...]

    @property
    def turned(self) -> Card:
        """The card turned up."""
        return self.pack[-1]


@dataclass(frozen=True, slots=True)
class Playing(Generic[O]):
    """A hand in progress: the cards held (seat 0 first), the trick in progress, to which `seat` plays."""

    deal: Deal[O]
    hands: Hands[Card]
    seat: int
    cards: tuple[Card, ...]
    tally: Tally

    @property
    def match(self) -> Match[O]:
        """The match as it was when the hand began."""
        return self.deal.match

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self.deal.dealer

    @property
    def leader(self) -> int:
        """The seat that led to the trick in progress."""
        return (self.seat - len(self.cards)) % len(self.hands)

    def dealt_to(self, wanted: frozenset[Card]) -> list[tuple[int, Card]]:
        """The wanted cards, each with the seat it was dealt to, whoever holds or played them."""
        players = len(self.hands)
        rows = [(trick.leader, trick.pieces) for trick in self.tally.tricks]
        rows.append((self.leader, self.cards))
        found = [
            ((first + turn) % players, card)
            for first, cards in rows
            if not wanted.isdisjoint(cards)
            for turn, card in enumerate(cards)
            if card in wanted
        ]
        return found + [
            (seat, card) for seat, hand in enumerate(self.hands) for card in hand if card in wanted
        ]


@dataclass(frozen=True, slots=True)
class PlayedHand(Generic[O]):
    """A hand that is over, as it ended; until the next cut it can be counted again, for penalties may
    still be entered and honours called (Laws 6 and 78).

    `conceded` is the side that threw down its cards, `granted` the side that had the third honour it
    asked for at eight, `called`: its honours have been called. `claimed` is how many of the tricks left
    the side whose turn it was claimed; the other side has the rest.
    """

    play: Playing[O]
    conceded: int | None = None
    granted: int | None = None
    called: bool = False
    claimed: int | None = None


@dataclass(frozen=True, slots=True)
class Over(Generic[O]):
    """The match is over; it would have been the turn of `dealer` to deal."""

    match: Match[O]
    dealer: int


State: TypeAlias = Preliminary[Match[O]] | NamingTrump[O] | Playing[O] | Over[O]


@dataclass(frozen=True, slots=True)
class View(Generic[O]):
    """What `seat` (None: a spectator) may know.

    `hand` is that seat's own, `held` how many cards each holds. `shown` are the hands beside its own that the
    seat sees, by seat; empty for those that it does not see. `tricks` are all those played this hand,
    which anyone watching could remember; a table may only let the last be looked at again (Law 91).
    `turned` is the trump card; `turned_open`: it is still face up before the dealer, until the first
    trick is complete. `dealer` is None while the deal is cut for, `preliminaries` None from the cut of the
    pack on. While trumps are to be named there is a card turned and no trump suit.
    """

    options: O
    seat: int | None
    to_act: tuple[int, ...]
    legal: tuple[Move, ...]
    preliminaries: PreliminariesView | None
    over: bool
    dealer: int | None
    score: Score
    target: int
    trump: Suit | None
    turned: Card | None
    turned_open: bool
    hand: tuple[Card, ...]
    shown: Hands[Card]
    held: tuple[int, ...]
    leader: int
    cards: tuple[Card, ...]
    tricks: tuple[Trick[Card], ...]
