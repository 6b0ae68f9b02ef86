import importlib.util
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import validators

from bot.rules.records.record import play_record, read_record
from bot.rules.registry import GAMES, text_for
from bot.tables.state.table import Posting
from cogs.ui.guides import guide
from tests.discord.test_hand import CHAIRS, cut, play_hand, play_hand_by_dm, playable
from tests.discord.test_restart import restart
from tests.discord.world import World, private, seen, walk

CHECKER = Path(__file__).parents[3] / "shared" / "tools" / "check_discord_requests.py"


async def test_every_command_of_the_design_is_there(world: World) -> None:
    of_tables = "open list join leave start house invite remove close pause resume abandon substitute"
    others = "hand play trick score leaderboard stats rules record analysis undo claim concede agree refuse"
    wanted = {f"table {name}" for name in of_tables.split(" ")} | {*others.split(" ")}
    wanted |= {"moments", "problem", "lesson", "withdraw", "me", "server show", "server settings"}
    wanted |= {"privacy", "help"}
    assert wanted <= set(world.people["Ann"].available_commands(world.channel))


async def test_the_chairs_by_command(world: World) -> None:
    await world.slash("Ann", "table open", game="bishops-whist")
    assert "You sit East" in private(await world.slash("Bob", "table join"))
    assert "You sit West" in private(await world.slash("Cleo", "table join", seat=4))
    assert "How long is a match?" in private(await world.slash("Bob", "table options"))
    assert "You already sit" in private(await world.slash("Cleo", "table join"))
    assert "has been asked" in private(await world.slash("Ann", "table invite", member=world.people["Dan"]))
    assert f"<@{world.people['Dan'].id}>" in world.transcript()
    assert "has been cleared" in private(await world.slash("Ann", "table remove", seat=2))
    assert "East: **" not in world.table_message().text
    assert "The house has sat down" in private(await world.slash("Ann", "table house", seat=2))
    assert "East: *" in world.table_message().text
    listed = private(await world.slash("Eve", "table list"))
    assert "Table 1" in listed
    assert "1 free" in listed
    assert "has begun" in private(await world.slash("Ann", "table start"))
    assert "You have left" in private(await world.slash("Cleo", "table leave"))
    assert "with the next deal" in private(await world.slash("Eve", "table join"))
    assert "You have left" in private(await world.slash("Eve", "table leave"))
    assert "has been closed" in private(await world.close("Ann"))
    assert "closed" in world.table_message().text


async def test_two_tables_in_one_channel_and_one_person_at_both(world: World) -> None:
    await world.table("Bob")
    await world.slash("Cleo", "table open", game="bishops-whist")
    assert "You sit East at table 2" in private(await world.slash("Ann", "table join", table=2))
    assert "Which table?" in private(await world.slash("Ann", "hand"))
    assert "table 2" in seen((await world.slash("Ann", "hand", table=2)).response).text


async def test_the_guide_has_every_game_and_turns_its_pages(world: World) -> None:
    for key in GAMES:
        result = await world.slash("Eve", "rules", game=key)
        first = seen(result.response)
        assert text_for(key).name in first.text
        button = next(b for label, b in first.buttons.items() if label.startswith("2."))
        await world.people["Eve"].click(result.response, custom_id=button["custom_id"])
        assert guide(key)[1].title in seen(result.response).text.split("\n")[0]


