"""Small things a newcomer would stumble over: headings, packs of dominoes, guides, answers to typed moves."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.rules.catalogue import ENGLISH
from bot.rules.moves import Move
from bot.rules.old_maid.moves import Take
from bot.rules.presentation.scene import Choice
from bot.rules.records.history import History
from bot.rules.registry import GAMES, text_for
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import LoggedMove, Status
from cogs.hand.moved import moved_text
from cogs.hand.panel import draw_hand_panel
from cogs.table.actions import seals_text
from cogs.table.moves import draw_moves
from cogs.ui import pictures
from cogs.ui.layout import Layout
from tests.discord.test_translation import at_table
from tests.discord.world import walk
from tests.guides import guide_text
from tests.rules.play import random_match
from tests.stored_tables import changed


def labels(layout: Layout) -> list[str]:
    """The headings and the buttons of a message, from top to bottom."""
    parts = walk(layout.drawing().view.to_components())
    shown = (part.get("content") or part.get("label") or part.get("placeholder") for part in parts)
    return [words for words in shown if words]


def matador_to_lay() -> TableSnapshot:
    """A match of Matador in which somebody may lay or draw."""
    game = GAMES["matador"]
    for step in random_match(game, game.options({}), 0, 4, most=60):
        due = game.to_act(step.after)
        if isinstance(due, tuple) and due:
            verbs = [move.verb for move in game.legal(step.after, due[0])]
            if "draw" in verbs and len(verbs) > 1 and game.view(step.after, None).line:
                return at_table("matador", step.after, Status.PLAYING)
    raise AssertionError("nobody may do both")


def test_dominoes_to_be_laid_come_before_drawing_whatever_the_groups_are_called() -> None:
    snapshot = matador_to_lay()
    view = snapshot.view(snapshot.awaited[0])
    choices = text_for("matador").choices(view, view.legal, snapshot.names(lambda who: who.name, ENGLISH))
    choices = [replace(choice, group=choice.group and "Aber") for choice in choices]
    layout = Layout()
    draw_moves(layout, snapshot, sorted(choices, key=lambda choice: not choice.group), ENGLISH)
    shown = labels(layout)
    assert shown[-2:] == ["-# Aber", "Draw a domino"]
    assert len(shown) > 2


@pytest.mark.parametrize("enabled", [True, False])
def test_no_heading_stands_where_nothing_comes_before_it(enabled: bool) -> None:
    snapshot = matador_to_lay()
    plays = [Choice(f"play {number}", f"Card {number}", "", enabled) for number in range(30)]
    layout = Layout()
    draw_moves(layout, snapshot, [*plays, Choice("draw", "Draw", "", group="Or")], ENGLISH)
    shown = labels(layout)
    assert ("-# Or" in shown) is enabled
    assert shown[-1] == "Draw"
    assert shown[0] != "-# Or"


async def test_the_ends_of_the_line_are_named_in_the_readers_language(monkeypatch: pytest.MonkeyPatch):
    snapshot, drawn = matador_to_lay(), []

    def line_picture(pieces: Any, **said: Any) -> bytes:
        drawn.append(said["ends"])
        return b""

    class Spanish:
        def pgettext(self, context: str, message: str, **values: Any) -> str:
            ends = {("end", "left"): "izquierda", ("end", "right"): "derecha"}
            return ends.get((context, message)) or ENGLISH.pgettext(context, message, **values)

        def __getattr__(self, name: str) -> Any:
            return getattr(ENGLISH, name)

    monkeypatch.setattr("bot.art.line_picture", line_picture)
    scene = text_for("matador").scene(snapshot.view(None), snapshot.plain_names)
    await pictures.table(scene, snapshot.plain_names, Spanish())  # type: ignore[arg-type]
    assert drawn == [("izquierda", "derecha")]


def test_dominoes_are_no_pack() -> None:
    text = text_for("matador")
    said = [guide_text("matador")]
    at = matador_to_lay()
    said.append(seals_text(at, ENGLISH))
    game = GAMES["matador"]
    for step in random_match(game, game.options({}), 0, 4, most=120):
        said += [text.describe_event(event, at.plain_names) for event in step.events]
    assert not [words for words in said if "pack" in words.casefold() or "cards" in words.casefold()]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_guide_tells_of_the_table_as_it_is(key: str) -> None:
    pages = guide_text(key)
    match = next((o for o in GAMES[key].options_type.described() if o.name == "match"), None)
    if match is not None:
        assert match.usual == "game"
        assert "match at a new table" in pages
    assert "two games the rubber" not in pages
    assert "two games win the rubber" not in pages
    assert "ceremony" in pages or ".bezique." in type(GAMES[key]).__module__


def played(key: str, moves: int) -> Iterator[tuple[TableSnapshot, TableSnapshot, int, Move]]:
    """A match at a table: before, after, the seat and the move of whatever somebody did."""
    game = GAMES[key]
    now = replace(at_table(key, None, Status.PLAYING), history=History.begin(game, game.options({})))
    for step in random_match(game, game.options({}), None, 4, most=moves):
        assert now.history is not None
        logged = LoggedMove(now.step + 1, step.seat, str(step.move), 0.0)
        after = replace(now, log=(*now.log, logged), history=now.history.apply(step.seat, step.move).history)
        if step.seat is not None:
            yield now, after, step.seat, step.move
        now = after


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_typed_move_is_answered_with_what_came_of_it(key: str) -> None:
    told = []
    for before, after, seat, move in played(key, 150):
        said = moved_text(before, after, seat, move, ENGLISH)
        first, *rest = said.splitlines()
        assert first.startswith(("You play ", "Done: "))
        assert rest, "whom the table waits for, at least"
        assert "{" not in said
        told.append(said)
    joined = "\n".join(told)
    if key.endswith("whist"):
        assert "takes with" in joined
        seating = GAMES[key].seating(GAMES[key].options({}))
        partners = any(len(set(side) - set(seating.dummies)) > 1 for side in seating.sides)
        assert ("Your partner, " in joined) is partners
    if key == "old-maid":
        assert "You drew " in joined
    assert any(line.startswith("Waiting for ") or "our turn" in line for line in joined.splitlines())


def test_a_typed_draw_is_told_to_whoever_drew_and_to_nobody_else() -> None:
    met = 0
    for before, after, seat, move in played("old-maid", 150):
        if isinstance(move, Take):
            card = after.view(seat).last.card  # type: ignore[attr-defined]
            assert card.face in moved_text(before, after, seat, move, ENGLISH)
            met += 1
    assert met > 5


async def test_what_was_drawn_stands_on_the_panel_above_the_cards_of_the_two_who_know_it() -> None:
    for _, after, seat, move in played("old-maid", 150):
        if not isinstance(move, Take) or after.table.status is not Status.PLAYING:
            continue
        last = after.view(seat).last  # type: ignore[attr-defined]
        shown = {}
        for other in range(4):
            drawing = await draw_hand_panel(after, other, ENGLISH, with_pictures=False)
            texts = [part["content"] for part in walk(drawing.view.to_components()) if part.get("content")]
            shown[other] = [text for text in texts if text.startswith("### You drew") or " from you" in text]
        assert {other for other, texts in shown.items() if texts} == {last.seat, last.giver}
        return


async def test_who_was_away_is_told_that_the_house_plays_only_where_it_does() -> None:
    before = next(iter(played("american-whist", 60)))[0]
    away = before.table.chairs[1]
    assert away.away
    drawn = await draw_hand_panel(before, 1, ENGLISH, with_pictures=False)
    assert "a house player plays your hand" in str(drawn.view.to_components())
    seats = tuple(replace(seat, away=True) for seat in before.table.chairs)
    alone = replace(before, table=changed(before.table, seats=seats))
    drawn = await draw_hand_panel(alone, 1, ENGLISH, with_pictures=False)
    assert "a house player plays your hand" not in str(drawn.view.to_components())
    assert "nobody else is here" in str(drawn.view.to_components())
