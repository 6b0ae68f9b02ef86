"""Ordinary bezique for two (RULES F1; Cady, The Game and Declaring)."""

from dataclasses import replace
from functools import cache

from bot.rules.bezique.combinations import BEZIQUE, DOUBLE, FOURS, MARRIAGE, SEQUENCE
from bot.rules.bezique.game import BeziqueGame
from bot.rules.bezique.ordinary.options import BeziqueOptions
from bot.rules.bezique.variant import Brisques, DoubleGame, Laws, Seven, Variant


class Bezique(BeziqueGame[BeziqueOptions]):
    """Cady's ordinary game for two with two packs of 32."""

    key = "bezique"
    options_type = BeziqueOptions

    def variant(self, options: BeziqueOptions) -> Variant:
        return ordinary(options)


@cache
def ordinary(options: BeziqueOptions) -> Variant:
    """Ordinary bezique for two, under these house rules."""
    turned = options.trumps == "turned"
    at_once = options.brisques == "at-once"
    return Variant(
        packs=2,
        packets=(3, 2, 3) if options.deal == "three-two-three" else (1,) * 8,
        turn_up=turned,
        declarations=(
            SEQUENCE,
            MARRIAGE,
            replace(DOUBLE, new_card=options.double_bezique == "new-card"),
            BEZIQUE,
            *FOURS,
        ),
        seven=Seven(points=10, besides=options.seven == "besides") if turned else None,
        brisques=Brisques(20 if options.brisque_points == "twenty" else 10, options.brisques),
        last_trick=10,
        target=1000,
        # With brisques counted at the end nobody can be out before it (Cady, The Game N.B.).
        plays_on=options.out == "play-on" or not at_once,
        games=3 if options.match == "partie" else 1,
        double=DoubleGame(under=500, without_brisques=options.double_game == "without-brisques"),
        always_asked=options.asked == "always",
        laws=Laws("no-score"),
    )
