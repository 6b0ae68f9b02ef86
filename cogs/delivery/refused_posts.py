"""Posts that Discord refuses for what they say, so that those after them need not wait for ever."""

import logging
from typing import Final

from bot import metrics
from bot.tables.store.recent import Recent
from cogs.transport.backoff import MOST_TRIES, in_a_line, malformed

log = logging.getLogger(__name__)

_MOST_REMEMBERED: Final = 1_000


class RefusedPosts:
    """Counts how often each post was refused. `what` names what owes posts: a table, a session."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._tries: Recent[tuple[int, int], int] = Recent(_MOST_REMEMBERED)

    def is_set_aside(self, number: int, post: int, error: Exception) -> bool:
        """Whether that post, which has just failed so, is not to be tried again."""
        if not malformed(error):
            return False
        tries = self._tries[number, post] = self._tries.get((number, post), 0) + 1
        if tries == MOST_TRIES:
            metrics.REFUSED.labels("post").inc()
            log.error(
                "%s %s: post %s is set aside, for Discord refuses it: %s",
                self._what, number, post, in_a_line(error),
            )  # fmt: skip
        return tries >= MOST_TRIES
