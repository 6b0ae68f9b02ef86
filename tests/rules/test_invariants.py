"""What holds in every match of Bishops Whist, however it is played."""

import json
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import KNIGHT, Card, Rank, Suit, parse
from bot.rules.errors import NotationError, RuleError
from bot.rules.match import GameWon
from bot.rules.records.record import RecordError, play_record, read_record
from bot.rules.registry import GAMES
from bot.rules.whist.bishops.events import HandScored
from bot.rules.whist.bishops.pack import PACK
from bot.rules.whist.bishops.play import KnightsRule, winning_play
from bot.rules.whist.bishops.scoring import BISHOP_POINTS
from bot.rules.whist.state import Playing
from tests.golden.regenerate import HERE
from tests.rules.play import random_match

GAME: Any = GAMES["bishops-whist"]
seeds = st.integers(0, 2**32)
few = settings(max_examples=15, deadline=None, derandomize=True)


@few
@given(seed=seeds, dealer=st.integers(0, 3), options=st.sampled_from([{}, {"led_knight": "lowest"}]))
def test_cards_are_conserved_and_hands_shrink_in_turn(seed: int, dealer: int, options: Any) -> None:
    for step in random_match(GAME, GAME.options(options), dealer, seed, most=120):
        play = step.after
        if not isinstance(play, Playing):
            continue
        lying = [card for trick in play.tally.tricks for card in trick.pieces]
        held = [card for hand in play.hands for card in hand]
        assert Counter([*held, *lying, *play.cards]) == Counter(PACK)
        sizes = tuple(len(hand) for hand in play.hands)
        assert max(sizes) - min(sizes) <= 1
        for seat in (None, 0, 1, 2, 3):
            view = GAME.view(step.after, seat)
            assert view.held == sizes
            assert sum(sizes) + 4 * len(view.tricks) + len(view.cards) == len(PACK)
            assert Counter(view.hand) == Counter(() if seat is None else play.hands[seat])


@few
@given(seed=seeds)
def test_a_hand_has_thirteen_tricks_eight_bishop_points_and_nine_to_sixteen_in_all(seed: int) -> None:
    hands = 0
    for step in random_match(GAME, GAME.options({"match": "game"}), None, seed):
        for event in step.events:
            if not isinstance(event, HandScored):
                continue
            hands += 1
            assert sum(event.count.tricks) == 13
            assert BISHOP_POINTS * sum(event.count.bishops) == 8
            assert [s + c for s, c in zip(event.saved, event.captured, strict=True)] == list(
                event.count.bishops
            )
            assert 9 <= sum(event.points) <= 16
            assert [bool(cut) for cut in event.count.bishop_cut].count(True) <= 1
    assert hands >= 2, "no hand is worth 25"


@few
@given(seed=seeds)
def test_a_game_is_won_at_25_by_the_higher_score(seed: int) -> None:
    for step in random_match(GAME, GAME.options({}), None, seed):
        for event in step.events:
            if isinstance(event, GameWon):
                assert event.winner is not None
                assert max(event.points) >= 25
                assert event.points[event.winner] > event.points[1 - event.winner]


@few
@given(
    text=st.text(max_size=60)
    | st.from_regex(r"(play|cut|trump|deck|draw|penalty)( \w{1,3}){0,4}", fullmatch=True)
)
def test_any_text_is_a_move_or_a_notation_error(text: str) -> None:
    try:
        assert GAME.parse(text) == GAME.parse(str(GAME.parse(text)))
    except NotationError as error:
        assert error.code == "notation"


def by_the_sheet(plays: list[Card], trump: Suit, number: int, led_knight: str) -> int:
    """RULES A6 as it is written there."""
    order = "AKQBN98765432"

    def first_highest(among: list[int]) -> int:
        return min(among, key=lambda index: (order.index(plays[index].rank.value), index))

    knights = [index for index, card in enumerate(plays) if card is KNIGHT]
    if number == 13 and knights:
        return knights[-1]
    trumps = [index for index, card in enumerate(plays) if card.suit is trump]
    if trumps:
        return first_highest(trumps)
    if plays[0] is KNIGHT:
        order = order if led_knight == "ten" else "AKQB98765432N"
        return first_highest([0, 1, 2, 3])
    return first_highest([i for i, card in enumerate(plays) if card.suit is plays[0].suit or card is KNIGHT])


