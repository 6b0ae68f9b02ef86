"""Levels of house players, named after the authors of the old books, weakest first."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """A level: its key among the house players, its name, and a line of character."""

    key: str
    name: str
    line: str


LEVELS: Final = (
    Level("bob-short", "Bob Short", "plays by the maxims he has learnt, and by nothing else"),
    Level("hoyle", "Hoyle", "remembers the cards and weighs every chance"),
    Level("cavendish", "Cavendish", "thinks how the hidden cards may lie, and tries each card on them"),
)
