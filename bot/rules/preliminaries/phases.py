"""What comes before a hand, for every game: cutting for partners and deal, the shuffle, the cut of the pack.

A game holds one of these phases as its state until its pack is ready, and hands its moves on to
`Preliminaries`. `M` is what the game keeps of its match meanwhile (options, score).
(Dana, Forming the Table; Laws 13-19 and 33-34; Cady, The Game)
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeAlias, TypeVar

from bot.rules.cards import Card, Rank
from bot.rules.catalogue import gettext_noop
from bot.rules.errors import NotationError, RuleError
from bot.rules.events import Event, Seat
from bot.rules.game import Chance
from bot.rules.moves import Cut, Deck, Draw, Move, PiecesMove
from bot.rules.pieces import Piece
from bot.rules.preliminaries.cutting import Cutting
from bot.rules.seats import Names
from bot.rules.turns import require_chance, require_turn

M = TypeVar("M")


class Stage(Enum):
    """Which of the preliminaries is under way, for views."""

    CUT_FOR_DEAL = "cut for deal"
    CHOOSE_DEALER = "choose dealer"
    CHOOSE_CHAIR = "choose chair"
    SHUFFLE = "shuffle"
    CUT_PACK = "cut pack"


@dataclass(frozen=True, slots=True)
class CutForDeal(Generic[M]):
    """Everybody cuts a card for partners and deal, or for the deal alone."""

    match: M
    cutting: Cutting


@dataclass(frozen=True, slots=True)
class ChooseDealer(Generic[M]):
    """`chooser` has won the cut and says who deals."""

    match: M
    chooser: int


@dataclass(frozen=True, slots=True)
class ChooseChair(Generic[M]):
    """`dealer` has cut the lowest card and chooses where he and his `partner` sit (Law 16)."""

    match: M
    dealer: int
    partner: int


@dataclass(frozen=True, slots=True)
class Shuffle(Generic[M]):
    """The pack is to be shuffled for `dealer`."""

    match: M
    dealer: int


@dataclass(frozen=True, slots=True)
class CutPack(Generic[M]):
    """The shuffled `pack` lies face down, to be cut by the player on the dealer's right."""

    match: M
    dealer: int
    pack: tuple[Any, ...]


Preliminary: TypeAlias = CutForDeal[M] | ChooseDealer[M] | ChooseChair[M] | Shuffle[M] | CutPack[M]
PRELIMINARY: Final = (CutForDeal, ChooseDealer, ChooseChair, Shuffle, CutPack)
"""The same for `isinstance`."""


class PackReady(NamedTuple):
    """The preliminaries are over: `dealer` deals from `pack`, of which the top `lift` cards were cut.

    `pack` is as it was shuffled; `lift` is 0 in games without a cut.
    """

    dealer: int
    pack: tuple[Any, ...]
    lift: int

    @property
    def packets_exchanged(self) -> tuple[Any, ...]:
        """The pack as it is dealt once the lifted packet has gone underneath."""
        return self.pack[self.lift :] + self.pack[: self.lift]


class Outcome(NamedTuple, Generic[M]):
    """What a move led to: the next phase or the pack made ready, and the events."""

    after: Preliminary[M] | PackReady
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PreliminariesView:
    """What anybody may know of them: the stage, the dealer once there is one, the cards cut for deal so
    far by seat, and who is to act (the chooser, or the seat that cuts the pack)."""

    stage: Stage
    dealer: int | None
    cuts: tuple[tuple[Card, ...], ...] = ()
    actor: int | None = None


@dataclass(frozen=True, slots=True)
class SeatMove(Move):
    """The base of moves that name a seat."""

    blind = True
    preliminary = True
    seat: int

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [seat] if seat.isascii() and seat.isdigit() and len(seat) == 1:
                return cls(int(seat))
        raise NotationError("'{verb}' wants a seat, as in '{verb} 1'.", verb=cls.verb)


@dataclass(frozen=True, slots=True)
class NameDealer(SeatMove):
    """`dealer 1`: the winner of the cut says who deals first, by seat."""

    verb = "dealer"


