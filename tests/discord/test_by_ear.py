"""A match of every game by somebody who knows the components alone: texts, and the labels of buttons.

No picture, no emoji, no command after the one that opens the table; whatever is to be acted on has never been
edited.
"""

import random
import re
from dataclasses import replace
from typing import Any

import pytest
import simcord

from bot import metrics
from bot.rules.registry import GAMES
from bot.tables.state.preferences import Calls
from bot.tables.store.editable import TOKEN_SECONDS
from tests.discord.test_restart import restart
from tests.discord.world import Seen, World, counting, private, seen

ANN = "Ann"
EPHEMERAL = 64
MOST_MOVES = 1000
LATEST = 8
"""How many messages are listened to again at every press."""

UNREADABLE = re.compile("[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]|[AKQJTB]-|\\b[AKQJB][SHDC]\\b")
"""Signs of suits, arrows and emojis, and cards in the notation."""

QUESTIONS = (
    ("Whose turn",),
    ("This trick", "On the table"),
    ("Last trick", "Last play"),
    ("Score and target",),
    ("My hand",),
    ("What is gone",),
)
"""What each of the six buttons is called, by game."""


class Reader:
    """Somebody who is read one message after another, and presses what they have heard."""

    def __init__(self, world: World, name: str = ANN) -> None:
        self.world = world
        self.name = name
        self.presses = 0
        self.heard: dict[int, str] = {}

    async def settle_in(self, **others: Any) -> None:
        """Switch the reading mode on, which is done once for ever."""
        users = self.world.bot.services.tables.users
        settings = await users.settings(self.world.people[self.name].id)
        await users.save(replace(settings, reading=True, **others))

    def received(self, most: int | None = None) -> list[tuple[Seen, bool]]:
        """What they alone can see, the newest so many of it, oldest first, and whether it stands in their
        DMs."""
        channel, messages = self.world.channel.id, self.world.env.backend.messages
        dm = self.world.people[self.name].user.dm_channel
        stored = [(m, False) for m in messages.get(channel, {}).values() if m.flags & EPHEMERAL]
        if dm is not None:
            stored += [(m, True) for m in messages.get(dm.id, {}).values()]
        newest = sorted(stored, key=lambda found: found[0].id)[-most if most else 0 :]
        return [(seen(m), by_dm) for m, by_dm in newest]

    def panels(self, most: int | None = None) -> list[tuple[Seen, bool]]:
        """Those of them that tell how the table stands."""
        return [(m, dm) for m, dm in self.received(most) if m.text.startswith("###") and "· table" in m.text]

    def listen(self, most: int | None = LATEST) -> None:
        """Hear what is new: everything can be read, and what was heard before is still the same."""
        for message, _ in self.received(most):
            whole = f"{message.text}\n{sorted(message.buttons)}"
            assert self.heard.setdefault(message.id, whole) == whole, "edited under the reader's hand"
            assert message.raw.edited_timestamp is None
            assert not message.raw.attachments
            _, _, told = message.text.partition("\n")
            assert not UNREADABLE.search(told), told
            for menu in message.menus:
                assert not any(UNREADABLE.search(o["label"]) or o.get("emoji") for o in menu["options"])
            for label, button in message.buttons.items():
                assert not UNREADABLE.search(label), label
                assert not button.get("emoji"), label
                assert not button.get("disabled"), label

    async def press(self, message: Seen, label: str, *, dm: bool) -> Any:
        self.presses += 1
        answer = await self.world.press(self.name, message, label, dm=dm)
        await self.world.env.settle()
        self.listen()
        return answer

    async def choose(self, message: Seen, menu: dict[str, Any], value: str, *, dm: bool) -> None:
        self.presses += 1
        person = self.world.people[self.name]
        shown = simcord.ResponseMessage(self.world.env, message.raw)
        await (person.user if dm else person).select(shown, [value], custom_id=menu["custom_id"])
        await self.world.env.settle()
        self.listen()

    async def ask_everything(self, panel: Seen, *, dm: bool) -> None:
        """Ask the six questions; each is answered, for them alone, and in words."""
        for labels in QUESTIONS:
            (label,) = [label for label in labels if label in panel.buttons]
            answer = await self.press(panel, label, dm=dm)
            said = private(answer)
            assert said
            assert not UNREADABLE.search(said), said
        parts = self.received(1)[0][0]
        for part in list(parts.buttons)[:4]:
            said = private(await self.press(parts, part, dm=dm))
            assert part in said
            assert not UNREADABLE.search(said), said

    async def begin(self, game: str, *, longer: bool = False) -> None:
        """Open a table by the only command, for a match of several games where that is wanted, and start."""
        await self.world.slash(self.name, "table open", game=game)
        instead = [label for label in self.world.table_message().buttons if label.endswith("rubber instead")]
        for label in instead if longer else ():
            await self.press(self.world.table_message(), label, dm=False)
        message = self.world.table_message()
        start = next(label for label in message.buttons if label.startswith("Start"))
        await self.press(message, start, dm=False)


def moves(panel: Seen) -> list[str]:
    return [label for label, button in panel.buttons.items() if ":!" not in button["custom_id"]]


