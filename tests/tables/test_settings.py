"""What servers and people set, as the tables take it; and the order in which a person is erased."""

from dataclasses import replace
from typing import Any

import pytest

from bot.rules.errors import RuleError
from bot.tables.people.access import Action
from bot.tables.people.rates import PERIOD
from bot.tables.state.preferences import Pace, ServerSettings, UserSettings
from tests.stored_tables import changed
from tests.tables.fakes import Room, actor, is_refused, refused


async def test_a_server_that_has_set_nothing_leaves_every_game_as_it_is() -> None:
    servers = Room().tables.servers
    defaults = await servers.defaults(10, "bezique")
    assert defaults.options == {"match": "game", "asked": "always"}
    assert (defaults.turn_seconds, defaults.level, defaults.hints) == (180, "", True)
    await servers.require_channel(10, 20)


async def test_a_house_rule_a_game_has_no_more_is_let_go_and_one_it_never_had_refused(room: Room) -> None:
    stored: dict[str, dict[str, str | int | bool]] = {
        "bishops-whist": {"of_another_version": 3, "trump": "of another version"}
    }
    await room.servers.save_server(ServerSettings(10, options=stored, levels={"bishops-whist": "gone"}))
    defaults = await room.tables.servers.defaults(10, "bishops-whist")
    assert (defaults.options, defaults.level) == ({"match": "game"}, "")
    with pytest.raises(RuleError):
        await room.tables.servers.set_option(10, "bishops-whist", "of_another_version", 3)
    await is_refused("level", room.tables.servers.set_level(10, "bishops-whist", "gone"))


async def test_a_server_keeps_only_what_is_unusual_there(room: Room) -> None:
    servers = room.tables.servers
    await servers.set_option(10, "bezique", "trumps", "declared")
    assert (await room.servers.server(10)).options["bezique"] == {"trumps": "declared"}
    await servers.set_option(10, "bezique", "match", "partie")
    table = (await room.tables.lobby.open(actor(1), 10, 20, "bezique")).table
    assert table.options == {"trumps": "declared", "match": "partie", "asked": "always"}
    await servers.set_option(10, "bezique", "match", "game")
    assert (await room.servers.server(10)).options["bezique"] == {"trumps": "declared"}


async def test_a_table_opens_in_the_channels_the_server_names_and_in_their_threads(room: Room) -> None:
    await room.servers.save_server(ServerSettings(10, channels=(21, 22)))
    servers = room.tables.servers
    await servers.require_channel(10, 21)
    await servers.require_channel(10, 99, 22)
    await is_refused("channel-not-open", servers.require_channel(10, 20), channels=(21, 22))


async def test_the_house_pauses_as_the_slowest_present_wishes(room: Room) -> None:
    snapshot = await room.full(3)
    users, table = room.tables.users, snapshot.table
    for user, pace in ((1, Pace.QUICK), (2, Pace.SLOW)):
        await users.save(UserSettings(user, pace=pace))
    assert users.pace(table) == 2.5
    # Who is away wishes nothing; alone, the quick one has it quick.
    seats = tuple(replace(seat, away=seat.user_id == 2) for seat in table.chairs)
    assert users.pace(changed(table, seats=seats)) == 0.4
    users.forget(1)
    users.forget(2)
    assert users.pace(table) == 1.0


async def test_a_server_allows_more_or_less_a_minute() -> None:
    rates = Room().tables.rates
    for _ in range(2):
        rates.spend(1, Action.OPEN, 50)
    with refused("too-often", times=2):
        rates.spend(1, Action.OPEN, 50)
    rates.spend(1, Action.OPEN, 100)


async def test_an_erasure_does_not_begin_the_minute_anew_and_then_nothing_is_remembered(room: Room) -> None:
    rates = room.tables.rates
    rates.spend(1, Action.HINT)
    for _ in range(4):
        rates.spend(1, Action.OPEN)
    await room.tables.privacy.erase(1)
    with refused("too-often"):
        rates.spend(1, Action.OPEN)
    room.clock.time += PERIOD - 1.0
    rates.tidy()
    assert {user_id for user_id, _ in rates._done} == {1}
    room.clock.time += 1.0
    rates.tidy()
    assert not rates._done


def erasing(room: Room, patch: pytest.MonkeyPatch) -> list[str]:
    """The steps of erasures, in the order in which the store takes them."""
    done: list[str] = []
    for name in ("begin_erasure", "erase", "compact"):
        step = getattr(room.privacy, name)

        async def noted(*user_id: int, name: str = name, step: Any = step) -> Any:
            done.append(" ".join((name, *map(str, user_id))))
            return await step(*user_id)

        patch.setattr(room.privacy, name, noted)
    return done


async def test_an_erasure_is_written_down_first_and_the_tables_are_left_before_the_rows_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room()
    done = erasing(room, monkeypatch)
    snapshot = await room.full(2)
    forgotten: list[int] = []
    room.tables.privacy.subscribe(forgotten.append)
    await room.tables.privacy.erase(2)
    assert done == ["begin_erasure 2", "erase 2", "compact"]
    assert await room.privacy.erasures() == []
    assert forgotten == [2]
    table = (await room.tables.repository.fresh(snapshot.table.id)).table
    assert not table.chairs.belongs(2)
    assert table.open


async def test_what_was_begun_before_a_crash_is_finished_and_what_was_not_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room()
    done = erasing(room, monkeypatch)
    await room.full(3)
    await room.tables.privacy.resume()
    assert done == []
    await room.privacy.begin_erasure(3)
    await room.tables.privacy.resume()
    assert done == ["begin_erasure 3", "erase 3", "compact"]
    table = (await room.tables.repository.fresh(1)).table
    assert table.chairs.belongs(2)
    assert not table.chairs.belongs(3)


async def test_a_block_holds_from_both_sides_and_only_at_one_table(room: Room) -> None:
    users, table = room.tables.users, (await room.full(2)).table
    await users.block(1, 3)
    await is_refused("not-free", users.require_welcome(table, 3))
    with refused("own-block"):
        await users.block(4, 2)
        await users.require_welcome(table, 4)
    await is_refused("block-self", users.block(1, 1))
    await users.require_welcome(table, 5)
    await users.unblock(1, 3)
    await users.require_welcome(table, 3)
    for other in range(100, 125):
        await users.block(5, other)
    await is_refused("block-most", users.block(5, 200))
    await users.block(5, 100)
