"""What Hoyle can tell from what lies and has lain face up."""

from bot.house.bishops_whist.chances import share, void
from bot.house.bishops_whist.knowledge import BISHOP, BishopsKnowledge
from bot.house.tricks.chances import chance_of_none, out_of
from bot.house.tricks.knowledge import unseen
from bot.rules.cards import KNIGHT, Suit, parse
from bot.rules.moves import Play
from bot.rules.whist.state import Playing
from tests.house.builder import GAME, State, View, apply, cards, dealt, in_play

# Clockwise from seat 0, seat 3 deals and turns the five of clubs: Dana's specimen hand.
SPECIMEN = (
    "QH BH AD BD 4D 8C 9C AS 2S 4S 6S N N",
    "KH 8H 7H 4H 7D 6D 2D 7C 6C 2C QS 8S 3S",
    "AH 9H 6H 5H 9D 8D QC BC 3C KS 9S 7S 5S",
    "3H 2H KD QD 5D 3D AC KC 5C 4C BS N N",
)


def specimen(plays: str) -> State:
    state = dealt([cards(hand) for hand in SPECIMEN], 3, parse("5C"))
    for card in cards(plays):
        assert isinstance(state, Playing)
        state = apply(state, state.seat, Play(card))
    return state


def see(state: State, seat: int) -> View:
    return GAME.view(state, seat)


def test_cards_still_out():
    known = BishopsKnowledge(see(specimen("QH 4H 5H 2H"), 0))
    assert (known.number, known.knights, known.knights_out) == (2, 2, 2)
    assert known.out[Suit.SPADES] == [12, 11, 10, 8, 7, 6, 4, 2]
    assert BISHOP not in known.out[Suit.HEARTS]
    assert set(known.bishops) == {Suit.SPADES, Suit.CLUBS}
    assert known.won == (1, 0)


def test_knights_revoke_shows_no_more_than_a_bishop():
    # To the second trick the dealer puts a knight on a spade: void, or the bishop alone.
    known = BishopsKnowledge(see(specimen("QH 4H 5H 2H AS 3S 5S N"), 0))
    assert Suit.SPADES in known.lacks[3]
    assert out_of(known, 3, Suit.SPADES) == 1
    assert known.bishops[Suit.SPADES][3] > 0.6
    assert 0 < void(known, 3, Suit.SPADES) < 0.4
    assert share(known, 3, Suit.SPADES, 12) == 0


def test_a6_who_puts_a_knight_on_a_suit_may_hold_its_bishop_and_nothing_else_of_it():
    known = BishopsKnowledge(see(specimen("QH 4H 5H 2H AS 3S 5S N"), 0))
    assert known.void[3] == set()
    assert known.may_hold(parse("BS")) == (1, 2, 3)
    assert known.may_hold(parse("KS")) == (1, 2)
    # Who throws another card on it has not even the bishop.
    thrown = BishopsKnowledge(in_play("QH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "6H 8C", "2S"))
    assert thrown.void[1] == thrown.lacks[1] == {Suit.HEARTS}
    assert 1 not in thrown.may_hold(parse("BH"))
    # The card turned up is the dealer's; knights are anybody's.
    assert thrown.may_hold(parse("2S")) == (3,)
    assert set(thrown.may_hold(KNIGHT)) == set(thrown.others)


def test_what_is_unseen_of_a_pack_with_like_cards():
    assert unseen("aabbc", "b", "ac") == ("a", "b")
    assert unseen("aab", "aab") == ()
    assert unseen("aab") == ("a", "a", "b")


def test_a_discard_shows_no_bishop_either():
    view = in_play("QH 7H 3H 9C 6C 3C 9D 6D 3D QS 5S 4S N", "6H 8C", "2S")
    known = BishopsKnowledge(view)
    assert void(known, 1, Suit.HEARTS) == 1
    assert known.bishops[Suit.HEARTS][1] == 0
    # He who throws a club away is less likely to hold its bishop (Discard).
    assert known.bishops[Suit.CLUBS][1] < known.bishops[Suit.CLUBS][0]


def test_turned_up_card_is_the_dealers_until_played():
    known = BishopsKnowledge(see(specimen(""), 0))
    assert known.turned == (3, parse("5C"))
    assert share(known, 3, Suit.CLUBS, 4) == 1
    assert share(known, 1, Suit.CLUBS, 4) == 0
    assert void(known, 3, Suit.CLUBS) == 0
    assert BishopsKnowledge(see(specimen("QH 4H 5H"), 3)).turned is None


def test_a_low_lead_speaks_for_the_bishop_and_a_high_one_against():
    hand = "7H 3H 2H 9C 6C 3C 9D 6D 3D QS 5S 4S N"
    low = BishopsKnowledge(in_play(hand, "4H", "2S")).bishops[Suit.HEARTS]
    high = BishopsKnowledge(in_play(hand, "AH", "2S")).bishops[Suit.HEARTS]
    assert low[0] > 0.34 > high[0]
    assert abs(sum(low) - 1) < 1e-9


def test_chance_of_none():
    assert chance_of_none(13, 39, 0) == 1
    assert abs(chance_of_none(13, 39, 1) - 2 / 3) < 1e-9
    assert chance_of_none(2, 2, 1) == 0
