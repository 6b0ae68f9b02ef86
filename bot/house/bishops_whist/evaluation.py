"""What becomes of the trick if a card is played: who takes it, and with which bishops."""

from dataclasses import dataclass
from functools import cached_property

from bot.house.bishops_whist.chances import can_ruff, has_knight, share, void
from bot.house.bishops_whist.knowledge import BishopsKnowledge
from bot.house.bishops_whist.weights import Weights
from bot.house.chances import chance_of_trick, out_of
from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.whist.bishops.pack import CARD_HEIGHT, CARD_SUIT
from bot.rules.whist.bishops.play import winning_play

_IRREGULAR_STANDS = 0.1
_IRREGULAR_TRUMP_STANDS = 0.25
"""Chance that the best card of an irregular trick is not beaten by one enemy still to play."""

_PARTNER_TAKES_IRREGULAR = 0.7

_KNIGHT_SAVES = 0.7
"""How often a knight is spent to keep a bishop back that would have to fall."""


@dataclass(frozen=True)
class Choice:
    """A card that may be played, and what may come of it."""

    known: BishopsKnowledge
    card: Card
    weights: Weights

    @cached_property
    def plays(self) -> tuple[Card, ...]:
        """The trick with the card played to it."""
        return (*self.known.table, self.card)

    @cached_property
    def best(self) -> int:
        """Place in the trick of the best card so far."""
        known = self.known
        return winning_play(self.plays, known.trump, known.number, known.led_knight)

    @property
    def wins(self) -> bool:
        """Whether the card is the best so far."""
        return self.best == len(self.known.table)

    @cached_property
    def ours(self) -> float:
        """Chance that this side takes the trick."""
        return _chance_ours(self)

    @property
    def bishops_shown(self) -> int:
        """Bishops in the trick."""
        return sum(1 for card in self.plays if card.rank is Rank.BISHOP)

    @cached_property
    def bishops_to_come(self) -> tuple[float, float]:
        """Bishops expected to come down yet: if this side takes the trick, and if it does not."""
        return _bishops_to_come(self)

    @property
    def suit(self) -> Suit:
        """The card's suit. Raises KeyError for a knight."""
        return CARD_SUIT[self.card]

    @property
    def height(self) -> int:
        """The card's height in its suit."""
        return CARD_HEIGHT[self.card]

    @property
    def trump(self) -> bool:
        """Whether the card is a trump."""
        return self.card.suit is self.known.trump

    @property
    def bishop(self) -> bool:
        """Whether the card is a bishop."""
        return self.card.rank is Rank.BISHOP

    @cached_property
    def holding(self) -> list[Card]:
        """This hand's cards of the card's suit, highest first, itself among them."""
        return self.known.suits[self.suit]

    @cached_property
    def higher_out(self) -> int:
        """How many higher cards of the suit are in other hands."""
        return sum(1 for other in self.known.out[self.suit] if other > self.height)

    @property
    def guards_bishop(self) -> bool:
        """Whether the bishop of its suit is in this hand, beside the card."""
        return not self.bishop and any(card.rank is Rank.BISHOP for card in self.holding)

    @property
    def enemy_bishop(self) -> float:
        """Chance that an enemy holds the bishop of the card's suit."""
        chances = self.known.bishops.get(self.suit)
        return 1 - chances[self.known.partner] if chances else 0.0


def _chance_ours(choice: Choice) -> float:
    known, weights = choice.known, choice.weights
    mine = (len(known.table) - choice.best) % 2 == 0
    if not known.after:
        return float(mine)
    led, winner = choice.plays[0].suit, choice.plays[choice.best]
    if led is None:
        return _chance_ours_irregular(known, winner, mine)
    height = CARD_HEIGHT[winner]
    knights = known.knights_out if height < CARD_HEIGHT[KNIGHT] else 0

    def takes(known: BishopsKnowledge, seat: int, led: Suit) -> float:
        ruffs = weights.ruffs * can_ruff(known, seat, led)
        if knights:
            ruffs += (1 - ruffs) * weights.knight_takes * void(known, seat, led) * has_knight(known, seat)
        return ruffs

    return chance_of_trick(known, led, (winner.suit or led, height), mine, share, void, takes)


def _chance_ours_irregular(known: BishopsKnowledge, winner: Card, mine: bool) -> float:
    trump = winner.suit is known.trump
    if trump and all(height < CARD_HEIGHT[winner] for height in known.out[known.trump]):
        return float(mine)
    if not mine:
        return _PARTNER_TAKES_IRREGULAR * (known.partner in known.after)
    enemies = sum(1 for seat in known.after if seat != known.partner)
    return float((_IRREGULAR_TRUMP_STANDS if trump else _IRREGULAR_STANDS) ** enemies)


def _bishops_to_come(choice: Choice) -> tuple[float, float]:
    known, weights = choice.known, choice.weights
    led = choice.plays[0].suit
    if_ours = if_theirs = 0.0
    for seat in known.after:
        forced = willing = 0.0
        if led is None:
            willing = weights.void_gift * sum(chances[seat] for chances in known.bishops.values())
        else:
            without = out_of(known, seat, led)
            if led in known.bishops:
                holds = known.bishops[led][seat]
                forced = holds * without * (1 - _KNIGHT_SAVES * has_knight(known, seat))
                willing = weights.gift * (holds - forced)
                forced *= weights.forced
            if without > 0:
                rest = sum([chances[seat] for suit, chances in known.bishops.items() if suit is not led])
                willing += weights.void_gift * void(known, seat, led) * rest
        if seat == known.partner:
            if_ours += forced + willing
            if_theirs += forced
        else:
            if_ours += forced
            if_theirs += forced + willing * weights.enemy_gift
    return if_ours, if_theirs
