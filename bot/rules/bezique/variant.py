"""What a game of the bezique family is, in data.

A variant says what differs; whatever differs in kind is a method of `BeziqueGame` to override.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final, Literal

from bot.rules.bezique.combinations import BEZIQUE_PAIR, Meld, with_pair
from bot.rules.bezique.pack import ONE_PACK
from bot.rules.cards import Card, Suit
from bot.rules.errors import RuleError
from bot.rules.seats import TWO_ALONE, Seating


@dataclass(frozen=True, slots=True)
class Seven:
    """The seven of trumps: its points, and whether it is scored `besides` a declaration or instead.
    `on_turn`: it is exchanged by the player about to play a card, not after a trick. `turned_up`: it scores
    for the dealer who turns it up. `either`: one that could be exchanged may be only shown (AMB-F17)."""

    points: int
    besides: bool
    on_turn: bool = False
    turned_up: bool = True
    either: bool = False


@dataclass(frozen=True, slots=True)
class Brisques:
    """Aces and tens won: their points each (0: they are not counted), and when they are scored.
    `if-needed`: at the end, by the settlement alone."""

    points: int
    scored: Literal["at-once", "at-the-end", "if-needed"]


NO_BRISQUES: Final = Brisques(0, "if-needed")


@dataclass(frozen=True, slots=True)
class Bonuses:
    """Briscan's scores for cards dealt, drawn and played: when the ace of trumps scores, which card is
    the last of the stock, and whether the prizes for the last tricks add up."""

    ace_of_trumps: Literal["played", "taken"]
    last_card: Literal["stock", "turn-up"]
    prizes_add: bool = False


@dataclass(frozen=True, slots=True)
class DoubleGame:
    """A game counts double if no loser had `under` points when the winner reached the target; with brisques
    scored at the end by the final count, or `without_brisques`."""

    under: int
    without_brisques: bool = False


@dataclass(frozen=True, slots=True)
class Rubicon:
    """A hand is settled as a game. Whoever loses with a total below `line`, brisques and all, is rubiconed:
    both scores, `for_game` and `for_brisques` are gained, and `under_hundred` more if the loser has not even
    a hundred. Else it is `won` and the difference of the scores, a hundred at least. (RULES F4.37)

    `counts_close`: brisques are in the difference also where the scores are so close that they might have
    changed the winner (AMB-F10). `rounds_sum`: odd tens are dropped from the sum or the difference of the
    scores, not from each of them (AMB-F11)."""

    line: int = 1000
    for_game: int = 1000
    for_brisques: int = 300
    under_hundred: int = 100
    won: int = 500
    counts_close: bool = False
    rounds_sum: bool = False


@dataclass(frozen=True, slots=True)
class Laws:
    """What the laws of a game for two exact of a player with too many cards: that player is `rubiconed`,
    makes `no-score` in the hand, or forfeits the points that `forfeit` says. The referee enters it.
    `last_drawn` is what the last trick scores that is drawn to, where that is the one which a player with too
    few cards cannot score; else it is the last of all."""

    too_many: Literal["rubiconed", "no-score", "forfeit"]
    forfeit: int = 0
    last_drawn: int = 0


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one game under its options.

    `packets` is how many cards each seat gets in each round of the deal. `turn_up`: the next card is turned
    up for trumps; else the first suited declaration scored makes them. `left_out` are cards thrown out of
    each pack, in the notation. `scored_a_trick` is how many declarations are scored after a trick, None for
    any number. `seven` is None where sevens score nothing. `declares_to_the_end`: there are declarations
    after every trick, even once the stock is out. `must_win`: once nothing is drawn suit must be followed and
    tricks won; else any card may always be played. `parts`: partners play those last tricks as two duels.
    `always_asked`: the winner of a trick draws by a move of its own, even with nothing to declare;
    `partner_asked`: and so does a partner who may declare. `target` is the score of a game, None where the
    game has none, and `games` the number that wins the match; `one_hand`: a game is over with its first hand,
    whatever the score. `plays_on`: the hand is played out and the scores compared, though somebody has
    reached the target. `board`: the match is one hand, whose points are compared with what others make of
    the same pack.

    `rubicon` is how a hand is settled that is a game by itself, None where points alone decide. `laws` are
    for the referee, None where there are none.

    Of the games before bezique: `closing`: the leader may stop the drawing; `every_last_trick` is scored
    instead of `last_trick` by who takes all tricks after the drawing (0: it is not); `bonuses` are the
    scores of Briscan; `cards_last`: the points of cards taken are counted after the hand; `knocking`: the
    target is claimed, not reached.

    Of Polish bezique: `won_cards` says whether cards won are put aside, or lie open to be declared and never
    played: of one's `own` alone, of one's own and for double bezique and above with the partner's
    (`joined`), or of all those of a side (`common`). `switched` is the pair that makes bezique instead, in
    the notation, where one of those suits is trumps.
    """

    packs: int
    packets: tuple[int, ...]
    declarations: tuple[Meld, ...]
    target: int | None
    seating: Seating = TWO_ALONE
    turn_up: bool = True
    scored_a_trick: int | None = 1
    seven: Seven | None = None
    brisques: Brisques = NO_BRISQUES
    last_trick: int = 0
    plays_on: bool = False
    games: int = 1
    double: DoubleGame | None = None
    always_asked: bool = False
    partner_asked: bool = False
    left_out: tuple[str, ...] = ()
    declares_to_the_end: bool = False
    must_win: bool = True
    one_hand: bool = False
    parts: bool = False
    closing: bool = False
    every_last_trick: int = 0
    bonuses: Bonuses | None = None
    cards_last: bool = False
    knocking: bool = False
    won_cards: Literal["aside", "own", "joined", "common"] = "aside"
    switched: tuple[str, tuple[str, str]] | None = None
    rubicon: Rubicon | None = None
    laws: Laws | None = None
    board: bool = False
    by_key: Mapping[str, Meld] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_key", {kind.key: kind for kind in self.declarations})

    @property
    def on_a_board(self) -> "Variant":
        """The same game as a board: the hand is played to its end by all together, and no score wins
        (GAP-F13)."""
        hand = replace(self, board=True, target=None, plays_on=True, games=1, one_hand=True, double=None)
        return replace(hand, closing=False, knocking=False, parts=False)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.seating)

    @property
    def hand(self) -> int:
        """The cards each player holds."""
        return sum(self.packets)

    @property
    def pack(self) -> tuple[Card, ...]:
        """All the cards."""
        return whole_pack(self.packs, self.left_out)

    @property
    def tricks(self) -> int:
        """The tricks of a hand."""
        return len(self.pack) // self.players

    def kind(self, key: str, trump: Suit | None = None) -> Meld:
        """The declaration with that key, under those trumps. Raises RuleError if the game has none."""
        for kind in self.kinds(trump):
            if kind.key == key:
                return kind
        raise RuleError("combination", "There is no '{kind}' in this game.", kind=key)

    def bezique_pair(self, trump: Suit | None) -> tuple[str, str]:
        """The two cards of a bezique under those trumps, in the notation."""
        if self.switched is not None and trump is not None and trump.value in self.switched[0]:
            return self.switched[1]
        return BEZIQUE_PAIR

    def kinds(self, trump: Suit | None) -> tuple[Meld, ...]:
        """The declarations under those trumps, which may say what makes bezique."""
        pair = self.bezique_pair(trump)
        return self.declarations if pair == BEZIQUE_PAIR else _with_beziques(self.declarations, pair)

    def next_seat(self, seat: int) -> int:
        """The seat on the left."""
        return (seat + 1) % self.players

    def round_from(self, seat: int) -> tuple[int, ...]:
        """All seats in turn, beginning with that one."""
        return _round(seat, len(self.seating.names))


@cache
def _with_beziques(declarations: tuple[Meld, ...], pair: tuple[str, str]) -> tuple[Meld, ...]:
    return tuple(with_pair(kind, pair) for kind in declarations)


@cache
def _round(seat: int, players: int) -> tuple[int, ...]:
    return (*range(seat, players), *range(seat))


@cache
def whole_pack(packs: int, left_out: tuple[str, ...] = ()) -> tuple[Card, ...]:
    """So many packs of 32, without those cards."""
    return tuple(card for card in ONE_PACK if card.text not in left_out) * packs
