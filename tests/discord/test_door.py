"""From `/table open` to the first card: the picker, the lobby, and asking people to the table."""

from typing import Any

import discord
import simcord

from bot import __version__
from bot.rules.catalogue import ENGLISH
from bot.rules.registry import GAMES, text_for
from bot.tables.state.table import Status
from cogs.opening.house_rules import RulesForm
from cogs.opening.picker import LONGEST_HEAD, draw_guides, draw_picker
from cogs.settings.help import TOPICS
from cogs.ui.actions import Menu
from cogs.ui.open_options import OpenOptions
from tests.discord.test_access import told
from tests.discord.test_restart import restart
from tests.discord.world import Seen, World, private, seen


def menu_with(shown: Any, game: str) -> str:
    """The custom_id of the menu that has the game; there may be one for each family."""
    menus = ((menu, option) for menu in seen(shown).menus for option in menu["options"])
    return str(next(menu["custom_id"] for menu, option in menus if option["value"] == game))


async def picked(world: World, name: str, picker: Any, game: str) -> Any:
    """Choose from the menus of the picker."""
    custom_id = menu_with(picker, game)
    assert custom_id.startswith("d:games:")
    result = await world.people[name].select(picker, [game], custom_id=custom_id)
    assert result.acknowledged
    return result


def now(world: World, shown: Any) -> Seen:
    return seen(world.env.backend.messages[world.channel.id][seen(shown).id])


async def test_a_newcomer_needs_three_presses_to_the_first_card(world: World) -> None:
    opened = await world.slash("Ann", "table open")
    assert opened.response.ephemeral
    picker = seen(opened.response)
    assert not world.messages(), "nothing is in the channel yet"
    (label,) = [label for label in picker.buttons if label.startswith("New here?")]
    assert picker.buttons[label]["style"] == discord.ButtonStyle.primary.value
    result = await world.press("Ann", picker, label)
    assert "Table 1 is open." in now(world, opened.response).text
    assert [message.text.split("\n")[0] for message in world.messages()] == ["### American Whist · table 1"]
    assert not [message for message in result.followups if message.ephemeral], "nothing else is asked"
    await world.press("Ann", world.table_message(), "Start with 3 house players", settle=True)
    snapshot = await world.snapshot()
    assert snapshot.table.status is Status.PLAYING
    assert snapshot.table.options == {"match": "game", "last_trick": True}


async def test_the_picker_has_every_game_with_its_players_and_its_length(world: World) -> None:
    picker = seen((await world.slash("Ann", "table open")).response)
    options = {option["value"]: option for menu in picker.menus for option in menu["options"]}
    assert {*options} == {*GAMES}
    for key, game in GAMES.items():
        text, option = text_for(key), options[key]
        assert option["label"] == text.name
        assert option["description"].startswith(f"{text.length(game)} · {text.summary[:20]}")
        assert f"{text.profile.minutes} min" in option["description"]


async def test_every_line_of_the_picker_fits_a_phone_and_names_what_is_in_it() -> None:
    for draw in (draw_guides(ENGLISH), draw_picker(list(GAMES), None, OpenOptions(), ENGLISH)):
        menus = [item for item in draw.view.walk_children() if isinstance(item, Menu)]
        assert len(menus) > 1
        for menu in menus:
            assert menu.placeholder is not None
            assert len(menu.placeholder) <= LONGEST_HEAD
            assert "…" not in menu.placeholder
            family, games = menu.placeholder.split(": ")
            labels = [option.label for option in menu.options]
            assert games in (", ".join(labels), f"{len(labels)} games"), "whole names, or how many"
            assert "before" not in family.casefold()


async def test_help_is_one_screen_with_a_button_for_each_thing_one_wants(world: World) -> None:
    opened = (await world.slash("Ann", "help")).response
    first = seen(opened)
    assert len(first.text) < 300, "a screen, no page to read"
    assert f"-# Version {__version__}" in first.text
    assert len(first.open_buttons) == len(TOPICS)
    for label in first.open_buttons:
        await world.press("Ann", now(world, opened), label)
        shown = now(world, opened)
        assert shown.text.startswith(f"### {label}\n"), "in place of what was there"
        assert len(shown.text) < 600
        assert label not in shown.open_buttons
        assert {*first.open_buttons} - {label} <= {*shown.open_buttons}, "every other is one press away"
    await world.press("Ann", now(world, opened), "Learn a game")
    options = [option["value"] for menu in now(world, opened).menus for option in menu["options"]]
    assert sorted(options) == sorted(GAMES)
    await world.press("Ann", now(world, opened), "Play now")
    await world.press("Ann", now(world, opened), "New here? American Whist")
    assert world.table_message().text.startswith("### American Whist · table 1")


