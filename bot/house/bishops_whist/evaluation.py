"""What becomes of the trick if a card is played: who takes it, and with which bishops."""

from functools import cached_property

from bot.house.bishops_whist.chances import can_ruff, has_knight, share, void
from bot.house.bishops_whist.knowledge import BISHOP, BishopsKnowledge
from bot.house.bishops_whist.weights import Weights
from bot.house.tricks import choice
from bot.house.tricks.chances import chance_of_trick, out_of
from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.whist.bishops.pack import CARD_HEIGHT

_IRREGULAR_STANDS = 0.1
_IRREGULAR_TRUMP_STANDS = 0.25
"""Chance that the best card of an irregular trick is not beaten by one enemy still to play."""

_PARTNER_TAKES_IRREGULAR = 0.7

_KNIGHT_SAVES = 0.7  # how often a knight is spent to keep a bishop back that would have to fall


class Choice(choice.Choice[BishopsKnowledge, Weights]):
    """A card that may be played, and what may come of it."""

    @property
    def bishops_shown(self) -> int:
        return sum(1 for card in self.plays if card.rank is Rank.BISHOP)

    @cached_property
    def bishops_to_come(self) -> tuple[float, float]:
        """Bishops expected to come down yet: if this side takes the trick, and if it does not."""
        return _bishops_to_come(self)

    @property
    def bishop(self) -> bool:
        return self.card.rank is Rank.BISHOP

    @property
    def guards_bishop(self) -> bool:
        """Whether the bishop of its suit is in this hand, beside the card."""
        return not self.bishop and BISHOP in self.holding

    @property
    def enemy_bishop(self) -> float:
        """Chance that an enemy holds the bishop of the card's suit."""
        chances = self.known.bishops.get(self.suit)
        return 1 - chances[self.known.partner] if chances else 0.0

    def chance_ours(self, mine: bool) -> float:
        known, weights = self.known, self.weights
        led, winner = self.plays[0].suit, self.plays[self.best]
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
