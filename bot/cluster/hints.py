"""What processes tell each other after a commit. Hints only save time: the database has the truth."""

from dataclasses import dataclass
from enum import Enum


class Topic(Enum):
    """What a hint is about."""

    TABLE = "table"  # a table is at `version` now
    SESSION = "session"  # a session of Duplicate is at `version` now
    SHOWN = "shown"  # the stored versions of the messages that show a table have changed
    PERSON = "person"  # a person's settings have changed
    ERASED = "erased"  # a person's data was erased, and must be forgotten
    LEASES = "leases"  # a lease has been given up
    JOBS = "jobs"  # a job is waiting, or one has been done


@dataclass(frozen=True, slots=True)
class Hint:
    """That something has changed: its number (of a table, a session or a person), and its version if it has
    one."""

    topic: Topic
    number: int = 0
    version: int = 0
