"""What a seat knows of a deal of Bingo, and the ways in which the hidden tiles may lie."""

import random
from functools import cached_property

from bot.house.bingo.position import NOBODY, Position
from bot.house.bingo.tables import NUMBER, bits_of, tables_for
from bot.house.layouts import Layouts
from bot.house.player import seat_of
from bot.rules.dominoes.bingo.play import HAND, rules_of
from bot.rules.dominoes.bingo.scoring import GAME
from bot.rules.dominoes.bingo.state import View
from bot.rules.tiles import SET, Tile

_OTHER, _STOCK = 0, 1


class Knowledge:
    """A deal as one seat, `me`, knows it, it being its turn. Positions made of it have that seat first."""

    def __init__(self, view: View) -> None:
        if view.trump is None:
            raise ValueError("Nothing is played before a trump is turned up.")
        self.view = view
        self.me = seat_of(view)
        self.other = 1 - self.me
        self.trump = view.trump
        self.tables = tables_for(view.options, view.trump)
        self.shown = view.shown[self.other]

    @cached_property
    def hidden(self) -> tuple[Tile, ...]:
        """The tiles of the other hand and of the stock that this seat cannot tell apart."""
        view = self.view
        seen = [*view.hand, *view.table, *self.shown, *(t for trick in view.tricks for t in trick.pieces)]
        if view.turn_up is not None:
            seen.append(view.turn_up)
        return tuple(tile for tile in SET if tile not in seen)

    @property
    def certain(self) -> bool:
        return len(self.hidden) + len(self.shown) == self.view.held[self.other]

    @cached_property
    def lacking(self) -> frozenset[Tile]:
        """Hidden tiles that the other cannot hold, not having followed with one of them."""
        view = self.view
        if view.closing is None:
            return frozenset()
        rules = rules_of(view.options, self.trump)
        missing: set[int] = set()
        since = HAND - max(view.held)
        for trick in view.tricks[len(view.tricks) - since :]:
            if trick.leader != self.me:
                continue
            led, reply = trick.pieces
            if rules.suit_led(led) not in rules.suits(reply):
                missing.add(rules.suit_led(led))
                if self.trump not in rules.suits(reply):
                    missing.add(self.trump)
        return frozenset(tile for tile in self.hidden if missing & {*rules.suits(tile)})

    @cached_property
    def layouts(self) -> Layouts[Tile]:
        """The ways in which the hidden tiles may lie in the other hand and in the stock."""
        size = self.view.held[self.other] - len(self.shown)
        either, stock = (_OTHER, _STOCK), (_STOCK,)
        lacking = self.lacking
        return Layouts(
            ((), ()),
            (size, len(self.hidden) - size),
            [(tile, stock if tile in lacking else either) for tile in self.hidden],
        )

    def position(self, theirs: tuple[Tile, ...], stock: tuple[Tile, ...]) -> Position:
        """The deal with those hidden tiles in the other hand, and the stock in that order."""
        view, me, other = self.view, self.me, self.other
        drawn = [NUMBER[tile] for tile in stock] if view.drawing else []
        if view.drawing and view.turn_up is not None:
            drawn.append(NUMBER[view.turn_up])
        waiting, made = view.waiting, view.made
        closing = view.closing
        return Position(
            tables=self.tables,
            hands=[bits_of(view.hand), bits_of((*self.shown, *theirs))],
            stock=drawn,
            turn=0,
            led=NUMBER[view.table[0]] if view.table else NOBODY,
            made=[made[me], made[other]],
            called=[waiting[me], waiting[other]],
            taken=[view.taken[me], view.taken[other]],
            spent=bits_of(view.spent),
            closer=NOBODY if closing is None else int(closing.seat != me),
            trickless=closing is not None and closing.trickless,
            bingo=view.bingo[me] - view.bingo[other],
            needs=(GAME - view.score.points[me], GAME - view.score.points[other]),
        )

    def drawn(self, rng: random.Random) -> Position:
        """The deal with the hidden tiles dealt at random as they may lie."""
        theirs, stock = self.layouts.draw(rng)
        return self.position(theirs, tuple(rng.sample(stock, len(stock))))
