"""What a hint says: the move, the rule that speaks for it, and what others would cost."""

import random

import pytest

from bot.house.jobs import give_advice
from bot.house.registry import player_for
from bot.rules.catalogue import ENGLISH
from bot.rules.moves import Move, Play
from bot.rules.presentation.hints import Cost, Hint, Judged, Unit, cost_of_others
from bot.rules.registry import GAMES
from bot.tables.state.errors import TableError
from bot.tables.state.table import Status
from cogs.hand.hints import hint_text
from cogs.words.amounts import amount_text
from cogs.words.refusals import refusal_text
from tests.discord.test_translation import at_table
from tests.rules.play import random_match


def test_what_other_moves_cost() -> None:
    moves = [Play.read([card]) for card in ("KH", "QH", "JH", "2H")]
    king, queen, jack, two = moves
    worth: dict[Move, float] = {king: 2.0, queen: 1.95, jack: 1.4, two: 0.2}
    cost = cost_of_others(king, worth, Unit.TRICKS, Judged.TRIED)
    assert cost is not None
    assert (cost.instead, cost.equal) == (jack, (queen,))
    assert cost.amount == pytest.approx(0.6)
    alike = cost_of_others(king, {king: 1.0, queen: 1.05}, Unit.TRICKS, Judged.TRIED)
    assert alike == Cost(None, 0.0, Unit.TRICKS, Judged.TRIED, (queen,))
    assert cost_of_others(king, {king: 1.0, queen: 1.5}, Unit.TRICKS, Judged.TRIED) is None
    assert cost_of_others(king, {king: 1.0}, Unit.TRICKS, Judged.TRIED) is None


@pytest.mark.parametrize(
    ("amount", "unit", "said"),
    [
        (0.42, Unit.TRICKS, "0.4 tricks"),
        (0.05, Unit.TRICKS, "0.1 tricks"),
        (1.0, Unit.TRICKS, "1 trick"),
        (2.6, Unit.TRICKS, "2.6 tricks"),
        (0.7, Unit.POINTS, "0.7 points"),
        (40, Unit.POINTS, "40 points"),
        (1, Unit.PIPS, "1 pip"),
    ],
)
def test_a_cost_in_plain_words(amount: float, unit: Unit, said: str) -> None:
    assert amount_text(amount, unit, ENGLISH) == said


def test_a_hint_in_words() -> None:
    game = GAMES["american-whist"]
    at, seat, plays = next(
        (at_table("american-whist", step.after, Status.PLAYING), due[0], found)
        for step in random_match(game, game.options({}), 0, 4, most=60)
        if isinstance(due := game.to_act(step.after), tuple) and due
        if len(found := [m for m in game.legal(step.after, due[0]) if isinstance(m, Play)]) > 2
    )
    advised, other, third = plays[:3]
    named = [play.card.face for play in plays[:3]]
    cost = Cost(third, 0.43, Unit.TRICKS, Judged.TRIED)
    lines = hint_text(
        Hint(advised, "It is best.", cost, "Somebody wrote it."), at, seat, ENGLISH
    ).splitlines()
    assert lines[0].startswith("The house would choose: **")
    assert lines[1:] == [
        "It is best.",
        "-# Somebody wrote it.",
        f"About 0.4 tricks better than {named[2]}, on the average over many ways in which the hidden cards "
        "may lie.",
    ]
    two = hint_text(
        Hint(advised, "", Cost(third, 1.0, Unit.TRICKS, Judged.MAXIMS, (other,))), at, seat, ENGLISH
    )
    assert two.splitlines() == [
        f"The house would choose **{named[0]} or {named[1]}**: it makes no difference.",
        f"About 1 trick better than {named[2]}, as the rules of the book weigh it.",
    ]
    same = Cost(None, 0.0, Unit.TRICKS, Judged.MAXIMS, (other, third))
    assert hint_text(Hint(advised, "", same), at, seat, ENGLISH) == (
        f"The house would choose **{named[0]}, {named[1]} or {named[2]}**: it makes no difference."
    )


@pytest.mark.parametrize("key", sorted(GAMES))
def test_hoyle_says_why_and_at_what_cost_at_every_game_but_of_chance(key: str) -> None:
    game, hoyle, said = GAMES[key], player_for(key), []
    for step in random_match(game, game.options({}), 0, 4, most=120):
        due = game.to_act(step.after)
        if not isinstance(due, tuple) or not due:
            continue
        view = game.view(step.after, due[0])
        if not view.legal or view.legal[0].preliminary or view.legal[0].guess:
            continue
        hint = give_advice(key, hoyle.name, view, random.Random(1))
        assert hint.move == hoyle.choose(view, random.Random(1))
        at = at_table(key, step.after, Status.PLAYING)
        said.append(hint_text(hint, at, due[0], ENGLISH))
        assert "{" not in said[-1]
        assert said[-1].count("pamphlet") == ("Bob Short" in hint.reason), "who that was, once"
        if hint.cost is not None and hint.cost.instead is not None:
            assert hint.cost.amount > 0
            assert hint.cost.instead in view.legal
            assert hint.cost.instead != hint.move
    if key != "old-maid":
        assert any("better than" in text or "would give up" in text for text in said)
        alone = [text for text in said if "\n" not in text and "no difference" not in text]
        assert all("draw" in text.casefold() for text in alone), alone


def test_a_hint_where_all_backs_are_alike_is_refused_in_several_ways() -> None:
    said = {refusal_text(TableError("backs-alike", step=step), ENGLISH) for step in range(12)}
    assert len(said) == 5
    for text in said:
        assert 1 <= text.count(". ") + 1 <= 2