async def take_a_turn(reader: Reader, panel: Seen, rng: random.Random, *, dm: bool) -> None:
    """Make any move that is offered, and mean it where the bot asks."""
    if "Yes" in panel.buttons:
        await reader.press(panel, "Yes", dm=dm)
        return
    choices: list[tuple[dict[str, Any] | None, str]] = [(None, label) for label in moves(panel)]
    for menu in panel.menus:
        choices += [(menu, option["value"]) for option in menu["options"]]
    assert choices, f"nothing is offered: {panel.text}"
    chosen_from, what = rng.choice(choices)
    if chosen_from is None:
        await reader.press(panel, what, dm=dm)
    else:
        await reader.choose(panel, chosen_from, what, dm=dm)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "longer"),
    [
        ("english-whist", False),
        ("old-maid", False),
        ("mariage", True),
        *(pytest.param(key, True, marks=pytest.mark.long) for key in GAMES if key != "mariage"),
    ],
)
async def test_a_match_is_played_by_ear_alone(world: World, key: str, longer: bool) -> None:
    reader, rng = Reader(world), random.Random(3)
    await reader.settle_in()
    await reader.begin(key, longer=longer)
    turns = 0
    while "This match is over." not in reader.panels(LATEST)[-1][0].text:
        panel, dm = reader.panels(LATEST)[-1]
        if turns in (0, 7):
            await reader.ask_everything(panel, dm=dm)
        turns += 1
        assert turns < MOST_MOVES, "the match does not end"
        await take_a_turn(reader, panel, rng, dm=dm)
    reader.listen(None)
    assert len(reader.panels()) <= turns * 1.2 + 2, "one message a turn"
    posted = [
        r
        for r in world.requests()
        if r.method == "POST" and str(world.people[ANN].user.dm_channel.id) in r.path
    ]
    assert len(posted) == 1, "the token of the last press pays for all that follow"
    last = reader.panels(LATEST)[-1][0]
    assert last.open_buttons == ["Play again"]
    assert "Since then" in last.text


async def seated(world: World) -> tuple[Reader, Seen, bool]:
    """Ann reads, at a table with the house; her first panel."""
    reader = Reader(world)
    await reader.settle_in()
    await reader.begin("american-whist")
    panel, dm = reader.panels()[-1]
    return reader, panel, dm


async def test_a_press_on_an_older_panel_is_answered_with_the_panel_as_it_is_now(world: World) -> None:
    reader, old, dm = await seated(world)
    await reader.press(old, moves(old)[0], dm=dm)
    step = (await world.snapshot()).step
    counted = counting(metrics.REFUSALS)
    await reader.press(old, moves(old)[-1], dm=dm)
    assert counted() == {"stale": 1}
    assert (await world.snapshot()).step == step
    now = reader.panels()[-1][0]
    assert "moved on" in now.text
    assert moves(now)
    assert moves(now) != moves(old)


async def test_under_my_hand_each_turn_follows_in_the_channel(world: World) -> None:
    reader, _, _ = await seated(world)
    await reader.press(world.table_message(), "My hand", dm=False)
    in_dm = [m.id for m, dm in reader.received() if dm]
    start = len(world.env.http_requests)
    for _ in range(3):
        panel, dm = reader.panels()[-1]
        assert not dm
        await reader.press(panel, moves(panel)[0], dm=False)
    assert [m.id for m, dm in reader.received() if dm] == in_dm
    dm_channel = str(world.people[ANN].user.dm_channel.id)
    assert not [r for r in world.requests(start) if dm_channel in r.path]
    assert "Since then" in reader.panels()[-1][0].text


async def test_without_a_token_there_is_one_dm_a_turn(world: World) -> None:
    await world.slash("Ann", "table open", game="american-whist", pace="slow")
    await world.slash("Bob", "table join")
    await world.start()
    await world.env.advance_time(1)
    name = world.awaited()
    other = Reader(world, "Bob" if name == ANN else ANN)
    await other.settle_in(calls=Calls.NEVER)
    await world.env.advance_time(TOKEN_SECONDS + 60)
    start = len(world.env.http_requests)
    while world.awaited() == name:
        panel, dm = Reader(world, name).panels()[-1]
        await world.press(name, panel, moves(panel)[0], dm=dm)
        await world.env.advance_time(1)
    (panel, dm), dm_channel = other.panels()[-1], str(world.people[other.name].user.dm_channel.id)
    assert dm
    assert moves(panel)
    assert "Your turn" in panel.text
    sent = [r.method for r in world.requests(start) if f"/channels/{dm_channel}/messages" in r.path]
    assert sent.count("POST") == 1, sent
    assert "PATCH" not in sent


async def test_after_a_restart_nothing_is_told_twice(world: World) -> None:
    reader, _, _ = await seated(world)
    before = [m.id for m, _ in reader.received()]
    await restart(world)
    await world.env.advance_time(2)
    assert [m.id for m, _ in reader.received()] == before
    panel, dm = reader.panels()[-1]
    await reader.press(panel, moves(panel)[0], dm=dm)
    assert len(reader.panels()) == 2


async def test_who_is_asked_before_a_card_is_played_is_asked_in_a_new_message(world: World) -> None:
    reader, panel, dm = await seated(world)
    users = world.bot.services.tables.users
    await users.save(replace(await users.settings(world.people[ANN].id), confirm=True))
    step, card = (await world.snapshot()).step, moves(panel)[0]
    await reader.press(panel, card, dm=dm)
    asking, dm = reader.received()[-1]
    assert asking.open_buttons == ["Yes", "No"]
    assert (await world.snapshot()).step == step
    await reader.press(asking, "Yes", dm=dm)
    assert (await world.snapshot()).step > step


async def test_a_question_of_a_kind_that_is_no_more_is_refused_in_a_sentence(world: World) -> None:
    reader, panel, dm = await seated(world)
    panel.buttons["Whose turn"]["custom_id"] = "c:1:0:!ask:weather"
    assert "out of date" in private(await reader.world.press(ANN, panel, "Whose turn", dm=dm))
