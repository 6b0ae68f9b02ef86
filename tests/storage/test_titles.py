"""Which servers have a winner's role to give or to take back."""

from dataclasses import replace

from bot.community.titles import Holder
from bot.tables.state.preferences import ServerSettings, UserSettings
from storage.community.titles import SqlTitleStore
from storage.connection.database import Database
from storage.people.servers import SqlServerStore
from storage.people.users import SqlUserStore
from tests.storage.makers import ANN, GUILD

ROLE, SEASON = 7, 202_610
DONE = ServerSettings(GUILD, winner_role=ROLE, winner_season=SEASON)


CASES: tuple[tuple[ServerSettings, int | None, bool, bool], ...] = (
    (ServerSettings(GUILD), None, False, False),  # no role is named
    (replace(DONE, winner_season=0), None, False, True),
    (replace(DONE, winner_season=SEASON - 1), None, False, True),
    (DONE, ROLE, False, False),
    (DONE, ROLE, True, True),
    (DONE, ROLE + 1, False, True),
    (replace(DONE, winner_role=0), ROLE, False, True),
    # What Discord has refused in this season is left until the next.
    (replace(DONE, winner_refused=True), ROLE, True, False),
    (replace(DONE, winner_role=0, winner_refused=True), ROLE, False, False),
    (replace(DONE, winner_role=0, winner_refused=True, winner_season=SEASON - 1), ROLE, False, True),
)
"""Settings, the role that somebody has there, whether they hide, and whether the server is due."""


async def test_a_server_is_due_if_a_role_is_to_be_given_or_taken(database: Database) -> None:
    titles, servers, users = SqlTitleStore(database), SqlServerStore(database), SqlUserStore(database)
    expected = set()
    for number, (settings, holder, hidden, due) in enumerate(CASES):
        here, who = GUILD + number, ANN + number
        await servers.save_server(replace(settings, guild_id=here))
        await users.save_settings(UserSettings(who, hidden=hidden))
        if holder is not None:
            await titles.keep(Holder(here, who, holder))
        expected |= {here} if due else set()
    found = await titles.due(SEASON)
    assert {*found} == expected
    assert len(found) == len(expected)


async def test_what_is_done_is_noted_unless_another_role_is_named_by_now(database: Database) -> None:
    titles, servers = SqlTitleStore(database), SqlServerStore(database)
    await servers.save_server(ServerSettings(GUILD, winner_role=ROLE))
    await titles.done(GUILD, ROLE + 1, SEASON, refused=True)
    assert await titles.due(SEASON) == [GUILD]
    await titles.done(GUILD, ROLE, SEASON, refused=True)
    settings = await servers.server(GUILD)
    assert (settings.winner_season, settings.winner_refused) == (SEASON, True)
    assert await titles.due(SEASON) == []
