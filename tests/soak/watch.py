"""Notices the rare states of a match from outside: by its calls, commits and deaths."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from bot.tables.store.repository import Committed
from tests.rare import Rare
from tests.soak.faults import Call, Failure, Fault

_OUTAGE: Final = 4
_SOON: Final = 60.0
_LAST_PLAYS: Final = 2
SENDS: Final = (Call.CHANNEL_SEND, Call.DM_SEND)
_PANELS: Final = (Call.DM_OPEN, Call.DM_SEND, Call.DM_EDIT)
_EDITS: Final = (Call.CHANNEL_EDIT, Call.DM_EDIT, Call.TOKEN_EDIT)
_FAULTS: Final = {
    (Call.CALLBACK, Failure.SLOW): Rare.ANSWER_LATE,
    (Call.TOKEN_EDIT, Failure.GONE): Rare.TOKEN_REFUSED,
    (Call.TOKEN_EDIT, Failure.FORBIDDEN): Rare.TOKEN_REFUSED,
    (Call.DM_EDIT, Failure.GONE): Rare.PANEL_GONE,
    (Call.CHANNEL_EDIT, Failure.GONE): Rare.MESSAGE_GONE,
    (Call.DM_OPEN, Failure.FORBIDDEN): Rare.DMS_CLOSED,
    (Call.DM_SEND, Failure.FORBIDDEN): Rare.DMS_CLOSED,
}


@dataclass
class Watch:
    """`reached` counts the states. `between_hands` is whether the last commit left the table between two
    hands, `ends_soon` whether somebody who is to play then had hardly a piece left."""

    reached: Counter[Rare] = field(default_factory=Counter)
    between_hands: bool = False
    ends_soon: bool = False
    _under_way: dict[object, Call] = field(default_factory=dict)
    _failed: Counter[Call] = field(default_factory=Counter)
    _died: float | None = None

    @contextmanager
    def call(self, call: Call, fault: Fault | None) -> Iterator[None]:
        """Within, that call is under way."""
        if call is Call.CALLBACK and self._is_under_way(call):
            self.reached[Rare.ANSWERED_TOGETHER] += 1
        if fault is not None:
            self._note(fault)
        this = object()
        self._under_way[this] = call
        try:
            yield
        finally:
            self._under_way.pop(this, None)
            self._failed[call] = 0 if fault is None else self._failed[call] + 1
            self.reached[Rare.OUTAGE] += self._failed[call] == _OUTAGE

    def committed(self, committed: Committed) -> None:
        """What is under way while a change of the table is committed."""
        before, after = committed.before, committed.snapshot
        editing = self._is_under_way(Call.CHANNEL_EDIT)
        sending = any(map(self._is_under_way, SENDS))
        self.between_hands = after.between_hands
        held = [len(after.game.plays_held(after.state, seat)) for seat in after.awaited]
        self.ends_soon = 0 < min(held, default=0) <= _LAST_PLAYS
        ended = after.between_hands and not before.between_hands
        dealt = after.table.dealt.deals > before.table.dealt.deals
        for rare, meets in (
            (Rare.DEALT_WHILE_RETRIED, dealt and any(self._failed[call] for call in _PANELS)),
            (Rare.HAND_ENDS_IN_SEND, ended and sending),
            (Rare.MATCH_ENDS_IN_EDIT, committed.closed and any(map(self._is_under_way, _EDITS))),
            (Rare.OVERTAKEN, committed.change.moves and editing),
        ):
            self.reached[rare] += bool(meets)

    def died(self, how: Rare, at: float) -> None:
        """The process has died then, in seconds."""
        self.reached[how] += 1
        self.reached[Rare.DIED_BETWEEN_HANDS] += self.between_hands
        self.reached[Rare.DIED_TWICE] += self._died is not None and at - self._died < _SOON
        self.reached[Rare.DIED_BESIDE_CALL] += len(self._under_way) > (how is Rare.DIED_IN_CALL)
        self._died = at
        self._under_way.clear()

    def _is_under_way(self, call: Call) -> bool:
        return call in self._under_way.values()

    def _note(self, fault: Fault) -> None:
        if (rare := _FAULTS.get((fault.call, fault.failure))) is not None:
            self.reached[rare] += 1
        self.reached[Rare.ANSWER_LOST] += fault.call is Call.CALLBACK and fault.done
