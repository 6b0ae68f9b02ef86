"""While a board is still to be played by somebody, nothing of it reaches who has not finished it: everything
that everybody could see is read, and everything there is to press and to type is tried."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord
import pytest

from bot.rules.catalogue import ENGLISH
from bot.settings import Settings
from bot.tables.people import access
from bot.tables.seating.boards import Place
from bot.tables.state.board import Board
from bot.tables.state.chairs import House, Person, Seat
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.ui.glyphs import plainly
from cogs.words.refusals import refusal_text
from tests.discord.ears import EVERYBODY, Ears, cards_in, tells
from tests.discord.test_access import (
    COMMANDS,
    Persona,
    arguments,
    commands,
    control,
    custom_id,
    sentence,
    table_controls,
    told,
    use_id,
)
from tests.discord.world import Seen, World, seen

SESSION: Final = 0
"""No session that is stored: what the boards are played for is told elsewhere."""

PLAYERS: Final = ("Ann", "Bob", "Cleo", "Dan")
"""Who plays the board first; Eve is still to play it, Fay never does, and Max manages the server."""

BESIDES: Final = frozenset({"table list", "leaderboard", "stats", "me", "privacy", "server show", "problem"})
"""The commands about no table that could tell of one; guides name cards of their own."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"pictures": True})


@pytest.fixture
def ears(world: World, monkeypatch: pytest.MonkeyPatch) -> Ears:
    env, guild = world.env, world.guild
    for name in ("Fay", "Max"):
        world.people[name] = guild.add_member(env.create_user(name.lower(), global_name=name))
    steward = guild.create_role("steward", permissions=discord.Permissions(manage_guild=True))
    env.backend.add_member_role(guild.id, world.people["Max"].id, steward.id)
    monkeypatch.setattr("bot.tables.people.rates.A_MINUTE", {})
    # Lessons name cards of their own.
    monkeypatch.setattr("cogs.replay.problems.show_question", lambda press, _: press.reply.say("A lesson."))
    return Ears(env, monkeypatch)


@dataclass
class Play:
    """A board as it is played at a table."""

    world: World
    id: int

    async def now(self) -> TableSnapshot:
        return await self.world.bot.services.tables.repository.fresh(self.id)

    async def card(self) -> None:
        snapshot = await self.now()
        (seat,) = snapshot.awaited
        occupant = snapshot.table.chairs[seat].occupant
        assert isinstance(occupant, Person)
        (name,) = (name for name, member in self.world.people.items() if member.id == occupant.user_id)
        card = str(snapshot.game.legal(snapshot.state, seat)[0]).removeprefix("play ")
        await self.world.slash(name, "play", card=card, table=self.id)
        await self.world.env.settle()

    async def cards(self, number: int = 52) -> None:
        for _ in range(number):
            if (await self.now()).table.status is not Status.PLAYING:
                return
            await self.card()

    async def known(self, seat: int) -> set[str]:
        """The cards that seat has held or seen: its own, the turned-up one, and those that were played."""
        snapshot = await self.now()
        texts = [logged.text for logged in snapshot.log if logged.text.startswith("play ")]
        played = {text.removeprefix("play ") for text in texts}
        view: Any = snapshot.view(seat)
        return played | {card.text for card in view.hand} | cards_in(repr(getattr(view, "turned", "")))


async def drawn(world: World, game: str) -> Board:
    with world.env.time_context():
        (board,) = await world.bot.services.tables.boards.draw(game, {}, 1)
    return board


async def deal(world: World, board: Board, table: int, *names: str, turn: int = 0) -> Play:
    """The board at that table of the session: those people clockwise from North, and house players."""
    people = [world.people[name] for name in names]
    chairs = [Seat(Person(member.id, name)) for member, name in zip(people, names, strict=True)]
    chairs += [Seat(House("hoyle", name)) for name in ("Battle", "Clay", "Pole")][: 4 - len(chairs)]
    place = Place(world.guild.id, world.channel.id, SESSION, table, world.people["Ann"].id, turn)
    async with world.env.as_bot():
        snapshot = await world.bot.services.tables.boards.deal(board, chairs, place)
    return Play(world, snapshot.table.id)


async def opened(world: World, board: Board) -> None:
    async with world.env.as_bot():
        await world.bot.services.tables.boards.open(board.id)


def persona(world: World, name: str, *, dm: bool = False) -> Persona:
    member = world.people[name]
    return Persona(member.user, member.user.dm_channel) if dm else Persona(member, world.channel)


