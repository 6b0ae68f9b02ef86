"""The button below a result that opens the replay of its hand."""

from enum import Enum

from bot.rules.catalogue import Catalogue
from bot.tables.judging.hand_pages import hands_to_page
from bot.tables.state.moments import Decision
from bot.tables.state.snapshot import TableSnapshot
from cogs.ui.actions import TABLE
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


def replay_button(snapshot: TableSnapshot, hand: int, words: Catalogue) -> Button:
    """It answers whoever presses with a replay of their own."""
    label, table = words.gettext("Replay"), snapshot.table.id
    return TABLE.button("replay", label, table=table, hand=hand, made=0, way=Way.OPEN, seat=None, leader=None)


def decision_button(snapshot: TableSnapshot, hand: int, decision: Decision, words: Catalogue) -> Button:
    """It opens a replay where that was decided, with what the seat knew."""
    label, table = words.gettext("Look at trick {number}", number=decision.trick), snapshot.table.id
    made, seat = decision.step, decision.view.seat
    return TABLE.button(
        "replay", label, table=table, hand=hand, made=made, way=Way.OPEN, seat=seat, leader=None
    )


def latest_replay(snapshot: TableSnapshot, words: Catalogue) -> list[Button]:
    """The button for the latest hand of which every card may be told; none if there is no such hand."""
    hands = hands_to_page(snapshot)
    return [replay_button(snapshot, hands[-1].number, words)] if hands else []
