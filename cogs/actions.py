"""Imports every action module, which registers the handlers, and dispatches presses to them."""

from types import ModuleType
from typing import Any, Final

from bot.tables.state.errors import TableError
from cogs.answering import commands
from cogs.answering.press import Press
from cogs.answering.services import Interaction
from cogs.challenges import actions as challenges
from cogs.clubs import actions as clubs
from cogs.daily import actions as daily
from cogs.duplicate import actions as duplicate
from cogs.hand import actions as hand
from cogs.matches import actions as matches
from cogs.morning import actions as morning
from cogs.opening import actions as opening
from cogs.proposals import actions as proposals
from cogs.replay import actions as replay
from cogs.replay import lesson_actions, problems
from cogs.settings import actions as settings
from cogs.standings import actions as standings
from cogs.table import actions as table
from cogs.table import result_actions
from cogs.ui.actions import find

HANDLERS: Final[tuple[ModuleType, ...]] = (
    challenges,
    commands,
    clubs,
    daily,
    duplicate,
    hand,
    lesson_actions,
    morning,
    matches,
    opening,
    problems,
    proposals,
    replay,
    result_actions,
    settings,
    standings,
    table,
)


async def answer_press(interaction: Interaction) -> None:
    """Run the handler of a button or menu, or say that this kind of button no longer exists."""
    data: Any = interaction.data
    pressed = find(data["custom_id"])
    async with (await Press.arrived(interaction)).answered() as press:
        if pressed is None:
            raise TableError("old-button")
        control = pressed.control
        place = await control.press.reach(press, pressed.ids, control.needs)
        await control.handler(place, **pressed.arguments(data))
