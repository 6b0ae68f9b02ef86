"""Who gets a server's role for the winners of a season, who loses it, and what a refusal costs."""

from dataclasses import dataclass, field, replace

import pytest

from bot.community.titles import Holder, RoleRefused, Titles
from bot.tables.state.change import Change
from bot.tables.state.outcomes import Outcome
from bot.tables.state.preferences import UserSettings
from bot.tables.state.seasons import Season
from bot.tables.state.table import Status
from storage.community.titles import SqlTitleStore
from tests.storage.makers import after, table_with
from tests.tables.fakes import Room

GUILD, ROLE, OTHER_ROLE, MANAGER = 10, 77, 78, 9
OCTOBER = Season(2026, 10)
NOVEMBER, DECEMBER = OCTOBER.after, OCTOBER.after.after
ANN, BOB, CLEO = 1, 2, 3


@dataclass
class FakeRoles:
    """Who has which role; `allowed`: the bot may give and take them."""

    allowed: bool = True
    above: set[int] = field(default_factory=set)  # roles above the bot's
    left: set[int] = field(default_factory=set)
    broken: bool = False
    have: set[Holder] = field(default_factory=set)
    told: list[int] = field(default_factory=list)
    calls: int = 0

    async def give(self, holder: Holder) -> bool:
        self._ask(holder)
        if holder.user_id in self.left:
            return False
        self.have.add(holder)
        return True

    async def take(self, holder: Holder) -> None:
        self._ask(holder)
        self.have.discard(holder)

    async def tell_refused(self, user_id: int, guild_id: int) -> None:
        self.told.append(user_id)

    def _ask(self, holder: Holder) -> None:
        self.calls += 1
        if self.broken:
            raise OSError("the network is away")
        if not self.allowed or holder.role_id in self.above:
            raise RoleRefused


class Hall:
    """A server with its seasons, and the titles of its people."""

    def __init__(self, room: Room) -> None:
        self.room, self.roles = room, FakeRoles()
        tables = room.tables
        store = SqlTitleStore(room.database)
        self.titles = Titles(store, tables.standings.store, tables.servers, tables.users, room.clock)

    async def won(self, season: Season, *winners: int, game: str = "bezique", house: bool = False) -> None:
        """These people have won a game in that season."""
        table = await self.room.store.create(
            table_with(guild_id=GUILD, game=game, seats=(), waiting=(), proposal=None)
        )
        results = tuple(
            Outcome(table.id, GUILD, game, "game", number, season.start + 5, user, 0, 9, 0, True, house=house)
            for number, user in enumerate(winners)
        )
        over = after(table, status=Status.CLOSED, deadline=None)
        assert await self.room.store.commit(Change(over, table, outcomes=results))

    async def name(self, role: int = ROLE) -> None:
        await self.room.tables.servers.set_mornings(
            GUILD, channel=0, hour=8, problem=False, winner_role=role, manager=MANAGER
        )

    async def look(self, season: Season) -> set[tuple[int, int]]:
        """Who has which role once that season has been over for an hour; as it is noted, too."""
        self.room.clock.time = season.end + 3600.0
        await self.titles.look_after(self.roles)
        noted = {(one.user_id, one.role_id) for one in await self.titles.store.holders(guild_id=GUILD)}
        assert noted == {(one.user_id, one.role_id) for one in self.roles.have}
        return noted


@pytest.fixture
def hall() -> Hall:
    return Hall(Room())


async def test_the_first_of_each_game_has_the_role_until_the_next_winners_come(hall: Hall) -> None:
    await hall.won(OCTOBER, ANN)
    await hall.won(OCTOBER, BOB, game="english-whist")
    await hall.won(OCTOBER, CLEO, game="bingo", house=True)
    assert await hall.look(OCTOBER) == set(), "the server has named no role"
    await hall.name()
    assert await hall.look(OCTOBER) == {(ANN, ROLE), (BOB, ROLE)}, "only among people"
    calls = hall.roles.calls
    assert calls == 2
    await hall.look(OCTOBER)
    assert hall.roles.calls == calls, "once done, nothing is asked of Discord"
    # Nobody wins in November, so the role stays.
    assert await hall.look(NOVEMBER) == {(ANN, ROLE), (BOB, ROLE)}
    assert hall.roles.calls == calls
    await hall.won(DECEMBER, CLEO)
    await hall.won(DECEMBER, BOB, game="english-whist")
    assert await hall.look(DECEMBER) == {(BOB, ROLE), (CLEO, ROLE)}
    assert hall.roles.calls == calls + 2, "Bob keeps it"


