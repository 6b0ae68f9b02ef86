"""While a board of a session is still to be played somewhere, its channel and all others hear that a table
has finished it, and nothing else."""

from typing import Any

import pytest
import simcord

from bot.settings import Settings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from tests.discord.ears import Ears, cards_in
from tests.discord.test_access import Persona
from tests.discord.test_duplicate import session_message, settle
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


BOARDS = 4


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"pictures": True})


async def use(world: World, who: Persona, custom_id: str, value: str = "") -> Any:
    """Press that button of a session, or choose `value` from that menu."""
    if value:
        part: dict[str, Any] = {"type": 3, "options": [{"label": "One", "value": value}]}
    else:
        part = {"type": 2, "style": 1, "label": "Press"}
    row = {"type": 1, "components": [{**part, "custom_id": custom_id}]}
    backend = world.env.backend
    message = backend.create_message(who.place.id, backend.bot_user.id, "", components=[row], broadcast=False)
    shown = simcord.ResponseMessage(world.env, message)
    if value:
        result = await who.actor.select(shown, [value], custom_id=custom_id)
    else:
        result = await who.actor.click(shown, custom_id=custom_id)
    assert result.acknowledged, custom_id
    return result


async def look_everywhere(world: World, *names: str) -> None:
    """Have those people press and type all that shows anything of the session."""
    for name in names:
        who = persona(world, name)
        for action in ("standings", "director", "hand"):
            await use(world, who, f"b:1:{action}:")
            await who.slash(f"duplicate {action}", session=1)
        for board in range(1, BOARDS + 1):
            await use(world, who, "b:1:board:", str(board))
            await who.slash("duplicate board", board=board, session=1)
            for table in (1, 2):
                await use(world, who, "b:1:ruling:", f"{table}.{board}")
                await use(world, who, f"b:1:score:{table}.{board}")


async def tables(world: World) -> list[TableSnapshot]:
    return await tables_of_session(world, 1)


async def known(world: World, name: str) -> set[str]:
    """The cards that person has held or seen at boards of the session."""
    found: set[str] = set()
    for snapshot in await tables(world):
        seat = snapshot.table.chairs.seat_of(world.people[name].id)
        if seat is not None:
            found |= await Play(world, snapshot.table.id).known(seat)
    return found


async def at_table(world: World, name: str) -> Play:
    """The board that person plays now."""
    (found,) = [
        one.table
        for one in await tables(world)
        if one.table.status is Status.PLAYING and one.table.chairs.seat_of(world.people[name].id) is not None
    ]
    return Play(world, found.id)


async def begin(world: World) -> None:
    """A match of teams: Ann and Bob meet Dan at one table, Cleo the house at the other."""
    await world.slash("Ann", "duplicate teams", game="english-whist", boards=BOARDS)
    await settle(world)
    for name, team in (("Bob", 1), ("Cleo", 1), ("Dan", 2)):
        await world.press(name, session_message(world), f"Enter Team {team}")
    await world.press("Ann", session_message(world), "Start")
    await settle(world)


async def test_nothing_of_a_session_reaches_who_has_a_board_still_to_play(world: World, ears: Ears) -> None:
    await begin(world)
    about, first, other = about_tables(world), await at_table(world, "Ann"), await at_table(world, "Cleo")
    assert first.id != other.id
    await other.cards()
    await settle(world)
    assert (await other.now()).table.status is Status.FINISHED
    await first.cards(7)
    for names, table in ((("Eve", "Max"), other.id), (("Eve",), first.id), (("Ann",), other.id)):
        for name, what, said in await walk(world, table, *names, unnamed=False):
            assert what not in about or said in refusals(world), (name, what, said)
    await look_everywhere(world, "Eve", "Max", "Ann", "Bob", "Cleo", "Dan")
    assert leaks(ears, 0, ids(world, "Eve")) == []
    # The director, who does not play, knows the score that may have to be corrected, and no card.
    seen = {name: await known(world, name) for name in ("Ann", "Bob", "Cleo", "Dan")} | {"Max": set[str]()}
    for name, cards in seen.items():
        heard = [one for one in ears.heard() if one.who == world.people[name].id]
        assert [one for one in heard if not cards_in(one.text) <= cards] == [], name
    for name in ("Ann", "Eve", "Max"):
        assert "tricks" not in await export(world, name)

    since = ears.now
    await first.cards()
    await settle(world)
    assert "finished" in world.transcript()
    assert leaks(ears, since, ids(world, "Eve")) == [], "the standings are for who asks"
    await world.slash("Eve", "duplicate board", board=1, session=1)
    heard = [one for one in ears.heard(since) if one.who == world.people["Eve"].id]
    assert max(len(cards_in(one.text)) for one in heard) >= PACK
