"""Every game the bot can play, by key: its rules and its texts."""

from collections.abc import Mapping
from functools import cache

from bot.rules.bezique.ancestors import (
    Briscan,
    BriscanText,
    Brusquembille,
    BrusquembilleText,
    CinqCents,
    CinqCentsText,
    Mariage,
    MariageText,
)
from bot.rules.bezique.ordinary import Bezique, BeziqueText
from bot.rules.bezique.polish import FourHandedPolish, FourHandedPolishText, PolishBezique, PolishText
from bot.rules.bezique.rubicon import RubiconBezique, RubiconBeziqueText
from bot.rules.bezique.several import (
    FourHandedBezique,
    FourHandedBeziqueText,
    ThreeHandedBezique,
    ThreeHandedBeziqueText,
)
from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.dominoes.bingo import Bingo, BingoText
from bot.rules.dominoes.matador import Matador, MatadorText
from bot.rules.errors import RuleError
from bot.rules.game import AnyGame
from bot.rules.old_maid import OldMaid, OldMaidText
from bot.rules.text import AnyText
from bot.rules.whist import (
    AmericanWhist,
    AmericanWhistText,
    BishopsWhist,
    BishopsWhistText,
    DoubleDummy,
    DoubleDummyText,
    Dummy,
    DummyText,
    EnglishWhist,
    EnglishWhistText,
)

_ALL: tuple[tuple[AnyGame, type[AnyText]], ...] = (
    (BishopsWhist(), BishopsWhistText),
    (AmericanWhist(), AmericanWhistText),
    (EnglishWhist(), EnglishWhistText),
    (Dummy(), DummyText),
    (DoubleDummy(), DoubleDummyText),
    (Bezique(), BeziqueText),
    (ThreeHandedBezique(), ThreeHandedBeziqueText),
    (FourHandedBezique(), FourHandedBeziqueText),
    (PolishBezique(), PolishText),
    (FourHandedPolish(), FourHandedPolishText),
    (RubiconBezique(), RubiconBeziqueText),
    (Mariage(), MariageText),
    (Brusquembille(), BrusquembilleText),
    (Briscan(), BriscanText),
    (CinqCents(), CinqCentsText),
    (OldMaid(), OldMaidText),
    (Matador(), MatadorText),
    (Bingo(), BingoText),
)

GAMES: Mapping[str, AnyGame] = {game.key: game for game, _ in _ALL}
_TEXTS: Mapping[str, type[AnyText]] = {game.key: text for game, text in _ALL}


def game_named(key: str) -> AnyGame:
    """The game with that key. Raises RuleError."""
    try:
        return GAMES[key]
    except KeyError:
        raise RuleError(
            "game", "There is no game {key!r}; there is {known}.", key=key, known=", ".join(GAMES)
        ) from None


@cache
def text_for(key: str, words: Catalogue = ENGLISH) -> AnyText:
    """The text of the game with that key, in that language. Raises KeyError."""
    return _TEXTS[key](words)
