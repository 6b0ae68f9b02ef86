"""Every house player, by game and name."""

from collections.abc import Callable, Container, Mapping
from typing import Any, Final

from bot.house.bezique.player import BeziqueHoyle
from bot.house.bingo.player import BingoHoyle
from bot.house.bishops_whist.cavendish import BishopsWhistCavendish
from bot.house.bishops_whist.claims import claim_position as bishops_whist_position
from bot.house.bishops_whist.knowledge import BISHOPS_PACK
from bot.house.bishops_whist.player import BishopsWhistBob, BishopsWhistHoyle
from bot.house.claims import NODES, ClaimRules, most_proved, prove
from bot.house.knowledge import Knowledge, Pack
from bot.house.laws.revokes import volunteered
from bot.house.levels import LEVELS, Level
from bot.house.matador.player import MatadorHoyle
from bot.house.old_maid.player import OldMaidHoyle
from bot.house.player import HousePlayer, RandomPlayer
from bot.house.solver import Kind
from bot.house.whist.cavendish import WhistCavendish
from bot.house.whist.claims import claim_position as whist_position
from bot.house.whist.knowledge import WHIST_PACK
from bot.house.whist.player import WhistBob, WhistHoyle
from bot.rules.cards import Card
from bot.rules.game import SeatView
from bot.rules.moves import Move
from bot.rules.registry import GAMES

DEFAULT: Final = "hoyle"
"""The player that sits down unless another is named."""

_ANY_GAME: Final = (RandomPlayer(),)

_BY_GAME: Final[Mapping[str, tuple[HousePlayer, ...]]] = {
    "american-whist": (WhistBob(), WhistHoyle(), WhistCavendish()),
    "bezique": (BeziqueHoyle(),),
    "three-handed-bezique": (BeziqueHoyle(),),
    "four-handed-bezique": (BeziqueHoyle(),),
    "bingo": (BingoHoyle(),),
    "briscan": (BeziqueHoyle(),),
    "brusquembille": (BeziqueHoyle(),),
    "cinq-cents": (BeziqueHoyle(),),
    "mariage": (BeziqueHoyle(),),
    "bishops-whist": (BishopsWhistBob(), BishopsWhistHoyle(), BishopsWhistCavendish()),
    "english-whist": (WhistBob(), WhistHoyle(), WhistCavendish()),
    "dummy-whist": (WhistBob(), WhistHoyle(), WhistCavendish()),
    "double-dummy-whist": (WhistBob(), WhistHoyle(), WhistCavendish()),
    "matador": (MatadorHoyle(),),
    "old-maid": (OldMaidHoyle(),),
    "four-handed-polish-bezique": (BeziqueHoyle(),),
    "polish-bezique": (BeziqueHoyle(),),
    "rubicon-bezique": (BeziqueHoyle(),),
}

SOLVED: Final[Mapping[str, Kind]] = {
    "american-whist": Kind.PLAIN,
    "bishops-whist": Kind.BISHOPS,
    "double-dummy-whist": Kind.PLAIN,
    "dummy-whist": Kind.PLAIN,
    "english-whist": Kind.PLAIN,
}
"""The games whose hands the double-dummy solver can play out, by key."""

_OTHER_RULES: Final[Mapping[str, Mapping[str, object]]] = {"bishops-whist": {"led_knight": "lowest"}}
"""House rules, by game, that the solver does not know."""


_CLAIMS: Final[Mapping[str, Callable[[Any], tuple[ClaimRules, Knowledge]]]] = {
    "american-whist": whist_position,
    "bishops-whist": bishops_whist_position,
    "double-dummy-whist": whist_position,
    "dummy-whist": whist_position,
    "english-whist": whist_position,
}


_PACKS: Final[Mapping[str, Pack]] = {
    "american-whist": WHIST_PACK,
    "bishops-whist": BISHOPS_PACK,
    "double-dummy-whist": WHIST_PACK,
    "dummy-whist": WHIST_PACK,
    "english-whist": WHIST_PACK,
}
"""The games in which one can revoke under their house rules."""


def can_prove(game_key: str) -> bool:
    """Whether claims at that game can be proved."""
    return game_key in _CLAIMS


def prove_claim(game_key: str, view: SeatView, tricks: int, nodes: int = NODES) -> tuple[Card, ...] | None:
    """What `claims.prove` finds for the seat with that view. Raises KeyError for a game without a prover."""
    rules, known = _CLAIMS[game_key](view)
    return prove(rules, known, tricks, nodes)


def tricks_proved(game_key: str, view: SeatView, below: int, nodes: int = NODES) -> int:
    """What `claims.most_proved` finds for the seat with that view. Raises KeyError as well."""
    rules, known = _CLAIMS[game_key](view)
    return most_proved(rules, known, below, nodes)


def volunteer(game_key: str, view: Any, people: Container[int]) -> Move | None:
    """An optional move that a house player makes of itself, `people` being the seats of persons; None for
    none."""
    pack = _PACKS.get(game_key)
    return None if pack is None else volunteered(view, pack, people)


def solved(game_key: str, options: Mapping[str, object]) -> Kind | None:
    """What the solver plays out at a table with these house rules; None if it cannot."""
    other = _OTHER_RULES.get(game_key, {})
    if any(options.get(name) == value for name, value in other.items()):
        return None
    return SOLVED.get(game_key)


def players_of(game_key: str) -> Mapping[str, HousePlayer]:
    """The house players for that game, by name. Raises ValueError for a game there is not."""
    if game_key not in GAMES:
        raise ValueError(f"There is no game {game_key!r}; there is {', '.join(GAMES)}.")
    return {player.name: player for player in (*_ANY_GAME, *_BY_GAME.get(game_key, ()))}


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
