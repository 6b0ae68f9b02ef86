"""Buttons, menus and forms with what was never offered: each is answered in a sentence, and changes nothing.

The walk finds by itself what is registered.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import discord
import pytest
import simcord
from sqlalchemy import select

from bot import metrics
from bot.rules.catalogue import ENGLISH
from bot.tables.state.chairs import Seat
from bot.tables.state.errors import TableError
from bot.tables.state.preferences import ServerSettings
from bot.tables.state.snapshot import TableSnapshot
from cogs.opening.house_rules import BESIDES, changes, rules_answers
from cogs.settings.actions import SWITCHES
from cogs.settings.server import limits_answers, mornings_answers, tables_answers
from cogs.ui.actions import find
from cogs.ui.arguments import filled_in, reading
from cogs.words.refusals import refusal_text
from storage.schema.metadata import metadata
from tests.discord.test_actions import PINNED
from tests.discord.test_duplicate import begin, open_teams
from tests.discord.test_hand import dealt
from tests.discord.world import Seen, World, counting, private, seen
from tests.stored_tables import stored_table
from tests.tables.fakes import person

IDS: Final = [re.sub(r"^([bcm]:)\d+", r"\g<1>1", made) for made in PINNED]
"""A custom_id of each button and menu, of the table or the session that is there."""

PARTS: Final = ("0", "8", "9" * 18, "9" * 19, "8" * 60, "zz", "user_id", "dm_closed", "²", "")
VALUE_PARTS: Final = ("zz", "8" * 60, "9" * 18, "-1", "²", "0.0", "1.9", "user_id", "202613", "99991", "AS")
NOT_OFFERED: Final = refusal_text(TableError("not-offered"), ENGLISH)


def is_menu(made: str) -> bool:
    pressed = find(made)
    return pressed is not None and pressed.control.value is not None


def is_of_people(made: str) -> bool:
    return made.startswith(("s:block:", "b:1:with:"))


def forged_ids(made: str) -> Iterator[str]:
    """Custom_ids that are read as that one is, each with one part that no message has."""
    parts = re.split(r"([:.!])", made)
    for place, part in itertools.product(range(2, len(parts), 2), PARTS):
        forged = "".join((*parts[:place], part, *parts[place + 1 :]))
        if len(forged) <= 100 and forged != made and find(forged):
            yield forged


def message(world: World, made: str, values: tuple[str, ...] = (), kind: int = 3) -> Seen:
    """A message of the bot with that one button, or (`values`) a menu of them."""
    part: dict[str, Any] = {"type": 2, "style": 1, "label": "Press", "custom_id": made}
    if values:
        options = [{"label": "One", "value": value} for value in values]
        part = {"type": kind, "custom_id": made, "options": options}
    backend, row = world.env.backend, {"type": 1, "components": [part]}
    return seen(
        backend.create_message(world.channel.id, backend.bot_user.id, "", components=[row], broadcast=False)
    )


async def use(world: World, made: str, value: str | None = None) -> Any:
    """Press that button, or choose that value; it must be answered, and by no apology."""
    apologised, said = counting(metrics.FAULTS), f"{made} {value}"
    there = message(world, made, () if value is None else (value,))
    shown = simcord.ResponseMessage(world.env, there.raw)
    ann = world.people["Ann"]
    if value is None:
        result = await ann.click(shown, custom_id=made)
    else:
        result = await ann.select(shown, [value], custom_id=made)
    assert result.acknowledged, said
    assert not apologised(), said
    assert "went wrong" not in private(result), said
    return result


async def stored(world: World, *names: str) -> list[Any]:
    """What stands in those tables of the database."""
    database: Any = world.bot.parts.database
    found = []
    for name in names:
        (rows,) = await database.read(select(metadata.tables[name]))
        found.append([tuple(row) for row in rows])
    return found


async def settle_down(world: World) -> None:
    """A table at which a hand is played, and a session, both of Ann's, who manages the server."""
    role = world.guild.create_role("steward", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, world.people["Ann"].id, role.id)
    await dealt(world, "Bob", "Cleo", "Dan")
    await open_teams(world)
    await begin(world)


async def test_whatever_is_forged_in_a_custom_id_is_answered_in_a_sentence(world: World) -> None:
    await settle_down(world)
    tried = 0
    for made in IDS:
        if not is_menu(made):
            for forged in forged_ids(made):
                tried += 1
                await use(world, forged)
    assert tried > 250


