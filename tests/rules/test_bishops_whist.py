"""Bishops Whist clause by clause: RULES A1 and A3 to A8."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from bot.rules.cards import KNIGHT, Card, Rank, Suit, parse
from bot.rules.catalogue import ENGLISH
from bot.rules.errors import RuleError
from bot.rules.game import Result
from bot.rules.match import GameResult, GameWon, RubberWon, Score
from bot.rules.moves import Cut, Deck, NameTrump
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import CutForDeal, Shuffle
from bot.rules.records.record import read_record
from bot.rules.registry import GAMES, text_for
from bot.rules.seats import Names
from bot.rules.whist.bishops.events import HandScored, PenaltyTaken, TurnedUp
from bot.rules.whist.bishops.pack import BISHOPS, HIGH_TO_LOW, PACK
from bot.rules.whist.bishops.play import KnightsRule, winning_play
from bot.rules.whist.bishops.scoring import Count, game_winner, total_after
from bot.rules.whist.events import TrumpNamed
from bot.rules.whist.state import NamingTrump, Over, Penalty, Playing, Tally
from tests.golden.regenerate import HERE
from tests.rules.play import random_match, refused, refuses

State: TypeAlias = Any
GAME: Any = GAMES["bishops-whist"]
TEXT = text_for(GAME.key)
RECORD = [GAME.parse(text) for _, text in read_record((HERE / "specimen-hand.json").read_text()).moves]
SPECIMEN = RECORD[0].pieces


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse(word) for word in text.split())


def shuffled(pack: tuple[Card, ...] = SPECIMEN, dealer: int = 3, **options: Any) -> State:
    state = GAME.begin(GAME.options(options), dealer)
    return GAME.apply(state, None, Deck(pack)).state


def with_turned(card: str, dealer: int = 3, **options: Any) -> State:
    """The specimen pack with `card` put where the cut at 20 will turn it up."""
    pack = list(SPECIMEN)
    place = pack.index(parse(card))
    pack[20], pack[place] = pack[place], pack[20]
    return shuffled(tuple(pack), dealer, **options)


def played_out(state: State) -> HandScored:
    while True:
        seat = GAME.to_act(state)[0]
        state, events = GAME.apply(state, seat, GAME.legal(state, seat)[0])
        for event in events:
            if isinstance(event, HandScored):
                return event


def dealt(dealer: int = 3) -> State:
    return GAME.apply(shuffled(dealer=dealer), (dealer + 3) % 4, Cut(20)).state


def test_a1_1_four_suits_of_twelve_and_four_knights() -> None:
    assert len(PACK) == 52
    assert PACK.count(KNIGHT) == 4
    for suit in Suit:
        assert sum(card.suit is suit for card in PACK) == 12
    assert not any(card.rank in (Rank.TEN, Rank.JACK) for card in PACK)


def test_a1_2_rank_in_a_suit() -> None:
    assert "".join(rank.value for rank in HIGH_TO_LOW) == "AKQBN98765432"


def drawn(*rounds: str, **options: Any) -> tuple[State, list[Any]]:
    state = GAME.begin(GAME.options(options), None)
    events: list[Any] = []
    for text in rounds:
        step = GAME.apply(state, None, GAME.parse(f"draw {text}"))
        state, events = step.state, [*events, *step.events]
    return state, events


def test_a2_7_the_lowest_cut_deals_and_partners_by_consent_keep_their_chairs() -> None:
    state, events = drawn("KH 9D 4S AC")
    assert state.dealer == 2
    assert isinstance(state, Shuffle)
    assert [event.kind for event in events] == ["draw", "dealer"]


def test_a2_7_cutting_for_the_deal_alone_only_the_lowest_cut_again() -> None:
    state, events = drawn("9H N N 9D", "2S AS")
    assert events[0].again == (0, 3)
    assert state.dealer == 0


def test_a2_7_partners_by_cutting_sit_opposite_the_dealer() -> None:
    state, events = drawn("KH 9D 4S AC", partners="cut")
    seated = events[-1]
    assert state.dealer == 2, "he keeps his chair"
    assert seated.order == (1, 0, 2, 3), "9 comes to face 4"
    names = Names(GAME.seating(state.match.options), ("A", "B", "C", "D"))
    assert seated.data(names) == {"seats": ["B", "A", "C", "D"], "dealer": "C"}
    assert ENGLISH.side(names.reseated(seated.order), 0) == "B and C"


def test_a2_nobody_is_dealt_to_before_a_tie_is_settled() -> None:
    state, _ = drawn("7C N N KH", partners="cut")
    assert isinstance(state, CutForDeal)
    assert GAME.to_act(state).take == 2
    refused(GAME, state, None, GAME.parse("draw 7C N N KH"), "2 people cut now, so 2 cards are wanted")
    refused(GAME, state, None, Deck(SPECIMEN), "The deal is being cut for")


@pytest.mark.parametrize("dealer", [-1, 4])
def test_a_dealer_who_does_not_sit_here(dealer: int) -> None:
    refuses("the seats are 0 to 3", GAME.begin, GAME.options({}), dealer)


@pytest.mark.parametrize(("lift", "fits"), [(4, False), (5, True), (48, True), (49, False)])
def test_a3_13_lift_more_than_four_and_leave_four(lift: int, fits: bool) -> None:
    state = shuffled()
    assert (Cut(lift) in GAME.legal(state, 2)) is fits
    if not fits:
        refused(GAME, state, 2, Cut(lift), "Lift at least 5 cards and at most 48")


def test_amb_a3_the_option_lets_four_be_lifted() -> None:
    state = shuffled(least_lift=4)
    GAME.verify(state, 2, Cut(4))
    assert Cut(4) in GAME.legal(state, 2)
    refused(GAME, state, 2, Cut(3), "Lift at least 4 cards")


def test_a3_12_the_dealers_right_hand_opponent_cuts() -> None:
    state = shuffled(dealer=1)
    assert GAME.to_act(state) == (0,)
    refused(GAME, state, 2, Cut(20), "on the dealer's right")


def test_a3_14_the_top_card_of_the_lower_packet_is_turned_and_is_the_dealers() -> None:
    state = dealt()
    assert state.deal.turned is parse("5C")
    assert parse("5C") in state.hands[3]


def test_a3_15_a_bishop_turned_scores_a_point_for_the_dealers_side() -> None:
    step = GAME.apply(with_turned("BH"), 2, Cut(20))
    (turned,) = [event for event in step.events if isinstance(event, TurnedUp)]
    assert turned.bishop_cut
    assert step.state.deal.trump is Suit.HEARTS


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("card", "points"), [("BH", 1), ("5C", 0), ("QC", 0)])
def test_a3_15_the_point_goes_to_the_dealers_side_at_the_count(dealer: int, card: str, points: int) -> None:
    state = GAME.apply(with_turned(card, dealer), (dealer + 3) % 4, Cut(20)).state
    assert state.match.score.points == (0, 0), "nothing is won in the middle of a hand"
    hand = played_out(state)
    assert (hand.count.bishop_cut[dealer % 2], hand.count.bishop_cut[1 - dealer % 2]) == (points, 0)
    assert sum(hand.points) == sum(max(0, tricks - 6) for tricks in hand.count.tricks) + 8 + points


def test_a3_16_a_knight_turned_the_dealer_names_trumps_before_anything_is_dealt() -> None:
    state = GAME.apply(with_turned("N"), 2, Cut(20)).state
    assert isinstance(state, NamingTrump)
    assert GAME.to_act(state) == (3,)
    for seat in range(4):
        assert GAME.view(state, seat).hand == (), "nobody has a card yet"
    refused(GAME, state, 0, NameTrump(Suit.HEARTS), "It is for the dealer to name trumps")
    after = GAME.apply(state, 3, NameTrump(Suit.HEARTS)).state
    assert after.deal.trump is Suit.HEARTS
    assert KNIGHT in after.hands[3], "the knight stays his"
    assert played_out(after).count.bishop_cut == (0, 0)


@pytest.mark.parametrize("suit", list(Suit))
def test_a3_16_the_dealer_may_name_any_suit(suit: Suit) -> None:
    state = GAME.apply(with_turned("N"), 2, Cut(20)).state
    assert NameTrump(suit) in GAME.legal(state, 3)
    assert GAME.apply(state, 3, NameTrump(suit)).state.deal.trump is suit


def test_a6_32_the_winner_leads_next() -> None:
    state = dealt()
    for seat, text in enumerate(("QH", "KH", "AH", "2H")):
        state = GAME.apply(state, seat, PlayCard(parse(text))).state
    assert GAME.to_act(state) == (2,)


def test_a8_42_a8_43_a8_45_amb_a7_what_is_taken_off() -> None:
    assert total_after((10, 10), (3, 6), [Penalty("exposed", 0), Penalty("revoke", 1)]) == (11, 12)
    assert total_after((10, 10), (3, 6), [Penalty("revoke", 1)] * 3) == (13, 4), "every revoke is charged"
    assert total_after((24, 20), (9, 3), [Penalty("revoke", 0)]) == (24, 23), "no game by that hand"
    assert total_after((0, 0), (1, 8), [Penalty("revoke", 0)]) == (-3, 8)
    assert total_after((0, 0), (1, 8), [Penalty("revoke", 0)], below_zero=False) == (0, 8)


def test_a3_14_no_suit_is_named_when_the_trump_card_has_one() -> None:
    refused(GAME, dealt(), 3, NameTrump(Suit.HEARTS), "The hand is being played")


def test_before_the_deal_nobody_holds_or_sees_a_card() -> None:
    for state in (
        GAME.begin(GAME.options({}), 3),
        shuffled(),
        GAME.apply(with_turned("N"), 2, Cut(20)).state,
    ):
        for seat in (None, 0, 1, 2, 3):
            view = GAME.view(state, seat)
            assert (view.hand, view.held, view.cards, view.tricks) == ((), (0, 0, 0, 0), (), ())
            assert (view.dealer, view.leader, view.trump) == (3, 0, None)
            assert view.turned is (KNIGHT if isinstance(state, NamingTrump) else None)
            assert view.turned_open is isinstance(state, NamingTrump)


def test_the_pack_is_secret_and_sealed_and_cutting_for_the_deal_is_not() -> None:
    deck = GAME.to_act(GAME.begin(GAME.options({}), 3))
    assert (deck.verb, deck.take, deck.secret) == ("deck", 52, True)
    draw = GAME.to_act(GAME.begin(GAME.options({}), None))
    assert (draw.verb, draw.take, draw.secret) == ("draw", 4, False)
    assert sorted(deck.pieces) == sorted(draw.pieces) == sorted(map(str, SPECIMEN))


def test_a4_18_the_specimen_hands_come_out_of_the_fixture() -> None:
    state = dealt()
    printed = (
        "QH BH AD BD 4D 8C 9C AS 2S 4S 6S N N",
        "KH 8H 7H 4H 7D 6D 2D 7C 6C 2C QS 8S 3S",
        "AH 9H 6H 5H 9D 8D QC BC 3C KS 9S 7S 5S",
        "3H 2H KD QD 5D 3D AC KC 5C 4C BS N N",
    )
    for hand, held in zip(state.hands, printed, strict=True):
        assert sorted(map(str, hand)) == sorted(held.split())


def test_a4_19_the_fifty_first_card_falls_to_the_right_hand_opponent() -> None:
    state = dealt()
    assert SPECIMEN[19] is parse("9S")
    assert parse("9S") in state.hands[2]


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("lift", [5, 20, 33, 48])
def test_a4_19_one_by_one_from_the_dealers_left_with_the_lifted_packet_under(dealer: int, lift: int) -> None:
    step = GAME.apply(shuffled(dealer=dealer), (dealer + 3) % 4, Cut(lift))
    if isinstance(step.state, NamingTrump):
        step = GAME.apply(step.state, dealer, NameTrump(Suit.CLUBS))
    piles: list[list[Card]] = [[], [], [], []]
    seat = dealer
    for card in [*SPECIMEN[lift + 1 :], *SPECIMEN[:lift]]:
        seat = (seat + 1) % 4
        piles[seat].append(card)
    assert seat == (dealer + 3) % 4, "the last falls to the right-hand opponent"
    piles[dealer].append(SPECIMEN[lift])
    for hand, pile in zip(step.state.hands, piles, strict=True):
        assert sorted(map(str, hand)) == sorted(map(str, pile))
    assert GAME.to_act(step.state) == ((dealer + 1) % 4,)


def test_a4_20_the_trump_card_lies_open_until_the_first_trick_is_done() -> None:
    state = dealt()
    assert GAME.view(state, None).turned is parse("5C")
    for seat, text in enumerate(("QH", "4H", "5H", "2H")):
        assert GAME.view(state, None).turned_open
        state = GAME.apply(state, seat, PlayCard(parse(text))).state
    assert not GAME.view(state, None).turned_open


def test_a4_20_the_trump_card_may_be_played_to_the_first_trick() -> None:
    state = dealt()
    for seat, text in enumerate(("9C", "2C", "3C")):
        state = GAME.apply(state, seat, PlayCard(parse(text))).state
    GAME.verify(state, 3, PlayCard(parse("5C")))


def test_a4_21_the_deal_passes_to_the_left() -> None:
    state = dealt(dealer=3)
    while state.match.score.hand == 1:
        seat = GAME.to_act(state)[0]
        state = GAME.apply(state, seat, GAME.legal(state, seat)[0]).state
    assert state.dealer == 0


LEGAL = {
    "22-lead-anything": ("AH 3C N", None, "AH 3C N"),
    "22-only-knights": ("N N", None, "N"),
    "23-void-plays-anything": ("3C 4S N", "9H", "3C 4S N"),
    "23-knights-revoke": ("BH 3C N N", "9H", "BH N"),
    "23-any-knight-for-any-bishop": ("BH BC N N", "9H", "BH N"),
    "23-and-again-in-another-suit": ("BH BC N N", "9C", "BC N"),
    "24-without-a-knight-the-bishop-must-fall": ("BH 3C", "9H", "BH"),
    "23-a-guarded-bishop-needs-no-knight": ("BH 2H N", "9H", "BH 2H"),
    "26-no-knight-may-be-played-in-place-of-a-small-card": ("2H N", "9H", "2H"),
    "25-a-knight-led-frees-everybody": ("AH 3C N", "N", "AH 3C N"),
}


@pytest.mark.parametrize(("hand", "led", "legal"), LEGAL.values(), ids=LEGAL)
def test_a5_legal_plays(hand: str, led: str | None, legal: str) -> None:
    for trump in (Suit.HEARTS, Suit.CLUBS):
        playable = KnightsRule().playable(cards(hand), parse(led) if led else None, trump)
        assert playable == cards(legal)


def position(hand: str, led: str | None, trump: Suit = Suit.CLUBS) -> State:
    """Seat 1 is to play, `led` having been led by seat 0."""
    base = dealt()
    played = (parse(led),) if led else ()
    hands = (base.hands[0], cards(hand), *base.hands[2:])
    return Playing(replace(base.deal, trump=trump), hands, 1, played, Tally((), (0, 0)))


@pytest.mark.parametrize(
    ("hand", "led", "card", "code", "reason"),
    [
        ("2H 3C N", "9H", "3C", "follow-suit", "You must follow suit: play one of your hearts."),
        ("2H 3C N", "9H", "N", "follow-suit", "a knight may only stand in for a lone bishop"),
        ("BH 3C N", "9H", "3C", "follow-suit", "play him, or a knight in his place"),
        ("BH 3C", "9H", "3C", "follow-suit", "You must follow suit"),
        ("2H 3C", "9H", "AS", "not-held", "You do not hold the ace of spades."),
        ("2H 3C", "9H", "N", "not-held", "You do not hold a knight."),
    ],
)
def test_a5_refusals_say_what_to_do(hand: str, led: str, card: str, code: str, reason: str) -> None:
    with pytest.raises(RuleError) as refusal:
        GAME.verify(position(hand, led), 1, PlayCard(parse(card)))
    assert refusal.value.code == code
    assert reason in refusal.value.reason


@pytest.mark.parametrize("trump", [Suit.HEARTS, Suit.CLUBS], ids=["trumps-led", "plain-suit-led"])
def test_a5_23_the_knights_revoke_holds_in_trumps_too(trump: Suit) -> None:
    GAME.verify(position("BH 3C N", "9H", trump), 1, PlayCard(KNIGHT))


def test_verify_and_legal_agree_on_every_card() -> None:
    for hand in ("BH 3C N N", "2H BH N", "3C 4S N", "AH KH 2H"):
        for led in ("9H", "4C", "N", "AS"):
            state = position(hand, led)
            legal = {move.card for move in GAME.legal(state, 1)}
            for card in cards(hand):
                try:
                    GAME.verify(state, 1, PlayCard(card))
                except RuleError:
                    assert card not in legal
                else:
                    assert card in legal


@pytest.mark.parametrize(
    ("plays", "trump", "number", "winner"),
    [
        ("9H 2C AH KH", "C", 1, 1),
        ("9H 2C 3C N", "C", 1, 2),
        ("9D N N 8D", "C", 1, 1),
        ("9D BD N QD", "C", 1, 3),
        ("4C N 2C 3C", "C", 1, 0),
        ("2C BC N AC", "C", 5, 3),
        ("N 2S 9H 3D", "C", 1, 0),
        ("N 2S N 3D", "C", 1, 0),
        ("N BD QH AS", "C", 12, 3),
        ("N 2C AH AS", "C", 12, 1),
        ("N AC BH N", "C", 13, 3),
        ("N AC BH 2C", "C", 13, 0),
        ("AC N BH 9H", "C", 13, 1),
        ("AC KH BH 9H", "C", 13, 0),
        ("9H BH 2C 3H", "C", 13, 2),
    ],
)
def test_a6_winners(plays: str, trump: str, number: int, winner: int) -> None:
    suit = next(s for s in Suit if s.value == trump)
    assert winning_play(cards(plays), suit, number) == winner


def test_amb_a5_small_cards_against_a_led_knight_by_the_option() -> None:
    plays = cards("N 2S 9H 3D")
    assert winning_play(plays, Suit.CLUBS, 1, "ten") == 0
    assert winning_play(plays, Suit.CLUBS, 1, "lowest") == 2
    assert winning_play(cards("N 2S 2H 2D"), Suit.CLUBS, 1, "lowest") == 1
    assert winning_play(cards("N N N N"), Suit.CLUBS, 1, "lowest") == 0


def test_amb_a5_the_option_holds_at_the_table() -> None:
    for option, winner in (("ten", 0), ("lowest", 1)):
        state = dealt()
        state = with_match(state, options=GAME.options({"led_knight": option}))
        for seat, text in enumerate(("N", "8H", "6H", "2H")):
            state = GAME.apply(state, seat, PlayCard(parse(text))).state
        assert state.tally.tricks[-1].winner == winner
        assert GAME.to_act(state) == (winner,)


def test_everything_is_posted_but_the_hands_and_each_single_card() -> None:
    posted: dict[bool, set[str]] = {True: set(), False: set()}
    matches = (
        random_match(GAME, GAME.options({"partners": "cut"}), None, 1),
        random_match(GAME, GAME.options({"match": "game"}), None, 2),
    )
    for match in matches:
        for step in match:
            for event in step.events:
                posted[event.posted].add(event.kind)
    assert posted[False] == {"play", "dealt"}
    assert {"draw", "seated", "dealer", "shuffled", "turn-up", "trick", "hand", "game", "rubber"} <= posted[
        True
    ]
    assert TrumpNamed.posted
    assert PenaltyTaken.posted


def test_law_91_the_last_trick_can_be_looked_at_again_and_no_older_one() -> None:
    state = dealt()
    names = Names(GAME.seating(state.match.options), ("A", "D", "B", "C"))
    assert TEXT.last_trick(GAME.view(state, 0), names) is None
    for seat, text in enumerate(("QH", "4H", "5H", "2H")):
        state = GAME.apply(state, seat, PlayCard(parse(text))).state
    assert TEXT.last_trick(GAME.view(state, None), names) == "Trick 1: A Q♥ · D 4♥ · B 5♥ · C 2♥. Taken by A."
    for seat, text in enumerate(("AS", "3S", "5S", "N")):
        state = GAME.apply(state, seat, PlayCard(parse(text))).state
    assert TEXT.last_trick(GAME.view(state, 2), names) == (
        "Trick 2: A A♠ · D 3♠ · B 5♠ · C Knight. Taken by A."
    )


@pytest.mark.parametrize(
    ("tricks", "bishops", "cut", "points"),
    [
        ((7, 6), (1, 3), (0, 0), (3, 6)),
        ((13, 0), (4, 0), (1, 0), (16, 0)),
        ((6, 7), (4, 0), (0, 0), (8, 1)),
        ((0, 13), (0, 4), (1, 0), (1, 15)),
    ],
)
def test_a7_33_points_of_a_hand(
    tricks: tuple[int, int], bishops: tuple[int, int], cut: tuple[int, int], points: tuple[int, int]
) -> None:
    assert Count(tricks, bishops, cut).points == points


def test_a7_34_a_hand_is_worth_nine_to_sixteen() -> None:
    totals = {
        sum(Count((t, 13 - t), (b, 4 - b), cut).points)
        for t in range(14)
        for b in range(5)
        for cut in ((0, 0), (1, 0), (0, 1))
    }
    assert totals == set(range(9, 17))


@pytest.mark.parametrize(
    ("total", "winner"), [((24, 22), None), ((26, 29), 1), ((25, 24), 0), ((25, 25), None), ((30, 25), 0)]
)
def test_a7_35_the_higher_score_wins_once_either_has_25(total: tuple[int, int], winner: int | None) -> None:
    assert game_winner(total) == winner


def with_match(state: State, **changes: Any) -> State:
    """The hand in progress in another match."""
    return replace(state, deal=replace(state.deal, match=replace(state.match, **changes)))


def finish(
    points: tuple[int, int], games: tuple[int, int] = (0, 0), penalties: Sequence[str] = (), **options: Any
) -> tuple[Any, list[Any]]:
    """Play out the specimen hand (3 and 6) from that score; the state after it and its score events."""
    state = dealt()
    for penalty in penalties:
        state = GAME.apply(state, None, GAME.parse(f"penalty {penalty}")).state
    won = tuple(GameResult(side) for side in (0, 1) for _ in range(games[side]))
    state = with_match(state, options=GAME.options(options), score=Score(points, won, 5))
    events: list[Any] = []
    for move in RECORD[2:]:
        step = GAME.apply(state, GAME.to_act(state)[0], move)
        state = step.state
        events += [e for e in step.events if isinstance(e, HandScored | GameWon | RubberWon)]
    return state, events


def test_amb_a6_equal_scores_play_another_hand() -> None:
    state, events = finish((25, 22))
    assert state.match.score.points == (28, 28)
    assert [event.kind for event in events] == ["hand"]
    assert isinstance(state, Shuffle)


def test_amb_a6_by_the_option_the_game_is_void() -> None:
    state, events = finish((25, 22), tie="void")
    assert [(event.kind, event.winner) for event in events] == [("hand", 1), ("game", None)]
    assert (state.match.score.points, state.match.score.games) == ((0, 0), (0, 0))


@pytest.mark.parametrize(("option", "ended"), [("another-hand", ["hand"]), ("void", ["hand", "game"])])
def test_amb_a6_25_all_is_a_tie_as_well(option: str, ended: list[str]) -> None:
    _, events = finish((22, 19), tie=option)
    assert events[0].total == (25, 25)
    assert [event.kind for event in events] == ended


def test_amb_a6_24_all_is_only_a_score() -> None:
    state, events = finish((21, 18), tie="void")
    assert [event.kind for event in events] == ["hand"]
    assert state.match.score.points == (24, 24)


def test_amb_a6_after_a_void_game_the_deal_goes_on_and_the_game_keeps_its_number() -> None:
    state, events = finish((25, 22), games=(1, 1), tie="void")
    assert isinstance(state, Shuffle)
    assert state.dealer == 0
    score = state.match.score
    assert (score.games, score.game, score.hand) == ((1, 1), 3, 6), "the third game is played again"
    assert events[-1].number == 3


def test_a_rubber_may_take_a_third_game() -> None:
    state, events = finish((20, 22), games=(1, 0))
    assert [event.kind for event in events] == ["hand", "game"]
    assert GAME.result(state) is None
    state, events = finish((20, 22), games=(1, 1))
    assert events[-1].games == (1, 2)
    assert GAME.result(state) == Result((23, 28), (1, 2), 1)
    state, events = finish((24, 10), games=(1, 1))
    assert [event.winner for event in events[1:]] == [0, 0]
    assert GAME.result(state) == Result((27, 16), (2, 1), 0)


def test_a_rubber_is_the_best_of_three_games() -> None:
    state, events = finish((20, 22), games=(0, 0))
    assert [event.kind for event in events] == ["hand", "game"]
    assert (state.match.score.games, state.match.score.points) == ((0, 1), (0, 0))
    state, events = finish((20, 22), games=(0, 1))
    assert [event.kind for event in events] == ["hand", "game", "rubber"]
    assert isinstance(state, Over)
    assert GAME.result(state).winner == 1


def test_by_the_option_a_single_game_is_the_match() -> None:
    state, events = finish((20, 22), match="game")
    assert [event.kind for event in events] == ["hand", "game"]
    assert GAME.result(state).winner == 1


def test_nobody_wins_in_the_middle_of_a_hand() -> None:
    state, events = finish((26, 24))
    assert events[-1].kind == "game"
    assert len([event for event in events if event.kind == "hand"]) == 1
    assert state.match.score.games == (0, 1), "29 to 30"


@pytest.mark.parametrize(
    ("points", "penalties", "total", "winner"),
    [
        ((10, 10), ["exposed 0"], (11, 16), None),
        ((10, 10), ["exposed 2", "exposed 1"], (11, 14), None),
        ((10, 10), ["revoke 3"], (13, 12), None),
        ((24, 10), ["exposed 0"], (25, 16), 0),
        ((28, 10), ["revoke 0"], (24, 16), None),
        ((28, 24), ["revoke 0"], (24, 30), 1),
        ((28, 26), ["revoke 2", "revoke 3"], (24, 24), None),
        ((0, 0), ["revoke 0"], (-1, 6), None),
    ],
)
def test_a8_penalties_are_taken_off_when_the_hand_is_counted(
    points: tuple[int, int], penalties: list[str], total: tuple[int, int], winner: int | None
) -> None:
    _, events = finish(points, penalties=penalties)
    assert events[0].total == total
    assert events[0].points == (total[0] - points[0], total[1] - points[1])
    assert [event.winner for event in events[1:2]] == ([] if winner is None else [winner])


def test_amb_a7_the_option_stops_a_score_at_nothing() -> None:
    _, events = finish((0, 0), penalties=["revoke 0", "revoke 1", "revoke 1"], scores_below_zero=False)
    assert events[0].total == (0, 0)
    assert events[0].winner is None, "neither side made more"
    _, events = finish((0, 0), penalties=["revoke 0"], scores_below_zero=False)
    assert events[0].total == (0, 6)


def test_a_penalty_is_the_referees_to_enter() -> None:
    state = dealt()
    move = GAME.parse("penalty exposed 0")
    with pytest.raises(RuleError):
        GAME.apply(state, 1, move)
    step = GAME.apply(state, None, move)
    assert step.events[0].points == 2
    assert step.state.tally.penalties == (Penalty("exposed", 0),)


@pytest.mark.parametrize(
    "text",
    ["", "fly", "play", "play QH 9C", "play 1H", "cut", "cut x", "cut 99999", "trump", "trump X", "deck",
     "penalty rude 0", "penalty revoke 7"],
)  # fmt: skip
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(RuleError) as refusal:
        GAME.parse(text)
    assert refusal.value.code == "notation"


def test_a_pack_that_is_not_the_bishops_pack_is_refused() -> None:
    state = GAME.begin(GAME.options({}), 0)
    refuses("exactly the 52 pieces", GAME.apply, state, None, Deck(SPECIMEN[:51]))
    refuses("exactly the 52 pieces", GAME.apply, state, None, Deck((*SPECIMEN[:51], parse("TS"))))
    refuses("exactly the 52 pieces", GAME.apply, state, None, Deck((*SPECIMEN[:51], KNIGHT)))
    refuses("not for a player", GAME.apply, state, 0, Deck(SPECIMEN))
    assert len(BISHOPS) == 4
