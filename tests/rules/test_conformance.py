"""What holds for every game in the registry."""

import itertools
import random
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from bot.rules.cards import parse
from bot.rules.errors import RuleError
from bot.rules.game import AnyGame, Chance
from bot.rules.moves import Move
from bot.rules.registry import GAMES, text_for
from cogs.ui.guides import guide
from tests.rules.matches import CASES, Match, names_of, option_sets
from tests.rules.play import Taken, pieces_in, random_match
from tests.rules.twins import known_to, seen, twins

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def several_matches(game: AnyGame, options: Any, seed: int, most: int) -> Iterator[Taken]:
    """So many moves of one match after the other."""
    seeds = itertools.count(seed, 100)
    endless = itertools.chain.from_iterable(random_match(game, options, 0, each) for each in seeds)
    return islice(endless, most)


@every_game
def test_what_is_not_legal_is_refused_with_a_reason(game: AnyGame) -> None:
    options = game.options({})
    seen_moves = {step.move for step in several_matches(game, options, 4, most=300)}
    refused = 0
    for step in islice(several_matches(game, options, 5, most=120), 0, None, 2):
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
    assert refused > 500


def _differ_in_pieces(move: Move, listed: Move) -> bool:
    return move.verb == listed.verb and move.arguments[:1] == listed.arguments[:1] != ()


@every_game
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
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
COMPARED_ELSEWHERE = 8
"""Plays that are looked at over other hidden cards: under the defaults, and under each other answer."""


@pytest.mark.slow
@pytest.mark.parametrize("match", CASES)
def test_the_same_play_over_other_hidden_cards_looks_the_same(match: Match) -> None:
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
def test_the_guide_can_be_shown_and_the_game_described(game: AnyGame) -> None:
    text = text_for(game.key)
    assert game.key == game.key.lower()
    assert 3 <= len(guide(game.key)) <= 5
    assert all(len(page.text) <= 3500 for page in guide(game.key))
    assert len(text.headline(game)) <= 100
    assert len(f"{text.length(game)} · {text.summary}") <= 100, (
        "the line for people choosing a game is not cut"
    )
    assert text.name
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