async def test_whatever_is_forged_in_a_menu_is_answered_in_a_sentence(world: World) -> None:
    await settle_down(world)
    before = await stored(world, "user_settings", "server_settings", "sessions")
    tried = 0
    for made in filter(is_menu, IDS):
        if is_of_people(made):
            continue
        for value in VALUE_PARTS:
            tried += 1
            await use(world, made, value)
    assert tried >= 11 * len(VALUE_PARTS)
    assert await stored(world, "user_settings", "server_settings", "sessions") == before


@pytest.mark.parametrize(
    ("made", "value"),
    [("s:calls:", "sometimes"), ("s:pace:", "8" * 60), ("m:0:0:!stats-period:{}.bezique.all", "8" * 60)],
)
async def test_a_value_never_offered_is_refused_in_one_sentence(world: World, made: str, value: str) -> None:
    assert private(await use(world, made.format(world.people["Ann"].id), value)).endswith(NOT_OFFERED)


async def test_no_field_but_a_switch_can_be_set(world: World) -> None:
    await world.slash("Ann", "me")
    for name in ("user_id", "dm_closed", "calls", "pace", "nothing"):
        result = await use(world, f"s:flag:{name}:1")
        assert private(result).endswith(refusal_text(TableError("old-button"), ENGLISH))
    settings = await world.bot.services.tables.users.settings(world.people["Ann"].id)
    assert (settings.user_id, settings.dm_closed) == (world.people["Ann"].id, False)


def test_the_switches_are_those_that_can_be_pressed() -> None:
    assert {*SWITCHES} == {
        *("dm", "pictures", "play_forced", "four_colours", "large_index", "reading"),
        *("confirm", "hidden", "streaks"),
    }
    for name in SWITCHES:
        assert find(f"s:flag:{name}:1")


NOW: Final = ServerSettings(1)
TABLES: Final[dict[str, Any]] = {
    "channels": ["5"], "posting": "hand", "clock": ["usual"], "roles": [], "hints": True,
}  # fmt: skip
LIMITS: Final[dict[str, Any]] = {"each": ["3"], "here": ["10"], "rate": ["100"]}
MORNINGS: Final[dict[str, Any]] = {"channel": ["5"], "hour": ["8"], "problem": True, "role": []}


def test_forms_as_they_are_opened_are_taken() -> None:
    assert tables_answers(TABLES, NOW)["channels"] == [5]
    assert tables_answers({**TABLES, "clock": ["77"]}, replace(NOW, turn_seconds=77))["turn_seconds"] == 77
    assert limits_answers(LIMITS, NOW) == {"tables_each": 3, "tables_here": 10, "rate": 100}
    assert limits_answers({**LIMITS, "rate": ["77"]}, replace(NOW, rate=77))["rate"] == 77
    assert mornings_answers(MORNINGS) == {"channel": 5, "hour": 8, "problem": True, "winner_role": 0}


FORGED: Final = (None, ["zz"], ["8" * 60], ["-1"], "zz", "panels", 3)
NONE_OR_TWO: Final[tuple[list[str], ...]] = ([], ["60", "180"])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *itertools.product((key for key in (*TABLES, *LIMITS) if key != "hints"), FORGED),
        *itertools.product(("posting", "clock", "hour", *LIMITS), NONE_OR_TWO),
        *itertools.product(("channel", "hour", "role"), (*FORGED, ["24" * 10])),
        ("hour", ["24"]),
    ],
)
def test_forms_with_what_was_never_offered_are_refused(key: str, value: Any) -> None:
    if key in MORNINGS:
        with pytest.raises(TableError) as refused:
            mornings_answers({**MORNINGS, key: value})
    else:
        read: Any = tables_answers if key in TABLES else limits_answers
        good = TABLES if key in TABLES else LIMITS
        with pytest.raises(TableError) as refused:
            read({**good, key: value}, NOW)
    assert refused.value.code == "not-offered"


@pytest.mark.parametrize("components", [None, 3, [{}], [{"component": {}}]])
def test_a_form_of_another_kind_is_refused(components: Any) -> None:
    with pytest.raises(TableError), reading():
        filled_in({"components": components})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *itertools.product(("turn-clock", "posted-where", "led_knight", "user_id"), (*FORGED, [])),
        *itertools.product((BESIDES,), FORGED),
    ],
)
def test_house_rules_that_were_never_offered_are_refused(key: str, value: Any) -> None:
    table = stored_table(1, 1, 9, 1, "bishops-whist", {}, (Seat(person(1)),), 0.0, 60)
    snapshot = TableSnapshot(table)
    with pytest.raises(TableError) as refused:
        changes(snapshot.game, rules_answers(snapshot, {key: value}, more=False))
    assert refused.value.code in ("not-offered", "old-menu")
