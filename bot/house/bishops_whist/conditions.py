"""When what a maxim says is true of a card, in the player's view: what a hint may quote.

The weights are broader: a maxim counts a little where it is nearly true. What is quoted has to be true.
"""

from typing import Final

from bot.house.bishops_whist.chances import can_ruff
from bot.house.bishops_whist.evaluation import Choice
from bot.house.bishops_whist.knowledge import ACE, BISHOP, KING
from bot.rules.cards import KNIGHT, Rank
from bot.rules.whist.bishops.pack import CARD_HEIGHT

SECOND: Final = 1
THIRD: Final = 2
FOURTH: Final = 3

_LIKELY: Final = 0.5
_MANY_TRUMPS: Final = 4
LONGEST_TO_SHORTEN: Final = 3
"""From four cards one discard leaves three, too many to trump in time."""

# The trick


def secures_the_trick(mine: Choice, other: Choice) -> bool:
    """The first beats the enemy's card, or is led and nothing in its suit beats it; the second does not, and
    is less likely to take the trick."""
    return _secures(mine) and not _secures(other) and mine.ours > other.ours


def takes_bishops_on_the_table(mine: Choice, other: Choice) -> bool:
    """A bishop lies in the trick, and the first is likelier to take it."""
    return any(card.rank is Rank.BISHOP for card in mine.known.table) and mine.ours > other.ours


def saves_a_bishop(choice: Choice) -> bool:
    """The card is a bishop in a trick that this side is likely to take."""
    return choice.bishop and choice.ours >= _LIKELY


def loses_a_bishop(choice: Choice) -> bool:
    """The card is a bishop in a trick that the enemy is likely to take."""
    return choice.bishop and choice.ours < _LIKELY


def may_catch_a_bishop(mine: Choice, other: Choice) -> bool:
    """An enemy still to play may hold the bishop of the suit led, and the first is likelier to take it."""
    led = mine.plays[0].suit
    chances = mine.known.bishops.get(led) if led else None
    enemies = [seat for seat in mine.known.after if seat != mine.known.partner]
    if chances is None or mine.plays[0].suit is not other.plays[0].suit:
        return False
    return any(chances[seat] > 0 for seat in enemies) and mine.ours > other.ours


# Keeping


def is_knight(choice: Choice) -> bool:
    """The card is a knight."""
    return choice.card is KNIGHT


def guards_a_bishop(choice: Choice) -> bool:
    """The card stands beside the bishop of its suit."""
    return not is_knight(choice) and choice.guards_bishop


def high_trump(choice: Choice) -> bool:
    """The card is one of the two best trumps left, and no bishop."""
    return choice.trump and not choice.bishop and choice.higher_out <= 1


def commands_a_suit_whose_bishop_is_out(choice: Choice) -> bool:
    """Nothing beats the card in its plain suit, and an enemy may hold the bishop."""
    return plain(choice) and not choice.bishop and not choice.higher_out and choice.enemy_bishop > 0


def serves_less(mine: Choice, other: Choice) -> bool:
    """Both are of a suit, no bishops, and take the trick as yet or do not; the first is lower."""
    if is_knight(mine) or is_knight(other) or mine.bishop or other.bishop or not mine.known.table:
        return False
    alike = mine.card.suit is other.card.suit and mine.wins == other.wins
    return alike and mine.height < other.height


# Leading


def castle_ace_or_king(choice: Choice) -> bool:
    """The card is ace or king of a plain suit, with both of them and not the bishop, who is out."""
    if not plain(choice) or choice.guards_bishop or choice.bishop or choice.enemy_bishop <= 0:
        return False
    return {ACE, KING} <= {*choice.holding} and choice.height in (ACE, KING)


def sure_card(choice: Choice) -> bool:
    """Nothing beats the card in its plain suit, of which this hand has not the bishop."""
    return plain(choice) and not choice.higher_out and not choice.guards_bishop and not choice.bishop


def low_into_their_bishop(choice: Choice) -> bool:
    """The card is lower than the bishop of its plain suit, whom an enemy is likely to hold."""
    return plain(choice) and choice.height < BISHOP and choice.enemy_bishop >= _LIKELY


