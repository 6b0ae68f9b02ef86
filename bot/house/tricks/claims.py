"""Claims proved: so many of the tricks left, whatever the other three hold and play.

The claimant chooses by what has been played alone. Whoever else is to play, partner too, may play any card
that some deal which fits the play so far gives that seat. What partner takes counts for the side. Cards that
cannot be told apart by what the claimant holds are tried once.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

from bot.house.tricks.endings import EndingRules
from bot.house.tricks.knowledge import Knowledge
from bot.rules.cards import Card

NODES: Final = 30_000
"""Plays of the others that are looked at, half as many again in each of two further tries, before a claim
is given up: a second's work or two."""

Line: TypeAlias = tuple[int, ...]  # the claimant's cards in the order they are played
Masks: TypeAlias = tuple[int, int, int]  # what the seats on the claimant's left, opposite and right may hold

_SEATS: Final = 4
_ME: Final = 0
_OURS: Final = (0, 2)


class Keep(Enum):
    """The cards that do not take a trick and are not told apart: whoever plays one has it for later besides.

    That is more than any defence can do, so that what is proved holds; and it is less of a search.
    """

    PLAIN = auto()  # all but trumps that follow trumps
    DISCARDS = auto()  # those of another suit than the one led
    NONE = auto()  # none: what is not proved then cannot be


class _OutOfNodes(Exception):
    """The search has taken too long."""


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """The rules of a trick as `EndingRules` says them, and the trumps among the cards."""

    tricks: EndingRules[Card]
    is_trump: Callable[[Card], bool]


