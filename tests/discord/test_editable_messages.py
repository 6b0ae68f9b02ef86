from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.tables.model import Seat, Table
from bot.tables.snapshot import TableSnapshot
from cogs.editable_messages import EditableMessages
from tests.tables.fakes import HandClock, person

PANEL = 77


def at_version(version: int) -> TableSnapshot:
    return TableSnapshot(Table(7, 1, 9, 1, "bezique", {}, (Seat(person(1)),), 0.0, 60, version=version))


def click() -> Any:
    return SimpleNamespace(user=SimpleNamespace(id=1), guild_id=None, channel_id=5)


@pytest.fixture
def messages() -> EditableMessages:
    return EditableMessages(cast(Any, None), HandClock())


def test_an_edit_with_nothing_between_shows_what_it_drew(messages: EditableMessages) -> None:
    messages.keep_panel(click(), at_version(3), PANEL, original=True, dm=True)
    before = messages.panel(7, 1, PANEL)
    assert messages.panel_drawn(7, 1, PANEL, before, 4)
    assert [panel.shown for panel in messages.panels(7, 1)] == [4]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("drawn", [3, 5])
def test_a_panel_that_a_click_drew_during_the_edit_is_drawn_once_more(
    messages: EditableMessages, known: bool, drawn: int
) -> None:
    if known:
        messages.keep_panel(click(), at_version(3), PANEL, original=True, dm=True)
    before = messages.panel(7, 1, PANEL)
    messages.keep_panel(click(), at_version(drawn), PANEL, original=True, dm=True)
    assert not messages.panel_drawn(7, 1, PANEL, before, 4)
    assert all(panel.shown < 4 for panel in messages.panels(7, 1))


def test_a_panel_wanted_otherwise_during_the_edit_is_drawn_once_more(messages: EditableMessages) -> None:
    messages.keep_panel(click(), at_version(3), PANEL, original=True, dm=True)
    before = messages.panel(7, 1, PANEL)
    messages.outdate(1)
    assert not messages.panel_drawn(7, 1, PANEL, before, 4)


def test_a_table_message_that_a_click_drew_during_the_edit_is_drawn_once_more(
    messages: EditableMessages,
) -> None:
    messages.keep_table_message(click(), at_version(3))
    before = messages.table_message(7)
    messages.keep_table_message(click(), at_version(3))
    assert not messages.table_message_drawn(7, before, 4)
    again = messages.table_message(7)
    assert messages.table_message_drawn(7, again, 4)
