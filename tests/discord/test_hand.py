from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest

from tests.discord.world import Seen, World, dumped, private, seen

pytestmark = pytest.mark.asyncio

CHAIRS = ("Ann", "Bob", "Cleo", "Dan")


async def cut(world: World) -> None:
    """Whoever is to cut, cuts, and the dealer names trumps if a knight turns up, until play begins."""
    while (buttons := world.table_message().buttons) and "trick 1 of 13" not in world.table_message().text:
        name = world.awaited()
        label = next(label for label in buttons if label == "Cut in the middle" or "Hearts" in label)
        await world.press(name, world.table_message(), label)


def playable(panel: Seen) -> list[str]:
    """The labels that make a move now."""
    others = ("Refresh", "Hint", "I'm back", "More…", "Mark ", "Unmark ")
    return [label for label in panel.open_buttons if not label.startswith(others)]


async def play_hand_by_dm(world: World, cards: int = 52) -> None:
    for _ in range(cards):
        name = world.awaited()
        panel = world.dm(name)
        await world.press(name, panel, playable(panel)[0], dm=True)


async def test_four_people_play_a_hand_by_dm(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await cut(world)
    for name in CHAIRS:
        assert "Trumps" in world.dm(name).text
    await play_hand_by_dm(world)
    transcript = world.transcript()
    for number in range(1, 14):
        assert transcript.count(f"Trick {number}:") >= 1
    assert "Hand 1 is over." in transcript
    assert "Score to 25" in transcript
    assert "Pack sealed before the cut" in transcript
    assert "Seal opened" in transcript
    offered = {label for message in world.messages() for label in message.buttons}
    assert "What was best?" not in offered, "there are no workers to count it out"


async def test_a_person_plays_a_hand_under_my_hand_against_the_house(world: World) -> None:
    await world.set_me("Ann", "Cards by DM")
    await world.table()
    await world.start()
    await cut(world)
    result = await world.press("Ann", world.table_message(), "My hand")
    panel_id = result.followups[0].id
    while "Hand 1 is over" not in world.transcript():
        stored = world.env.backend.messages[world.channel.id][panel_id]
        panel = seen(stored)
        assert world.awaited() == "Ann"
        await world.press("Ann", panel, playable(panel)[0])
    assert not world.messages(world.people["Ann"].user.dm_channel)


async def test_the_panel_is_for_its_owner_alone(world: World) -> None:
    await world.table("Bob")
    await world.start()
    await cut(world)
    result = await world.press("Eve", world.table_message(), "My hand")
    assert "You do not sit at this table" in private(result)
    result = await world.press("Ann", world.table_message(), "My hand")
    assert all(followup.ephemeral for followup in result.followups)


async def test_only_legal_cards_can_be_pressed(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await cut(world)
    await play_hand_by_dm(world, 1)
    follower = world.awaited()
    panel = world.dm(follower)
    snapshot = await world.snapshot()
    legal = snapshot.game.legal(snapshot.state, snapshot.awaited[0])
    assert len(playable(panel)) == len(legal)
    for name in CHAIRS:
        if name != follower:
            assert playable(world.dm(name)) == []


async def test_the_panel_of_the_last_hand_is_laid_aside_at_the_next_deal(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await cut(world)
    await play_hand_by_dm(world)
    while "trick 1 of 13" not in world.table_message().text:
        name = world.awaited()
        buttons = world.table_message().buttons
        label = next(label for label in buttons if label == "Cut in the middle" or "Hearts" in label)
        await world.press(name, world.table_message(), label)
    for name in CHAIRS:
        old, new = world.messages(world.people[name].user.dm_channel)[-2:]
        assert "your cards are further down" in old.text
        assert old.buttons == {}
        assert "Hand 2, trick 1 of 13" in new.text


async def test_a_late_answer_to_the_last_hands_panel_does_not_keep_the_new_one_from_being_shown(
    world: World,
) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await cut(world)
    await play_hand_by_dm(world)
    await cut(world)
    name = world.awaited()
    user = world.people[name].user
    old = world.messages(user.dm_channel)[-2]
    # As if a click on it had been answered while the new hand was being dealt.
    late = SimpleNamespace(
        user=SimpleNamespace(id=user.id), guild_id=None, edit_original_response=AsyncMock(return_value=None)
    )
    snapshot = await world.snapshot()
    world.bot.services.messages.keep_panel(cast(Any, late), snapshot, old.id, original=True)
    await world.press(name, world.dm(name), playable(world.dm(name))[0], dm=True)
    late.edit_original_response.assert_awaited_once()
    assert "your cards are further down" in dumped(
        late.edit_original_response.await_args.kwargs["view"].to_components()
    )
    assert world.bot.services.messages.panels(1, user.id)[0].message_id != old.id


async def test_two_panels_under_my_hand_are_both_kept_up(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await cut(world)
    name = world.awaited()
    first = await world.slash(name, "hand")
    second = await world.slash(name, "hand")
    card = playable(seen(second.response))[0]
    await world.press(name, seen(first.response), card)
    assert card not in seen(first.response).buttons
    assert card not in seen(second.response).buttons


async def test_a_hint_says_what_to_play_and_why(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.start()
    await cut(world)
    name = world.awaited()
    assert "Hint" in world.dm(name).buttons
    assert all("Hint" not in world.dm(other).buttons for other in CHAIRS if other != name)
    told = private(await world.press(name, world.dm(name), "Hint", dm=True))
    assert told.startswith("The house would choose: **")
    assert len(told.splitlines()) == 2
    typed = private(await world.slash(name, "hint"))
    assert typed == told
    refused = private(await world.slash(next(other for other in CHAIRS if other != name), "hint"))
    assert "not your turn" in refused


async def test_hints_are_switched_off_with_the_house_rules(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.slash("Ann", "table options", rule="hints-allowed", answer="no")
    await world.start()
    await cut(world)
    name = world.awaited()
    assert "Hint" not in world.dm(name).buttons
    assert "switched off" in private(await world.slash(name, "hint"))