@dataclass(frozen=True, slots=True)
class TakeChair(SeatMove):
    """`chair 1`: the dealer says in which chair he will sit, his partner facing him (Law 16)."""

    verb = "chair"


@dataclass(frozen=True, slots=True)
class PutLeft(SeatMove):
    """`left 1`: who has dummy first, or the first deal for it, says who is to sit on the left and so plays
    next (RULES D2, D6)."""

    verb = "left"


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """Cards were cut for partners or deal; `again` lists the seats whose tie is cut again."""

    kind = "draw"
    posted = True
    cards: tuple[tuple[int, Card], ...]
    again: tuple[int, ...]

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "cards": {names[seat]: card.text for seat, card in self.cards},
            "again": [names[seat] for seat in self.again],
        }


@dataclass(frozen=True, slots=True)
class ChoiceOfChairs(Event):
    """`seat` cut the lowest card, deals, and says where he will sit; `partner` is to face him."""

    kind = "chairs"
    posted = True
    seat: Seat
    partner: Seat


@dataclass(frozen=True, slots=True)
class Seated(Event):
    """People changed chairs: chair `i` now holds who sat in chair `order[i]`."""

    kind = "seated"
    posted = True
    order: tuple[int, ...]
    dealer: int

    def data(self, names: Names) -> dict[str, Any]:
        after = names.reseated(self.order)
        return {"seats": list(after.seats), "dealer": after[self.dealer]}


@dataclass(frozen=True, slots=True)
class DealFixed(Event):
    """The deal was cut for, partners being settled already."""

    kind = "dealer"
    posted = True
    dealer: Seat


@dataclass(frozen=True, slots=True)
class ChoiceOfDeal(Event):
    """`seat` won the cut and says who deals."""

    kind = "choice"
    posted = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealChosen(Event):
    """The chooser named the first dealer."""

    kind = "dealer"
    posted = True
    seat: Seat
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """The pack lies before the dealer, face down, for `cutter` to lift."""

    kind = "shuffled"
    posted = True
    hand: int
    dealer: Seat
    cutter: Seat


PRELIMINARIES: Final = (Drew, ChoiceOfChairs, Seated, DealFixed, ChoiceOfDeal, DealChosen, Shuffled)
"""The kinds of events that come before a hand is dealt."""


