"""What holds for every game in the registry."""

import itertools
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from itertools import islice
from types import UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import pytest

from bot.rules.cards import Card, parse
from bot.rules.errors import RuleError
from bot.rules.events import Dealt, Event, Scored
from bot.rules.game import AnyGame, Chance
from bot.rules.moves import Move
from bot.rules.registry import GAMES, text_for
from bot.rules.tiles import Tile
from tests.rules.matches import CASES, PlayedMatch, names_of, option_sets
from tests.rules.play import Taken, pieces_in, random_match
from tests.rules.twins import known_to, seen, twins

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@pytest.fixture(scope="module", params=CASES)
def match(request: pytest.FixtureRequest) -> Iterator[PlayedMatch]:
    """Every game under every answer to every option; pytest runs the tests of one match together."""
    match: PlayedMatch = request.param
    yield match
    # States and events of all matches would fill the memory.
    match.__dict__.pop("steps", None)


def test_every_match_ends_with_a_result_and_not_before(match: PlayedMatch) -> None:
    game, steps = match.game, match.steps
    assert game.to_act(steps[-1].after) == ()
    assert game.result(steps[-1].after) is not None
    assert all(game.result(step.before) is None for step in steps)
    assert any(isinstance(event, Scored) for event in steps[-1].events)


def test_a_match_is_its_log(match: PlayedMatch) -> None:
    game, state = match.game, match.game.begin(match.options, None)
    for step in match.steps:
        state, events = game.apply(state, step.seat, game.parse(str(step.move)))
        assert events == step.events
    assert state == match.steps[-1].after


def test_every_legal_move_comes_back_from_its_notation_and_verifies(match: PlayedMatch) -> None:
    game = match.game
    for step in match.steps[:400]:
        due = game.to_act(step.before)
        for seat in due if isinstance(due, tuple) else ():
            legal = game.legal(step.before, seat)
            assert legal
            assert len(set(legal)) == len(legal)
            for move in legal:
                assert game.parse(str(move)) == move
                assert len(str(move)) <= 60
                game.verify(step.before, seat, move)
            assert set(game.unasked(step.before, seat)) <= set(legal)
            assert game.formality(step.before, seat) in (None, *legal)


def test_optional_moves_come_back_from_their_notation_and_are_not_waited_for(match: PlayedMatch) -> None:
    game = match.game
    for step in match.steps[:400]:
        for seat in range(len(match.names.seats)):
            optional, legal = game.optional(step.before, seat), game.legal(step.before, seat)
            assert not set(optional) & set(legal)
            assert len(set(optional)) == len(optional)
            for move in optional:
                assert game.parse(str(move)) == move
                assert len(str(move)) <= 60
                assert not move.by_chance
                assert not move.blind


def several_matches(game: AnyGame, options: Any, seed: int, most: int) -> Iterator[Taken]:
    """So many moves of one match after the other."""
    seeds = itertools.count(seed, 100)
    endless = itertools.chain.from_iterable(random_match(game, options, 0, each) for each in seeds)
    return itertools.islice(endless, most)


@every_game
def test_what_is_not_legal_is_refused_with_a_reason(game: AnyGame) -> None:
    options = game.options({})
    seen_moves = {step.move for step in several_matches(game, options, 4, most=300)}
    refused = 0
    for step in several_matches(game, options, 5, most=120):
        due = game.to_act(step.before)
        for seat in range(len(game.seating(options))):
            legal = game.legal(step.before, seat)
            if isinstance(due, Chance) or seat not in due:
                assert legal == ()
            for move in seen_moves - set(legal):
                if not game.lists_like_moves and any(_differ_in_pieces(move, listed) for listed in legal):
                    continue
                with pytest.raises(RuleError) as refusal:
                    game.apply(step.before, seat, move)
                assert refusal.value.code
                assert re.fullmatch(r"[A-Z'].*[.]", refusal.value.reason)
                assert f"'{move.verb}'" not in refusal.value.reason
                refused += 1
    assert refused > 1000


def _differ_in_pieces(move: Move, listed: Move) -> bool:
    return move.verb == listed.verb and move.arguments[:1] == listed.arguments[:1] != ()


def test_only_who_is_awaited_can_move(match: PlayedMatch) -> None:
    game, players = match.game, range(len(match.names.seats))
    for step in match.steps[:130]:
        due = game.to_act(step.before)
        awaited = due if isinstance(due, tuple) else (None,)
        for other in {None, *players} - {*awaited}:
            if other is not None and step.move in game.optional(step.before, other):
                continue
            with pytest.raises(RuleError) as refusal:
                game.verify(step.before, other, step.move)
            assert refusal.value.code == "not-your-turn"
            with pytest.raises(RuleError):
                game.apply(step.before, other, step.move)


