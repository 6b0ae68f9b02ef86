"""Before a deal of dominoes: the set is shuffled, and cut by whoever sits on the dealer's right (GAP-H4)."""

from dataclasses import dataclass
from typing import ClassVar, Final

from bot.rules.catalogue import gettext_noop
from bot.rules.dominoes.events import SetShuffled
from bot.rules.dominoes.moves import DeckOfTiles
from bot.rules.errors import RuleError
from bot.rules.preliminaries.phases import CutPack, Preliminaries, Shuffle
from bot.rules.seats import TWO_ALONE
from bot.rules.tiles import SET

LIFTS: Final = range(1, len(SET))  # after how many tiles of the row drawing may begin


@dataclass(frozen=True)
class DominoPreliminaries(Preliminaries):
    """Of two players the one who does not deal cuts and leads."""

    deck = DeckOfTiles
    not_cutter = gettext_noop("It is not your turn to play.")
    awaited: ClassVar = {
        Shuffle: gettext_noop("The dominoes have first to be shuffled."),
        CutPack: gettext_noop("The dominoes have first to be cut."),
    }

    def shuffled(self, hand: int, dealer: int) -> SetShuffled:
        return SetShuffled(hand, self.cutter(dealer))

    def require_lift(self, lift: int) -> None:
        if lift not in LIFTS:
            raise RuleError("lift", "Cut after 1 to {most} dominoes.", most=LIFTS.stop - 1)


CUT: Final = DominoPreliminaries(SET, len(TWO_ALONE), {}, LIFTS)
UNCUT: Final = DominoPreliminaries(SET, len(TWO_ALONE), {}, None)
