"""What somebody in the reading mode, who sees no edits, has not been told yet."""

from dataclasses import dataclass

from bot.rules.events import Event
from bot.tables.state.snapshot import TableSnapshot


@dataclass(frozen=True, slots=True)
class Since:
    """The first part of a read panel: the answer to a press (`lead`), and the events since the person was
    last told anything."""

    lead: str = ""
    events: tuple[Event, ...] = ()


def since(snapshot: TableSnapshot, told: TableSnapshot | None, lead: str = "") -> Since:
    """The events since the state `told`; those of the whole hand if that is unknown."""
    if told is None or told.history is None:
        return Since(lead, snapshot.course)
    history, events = told.history, list[Event]()
    for logged in snapshot.log[told.step :]:
        history, happened = history.apply(logged.seat, history.parse(logged.text))
        events += happened
    return Since(lead, tuple(events))