STANDINGS: Final = (
    "c:0:0:!board:next.bishops-whist.all.all.players.1",
    "m:0:0:!board-game:bishops-whist.all.all.players.1",
    "m:0:0:!board-period:bishops-whist.all.all.players.1",
    "m:0:0:!stats-game:1.bishops-whist.all",
    "m:0:0:!stats-period:1.bishops-whist.all",
    "c:0:0:!share-stats:bishops-whist.all",
    "c:0:0:!problem:",
)
"""The buttons and menus of leaderboards, of people's records and of their problems."""


async def try_everything(
    world: World, who: Persona, table: int, *, unnamed: bool = True
) -> Mapping[str, str]:
    """Press and type all there is about that table, `unnamed` also without its number, and all else; the
    answers by what was done, guides left out."""
    answers = {}
    made = {control.head: custom_id(control, table) for control in table_controls()}
    for what, one in (made | ({} if who.by_dm else dict(zip(STANDINGS, STANDINGS, strict=True)))).items():
        result = await use_id(one, world, who)
        assert result.acknowledged, what
        answers[what] = told(result).removeprefix(f"Table {table}:\n")
    registered = commands(world)
    for name, command in registered.items():
        if name not in COMMANDS and name not in BESIDES:
            continue
        given = arguments(command, who)
        if name in COMMANDS:
            answers[f"/{name}"] = told(await who.slash(name, table=table, **given))
            if unnamed:
                answers[f"/{name} of no table"] = told(await who.slash(name, **given))
        elif not (who.by_dm and command.root_parent):
            answers[f"/{name}"] = told(await who.slash(name, **given))
        for option in command.parameters:
            if option.autocomplete and name in COMMANDS:
                filled = {"rule": "match"} if option.name == "answer" else {}
                offered = await who.suggestions(name, option.name, table=table, **filled)
                answers[f"/{name} {option.name}"] = repr(offered)
    return answers


def leaks(ears: Ears, since: int, ids: set[int]) -> list[tuple[int, list[str], str]]:
    """What those people, and everybody, were told of cards since then."""
    heard = [one for one in ears.heard(since) if one.who in ids]
    return [(one.who, found, one.text[:400]) for one in heard if (found := tells(one.text))]


async def export(world: World, name: str) -> str:
    """Everything that is stored about that person, as they get it."""
    member = world.people[name]
    panel = seen((await world.slash(name, "privacy")).response)
    result = await world.press(name, panel, "Send me everything")
    (attachment,) = result.response.attachments
    data: bytes = await attachment.read()
    assert json.loads(data)["user_id"] == member.id
    return data.decode()


PACK: Final = 44
"""So many cards at least are named where a whole pack is: some of Bishops Whist have names of their own."""

LEAKING: Final = frozenset(
    {"/trick", "/score", "/score of no table", "/table options", "c:{table}:{step}:!seal:"}
)
"""What tells of a table if nothing prevents it."""

OUTSIDE: Final = ("Eve", "Max", "Fay")
"""Who has nothing to do with the first table."""


def ids(world: World, *names: str) -> set[int]:
    return {EVERYBODY, *(world.people[name].id for name in names)}


async def walk(world: World, table: int, *names: str, unnamed: bool = True) -> list[tuple[str, str, str]]:
    """All that those people are told when they try everything: who, what and the answer."""
    found = []
    for name in names:
        for dm in (False, True):
            who = persona(world, name, dm=dm)
            answers = await try_everything(world, who, table, unnamed=unnamed)
            found += [(f"{name} by DM" if dm else name, what, said) for what, said in answers.items()]
    return found


def about_tables(world: World) -> set[str]:
    """What `try_everything` does about a table; a command that is repeated answers below a heading."""
    kinds = {control.head for control in table_controls()} - {"again:"}
    return kinds | {f"/{name}{of}" for name in COMMANDS for of in ("", " of no table")}


def refusals(world: World) -> set[str]:
    """What somebody outside is told who names a table at which a secret board is played, or none."""
    codes = ("board-table", "no-table", "nowhere-seated", "none-here")
    closed = plainly(refusal_text(TableError("board-closed", board=1), ENGLISH))
    return {closed, "[]", *(sentence(code, world) for code in codes)}