async def test_score_trick_and_record_in_the_middle_of_a_hand(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    assert "not begun" in private(await world.slash("Ann", "score"))
    await world.start()
    await cut(world)
    await play_hand_by_dm(world, 9)
    trick = private(await world.slash("Eve", "trick"))
    assert trick.startswith("Trick 2:"), "the last trick and no older one"
    assert "0 of 25" in private(await world.slash("Ann", "score"))
    result = await world.slash("Ann", "record")
    file = result.response.attachments[0]
    assert file.filename == "cardinal-table-1.json"
    record = read_record(json.dumps(json.loads(await file.read())))
    assert not any(text.startswith("deck") for _, text in record.moves), "the hand in play is secret"
    await play_hand(world, 43)
    result = await world.slash("Ann", "record")
    record = read_record((await result.response.attachments[0].read()).decode())
    assert [h.event.kind for h in play_record(record)].count("trick") == 13


@pytest.mark.parametrize("posting", [Posting.HAND, Posting.TRICKS])
async def test_a_closed_trick_is_shown_nowhere_once_the_next_card_is_led(world: World, posting: Posting):
    await world.set_posting(posting)
    await world.table("Bob", "Cleo", "Dan")
    await world.change(game="american-whist", options={"last_trick": False})
    await world.start()
    await cut(world)
    await play_hand_by_dm(world, 4)
    trick = private(await world.slash("Eve", "trick"))
    assert trick.startswith("Trick 1:"), "it still lies there"
    await play_hand_by_dm(world, 1)
    assert "stays closed" in private(await world.slash("Eve", "trick"))
    view: Any = (await world.snapshot()).view(None)
    shown = view.tricks[0]
    texts = [world.table_message().text, *(world.dm(name).text for name in CHAIRS)]
    # Before the deal cards are cut.
    texts += [message.text for message in world.messages() if "Cut:" not in message.text]
    for card in set(shown.pieces) - {view.turned}:
        assert not any(card.face in text for text in texts)


async def test_a_single_game_reaches_the_leaderboard(world: World) -> None:
    await world.set_me("Ann", "Cards by DM")
    await world.set_me("Bob", "Cards by DM")
    await world.slash("Ann", "table open", game="english-whist")
    await world.press("Bob", world.table_message(), "Sit South")
    await world.start()
    snapshot = await world.snapshot()
    while snapshot.awaited:
        name = world.awaited()
        move = str(snapshot.game.legal(snapshot.state, snapshot.awaited[0])[0])
        await world.slash(name, "play", card=move)
        snapshot = await world.snapshot()
    assert "have won the game." in world.table_message().text
    ann, bob = world.people["Ann"].id, world.people["Bob"].id
    board = seen((await world.slash("Eve", "leaderboard")).response).text
    assert f"<@{ann}>" in board
    assert "of 1 game," in board
    assert "English Whist" in board
    assert "with the house" in board
    pairs = seen((await world.slash("Eve", "leaderboard", by="partnerships", period="week")).response).text
    assert f"<@{min(ann, bob)}> and <@{max(ann, bob)}>" in pairs
    stats = seen((await world.slash("Ann", "stats")).response).text
    assert "With the house: won" in stats.replace("**", "")
    assert f"Best partner: <@{bob}>" in stats.replace("**", "")
    again = await world.press("Bob", world.table_message(), "Play again")
    assert "You belong to table 2" in private(again)
    assert "table 2" in world.table_message().text


async def test_the_leaderboard_of_an_empty_server_says_how_to_begin(world: World) -> None:
    assert "/table open" in seen((await world.slash("Eve", "leaderboard")).response).text


def one_of(validator: Any, alternatives: list[Any], instance: Any, schema: Any) -> Iterator[Any]:
    """The keyword `oneOf`, which looks only at alternatives of the instance's type, if there are any."""
    if isinstance(instance, dict) and "type" in instance:
        kept = [one for one in alternatives if is_of_type(validator, one, instance["type"])]
        alternatives = kept or alternatives
    yield from validators.Draft202012Validator.VALIDATORS["oneOf"](validator, alternatives, instance, schema)


def is_of_type(validator: Any, alternative: Any, kind: Any) -> bool:
    if "$ref" in alternative:
        alternative = validator._resolver.lookup(alternative["$ref"]).contents
    wanted = alternative.get("properties", {}).get("type", {})
    return bool(wanted.get("const", kind) == kind and kind in wanted.get("enum", [kind]))


@cache
def checker() -> Any:
    spec = importlib.util.spec_from_file_location("check_discord_requests", CHECKER)
    assert spec
    assert spec.loader
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.Draft202012Validator = validators.extend(validators.Draft202012Validator, {"oneOf": one_of})
    return module.SpecValidator()


def refused(world: World, start: int = 0) -> list[Any]:
    """The requests since number `start` that Discord would not accept, by its description."""
    if not CHECKER.exists():
        pytest.skip("Discord's description is not beside this checkout")
    found = []
    for request in world.env.http_requests[start:]:
        if request.json is None:
            continue
        errors, warnings = checker().check(request.method, request.path, request.json)
        if errors or warnings:
            found.append((request.method, request.path, errors, warnings))
    return found


async def test_every_request_is_one_that_discord_accepts(world: World) -> None:
    await world.table("Bob")
    await world.press("Ann", world.table_message(), "House rules")
    await world.press("Bob", world.table_message(), "House rules")
    await world.press("Ann", world.table_message(), "More house rules")
    await world.press("Ann", world.table_message(), "Rules")
    await world.press("Bob", world.table_message(), "Looking for 2 more")
    await world.slash("Eve", "table open")
    await world.slash("Eve", "rules")
    await world.start()
    await cut(world)
    await world.press("Ann", world.table_message(), "My hand")
    for _ in range(8):
        name = world.awaited()
        if not playable(world.dm(name)):
            assert name == "Ann", "she has taken her hand to the channel"
            await world.press(name, world.dm(name), "Show it here", dm=True)
        panel = world.dm(name)
        await world.press(name, panel, playable(panel)[0], dm=True)
    typed = "leaderboard, stats, help, score, trick, table list, record, me, privacy, server show"
    for command in typed.split(", "):
        await world.slash("Ann", command)
    await world.close("Ann")
    assert len(world.env.http_requests) > 40
    assert not refused(world)


async def test_a_fifth_waits_and_the_cut_decides_who_plays(world: World) -> None:
    await world.slash("Ann", "table open", game="english-whist")
    for name in ("Bob", "Cleo", "Dan"):
        assert "Wait for a chair" not in world.table_message().buttons
        await world.slash(name, "table join")
    await world.press("Eve", world.table_message(), "Wait for a chair")
    assert "Waiting for a chair: **Eve**" in world.table_message().text
    again = await world.slash("Eve", "table join")
    assert "You belong to this table already." in private(again)
    await world.start()
    snapshot = await world.snapshot()
    (out,) = snapshot.table.chairs.waiting
    assert "5 people for 4 chairs. Cut:" in world.transcript()
    assert f"Waiting for a chair: **{out.name}**" in world.table_message().text
    assert "play against" in world.transcript(), "those who play cut again for partners"


async def test_one_who_waits_can_go(world: World) -> None:
    await world.slash("Ann", "table open", game="english-whist")
    for name in ("Bob", "Cleo", "Dan", "Eve"):
        await world.slash(name, "table join")
    assert "Waiting for a chair: **Eve**" in world.table_message().text
    await world.press("Eve", world.table_message(), "Get up")
    assert "Waiting" not in world.table_message().text


async def test_the_level_of_the_house_is_chosen_and_shown(world: World) -> None:
    await world.slash("Ann", "table open", game="bishops-whist")
    await world.slash("Ann", "table house", seat=2, level="bob-short")
    assert "East: *Mrs Battle*" in world.table_message().text
    await world.start()
    text = world.table_message().text
    assert "house player, level Bob Short" in text
    assert "house player, level Hoyle" in text
    await world.slash("Bob", "table open", game="old-maid")
    refused = await world.slash("Bob", "table house", level="bob-short")
    assert "At this game the house plays as Hoyle." in private(refused)


async def test_a_command_that_may_mean_two_tables_asks_with_buttons(world: World) -> None:
    await world.table("Bob")
    await world.start()
    await world.slash("Ann", "table open", game="american-whist")
    question = seen((await world.slash("Ann", "table close")).response)
    assert question.text == "Which table?"
    assert list(question.buttons) == ["Table 1: Bishops Whist", "Table 2: American Whist"]
    closed = await world.press("Ann", question, "Table 2: American Whist")
    assert "Table 2 has been closed." in private(closed)
    answered = world.env.backend.messages[world.channel.id][question.id]
    assert (seen(answered).text, seen(answered).buttons) == ("Table 2:", {})


async def test_the_buttons_of_a_question_keep_what_was_typed_and_survive_a_restart(world: World) -> None:
    for _ in range(2):
        await world.slash("Ann", "table open", game="american-whist")
    asked = seen((await world.slash("Ann", "table invite", member=world.people["Bob"])).response)
    await restart(world)
    await world.press("Ann", asked, "Table 2: American Whist", settle=True)
    table = (await world.bot.services.tables.repository.look(2)).table
    assert world.people["Bob"].id in table.chairs.invited


@pytest.mark.parametrize(
    "custom_id",
    [
        "again:1:table:",
        "again:1:no such:",
        "again:1:help:",
        "again:1:table close:table=2",
        "again:1:table close:what=2",
        "again:1:claim:tricks=many",
        "again:1:table invite:member=ann",
        "again:999999999999999999:table close:",
    ],
)
async def test_a_question_s_button_with_other_words_is_refused_in_one_sentence(world: World, custom_id: str):
    for _ in range(2):
        await world.slash("Ann", "table open", game="american-whist")
    asked = (await world.slash("Ann", "table close")).response
    stored = world.env.backend.messages[world.channel.id][asked.id]
    button = next(part for part in walk(stored.components) if part.get("type") == 2)
    button["custom_id"] = custom_id
    said = private(await world.people["Ann"].click(asked, custom_id=custom_id))
    assert said.endswith(".")
    assert "went wrong" not in said
