"""Every game under every answer to every option, and a match of each to look at."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from bot.rules.game import AnyGame
from bot.rules.registry import GAMES, text_for
from bot.rules.seats import Names
from bot.rules.text import AnyText
from tests.rules.play import Taken, random_match


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
class PlayedMatch:
    """A game under some options, and one whole match of it played at random, which begins with the cut.

    The match is played once, when it is first looked at.
    """

    game: AnyGame
    chosen: dict[str, Any]

    @cached_property
    def options(self) -> Any:
        """The game's options as they were chosen."""
        return self.game.options(self.chosen)

    @cached_property
    def names(self) -> Names:
        """Names for those who play."""
        return names_of(self.game, self.options)

    @cached_property
    def text(self) -> AnyText:
        """The game's words, in English."""
        return text_for(self.game.key)

    @cached_property
    def steps(self) -> list[Taken]:
        """The match, step by step."""
        return list(random_match(self.game, self.options, None, 1))


CASES = [
    pytest.param(
        PlayedMatch(game, chosen), id=f"{key}-{'-'.join(f'{k}={v}' for k, v in chosen.items()) or 'usual'}"
    )
    for key, game in GAMES.items()
    for chosen in option_sets(game)
]
