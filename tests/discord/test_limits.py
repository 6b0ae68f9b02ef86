"""Every table message and every panel of every game fits into a Discord message."""

from typing import Any

import pytest

from bot.rules.catalogue import ENGLISH
from bot.rules.dominoes.matador.line import Laid
from bot.rules.dominoes.matador.state import Match, Playing
from bot.rules.history import History, Position
from bot.rules.match import Score
from bot.rules.registry import GAMES
from bot.rules.tiles import SET
from bot.tables.model import Person, Seat, Status, Table
from bot.tables.snapshot import TableSnapshot
from cogs.drawing import Drawing, Picture
from cogs.views import pictures
from cogs.views.hand_panel import draw_hand_panel
from cogs.views.options import draw_offer, draw_options
from cogs.views.table_message import draw_table_message
from tests.discord.world import walk
from tests.rules.play import random_match
from tests.rules.test_conformance import CASES

pytestmark = pytest.mark.asyncio

COMPONENTS = 40
TEXT = 4000
OPTIONS = 25


def check(drawing: Drawing) -> None:
    """Raise AssertionError where Discord would refuse the message."""
    parts = list(walk(drawing.view.to_components()))
    assert len(parts) <= COMPONENTS
    assert sum(len(part.get("content", "")) for part in parts) <= TEXT
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(ids) == len(set(ids))
    assert all(len(custom_id) <= 100 for custom_id in ids)
    for part in parts:
        options = part.get("options", [])
        assert len(options) <= OPTIONS
        assert all(len(option["value"]) <= 100 for option in options)


@pytest.fixture(autouse=True)
def _blank_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    async def blank(*arguments: Any) -> Picture:
        return Picture(f"{len(arguments)}-{arguments[1:2]}.png", b"", "")

    monkeypatch.setattr(pictures, "hand", blank)
    monkeypatch.setattr(pictures, "table", blank)


def at_table(game: Any, chosen: dict[str, Any], state: Any, status: Status = Status.PLAYING) -> TableSnapshot:
    names = ("Wolfeschlegelstein the Elder", "Bartholomew Fitzgerald", "C", "D", "E", "F")
    seats = tuple(
        Seat(Person(1_190_000_000_000_000_000 + i, name), away=i == 0) for i, name in enumerate(names)
    )[: len(game.seating(game.options(chosen)))]
    table = Table(
        id=123456,
        guild_id=1,
        channel_id=1_190_000_000_000_000_009,
        host_id=1_190_000_000_000_000_000,
        game=game.key,
        options=chosen,
        seats=seats,
        created_at=0.0,
        turn_seconds=180,
        status=status,
        deadline=1_800_000_000.0,
        waiting=(Person(7, names[0]), Person(8, names[1])),
    )
    history = None if state is None else History(game, Position(state))
    return TableSnapshot(table, (), history)


@pytest.mark.parametrize(("game", "chosen"), CASES)
async def test_all_of_a_match_fits(game: Any, chosen: dict[str, Any]) -> None:
    lobby = at_table(game, chosen, None, Status.LOBBY)
    for drawing in (draw_offer(lobby, ENGLISH), draw_options(lobby, ENGLISH, may_change=True)):
        check(drawing)
    check(await draw_table_message(lobby, ENGLISH, with_pictures=True))
    most = 0
    for step in random_match(game, game.options(chosen), None, 3, most=160):
        snapshot = at_table(game, chosen, step.after)
        check(await draw_table_message(snapshot, ENGLISH, with_pictures=True))
        for seat in snapshot.awaited:
            drawing = await draw_hand_panel(snapshot, seat, ENGLISH, with_pictures=True)
            check(drawing)
            most = max(most, len(list(walk(drawing.view.to_components()))))
    assert most > 5


async def test_a_crowd_of_moves_becomes_menus() -> None:
    # Twenty dominoes and a stock to draw from.
    game = GAMES["matador"]
    match = Match(game.options({}), Score.start(2), 0)
    line = (Laid(SET[-2], 1, 6),)
    state = Playing(match, (SET[:22], SET[22:24]), SET[24:28], line, 0)
    drawing = await draw_hand_panel(at_table(game, {}, state), 0, ENGLISH, with_pictures=True)
    check(drawing)
    menus = [part for part in walk(drawing.view.to_components()) if part.get("type") == 3]
    moves = [option["value"] for menu in menus for option in menu["options"]]
    assert set(moves) == {str(move) for move in game.legal(state, 0)} - {"draw"}
