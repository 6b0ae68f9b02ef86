"""Taking moves back, which is the same in every game."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules import cards, tiles
from bot.rules.errors import NotationError, RuleError
from bot.rules.events import Event, Undone
from bot.rules.game import AnyGame, Chance
from bot.rules.moves import Move, WrittenMove
from bot.rules.records.history import History, Undo, standing
from bot.rules.records.record import Happening, Record, RecordError, play_record, read_record
from bot.rules.registry import GAMES, text_for
from tests.golden.regenerate import HERE
from tests.present import present
from tests.rules.matches import names_of, option_sets
from tests.rules.play import chance_move, pieces_in

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
SETTINGS = [(game, chosen) for game in GAMES.values() for chosen in option_sets(game)]
few = settings(max_examples=30, deadline=None, derandomize=True)
SPECIMEN = json.loads((HERE / "specimen-hand.json").read_text())


@dataclass(frozen=True)
class Made:
    """One move of a match with moves taken back, the match before and after it, and the events."""

    before: History
    seat: int | None
    move: Move
    after: History
    events: tuple[Event, ...]

    @property
    def written(self) -> WrittenMove:
        return self.seat, str(self.move)


def random_history(
    game: AnyGame, chosen: dict[str, Any], seed: int, *, often: float = 0.15, most: int = 400
) -> Iterator[Made]:
    """A match at random in which somebody takes something back every now and then."""
    rng = random.Random(seed)
    options = game.options(chosen)
    history = History.begin(game, options, None)
    seats = range(len(game.seating(options)))
    for _ in range(most):
        due = game.to_act(history.state)
        if due == ():
            return
        seat: int | None
        move: Move
        able = [seat for seat in seats if history.undoable(seat)]
        if able and rng.random() < often:
            seat, move = rng.choice(able), Undo()
        elif isinstance(due, Chance):
            seat, move = None, chance_move(game, due, rng)
        else:
            seat = rng.choice(due)
            move = rng.choice(game.legal(history.state, seat))
        after, events = history.apply(seat, move)
        yield Made(history, seat, move, after, events)
        history = after


def played(history: History, moves: list[WrittenMove]) -> History:
    for seat, text in moves:
        history = history.apply(seat, history.parse(text)).history
    return history


def begun(game: AnyGame, chosen: dict[str, Any] | None = None, dealer: int | None = None) -> History:
    return History.begin(game, game.options(chosen or {}), dealer)


@few
@given(case=st.sampled_from(SETTINGS), seed=st.integers(0, 2**32))
def test_what_was_taken_back_might_never_have_been_made(case: tuple[AnyGame, Any], seed: int) -> None:
    game, chosen = case
    made = list(random_history(game, chosen, seed))
    moves = [one.written for one in made]
    checked = {*random.Random(seed).sample(range(len(made)), min(8, len(made))), len(made) - 1}
    for number in sorted(checked):
        left = standing(moves[: number + 1])
        without = played(begun(game, chosen), [moves[index] for index in left])
        after = made[number].after
        assert after.state == without.state
        assert after.length == number + 1
        for seat in (None, *range(len(game.seating(game.options(chosen))))):
            assert game.view(after.state, seat) == game.view(without.state, seat)
            assert seat is None or len(after.undoable(seat)) == len(without.undoable(seat))
        hands, others = after.position.hands, without.position.hands
        assert [(hand.number, hand.state) for hand in hands] == [(hand.number, hand.state) for hand in others]
        assert after.position.seated == without.position.seated
        known = standing(moves[: after.position.known])
        assert len(known) == without.position.known, "as much is known of the deals"


@few
@given(case=st.sampled_from(SETTINGS), seed=st.integers(0, 2**32))
def test_the_state_is_the_one_before_the_move_that_was_taken_back(case: tuple[AnyGame, Any], seed: int):
    states: list[Any] = []
    moves: list[WrittenMove] = []
    for one in random_history(*case, seed):
        if isinstance(one.move, Undo):
            assert one.seat is not None
            (undone,) = one.events
            assert isinstance(undone, Undone)
            at = len(moves) - undone.moves
            assert moves[at] == (one.seat, undone.move)
            assert all(seat != one.seat for seat, _ in moves[at + 1 :])
            assert all(not text.startswith(("deck ", "cut ", "mix ")) for _, text in moves[at:])
            assert one.after.state == states[at]
            del states[at:], moves[at:]
            continue
        states.append(one.before.state)
        moves.append(one.written)


def kinds(happenings: list[Happening], left: set[int]) -> list[dict[str, Any]]:
    """The events of the moves that were left, as JSON."""
    return [one.event.to_json(one.names) for one in happenings if one.move_number - 1 in left]


@few
@given(case=st.sampled_from(SETTINGS), seed=st.integers(0, 2**32))
def test_a_record_with_moves_taken_back_replays(case: tuple[AnyGame, Any], seed: int) -> None:
    game, chosen = case
    moves = [one.written for one in random_history(game, chosen, seed, most=250)]
    seats = list(names_of(game, game.options(chosen)).seats)
    record = Record(format="cardinal-record/1", game=game.key, options=chosen, seats=seats, moves=moves)
    again = read_record(record.model_dump_json())
    left = standing(moves)
    if len(left) < len(moves):
        assert again == record, "moves could not be taken back when the notation was another"
    happenings = list(play_record(again))
    without = record.model_copy(update={"moves": [moves[index] for index in left]})
    assert kinds(happenings, {*left}) == kinds(list(play_record(without)), {*range(len(left))})
    undos = [one.event.to_json(one.names) for one in happenings if isinstance(one.event, Undone)]
    assert len(undos) == sum(text == "undo" for _, text in moves)


@every_game
def test_it_is_no_move_of_any_game(game: AnyGame) -> None:
    assert Undo.verb not in game.verbs
    with pytest.raises(NotationError):
        game.parse("undo")
    for one in random_history(game, {}, 4, often=0, most=200):
        for seat in range(len(game.seating(game.options({})))):
            assert all(not isinstance(move, Undo) for move in game.legal(one.after.state, seat))
            assert all(not isinstance(move, Undo) for move in game.view(one.after.state, seat).legal)


@every_game
def test_it_has_words_and_names_no_piece_that_nobody_had_seen(game: AnyGame) -> None:
    names, text = names_of(game, game.options({})), text_for(game.key)
    told = 0
    for one in random_history(game, {}, 5, most=1500):
        for event in one.events:
            if not isinstance(event, Undone):
                continue
            told += 1
            assert event.posted
            assert event.seen_by is None
            sentence = text.describe_event(event, names)
            assert sentence.startswith(names[event.seat])
            data = event.to_json(names)
            assert data == {
                "event": "undo", "seat": names[event.seat], "moves": event.moves, "card": event.move,
            }  # fmt: skip
            named = [piece for word in event.move.split()[1:] if (piece := read_piece(word)) is not None]
            assert all(piece.face in sentence for piece in named)
            seen = one.before.undoable(event.seat)[0]
            after = game.apply(seen.before.state, seen.seat, seen.move)
            open_to_all = [
                game.view(after.state, None),
                [event for event in after.events if event.seen_by is None],
            ]
            assert set(named) <= set(pieces_in(open_to_all))
    assert told >= 2, "seldom in Old Maid, where a hand is mixed before each draw"


def read_piece(word: str) -> Any:
    try:
        return (tiles if "-" in word else cards).parse(word.partition("/")[0])
    except NotationError:
        return None


def specimen() -> tuple[History, list[WrittenMove]]:
    """The specimen hand before its first move, and its moves; the seat on the dealer's right cuts."""
    history = begun(GAMES["bishops-whist"], dealer=3)
    return history, [(seat, text) for seat, text in SPECIMEN["moves"]]


