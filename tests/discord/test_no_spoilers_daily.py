"""Nothing of the boards of a day that is not over reaches who has not played them, whatever they press or
type; and a board is dealt to a person once, wherever they ask for it."""

from typing import Any, Final

import pytest
import simcord

from bot.duplicate.contests.days import BOARDS, day_at
from bot.settings import Settings
from bot.tables.state.preferences import UserSettings
from cogs.ui.actions import CONTROLS
from tests.discord.ears import EVERYBODY, Ears, cards_in, tells
from tests.discord.test_access import Persona, told
from tests.discord.test_daily import WHIST, Player, to_next_day
from tests.discord.test_no_spoilers import (
    PACK,
    Play,
    about_tables,
    ears,
    export,
    ids,
    leaks,
    persona,
    refusals,
    walk,
)
from tests.discord.world import World, tables_of_session

__all__ = ["ears"]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"pictures": True})


SEAT: Final = 2  # who plays a board of the day sits South
ACTIONS: Final = ("play", "result", "best", "post", "seals", "board")
"""What the buttons of a day do; one more turns to the table of a period."""


async def without_pictures(world: World, name: str) -> None:
    """Their buttons have whole labels then."""
    await world.bot.services.tables.users.save(UserSettings(world.people[name].id, pictures=False))


def today(world: World) -> int:
    return day_at(world.bot.services.daily.contests.clock.now())


def custom_ids(world: World) -> list[str]:
    """Every button of the board of the day: of yesterday, today and tomorrow, and of every board."""
    assert len(ACTIONS) + 1 == sum(control.name.startswith("daily-") for control in CONTROLS)
    found = [
        f"c:0:0:!daily-{action}:{WHIST}.{day}.{number}"
        for action in ACTIONS
        for day in range(today(world) - 1, today(world) + 2)
        for number in range(BOARDS + 1 if action == "board" else 2)
    ]
    return [*found, f"c:0:0:!daily-table:x.{WHIST}.week.0", f"c:0:0:!daily-table:x.{WHIST}.all.0"]


async def press(world: World, who: Persona, custom_id: str) -> Any:
    """Press the button of that custom_id on a message of the bot."""
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Press", "custom_id": custom_id}]}
    backend = world.env.backend
    message = backend.create_message(who.place.id, backend.bot_user.id, "", components=[row], broadcast=False)
    result = await who.actor.click(simcord.ResponseMessage(world.env, message), custom_id=custom_id)
    assert result.acknowledged, custom_id
    return result


async def try_every_day(world: World, *names: str, play: bool = False) -> None:
    """Have those people press all there is about the board of the day, and type it; not what deals a board,
    unless they `play`."""
    for name in names:
        for dm in (False, True):
            who = persona(world, name, dm=dm)
            for custom_id in custom_ids(world):
                if play or "daily-play" not in custom_id:
                    await press(world, who, custom_id)
            await who.slash("daily", day="yesterday", game=WHIST)
            if play:
                await who.slash("daily", game=WHIST)


async def test_nothing_of_a_day_reaches_who_has_not_played_it(world: World, ears: Ears) -> None:
    about = about_tables(world)
    ann, outside = Player(world, "Ann", dm=False), ids(world, "Eve", "Max")
    await without_pictures(world, "Ann")
    await ann.whole_day()
    await ann.press("Post it here")
    posted = world.messages()[-1]
    assert "Ann" in posted.text
    tables = await tables_of_session(world, 0)
    assert len(tables) == BOARDS
    assert all(one.table.secret for one in tables)
    for snapshot in tables[:2]:
        for name, what, said in await walk(world, snapshot.table.id, "Eve", "Max"):
            assert what not in about or said in refusals(world), (name, what, said)
    await try_every_day(world, "Eve", "Max")
    assert leaks(ears, 0, outside) == []
    assert not tells(await export(world, "Eve"))

    # Who has played some of them is told of those.
    since = ears.now
    await persona(world, "Eve", dm=True).slash("daily", game=WHIST)
    *_, hers = await tables_of_session(world, 0)
    eve = Play(world, hers.table.id)
    known = await eve.known(SEAT)
    await eve.cards()
    known |= await eve.known(SEAT)
    await try_every_day(world, "Eve")
    heard = [one for one in ears.heard(since) if one.who == world.people["Eve"].id]
    assert [one for one in heard if not cards_in(one.text) <= known] == []
    result = await press(world, persona(world, "Eve"), f"c:0:0:!daily-result:{WHIST}.{today(world)}.0")
    assert "once you have played all four boards" in told(result)
    assert leaks(ears, since, ids(world, "Max")) == []

    await to_next_day(world)
    since = ears.now
    await press(world, persona(world, "Max"), f"c:0:0:!daily-board:{WHIST}.{today(world) - 1}.1")
    (opened,) = [one for one in ears.heard(since) if one.who == world.people["Max"].id and tells(one.text)][
        :1
    ]
    assert len(cards_in(opened.text)) >= PACK
    assert leaks(ears, since, {EVERYBODY}) == []


async def test_a_board_of_the_day_is_dealt_once_wherever_one_asks(world: World, ears: Ears) -> None:
    elsewhere = world.env.create_guild("Elsewhere")
    there = elsewhere.create_text_channel("general")
    ann = world.people["Ann"]
    twin = Persona(elsewhere.add_member(ann.user), there)
    await without_pictures(world, "Ann")
    await Player(world, "Ann", dm=False).whole_day()
    dealt = [one.table.id for one in await tables_of_session(world, 0)]
    for who in (twin, persona(world, "Ann"), persona(world, "Ann", dm=True)):
        said = await who.slash("daily", game=WHIST)
        assert said.acknowledged
        assert "so there is no place yet" in told(said)
    assert [one.table.id for one in await tables_of_session(world, 0)] == dealt
    bob = Persona(elsewhere.add_member(world.people["Bob"].user), there)
    since = ears.now
    await world.people["Bob"].slash(world.channel, "daily", game=WHIST)
    await bob.slash("daily", game=WHIST)
    assert len(await tables_of_session(world, 0)) == len(dealt) + 1
    assert {one.who for one in ears.heard(since) if cards_in(one.text)} == {world.people["Bob"].id}
