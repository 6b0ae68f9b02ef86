"""The parts of a form."""

from collections.abc import Iterable
from typing import Any, Final

from discord import ui

from cogs.ui.glyphs import as_text, fitted
from cogs.ui.menus import Answer, options_of

LONGEST_TITLE: Final = 45
LONGEST_DESCRIPTION: Final = 100
"""Discord's limits, in characters; a question is as short as a title."""


def labelled(text: str, component: ui.Item[Any], description: str = "") -> ui.Label[Any]:
    """A labelled component of a form."""
    return ui.Label(
        text=fitted(as_text(text), LONGEST_TITLE),
        description=fitted(as_text(description), LONGEST_DESCRIPTION) or None,
        component=component,
    )


def menu(name: str, answers: Iterable[Answer]) -> ui.Select[Any]:
    """A menu of a form."""
    return ui.Select(custom_id=name, options=options_of(answers))
