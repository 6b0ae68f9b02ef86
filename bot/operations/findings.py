"""What `doctor` has found: one line each, with what to do where something is wrong."""

from dataclasses import dataclass
from enum import Enum


class Grade(Enum):
    """How it stands with what was looked at."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how it stands, and what there is to say of it; no secret is in it."""

    what: str
    grade: Grade
    said: str


def ok(what: str, said: str) -> Finding:
    """It is as it should be."""
    return Finding(what, Grade.OK, said)


def warning(what: str, said: str) -> Finding:
    """The bot runs with it, but not as well as it could."""
    return Finding(what, Grade.WARNING, said)


def error(what: str, said: str) -> Finding:
    """The bot cannot run with it."""
    return Finding(what, Grade.ERROR, said)
