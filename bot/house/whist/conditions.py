"""When what a rule of the book says is true of a card, in the player's view: what a hint may quote.

The weights are broader: a rule counts a little where it is nearly true. What is quoted has to be true.
"""

from typing import Final

from bot.house.tricks.chances import share
from bot.house.whist.chances import can_ruff
from bot.house.whist.evaluation import ACE, JACK, KING, QUEEN, TEN, Choice
from bot.house.whist.knowledge import WhistKnowledge
from bot.rules.whist.pack import CARD_HEIGHT

SECOND: Final = 1
THIRD: Final = 2

_LIKELY: Final = 0.5
_QUART: Final = 4
_QUINT: Final = 5
_TOPS: Final = 2
_THREE: Final = 3
_LONG_WHIST: Final = 10
_EIGHT: Final = 8
_ODD_TRICK_NEAR: Final = 4


# The trick


def beats_the_enemy(choice: Choice) -> bool:
    """The enemy is winning the trick, and the card is better."""
    return bool(choice.known.table) and choice.wins and not choice.known.partner_winning


def decides(mine: Choice, other: Choice) -> bool:
    """The trick makes or saves the odd trick or the game, and the first card is likelier to take it."""
    return mine.ours > other.ours and max(mine.gain, mine.loss) > 0


# Keeping


def lowest_of_a_sequence(mine: Choice, other: Choice) -> bool:
    """Both take the trick and are equals, and the first is lower."""
    takes = bool(mine.known.table) and mine.wins and other.wins
    return takes and _lower(mine, other) and other.height in mine.sequence


def lowest_of_losers(mine: Choice, other: Choice) -> bool:
    """Neither takes the trick, and the first is lower, in its suit or in another that is no trump."""
    if not mine.known.table or mine.wins or other.wins or mine.trump != other.trump:
        return False
    return mine.height < other.height and mine.height == mine.holding[-1]


def retains_a_high_trump(mine: Choice, other: Choice) -> bool:
    """The second is the best trump or an honour; the first is none, or lower and not its equal."""
    high = other.trump and (other.height >= JACK or not other.higher_out)
    return high and (not mine.trump or (mine.height < other.height and mine.height not in other.sequence))


def is_turned_up(choice: Choice) -> bool:
    """The card is the one turned up."""
    return choice.card is choice.known.own_turned


def commands_its_suit(choice: Choice) -> bool:
    """The card is the best left of a plain suit."""
    return not choice.trump and not choice.higher_out


def guards_the_second_best(choice: Choice) -> bool:
    """The card is the only one beside the second best of its plain suit."""
    return _guards(choice, above=1)


def guards_the_third_best(choice: Choice) -> bool:
    """The card is one of two beside the third best of its plain suit."""
    return _guards(choice, above=2)


# Leading


def from_a_strong_suit(choice: Choice) -> bool:
    """The suit is plain, long or rich in honours, and no plain suit is stronger."""
    known = choice.known
    if choice.trump:
        return False
    strength = {
        suit: len(cards) + sum(CARD_HEIGHT[card] >= JACK for card in cards)
        for suit, cards in known.suits.items()
        if suit is not known.trump
    }
    mine = strength[choice.suit]
    return mine > _QUART and mine == max(strength.values())


def through_the_strong(choice: Choice) -> bool:
    """The left hand adversary led the plain suit, and the right hand one did not."""
    left, _, right = choice.known.others
    led_by = choice.known.led_by
    return not choice.trump and choice.suit in led_by[left] and choice.suit not in led_by[right]


def up_to_the_strong(choice: Choice) -> bool:
    """The right hand adversary led the plain suit."""
    return not choice.trump and choice.suit in choice.known.led_by[choice.known.others[2]]


def highest_of_its_sequence(choice: Choice) -> bool:
    """The card heads a sequence that is led from above."""
    return in_sequence(choice) and not led_from_below(choice) and choice.height == choice.sequence[0]


def lowest_of_a_quart_to_a_king(choice: Choice) -> bool:
    """The card is the lowest of four or more in sequence to the king, in a plain suit."""
    sequence = choice.sequence
    to_king = sequence[0] == KING and len(sequence) >= _QUART
    return not choice.trump and to_king and choice.height == sequence[-1]


def lowest_of_five(choice: Choice) -> bool:
    """The card is the lowest of five or more in sequence, in a plain suit."""
    sequence = choice.sequence
    return not choice.trump and len(sequence) >= _QUINT and choice.height == sequence[-1]


