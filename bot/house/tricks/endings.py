"""The last tricks played out with all hands open, everybody playing for the most for his side.

One search for every game of tricks, over the game's own legality and its own winner of a trick: each
question is put to the rules once and its answer kept. Even seats play against odd ones.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from bot.house.tricks.knowledge import Knowledge
from bot.rules.cards import Card, Suit
from bot.rules.pieces import Piece

P = TypeVar("P", bound=Piece)

_FAR: Final = 1e9
_SUITS: Final = {suit: place for place, suit in enumerate(Suit)}
_NO_POINTS: Final = (0.0,)


@dataclass(frozen=True, slots=True)
class EndingRules(Generic[P]):
    """What the search asks of a game.

    `playable(hand, led)` are the pieces that may be led (`led` None) or played; `winning(plays, last)` is
    the place of the winner among the plays to a trick (`last`: the last of the hand); more pieces lose or
    win against the piece led and the best so far as they do against the whole trick. `order` sorts pieces
    so that `equivalent` ones are neighbours: with both in one hand it does not matter which of them is
    played, and no piece between them can come from another hand. A trick brings the
    `points` of the pieces in it, those that have any, the last trick `last_points` besides.
    """

    playable: Callable[[tuple[P, ...], P | None], tuple[P, ...]]
    winning: Callable[[tuple[P, ...], bool], int]
    order: Callable[[P], tuple[int, int]]
    equivalent: Callable[[P, P], bool]
    points: Mapping[P, float] = field(default_factory=dict)
    last_points: float = 0


def rules_of_trick(
    known: Knowledge,
    winning: Callable[[tuple[Card, ...], bool], int],
    equivalent: Callable[[Card, Card], bool],
    points: Mapping[Card, float] = MappingProxyType({}),
) -> EndingRules[Card]:
    """The rules of the tricks left, as `EndingRules` has them, by the pack and its legality."""
    playable, height, trump = known.pack.legality.playable, known.pack.height, known.trump
    return EndingRules(
        playable=lambda hand, led: playable(hand, led, trump),
        winning=winning,
        order=lambda card: (_SUITS[card.suit] if card.suit else -1, height[card]),
        equivalent=equivalent,
        points=points,
    )


class Ending(Generic[P]):
    """An ending with these `pieces` left, those on the table among them, whoever holds them.

    What the rules say is kept for all the layouts that are tried. A piece is a bit of a word.
    """

    def __init__(self, rules: EndingRules[P], pieces: Iterable[P], seats: int) -> None:
        self.rules = rules
        self.seats = seats
        counting: dict[float, int] = {}
        self.moves: dict[tuple[int, int], list[int]] = {}
        self.beating: dict[tuple[int, int, bool], int] = {}
        self._bits: dict[P, list[int]] = {}
        self._pieces: dict[int, P] = {}
        bit, before = 1, None
        for piece in sorted(pieces, key=rules.order):
            if before is not None and before != piece and not rules.equivalent(before, piece):
                # Only pieces that are equivalent stand in neighbouring bits.
                bit <<= 1
            self._bits.setdefault(piece, []).append(bit)
            self._pieces[bit] = piece
            if points := rules.points.get(piece, 0):
                counting[points] = counting.get(points, 0) | bit
            bit <<= 1
            before = piece
        self.points = tuple(counting.items())
        """Points, and the pieces that have them."""

    def values(
        self,
        hands: Sequence[Sequence[P]],
        seat: int,
        table: Sequence[P],
        pieces: Sequence[P],
        worth: Sequence[float] = _NO_POINTS,
    ) -> dict[P, float]:
        """What each of `pieces`, played now, makes in the end for the side of `seat`.

        That is the points of its tricks from this one on less those of the other side, and `worth[n]` if
        they are `n` tricks; `worth` must not fall as `n` rises. `table` is what has been played to the
        trick. Raises KeyError for a piece that is not left.
        """
        free = {piece: list(bits) for piece, bits in self._bits.items()}
        played = [free[piece].pop() for piece in table]
        held = [sum([free[piece].pop() for piece in hand]) for hand in hands]
        search = _Search(self, held, seat % 2, worth)
        mine, made = held[seat], dict[int, float]()
        values = {}
        for piece in pieces:
            bit = next(bit for bit in reversed(self._bits[piece]) if bit & mine)
            while mine & bit << 1:
                bit <<= 1
            if bit not in made:
                made[bit] = search.value(seat, played, bit)
            values[piece] = made[bit]
        return values

    def find_moves(self, hand: int, led: int) -> list[int]:
        """The pieces of the hand that may be played, highest first, one of those that are equivalent."""
        if not hand & (hand - 1):
            # There is no choice.
            only = self.moves[hand, led] = [hand]
            return only
        pieces = self._pieces
        held = tuple([pieces[bit] for bit in _highest_first(hand)])
        may, legal = self.rules.playable(held, pieces[led] if led else None), hand
        if len(may) < len(held):
            legal &= sum({bit for piece in may for bit in self._bits[piece]})
        moves = self.moves[hand, led] = _highest_first(legal & ~(legal >> 1))
        return moves

    def find_beating(self, led: int, best: int, last: bool) -> int:
        """The pieces that win against `best`, the best so far of a trick to which `led` was led."""
        pieces, winning = self._pieces, self.rules.winning
        plays = (pieces[led],) if led == best else (pieces[led], pieces[best])
        place, beating = len(plays), 0
        for bit, piece in pieces.items():
            if bit != led and bit != best and winning((*plays, piece), last) == place:
                beating |= bit
        self.beating[led, best, last] = beating
        return beating


def _highest_first(bits: int) -> list[int]:
    single = []
    while bits:
        bit = 1 << bits.bit_length() - 1
        bits ^= bit
        single.append(bit)
    return single


def _points_of(bits: int, points: tuple[tuple[float, int], ...]) -> float:
    made = 0.0
    for each, counting in points:
        made += each * (bits & counting).bit_count()
    return made


class _Search(Generic[P]):
    # Search between bounds, trick by trick; of each position at the start of a trick the bounds found
    # are kept. Values are those of the side whose turn it is, less the other's; `taken` are the tricks of
    # the side the search is for, where their number matters.

    def __init__(self, ending: Ending[P], held: list[int], side: int, worth: Sequence[float]) -> None:
        self._ending = ending
        self._seats = ending.seats
        self._from = [
            [(seat + turn) % ending.seats for turn in range(1, ending.seats)] for seat in range(ending.seats)
        ]
        self._held = held
        self._side = side
        self._worth = worth
        self._step = 1 if len(worth) > 1 else 0
        self._points = ending.points
        self._last_points = ending.rules.last_points
        self._moves: Mapping[tuple[int, int], list[int]] = ending.moves
        self._beating: Mapping[tuple[int, int, bool], int] = ending.beating
        self._known: dict[tuple[int, ...], tuple[float, float]] = {}

    def value(self, seat: int, played: Sequence[int], bit: int) -> float:
        held, seats, left = self._held, self._seats, self._held[seat].bit_count()
        plays = (*played, bit)
        led = best = plays[0]
        winner = leader = (seat - len(played)) % seats
        for turn, other in enumerate(plays[1:], start=1):
            beating = self._beating.get((led, best, left == 1))
            if beating is None:
                beating = self._ending.find_beating(led, best, left == 1)
            if other & beating:
                best, winner = other, (leader + turn) % seats
        # No card makes more than everything, or less than nothing.
        points = _points_of(-1, self._points) + abs(self._last_points)
        least, most = self._worth[0] - points, self._worth[left * self._step] + points
        held[seat] ^= bit
        made = -self._follow(
            (seat + 1) % seats, len(plays), led, best, winner, sum(plays), left, 0, -most, -least
        )
        held[seat] ^= bit
        return made

    def _lead(self, leader: int, left: int, taken: int, low: float, high: float) -> float:
        # ... about to lead, `left` tricks being left.
        if left == 1:
            return self._last_trick(leader, taken)
        held, worth = self._held, self._worth
        least, most = worth[taken], worth[taken + left * self._step]
        if leader % 2 != self._side:
            least, most = -most, -least
        if self._points:
            points = _points_of(sum(held), self._points) + abs(self._last_points)
            least -= points
            most += points
        key = (*held, leader, taken)
        if known := self._known.get(key):
            least, most = known
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        if least > low:
            low = least
        if most < high:
            high = most
        bound, hand, best = low, held[leader], -_FAR
        for bit in self._moves.get((hand, 0)) or self._ending.find_moves(hand, 0):
            held[leader] = hand ^ bit
            made = -self._follow(
                (leader + 1) % self._seats, 1, bit, bit, leader, bit, left, taken, -high, -low
            )
            if made > best:
                best = made
                if made > low:
                    low = made
                    if low >= high:
                        break
        held[leader] = hand
        if best <= bound:
            most = best
        elif best >= high:
            least = best
        else:
            least = most = best
        self._known[key] = least, most
        return best

    def _follow(
        self,
        seat: int,
        turn: int,
        led: int,
        best: int,
        winner: int,
        table: int,
        left: int,
        taken: int,
        low: float,
        high: float,
    ) -> float:
        # ... about to play, `turn` pieces being on the table, `winner` having played the best of them.
        if turn == self._seats:
            return self._gather(seat, winner, table, left, taken, low, high)
        held = self._held
        hand, last = held[seat], left == 1
        moves = self._moves.get((hand, led)) or self._ending.find_moves(hand, led)
        beating = self._beating.get((led, best, last))
        if beating is None:
            beating = self._ending.find_beating(led, best, last)
        following, turn, value = (seat + 1) % self._seats, turn + 1, -_FAR
        for bit in moves:
            held[seat] = hand ^ bit
            on = table | bit
            if bit & beating:
                made = -self._follow(following, turn, led, bit, seat, on, left, taken, -high, -low)
            else:
                made = -self._follow(following, turn, led, best, winner, on, left, taken, -high, -low)
            if made > value:
                value = made
                if made > low:
                    low = made
                    if low >= high:
                        break
        held[seat] = hand
        return value

    def _gather(
        self, seat: int, winner: int, table: int, left: int, taken: int, low: float, high: float
    ) -> float:
        # The trick is complete; the value is for the side of `seat`.
        points = _points_of(table, self._points) if self._points else 0.0
        if winner % 2 == self._side:
            taken += self._step
        if winner % 2 != seat % 2:
            if left == 1:
                return self._end(seat, taken) - points - self._last_points
            return -points - self._lead(winner, left - 1, taken, -high - points, -low - points)
        if left == 1:
            return self._end(seat, taken) + points + self._last_points
        return points + self._lead(winner, left - 1, taken, low - points, high - points)

    def _end(self, seat: int, taken: int) -> float:
        return self._worth[taken] if seat % 2 == self._side else -self._worth[taken]

    def _last_trick(self, leader: int, taken: int) -> float:
        # Nobody has a choice.
        held, known, winner = self._held, self._beating, leader
        led = best = held[leader]
        for seat in self._from[leader]:
            beating = known.get((led, best, True))
            if beating is None:
                beating = self._ending.find_beating(led, best, True)
            if held[seat] & beating:
                best, winner = held[seat], seat
        if winner % 2 == self._side:
            taken += self._step
        points = _points_of(sum(held), self._points) if self._points else 0.0
        end = self._worth[taken] if leader % 2 == self._side else -self._worth[taken]
        if winner % 2 == leader % 2:
            return end + points + self._last_points
        return end - points - self._last_points
