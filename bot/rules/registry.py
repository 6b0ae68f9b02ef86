"""Every game the bot can play, by key: its rules and its texts."""

from collections import UserDict
from collections.abc import Mapping, MutableMapping
from functools import cache
from pkgutil import resolve_name
from typing import Any

from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.errors import RuleError
from bot.rules.game import AnyGame
from bot.rules.presentation.profiles import PROFILES
from bot.rules.presentation.text import AnyText

_ALL: Mapping[str, tuple[str, str]] = {
    "bishops-whist": ("whist.bishops.game:BishopsWhist", "whist.bishops.text:BishopsWhistText"),
    "american-whist": ("whist.american:AmericanWhist", "whist.presentation.game_text:WhistGameText"),
    "english-whist": ("whist.english:EnglishWhist", "whist.presentation.game_text:EnglishWhistText"),
    "dummy-whist": ("whist.dummy.game:Dummy", "whist.dummy.text:DummyText"),
    "double-dummy-whist": ("whist.dummy.game:DoubleDummy", "whist.dummy.double_text:DoubleDummyText"),
    "bezique": ("bezique.ordinary.game:Bezique", "bezique.presentation.text:BeziqueText"),
    "three-handed-bezique": (
        "bezique.several.game:ThreeHandedBezique",
        "bezique.presentation.text:BeziqueText",
    ),
    "four-handed-bezique": (
        "bezique.several.game:FourHandedBezique",
        "bezique.several.text:FourHandedBeziqueText",
    ),
    "polish-bezique": ("bezique.polish.game:PolishBezique", "bezique.polish.text:PolishText"),
    "four-handed-polish-bezique": (
        "bezique.polish.four_handed:FourHandedPolish",
        "bezique.polish.text:PolishText",
    ),
    "rubicon-bezique": ("bezique.rubicon.game:RubiconBezique", "bezique.rubicon.text:RubiconBeziqueText"),
    "mariage": ("bezique.ancestors.mariage:Mariage", "bezique.ancestors.text:MariageText"),
    "brusquembille": (
        "bezique.ancestors.brusquembille:Brusquembille",
        "bezique.ancestors.text:BrusquembilleText",
    ),
    "briscan": ("bezique.ancestors.briscan:Briscan", "bezique.ancestors.text:CountedAfterText"),
    "cinq-cents": ("bezique.ancestors.cinq_cents:CinqCents", "bezique.ancestors.text:CountedAfterText"),
    "old-maid": ("old_maid.game:OldMaid", "old_maid.text:OldMaidText"),
    "matador": ("dominoes.matador.game:Matador", "dominoes.matador.text:MatadorText"),
    "bingo": ("dominoes.bingo.game:Bingo", "dominoes.bingo.text:BingoText"),
}


class _Games(UserDict[str, Any]):
    """Loads a game when it is first asked for: together they are a fifth of what the bot would start with."""

    def __getitem__(self, key: str) -> Any:
        game = self.data[key]
        if isinstance(game, str):
            game = self.data[key] = resolve_name(f"bot.rules.{game}")()
        return game


GAMES: MutableMapping[str, AnyGame] = _Games({key: game for key, (game, _) in _ALL.items()})
_TEXTS = {key: text for key, (_, text) in _ALL.items()}


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
    text: AnyText = resolve_name(f"bot.rules.{_TEXTS[key]}")(PROFILES[key], words)
    return text
