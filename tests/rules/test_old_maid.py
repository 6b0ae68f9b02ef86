"""Old Maid, clause by clause (RULES H1)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import Card, Rank, parse
from bot.rules.game import Chance, Result
from bot.rules.moves import Deck, Draw
from bot.rules.old_maid import events as ev
from bot.rules.old_maid.game import MAID, PACK, OldMaid
from bot.rules.old_maid.moves import Mix, Take, Throw
from bot.rules.old_maid.state import Deal, Drawing, Mixing
from bot.rules.preliminaries.phases import CutForDeal, Shuffle
from bot.rules.registry import text_for
from bot.rules.seats import Names
from tests.present import present
from tests.rules.play import random_match, refused

GAME: Any = OldMaid()
TEXT = text_for(GAME.key)
few = settings(max_examples=15, deadline=None, derandomize=True)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse, text.split()))


def playing(*hands: str, turn: int = 0, **options: Any) -> Drawing:
    """In the middle of a game: these hands, mixed, `turn` to draw from the right."""
    chosen = GAME.options({"players": len(hands), **options})
    held = tuple(map(cards, hands))
    out = tuple(seat for seat, hand in enumerate(held) if not hand)
    return Drawing(Deal(chosen, 0, held, turn, (0,) * len(hands), out))


def named(state: Any) -> Names:
    seating = GAME.seating(state.deal.options)
    return Names(seating, ("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo")[: len(seating)])


def only(events: Any, kind: type) -> Any:
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_h1_two_to_six_play_for_themselves(players: int) -> None:
    chosen = {} if players == 4 else {"players": players}
    seating = GAME.seating(GAME.options(chosen))
    assert len(seating) == players
    assert all(len(side) == 1 for side in seating.sides)
    assert GAME.players() == (2, 6)


def test_h1_1_49_cards_with_only_one_queen() -> None:
    assert len(PACK) == len(set(PACK)) == 49
    assert [card for card in PACK if card.rank is Rank.QUEEN] == [MAID]
    assert MAID is parse("QS")


def test_h1_the_lowest_cut_deals_the_ace_low() -> None:
    state = GAME.begin(GAME.options({}), None)
    state = GAME.apply(state, None, Draw(cards("2S KH AD AC"))).state
    assert isinstance(GAME.to_act(state), Chance)
    assert GAME.to_act(state).take == 2, "the two aces cut again"
    state = GAME.apply(state, None, Draw(cards("9S 8C"))).state
    assert isinstance(state, Shuffle)
    assert state.dealer == 3


def test_h1_dealt_singly_to_the_last_card() -> None:
    state = GAME.begin(GAME.options({"throw": "by-hand"}), 1)
    state, events = GAME.apply(state, None, Deck(PACK))
    assert [len(hand) for hand in state.deal.hands] == [12, 12, 13, 12], (
        "the first seat to the left has one more"
    )
    assert state.deal.hands[2] == PACK[0::4]
    assert state.deal.hands[3] == PACK[1::4]
    assert only(events, ev.Started).first == 2
    refused(GAME, GAME.begin(GAME.options({}), 1), None, Deck(PACK[:48]), "exactly the 49 pieces")


def test_h1_everybody_throws_pairs_and_three_alike_throw_one_pair() -> None:
    pack = list(cards("KS KH KD 2S 2H 5S"))
    rest = [card for card in PACK if card not in pack]
    # Two players: the first to be dealt to gets the even places.
    ordered = [card for pair in zip([*pack, *rest[:19]], rest[19:], strict=False) for card in pair]
    ordered += [card for card in PACK if card not in ordered]
    state = GAME.begin(GAME.options({"players": 2}), 1)
    state, events = GAME.apply(state, None, Deck(tuple(ordered)))
    thrown = next(event for event in events if isinstance(event, ev.Thrown) and event.seat == 0)
    ranks = Counter(card.rank for pair in thrown.pairs for card in pair)
    assert (ranks[Rank.KING], ranks[Rank.TWO]) == (2, 2)
    assert sum(card.rank is Rank.KING for card in state.deal.hands[0]) == 1
    assert not state.deal.throwing


def test_h1_each_draws_from_the_player_on_the_right_beginning_at_the_dealers_left() -> None:
    state = playing("5H KS", "KD", "5D QS", turn=1)
    assert GAME.to_act(state) == (1,)
    assert state.deal.giver == 0
    state, events = GAME.apply(state, 1, Take(1))
    assert only(events, ev.Took).matched is False
    assert set(state.deal.hands[1]) == set(cards("KD 5H"))
    assert (state.deal.turn, state.deal.giver) == (2, 1)


def test_h1_the_offered_hand_is_mixed_before_every_draw() -> None:
    state = Mixing(playing("5H KS", "KD", "5D QS", turn=1).deal)
    due = GAME.to_act(state)
    assert due == Chance("mix", ("1", "2"), 2, secret=False)
    refused(GAME, state, None, Mix((1, 1)), "to be mixed first")
    mixed = GAME.apply(state, None, Mix((2, 1))).state
    assert mixed.deal.hands[0] == cards("KS 5H")
    assert GAME.view(mixed, 0).hand == GAME.view(state, 0).hand, "its holder sees it sorted all the same"
    assert GAME.view(mixed, 1) == GAME.view(GAME.apply(state, None, Mix((1, 2))).state, 1)


def test_h1_a_pair_made_is_thrown_and_whoever_has_no_cards_is_out() -> None:
    state, events = GAME.apply(playing("5H KS", "KD", "5D QS", turn=1), 1, Take(2))
    assert only(events, ev.Thrown).pairs == (cards("KD KS"),)
    assert only(events, ev.WentOut) == ev.WentOut(1, 1)
    assert state.deal.hands[1] == ()
    assert state.deal.turn == 2, "the turn passes to the left"


def test_h1_draws_skip_players_without_cards() -> None:
    state = playing("5H", "", "5D QS", turn=2)
    assert state.deal.giver == 0, "the nearest on the right who has cards"
    state = playing("5H 9S", "KD", "", "5D QS", turn=1)
    state = GAME.apply(state, 1, Take(1)).state
    assert state.deal.turn == 3


def test_h1_whoever_is_left_with_the_queen_loses() -> None:
    state = playing("5H", "5D QS", turn=0)
    place = state.deal.hands[1].index(parse("5D")) + 1
    state, events = GAME.apply(state, 0, Take(place))
    over = only(events, ev.GameOver)
    assert (over.maid, over.points, over.winner) == (1, (1, 0), None)
    assert (over.won(0), over.won(1)) == (True, False)
    assert GAME.result(state) == Result((1, 0), (1, 0), None)
    assert GAME.to_act(state) == ()
    assert TEXT.scene(GAME.view(state, None), named(state)).title == "Bob is the Old Maid"
    assert "Bob is the Old Maid!" in TEXT.describe_event(over, named(state))


def test_h1_amb_h1_the_turn_passes_on_a_match_or_not() -> None:
    hands = ("5H KS", "KD 9S", "5D QS")
    passed = GAME.apply(playing(*hands, turn=1), 1, Take(2)).state
    assert passed.deal.turn == 2
    again = GAME.apply(playing(*hands, turn=1, draw_again=True), 1, Take(2)).state
    assert again.deal.turn == 1
    unmatched = GAME.apply(playing(*hands, turn=1, draw_again=True), 1, Take(1)).state
    assert unmatched.deal.turn == 2


def test_h1_pairs_may_be_thrown_by_hand() -> None:
    state = playing("5H KS", "KD 9S", "5D QS", turn=1, throw="by-hand")
    state, events = GAME.apply(state, 1, Take(2))
    assert not [event for event in events if isinstance(event, ev.Thrown)]
    assert GAME.to_act(state) == (1,)
    assert GAME.legal(state, 1) == (Throw(cards("KD KS")),)  # type: ignore[arg-type]
    refused(GAME, state, 1, Take(1), "Throw your pairs")
    refused(GAME, state, 1, Throw(cards("KD 9S")), "no pair")  # type: ignore[arg-type]
    refused(GAME, state, 1, Throw(cards("5H 5D")), "do not hold")  # type: ignore[arg-type]
    state = GAME.apply(state, 1, Throw(cards("KS KD"))).state  # type: ignore[arg-type]
    assert state.deal.hands[1] == cards("9S")
    assert state.deal.turn == 2


def test_h1_by_hand_all_throw_at_once_at_the_start() -> None:
    state = GAME.begin(GAME.options({"throw": "by-hand"}), 0)
    state = GAME.apply(state, None, Deck(PACK)).state
    assert GAME.to_act(state) == (0, 1, 2, 3)
    scene = TEXT.scene(GAME.view(state, 2), named(state))
    assert scene.prompt == "You hold a pair: throw it on the table."
    assert all(choice.move.startswith("throw ") for choice in scene.choices)
    assert TEXT.scene(GAME.view(state, None), named(state)).choices == ()


def test_h1_what_was_drawn_is_told_to_nobody_else() -> None:
    _, events = GAME.apply(playing("5H KS", "KD", "5D QS", turn=1), 1, Take(1))
    assert only(events, ev.Shown).seen_by == (1, 0)
    assert not only(events, ev.Took).posted
    assert "5" not in TEXT.describe_event(only(events, ev.Took), named(playing("", "", "")))


def test_h1_any_card_of_the_neighbours_can_be_drawn_and_no_other() -> None:
    state = playing("5H KS 2D", "KD", "5D QS", turn=1)
    assert [str(move) for move in GAME.legal(state, 1)] == ["take 1", "take 2", "take 3"]
    refused(GAME, state, 1, Take(4), "only 3 cards")
    for seat in (0, 2):
        assert refused(GAME, state, seat, Take(1)).code == "not-your-turn"
    room = TEXT.scene(GAME.view(state, None), named(state))
    assert [choice.label for choice in room.choices] == ["Card 1", "Card 2", "Card 3"]
    assert room.rows[0].pieces == ("??", "??", "??")


def test_h1_who_has_no_pair_is_told_to_draw() -> None:
    state = playing("5H KS 2D", "KD", "5D QS", turn=1)
    refused(GAME, state, 1, Throw(cards("KD KS")), "draw a card")  # type: ignore[arg-type]


@few
@given(seed=st.integers(0, 2**32), players=st.integers(2, 6), again=st.booleans())
def test_l20_24_pairs_are_thrown_and_the_queen_is_left(seed: int, players: int, again: bool) -> None:
    options = GAME.options({"players": players, "draw_again": again})
    thrown: list[Card] = []
    state: Any = None
    for step in random_match(GAME, options, None, seed):
        state = step.after
        thrown += [c for e in step.events if isinstance(e, ev.Thrown) for pair in e.pairs for c in pair]
        if not isinstance(state, Shuffle | CutForDeal):
            held = [card for hand in state.deal.hands for card in hand]
            assert Counter([*thrown, *held]) == Counter(PACK)
            assert not state.deal.throwing
    assert len(thrown) == 48
    assert sum(state.deal.pairs) == 24
    assert [hand for hand in state.deal.hands if hand] == [(MAID,)]
    assert len(state.deal.out) == players - 1


def test_what_was_drawn_is_news_to_the_two_who_know_it_and_to_nobody_else() -> None:
    state = playing("5H KS", "KD 9S", "5D QS", turn=1)
    queen = state.deal.hands[0].index(parse("KS")) + 1
    state = GAME.apply(state, 1, Take(queen)).state
    names = named(state)
    scenes = [TEXT.scene(GAME.view(state, seat), names) for seat in (0, 1, 2, None)]
    assert [scene.news for scene in scenes] == [
        "Bob drew K♠ from you.",
        "You drew K♠ from Ann: a pair!",
        "",
        "",
    ]
    assert [bool(scene.facts) for scene in scenes] == [False, False, True, True], "nobody is told it twice"
    state = playing("5H QS", "KD 9S", "5D KH", turn=1)
    state = GAME.apply(state, 1, Take(state.deal.hands[0].index(MAID) + 1)).state
    assert "straight face" in TEXT.scene(GAME.view(state, 1), named(state)).news
    assert "drawn her from you" in TEXT.scene(GAME.view(state, 0), named(state)).news


def test_the_end_is_told_from_the_last_draw_on() -> None:
    state = playing("5H", "5D QS", turn=0)
    place = state.deal.hands[1].index(parse("5D")) + 1
    names = named(state)
    state, events = GAME.apply(state, 0, Take(place))
    sheet = present(TEXT.result([only(events, ev.GameOver)], names, events))
    assert sheet.story.startswith("Three cards were left. Bob held two of them, one the queen; Ann reached")
    assert sheet.story.endswith("a pair! Bob turns up what remains: Q♠.")
    assert sheet.headline == "Bob is the Old Maid!"
    state = playing("5H QS", "5D", turn=0)
    state, events = GAME.apply(state, 0, Take(1))
    sheet = present(TEXT.result([only(events, ev.GameOver)], named(state), events))
    assert "Bob held one, and Ann two" in sheet.story
    assert sheet.headline == "Ann is the Old Maid!"
    bare = present(TEXT.result([only(events, ev.GameOver)], named(state), ()))
    assert bare.story == ""