def through_a_turned_honour(choice: Choice) -> bool:
    """The card is a trump, and the left hand adversary holds the honour turned up."""
    turned = choice.known.turned
    left = choice.known.others[0]
    through = turned is not None and turned[0] == left and CARD_HEIGHT[turned[1]] >= JACK
    return choice.trump and through


def best_trump_at_eight(choice: Choice) -> bool:
    """Long whist, the adversaries at eight: the best trump of a hand without an honour, and not of four
    without a sequence."""
    known, holding = choice.known, choice.holding
    if not choice.trump or known.target != _LONG_WHIST or known.points[1 - known.me % 2] != _EIGHT:
        return False
    if known.number > 1 or holding[0] >= JACK or choice.height != holding[0]:
        return False
    return not choice.strong_in_trumps or len(choice.sequence) > 1


def trump_of_a_strong_hand(choice: Choice) -> bool:
    """The card is one of four trumps or more, and the hand has two sure cards besides."""
    return choice.trump and choice.strong_in_trumps and tops(choice) >= _TOPS


def trump_of_a_weak_hand(choice: Choice) -> bool:
    """The card is one of three trumps or less, and the hand has not two sure cards besides."""
    return choice.trump and not choice.strong_in_trumps and tops(choice) < _TOPS


def draws_the_enemys_trumps(choice: Choice) -> bool:
    """The card is one of four trumps or more, and the enemy is likely to hold some."""
    return choice.trump and choice.strong_in_trumps and choice.enemy_trumps >= 1


def draws_partners_trumps(choice: Choice) -> bool:
    """The card is a trump, and partner alone holds others."""
    known = choice.known
    return choice.trump and bool(known.out[known.trump]) and not choice.enemy_trumps


def draws_what_partner_would_trump_with(choice: Choice) -> bool:
    """The card is a trump, the odd trick is near, and partner is likely to trump a suit."""
    known = choice.known
    if not choice.trump or min(known.taken) < _ODD_TRICK_NEAR:
        return False
    return max(can_ruff(known, known.partner, suit) for suit in known.suits) >= _LIKELY


def ace_or_king_when_weak(choice: Choice) -> bool:
    """Weak in trumps, the card is ace or king of the two with two or three small."""
    return _ace_and_king(choice) and not choice.strong_in_trumps and choice.height >= KING


def small_from_ace_and_king(choice: Choice) -> bool:
    """Strong in trumps, the card is a small one beside ace and king."""
    return _ace_and_king(choice) and choice.strong_in_trumps and choice.height < JACK


def only_losing_card(choice: Choice) -> bool:
    """The hand has the last trump, winning cards, and the card alone loses."""
    known = choice.known
    if known.out[known.trump] or known.trumps != 1 or choice.trump or not choice.higher_out:
        return False
    return losers(choice) == 1 and len(known.hand) > 2


def partners_lead(choice: Choice) -> bool:
    """Partner led the suit; it is trumps, and the enemy is likely to hold some, or the hand has not five."""
    known = choice.known
    wanted = choice.enemy_trumps >= 1 if choice.trump else known.trumps < _QUINT
    return wanted and choice.suit in known.led_by[known.partner]


def best_of_three_returned(mine: Choice, other: Choice) -> bool:
    """Both are of a suit partner led, three were dealt to this hand, and the first is the best."""
    known = mine.known
    if not partners_lead(mine) or known.had[mine.suit] != _THREE or mine.suit is not other.card.suit:
        return False
    return mine.height == mine.holding[0] and other.height not in mine.sequence


def from_a_tenace(choice: Choice) -> bool:
    """The plain suit is headed by ace and queen, or ace and knave, and the king is out."""
    holding = choice.holding
    if choice.trump or len(holding) == 1 or holding[0] != ACE or holding[1] not in (QUEEN, JACK):
        return False
    return KING in choice.known.out[choice.suit]


def ace_without_the_king(choice: Choice) -> bool:
    """The card is the ace of a plain suit whose king is out."""
    return choice.height == ACE and not choice.trump and KING in choice.known.out[choice.suit]


def king_suit_for_a_queen_suit(mine: Choice, other: Choice) -> bool:
    """The first is small from a king, the second from a queen, and the ace of the first suit is out."""
    return _from(mine, KING) and _from(other, QUEEN) and ACE in mine.known.out[mine.suit]


