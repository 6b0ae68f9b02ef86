"""How often one person may do what costs others something, as opening, inviting and asking for hints."""

import math
from collections import deque
from collections.abc import Mapping
from typing import Final

from bot.tables.people.access import Action
from bot.tables.state.errors import TableError
from bot.tables.store.ports import Clock
from bot.tables.store.recent import Recent

PERIOD: Final = 60.0  # the minute that is counted over, in seconds

A_MINUTE: Final[Mapping[Action, int]] = {
    Action.OPEN: 4,
    Action.PLAY_AGAIN: 4,
    Action.SIT: 12,
    Action.ASK_CHOUETTE: 2,
    Action.INVITE: 6,
    Action.HINT: 20,
    Action.ANALYSE: 6,
    Action.WHAT_IF: 40,
    Action.SHARE: 6,
    Action.PROPOSE: 6,
}
"""How often a person may do each in a minute; anything else as often as they like."""

_REMEMBERED = 10_000


class Rates:
    """Counts in memory what each person did within the last minute, erased or not."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._done: Recent[tuple[int, Action], deque[float]] = Recent(_REMEMBERED)

    def limited(self, action: Action) -> bool:
        """Whether that action is limited at all."""
        return action in A_MINUTE

    def spend(self, user_id: int, action: Action, share: int = 100) -> None:
        """Count it; `share` of what one usually may, in per cent, is allowed here.

        Raises TableError (`too-often`), with the seconds to wait, if that was once too often.
        """
        if not self.limited(action):
            return
        most = max(1, A_MINUTE[action] * share // 100)
        self.tidy()
        now, key = self._clock.now(), (user_id, action)
        done = self._done[key] = self._done.get(key, deque())
        while done and not now - PERIOD < done[0] <= now:
            done.popleft()
        if len(done) >= most:
            raise TableError("too-often", times=most, seconds=max(1, math.ceil(done[0] + PERIOD - now)))
        done.append(now)

    def tidy(self) -> None:
        """Forget what is older than a minute."""
        now = self._clock.now()
        while self._done:
            key, done = next(iter(self._done.items()))
            if done and now - PERIOD < done[-1] <= now:
                break
            del self._done[key]
