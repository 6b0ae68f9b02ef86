"""A move by which a game may be lost is asked about; and the marks of five players on a board."""

from bot.rules.catalogue import ENGLISH
from bot.rules.registry import GAMES, text_for
from bot.rules.seats import Names
from bot.tables.state.table import Status
from cogs.ui.pictures import board_of
from tests.discord.test_every_game import opened
from tests.discord.world import World
from tests.rules.ancestor_hands import PEOPLE
from tests.rules.play import random_match


async def test_who_knocks_is_asked_whether_they_mean_it(world: World) -> None:
    await opened(world, "cinq-cents", "Bob")
    name, step = world.awaited(), (await world.snapshot()).step
    knock = "Knock: you have 0 of 500"
    await world.press(name, world.dm(name), knock, dm=True)
    asking = world.dm(name)
    assert "lose: it takes 500?" in asking.text
    assert asking.open_buttons == ["Yes", "No"]
    assert (await world.snapshot()).step == step
    await world.press(name, asking, "No", dm=True)
    assert knock in world.dm(name).open_buttons
    await world.press(name, world.dm(name), knock, dm=True)
    await world.press(name, world.dm(name), "Yes", dm=True)
    assert (await world.snapshot()).table.status is not Status.PLAYING


async def test_no_two_of_five_players_have_the_same_mark_on_the_board() -> None:
    game, text = GAMES["brusquembille"], text_for("brusquembille")
    options = game.options({"players": "five"})
    names = Names(game.seating(options), PEOPLE)
    scenes = (text.scene(game.view(step.after, 0), names) for step in random_match(game, options, 0, 3))
    scene, board = next((scene, scene.board) for scene in scenes if scene.board is not None)
    places = board_of(scene, board, names, ENGLISH, 0).places
    assert [place.letter for place in places] == ["1", "2", "3", "4", "5"]
