"""Every game under every answer to every option."""

import hashlib
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest

from bot.rules.game import AnyGame
from bot.rules.presentation.text import AnyText
from bot.rules.registry import GAMES, text_for
from bot.rules.seats import Names
from tests.rules.play import Taken, random_match

ONE_IN = 6
"""Of the answers that are not usual, `make test` takes one in so many; `make long` takes the rest."""


def option_sets(game: AnyGame) -> list[dict[str, Any]]:
    """The defaults, and every other answer to every option, one at a time."""
    sets: list[dict[str, Any]] = [{}]
    for option in game.options_type.described():
        sets += [{option.name: c.value} for c in option.choices if c.value != option.default]
    return sets


def names_of(game: AnyGame, options: Any) -> Names:
    """Names for everybody in a match under these options."""
    seating = game.seating(options)
    return Names(seating, tuple(f"P{i}" for i in range(len(seating))))


@dataclass(frozen=True)
class Match:
    """A game under some options."""

    game: AnyGame
    chosen: dict[str, Any]

    @cached_property
    def options(self) -> Any:
        return self.game.options(self.chosen)

    @cached_property
    def names(self) -> Names:
        return names_of(self.game, self.options)

    @cached_property
    def text(self) -> AnyText:
        return text_for(self.game.key)

    def play(self) -> Iterator[Taken]:
        """A whole match at random, which begins with the cut."""
        return random_match(self.game, self.options, None, 1)


@cache
def sample() -> str:
    """What the sample is drawn by: the commit, or SAMPLE where it is set."""
    if chosen := os.environ.get("SAMPLE"):
        return chosen
    git = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    return subprocess.run(git, capture_output=True, text=True).stdout.strip()


def drawn(name: str, below: int) -> int:
    """The number that this commit draws for the name."""
    return hashlib.sha256(f"{sample()} {name}".encode()).digest()[0] % below


def is_sampled(name: str) -> bool:
    """Whether `make test` takes the case of this name at this commit."""
    return drawn(name, ONE_IN) == 0


def games_first(*first: str) -> pytest.MarkDecorator:
    """Every game: those named and a sample at every run of the tests, the others with `make long`."""
    taken = {key for key in GAMES if key in first or is_sampled(key)}
    return pytest.mark.parametrize(
        "key", [pytest.param(key, marks=() if key in taken else pytest.mark.long) for key in GAMES]
    )


def _cases() -> Iterator[Any]:
    for key, game in GAMES.items():
        for chosen in option_sets(game):
            name = f"{key}-{'-'.join(f'{k}={v}' for k, v in chosen.items()) or 'usual'}"
            taken = not chosen or is_sampled(name)
            yield pytest.param(Match(game, chosen), id=name, marks=() if taken else pytest.mark.long)


CASES = list(_cases())