@every_game
def test_nothing_can_be_done_when_the_match_is_over(game: AnyGame) -> None:
    steps = list(random_match(game, game.options({}), 0, 10))
    over = steps[-1].after
    for seat, move in {(step.seat, step.move) for step in steps[:70]}:
        with pytest.raises(RuleError) as refusal:
            game.apply(over, seat, move)
        assert refusal.value.code == "over"
    assert all(game.legal(over, seat) == () for seat in range(len(game.seating(game.options({})))))


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("seed", range(3))
def test_views_scenes_and_events_show_no_hidden_card(game: AnyGame, seed: int) -> None:
    options = game.options({})
    names, text = names_of(game, options), text_for(game.key)
    steps = list(random_match(game, options, 0, seed, most=130))
    named = naming({piece for step in steps for piece in pieces_in(step.after)})
    for seat in (None, *range(len(game.seating(options)))):
        for step, known in zip(steps, known_to(game, seat, steps), strict=True):
            view = game.view(step.after, seat)
            shown = set(pieces_in([view, seen(step, seat)]))
            assert shown <= known, f"seat {seat} sees {shown - known} after {step.move}"
            events = [text.describe_event(event, names) for event in seen(step, seat)]
            told = repr([text.scene(view, names), events])
            assert named(told) <= known, f"seat {seat} is told of {named(told) - known} after {step.move}"


def naming(pieces: set[Any]) -> Callable[[str], set[Any]]:
    """What finds the pieces that a text names, by notation, face or words."""
    by_name = {name: piece for piece in pieces for name in (f"'{piece.text}'", piece.face, piece.words)}
    pattern = re.compile("|".join(rf"{re.escape(name)}(?!\w)" for name in by_name))
    return lambda text: {by_name[name] for name in pattern.findall(text)}


def test_a_piece_is_found_by_any_of_its_names() -> None:
    pieces = {parse(text) for text in ("QH", "TD", "2S")}
    named = naming(pieces)
    assert named("['QH'] and 10♦, not 10♦x or 2") == {parse("QH"), parse("TD")}
    assert named("the two of spades and Q♥") == {parse("2S"), parse("QH")}
    assert named("QH bare, 12 of hearts") == set()


COMPARED = 40
COMPARED_ELSEWHERE = 12
"""Plays that are looked at over other hidden cards: under the defaults, and under each other answer."""


@pytest.mark.slow
def test_the_same_play_over_other_hidden_cards_looks_the_same(match: PlayedMatch) -> None:
    # Two cards the seat has never seen change places in the pack. As long as the moves that were
    # made can still be made, nothing the seat is shown or told may differ.
    enough = COMPARED_ELSEWHERE if match.chosen else COMPARED
    found = list(islice(twins(match.game, match.options, random.Random(11)), enough))
    assert len(found) == enough
    for pair in found:
        for step, other in zip(pair.steps, pair.others, strict=True):
            assert seen(step, pair.seat) == seen(other, pair.seat)
            assert match.game.view(step.after, pair.seat) == match.game.view(other.after, pair.seat)


@every_game
def test_only_the_dealt_see_what_they_were_dealt(game: AnyGame) -> None:
    private: list[Event] = []
    for step in random_match(game, game.options({}), 0, 6, most=300):
        private += [event for event in step.events if event.seen_by is not None]
    assert private
    for event in private:
        assert not event.posted, "a private event cannot be posted in the channel"
        assert not isinstance(event, Scored)
    for event in private:
        if isinstance(event, Dealt):
            assert event.seen_by == (event.seat,)


def test_scenes_can_be_drawn_within_discords_limits(match: PlayedMatch) -> None:
    game, names, text = match.game, match.names, match.text
    for step in match.steps[:250]:
        due = game.to_act(step.after)
        for seat in (None, *range(len(names.seats))):
            view = game.view(step.after, seat)
            scene = text.scene(view, names)
            # Choices beyond a sheet of buttons become menus, four at most beside the rest.
            assert len(scene.choices) <= 100
            assert all(1 <= len(choice.label) <= 80 for choice in scene.choices)
            assert len({choice.move for choice in scene.choices}) == len(scene.choices)
            assert len(scene.places) == len(names.seats)
            if seat is None:
                continue
            acting = isinstance(due, tuple) and seat in due
            assert bool(scene.prompt) == acting
            enabled = {choice.move for choice in scene.choices if choice.enabled}
            assert view.seat == seat
            assert view.legal == game.legal(step.after, seat)
            legal = {str(move) for move in view.legal}
            optional = {str(move) for move in game.optional(step.after, seat)}
            assert enabled <= legal | optional
            assert optional <= enabled
            assert bool(enabled - optional) == acting
            if len(legal) <= 13:
                assert enabled == legal | optional


