"""What a server can choose from, in words."""

from typing import Final

from bot.rules.catalogue import gettext_noop
from bot.tables.model import Posting

POSTINGS: Final = {
    Posting.HAND: gettext_noop("One message a hand, and its result"),
    Posting.THREAD: gettext_noop("In a thread of each table; its results in the channel"),
    Posting.TRICKS: gettext_noop("Each trick in a message of its own"),
}

RATES: Final = {
    50: gettext_noop("Half as often as usual"),
    100: gettext_noop("As often as usual"),
    200: gettext_noop("Twice as often as usual"),
    400: gettext_noop("Four times as often as usual"),
}
"""How often one may do what costs others something, in per cent of the usual."""
