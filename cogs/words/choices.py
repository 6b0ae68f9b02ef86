"""The options of a server or a table, in words."""

from typing import Final

from bot.rules.catalogue import gettext_noop
from bot.tables.state.chouette import Rotation
from bot.tables.state.table import Posting

POSTINGS: Final = {
    Posting.HAND: gettext_noop("One message a hand, and its result"),
    Posting.THREAD: gettext_noop("In a thread of each table; its results in the channel"),
    Posting.TRICKS: gettext_noop("Each trick in a message of its own"),
}

ROTATIONS: Final = {
    Rotation.NONE: gettext_noop("No"),
    Rotation.VOLUNTEER: gettext_noop("Yes; who volunteers plays alone, whoever wins"),
    Rotation.CUT_IN: gettext_noop("Yes; places are cut for, and who loses makes place"),
}

RATES: Final = {
    50: gettext_noop("Half as often as usual"),
    100: gettext_noop("As often as usual"),
    200: gettext_noop("Twice as often as usual"),
    400: gettext_noop("Four times as often as usual"),
}
"""Rate limits for actions that cost others something, in per cent of the usual."""