async def test_house_rules_and_rules_have_names_of_their_own(world: World) -> None:
    await world.slash("Ann", "table open", game="dummy-whist")
    labels = world.table_message().open_buttons
    assert [label for label in labels if "ules" in label] == ["House rules", "More house rules", "Rules"]
    assert not [label for label in labels if "How to" in label]
    shown = seen((await world.press("Bob", world.table_message(), "Rules")).response)
    assert "Dummy Whist: The idea" in shown.text
    titles = [RulesForm(await world.snapshot(), ENGLISH, more=more).title for more in (False, True)]
    assert titles == ["House rules · table 1", "More house rules · table 1"]


async def test_the_lobby_says_what_the_cut_will_decide(world: World) -> None:
    await world.slash("Ann", "table open", game="dummy-whist")
    text = world.table_message().text
    assert "whoever cuts lowest plays with dummy, against the two others" in text
    assert "North and South against" not in text, "nobody knows yet"
    options = (await world.snapshot()).table.options
    await world.change(options={**options, "partners": "choice"})
    text = world.table_message().text
    assert "North and South against East and West" in text
    assert "whoever cuts" not in text


async def test_what_the_channel_played_last_comes_first(world: World) -> None:
    await world.slash("Ann", "table open", game="matador")
    await world.close("Ann")
    opened = await world.slash("Bob", "table open")
    picker = seen(opened.response)
    assert picker.text.split("\n")[1:3] == ["**Played here last**", "Matador · 2 players · 10 min"]
    assert picker.menus[0]["options"][0]["value"] == "matador"
    label = "Play Matador again"
    assert picker.buttons[label]["style"] == discord.ButtonStyle.primary.value
    await world.press("Bob", picker, label)
    assert world.table_message().text.startswith("### Matador · table 2")
    other = world.guild.create_text_channel("other")
    elsewhere = seen((await world.people["Bob"].slash(other, "table open")).response)
    assert "Played here last" not in elsewhere.text


async def test_a_game_is_chosen_from_the_menu_after_a_restart_with_the_pace_that_was_wished(world: World):
    opened = await world.slash("Ann", "table open", pace="slow")
    await restart(world)
    await picked(world, "Ann", opened.response, "bezique")
    table = (await world.snapshot()).table
    assert (table.game, table.clock.slow, table.options["match"]) == ("bezique", True, "game")
    # The token of the choice draws the table message.
    start = len(world.env.http_requests)
    await world.press("Bob", world.table_message(), "Sit South", settle=True)
    assert not [r for r in world.requests(start) if r.method == "PATCH"]


async def test_any_name_typed_opens_its_game_and_nonsense_is_refused_in_a_sentence(world: World) -> None:
    await world.slash("Ann", "table open", game="old mai")
    assert (await world.snapshot()).table.game == "old-maid"
    refused = await world.slash("Bob", "table open", game="poker")
    assert told(refused) == "No game is called anything like 'poker'; /table open shows all there are."
    several = seen((await world.slash("Bob", "table open", game="whis")).response)
    (menu,) = several.menus
    assert {option["value"] for option in menu["options"]} == {k for k in GAMES if "whist" in k}
    ann = world.people["Ann"]
    offered = await ann.autocomplete(world.channel, "table open", "game", "bezi")
    assert offered[0]["value"] == "bezique"
    assert len(await ann.autocomplete(world.channel, "table open", "game", "")) == len(GAMES)


async def test_where_no_table_may_open_there_is_no_picker(world: World) -> None:
    assert told(await world.people["Ann"].user.slash("table list"))
    other = world.guild.create_text_channel("other")
    servers = world.bot.services.tables.servers
    settings = await servers.settings(world.guild.id)
    await servers.set_tables(
        world.guild.id, channels=[other.id], posting=settings.posting, turn_seconds=None, hints=True, roles=()
    )
    assert "tables open in" in told(await world.slash("Ann", "table open"))


async def test_start_comes_before_the_chairs_and_a_rubber_is_one_press_away(world: World) -> None:
    await world.slash("Ann", "table open", game="english-whist")
    labels = list(world.table_message().buttons)
    assert labels[:3] == ["Start with 3 house players", "Play a rubber instead", "Sit East"]
    assert "A single game" in world.table_message().text
    await world.press("Ann", world.table_message(), "Play a rubber instead")
    assert (await world.snapshot()).table.options["match"] == "rubber"
    assert "A rubber: the best of three games" in world.table_message().text
    refused = await world.press("Bob", world.table_message(), "Play a single game instead")
    assert "can change the house rules" in private(refused)
    await world.press("Ann", world.table_message(), "Play a single game instead")
    assert (await world.snapshot()).table.options["match"] == "game"