@pytest.mark.parametrize("game", ["english-whist", pytest.param("bishops-whist", marks=pytest.mark.long)])
async def test_nothing_of_a_board_reaches_who_has_not_finished_it(world: World, ears: Ears, game: str):
    board = await drawn(world, game)
    one, about = await deal(world, board, 1, *PLAYERS), about_tables(world)
    # In play, and once the board is over there.
    for cards_played, walking in ((9, OUTSIDE), (52, OUTSIDE[:2])):
        await one.cards(cards_played)
        for name, what, said in await walk(world, one.id, *walking):
            assert what not in about or said in refusals(world), (name, what, said)
    assert (await one.now()).table.status is Status.FINISHED
    assert leaks(ears, 0, ids(world, *OUTSIDE)) == []
    for name in OUTSIDE:
        assert not tells(await export(world, name)), name
    # Those who played it have finished it.
    assert len(cards_in(await record(world, "Ann", one.id))) >= PACK
    assert await reviews(world, "Ann", one.id) <= refusals(world), "they could tell others what to play"
    assert told(await world.slash("Bob", "score", table=one.id)) not in refusals(world)
    pages = [await replay(world, ears, "Ann", one.id)]
    pages.append(seen((await world.press("Ann", pages[0], "Next")).response))
    assert "What if…" not in pages[0].buttons
    forged = f"c:{one.id}:0:!if:1.0...0."
    assert told(await use_id(forged, world, persona(world, "Ann"))) in refusals(world)
    for name in OUTSIDE[:2]:
        for made in [forged] + [made for page in pages for made in ids_on(page)]:
            assert told(await use_id(made, world, persona(world, name))) in refusals(world), (name, made)

    two, since = await deal(world, board, 2, "Eve"), ears.now
    await two.cards(6)
    for table, names in ((two.id, ("Ann", "Fay")), (one.id, ("Eve",))):
        for name, what, said in await walk(world, table, *names, unnamed=False):
            assert what not in about or said in refusals(world), (name, what, said)
    assert leaks(ears, since, ids(world, "Fay", "Max")) == []
    eve, known = world.people["Eve"].id, await two.known(0)
    assert [one for one in ears.heard(since) if one.who == eve and not cards_in(one.text) <= known] == []
    await two.cards()
    assert leaks(ears, since, ids(world, "Fay", "Max")) == []
    assert len(cards_in(await record(world, "Eve", two.id))) >= PACK
    assert told(await world.slash("Eve", "record", table=one.id)) in refusals(world)
    assert told(await world.slash("Eve", "replay", table=one.id)) in refusals(world)
    await replay(world, ears, "Eve", two.id)

    await opened(world, board)
    assert leaks(ears, since, {EVERYBODY}) == [], "nothing is told before anybody asks"
    for table in (one.id, two.id):
        for name in ("Fay", "Max", "Eve", "Ann"):
            assert len(cards_in(await record(world, name, table))) >= PACK
            await replay(world, ears, name, table)
    assert not await reviews(world, "Ann", one.id) & refusals(world)


async def reviews(world: World, name: str, table: int) -> set[str]:
    """What that person is told by the button and the command that review how they played a hand."""
    who, button = persona(world, name), custom_id(control("moments"), table)
    pressed = told(await use_id(button, world, who))
    return {pressed, told(await who.slash("moments", table=table, hand=1))}


async def replay(world: World, ears: Ears, name: str, table: int) -> Seen:
    """The first page of a replay, which shows the whole pack; a board's is shown to nobody else."""
    since = ears.now
    page = seen((await world.slash(name, "replay", table=table)).response)
    assert len(cards_in("\n".join(one.text for one in ears.heard(since)))) >= PACK
    assert "Show to all" not in page.buttons
    return page


def ids_on(page: Seen) -> list[str]:
    """The custom_ids of every button and menu of a message."""
    return [part["custom_id"] for part in (*page.buttons.values(), *page.menus)]


async def record(world: World, name: str, table: int) -> str:
    (attachment,) = (await world.slash(name, "record", table=table)).response.attachments
    data: bytes = await attachment.read()
    return data.decode()


async def test_the_walk_finds_what_leaks(world: World, ears: Ears, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "may_be_told", lambda table, user_id: True)
    board = await drawn(world, "english-whist")
    one = await deal(world, board, 1, *PLAYERS)
    await one.cards(9)
    since = ears.now
    answers = await walk(world, one.id, "Fay")
    assert {what for _, what, said in answers if said not in refusals(world)} >= LEAKING
    assert leaks(ears, since, ids(world, "Fay"))
    await one.cards()
    assert len(cards_in(await record(world, "Fay", one.id))) >= PACK