def thirteenth_card(choice: Choice) -> bool:
    """The card is the last of its plain suit, and the enemy is likely to hold trumps."""
    last = not choice.known.out[choice.suit] and len(choice.holding) == 1
    return not choice.trump and last and choice.enemy_trumps > 0


def best_trump_partner_refusing(choice: Choice) -> bool:
    """The card is the best trump here, and partner refused to trump a suit of which this hand has not the
    best."""
    known = choice.known
    wanted = choice.trump and choice.height == choice.holding[0] and bool(known.out[known.trump])
    return wanted and any(
        known.out[suit] and not (known.suits[suit] and _best_here(known, suit) > known.out[suit][0])
        for suit in known.refused
    )


def one_of_the_last_trumps(choice: Choice) -> bool:
    """The card is one of all the remaining trumps, which this hand holds."""
    known = choice.known
    return choice.trump and not known.out[known.trump] and known.trumps > 1


def forces_partner_when_weak(choice: Choice) -> bool:
    """Partner can trump the suit, and the hand is weak in trumps and has no renounce."""
    return _forces_partner(choice) and not choice.strong_in_trumps and not _renounce(choice)


def forces_partner_when_strong(choice: Choice) -> bool:
    """Partner can trump the suit, and the hand is strong in trumps or has a renounce."""
    return _forces_partner(choice) and (choice.strong_in_trumps or _renounce(choice))


# Following


def small_beside_one_honour(choice: Choice) -> bool:
    """Second hand: the card is a small one of a holding with one honour."""
    honours = sum(height >= JACK for height in choice.holding)
    return in_suit(choice, SECOND) and honours == 1 and choice.height < TEN


def covers(choice: Choice) -> bool:
    """Second hand: an honour was led, and the card is better."""
    return in_suit(choice, SECOND) and CARD_HEIGHT[choice.known.table[0]] >= JACK and choice.wins


def king_or_queen_when_weak(choice: Choice) -> bool:
    """Second hand, weak in trumps: the card is the king, or his equal, of king, queen and small cards."""
    holding = choice.holding
    both = holding[:2] == [KING, QUEEN] and len(holding) > 2
    return in_suit(choice, SECOND) and both and not choice.strong_in_trumps and choice.height >= QUEEN


def best_on_partners_low_card(choice: Choice) -> bool:
    """Third hand: partner led a low card, the enemy is winning, and the card is the best here, or its equal,
    and wins."""
    if not in_suit(choice, THIRD) or CARD_HEIGHT[choice.known.table[0]] >= TEN:
        return False
    return beats_the_enemy(choice) and choice.holding[0] in choice.sequence


def queen_from_ace_and_queen(choice: Choice) -> bool:
    """Third hand: the card is the queen beside the ace, and the king may not lie with the fourth."""
    if not in_suit(choice, THIRD) or choice.height != QUEEN or ACE not in choice.holding or not choice.wins:
        return False
    known = choice.known
    return KING in known.out[choice.suit] and share(known, known.after[0], choice.suit, KING) < 1


def finesses_when_strong(mine: Choice, other: Choice) -> bool:
    """Third hand, strong in trumps: the first is a lower card of a plain suit that wins as yet, the second a
    higher one that is not its equal."""
    if not in_suit(mine, THIRD) or mine.trump or not mine.strong_in_trumps or not mine.higher_out:
        return False
    return beats_the_enemy(mine) and _lower(mine, other) and other.height not in mine.sequence


def in_suit(choice: Choice, place: int) -> bool:
    """Whether the card follows suit, as that play of the trick (0: the lead)."""
    return len(choice.known.table) == place and choice.follows


# Having none of the suit led


def trumps_partners_winner(choice: Choice) -> bool:
    """The card trumps what partner is winning."""
    return choice.ruffs and choice.known.partner_winning


def trumps_a_thirteenth(choice: Choice) -> bool:
    """The card trumps the last card of a suit, and others play after it."""
    known = choice.known
    alone = sum(card.suit is known.led for card in known.table) == 1
    return choice.ruffs and bool(known.after) and alone and known.led is not None and not known.out[known.led]


def trumps_partners_trick_when_strong(choice: Choice) -> bool:
    """Strong in trumps, the card trumps what partner may yet win, or is winning."""
    known = choice.known
    partners = known.partner in known.after or known.partner_winning
    return choice.ruffs and choice.strong_in_trumps and partners


