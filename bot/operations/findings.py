"""The findings of `doctor`: one line each, with the remedy if something is wrong."""

from dataclasses import dataclass
from enum import Enum


class Grade(Enum):
    """How serious a finding is."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, how serious the result is, and a sentence about it without any secret."""

    what: str
    grade: Grade
    said: str


def ok(what: str, said: str) -> Finding:
    """Nothing is wrong."""
    return Finding(what, Grade.OK, said)


def warning(what: str, said: str) -> Finding:
    """The bot runs, but not as well as it could."""
    return Finding(what, Grade.WARNING, said)


def error(what: str, said: str) -> Finding:
    """The bot cannot run with it."""
    return Finding(what, Grade.ERROR, said)
