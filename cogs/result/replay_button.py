"""Pages of replays as buttons name them, and the button below a result that opens the replay of its hand."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from bot.rules.catalogue import Catalogue
from bot.tables.judging.hand_pages import hands_to_page
from bot.tables.state.moments import Decision
from bot.tables.state.snapshot import TableSnapshot
from cogs.ui.actions import TABLE
from cogs.ui.arguments import NUMBER, SNOWFLAKE, Written
from cogs.ui.layout import Button


class Way(Enum):
    """Which page a button of a replay turns to; the value is part of custom_ids. `OPEN` is the same page in a
    message of one's own."""

    OPEN = "open"
    HERE = "here"
    FIRST = "first"
    BACK = "back"
    ON = "on"
    LAST = "last"
    MOVE_BACK = "less"
    MOVE_ON = "more"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a hand: `made` is the number of moves made, `seat` whose knowledge is shown (None: all
    hands), and `leader` who turns the pages for the channel, None in a private replay."""

    hand: int
    made: int = 0
    seat: int | None = None
    leader: int | None = None


def _read_page(text: str) -> Page:
    hand, made, seat, leader = text.split(".")
    return Page(int(hand), int(made), int(seat) if seat else None, int(leader) if leader else None)


def _write_page(page: Page) -> str:
    parts = (page.hand, page.made, page.seat, page.leader)
    return ".".join("" if part is None else str(part) for part in parts)


PageAt = Annotated[Page, Written(rf"{NUMBER}\.{NUMBER}\.[0-9]?\.(?:{SNOWFLAKE})?", _read_page, _write_page)]
"""A page as an argument of a button: `3.17.2.`."""


def replay_button(snapshot: TableSnapshot, page: Page, words: Catalogue) -> Button:
    """The button that opens a private replay at that page."""
    label = words.pgettext("button", "Replay")
    return TABLE.button("replay", label, table=snapshot.table.id, page=page, way=Way.OPEN)


def decision_button(snapshot: TableSnapshot, hand: int, decision: Decision, words: Catalogue) -> Button:
    """It opens a replay where that was decided, with what the seat knew."""
    label = words.gettext("Look at trick {number}", number=decision.trick)
    page = Page(hand, decision.step, decision.view.seat)
    return TABLE.button("replay", label, table=snapshot.table.id, page=page, way=Way.OPEN)


def latest_replay(snapshot: TableSnapshot, words: Catalogue) -> list[Button]:
    """The button for the latest hand of which every card may be told; none if there is no such hand."""
    hands = hands_to_page(snapshot)
    return [replay_button(snapshot, Page(hands[-1].number), words)] if hands else []
