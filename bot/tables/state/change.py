"""What one transaction does to the store."""

from dataclasses import dataclass

from bot.jobs.ports import Job
from bot.tables.state.outcomes import Achieved, HandPlayed, Outcome
from bot.tables.state.posts import Post
from bot.tables.state.table import LoggedMove, Table


@dataclass(frozen=True, slots=True)
class Change:
    """What one transaction stores: all of it or nothing, and only if the stored version is that of `before`.

    `table` is the table afterwards; of its row only what differs from `before` is written. `withdrawn` are
    units and numbers whose outcomes count no longer, as the moves that led to them have been taken back.
    `played` are hands that are over and are to be replayed. Of `achieved`, only what is a person's first of
    its kind is stored. With `ends_calls` posts that ask people to sit down are out of date, and are deleted.
    `jobs` are stored with the change, so that none is forgotten if the process ends.
    """

    table: Table
    before: Table
    moves: tuple[LoggedMove, ...] = ()
    posts: tuple[Post, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    withdrawn: tuple[tuple[str, int], ...] = ()
    played: tuple[HandPlayed, ...] = ()
    achieved: tuple[Achieved, ...] = ()
    jobs: tuple[Job, ...] = ()
    ends_calls: bool = False
