"""Every game the bot can play, by key: its rules and its texts."""

from collections.abc import Mapping
from functools import cache

from bot.rules.bezique.ancestors.briscan import Briscan
from bot.rules.bezique.ancestors.brusquembille import Brusquembille
from bot.rules.bezique.ancestors.cinq_cents import CinqCents
from bot.rules.bezique.ancestors.mariage import Mariage
from bot.rules.bezique.ancestors.text import BrusquembilleText, CountedAfterText, MariageText
from bot.rules.bezique.ordinary.game import Bezique
from bot.rules.bezique.polish.four_handed import FourHandedPolish
from bot.rules.bezique.polish.game import PolishBezique
from bot.rules.bezique.polish.text import PolishText
from bot.rules.bezique.presentation.text import BeziqueText
from bot.rules.bezique.rubicon.game import RubiconBezique
from bot.rules.bezique.rubicon.text import RubiconBeziqueText
from bot.rules.bezique.several.game import FourHandedBezique, ThreeHandedBezique
from bot.rules.bezique.several.text import FourHandedBeziqueText
from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.dominoes.bingo.game import Bingo
from bot.rules.dominoes.bingo.text import BingoText
from bot.rules.dominoes.matador.game import Matador
from bot.rules.dominoes.matador.text import MatadorText
from bot.rules.errors import RuleError
from bot.rules.game import AnyGame
from bot.rules.old_maid.game import OldMaid
from bot.rules.old_maid.text import OldMaidText
from bot.rules.presentation.profiles import PROFILES
from bot.rules.presentation.text import AnyText
from bot.rules.whist.american import AmericanWhist
from bot.rules.whist.bishops.game import BishopsWhist
from bot.rules.whist.bishops.text import BishopsWhistText
from bot.rules.whist.dummy.double_text import DoubleDummyText
from bot.rules.whist.dummy.game import DoubleDummy, Dummy
from bot.rules.whist.dummy.text import DummyText
from bot.rules.whist.english import EnglishWhist
from bot.rules.whist.presentation.game_text import EnglishWhistText, WhistGameText

_ALL: tuple[tuple[AnyGame, type[AnyText]], ...] = (
    (BishopsWhist(), BishopsWhistText),
    (AmericanWhist(), WhistGameText),
    (EnglishWhist(), EnglishWhistText),
    (Dummy(), DummyText),
    (DoubleDummy(), DoubleDummyText),
    (Bezique(), BeziqueText),
    (ThreeHandedBezique(), BeziqueText),
    (FourHandedBezique(), FourHandedBeziqueText),
    (PolishBezique(), PolishText),
    (FourHandedPolish(), PolishText),
    (RubiconBezique(), RubiconBeziqueText),
    (Mariage(), MariageText),
    (Brusquembille(), BrusquembilleText),
    (Briscan(), CountedAfterText),
    (CinqCents(), CountedAfterText),
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
    return _TEXTS[key](PROFILES[key], words)
