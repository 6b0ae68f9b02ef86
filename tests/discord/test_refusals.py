import asyncio
from typing import Any

from bot import metrics
from bot.rules.catalogue import ENGLISH
from bot.rules.presentation.text import faces_in
from bot.rules.whist.state import Playing
from bot.tables.people.access import Actor
from bot.tables.state.chairs import Person
from tests.discord.test_hand import dealt, play_hand_by_dm, playable
from tests.discord.world import World, counting, private, seen


async def test_who_may_cut_and_how_it_is_typed(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.change(ceremony=True)
    await world.start()
    cutter = world.awaited()
    other = next(name for name in ("Ann", "Bob", "Cleo", "Dan") if name != cutter)
    result = await world.press(other, world.table_message(), "Cut in the middle")
    assert private(result) == f"It is not your turn; **{cutter}** is to act."
    result = await world.press("Eve", world.table_message(), "Cut in the middle")
    assert "You do not sit at this table" in private(result)
    offered = await world.people[cutter].autocomplete(world.channel, "play", "card", "")
    assert [choice["name"].split(" (")[0] for choice in offered] == [
        "Cut near the top",
        "Cut a third down",
        "Cut in the middle",
        "Cut two thirds",
        "Cut near the bottom",
    ]
    typed = await world.people[cutter].autocomplete(world.channel, "play", "card", "cut 20")
    assert [choice["value"] for choice in typed] == ["cut 20"]
    done = private(await world.slash(cutter, "play", card="cut 20"))
    assert done.startswith("Done: cut 20 of the 52 cards off the top.\n")
    assert "are trumps" in done


async def test_a_stale_panel_is_refused_and_drawn_anew(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    name = world.awaited()
    # A second panel out of the bot's reach, as after a restart.
    second = await world.slash(name, "hand")
    assert second.response
    await world.env.settle()
    world.bot.services.messages.drop_panel(1, world.people[name].id, second.response.id)
    await world.press(name, world.dm(name), "Show it here", dm=True)
    cards = playable(world.dm(name))
    await world.press(name, world.dm(name), cards[0], dm=True)
    stale = seen(second.response)
    assert cards[0] in stale.buttons
    counted = counting(metrics.REFUSALS)
    assert "moved on" in private(await world.press(name, stale, cards[1]))
    assert counted() == {"stale": 1}
    assert cards[0] not in seen(second.response).buttons
    snapshot = await world.snapshot()
    assert sum(entry.text.startswith("play") for entry in snapshot.log) == 1


async def test_an_illegal_card_by_command_is_explained(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand_by_dm(world, 1)
    while not (closed := await _held_but_illegal(world)):
        await play_hand_by_dm(world, 1)
    name = world.awaited()
    assert closed[0] not in world.dm(name).buttons, "what cannot be played is no button"
    assert "must follow suit" in private(await world.slash(name, "play", card=closed[0]))
    hand = (await world.snapshot()).state.hands[(await world.snapshot()).awaited[0]]  # type: ignore[attr-defined]
    not_held = next(card for card in ("A♠", "K♠", "Q♠", "9♠") if card not in [held.face for held in hand])
    assert "You do not hold" in private(await world.slash(name, "play", card=f"{not_held[0]}S"))
    assert "I do not know 'a fish'" in private(await world.slash(name, "play", card="a fish"))


async def _held_but_illegal(world: World) -> list[str]:
    snapshot = await world.snapshot()
    (seat,) = snapshot.awaited
    legal = snapshot.game.legal(snapshot.state, seat)
    held = snapshot.game.plays_held(snapshot.state, seat)
    return [faces_in(str(move), ENGLISH) for move in held if move not in legal]


async def test_cards_can_be_typed_as_people_write_them(world: World) -> None:
    await world.table("Bob", "Cleo", "Dan")
    await world.change(ceremony=True)
    await world.start()
    cutter = world.awaited()
    result = await world.slash(cutter, "play", card="cut 20")
    assert "Done" in private(result)
    if any("Hearts" in label for label in world.table_message().buttons):
        dealer = world.awaited()
        await world.slash(dealer, "play", card="hearts")
    for spelling in ("label", "words", "notation", "lower"):
        name = world.awaited()
        panel = world.dm(name)
        label = playable(panel)[0]
        snapshot = await world.snapshot()
        view: Any = snapshot.view(snapshot.awaited[0])
        card = next(c for c in view.hand if c.face == label.split(" ×")[0])
        text = {
            "label": card.face,
            "words": card.words,
            "notation": card.text,
            "lower": card.text.lower(),
        }[spelling]
        result = await world.slash(name, "play", card=text)
        said = private(result).splitlines()
        assert said[0] == f"You play {card.face}."
        assert len(said) > 1, "what has come of it, or whom the table waits for"
        if world.awaited() != name:
            assert playable(world.dm(name)) == [], "the panel is brought up to date as well"


async def test_autocomplete_offers_the_legal_moves_and_a_double_click_plays_one_card(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    name = world.awaited()
    choices = await world.people[name].autocomplete(world.channel, "play", "card", "")
    assert len(choices) == len(playable(world.dm(name)))
    assert await world.people["Eve"].autocomplete(world.channel, "play", "card", "") == []
    panel = world.dm(name)
    user = Actor(Person(world.people[name].id, name), sees=True, sends=True)
    step = (await world.snapshot()).step
    act = world.bot.services.tables.play.act
    moves = [panel.buttons[card]["custom_id"].split(":", 3)[3] for card in playable(panel)[:2]]
    answers = await asyncio.gather(
        act(1, user, moves[0], step), act(1, user, moves[0], step), return_exceptions=True
    )
    assert sum(isinstance(answer, Exception) for answer in answers) == 1


async def test_a_full_table_and_a_taken_chair(world: World) -> None:
    await world.table("Bob")
    await world.press("Cleo", world.table_message(), "Sit South")
    result = await world.slash("Dan", "table join", seat=3)
    assert private(result) == "Somebody sits in that chair; take another."
    assert "South: **Cleo**" in world.table_message().text
    await world.press("Dan", world.table_message(), "Sit West")
    assert "Every chair is taken" in private(await world.slash("Eve", "table join"))


async def test_only_the_keeper_starts_and_changes_the_rules(world: World) -> None:
    await world.table("Bob")
    result = await world.press("Bob", world.table_message(), "Start with 2 house players")
    assert "Only <@" in private(result)
    result = await world.press("Bob", world.table_message(), "House rules")
    panel = seen(result.response)
    assert panel.menus == []
    assert "A single game of 25" in panel.text


async def test_commands_without_a_table_say_what_to_do(world: World) -> None:
    for command in ("hand", "table leave", "table start", "trick", "score", "record"):
        assert "/table open" in private(await world.slash("Eve", command)), command
    assert "no such table" in private(await world.slash("Eve", "table join", table=77))


async def test_a_whole_hand_leaves_nothing_of_a_hidden_hand_in_the_channel(world: World) -> None:
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand_by_dm(world, 6)
    snapshot = await world.snapshot()
    posted = "\n".join(m.text for m in world.messages())
    state = snapshot.state
    assert isinstance(state, Playing)
    held = {card.face for hand in state.hands for card in hand if card.face != "Knight"}
    lying = {state.deal.turned.face, *(card.face for card in state.cards)}
    for face in held - lying:
        assert face not in posted, face
