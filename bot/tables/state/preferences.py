"""How people and servers want their tables."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.tables.state.table import Posting


class Calls(Enum):
    """When a person is called because it is their turn."""

    ALWAYS = "always"
    AWAY = "away"  # once they have not acted for a while
    NEVER = "never"


class Pace(Enum):
    """How long house players pause at a person's table, against the usual."""

    QUICK = "quick"
    USUAL = "usual"
    SLOW = "slow"
    VERY_SLOW = "very slow"

    @property
    def factor(self) -> float:
        """What the usual pause is multiplied by."""
        return _FACTORS[self]


_FACTORS = {Pace.QUICK: 0.4, Pace.USUAL: 1.0, Pace.SLOW: 2.5, Pace.VERY_SLOW: 5.0}


class Sharing(Enum):
    """Whether a person's hands may become a server's problem of the day."""

    NEVER = "never"
    NAMELESS = "without my name"
    NAMED = "with my name"  # which is told with the answer


@dataclass(frozen=True, slots=True)
class UserSettings:
    """A person's own settings. `dm`: send hands by DM. `dm_closed`: Discord refused one.

    `four_colours` and `large_index` are about pictures of cards; `reading` lays panels out for a screen
    reader; `confirm` asks before a move that was pressed is made; `hidden` leaves the person out of
    leaderboards and of what others see of results; `streaks` posts the person's streak with their day;
    `problems` says whether their hands may become problems of the day; `language` is the locale in which the
    person is spoken to, empty for that of their Discord.
    """

    user_id: int
    dm: bool = True
    dm_closed: bool = False
    pictures: bool = True
    play_forced: bool = False
    calls: Calls = Calls.AWAY
    pace: Pace = Pace.USUAL
    four_colours: bool = False
    large_index: bool = False
    reading: bool = False
    confirm: bool = False
    hidden: bool = False
    streaks: bool = False
    problems: Sharing = Sharing.NEVER
    language: str = ""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a server wants its tables. `channels` are where tables may open, empty for everywhere.

    `turn_seconds` is a new table's turn clock, None for the operator's. `options` are the house rules that
    differ from a game's own, and `levels` the level at which the house plays, by game. `roles` are
    mentioned when players are called for. `tables_each` is how many open tables a person may have,
    `tables_here` how many a channel may, and `rate` how often a person may open a table, invite, or ask for
    a hint or an analysis, in per cent of the usual. `language` is the locale of its posts, empty for
    Discord's.

    `morning_channel` gets one post a day at `morning_hour` (UTC), if it is not 0, with a problem of the day
    if `problem_of_the_day`, in the `morning_language` where neither the server nor Discord has one.
    `winner_role` is given to the winners of a season, if it is not 0;
    `winner_manager` has named it, `winner_season` is the season whose winners have been dealt with, and
    `winner_refused` says that Discord refused it then.
    """

    guild_id: int
    channels: tuple[int, ...] = ()
    posting: Posting = Posting.HAND
    turn_seconds: int | None = None
    options: Mapping[str, Mapping[str, str | int | bool]] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    roles: tuple[int, ...] = ()
    hints: bool = True
    tables_each: int = 3
    tables_here: int = 10
    rate: int = 100
    morning_channel: int = 0
    morning_hour: int = 8
    problem_of_the_day: bool = False
    winner_role: int = 0
    winner_manager: int = 0
    winner_season: int = 0
    winner_refused: bool = False
    language: str = ""
    morning_language: str = ""
