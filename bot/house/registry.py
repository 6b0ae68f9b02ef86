"""The house at every game: its players, and what else of the house hangs on the game."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

from bot.house.levels import LEVELS, Level
from bot.house.player import Coach, HousePlayer, RandomPlayer
from bot.house.signals import BISHOPS_WHIST, WHIST, Signal
from bot.house.solver import Kind
from bot.house.tricks.claims import NODES, ClaimSearch
from bot.rules.moves import Move
from bot.rules.registry import GAMES

if TYPE_CHECKING:
    from bot.house.tricks.hoyle import TrickHoyle

DEFAULT: Final = "hoyle"  # the player that sits down unless another is named

_ANY_GAME: Final = (RandomPlayer(),)


@dataclass(frozen=True, slots=True)
class Replays:
    """Replaying hands for estimates of skill: whether the double-dummy value is found as well, and the house
    rules under which hands are not compared."""

    par: bool
    unlike: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """What the house knows of a game.

    `make` makes its players besides the random one. `solved` is the kind of whist that the double-dummy
    solver plays out, but not under the house rules `unsolved`. Hands are replayed if there are `replays`.
    `signals` is the convention card of its Hoyle and Cavendish.
    """

    make: Callable[[], tuple[HousePlayer, ...]] = tuple
    solved: Kind | None = None
    unsolved: dict[str, object] = field(default_factory=dict)
    replays: Replays | None = None
    signals: tuple[Signal, ...] = ()

    @cached_property
    def players(self) -> tuple[HousePlayer, ...]:
        """The players besides the random one. They are loaded, with the rules of their game."""
        return self.make()

    @cached_property
    def hoyle(self) -> "TrickHoyle[Any, Any] | None":
        """The trick-taking Hoyle among them, by whom claims are proved and revokes noticed."""
        from bot.house.tricks.hoyle import TrickHoyle

        return next((player for player in self.players if isinstance(player, TrickHoyle)), None)


def whist(game_key: str, replays: Replays | None = None, signals: tuple[Signal, ...] = WHIST) -> Entry:
    """The entry of a game of whist with the ordinary pack; its players raise TypeError for another game."""
    return Entry(partial(_whist_players, game_key), Kind.PLAIN, replays=replays, signals=signals)


def _whist_players(game_key: str) -> tuple[HousePlayer, ...]:
    from bot.house.tricks.bob_short import BobShort
    from bot.house.whist.cavendish import WhistCavendish
    from bot.house.whist.player import WhistHoyle
    from bot.rules.whist.game import WhistGame

    game = GAMES[game_key]
    if not isinstance(game, WhistGame):
        raise TypeError(f"{game_key} is not whist with the ordinary pack.")
    hoyle = WhistHoyle(game)
    return BobShort(hoyle.pack, hoyle.worth_of_penalty), hoyle, WhistCavendish(hoyle)


def _bishops_whist_players() -> tuple[HousePlayer, ...]:
    from bot.house.bishops_whist.cavendish import BishopsWhistCavendish
    from bot.house.bishops_whist.player import BishopsWhistHoyle
    from bot.house.tricks.bob_short import BobShort

    hoyle = BishopsWhistHoyle()
    return BobShort(hoyle.pack, hoyle.worth_of_penalty), hoyle, BishopsWhistCavendish(hoyle)


def _bezique_players() -> tuple[HousePlayer, ...]:
    from bot.house.bezique.cavendish import BeziqueCavendish
    from bot.house.bezique.player import BeziqueHoyle

    return BeziqueHoyle(), BeziqueCavendish()


def _alone(path: str) -> Entry:
    # The entry of a game with one player, by the place of its class.
    return Entry(lambda: (resolve_name(f"bot.house.{path}")(),))


_BEZIQUE: Final = _alone("bezique.player:BeziqueHoyle")

ENTRIES: Final[Mapping[str, Entry]] = {
    "bishops-whist": Entry(
        _bishops_whist_players,
        Kind.BISHOPS,
        unsolved={"led_knight": "lowest"},
        # The double-dummy value takes seventy times as long as at plain whist.
        replays=Replays(par=False),
        signals=BISHOPS_WHIST,
    ),
    "american-whist": whist("american-whist", Replays(par=True, unlike={"at_seven": "stop"})),
    "english-whist": whist("english-whist", Replays(par=True)),
    "dummy-whist": whist("dummy-whist"),
    "double-dummy-whist": whist("double-dummy-whist", signals=()),
    "bezique": Entry(_bezique_players),
    "three-handed-bezique": _BEZIQUE,
    "four-handed-bezique": _BEZIQUE,
    "polish-bezique": _BEZIQUE,
    "four-handed-polish-bezique": _BEZIQUE,
    "rubicon-bezique": _BEZIQUE,
    "mariage": _BEZIQUE,
    "brusquembille": _BEZIQUE,
    "briscan": _BEZIQUE,
    "cinq-cents": _BEZIQUE,
    "old-maid": _alone("old_maid.player:OldMaidHoyle"),
    "matador": _alone("matador.player:MatadorHoyle"),
    "bingo": _alone("bingo.player:BingoHoyle"),
}

SOLVED: Final = {key: entry.solved for key, entry in ENTRIES.items() if entry.solved is not None}
"""The games whose hands the double-dummy solver plays out, by key, and as what."""

REPLAYED: Final = tuple(key for key, entry in ENTRIES.items() if entry.replays is not None)
"""The games whose hands are replayed."""

_NOTHING: Final = Entry()


def entry_of(game_key: str) -> Entry:
    """The entry of that game; one without players for a game that has none."""
    return ENTRIES.get(game_key, _NOTHING)


def can_prove(game_key: str) -> bool:
    """Whether claims at that game can be proved."""
    return entry_of(game_key).hoyle is not None


def claim_search(game_key: str, view: Any, nodes: int = NODES) -> ClaimSearch | None:
    """A search for what the seat with that view can claim; None where claims cannot be proved."""
    hoyle = entry_of(game_key).hoyle
    return None if hoyle is None else ClaimSearch(*hoyle.claim_position(view), nodes)


def volunteer(game_key: str, view: Any, people: Container[int]) -> Move | None:
    """An optional move that a house player makes of itself, `people` being the seats of persons."""
    from bot.house.tricks.revokes import volunteered

    hoyle = entry_of(game_key).hoyle
    return None if hoyle is None else volunteered(view, hoyle.pack, people)


def solved(game_key: str, options: Mapping[str, object]) -> Kind | None:
    """What the solver plays out at a table with these house rules; None if it cannot."""
    entry = entry_of(game_key)
    if any(options.get(name) == value for name, value in entry.unsolved.items()):
        return None
    return entry.solved


def players_of(game_key: str) -> Mapping[str, HousePlayer]:
    """The house players for that game, by name. Raises ValueError for a game there is not."""
    if game_key not in GAMES:
        raise ValueError(f"There is no game {game_key!r}; there is {', '.join(GAMES)}.")
    return {player.name: player for player in (*_ANY_GAME, *entry_of(game_key).players)}


def levels_of(game_key: str) -> tuple[Level, ...]:
    """The levels at which the house plays that game, weakest first."""
    players = players_of(game_key)
    return tuple(level for level in LEVELS if level.key in players)


def coach_for(game_key: str) -> Coach | None:
    """The best player of that game who can review moves; None if nobody can."""
    players = players_of(game_key)
    best_first = (players[level.key] for level in reversed(levels_of(game_key)))
    return next((player for player in best_first if isinstance(player, Coach)), None)


def player_for(game_key: str, name: str = DEFAULT) -> HousePlayer:
    """The house player of that name for that game. Raises ValueError."""
    players = players_of(game_key)
    try:
        return players[name]
    except KeyError:
        raise ValueError(
            f"There is no house player {name!r} for {game_key}; there is {', '.join(sorted(players))}."
        ) from None