@settings(max_examples=250, deadline=None, derandomize=True)
@given(
    trump=st.sampled_from(Suit),
    number=st.sampled_from([1, 6, 12, 13]),
    led_knight=st.sampled_from(["ten", "lowest"]),
    data=st.data(),
)
def test_a6_the_winner_is_who_the_sheet_says(trump: Suit, number: int, led_knight: str, data: Any) -> None:
    # Knights, trumps, pictures and twos come up often, for there the rules are.
    telling = [card for card in PACK if card.suit in (trump, None) or card.rank.value in "AKQB2"]
    card = st.just(KNIGHT) | st.sampled_from(telling) | st.sampled_from(PACK)
    plays = data.draw(st.lists(card, min_size=4, max_size=4))
    assert winning_play(plays, trump, number, led_knight) == by_the_sheet(plays, trump, number, led_knight)


POOL = [parse(text) for text in ["BH", "KH", "2H", "BC", "3C", "BS", "N", "N", "N"]]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    pool=st.permutations(POOL),
    size=st.integers(1, 6),
    led=st.none() | st.sampled_from(["9H", "AH", "4C", "QC", "9S", "9D", "N"]).map(parse),
)
def test_a5_what_may_be_played_is_what_the_sheet_says(pool: Any, size: int, led: Card | None) -> None:
    hand = tuple(pool[:size])
    own = [card for card in hand if led and led.suit and card.suit is led.suit]
    if not own:
        allowed = set(hand)
    elif [card.rank for card in own] == [Rank.BISHOP] and KNIGHT in hand:
        allowed = {own[0], KNIGHT}
    else:
        allowed = set(own)
    legal = KnightsRule().playable(hand, led, Suit.CLUBS)
    assert set(legal) == allowed
    assert len(legal) == len(allowed), "a card is named twice"


nonsense = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["format", "game", "moves"]), inner)
    ),
).map(json.dumps)


@few
@given(text=st.text(max_size=200) | nonsense)
def test_any_text_is_a_record_or_a_record_error(text: str) -> None:
    try:
        read_record(text)
    except RecordError as error:
        assert "\n" not in str(error)


SPECIMEN = (HERE / "specimen-hand.json").read_text()
junk = st.none() | st.booleans() | st.integers() | st.text(max_size=6)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    changes=st.dictionaries(
        st.sampled_from(["game", "options", "seats", "dealer", "moves", "seals", "two\nlines"]),
        junk
        | st.lists(junk | st.tuples(junk, junk), max_size=4)
        | st.dictionaries(st.text(max_size=3), junk),
        max_size=2,
    ),
    place=st.integers(0, 53),
    move=st.tuples(
        st.none() | st.integers(-1, 4), st.text(max_size=8) | st.sampled_from(["play QH", "deck N", "draw N"])
    ),
)
def test_a_spoilt_record_plays_or_is_a_record_error(changes: Any, place: int, move: Any) -> None:
    record = json.loads(SPECIMEN)
    record["moves"][place] = move
    try:
        list(play_record(read_record(json.dumps({**record, **changes}))))
    except RecordError as error:
        assert len(str(error).splitlines()) == 1


@few
@given(
    chosen=st.dictionaries(
        st.text(max_size=8), st.integers() | st.text(max_size=8) | st.booleans(), max_size=3
    )
)
def test_options_are_known_or_refused(chosen: Any) -> None:
    try:
        options = GAME.options(chosen)
    except RuleError as error:
        assert error.code == "option"
    else:
        assert GAME.options(options.to_mapping()) == options
        assert (
            chosen.items()
            <= {option.name: getattr(options, option.name) for option in options.described()}.items()
        )
