"""A deal in progress in numbers, all tiles being known: as it is, or as it might be."""

from dataclasses import dataclass
from typing import Final

from bot.house.bingo.tables import DOUBLES, Tables
from bot.rules.dominoes.bingo.scoring import GAME, HALF

NOBODY: Final = -1
_SMALL: Final = 0.004
"""What a point counted is worth in points of the game where those are equal."""


@dataclass(slots=True)
class Position:
    """Both hands, the stock in the order it is drawn with the turn-up last (empty where nobody draws any
    more), whose turn it is, and the tile led (NOBODY: none).

    `made` is counted in tricks, `called` for doubles; `taken` are tricks. `closer` has turned the trump down
    (NOBODY: nobody), `trickless`: the other had no trick then. `bingo` is the point for Bingo, of the first
    seat less the other. `needs` are the points that each seat wants to win the game: more are worth nothing.
    """

    tables: Tables
    hands: list[int]
    stock: list[int]
    turn: int
    led: int
    made: list[int]
    called: list[int]
    taken: list[int]
    spent: int
    closer: int = NOBODY
    trickless: bool = False
    bingo: int = 0
    needs: tuple[int, int] = (GAME, GAME)

    def copy(self) -> "Position":
        """The same, to be played on from."""
        return Position(
            self.tables,
            [*self.hands],
            [*self.stock],
            self.turn,
            self.led,
            [*self.made],
            [*self.called],
            [*self.taken],
            self.spent,
            self.closer,
            self.trickless,
            self.bingo,
            self.needs,
        )

    def points(self, seat: int) -> int:
        """What the seat has that counts."""
        return self.made[seat] + self.called[seat] if self.taken[seat] else 0

    def turn_down(self) -> None:
        """Nobody draws any more."""
        self.closer, self.trickless = self.turn, not self.taken[1 - self.turn]
        self.stock = []

    def play(self, tile: int) -> bool:
        """Play the tile, calling doubles with it if they may be; whether that ends the deal."""
        tables, seat, bit = self.tables, self.turn, 1 << tile
        hand = self.hands[seat]
        if bit & DOUBLES and (tables.options.again or not bit & self.spent):
            value = tables.call(hand, self.spent)
            if value:
                self.called[seat] += value
                self.spent |= hand & DOUBLES
        self.hands[seat] = hand ^ bit
        if self.points(seat) >= tables.options.target:
            return True
        if self.led == NOBODY:
            self.led, self.turn = tile, 1 - seat
            return False
        return self._take(tile, bit, seat)

    def _take(self, tile: int, bit: int, seat: int) -> bool:
        tables, led, stock = self.tables, self.led, self.stock
        beaten = tables.beaten[led] if stock else tables.beaten_following[led]
        winner = seat if bit & beaten else 1 - seat
        self.made[winner] += tables.count[led] + tables.count[tile]
        self.taken[winner] += 1
        pair = tables.bingo_pair
        if pair and (1 << led | bit) == pair:
            self.bingo += 1 - 2 * winner
        self.led, self.turn = NOBODY, winner
        if self.points(winner) >= tables.options.target:
            return True
        if stock:
            first, second = stock[0], stock[1]
            if len(stock) == 2 and tables.options.winner_takes_turn_up:
                first, second = second, first
            self.hands[winner] |= 1 << first
            self.hands[1 - winner] |= 1 << second
            del stock[:2]
            return False
        return not self.hands[0]

    def outcome(self) -> float:
        """What the deal that has ended brings the first seat less the other, in points of the game; points
        counted break ties."""
        options = self.tables.options
        mine, theirs = self.points(0), self.points(1)
        margin = _SMALL * (mine - theirs)
        reached = 0 if mine >= options.target else 1 if theirs >= options.target else NOBODY
        if self.closer != NOBODY and reached != self.closer:
            winner = 1 - self.closer
            without = self.trickless if options.trickless == "when-closed" else not self.taken[winner]
            worth = 3 if without else 2
        elif reached != NOBODY:
            winner, loser = reached, 1 - reached
            worth = 3 if not self.taken[loser] else 2 if self.points(loser) < HALF else 1
        elif options.short == "more" and mine != theirs:
            winner, worth = int(mine < theirs), 1
        else:
            winner = worth = 0
        bingo = self.bingo
        if bingo and options.bingo_with_deal and (not worth or (bingo > 0) != (winner == 0)):
            bingo = 0
        gain = worth if winner == 0 else -worth
        # What each seat makes, as far as it is of use.
        won = min(max(gain, 0) + max(bingo, 0), self.needs[0])
        lost = min(max(-gain, 0) + max(-bingo, 0), self.needs[1])
        return won - lost + margin
