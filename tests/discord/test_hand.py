from bot.tables.people.access import Actor
from bot.tables.state.chairs import Person
from cogs.delivery.publisher import DiscordPublisher
from tests.discord.world import Seen, World, private, seen

CHAIRS = ("Ann", "Bob", "Cleo", "Dan")


async def cut(world: World) -> None:
    """Until play begins: the dealer names trumps if a knight turns up, with the ceremony somebody cuts."""
    while (buttons := world.table_message().buttons) and "trick 1 of 13" not in world.table_message().text:
        name = world.awaited()
        label = next(label for label in buttons if label == "Cut in the middle" or "Hearts" in label)
        await world.press(name, world.table_message(), label)


async def dealt(world: World, *names: str) -> None:
    """Ann's table at which those people sit, too, in its first trick."""
    await world.table(*names)
    await world.start()
    await cut(world)


def playable(panel: Seen) -> list[str]:
    others = (
        "Refresh", "Hint", "I'm back", "More…", "Last trick", "Mark ", "Unmark ", "Show it here",
        "My hand", "Play again",
    )  # fmt: skip
    return [label for label in panel.open_buttons if not label.startswith(others)]


def answer_on(panel: Seen) -> str:
    """What is said on a panel to what was pressed there."""
    lines = (line.removeprefix("> ") for line in panel.text.splitlines() if line.startswith("> "))
    return "\n".join(line.removeprefix("-# ") for line in lines)


def out_of_reach(world: World, *names: str) -> None:
    """Forget the tokens for their panels, as after a quarter of an hour."""
    messages = world.bot.services.messages
    for name in names:
        for panel in messages.panels(1, world.people[name].id):
            messages.drop_panel(1, world.people[name].id, panel.message_id)


def publisher_of(world: World) -> DiscordPublisher:
    return world.bot.parts.publisher


async def play_hand(world: World, cards: int = 52) -> None:
    """So many cards are played, the first that may be: as by command, the last two by DM."""
    tables = world.bot.services.tables
    async with world.env.as_bot():
        for _ in range(cards - 2):
            snapshot = await world.snapshot()
            (seat, *_) = snapshot.awaited
            who = snapshot.table.chairs[seat].occupant
            assert isinstance(who, Person)
            move = str(snapshot.game.legal(snapshot.state, seat)[0])
            await tables.play.act(1, Actor(who, sees=True, sends=True), move, snapshot.step)
    await play_hand_by_dm(world, 2)


async def play_hand_by_dm(world: World, cards: int = 52) -> None:
    for _ in range(cards):
        name = world.awaited()
        panel = world.dm(name)
        await world.press(name, panel, playable(panel)[0], dm=True)


