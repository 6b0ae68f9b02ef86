"""The state of a match of the whist family, one class a phase, and what a seat may see of it."""

from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from bot.rules.cards import Card, Suit
from bot.rules.match import Score
from bot.rules.moves import Move
from bot.rules.preliminaries.phases import CutPack, PreliminariesView, Preliminary
from bot.rules.trick_taking.hands import Hands
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.options import WhistOptions

O = TypeVar("O", bound=WhistOptions)  # noqa: E741

Demanded: TypeAlias = Literal["", "high", "low"]  # the highest card of the suit led, the lowest, or any


@dataclass(frozen=True, slots=True)
class Penalty:
    """An offence of the referee layer: its kind, the side at fault, what the adversaries chose."""

    offence: str
    side: int
    exacted: str = ""


@dataclass(frozen=True, slots=True)
class Renounce:
    """A card that did not follow suit: `seat` played it to that trick, to which `suit` was led.

    Whether it was a revoke only the hand can tell, unless it is `evident` from what that seat has shown
    since.
    """

    seat: int
    number: int
    suit: Suit
    evident: bool = False


@dataclass(frozen=True, slots=True)
class RevokeClaim:
    """`claimant` claims that `seat` revoked in that trick. `found`: it did; None: it is not known yet."""

    claimant: int
    seat: int
    number: int
    found: bool | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """An offence of `seat`, in that trick, for which the adversaries choose what they exact."""

    offence: str
    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Laws:
    """The state of the laws of revokes in a hand in which any card may be played; everybody knows it.

    `questioned` are the seats that have been asked, about the open trick, whether they have none of the suit
    led. `correcting` are those that have taken back a card of it and play one of the suit led instead, each
    with what is demanded: its highest, its lowest, or nothing. `taken_back` are cards that were taken back
    and are still held, each with its seat; the adversaries may call those that are `callable`, and have
    called those that are `called`, at most one of a seat. `answered` are such cards in the open trick.
    `claims` are the revokes claimed, `due` what is to be chosen at the end of the hand, `content` the sides
    that claim nothing more. The tricks up to number `quitted` are turned and quitted though nobody has led
    since: the hand was over, and is played on.
    """

    questioned: tuple[int, ...] = ()
    correcting: tuple[tuple[int, Demanded], ...] = ()
    taken_back: tuple[tuple[int, Card], ...] = ()
    callable: tuple[tuple[int, Card], ...] = ()
    called: tuple[tuple[int, Card], ...] = ()
    answered: tuple[tuple[int, Card], ...] = ()
    claims: tuple[RevokeClaim, ...] = ()
    due: tuple[Due, ...] = ()
    content: tuple[int, ...] = ()
    quitted: int = 0

    def demanded_of(self, seat: int) -> Demanded | None:
        """What that seat has to play to the open trick, from which it has taken a card back; None if it has
        not."""
        return next((what for who, what in self.correcting if who == seat), None)

    def called_of(self, seat: int) -> Card | None:
        """The card of that seat that has been called."""
        return next((card for who, card in self.called if who == seat), None)


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been settled in a hand so far.

    `taken` is the number of tricks of each side. `asked` are the sides whose partner had no third honour
    to give (long whist, at eight). `laws` is None where nobody can revoke.
    """

    tricks: tuple[Trick[Card], ...]
    taken: tuple[int, ...]
    penalties: tuple[Penalty, ...] = ()
    asked: tuple[int, ...] = ()
    laws: Laws | None = None


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
class LawPoint:
    """What the laws of revokes make play wait for.

    `seat` is whom it is about: asked whether it has none of `suit` (`answer`); having taken back a card of
    the trick to which `suit` was led (`demand`); having committed the `offence` in trick `number`
    (`penalty`); nobody where the question is who claims anything (`claims`).
    """

    kind: Literal["answer", "demand", "penalty", "claims"]
    seat: int | None = None
    suit: Suit | None = None
    number: int = 0
    offence: str = ""


@dataclass(frozen=True, slots=True)
class LawPhase(Generic[O]):
    """The base of phases in which the laws of revokes stop play: the seats `awaited` decide the `point`."""

    play: Playing[O]
    awaited: tuple[int, ...]
    point: LawPoint

    @property
    def match(self) -> Match[O]:
        """The match as it was when the hand began."""
        return self.play.match

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self.play.dealer


@dataclass(frozen=True, slots=True)
class Answering(LawPhase[O]):
    """A player was asked by its partner whether it has none of the suit led (Law 74)."""


@dataclass(frozen=True, slots=True)
class Demanding(LawPhase[O]):
    """Whoever is to play has taken back a card, and its adversaries say what they demand for it (Law 76)."""


@dataclass(frozen=True, slots=True)
class Settling(LawPhase[O]):
    """A hand that is over: its adversaries choose what they exact for the first offence that is `due`, or,
    with nothing due, say whether they claim a revoke before the match is over.

    `waiting` is the pack that waits to be cut, where the hand had been counted already.
    """

    hand: PlayedHand[O]
    due: tuple[Due, ...] = ()
    waiting: CutPack[Match[O]] | None = None

    @property
    def match(self) -> Match[O]:
        return self.play.match if self.waiting is None else self.waiting.match


@dataclass(frozen=True, slots=True)
class Over(Generic[O]):
    """The match is over; it would have been the turn of `dealer` to deal."""

    match: Match[O]
    dealer: int


State: TypeAlias = Preliminary[Match[O]] | NamingTrump[O] | Playing[O] | LawPhase[O] | Over[O]


@dataclass(frozen=True, slots=True)
class View(Generic[O]):
    """What `seat` (None: a spectator) may know.

    `hand` is that seat's own, `held` how many cards each holds. `shown` are the hands beside its own that the
    seat sees, by seat; empty for those that it does not see. `tricks` are all those played this hand, which
    anyone watching could remember; a table may only let `last_trick` be looked at again (Law 91; American Law
    13). `turned` is the trump card; `turned_open`: it is still face up before the dealer, until the first
    trick is complete. `began` is the score with which the hand in play, or the one a question of the laws is
    about, began: it has that hand's number. `dealer` is None while the deal is cut for, `preliminaries` None
    from the cut of the pack on. While trumps are to be named there is a card turned and no trump suit.

    Where one can revoke, `laws` is what is going on about it and `point` what play waits for; `optional` are
    the moves that the seat may make though nobody waits for it, and `renounced` are the cards of its
    adversaries of which it may claim that they were revokes.
    """

    options: O
    seat: int | None
    to_act: tuple[int, ...]
    legal: tuple[Move, ...]
    preliminaries: PreliminariesView | None
    over: bool
    dealer: int | None
    score: Score
    began: Score
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
    last_trick: Trick[Card] | None
    optional: tuple[Move, ...] = ()
    laws: Laws | None = None
    point: LawPoint | None = None
    renounced: tuple[Renounce, ...] = ()
