"""Paging through a hand that is over: alone, led before others, by ear, and after a restart."""

from typing import Any

import simcord

from tests.discord.test_access import Persona, sentence, use_id
from tests.discord.test_access import told as answers
from tests.discord.test_analysis import result, shown
from tests.discord.test_hand import dealt, play_hand
from tests.discord.test_restart import restart
from tests.discord.world import Seen, World, private, seen


async def a_hand_over(world: World) -> None:
    """Four people have played one."""
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand(world)
    await world.env.settle()


async def turn(world: World, name: str, page: Seen, *labels: str) -> Seen:
    """The private replay after those presses; no call is made with the bot's token."""
    for label in labels:
        start = len(world.env.http_requests)
        answer = await world.press(name, page, label)
        assert not world.requests(start)
        page = shown(answer)
    return page


async def choose(world: World, name: str, page: Seen, value: str) -> Seen:
    (menu,) = page.menus
    message = simcord.ResponseMessage(world.env, page.raw)
    answer = await world.people[name].select(message, [value], custom_id=menu["custom_id"])
    return shown(answer)


def replays(world: World) -> list[Seen]:
    """Those that everybody sees."""
    return [message for message in world.messages() if "Hand 1: replay" in message.text]


def moves_made(page: Seen) -> int:
    head = page.text.splitlines()[1]
    return (
        0 if "before the first of 52 moves" in head else int(head.split("after move ")[1].split(" of 52")[0])
    )


async def test_somebody_pages_through_a_hand_for_themselves(world: World) -> None:
    await a_hand_over(world)
    page = await turn(world, "Eve", result(world), "Replay")
    assert page.open_buttons == ["Next", "Last", "Move on", "What if…", "Show to all"]
    opened, found = page.id, [moves_made(page)]
    for label in ("Next", "Next", "Move on", "Move on", "Back", "Back", "Move back", "Last", "Back", "First"):
        page = await turn(world, "Eve", page, label)
        found.append(moves_made(page))
    assert found == [0, 4, 8, 9, 10, 8, 4, 3, 52, 48, 0]
    assert page.id == opened, "it is one message"
    assert "is over" in (await turn(world, "Eve", page, "Last")).text
    assert not replays(world)


async def test_a_page_shows_all_hands_or_only_what_one_seat_knew(world: World) -> None:
    await a_hand_over(world)
    page = await turn(world, "Bob", result(world), "Replay", "Next")
    everybody = [line for line in page.text.splitlines() if line.count("♠") + line.count("♥") > 1]
    assert all(
        any(line.startswith(f"**{name}**: ") for line in everybody) for name in ("Ann", "Bob", "Cleo", "Dan")
    )
    one = await choose(world, "Bob", page, "2")
    assert "Your hand: " in one.text
    assert not any(
        line.startswith("**Ann**: ") for line in one.text.splitlines() if "♠" in line and "♥" in line
    )
    assert moves_made(one) == 4
    on = await turn(world, "Bob", one, "Next")
    assert "Your hand: " in on.text, "it stays with that seat"
    assert "Your hand: " not in (await choose(world, "Bob", on, "all")).text


async def test_one_leads_a_replay_and_others_get_their_own(world: World) -> None:
    await a_hand_over(world)
    page = await turn(world, "Ann", result(world), "Replay", "Next")
    await world.press("Ann", page, "Show to all")
    (public,) = replays(world)
    assert moves_made(public) == 4
    assert f"<@{world.people['Ann'].id}> turns the pages." in public.text
    assert "Show to all" not in public.buttons
    start = len(world.env.http_requests)
    await world.press("Ann", public, "Next")
    (public,) = replays(world)
    assert moves_made(public) == 8, "all see the page she has turned to"
    own = shown(await world.press("Bob", public, "Last"))
    assert moves_made(own) == 52
    assert moves_made(replays(world)[0]) == 8, "and nobody else turns it"
    assert "turns the pages" not in own.text
    assert not world.requests(start), "no call with the bot's token"
    assert moves_made(await turn(world, "Bob", own, "First")) == 0


async def test_replays_work_after_a_restart(world: World) -> None:
    await a_hand_over(world)
    page = await turn(world, "Ann", result(world), "Replay", "Next")
    await world.press("Ann", page, "Show to all")
    await restart(world)
    await world.env.advance_time(1)
    assert moves_made(await turn(world, "Ann", page, "Next")) == 8
    await world.press("Ann", replays(world)[0], "Move back")
    assert moves_made(replays(world)[0]) == 3


async def test_in_the_reading_mode_every_page_is_a_message_of_its_own(world: World) -> None:
    await a_hand_over(world)
    await world.set_me("Cleo", "Reading")
    first = await turn(world, "Cleo", result(world), "Replay")
    second = await turn(world, "Cleo", first, "Next")
    assert first.id != second.id
    assert not set(second.text) & set("♠♥♦♣")
    assert "Back" not in first.buttons, "what leads nowhere is left out"
    assert "takes with" in second.text


