"""The end of a hand in the channel: one post with the result, and what can be pressed under it."""

from typing import Any

import pytest

from bot.rules.catalogue import ENGLISH
from bot.rules.presentation.result import ResultSheet, SideResult
from bot.rules.registry import text_for
from bot.tables.state.chairs import House, Person
from cogs.hand.panel import draw_hand_panel
from cogs.result.result import alt_text, picture_of, result_text
from cogs.table.table_message import draw_table_message
from cogs.ui import pictures
from cogs.ui.names import drawn_name
from tests.discord.test_hand import dealt, play_hand
from tests.discord.test_translation import said
from tests.discord.world import Seen, World, private
from tests.tables.fakes import Room
from tests.tables.test_dealing import PAUSES, between


def result(world: World) -> Seen:
    (found,) = [m for m in world.messages() if m.text.startswith("### Hand 1 is over.")]
    return found


async def a_hand(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand(world)
    await world.env.settle()


async def test_a_hand_ends_in_one_post_that_says_who_won_and_of_what(world: World) -> None:
    await a_hand(world)
    post = result(world)
    assert "win the hand" in post.text or "Both sides score" in post.text
    assert post.text.count("tricks") >= 2
    assert "Score to 25: " in post.text
    assert "A bishop is worth 2 points" in post.text


async def test_an_old_next_hand_button_answers_in_a_sentence(world: World) -> None:
    await a_hand(world)
    post = result(world)
    assert "Next hand" in post.open_buttons
    await world.press("Ann", post, "Next hand", settle=True)
    assert (await world.snapshot()).table.dealt.deals == 2
    answer: Any = await world.press("Bob", post, "Next hand")
    assert "The next hand has begun" in private(answer)


@pytest.mark.parametrize("pictured", [False, True])
async def test_until_the_next_deal_the_hand_that_is_over_is_the_one_named(pictured: bool) -> None:
    snapshot = await between(Room(pauses=PAUSES))
    table = "\n".join(said(await draw_table_message(snapshot, ENGLISH, with_pictures=pictured)))
    panel = "\n".join(said(await draw_hand_panel(snapshot, 0, ENGLISH, with_pictures=pictured)))
    assert "\nHand 1\n" in table
    assert "\n-# Hand 1 · in " in panel
    assert "Hand 2" not in table + panel
    # Who deals next is no part of the hand that is over.
    assert "North:" not in table


def test_a_result_is_told_once_by_its_picture_and_besides_only_what_that_does_not_say() -> None:
    sides = (SideResult(0, "Ann", gained=1000, total=1200), SideResult(1, "Bob", gained=-20, total=-20))
    notes = ("A double: Bob had nothing.",)
    sheet = ResultSheet(
        "Hand 1", "Hand 1 is over.", "Ann wins.", sides, 1000, turn_words="From trick 4 on.", notes=notes
    )
    said = result_text(sheet, ENGLISH)
    assert said.splitlines()[0] == "### Hand 1 is over. Ann wins."
    assert "\nScore to 1,000: Ann 1,200, Bob −20.\n-# From trick 4 on." in said
    assert "Ann: +1,000 in all. Bob: −20 in all. Score to 1,000" in alt_text(sheet, ENGLISH)
    assert result_text(sheet, ENGLISH, pictured=True) == "-# A double: Bob had nothing."


def test_what_counts_nothing_is_not_summed_up() -> None:
    sides = (SideResult(0, "Ann", tricks=7, gained=1), SideResult(1, "Bob", tricks=6, gained=0))
    said = result_text(ResultSheet("Hand 1", "Hand 1 is over.", "Ann wins.", sides), ENGLISH)
    assert "Ann: 7 tricks: +1 in all" in said
    assert said.splitlines()[-1] == "Bob: 6 tricks"


async def test_house_players_are_marked_in_pictures_and_named_so_in_their_alt_texts(world: World) -> None:
    await world.table("Bob")
    await world.start()
    snapshot = await world.snapshot()
    names = snapshot.names(drawn_name, ENGLISH)
    houses = [isinstance(chair.occupant, House) for chair in snapshot.table.chairs]
    assert [name.startswith("⌂\u00a0") for name in names.seats] == houses
    assert True in houses
    assert drawn_name(Person(1, "⌂ Ann")) == "Ann", "nobody else has the mark"
    house = names.seats[houses.index(True)]
    sheet = ResultSheet("Hand 1", "", f"{house} wins.", (SideResult(0, house),))
    assert f"house player {house[2:]} wins." in (await picture_of(sheet, ENGLISH)).alt
    scene = text_for(snapshot.table.game).scene(snapshot.view(None), names)
    for picture in await pictures.table(scene, names, ENGLISH):
        assert "⌂" not in picture.alt
    shown = "\n".join(picture.alt for picture in await pictures.table(scene, names, ENGLISH))
    assert f"house player {house[2:]}" in shown