def beside_a_bishop_to_save(choice: Choice) -> bool:
    """The card stands beside the bishop of its suit, and cards that beat him are out."""
    if is_knight(choice) or not choice.guards_bishop or not choice.higher_out:
        return False
    named = choice.height < BISHOP or choice.card.rank in (Rank.KING, Rank.QUEEN)
    return named and any(height > BISHOP for height in choice.known.out[choice.suit])


def trump_for_the_cardinal(choice: Choice) -> bool:
    """The card is one of four trumps or more, and an enemy may hold the cardinal."""
    return _strong_trump(choice) and choice.enemy_bishop > 0


def trump_for_high_cards(choice: Choice) -> bool:
    """The card is one of four trumps or more, others are out, and another suit has a sure card."""
    if not _strong_trump(choice) or not choice.known.out[choice.suit]:
        return False
    known = choice.known
    return any(
        cards and not any(height > CARD_HEIGHT[cards[0]] for height in known.out[suit])
        for suit, cards in known.suits.items()
        if suit is not known.trump
    )


def trump_of_a_weak_hand(choice: Choice) -> bool:
    """The card is one of three trumps or less."""
    return choice.trump and len(choice.holding) < _MANY_TRUMPS


def partner_may_trump(choice: Choice) -> bool:
    """The suit is plain, and partner is likely to be able to trump it."""
    known = choice.known
    return plain(choice) and can_ruff(known, known.partner, choice.suit) >= _LIKELY


def partners_lead(choice: Choice) -> bool:
    """The suit is plain, and partner has led it."""
    return plain(choice) and choice.suit in choice.known.led_by[choice.known.partner]


# Following


def high_in_suit(choice: Choice, place: int) -> bool:
    """The card follows suit as that play of the trick, and is higher than the bishop."""
    known = choice.known
    return len(known.table) == place and choice.card.suit is known.led and choice.height > BISHOP


def high_second(choice: Choice) -> bool:
    """Second hand: the card follows suit and is higher than the bishop."""
    return high_in_suit(choice, SECOND)


def high_third_where_needed(choice: Choice) -> bool:
    """Third hand: partner's card is not winning, and the card follows suit, is high and wins."""
    return high_in_suit(choice, THIRD) and not choice.known.partner_winning and choice.wins


def takes_it_last(choice: Choice) -> bool:
    """Fourth hand: the enemy was winning, and the card wins."""
    known = choice.known
    return len(known.table) == FOURTH and choice.wins and not known.partner_winning


def trumps_partners_winner(choice: Choice) -> bool:
    """The card trumps what partner is winning."""
    known = choice.known
    return choice.trump and known.led is not known.trump and known.partner_winning


def thrown(choice: Choice) -> bool:
    """The card is thrown away: of a suit, which is neither the one led nor trumps."""
    suit = choice.card.suit
    return suit is not None and suit is not choice.known.led and suit is not choice.known.trump


def shortens_a_suit(choice: Choice) -> bool:
    """The card is thrown from three or less of a suit whose bishop is out, and the hand has trumps."""
    known = choice.known
    if not thrown(choice) or choice.bishop or not known.suits[known.trump]:
        return False
    return choice.suit in known.bishops and len(choice.holding) <= LONGEST_TO_SHORTEN


def thrown_from_a_bishop(mine: Choice, other: Choice) -> bool:
    """Both are thrown away, the second from beside a bishop, the first from a suit without one here."""
    if not thrown(mine) or not thrown(other) or mine.bishop:
        return False
    return guards_a_bishop(other) and not guards_a_bishop(mine)


def plain(choice: Choice) -> bool:
    """The card is of a suit that is not trumps."""
    return not is_knight(choice) and not choice.trump


def _secures(choice: Choice) -> bool:
    if choice.known.table:
        return choice.wins and not choice.known.partner_winning
    return not is_knight(choice) and not choice.higher_out


def _strong_trump(choice: Choice) -> bool:
    return choice.trump and len(choice.holding) >= _MANY_TRUMPS
