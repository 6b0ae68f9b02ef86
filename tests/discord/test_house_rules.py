"""The forms of house rules, the same by typing, and who may use them."""

from typing import Any

import pytest

from bot.rules.options import Offer
from bot.rules.registry import GAMES
from bot.tables.state.errors import TableError
from bot.tables.state.table import Posting
from cogs.opening.house_rules import RulesForm, changes
from tests.discord.test_access import told
from tests.discord.test_restart import restart
from tests.discord.world import World, private, seen


def answers(form: RulesForm) -> dict[str, Any]:
    """The form as it stands when it opens."""
    filled: dict[str, Any] = {}
    for label in form.to_dict()["components"]:
        asked: Any = label["component"]
        chosen = [option["value"] for option in asked["options"] if option.get("default")]
        filled[asked["custom_id"]] = chosen[0] if asked["type"] == 21 else chosen
    return filled


async def fill_in(world: World, name: str, label: str, **values: Any) -> Any:
    """Open the form from the table message and send it with those answers changed."""
    opened = await world.press(name, world.table_message(), label)
    snapshot, words = await world.snapshot(), world.bot.services.languages.of_locale(None)
    filled = answers(RulesForm(snapshot, words, more=label == "More house rules"))
    assert values.keys() <= filled.keys()
    result = await world.people[name].submit_modal(opened, {**filled, **values})
    assert result.acknowledged
    return result


@pytest.mark.parametrize("key", GAMES)
async def test_a_form_sent_as_it_stands_changes_nothing(world: World, key: str) -> None:
    await world.slash("Ann", "table open", game=key)
    before = (await world.snapshot()).table
    await fill_in(world, "Ann", "House rules")
    if GAMES[key].options_type.offered(Offer.MORE):
        await fill_in(world, "Ann", "More house rules")
    else:
        assert "More house rules" not in world.table_message().buttons
    after = (await world.snapshot()).table
    assert (after.options, after.telling.posting, after.clock.turn_seconds) == (
        before.options, before.telling.posting, before.clock.turn_seconds
    )  # fmt: skip
    assert (after.hints, after.ceremony) == (True, False)


async def test_one_form_sets_house_rules_and_the_table(world: World) -> None:
    await world.slash("Ann", "table open", game="old-maid")
    besides = ["draw_again", "cut-ceremony"]
    opened = {
        "players": "0",
        "throw": "1",
        "posted-where": "thread",
        "turn-clock": ["600"],
        "besides": besides,
    }
    result = await fill_in(world, "Ann", "House rules", **opened)
    table = (await world.snapshot()).table
    assert {**table.options} == {"throw": "by-hand", "draw_again": True, "cut": True}
    assert (table.telling.posting, table.clock.turn_seconds, table.hints) == (Posting.THREAD, 600, False)
    assert table.ceremony
    assert "Throwing pairs: Each player, by pressing them" in world.table_message().text
    assert private(result) == "", "the table message shows it"
    await fill_in(world, "Ann", "House rules", players="4")
    assert len((await world.snapshot()).table.chairs) == 6


async def test_a_form_is_read_after_a_restart_and_from_nobody_who_may_not_change_the_rules(world: World):
    await world.table("Bob")
    opened = await world.press("Ann", world.table_message(), "House rules")
    snapshot, words = await world.snapshot(), world.bot.services.languages.of_locale(None)
    filled = {**answers(RulesForm(snapshot, words, more=False)), "led_knight": "1"}
    await restart(world)
    await world.slash("Ann", "table leave")
    refused = await world.people["Ann"].submit_modal(opened, filled)
    assert "can change the house rules" in told(refused)
    assert "led_knight" not in (await world.snapshot()).table.options
    opened = await world.press("Bob", world.table_message(), "House rules")
    await restart(world)
    await world.people["Bob"].submit_modal(opened, filled)
    assert (await world.snapshot()).table.options["led_knight"] == "lowest"


async def test_a_form_sent_after_the_start_is_refused(world: World) -> None:
    await world.table()
    late = await world.slash("Ann", "table options")
    snapshot, words = await world.snapshot(), world.bot.services.languages.of_locale(None)
    filled = answers(RulesForm(snapshot, words, more=False))
    await world.start()
    refused = await world.people["Ann"].submit_modal(late, {**filled, "led_knight": "1"})
    assert "only be done before the start" in private(refused)


async def test_an_answer_there_is_not_is_refused(world: World) -> None:
    game = GAMES["bishops-whist"]
    assert changes(game, {"tie": "1", "turn-clock": "0"}) == {"options": {"tie": "void"}, "turn_seconds": 0}
    for wrong in ({"tie": "2"}, {"jokers": "0"}, {"turn-clock": "-1"}, {"posted-where": "wall"}):
        with pytest.raises(TableError) as refused:
            changes(game, wrong)
        assert refused.value.code == "old-menu"


async def test_others_read_the_rules(world: World) -> None:
    await world.table("Bob")
    shown = seen((await world.press("Bob", world.table_message(), "House rules")).response)
    assert "How long is a match?\n> A single game of 25 (usual)" in shown.text
    assert "No, the bot cuts for everybody" in shown.text
    assert not shown.menus
    assert not shown.buttons
    # What nobody can use on Discord is not asked.
    assert "How many cards must be lifted" not in shown.text


async def test_all_of_it_can_be_typed(world: World) -> None:
    await world.table("Bob")
    ann = world.people["Ann"]
    offered = await ann.autocomplete(world.channel, "table options", "rule", "clock")
    assert [choice["value"] for choice in offered] == ["turn-clock"]
    every = await ann.autocomplete(world.channel, "table options", "rule", "")
    assert {choice["value"] for choice in every} >= {
        "match",
        "led_knight",
        "tie",
        "posted-where",
        "cut-ceremony",
    }
    answers = await ann.autocomplete(world.channel, "table options", "answer", "rubber", rule="match")
    assert [choice["value"] for choice in answers] == ["0"]
    said = private(await world.slash("Ann", "table options", rule="match", answer="0"))
    assert said == "How long is a match?\n> A rubber: the best of three games"
    await world.slash("Ann", "table options", rule="Ceremony", answer="1")
    await world.slash("Ann", "table options", rule="posted-where", answer="tricks")
    table = (await world.snapshot()).table
    assert (table.options["match"], table.ceremony, table.telling.posting) == ("rubber", True, Posting.TRICKS)
    assert "There is no such rule" in private(await world.slash("Ann", "table options", rule="jokers"))
    wrong = await world.slash("Ann", "table options", rule="match", answer="forever")
    assert "no answer to it" in private(wrong)
    refused = await world.slash("Bob", "table options", rule="match", answer="1")
    assert "can change the house rules" in private(refused)
    assert await world.people["Bob"].autocomplete(world.channel, "table options", "rule", "") == []
