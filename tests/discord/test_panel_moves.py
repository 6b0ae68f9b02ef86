"""The buttons of a hand panel: what can be done now and nothing else, each in the style of its sense."""

from typing import Any

import discord
import pytest

from bot.rules.catalogue import ENGLISH
from bot.rules.game import AnyGame, Chance
from bot.rules.presentation.scene import Choice, Sense
from bot.rules.registry import GAMES, text_for
from bot.tables.state.snapshot import TableSnapshot
from cogs.hand.panel import draw_hand_panel
from cogs.ui.names import plain_name
from tests.discord.test_limits import at_table
from tests.discord.world import walk
from tests.rules.play import random_match

BRIGHT = {discord.ButtonStyle.primary.value, discord.ButtonStyle.success.value}
MOVES = {
    "american-whist": ({}, 120),
    "english-whist": ({"revokes": True}, 120),
    "dummy-whist": ({}, 120),
    "rubicon-bezique": ({}, 300),
    "four-handed-bezique": ({}, 200),
    "mariage": ({}, 150),
    "cinq-cents": ({}, 300),
    "old-maid": ({}, 80),
    "matador": ({}, 120),
    "bingo": ({}, 120),
}
"""A game, its options, and how many of its moves are looked at."""


async def buttons_of(snapshot: TableSnapshot, seat: int) -> dict[str, dict[str, Any]]:
    """The moves on a panel that are buttons, by their notation."""
    drawing = await draw_hand_panel(snapshot, seat, ENGLISH, with_pictures=False)
    found = [part for part in walk(drawing.view.to_components()) if part.get("type") == 2]
    moves = [part for part in found if ":!" not in part["custom_id"]]
    return {part["custom_id"].split(":", 3)[3]: part for part in moves}


def choices_of(snapshot: TableSnapshot, seat: int) -> dict[str, Choice]:
    scene = text_for(snapshot.table.game).scene(snapshot.view(seat), snapshot.names(plain_name, ENGLISH))
    return {choice.move: choice for choice in scene.choices}


@pytest.mark.parametrize("key", MOVES)
async def test_only_what_can_be_done_is_a_button_and_its_style_says_what_it_means(key: str) -> None:
    game: AnyGame = GAMES[key]
    chosen, most = MOVES[key]
    seen = 0
    for step in random_match(game, game.options(chosen), 0, 4, most=most):
        due = game.to_act(step.after)
        if isinstance(due, Chance) or not due:
            continue
        snapshot = at_table(game, {**chosen}, step.after)
        (seat, *_) = snapshot.players_awaited() or (None,)
        if seat is None:
            continue
        choices = choices_of(snapshot, snapshot.seat_for(seat))
        for move, button in (await buttons_of(snapshot, seat)).items():
            assert not button.get("disabled")
            sense = choices[move].sense if move in choices else Sense.ORDINARY
            assert (button["style"] in BRIGHT) is (sense is Sense.ORDINARY), (move, sense)
            seen += 1
    assert seen


async def seen_of(key: str, verb: str, *, most: int, **chosen: Any) -> dict[Sense, str]:
    """In what senses a move of that kind is offered in a match, each with its label."""
    game = GAMES[key]
    found: dict[Sense, str] = {}
    for seed in range(4):
        for step in random_match(game, game.options(chosen), 0, seed, most=most):
            if isinstance(game.to_act(step.after), Chance):
                continue
            snapshot = at_table(game, chosen, step.after)
            for seat in snapshot.awaited:
                for move, choice in choices_of(snapshot, seat).items():
                    if move.split()[0] == verb:
                        found.setdefault(choice.sense, choice.label)
    return found


async def test_a_knock_that_loses_is_risky() -> None:
    found = await seen_of("cinq-cents", "knock", most=400)
    assert Sense.RISKY in found
    assert Sense.LAST_RESORT not in found


async def test_drawing_beside_what_can_be_laid_or_declared_is_a_last_resort() -> None:
    for key, verb in (("matador", "draw"), ("rubicon-bezique", "take")):
        assert set(await seen_of(key, verb, most=400)) == {Sense.ORDINARY, Sense.LAST_RESORT}, key


@pytest.mark.parametrize(("key", "verb"), [("mariage", "close"), ("bingo", "close")])
async def test_what_shuts_the_stock_is_risky(key: str, verb: str) -> None:
    assert set(await seen_of(key, verb, most=300)) == {Sense.RISKY}


@pytest.mark.parametrize("key", ["rubicon-bezique", "four-handed-bezique", "cinq-cents"])
async def test_with_nothing_to_declare_the_panel_asks_nothing(key: str) -> None:
    game: AnyGame = GAMES[key]
    chosen = game.options_type.of_new_table()
    seen = 0
    for step in random_match(game, game.options(chosen), 0, 4, most=300):
        if isinstance(game.to_act(step.after), Chance):
            continue
        snapshot = at_table(game, {**chosen}, step.after)
        for seat in snapshot.awaited:
            if game.formality(step.after, seat) is None or seat == 0:
                continue  # the first is away
            drawing = await draw_hand_panel(snapshot, seat, ENGLISH, with_pictures=False)
            parts = walk(drawing.view.to_components())
            labels = [part["label"] for part in parts if part.get("type") == 2]
            assert not await buttons_of(snapshot, seat)
            assert "Hint" not in labels
            assert "you have nothing to declare" in str(drawing.view.to_components()).lower()
            seen += 1
    assert seen
