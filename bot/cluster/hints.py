"""What processes tell each other after a commit. Hints only save time: the database has the truth."""

from dataclasses import dataclass
from enum import Enum


class Topic(Enum):
    """What a hint is about."""

    TABLE = "table"
    """A table is at `version` now."""
    SESSION = "session"
    """A session of Duplicate is at `version` now."""
    SHOWN = "shown"
    """The stored versions of the messages that show a table have changed."""
    PERSON = "person"
    """A person's settings have changed."""
    ERASED = "erased"
    """A person's data was erased, and must be forgotten."""
    LEASES = "leases"
    """A lease has been given up."""
    JOBS = "jobs"
    """A job is waiting, or one has been done."""


@dataclass(frozen=True, slots=True)
class Hint:
    """That something has changed: its number (of a table, a session or a person), and its version if it has
    one."""

    topic: Topic
    number: int = 0
    version: int = 0