@dataclass(frozen=True)
class Preliminaries:
    """The preliminaries of one game under its options.

    `pack` is the whole pack, of cards or of other pieces, `players` their number. `order` gives each rank its
    height in cutting for the deal: the lowest deals, or the highest where `highest_deals`. `winner_chooses`:
    whoever wins that cut names the dealer instead. `dealer_chooses`: where partners are cut for, the dealer
    then chooses the chairs. `lifts` are the numbers of pieces that may be lifted at the cut of the pack; None
    where it is not cut. `dummies` are the seats that do not cut for the deal, for nobody sits there.
    """

    deck: ClassVar[type[PiecesMove[Any]]] = Deck
    not_cutter: ClassVar[str] = gettext_noop("It is for the player on the dealer's right to cut.")
    awaited: ClassVar[Mapping[type, str]] = {
        CutForDeal: gettext_noop("The deal is being cut for; wait until that is done."),
        ChooseDealer: gettext_noop("Whoever won the cut has first to say who deals."),
        ChooseChair: gettext_noop("The dealer has first to choose the chairs."),
        Shuffle: gettext_noop("The pack has first to be shuffled."),
        CutPack: gettext_noop("The pack has first to be cut."),
    }

    pack: tuple[Any, ...]
    players: int
    order: Mapping[Rank, int]
    lifts: range | None
    highest_deals: bool = False
    winner_chooses: bool = False
    dealer_chooses: bool = False
    dummies: tuple[int, ...] = ()

    @property
    def cutters(self) -> tuple[int, ...]:
        """The seats that cut for the deal."""
        return tuple(seat for seat in range(self.players) if seat not in self.dummies)

    def begin(self, match: M, dealer: int | None, *, for_partners: bool = False) -> Preliminary[M]:
        """The first phase: `dealer` shuffles, or (None) the deal is cut for. Raises RuleError."""
        if dealer is None:
            return CutForDeal(match, Cutting.begin(len(self.cutters), for_partners))
        if dealer not in range(self.players):
            raise RuleError(
                "dealer",
                "Seat {seat} cannot deal: the seats are 0 to {last}.",
                seat=dealer,
                last=self.players - 1,
            )
        return Shuffle(match, dealer)

    def cutter(self, dealer: int) -> int:
        """Who cuts the pack: the player on the dealer's right."""
        return (dealer - 1) % self.players

    def to_act(self, phase: Preliminary[M]) -> tuple[int, ...] | Chance:
        """The seat that cuts or names the dealer; chance for the shuffle and for the cut for deal."""
        match phase:
            case CutPack():
                return (self.cutter(phase.dealer),)
            case ChooseDealer():
                return (phase.chooser,)
            case ChooseChair():
                return (phase.dealer,)
            case Shuffle():
                return Chance(self.deck.verb, self.texts, len(self.pack), secret=True)
            case CutForDeal():
                return Chance(Draw.verb, self.texts, len(phase.cutting.awaited(self._order)), secret=False)

    def legal(self, phase: Preliminary[M], seat: int) -> tuple[Move, ...]:
        """Every lift for the seat that cuts, every seat for the one that names the dealer."""
        match phase:
            case CutPack() if seat == self.cutter(phase.dealer) and self.lifts is not None:
                return _cuts(self.lifts)
            case ChooseDealer() if seat == phase.chooser:
                return tuple(NameDealer(other) for other in range(self.players))
            case ChooseChair() if seat == phase.dealer:
                return tuple(TakeChair(chair) for chair in range(self.players))
        return ()

    def verify(self, phase: Preliminary[M], seat: int | None, move: Move) -> None:
        """Raise RuleError unless it is that seat's turn, for that kind of move, within the rules."""
        match phase, move:
            case CutPack(), Cut(lift):
                require_turn(seat, self.cutter(phase.dealer), self.not_cutter)
                self.require_lift(lift)
            case ChooseDealer(), NameDealer(dealer):
                require_turn(seat, phase.chooser, "It is for whoever won the cut to say who deals.")
                self.begin(phase.match, dealer)
            case ChooseChair(), TakeChair(chair):
                require_turn(seat, phase.dealer, "It is for the dealer to choose the chairs.")
                self.begin(phase.match, chair)
            case Shuffle(), PiecesMove(pieces) if isinstance(move, self.deck):
                require_chance(seat)
                require_pack(pieces, self.pack)
            case CutForDeal(), Draw(cards):
                require_chance(seat)
                phase.cutting.cut(cards, self._order, self.pack)
            case _:
                raise RuleError("phase", self.awaited[type(phase)])

    def apply(self, phase: Preliminary[M], seat: int | None, move: Move, hand: int) -> Outcome[M]:
        """Make the move, having verified it; `hand` is the number of the hand to come."""
        self.verify(phase, seat, move)
        match phase, move:
            case CutPack(), Cut(lift):
                return Outcome(PackReady(phase.dealer, phase.pack, lift), ())
            case Shuffle(dealer=dealer), PiecesMove(pieces):
                if self.lifts is None:
                    return Outcome(PackReady(dealer, pieces, 0), ())
                return Outcome(CutPack(phase.match, dealer, pieces), (self.shuffled(hand, dealer),))
            case ChooseDealer(), NameDealer(dealer):
                return Outcome(Shuffle(phase.match, dealer), (DealChosen(phase.chooser, dealer),))
            case ChooseChair(), TakeChair(chair):
                seated = Seated(seat_partners(phase.dealer, phase.partner, chair), chair)
                return Outcome(Shuffle(phase.match, chair), (seated,))
            case CutForDeal(), Draw(cards):
                return self._cut_for_deal(phase, cards)
        raise AssertionError(move)

    def view(self, phase: Preliminary[M]) -> PreliminariesView:
        """What anybody may know: everything but the order of the pack."""
        match phase:
            case CutPack():
                return PreliminariesView(Stage.CUT_PACK, phase.dealer, actor=self.cutter(phase.dealer))
            case Shuffle():
                return PreliminariesView(Stage.SHUFFLE, phase.dealer)
            case ChooseDealer():
                return PreliminariesView(Stage.CHOOSE_DEALER, None, actor=phase.chooser)
            case ChooseChair():
                return PreliminariesView(Stage.CHOOSE_CHAIR, phase.dealer, actor=phase.dealer)
            case CutForDeal():
                cuts = dict(zip(self.cutters, phase.cutting.cuts, strict=True))
                by_seat = tuple(cuts.get(seat, ()) for seat in range(self.players))
                return PreliminariesView(Stage.CUT_FOR_DEAL, None, by_seat)

    @property
    def texts(self) -> tuple[str, ...]:
        """The pieces of the pack as chance may name them."""
        return tuple(card.text for card in self.pack)

    @property
    def _order(self) -> Mapping[Rank, int]:
        # `Cutting` looks for the lowest.
        return {rank: -height for rank, height in self.order.items()} if self.highest_deals else self.order

    def shuffled(self, hand: int, dealer: int) -> Event:
        """That the pack lies there to be cut."""
        return Shuffled(hand, dealer, self.cutter(dealer))

    def require_lift(self, lift: int) -> None:
        """Raise RuleError unless so many pieces may be lifted."""
        if self.lifts is not None and lift not in self.lifts:
            raise RuleError(
                "lift",
                "Lift at least {least} cards and at most {most}.",
                least=self.lifts.start,
                most=self.lifts.stop - 1,
            )

    def _cut_for_deal(self, phase: CutForDeal[M], cards: tuple[Card, ...]) -> Outcome[M]:
        seats = [self.cutters[place] for place in phase.cutting.awaited(self._order)]
        after = phase.cutting.cut(cards, self._order, self.pack)
        again = tuple(self.cutters[place] for place in after.awaited(self._order))
        drew = Drew(tuple(zip(seats, cards, strict=True)), again)
        if again:
            return Outcome(replace(phase, cutting=after), (drew,))
        ranking = tuple(self.cutters[place] for place in after.ranking(self._order))
        settled = self.cut_settled(phase.match, ranking, for_partners=after.for_partners)
        return Outcome(settled.after, (drew, *settled.events))

    def cut_settled(self, match: M, ranking: tuple[int, ...], *, for_partners: bool) -> Outcome[M]:
        """What follows once everybody has cut; `ranking` are their seats from the lowest cut on, or from the
        highest where that deals."""
        winner, second = ranking[:2]
        if self.winner_chooses:
            return Outcome(ChooseDealer(match, winner), (ChoiceOfDeal(winner),))
        settled: Event = DealFixed(winner)
        if for_partners and self.dealer_chooses:
            return Outcome(ChooseChair(match, winner, second), (ChoiceOfChairs(winner, second),))
        if for_partners:
            settled = Seated(seat_partners(winner, second, winner), winner)
        return Outcome(Shuffle(match, winner), (settled,))


def require_pack(pieces: Sequence[Piece], pack: Sequence[Piece]) -> None:
    """Raise RuleError unless `pieces` are those of `pack` in some order."""
    if Counter(pieces) != Counter(pack):
        raise RuleError(
            "pack", "The deck must hold exactly the {number} pieces of the pack.", number=len(pack)
        )


def seat_partners(dealer: int, partner: int, chair: int) -> tuple[int, ...]:
    """The new order of four chairs that puts `dealer` in that chair, `partner` opposite him, and moves as
    few as can be.

    Chair `i` goes to the occupant of chair `order[i]`.
    """
    order = list(range(4))
    for who, to in ((dealer, chair), (partner, (chair + 2) % 4)):
        at = order.index(who)
        order[at], order[to] = order[to], who
    return tuple(order)


@cache
def _cuts(lifts: range) -> tuple[Cut, ...]:
    return tuple(map(Cut, lifts))
