"""Tables stored before the bots start, through the use cases, with people on the fake Discord."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.cluster.alone import Alone
from bot.house.jobs import warm_up
from bot.house.workers import Workers
from bot.house_service import HouseService
from bot.jobs.service import Jobs
from bot.stores import ports_over
from bot.tables.people.access import Actor
from bot.tables.service import Tables, build_tables
from bot.tables.state.chairs import Person
from bot.tables.state.preferences import UserSettings
from bot.tables.store.system import SystemClock, SystemDealer
from bot.tables.turns.deadlines import Pauses
from storage.connection.database import open_database
from storage.jobs import SqlJobQueue
from storage.tables.posts import SqlPostStore
from tests.fake_discord.world import Channel, Guild, User, World


@dataclass(slots=True, eq=False)
class Player:
    """A person at a table. `by_dm`: they play by DM, else under My hand. `away`: they never do anything."""

    user: User
    by_dm: bool
    away: bool = False


@dataclass(slots=True, eq=False)
class Place:
    """A channel in which one table stands, and its people; `table_id` is 0 until it is known."""

    channel: Channel
    game: str
    players: Sequence[Player]
    table_id: int = 0


@dataclass(frozen=True, slots=True)
class Mix:
    """What kinds of tables there are, taken in turn: how many `people` sit there, which `games`, on how many
    `guilds`. Every `dms`-th person plays under My hand, the others by DM; at every `sleepers`-th table (0: at
    none) everybody is away, with a turn clock of `sleeper_seconds`, so that its clock is what acts."""

    people: Sequence[int] = (1, 1, 2, 4)
    games: Sequence[str] = ("bishops-whist", "english-whist", "american-whist")
    guilds: int = 20
    dms: int = 2
    sleepers: int = 20
    turn_seconds: int = 900
    sleeper_seconds: int = 60


@dataclass(slots=True)
class Setting:
    """The places of a run, and who is where."""

    world: World
    guilds: list[Guild] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)


def lay_out(world: World, count: int, mix: Mix) -> Setting:
    """Servers, channels and people for so many tables; no table stands yet."""
    setting, number = Setting(world), 0
    setting.guilds = [world.add_guild(f"Club {key}", key=key) for key in range(min(mix.guilds, count))]
    for index in range(count):
        guild = setting.guilds[index % len(setting.guilds)]
        channel, players = world.add_channel(guild, f"cards-{index}"), []
        sleeps = bool(mix.sleepers) and index % mix.sleepers == mix.sleepers - 1
        for _ in range(mix.people[index % len(mix.people)]):
            number += 1
            user = world.add_user(f"P{number}")
            guild.members.add(user.id)
            players.append(Player(user, by_dm=number % mix.dms != 0, away=sleeps))
        game = mix.games[index // len(mix.people) % len(mix.games)]
        setting.places.append(Place(channel, game, players))
    return setting


class _Everybody:
    async def present(self, guild_id: int, user_id: int) -> bool | None:
        return True


@asynccontextmanager
async def tables_over(database_url: str) -> AsyncIterator[tuple[Tables, SqlPostStore]]:
    """The use cases over that database, with nobody who shows anything, and what is owed to channels."""
    database = await open_database(database_url)
    house = HouseService(Workers(0, warm_up))
    ports = ports_over(
        database,
        house,
        Jobs(SqlJobQueue(database)),
        membership=_Everybody(),
        clock=SystemClock(),
        dealer=SystemDealer(),
        ownership=Alone(),
    )
    tables = build_tables(ports, pauses=Pauses(0.0))
    try:
        yield tables, SqlPostStore(database)
    finally:
        await tables.stop()
        await database.close()


async def store_tables(database_url: str, setting: Setting, mix: Mix) -> None:
    """Open all tables and begin their matches, with house players in the empty chairs."""
    async with tables_over(database_url) as (tables, _):
        for place in setting.places:
            await _store(tables, place, mix)
        await tables.house_turns.settled()


async def _store(tables: Tables, place: Place, mix: Mix) -> None:
    actors = [_actor(player.user) for player in place.players]
    for player in place.players:
        if not player.by_dm:
            await tables.users.save(UserSettings(player.user.id, dm=False))
    sleeps = any(player.away for player in place.players)
    seconds = mix.sleeper_seconds if sleeps else mix.turn_seconds
    guild_id, channel_id = place.channel.guild_id or 0, place.channel.id
    opened = await tables.lobby.open(actors[0], guild_id, channel_id, place.game, None, seconds)
    place.table_id = opened.table.id
    for actor in actors[1:]:
        await tables.lobby.sit(place.table_id, actor)
    if any(seat.occupant is None for seat in (await tables.repository.look(place.table_id)).table.chairs):
        await tables.lobby.seat_house(place.table_id, actors[0])
    await tables.play.start(place.table_id, actors[0])


def _actor(user: User) -> Actor:
    return Actor(Person(user.id, user.name), sees=True, sends=True)
