"""The menus of games when there are many more than there are today: families, Discord's limits, any name."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from bot.rules import registry
from bot.rules.catalogue import ENGLISH
from bot.rules.old_maid.game import OldMaid
from bot.rules.presentation import profiles
from bot.rules.presentation.profiles import Profile
from bot.rules.registry import GAMES, text_for
from bot.tables.people.servers import Defaults
from bot.tables.state.chairs import Person
from bot.tables.state.preferences import ServerSettings
from cogs.opening.picker import draw_guides, draw_picker
from cogs.settings.help import draw_guide
from cogs.settings.server import draw_server
from cogs.standings.leaderboard import draw_board
from cogs.standings.stats import draw_stats
from cogs.ui.guides import guide
from cogs.ui.layout import Drawing
from cogs.ui.open_options import OpenOptions
from tests.discord.boards import board_of, stats_of
from tests.discord.test_access import told
from tests.discord.test_limits import check
from tests.discord.world import World, seen, walk

MADE_UP = {
    "northern-solo": ("Northern Solo", "Northern games", ("Nordlicht", "aurora")),
    "northern-pairs": ("Northern Pairs", "Northern games", ("Grań",)),
    "four-handed-northern-pairs": ("Four-handed Northern Pairs", "Northern games", ()),
} | {f"made-up-{chr(97 + n)}": (f"Made Up {chr(65 + n)}", "Made-up games", ()) for n in range(26)}


def made_up(key: str, name: str, family: str, aliases: tuple[str, ...]) -> tuple[Any, Any]:
    game = type("MadeUp", (OldMaid,), {"key": key})()
    return game, Profile(name, "", family, 10, aliases)


@pytest.fixture(autouse=True)
def many_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Twenty-nine games more, a family of twenty-six among them."""
    for key, about in MADE_UP.items():
        game, profile = made_up(key, *about)
        monkeypatch.setitem(registry.GAMES, key, game)
        monkeypatch.setitem(registry._TEXTS, key, "old_maid.text:OldMaidText")
        monkeypatch.setitem(profiles.PROFILES, key, profile)
    yield
    text_for.cache_clear()


def menus(drawing: Drawing) -> list[dict[str, Any]]:
    return [part for part in walk(drawing.view.to_components()) if "options" in part]


def values(menu: dict[str, Any]) -> list[str]:
    return [option["value"] for option in menu["options"]]


def test_each_family_is_a_menu_that_names_its_games_with_a_line_for_each() -> None:
    drawing = draw_picker(list(GAMES), None, OpenOptions(), ENGLISH)
    check(drawing)
    shown = menus(drawing)
    assert sorted(key for menu in shown for key in values(menu)) == sorted(GAMES)
    heads = [menu["placeholder"] for menu in shown]
    assert "Whist: 5 games" in heads
    assert "Northern games: 3 games" in heads
    made = [menu for menu in shown if menu["placeholder"].startswith("Made-up games, ")]
    assert [len(menu["options"]) for menu in made] == [13, 13]
    assert [menu["placeholder"] for menu in made] == [
        "Made-up games, 1 of 2", "Made-up games, 2 of 2"
    ]  # fmt: skip
    for option in (option for menu in shown for option in menu["options"]):
        text = text_for(option["value"])
        assert option["label"] == text.name
        assert option["description"].startswith(f"{text.length(GAMES[option['value']])} · ")


def test_a_picker_is_a_phone_screen_and_what_the_channel_played_last_is_first() -> None:
    drawing = draw_picker(list(GAMES), "northern-solo", OpenOptions(), ENGLISH)
    check(drawing)
    parts = list(walk(drawing.view.to_components()))
    assert sum(part.get("content", "").count("\n") + 1 for part in parts if "content" in part) <= 4
    assert [part["label"] for part in parts if "label" in part and "custom_id" in part] == [
        "Play Northern Solo again", "New here? American Whist", "Lessons"
    ]  # fmt: skip
    assert values(menus(drawing)[0])[0] == "northern-solo"