def test_every_move_that_may_be_made_has_words(match: PlayedMatch) -> None:
    game, names, text = match.game, match.names, match.text
    for step in match.steps[:300]:
        for seat in range(len(names.seats)):
            view = game.view(step.after, seat)
            for move in (*view.legal, *game.optional(step.after, seat)):
                described = text.describe_move(view, move, names)
                assert 1 <= len(described.label) <= 80
                assert described.words
                assert str(move) not in (described.label, described.words), "notation is no description"


hints_of = cache(get_type_hints)
SIMPLE = (str, int, bool, type(None), Card, Tile, Enum)


def simple(value: Any, hint: Any) -> bool:
    """Whether a value is of its hint, and can be stored by it: numbers, words, pieces, tuples of them and
    frozen dataclasses with hints of their own."""
    if get_origin(hint) is tuple:
        first, *rest = get_args(hint)
        hints = [first] * len(value) if rest == [...] else get_args(hint)
        return isinstance(value, tuple) and all(map(simple, value, hints)) and len(hints) == len(value)
    if get_origin(hint) in (UnionType, Union):
        return any(simple(value, other) for other in get_args(hint))
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if isinstance(value, SIMPLE) or not is_dataclass(value):
        kind = get_origin(hint) or hint
        return isinstance(kind, TypeVar) or (isinstance(value, SIMPLE) and isinstance(value, kind))
    by_name = hints_of(cast(Any, type(value)))
    assert cast(Any, type(value)).__dataclass_params__.frozen
    return all(simple(getattr(value, field.name), by_name[field.name]) for field in fields(value))


def test_events_can_be_stored_by_their_type_hints(match: PlayedMatch) -> None:
    for step in match.steps:
        for event in step.events:
            assert simple(event, type(event)), event


@every_game
def test_every_event_has_words_and_json(game: AnyGame) -> None:
    options = game.options({})
    names, text = names_of(game, options), text_for(game.key)
    for step in random_match(game, options, None, 8):
        for event in step.events:
            assert text.describe_event(event, names).strip()
            data = event.to_json(names)
            assert data["event"] == event.kind
            assert json.loads(json.dumps(data)) == data, "not JSON as it stands"
        for seat in (None, *range(len(names.seats))):
            last = text.last_trick(game.view(step.after, seat), names)
            assert last is None or last.strip()


@every_game
def test_the_guide_can_be_shown_and_the_game_described(game: AnyGame) -> None:
    text = text_for(game.key)
    assert game.key == game.key.lower()
    assert 1 <= len(text.guide()) <= 5
    assert all(len(page.text) <= 3500 for page in text.guide())
    assert len(text.headline(game)) <= 100
    assert text.name
    assert text.matches(1) != text.matches(3)
    for option in game.options_type.described():
        assert option.question.endswith("?")
        assert option.source
        assert len(option.choices) >= 2
        assert all(len(choice.words) <= 90 for choice in option.choices)


def default(game: AnyGame, name: str) -> object:
    """What holds where nothing is said of that option."""
    return next(option.default for option in game.options_type.described() if option.name == name)


@every_game
def test_options_come_back_as_they_were_stored(game: AnyGame) -> None:
    for chosen in option_sets(game):
        options = game.options(chosen)
        said = options.to_mapping()
        assert {name: value for name, value in said.items() if value != default(game, name)} == chosen
        assert game.options(options.to_mapping()) == options
    with pytest.raises(RuleError, match="no option"):
        game.options({"no_such_rule": 1})


def test_a_game_there_is_not() -> None:
    from bot.rules.registry import game_named

    with pytest.raises(RuleError, match="no game 'snap'"):
        game_named("snap")


def test_the_moves_of_chance_take_what_they_ask_for() -> None:
    rng = random.Random(9)
    for game in GAMES.values():
        for step in random_match(game, game.options({}), None, rng.randrange(99), most=150):
            due = game.to_act(step.before)
            if isinstance(due, Chance):
                assert len(str(step.move).split()) == due.take + 1
                assert due.take <= len(due.pieces)


@every_game
def test_the_line_for_people_choosing_a_game_is_not_cut(game: AnyGame) -> None:
    text = text_for(game.key)
    assert len(f"{text.length(game)} · {text.summary}") <= 100