def refused(history: History, seat: int | None) -> str:
    with pytest.raises(RuleError) as refusal:
        history.apply(seat, Undo())
    assert refusal.value.reason.endswith(".")
    return refusal.value.code


def test_ones_last_move_goes_and_whatever_came_after_it() -> None:
    history, moves = specimen()
    start = played(history, moves[:4])
    after = played(start, moves[4:7])
    (leader, *_), (_, led) = moves[4], moves[4]
    back, (undone,) = after.apply(leader, Undo())
    assert undone == Undone(leader or 0, 3, led)
    assert back.state == start.state
    assert [made.seat for made in back.made] == [seat for seat, _ in moves[2:4]]
    assert back.length == 8


def test_a_move_may_be_taken_back_and_made_again_and_the_one_before_it_too() -> None:
    history, moves = specimen()
    after = played(history, [*moves[:5], (moves[4][0], "undo"), moves[4], (moves[4][0], "undo")])
    assert after.state == played(history, moves[:4]).state
    assert played(after, [(moves[3][0], "undo")]).state == played(history, moves[:3]).state


def test_neither_the_shuffle_nor_the_cut_can_be_taken_back() -> None:
    history, moves = specimen()
    dealt = played(history, moves[:2])
    assert [text.split()[0] for _, text in moves[:2]] == ["deck", "cut"]
    for seat in range(4):
        assert refused(dealt, seat) == "nothing-to-undo"
        assert refused(history, seat) == "nothing-to-undo"
    assert refused(played(dealt, moves[2:3]), 1) == "nothing-to-undo", "who has played nothing yet"
    assert refused(played(dealt, moves[2:3]), None) == "not-your-turn"