async def test_everybody_is_told_that_players_are_wanted_and_one_press_seats_who_answers(world: World):
    await world.table("Bob")
    assert "Looking for 2 more" in world.table_message().open_buttons
    assert "take a chair" in private(await world.press("Eve", world.table_message(), "Looking for 2 more"))
    await world.press("Bob", world.table_message(), "Looking for 2 more", settle=True)
    post = next(m for m in world.messages() if "is looking for 2 more" in m.text)
    assert "Looking for 2 more" not in world.table_message().open_buttons
    assert "called to this table already" in private(await world.slash("Ann", "table invite"))
    assert "You sit South at table 1." in told(await world.press("Cleo", post, "Sit down"))
    assert "You already sit" in told(await world.press("Cleo", post, "Sit down"))
    assert "South: **Cleo**" in world.table_message().text
    await world.start()
    await world.env.settle()
    assert not any("is looking for" in m.text for m in world.messages())


async def test_a_call_is_gone_when_all_chairs_are_taken(world: World) -> None:
    await world.table("Bob", "Cleo")
    await world.press("Ann", world.table_message(), "Looking for 1 more", settle=True)
    post = next(m for m in world.messages() if "is looking for 1 more" in m.text)
    await world.press("Dan", post, "Sit down", settle=True)
    assert not any("is looking for" in m.text for m in world.messages())


async def test_somebody_who_was_asked_sits_down_on_the_post(world: World) -> None:
    await world.table()
    await world.slash("Ann", "table invite", member=world.people["Bob"], settle=True)
    post = next(m for m in world.messages() if "asks you to a game" in m.text)
    assert "You sit East" in told(await world.press("Bob", post, "Sit down"))


async def play_cards(world: World, name: str, member: Any) -> Any:
    result = await world.people[name].context_menu(world.channel, "Play cards", member)
    assert result.acknowledged
    return result


async def test_play_cards_asks_the_person_to_ones_table(world: World) -> None:
    await world.table()
    assert "has been asked to table 1" in told(await play_cards(world, "Ann", world.people["Bob"]))
    assert "asked already" in told(await play_cards(world, "Ann", world.people["Bob"]))
    assert "cannot ask yourself" in told(await play_cards(world, "Ann", world.people["Ann"]))


async def test_play_cards_without_a_table_shows_the_picker_and_asks_once_it_is_open(world: World) -> None:
    shown = await play_cards(world, "Ann", world.people["Bob"])
    picker = seen(shown.response)
    assert f"<@{world.people['Bob'].id}> is asked" in picker.text
    result = await picked(world, "Ann", shown.response, "matador")
    await world.env.settle()
    assert "has been asked to table 1" in told(result)
    assert any("asks you to a game of Matador" in message.text for message in world.messages())
    # At a table in play there is no chair to offer.
    await world.start()
    assert seen((await play_cards(world, "Ann", world.people["Cleo"])).response).menus


async def test_rules_shows_the_game_one_sits_at_and_leads_to_every_other(world: World) -> None:
    guides = (await world.slash("Eve", "rules")).response
    assert {option["value"] for menu in seen(guides).menus for option in menu["options"]} == {*GAMES}
    await world.slash("Ann", "table open", game="matador")
    first = (await world.slash("Ann", "rules")).response
    assert "Matador: The idea" in seen(first).text
    await world.people["Ann"].select(first, ["bezique"], custom_id=menu_with(first, "bezique"))
    assert "Bezique: The idea" in now(world, first).text
    await world.people["Eve"].select(guides, ["old-maid"], custom_id=menu_with(guides, "old-maid"))
    assert "Old Maid: The idea" in now(world, guides).text
    assert "Bezique: The idea" in seen((await world.slash("Eve", "rules", game="bezique")).response).text
    several = seen((await world.slash("Eve", "rules", game="whis")).response)
    assert {option["value"] for menu in several.menus for option in menu["options"]} == {
        key for key in GAMES if "whist" in key
    }
    assert isinstance(first, simcord.ResponseMessage)


async def test_rules_at_two_tables_shows_the_game_of_the_one_in_the_channel(world: World) -> None:
    await world.slash("Ann", "table open", game="matador")
    other = world.guild.create_text_channel("other")
    await world.people["Ann"].slash(other, "table open", game="bezique")
    assert "Matador: The idea" in seen((await world.slash("Ann", "rules")).response).text
    there = await world.people["Ann"].slash(other, "rules")
    assert "Bezique: The idea" in seen(there.response).text
