"""Every command, suggestion, button and menu asks `bot.tables.people.access` first, whoever uses it.

The walk finds by itself what is registered. A new command is named in `COMMANDS` or `NO_TABLE`, a new kind of
person in `PEOPLE`, a new action in `ALLOWED`.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

import discord
import pytest
import simcord
from discord import app_commands
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.rules.catalogue import ENGLISH
from bot.tables.people import access
from bot.tables.people.access import RULES, Action
from bot.tables.state.errors import TableError
from bot.tables.state.table import Table
from bot.tables.upkeep.absence import Absence
from cogs.answering.actors import REMEMBERED_SECONDS
from cogs.ui.actions import CONTROLS, Control
from cogs.ui.glyphs import plainly
from cogs.words.refusals import refusal_text
from tests.discord.test_hand import dealt, play_hand_by_dm
from tests.discord.world import Seen, World, seen
from tests.tables.test_access import ANSWERS, REFUSALS, ROLES

TABLE: Final = 1
NO_SUCH_TABLE: Final = 77

COMMANDS: Final = {
    command: action
    for action, commands in {
        Action.SIT: "table join",
        Action.LEAVE: "table leave",
        Action.START: "table start",
        Action.LOOK: "table options, trick, score, record, replay",
        Action.CHOUETTE: "table chouette",
        Action.CALL_HOUSE: "table house",
        Action.INVITE: "table invite",
        Action.REMOVE: "table remove",
        Action.CLOSE: "table close",
        Action.PROPOSE: "table pause, table resume, table abandon, table substitute, undo, claim, concede",
        Action.NEXT_HAND: "table next",
        Action.VOTE: "agree, refuse",
        Action.WITHDRAW: "withdraw",
        Action.HAND: "hand",
        Action.MOVE: "play",
        Action.HINT: "hint",
        Action.ANALYSE: "analysis, moments",
    }.items()
    for command in commands.split(", ")
}
"""What each command about a table asks for."""

SESSION_COMMANDS: Final = {
    f"duplicate {name}"
    for name in (
        *("teams", "pairs", "enter", "partner", "leave", "start", "hand", "standings", "board", "settings"),
        *("rule", "director", "close", "how"),
    )
}
"""The commands about sessions, whose tables have numbers of their own (`test_duplicate.py`)."""

NO_TABLE: Final = frozenset(
    {"table open", "table list", "leaderboard", "stats", "rules", "help", "Play cards"}
    | {"club night", "club list"}
    | {"me", "privacy", "server show", "server settings", "daily", "problem", "lesson"}
    | {"challenge", "Challenge to the same boards"}
    | {"match offer", "match accept", "match withdraw", "match play", "match status"}
    | SESSION_COMMANDS
)
"""The commands that are about no table that there is."""

OF_NO_TABLE: Final = frozenset({("record", "yesterday")})
"""What other commands can be told that is about none: here a game."""

SUGGESTING: Final[Mapping[str, Action]] = {"table options": Action.OPTIONS}
"""What the suggestions of a command ask for, where that is more than the command does."""

ARGUMENTS: Final[Mapping[str, Any]] = {
    "card": "QH",
    "seat": 2,
    "hand": 1,
    "tricks": 1,
    "what": "alone",
    "table": 1,
    "board": 1,
    "answer": "yes",
    "code": "0123456789abcdef0123",
}
"""What is typed for those arguments of a command that must be given, and for `hand`."""

EXAMPLES: Final = {
    "move": "cut 20",
    "option": "match",
    "wish": "alone",
    "kind": "pause",
    "about": "turn",
    "part": "S",
    "page": "1.1..",
    "way": "on",
    "line": "",
    "command": "score",
    "options": "",
}
"""What stands in a custom_id for an argument that is no number."""


def _all_but(others: str, **allowed: str) -> dict[Action, str]:
    return {action: allowed.get(action.name, others) for action in Action}


def _as(role: str) -> dict[Action, str]:
    """What somebody of that role at a table is answered, as `tests/tables/test_access.py` writes it down."""
    place = [*ROLES].index(role)
    return {action: REFUSALS.get(ANSWERS[action.value][0][place], "") for action in Action}


_ONLOOKER: Final = _as("onlooker")
_SENDING: Final = [action for action in Action if ANSWERS[action.value][1] == "m"]

ALLOWED: Final[Mapping[str, Mapping[Action, str]]] = {
    "a stranger by DM": _all_but("no-table"),
    "somebody on another server": _all_but("no-table"),
    "a member without the channel": _all_but("no-table"),
    "an onlooker": _ONLOOKER,
    "a person who was removed": _as("was removed"),
    "a banned player by DM": _all_but("no-channel", LEAVE=""),
    "an onlooker who may not send": {**_ONLOOKER, **dict.fromkeys(_SENDING, "no-sending")},
    "a person timed out": {**_ONLOOKER, **dict.fromkeys(_SENDING, "no-sending")},
    "a player": _as("seated"),
    "a player by DM": _as("seated"),
    "the keeper": _as("host"),
}
"""By who asks: the code of the refusal, or nothing where it is allowed."""

TYPES_NOTHING: Final = frozenset({"a person timed out"})
"""Those whom Discord lets use no commands."""


@dataclass
class Gate:
    """Stands behind `bot.tables.people.access`: notes what was asked, and lets nobody do what they may."""

    asked: list[Action] = field(default_factory=list)

    def require(self, actor: access.Actor, action: Action, table: Table) -> None:
        self.asked.append(action)
        _require(actor, action, table)
        raise TableError("busy")


_require = access.require


@dataclass
class Persona:
    """Somebody, and where they click and type."""

    actor: Any
    place: Any

    @property
    def by_dm(self) -> bool:
        return isinstance(self.actor, simcord.builders.UserHandle)

    async def slash(self, command: str, **options: Any) -> Any:
        if self.by_dm:
            return await self.actor.slash(command, **options)
        return await self.actor.slash(self.place, command, **options)

    async def suggestions(self, command: str, option: str, **options: Any) -> list[Any]:
        if self.by_dm:
            return list(await self.actor.autocomplete(command, option, "", **options))
        return list(await self.actor.autocomplete(self.place, command, option, "", **options))


def told(result: Any) -> str:
    answers = [result.response, *result.followups]
    return "\n".join(seen(answer).text for answer in answers if answer is not None)


def told_by(control: Control, result: Any, table: int = TABLE) -> str:
    """The same for a button or menu that was used; one that runs a command first says for which table."""
    said = told(result)
    if control.head == AGAIN:
        before = f"Table {table}:\n"
        assert said.startswith(before)
        return said.removeprefix(before)
    return said


def sentence(code: str, world: World) -> str:
    values = {"table": TABLE, "channel": world.channel.id, "host": world.people["Ann"].id}
    if code == "not-host":
        return ""
    return plainly(refusal_text(TableError(code, **values), ENGLISH))


AGAIN: Final = "again:"
"""What runs a command again for the table that was meant."""


def table_controls() -> list[Control]:
    """Every button and menu that is about a table."""
    return [control for control in CONTROLS if "{table}" in control.head or control.head == AGAIN]


def control(name: str) -> Control:
    return next(one for one in table_controls() if one.name == name and one.value is None)


def custom_id(control: Control, table: int = TABLE) -> str:
    given = {name: EXAMPLES.get(name, "1") for name in control.arguments} | {"table": str(table)}
    made = control.head.format(table=table, step=0)
    return made + (":" if control.head == AGAIN else ".").join(given[name] for name in control.arguments)


def commands(world: World) -> dict[str, app_commands.Command[Any, Any, Any]]:
    found = world.bot.tree.walk_commands()
    return {c.qualified_name: c for c in found if isinstance(c, app_commands.Command)}


def menus_of_people(world: World) -> set[str]:
    return {command.name for command in world.bot.tree.walk_commands(type=discord.AppCommandType.user)}


def arguments(command: app_commands.Command[Any, Any, Any], persona: Persona) -> dict[str, Any]:
    given = {}
    for parameter in command.parameters:
        if parameter.name == "table" and command.qualified_name not in NO_TABLE:
            continue
        if parameter.type is discord.AppCommandOptionType.user:
            given[parameter.name] = persona.actor
        elif parameter.required or parameter.name in ("seat", "hand"):
            given[parameter.name] = ARGUMENTS[parameter.name]
    return given


def lone(control: Control, world: World, place: Any, table: int = TABLE) -> Seen:
    """A message of the bot with that one button or menu."""
    return lone_id(custom_id(control, table), world, place)


def lone_id(made: str, world: World, place: Any) -> Seen:
    if made.startswith("m:"):
        part: dict[str, Any] = {"type": 3, "options": [{"label": "One", "value": "1"}]}
    else:
        part = {"type": 2, "style": 1, "label": "Press"}
    row = {"type": 1, "components": [{**part, "custom_id": made}]}
    backend = world.env.backend
    return seen(backend.create_message(place.id, backend.bot_user.id, "", components=[row], broadcast=False))


async def use(control: Control, world: World, persona: Persona, table: int = TABLE) -> Any:
    return await use_id(custom_id(control, table), world, persona)


async def use_id(made: str, world: World, persona: Persona) -> Any:
    message = lone_id(made, world, persona.place)
    shown = simcord.ResponseMessage(world.env, message.raw)
    if message.menus:
        return await persona.actor.select(shown, ["1"], custom_id=made)
    return await persona.actor.click(shown, custom_id=made)


def hide(world: World, channel: Any, name: str, right: str) -> None:
    denied = getattr(discord.Permissions, right).flag
    overwrite = Overwrite(world.people[name].id, OverwriteType.MEMBER, 0, denied)
    world.env.backend.set_overwrite(channel.id, overwrite)


async def people(world: World) -> dict[str, Persona]:
    """A table of Ann's at which a hand is played, and everybody who comes by."""
    await dealt(world, "Bob", "Cleo", "Dan")
    await play_hand_by_dm(world, 5)
    await world.slash("Ann", "table remove", seat=3, table=TABLE)
    guild, env = world.guild, world.env
    lobby = guild.create_text_channel("lobby")
    mute, outsider, timed_out = (guild.add_member(env.create_user(name)) for name in ("x", "y", "z"))
    world.people |= {"Mute": mute, "Outsider": outsider}
    until = (env.now() + timedelta(days=1)).isoformat()
    env.backend.edit_member(guild.id, timed_out.id, {"timed_out_until": until})
    hide(world, world.channel, "Mute", "send_messages")
    hide(world, world.channel, "Outsider", "view_channel")
    elsewhere = env.create_guild("Elsewhere")
    there = elsewhere.create_text_channel("general")
    foreigner = elsewhere.add_member(env.create_user("foreigner"))
    stranger = env.create_user("stranger")
    banned, player = world.people["Dan"], world.people["Bob"]
    env.backend.apply_ban(guild.id, banned.id, None)
    # What Discord said of people before holds for a minute.
    await env.advance_time(REMEMBERED_SECONDS + 1)
    return {
        "a stranger by DM": Persona(stranger, stranger.dm_channel),
        "somebody on another server": Persona(foreigner, there),
        "a member without the channel": Persona(outsider, lobby),
        "an onlooker": Persona(world.people["Eve"], world.channel),
        "a person who was removed": Persona(world.people["Cleo"], world.channel),
        "a banned player by DM": Persona(banned.user, banned.user.dm_channel),
        "an onlooker who may not send": Persona(mute, world.channel),
        "a person timed out": Persona(timed_out, world.channel),
        "a player": Persona(player, world.channel),
        "a player by DM": Persona(player.user, player.user.dm_channel),
        "the keeper": Persona(world.people["Ann"], world.channel),
    }