class ClaimSearch:
    """A search for a proof, from a position as the seat whose turn it is knows it."""

    def __init__(self, rules: ClaimRules, known: Knowledge, nodes: int = NODES) -> None:
        self._rules = rules.tricks
        self._nodes = nodes
        self._pieces: dict[int, Card] = {}
        self._chains: list[int] = []
        self._beating: dict[tuple[int, int, bool], int] = {}
        self._excluded: dict[tuple[int, int], int] = {}
        self._legal: dict[tuple[int, int], int] = {}
        self._runs: dict[tuple[int, int], tuple[int, ...]] = {}
        # For each position at the start of a trick: a line for the most that was proved of it, and the
        # least that could not be proved.
        self._proved: dict[tuple[int, ...], tuple[int, Line]] = {}
        self._failed: dict[tuple[int, ...], int] = {}
        self._number(known)
        self._trumps = sum(bit for bit, card in self._pieces.items() if rules.is_trump(card))
        self._suits = self._by_suit()
        self._loose = self._stand_ins()
        self._suit = {bit: suit for suit in self._suits for bit in _bits(suit)}
        self._keep, self._left = Keep.NONE, nodes

    # The cards as bits.

    def _number(self, known: Knowledge) -> None:
        rules = self._rules
        cards = sorted((*known.hand, *known.table, *known.unseen), key=rules.order)
        free: dict[Card, list[int]] = {}
        before: Card | None = None
        for place, card in enumerate(cards):
            bit = 1 << place
            if before is None or (before != card and not rules.equivalent(before, card)):
                self._chains.append(0)
            self._chains[-1] |= bit
            self._pieces[bit] = card
            free.setdefault(card, []).append(bit)
            before = card
        self._hand = sum(free[card].pop() for card in known.hand)
        self._table = [free[card].pop() for card in known.table]
        self._out = sum(bit for bits in free.values() for bit in bits)
        may = [0] * _SEATS
        for card, bits in free.items():
            for seat in known.may_hold(card) if bits else ():
                may[(seat - known.me) % _SEATS] |= sum(bits)
        self._may: Masks = (may[1], may[2], may[3])
        # A card whose place is known is told apart from its neighbours.
        placed = [*([known.turned[1]] if known.turned else ()), *known.put_back]
        self._fixed = sum({bit for card in placed for bit in free[card]})
        for hand in known.shown.values():
            self._fixed |= sum(free[card][0] for card in hand)
        # The claimant plays a partner's hand that is in view as well: dummy's, or for dummy their own.
        self._both = known.partner in known.shown

    def _by_suit(self) -> list[int]:
        suits: dict[object, int] = {}
        for bit, card in self._pieces.items():
            suits[card.suit] = suits.get(card.suit, 0) | bit
        return list(suits.values())

    def _stand_ins(self) -> int:
        """The cards that may be played to another suit by a hand that has it."""
        return sum(
            bit
            for bit in self._pieces
            for suit in self._suits
            if not bit & suit and suit & ~self._excludes(suit & -suit, bit)
        )

    def _beats(self, led: int, best: int, last: bool) -> int:
        key = led, best, last
        beating = self._beating.get(key)
        if beating is None:
            pieces, winning = self._pieces, self._rules.winning
            plays = (pieces[led],) if led == best else (pieces[led], pieces[best])
            beating = 0
            for bit, card in pieces.items():
                if bit != led and bit != best and winning((*plays, card), last) == len(plays):
                    beating |= bit
            self._beating[key] = beating
        return beating

    def _excludes(self, led: int, played: int) -> int:
        """The cards that a seat which plays `played` to `led` does not hold."""
        excluded = self._excluded.get((led, played))
        if excluded is None:
            pieces, playable = self._pieces, self._rules.playable
            card, lead = pieces[played], pieces[led]
            excluded = sum(bit for bit, other in pieces.items() if card not in playable((card, other), lead))
            self._excluded[led, played] = excluded
        return excluded

    def _may_play(self, own: int, led: int) -> int:
        legal = self._legal.get((own, led))
        if legal is None:
            held = {bit: self._pieces[bit] for bit in _bits(own)}
            may = self._rules.playable(tuple(held.values()), self._pieces[led])
            legal = self._legal[own, led] = sum(bit for bit, card in held.items() if card in may)
        return legal

    def _runs_of(self, own: int, out: int) -> tuple[int, ...]:
        """The unseen cards in groups that cannot be told apart by the claimant's."""
        runs = self._runs.get((own, out))
        if runs is None:
            found = []
            for chain in self._chains:
                run = 0
                for bit in _bits((own | out) & chain):
                    if bit & out & ~self._fixed:
                        run |= bit
                        continue
                    found += [run, bit & out]
                    run = 0
                found.append(run)
            runs = self._runs[own, out] = tuple(filter(None, found))
        return runs

    # The search.

    def prove(self, tricks: int, share: int = 1) -> tuple[Card, ...] | None:
        """The claimant's cards along the main line of a proof that the side takes so many more tricks; None
        where there is none, or none was found in that share of the nodes."""
        if tricks <= 0:
            return ()
        for keep in Keep:
            nodes = self._nodes // share // (1 if keep is Keep.PLAIN else 2)
            line = self._within(nodes, tricks, keep)
            if line is not None:
                return tuple(self._pieces[bit] for bit in line)
        return None

    def most(self, below: int) -> int:
        """The most tricks, less than `below`, that are proved, each in a quarter of the nodes."""
        return next((number for number in range(1, below) if self.prove(number, 4) is None), below) - 1

    def _within(self, nodes: int, tricks: int, keep: Keep) -> Line | None:
        self._keep, self._left = keep, nodes
        self._proved.clear()
        self._failed.clear()
        try:
            return self._from_table(tricks)
        except _OutOfNodes:
            return None

    def _from_table(self, need: int) -> Line | None:
        if not self._table:
            return self._lead(self._hand, self._out, self._may, _ME, need)
        last = self._hand.bit_count() == 1
        led = best = self._table[0]
        leader = winner = _SEATS - len(self._table)
        for turn, bit in enumerate(self._table[1:], start=1):
            if bit & self._beats(led, best, last):
                best, winner = bit, leader + turn
        runs = self._runs_of(self._hand | sum(self._table), self._out)
        trick = _Trick(leader, self._hand.bit_count(), need, runs)
        return self._mine(trick, len(self._table), led, best, winner, self._hand, self._out, self._may)

    def _lead(self, own: int, out: int, may: Masks, leader: int, need: int) -> Line | None:
        # A proof from the start of a trick, `leader` to lead.
        left = own.bit_count()
        if need <= 0:
            return ()
        if need > left:
            return None
        if leader == _ME and (sure := self._sure(own, out, may, need)):
            return sure
        may = may[0] & out, may[1] & out, may[2] & out
        key = (own, out, *may, leader)
        proved = self._proved.get(key)
        if proved is not None and proved[0] >= need:
            return proved[1]
        if self._failed.get(key, left + 1) <= need:
            return None
        trick = _Trick(leader, left, need, self._runs_of(own, out))
        if leader == _ME:
            line = self._mine(trick, 0, 0, 0, _ME, own, out, may)
        else:
            line = self._theirs(trick, 0, 0, 0, leader, own, out, may)
        if line is None:
            self._failed[key] = need
        else:
            self._proved[key] = need, line
        return line

    def _next(
        self, trick: "_Trick", turn: int, led: int, best: int, winner: int, own: int, out: int, may: Masks
    ) -> Line | None:
        if turn == _SEATS:
            return self._lead(own, out, may, winner, trick.need - (winner in _OURS))
        if (trick.leader + turn) % _SEATS == _ME:
            return self._mine(trick, turn, led, best, winner, own, out, may)
        return self._theirs(trick, turn, led, best, winner, own, out, may)

    def _mine(
        self, trick: "_Trick", turn: int, led: int, best: int, winner: int, own: int, out: int, may: Masks
    ) -> Line | None:
        # Any play of the claimant's will do.
        last = trick.left == 1
        beating = self._beats(led, best, last) if turn else own
        for bit in self._choices(own, out, led, best, beating, last):
            best_now, winner_now = (bit, _ME) if bit & beating else (best, winner)
            line = self._next(trick, turn + 1, led or bit, best_now, winner_now, own ^ bit, out, may)
            if line is not None:
                return bit, *line
        return None

    def _choices(self, own: int, out: int, led: int, best: int, beating: int, last: bool) -> list[int]:
        # One of those that are alike; a lead that cannot be beaten first, else what takes the trick
        # cheaply, else what is cheap.
        legal, apart = self._may_play(own, led) if led else own, out | best
        found: list[int] = []
        for chain in self._chains:
            before = 0
            for bit in _bits(legal & chain):
                if not before or (before - 1) & ~((bit << 1) - 1) & apart:
                    found.append(bit)
                before = bit
        if not led:
            return sorted(found, key=lambda bit: (bool(self._beats(bit, bit, last) & out), -bit))
        return sorted(found, key=lambda bit: (not bit & beating, bit))

    def _theirs(
        self, trick: "_Trick", turn: int, led: int, best: int, winner: int, own: int, out: int, may: Masks
    ) -> Line | None:
        # Every play that any deal allows has to be met; of a partner's cards the claimant chooses one.
        seat = (trick.leader + turn) % _SEATS
        chosen = self._both and seat in _OURS
        main: Line | None = None
        self._left -= 1
        if self._left < 0:
            raise _OutOfNodes
        for bit, takes, excluded in self._plays(trick, turn, led, best, seat, out, may):
            left = [*may]
            left[seat - 1] &= ~excluded
            rest: Masks = (left[0], left[1], left[2])
            if not self._can_be(trick, turn + 1, out ^ bit, rest):
                continue
            best_now, winner_now = (bit, seat) if takes else (best, winner)
            line = self._next(trick, turn + 1, led or bit, best_now, winner_now, own, out ^ bit, rest)
            if chosen and line is not None:
                return line
            if not chosen and line is None:
                return None
            main = line if main is None else main
        assert chosen or main is not None, "the cards that are out fit no hands"
        return main

    def _plays(
        self, trick: "_Trick", turn: int, led: int, best: int, seat: int, out: int, may: Masks
    ) -> list[tuple[int, bool, int]]:
        # A card of each run, whether it is the best so far, and what the seat then does not hold. What takes
        # the trick from the claimant's side comes first.
        held, plays = out & may[seat - 1], list[tuple[int, bool, int]]()
        suit = self._suit[led] if turn else 0
        beating = self._beats(led, best, trick.left == 1) if turn else out
        if self._keep is Keep.NONE or (self._both and seat in _OURS):
            keep = 0
        else:
            keep = ~(suit & self._trumps if self._keep is Keep.PLAIN else suit)
        kept = set[int]()
        for run in trick.runs:
            cards = held & run
            if not cards:
                continue
            bit = cards & -cards
            excluded = self._excludes(led, bit) if turn else 0
            if bit & beating:
                plays.append((bit, True, excluded))
                # Neither of two cards of a run is dealt before it is played, so either may be the higher.
                loses = turn and best & run and self._pieces[bit] != self._pieces[best]
            else:
                if turn and best & run and self._pieces[bit] != self._pieces[best]:
                    plays.append((bit, True, excluded))
                loses = True
            if loses and bit & keep:
                kept.add(excluded)
            elif loses:
                plays.append((bit, False, excluded))
        plays += ((0, False, excluded) for excluded in kept)
        enemy = seat not in _OURS
        plays.sort(key=lambda play: play[1] != enemy)
        return plays

    @staticmethod
    def _can_be(trick: "_Trick", turn: int, out: int, may: Masks) -> bool:
        # Whether the cards that are out can be dealt to the hands (Hall's theorem).
        left, mine, opposite, right = trick.left, out & may[0], out & may[1], out & may[2]
        if mine == opposite == right == out:
            return True
        leader = trick.leader
        # Those who have played to the trick hold a card less.
        first = left - ((1 - leader) % _SEATS < turn)
        second = left - ((2 - leader) % _SEATS < turn)
        third = left - ((3 - leader) % _SEATS < turn)
        return (
            mine.bit_count() >= first
            and opposite.bit_count() >= second
            and right.bit_count() >= third
            and (mine | opposite).bit_count() >= first + second
            and (mine | right).bit_count() >= first + third
            and (opposite | right).bit_count() >= second + third
            and (mine | opposite | right).bit_count() >= first + second + third
        )

    # Tricks that need no search.

    def _sure(self, own: int, out: int, may: Masks, need: int) -> Line | None:
        # The claimant leads cards that nobody can beat, if need be after drawing the trumps that are out.
        left = own.bit_count()
        cards = [bit for bit in _bits(own) if not self._beats(bit, bit, False) & out]
        top = [bit for bit in cards if bit & self._trumps]
        if self._draws(self._trumps, len(top), out, may, left):
            trumps = self._after_drawing(own, out, self._trumps, top)
            cards, left_then = list(trumps), left - len(trumps)
            for suit in self._suits:
                if suit & own and not suit & self._trumps:
                    cards += self._sure_in(suit, own, out & ~self._trumps, may, left_then)
        # Where another rule holds for the last trick, that is left out.
        if len(cards) == left and any(
            self._beats(bit, bit, True) & ~self._beats(bit, bit, False) & out for bit in cards
        ):
            cards.pop()
        if len(cards) < need:
            return None
        return tuple(cards[:need])

    def _sure_in(self, suit: int, own: int, out: int, may: Masks, left: int) -> list[int]:
        top = [bit for bit in _bits(own & suit) if not self._beats(bit, bit, False) & out]
        return (
            self._after_drawing(own, out, suit, top) if self._draws(suit, len(top), out, may, left) else top
        )

    def _after_drawing(self, own: int, out: int, suit: int, top: list[int]) -> list[int]:
        # The cards at the top of a suit, which draw the rest of it, and those that are good then.
        rest = _bits(own & suit & ~sum(top))
        return top + [bit for bit in rest if not self._beats(bit, bit, False) & out & ~suit]

    def _draws(self, suit: int, leads: int, out: int, may: Masks, left: int) -> bool:
        # Whether so many leads of the suit leave no card of it out: all who hold one follow suit.
        held = suit & out
        if leads < min(left, max((held & mask).bit_count() for mask in may)):
            return False
        return not held or all(
            held & ~self._excludes(held & -held, bit) == 0 for bit in _bits(out & self._loose)
        )


@dataclass(frozen=True, slots=True)
class _Trick:
    # What stays as it is while a trick is played; `left` are the tricks left with it.
    leader: int
    left: int
    need: int
    runs: tuple[int, ...]


def _bits(cards: int) -> Iterator[int]:
    """Each card, highest first."""
    while cards:
        bit = 1 << cards.bit_length() - 1
        cards ^= bit
        yield bit
