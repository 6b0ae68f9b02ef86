"""People's settings."""

from bot.tables.state.preferences import UserSettings
from bot.tables.store.ports import UserStore
from storage.people.users import SqlUserStore
from tests.storage.makers import ANN, BEN


async def test_it_fits_the_port(users: SqlUserStore):
    store: UserStore = users  # mypy holds the one against the other
    assert await store.settings(1) == UserSettings(1)


async def test_settings_are_the_defaults_until_set(users: SqlUserStore):
    assert await users.settings(ANN) == UserSettings(ANN)
    for settings in (UserSettings(ANN, False, True, False, True), UserSettings(ANN, dm_closed=True)):
        await users.save_settings(settings)
        assert await users.settings(ANN) == settings
    assert await users.settings(BEN) == UserSettings(BEN)
