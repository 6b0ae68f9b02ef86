"""Every game the bot can play, by key: its rules and its texts."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

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
from bot.rules.bezique.ordinary import old_notation as old_bezique
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
from bot.rules.errors import NotationError, RuleError
from bot.rules.game import AnyGame, SeatView
from bot.rules.history import Undo
from bot.rules.moves import Move, TodaysMoves, WrittenMove
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
from bot.rules.whist import old_notation as old_whist

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

_UPGRADES: Mapping[str, Callable[[Mapping[str, object], int | None, Sequence[WrittenMove]], TodaysMoves]] = {
    "bezique": old_bezique.upgraded,
    "english-whist": old_whist.upgraded,
}

_OLD_MOVES: Mapping[str, Callable[[Any, str], Move | None]] = {"bezique": old_bezique.todays_move}


def game_named(key: str) -> AnyGame:
    """The game with that key. Raises RuleError."""
    try:
        return GAMES[key]
    except KeyError:
        raise RuleError(
            "game", "There is no game {key!r}; there is {known}.", key=key, known=", ".join(GAMES)
        ) from None


def in_todays_notation(
    key: str, options: Mapping[str, object], dealer: int | None, moves: Sequence[WrittenMove]
) -> TodaysMoves:
    """The moves of a match, which may be of an earlier version, as they are written today.

    Raises RuleError if options or dealer are wrong.
    """
    upgrade = _UPGRADES.get(key)
    if upgrade is None or any(text == Undo.verb for _, text in moves):
        # Nothing could be taken back in earlier versions.
        return TodaysMoves(moves)
    return upgrade(options, dealer, moves)


def read_move(key: str, view: SeatView, text: str) -> Move:
    """The move that is written on a button for the seat of that view; buttons of earlier versions stay on
    messages for as long as those stand. Raises NotationError."""
    try:
        return game_named(key).parse(text)
    except NotationError:
        upgrade = _OLD_MOVES.get(key)
        move = None if upgrade is None else upgrade(view, text)
        if move is None:
            raise
        return move


@cache
def text_for(key: str, words: Catalogue = ENGLISH) -> AnyText:
    """The text of the game with that key, in that language. Raises KeyError."""
    return _TEXTS[key](words)