def test_a_few_games_are_one_menu() -> None:
    few = ["northern-pairs", "four-handed-northern-pairs", "matador"]
    (menu,) = menus(draw_picker(few, "matador", OpenOptions(), ENGLISH))
    assert values(menu) == ["matador", "northern-pairs", "four-handed-northern-pairs"]


def test_every_menu_of_games_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.settings.help.guide", lambda *_: guide("old-maid"))
    for last in (None, *GAMES):
        check(draw_picker(list(GAMES), last, OpenOptions("slow", "bob-short", 2**62), ENGLISH))
    check(draw_guides(ENGLISH))
    assert sorted(key for menu in menus(draw_guides(ENGLISH)) for key in values(menu)) == sorted(GAMES)
    for key in GAMES:
        page = asyncio.run(draw_guide(key, 0, ENGLISH))
        check(page)
        assert sorted([key, *(key for menu in menus(page) for key in values(menu))]) == sorted(GAMES)
    board = asyncio.run(draw_board(board_of("made-up-z"), ENGLISH, with_pictures=False))
    check(board)
    assert values(menus(board)[0])[0] == "made-up-z"
    stats = stats_of("made-up-z")
    drawn = draw_stats(Person(1, "Ann"), stats, ENGLISH, with_pictures=False, own=True, shared=False)
    check(asyncio.run(drawn))
    usual = {key: Defaults({}, 180, "", True) for key in GAMES}
    server = draw_server(
        ServerSettings(1),
        usual,
        dict.fromkeys(GAMES, ()),
        ENGLISH,
        today=0,
        refused=False,
        may_change=True,
        languages=[],
    )
    check(server)
    assert sorted(key for menu in menus(server) for key in values(menu) if key != "-") == sorted(GAMES)


@pytest.mark.parametrize("command", ["table open", "rules", "leaderboard", "stats"])
async def test_any_name_typed_finds_its_game_in_every_command(world: World, command: str) -> None:
    ann = world.people["Ann"]

    async def offered(typed: str) -> list[str]:
        choices = await ann.autocomplete(world.channel, command, "game", typed)
        return [choice["value"] for choice in choices]

    assert await offered("nordl") == ["northern-solo"]
    assert await offered("AURORA") == ["northern-solo"]
    assert await offered("grán") == await offered("Gran") == ["northern-pairs"]
    assert await offered("northern p") == ["northern-pairs", "four-handed-northern-pairs"]
    assert len(await offered("")) == 25
    assert len(await offered("made up")) == 25


async def test_what_was_played_here_last_is_offered_before_anything_is_typed(world: World) -> None:
    await world.slash("Ann", "table open", game="matador")
    choices = await world.people["Ann"].autocomplete(world.channel, "table open", "game", "")
    assert choices[0]["value"] == "matador"


async def test_a_leaderboard_and_a_record_are_found_by_any_name(world: World) -> None:
    board = await world.slash("Ann", "leaderboard", game="besig")
    assert told(board).startswith("Nobody has finished a hand at a table yet; `/table open` starts one.")
    refused = await world.slash("Ann", "stats", game="poker")
    assert told(refused) == "No game is called anything like 'poker'; /table open shows all there are."


async def test_a_game_is_chosen_from_any_menu_of_the_picker(world: World) -> None:
    opened = (await world.slash("Ann", "table open")).response
    menu = next(menu for menu in seen(opened).menus if "bezique" in values(menu))
    assert menu["custom_id"] != seen(opened).menus[0]["custom_id"]
    await world.people["Ann"].select(opened, ["bezique"], custom_id=menu["custom_id"])
    assert (await world.snapshot()).table.game == "bezique"
    guides = (await world.slash("Eve", "rules")).response
    menu = next(menu for menu in seen(guides).menus if "matador" in values(menu))
    await world.people["Eve"].select(guides, ["matador"], custom_id=menu["custom_id"])
    assert "Matador: The idea" in seen(world.env.backend.messages[world.channel.id][seen(guides).id]).text
