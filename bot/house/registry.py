"""The house at every game: its players, and what else of the house hangs on the game."""

from collections.abc import Callable, Container, Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from bot.house.levels import LEVELS, Level
from bot.house.player import HousePlayer, RandomPlayer
from bot.house.solver import Kind
from bot.house.tricks.claims import NODES, ClaimSearch
from bot.rules.game import AnyGame
from bot.rules.moves import Move
from bot.rules.registry import GAMES, MadeLater

# A player is loaded, with the rules of its game, when the house is first asked about that game.
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


@dataclass(frozen=True, slots=True)
class Entry:
    """What the house knows of a game.

    `players` are those besides the random one. `hoyle` is the trick-taking Hoyle among them, by whom claims
    are proved and revokes noticed. `solved` is the kind of whist that the double-dummy solver plays out, but
    not under the house rules `unsolved`. Hands are replayed if there are `replays`.
    """

    players: tuple[HousePlayer, ...]
    hoyle: "TrickHoyle[Any, Any] | None" = None
    solved: Kind | None = None
    unsolved: dict[str, object] = field(default_factory=dict)
    replays: Replays | None = None


def whist(game: AnyGame, replays: Replays | None = None) -> Entry:
    """The entry of a game of whist with the ordinary pack. Raises TypeError for another game."""
    from bot.house.tricks.bob_short import BobShort
    from bot.house.whist.cavendish import WhistCavendish
    from bot.house.whist.player import WhistHoyle
    from bot.rules.whist.game import WhistGame

    if not isinstance(game, WhistGame):
        raise TypeError(f"{game.key} is not whist with the ordinary pack.")
    hoyle = WhistHoyle(game)
    bob = BobShort(hoyle.pack, hoyle.worth_of_penalty)
    return Entry((bob, hoyle, WhistCavendish(hoyle)), hoyle, Kind.PLAIN, replays=replays)


def _bishops_whist() -> Entry:
    from bot.house.bishops_whist.cavendish import BishopsWhistCavendish
    from bot.house.bishops_whist.player import BishopsWhistHoyle
    from bot.house.tricks.bob_short import BobShort

    hoyle = BishopsWhistHoyle()
    bob = BobShort(hoyle.pack, hoyle.worth_of_penalty)
    return Entry(
        (bob, hoyle, BishopsWhistCavendish(hoyle)),
        hoyle,
        Kind.BISHOPS,
        unsolved={"led_knight": "lowest"},
        # The double-dummy value takes seventy times as long as at plain whist.
        replays=Replays(par=False),
    )


@cache
def _bezique() -> Entry:
    from bot.house.bezique.player import BeziqueHoyle

    return Entry((BeziqueHoyle(),))


def _old_maid() -> Entry:
    from bot.house.old_maid.player import OldMaidHoyle

    return Entry((OldMaidHoyle(),))


def _matador() -> Entry:
    from bot.house.matador.player import MatadorHoyle

    return Entry((MatadorHoyle(),))


def _bingo() -> Entry:
    from bot.house.bingo.player import BingoHoyle

    return Entry((BingoHoyle(),))


_MADE_BY: Final[Mapping[str, Callable[[], Entry]]] = {
    "bishops-whist": _bishops_whist,
    "american-whist": lambda: whist(GAMES["american-whist"], Replays(par=True, unlike={"at_seven": "stop"})),
    "english-whist": lambda: whist(GAMES["english-whist"], Replays(par=True)),
    "dummy-whist": lambda: whist(GAMES["dummy-whist"]),
    "double-dummy-whist": lambda: whist(GAMES["double-dummy-whist"]),
    "bezique": _bezique,
    "three-handed-bezique": _bezique,
    "four-handed-bezique": _bezique,
    "polish-bezique": _bezique,
    "four-handed-polish-bezique": _bezique,
    "rubicon-bezique": _bezique,
    "mariage": _bezique,
    "brusquembille": _bezique,
    "briscan": _bezique,
    "cinq-cents": _bezique,
    "old-maid": _old_maid,
    "matador": _matador,
    "bingo": _bingo,
}

ENTRIES: Final[MutableMapping[str, Entry]] = MadeLater(_MADE_BY, lambda key: _MADE_BY[key]())

_NOTHING: Final = Entry(())


def entry_of(game_key: str) -> Entry:
    """The entry of that game; one without players for a game that has none."""
    return ENTRIES.get(game_key, _NOTHING)


def solved_games() -> Mapping[str, Kind]:
    """The games whose hands the double-dummy solver plays out, by key, and as what."""
    return {key: entry.solved for key, entry in ENTRIES.items() if entry.solved is not None}


def replayed_games() -> tuple[str, ...]:
    """The games whose hands are replayed."""
    return tuple(key for key, entry in ENTRIES.items() if entry.replays is not None)


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


def player_for(game_key: str, name: str = DEFAULT) -> HousePlayer:
    """The house player of that name for that game. Raises ValueError."""
    players = players_of(game_key)
    try:
        return players[name]
    except KeyError:
        raise ValueError(
            f"There is no house player {name!r} for {game_key}; there is {', '.join(sorted(players))}."
        ) from None