async def told(world: World, name: str, command: str, **options: Any) -> str:
    return private(await world.slash(name, command, **options))


async def test_the_command_opens_a_replay_of_a_hand_that_is_over_and_of_no_other(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    assert await told(world, "Ann", "replay") == "No hand has been played to its end at that table yet."
    await play_hand(world)
    await world.env.settle()
    opened = seen((await world.slash("Eve", "replay")).response)
    assert "Hand 1: replay" in opened.text
    assert await told(world, "Ann", "replay", hand=2) == "Hand 2 of that table is not over."


async def test_a_page_that_there_is_not_is_refused_in_a_sentence(world: World) -> None:
    await a_hand_over(world)
    eve = Persona(world.people["Eve"], world.channel)
    not_offered = sentence("not-offered", world)
    for forged, said in {
        "replay:1.53...here": not_offered,
        "replay:1.0.7..here": not_offered,
        "replay:9.0...here": "Hand 9 of that table is not over.",
        "if:1.53...0.": not_offered,
        "if:9.0...0.": "Hand 9 of that table is not over.",
    }.items():
        assert answers(await use_id(f"c:1:0:!{forged}", world, eve)) == said, forged


async def test_a_replay_is_shown_only_where_the_table_stands(world: World) -> None:
    await a_hand_over(world)
    elsewhere = world.guild.create_text_channel("lobby")
    answer = await world.people["Ann"].slash(elsewhere, "replay", table=1)
    refused = await world.press("Ann", seen(answer.response), "Show to all")
    assert "A replay can be shown to all in <#" in private(refused)
    assert not replays(world)
    assert not world.messages(elsewhere)


def cards_to_play(page: Seen) -> list[str]:
    """The labels of the moves offered in What if."""
    besides = ("Start again", "Play all hands")
    offered = (label for label, part in page.buttons.items() if "!if:" in part["custom_id"])
    return [label for label in offered if label not in besides]


async def test_what_if_a_seat_had_played_another_card(world: World) -> None:
    await a_hand_over(world)
    page = await turn(world, "Eve", result(world), "Replay", "Next", "Move on")
    line = await turn(world, "Eve", page, "What if…")
    assert line.id == page.id
    assert "Hand 1: what if…" in line.text
    assert "played on after move 5" in line.text
    (place,) = [text for text in line.text.splitlines() if text.endswith("the house for the others.")]
    name = place.split("**")[1]
    assert f"{name} is to move." in line.text.replace("**", "")
    choices = 0
    while "So it ends:" not in line.text:
        assert f"**{name}** is to move." in line.text, "the house plays the others"
        line = await turn(world, "Eve", line, cards_to_play(line)[-1])
        choices += 1
    assert 1 < choices <= 12
    assert line.text.count("Hand 1 is over.") == 2
    assert line.text.index("So it ends:") < line.text.index("As it was played:")
    back = await turn(world, "Eve", await turn(world, "Eve", line, "Start again"), "Back to the replay")
    assert moves_made(back) == 5
    assert not replays(world), "it is private"


async def test_what_if_the_house_finishes_for_all_after_a_restart(world: World) -> None:
    await a_hand_over(world)
    page = await turn(world, "Ann", result(world), "Replay", *["Next"] * 6)
    line = await turn(world, "Ann", page, "What if…")
    line = await turn(world, "Ann", line, "Play all hands")
    assert "You play all hands." in line.text
    first = cards_to_play(line)
    line = await turn(world, "Ann", line, first[0])
    await restart(world)
    await world.env.advance_time(1)
    ended = await turn(world, "Ann", line, "Let the house finish")
    assert "So it ends:" in ended.text
    again = await turn(world, "Ann", ended, "Start again", first[0], "Let the house finish")
    assert again.text == ended.text, "the same choices meet the same answers"


async def test_what_if_with_one_hand_in_sight_shows_no_other(world: World) -> None:
    await a_hand_over(world)
    page = await choose(world, "Bob", await turn(world, "Bob", result(world), "Replay"), "1")
    line = await turn(world, "Bob", page, "What if…")
    assert "Your hand: " in line.text
    assert "Play all hands" not in line.buttons, "one plays the hand that one sees"
    assert "You play for **" in line.text
    on = await turn(world, "Bob", line, cards_to_play(line)[0])
    assert "Your hand: " in on.text


async def test_what_if_begun_from_a_led_replay_is_private(world: World) -> None:
    await a_hand_over(world)
    page = await turn(world, "Ann", result(world), "Replay")
    await world.press("Ann", page, "Show to all")
    (public,) = replays(world)
    line = shown(await world.press("Ann", public, "What if…"))
    assert line.id != public.id
    assert replays(world)[0].text == public.text