async def test_another_role_takes_the_place_of_the_one_before_and_none_takes_it_away(hall: Hall) -> None:
    await hall.won(OCTOBER, ANN)
    await hall.name()
    await hall.look(OCTOBER)
    await hall.name(OTHER_ROLE)
    assert await hall.look(OCTOBER) == {(ANN, OTHER_ROLE)}
    # One that may not be taken back any more does not keep the next one from being given.
    hall.roles.above.add(OTHER_ROLE)
    await hall.name(ROLE)
    assert await hall.look(OCTOBER) == {(ANN, ROLE), (ANN, OTHER_ROLE)}
    hall.roles.above.clear()
    await hall.name(0)
    assert await hall.look(OCTOBER) == set()


async def test_who_hides_loses_it_and_who_is_hidden_gets_none(hall: Hall) -> None:
    await hall.won(OCTOBER, ANN)
    await hall.won(OCTOBER, BOB, game="english-whist")
    users = hall.room.tables.users
    await users.save(replace(UserSettings(BOB), hidden=True))
    await hall.name()
    assert await hall.look(OCTOBER) == {(ANN, ROLE)}
    await users.save(replace(UserSettings(ANN), hidden=True))
    assert await hall.look(OCTOBER) == set()


async def test_who_is_erased_loses_it(hall: Hall) -> None:
    await hall.won(OCTOBER, ANN)
    await hall.name()
    await hall.look(OCTOBER)
    privacy = hall.room.tables.privacy
    privacy.leave_first(lambda user_id: hall.titles.give_up(user_id, hall.roles))
    await privacy.erase(ANN)
    assert not hall.roles.have
    assert await hall.look(OCTOBER) == set()
    await privacy.erase(MANAGER)
    assert (await hall.room.tables.servers.settings(GUILD)).winner_manager == 0


async def test_what_discord_refuses_is_not_noted_and_told_once_until_the_setting_or_the_month_changes(
    hall: Hall,
) -> None:
    await hall.won(OCTOBER, ANN)
    await hall.won(OCTOBER, BOB, game="english-whist")
    await hall.name()
    hall.roles.allowed = False
    assert await hall.look(OCTOBER) == set()
    assert await hall.look(OCTOBER) == set()
    assert (hall.roles.told, hall.roles.calls) == ([MANAGER], 1)
    assert (await hall.room.tables.servers.settings(GUILD)).winner_refused
    await hall.name()
    await hall.look(OCTOBER)
    assert hall.roles.told == [MANAGER] * 2, "tried again"
    await hall.won(NOVEMBER, ANN)
    hall.roles.allowed = True
    assert await hall.look(NOVEMBER) == {(ANN, ROLE)}
    assert not (await hall.room.tables.servers.settings(GUILD)).winner_refused
    # What may not be taken back is tried again in a month, and stays noted.
    hall.roles.allowed = False
    await hall.name(0)
    calls = hall.roles.calls
    for _ in range(3):
        assert await hall.look(NOVEMBER) == {(ANN, ROLE)}
    assert hall.roles.calls == calls + 1
    hall.roles.allowed = True
    assert await hall.look(DECEMBER) == set()


async def test_a_lost_network_is_tried_again_and_who_has_left_gets_nothing(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    await hall.won(OCTOBER, ANN)
    await hall.won(OCTOBER, BOB, game="english-whist")
    await hall.name()
    hall.roles.broken = True
    with caplog.at_level("CRITICAL"):
        assert await hall.look(OCTOBER) == set()
    assert hall.roles.told == []
    hall.roles.broken, hall.roles.left = False, {BOB}
    assert await hall.look(OCTOBER) == {(ANN, ROLE)}
    calls = hall.roles.calls
    await hall.look(OCTOBER)
    assert hall.roles.calls == calls


@pytest.mark.parametrize(
    ("hours", "told"), [(0, False), (0.1, True), (23.9, True), (24.1, False), (24 * 27, False)]
)
async def test_the_morning_after_a_season_tells_its_winners(hall: Hall, hours: float, told: bool) -> None:
    await hall.won(OCTOBER, ANN)
    hall.room.clock.time = OCTOBER.end + hours * 3600
    found = {game: (one.user_id, one.season) for game, one in (await hall.titles.new_winners(GUILD)).items()}
    assert found == ({"bezique": (ANN, OCTOBER)} if told else {})