def test_a_hand_that_is_over_can_be_reopened_until_the_next_pack_is_shuffled() -> None:
    history, moves = specimen()
    over = played(history, moves)
    (hand,) = over.position.hands
    assert (hand.number, hand.first, hand.end) == (1, 2, len(moves))
    assert over.position.known == len(moves)
    last = present(moves[-1][0])
    assert [result.unit for result in over.undoable(last)[0].results] == ["hand"]
    back = played(over, [(last, "undo")])
    assert (back.position.hands, back.position.known) == ((), 0)
    again = played(back, moves[-1:])
    assert again.state == over.state
    assert again.position.known == len(moves) + 2
    assert again.position.hands[0].end == len(moves) + 2
    due = again.game.to_act(again.state)
    assert isinstance(due, Chance)
    shuffled = again.apply(None, chance_move(again.game, due, random.Random(1))).history
    assert refused(shuffled, last) == "dealt"


def test_a_hand_that_is_counted_again_is_one_hand() -> None:
    history, moves = specimen()
    penalized = played(history, [*moves, (None, "penalty revoke 1")])
    (hand,) = penalized.position.hands
    assert (hand.number, hand.first, hand.end) == (1, 2, len(moves) + 1)
    assert hand.state == played(history, moves[:2]).state
    last = present(moves[-1][0])
    back, (undone,) = penalized.apply(last, Undo())
    assert undone == Undone(last, 2, moves[-1][1])
    assert back.position.hands == ()


def test_a_match_that_is_over_stays_as_it_is() -> None:
    game = GAMES["bishops-whist"]
    *_, last = random_history(game, {"match": "game"}, 2, often=0, most=10_000)
    assert last.after.game.to_act(last.after.state) == ()
    assert last.after.made == ()
    assert refused(last.after, last.seat) == "over"


def test_what_is_left_of_moves_of_which_some_were_taken_back() -> None:
    moves: list[WrittenMove] = [
        (None, "deck"), (0, "a"), (1, "b"), (0, "c"), (1, "undo"),
        (1, "d"), (1, "undo"), (0, "undo"), (0, "e"),
    ]  # fmt: skip
    assert standing(moves) == [0, 8]
    assert standing(moves[:5]) == [0, 1]
    assert standing(moves[:4]) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("seat", "told"),
    [(None, "Only a player"), (4, "there is no seat 4"), (1, "no move since the cards were last shuffled")],
)
def test_a_record_that_takes_back_what_it_cannot(seat: int | None, told: str) -> None:
    written = {**SPECIMEN, "moves": [*SPECIMEN["moves"][:3], [seat, "undo"]]}
    with pytest.raises(RecordError, match=told) as fault:
        list(play_record(read_record(json.dumps(written))))
    assert str(fault.value).startswith("move 4 (")
