"""Every game the bot can play, by key."""

from collections.abc import Mapping
from typing import Any

from bot.rules.bezique import Bezique
from bot.rules.bishops_whist import BishopsWhist
from bot.rules.errors import RuleError
from bot.rules.game import Game
from bot.rules.matador import Matador
from bot.rules.old_maid import OldMaid
from bot.rules.whist import AmericanWhist, EnglishWhist

_GAMES: tuple[Game[Any, Any, Any], ...] = (
    BishopsWhist(),
    AmericanWhist(),
    EnglishWhist(),
    Bezique(),
    OldMaid(),
    Matador(),
)

GAMES: Mapping[str, Game[Any, Any, Any]] = {game.key: game for game in _GAMES}


def game_named(key: str) -> Game[Any, Any, Any]:
    """The game with that key. Raises RuleError."""
    try:
        return GAMES[key]
    except KeyError:
        raise RuleError("game", f"There is no game {key!r}; there is {', '.join(GAMES)}.") from None
