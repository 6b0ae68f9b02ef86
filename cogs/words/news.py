"""What somebody who is told in new messages, and reads no edits, has not been told yet."""

from dataclasses import dataclass

from bot.rules.events import Event
from bot.tables.state.snapshot import TableSnapshot


@dataclass(frozen=True, slots=True)
class Since:
    """What a panel that is read says before all else: the answer to what was pressed (`lead`), and what has
    been told since the person was last told anything."""

    lead: str = ""
    events: tuple[Event, ...] = ()


def since(snapshot: TableSnapshot, told: TableSnapshot | None, lead: str = "") -> Since:
    """What has happened since the table was as `told`; what it has told of the hand if that is not known."""
    if told is None or told.history is None:
        return Since(lead, snapshot.course)
    history, events = told.history, list[Event]()
    for logged in snapshot.log[told.step :]:
        history, happened = history.apply(logged.seat, history.parse(logged.text))
        events += happened
    return Since(lead, tuple(events))