def stand_behind(monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate = Gate()
    for name, module in list(sys.modules.items()):
        if name.startswith(("cogs.", "bot.tables.")) and getattr(module, "require", None) is _require:
            monkeypatch.setattr(module, "require", gate.require)
    return gate


def check(what: str, who: str, code: str, said: str, world: World) -> None:
    """Raise AssertionError unless that was refused (or let pass) in exactly the sentence for it."""
    if code == "not-host":
        assert said.startswith("Only <@"), (who, what, said)
        return
    assert said == sentence(code or "busy", world), (who, what, said)


async def test_whoever_asks_every_item_and_command_asks_access(world: World, monkeypatch: pytest.MonkeyPatch):
    personas = await people(world)
    assert personas.keys() == ALLOWED.keys()
    gate, before = stand_behind(monkeypatch), (await world.snapshot()).table
    monkeypatch.setattr("bot.tables.people.rates.A_MINUTE", {})
    # Who was banned is taken out of the table as soon as they click; here they walk on (`test_absence.py`).
    monkeypatch.setattr(Absence, "suspect", lambda self, table_id, people: None)
    registered = commands(world)
    walked = 0
    for who, persona in personas.items():
        allowed = ALLOWED[who]
        for one in table_controls():
            # That one needs what its command does.
            action = Action.LOOK if one.head == AGAIN else one.needs
            gate.asked.clear()
            result = await use(one, world, persona)
            assert result.acknowledged, (who, one)
            check(one.head, who, allowed[action], told_by(one, result), world)
            assert gate.asked[:1] == [action], (who, one)
            walked += 1
        for name, action in COMMANDS.items():
            if who in TYPES_NOTHING:
                continue
            command = registered[name]
            given = arguments(command, persona)
            gate.asked.clear()
            result = await persona.slash(name, table=TABLE, **given)
            assert result.acknowledged, (who, name)
            check(name, who, allowed[action], told(result), world)
            assert gate.asked[:1] == [action], (who, name)
            walked += 1
    assert (await world.snapshot()).table == before
    typing = len(ALLOWED) - len(TYPES_NOTHING)
    assert walked == len(ALLOWED) * len(table_controls()) + typing * len(COMMANDS)


async def test_the_walk_knows_every_command_and_every_action(world: World) -> None:
    registered = commands(world)
    assert registered.keys() | menus_of_people(world) == COMMANDS.keys() | NO_TABLE
    for name, command in registered.items():
        about_a_table = any(parameter.name == "table" for parameter in command.parameters)
        # Tables of a session have numbers of their own.
        assert about_a_table == (name in COMMANDS) or name == "duplicate rule", name
    assert RULES.keys() == set(Action)
    assert all(one.needs in Action for one in table_controls() if one.head != AGAIN)


BLIND = ("a stranger by DM", "somebody on another server", "a member without the channel")


async def test_who_may_not_know_of_a_table_is_told_what_is_told_of_a_table_that_is_not(world: World) -> None:
    personas, registered = await people(world), commands(world)
    before = (await world.snapshot()).table
    for who in BLIND:
        persona = personas[who]
        for one in table_controls():
            # The second answer takes the place of the first.
            real, none = [
                told_by(one, await use(one, world, persona, table), table) for table in (TABLE, NO_SUCH_TABLE)
            ]
            assert real == none == sentence("no-table", world), (who, one)
        for name in COMMANDS:
            given = arguments(registered[name], persona)
            answers = [told(await persona.slash(name, table=t, **given)) for t in (TABLE, NO_SUCH_TABLE, -1)]
            assert {*answers} == {sentence("no-table", world)}, (who, name)
            unnamed = told(await persona.slash(name, **given))
            assert unnamed in (sentence("nowhere-seated", world), sentence("none-here", world)), (who, name)
        assert "Table 1" not in told(await persona.slash("table list"))
    assert (await world.snapshot()).table == before


async def test_suggestions_tell_only_those_who_may(world: World) -> None:
    personas, registered = await people(world), commands(world)
    suggesting = [
        (name, parameter.name)
        for name, command in registered.items()
        for parameter in command.parameters
        if parameter.autocomplete and name not in NO_TABLE and (name, parameter.name) not in OF_NO_TABLE
    ]
    assert set(suggesting) >= {("play", "card"), ("table house", "level"), ("table options", "rule")}
    answered = set()
    for who, persona in personas.items():
        for name, option in suggesting if who not in TYPES_NOTHING else ():
            filled = {"rule": "match"} if option == "answer" else {}
            offered = await persona.suggestions(name, option, table=TABLE, **filled)
            if ALLOWED[who][SUGGESTING.get(name, COMMANDS[name])]:
                assert offered == [], (who, name)
            elif offered:
                answered.add(name)
    assert answered == {"play", "table house", "table options"}


async def test_a_stranger_costs_no_questions_to_discord(world: World) -> None:
    personas = await people(world)
    stranger, start = personas["a stranger by DM"], len(world.env.http_requests)
    for table in range(1, 30):
        await stranger.slash("score", table=table)
    asked = [request.path for request in world.requests(start) if "/members/" in request.path]
    assert asked == []


async def test_a_private_thread_is_for_those_in_it(world: World) -> None:
    await world.table()
    snapshot = await world.snapshot()
    thread = world.env.backend.create_thread(
        world.channel.id,
        "quiet",
        owner_id=world.people["Ann"].id,
        type=discord.ChannelType.private_thread.value,
    )
    tables = world.bot.services.tables
    opened = await tables.lobby.open(
        access.Actor(snapshot.table.chairs.people[0], sees=True, sends=True),
        world.guild.id,
        thread.id,
        "matador",
        {},
        0,
    )
    await world.env.settle()
    assert told(await world.slash("Eve", "score", table=opened.table.id)) == sentence("no-table", world)
    assert f"Table {opened.table.id}" not in told(await world.slash("Eve", "table list"))
    assert "not begun" in told(await world.slash("Ann", "score", table=opened.table.id))


async def test_only_people_who_see_the_channel_are_invited(world: World) -> None:
    await world.table()
    hide(world, world.channel, "Eve", "view_channel")
    result = await world.slash("Ann", "table invite", member=world.people["Eve"])
    assert told(result) == "They cannot see this table's channel; ask somebody who can."
    assert "has been asked" in told(await world.slash("Ann", "table invite", member=world.people["Bob"]))


async def test_invite_by_dm_of_somebody_elsewhere_is_refused_in_a_sentence(world: World) -> None:
    await world.table()
    elsewhere = world.env.create_user("elsewhere")
    result = await world.people["Ann"].user.slash("table invite", member=elsewhere, table=TABLE)
    assert told(result) == "They cannot see this table's channel; ask somebody who can."


async def test_one_who_keeps_the_table_no_more_changes_no_house_rule(world: World) -> None:
    await world.table("Bob")
    form = await world.press("Ann", world.table_message(), "More house rules")
    typed: dict[str, Any] = {"rule": "match", "answer": "0", "table": TABLE}
    await world.slash("Ann", "table leave", table=TABLE)
    result = await world.people["Ann"].submit_modal(form, {"tie": "1"})
    assert told(result).endswith("can change the house rules.")
    assert told(await world.slash("Ann", "table options", **typed)).endswith("can change the house rules.")
    assert (await world.snapshot()).table.options == {"match": "game"}


async def test_who_opens_a_table_by_a_persons_menu_asks_nobody_who_cannot_see_it(world: World) -> None:
    await world.table()
    hide(world, world.channel, "Eve", "view_channel")
    asked = await world.people["Ann"].context_menu(world.channel, "Play cards", world.people["Eve"])
    assert told(asked) == "They cannot see this table's channel; ask somebody who can."


async def test_in_a_dm_the_list_has_no_table_whose_channel_one_sees_no_more(world: World) -> None:
    await world.table("Bob")
    bob = world.people["Bob"]
    assert "Table 1" in told(await bob.user.slash("table list"))
    hide(world, world.channel, "Bob", "view_channel")
    world.bot.services.actors.forget(bob.id)
    assert "No table is open" in told(await bob.user.slash("table list"))


async def test_play_again_opens_one_table_by_those_who_sat_there(world: World) -> None:
    await world.table("Bob")
    await world.close("Ann", table=TABLE)
    again = world.table_message()
    outsider = await world.press("Eve", again, "Play again")
    assert told(outsider) == sentence("not-sat", world)
    said = told(await world.press("Ann", again, "Play again"))
    assert "You belong to table 2. It begins when **Bob** has pressed Play again, too" in said
    assert "kept for **Bob** until" in world.transcript()
    for name in ("Bob", "Ann", "Bob"):
        assert "You belong to table 2; press Start there" in told(
            await world.press(name, again, "Play again")
        )
    assert len(await world.bot.services.tables.repository.open_tables(guild_id=world.guild.id)) == 1