def makes_a_small_trump(choice: Choice) -> bool:
    """The card is one of two trumps or less, all small, and wins the trick as yet."""
    few = len(choice.holding) <= 2 and choice.holding[0] < JACK
    return choice.ruffs and few and choice.wins and not choice.known.partner_winning


def last_to_return(choice: Choice) -> bool:
    """The card is thrown away, small, and the last of a suit that partner led."""
    known = choice.known
    last = choice.thrown and len(choice.holding) == 1 and choice.height < JACK
    return last and choice.suit in known.led_by[known.partner]


def throws_from_a_short_suit(mine: Choice, other: Choice) -> bool:
    """Both are thrown away: the first is small, of three cards or less, the second one of four or more."""
    if not mine.thrown or not other.thrown or mine.height >= JACK:
        return False
    return len(mine.holding) <= _THREE < len(other.holding)


# Signals


def begins_a_call(choice: Choice) -> bool:
    """The hand has four trumps or more, and the card is its first to a plain suit: the lowest but one,
    no honour, and no winner unless it is the second hand's."""
    known = choice.known
    if choice.trump or not choice.follows or (choice.wins and len(known.table) != SECOND):
        return False
    holding = choice.holding
    if known.had[choice.suit] > len(holding) or len(holding) < 2 or not TEN >= choice.height == holding[-2]:
        return False
    told = known.partner not in known.shown  # dummy reads nothing
    return told and choice.strong_in_trumps and choice.enemy_trumps > 0


def calls_for_trumps(mine: Choice, other: Choice) -> bool:
    """The first card begins a call for trumps, the second is lower."""
    return begins_a_call(mine) and _lower(other, mine)


def answers_a_call(choice: Choice) -> bool:
    """The card is a trump, and partner called for trumps that the enemy is likely to hold."""
    return choice.trump and choice.known.partner in choice.known.called and choice.enemy_trumps >= 1


def partner_is_weak(choice: Choice) -> bool:
    """The first card that partner threw away was a small one of the plain suit."""
    return not choice.trump and choice.suit is choice.known.weak[choice.known.partner]


# What a hand is


def tops(choice: Choice) -> int:
    """How many cards of plain suits the hand has that nothing in their suit beats."""
    known = choice.known
    return sum(
        not (known.out[suit] and known.out[suit][0] > CARD_HEIGHT[card])
        for suit, cards in known.suits.items()
        if suit is not known.trump
        for card in cards
    )


def losers(choice: Choice) -> int:
    """How many cards the hand has that something in their suit beats."""
    known = choice.known
    return sum(
        bool(known.out[suit]) and known.out[suit][0] > CARD_HEIGHT[card]
        for suit, cards in known.suits.items()
        for card in cards
    )


def _lower(mine: Choice, other: Choice) -> bool:
    return mine.card.suit is other.card.suit and mine.height < other.height


def _guards(choice: Choice, above: int) -> bool:
    holding, out = choice.holding, choice.known.out[choice.suit]
    if choice.trump or len(holding) != above + 1 or holding[0] in choice.sequence:
        return False
    return sum(height > holding[0] for height in out) == above


def in_sequence(choice: Choice) -> bool:
    """Whether the card is one of two or more in sequence, the highest a ten or better."""
    return len(choice.sequence) > 1 and choice.sequence[0] >= TEN


def led_from_below(choice: Choice) -> bool:
    """Whether the lowest of the sequence is led: of five, or of four to a king, in a plain suit."""
    length = len(choice.sequence)
    return not choice.trump and (length >= _QUINT or (length >= _QUART and choice.sequence[0] == KING))


def _ace_and_king(choice: Choice) -> bool:
    holding = choice.holding
    small = all(height < JACK for height in holding[2:])
    return not choice.trump and holding[:2] == [ACE, KING] and len(holding) in (_QUART, _QUINT) and small


def _from(choice: Choice, top: int) -> bool:
    return not choice.trump and choice.holding[0] == top and choice.height < JACK


def _best_here(known: WhistKnowledge, suit: object) -> int:
    return max(CARD_HEIGHT[card] for card in known.hand if card.suit is suit)


def _renounce(choice: Choice) -> bool:
    known = choice.known
    none = any(not cards for suit, cards in known.suits.items() if suit is not known.trump)
    return none and known.trumps > 0


def _forces_partner(choice: Choice) -> bool:
    known = choice.known
    if choice.trump or choice.suit not in known.lacks[known.partner]:
        return False
    return can_ruff(known, known.partner, choice.suit) > 0