async def test_four_people_play_a_hand_by_dm(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    for name in CHAIRS:
        assert "Trumps" in world.dm(name).text
    await play_hand_by_dm(world)
    transcript = world.transcript()
    for number in range(1, 14):
        assert transcript.count(f"{number}\\. ") >= 1
    assert "Hand 1 is over." in transcript
    assert "Score to 25" in transcript
    assert "salt" in private(await world.press("Eve", world.table_message(), "Seal"))
    offered = {label for message in world.messages() for label in message.buttons}
    assert "What was best?" not in offered, "there are no workers to count it out"


async def test_a_person_plays_a_hand_under_my_hand_against_the_house(world: World) -> None:
    await world.set_me("Ann", "Cards by DM")
    await dealt(world)
    result = await world.press("Ann", world.table_message(), "My hand")
    panel_id = result.followups[0].id
    while "Hand 1 is over" not in world.transcript():
        stored = world.env.backend.messages[world.channel.id][panel_id]
        panel = seen(stored)
        assert world.awaited() == "Ann"
        await world.press("Ann", panel, playable(panel)[0])
    assert not world.messages(world.people["Ann"].user.dm_channel)


async def test_the_panel_is_for_its_owner_alone(world: World) -> None:
    await dealt(world, "Bob")
    result = await world.press("Eve", world.table_message(), "My hand")
    assert "You do not sit at this table" in private(result)
    result = await world.press("Ann", world.table_message(), "My hand")
    assert all(followup.ephemeral for followup in result.followups)


async def test_only_legal_cards_can_be_pressed(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand_by_dm(world, 1)
    follower = world.awaited()
    panel = world.dm(follower)
    snapshot = await world.snapshot()
    legal = snapshot.game.legal(snapshot.state, snapshot.awaited[0])
    assert len(playable(panel)) == len(legal)
    for name in CHAIRS:
        if name != follower:
            assert playable(world.dm(name)) == []


async def test_a_panel_in_reach_of_a_token_shows_the_next_hand_too(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand_by_dm(world)
    panels = {name: world.dm(name).id for name in CHAIRS}
    for name in CHAIRS:
        assert "Hand 1 is over" in world.dm(name).text, "until the next deal"
    before = len(world.env.http_requests)
    await cut(world)
    for name in CHAIRS:
        (panel,) = world.messages(world.people[name].user.dm_channel)
        assert panel.id == panels[name]
        assert "Hand 2, trick 1 of 13" in panel.text
    to_people = [str(world.people[name].user.dm_channel.id) for name in CHAIRS]
    assert not [r for r in world.requests(before) if any(channel in r.path for channel in to_people)]


async def test_a_result_waits_below_the_next_hand_until_its_reader_presses_or_plays(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand(world)
    out_of_reach(world, "Bob")
    await world.env.advance_time(1)
    await cut(world)
    for name in CHAIRS:
        panel = world.dm(name)
        assert panel.text.index("Hand 2, trick 1 of 13") < panel.text.index("Hand 1 is over"), name
    leader, follower, third, last = (CHAIRS[(CHAIRS.index(world.awaited()) + turn) % 4] for turn in range(4))
    await play_hand_by_dm(world, 1)
    assert "Hand 1 is over" not in world.dm(leader).text, "who has played has seen it"
    await world.press(last, world.dm(last), "Refresh", dm=True)
    assert "Hand 1 is over" not in world.dm(last).text, "and so has who has pressed something"
    await play_hand_by_dm(world, 1)
    assert [name for name in CHAIRS if "Hand 1 is over" in world.dm(name).text] == [third], follower


async def test_out_of_reach_of_a_token_the_next_hand_is_a_new_dm_and_the_old_one_shows_it_once_it_is_used(
    world: World,
):
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand(world)
    out_of_reach(world, "Bob")
    await cut(world)
    old, new = world.messages(world.people["Bob"].user.dm_channel)
    assert "hand 2, trick 1 of 13" in new.text.lower()
    channel = world.people["Bob"].user.dm_channel.id
    assert f"Your hand is [in this message](https://discord.com/channels/@me/{channel}/{new.id})" in old.text
    assert old.open_buttons == ["Show it here"]
    await world.press("Bob", old, "Show it here", dm=True, settle=True)
    old, new = world.messages(world.people["Bob"].user.dm_channel)
    assert "hand 2, trick 1 of 13" in old.text.lower()
    assert f"/{old.id})" in new.text
    assert new.open_buttons == ["Show it here"]
    panels = await publisher_of(world).posts.hand_panels(1)
    assert [panel.message_id for panel in panels if panel.user_id == world.people["Bob"].id] == [old.id]


async def test_a_hint_says_what_to_play_and_of_two_panels_under_my_hand_the_later_is_kept_up(
    world: World,
) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    name = world.awaited()
    assert "Hint" in world.dm(name).buttons
    assert all("Hint" not in world.dm(other).buttons for other in CHAIRS if other != name)
    hinted = await world.press(name, world.dm(name), "Hint", dm=True)
    assert private(hinted) == "", "it stands on the panel"
    told = answer_on(world.dm(name))
    assert told.startswith(("The house would choose: **", "The house would choose **"))
    assert any(cost in told for cost in ("better than", "no difference", "only move")), "at what cost"
    typed = private(await world.slash(name, "hint"))
    assert typed == told
    refused = private(await world.slash(next(other for other in CHAIRS if other != name), "hint"))
    assert "not your turn" in refused
    first = await world.slash(name, "hand")
    assert playable(seen(first.response))
    second = await world.slash(name, "hand", settle=True)
    where = f"Your hand is under **My hand** in <#{world.channel.id}> now."
    assert where in seen(first.response).text
    assert seen(first.response).open_buttons == ["Show it here"]
    assert where in world.dm(name).text
    card = playable(seen(second.response))[0]
    await world.slash(name, "play", card=card, settle=True)
    assert card not in seen(second.response).buttons
    await world.press(name, seen(first.response), "Show it here", settle=True)
    assert "trick 1 of 13" in seen(first.response).text
    assert where in seen(second.response).text


async def test_hints_are_switched_off_with_the_house_rules(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.slash("Ann", "table options", rule="hints-allowed", answer="no")
    await world.start()
    await cut(world)
    name = world.awaited()
    assert "Hint" not in world.dm(name).buttons
    assert "switched off" in private(await world.slash(name, "hint"))
