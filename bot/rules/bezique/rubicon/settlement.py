"""What a hand of Rubicon bezique is worth (RULES F4.37-39; Cady, Rubicon)."""

from dataclasses import dataclass
from typing import Final, Literal

from bot.rules.bezique.variant import Rubicon
from bot.rules.match import leader

HUNDRED: Final = 100
BRISQUE: Final = 10
"""What a brisque counts, where brisques count."""

MOST_OF_OFFENDER: Final = 900  # the most added of the score of one with too many cards (Rubicon Law 11)


@dataclass(frozen=True, slots=True)
class SettlementLine:
    """One part of the gain of a hand: the scores without odd tens, of the `winner` and the `loser` or `both`
    together; what the `game` and all `brisques` bring; `under-hundred` for such a loser; or, without a
    rubicon, what the game `won` and the `difference` of the scores bring."""

    what: Literal["winner", "loser", "both", "game", "brisques", "under-hundred", "won", "difference"]
    points: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """The settlement of a hand: who wins it (None: it is void) and what the gain is made of. `rubiconed` is
    the loser, if that is so; `needed`: brisques are counted in the scores that are compared."""

    winner: int | None
    lines: tuple[SettlementLine, ...] = ()
    rubiconed: int | None = None
    needed: bool = False

    @property
    def value(self) -> int:
        """The points that the winner gains."""
        return sum(line.points for line in self.lines)

    def by_side(self, sides: int) -> tuple[int, ...]:
        """The gain of each side."""
        return tuple(self.value if side == self.winner else 0 for side in range(sides))


def hundreds(score: int) -> int:
    """The score less its odd tens."""
    return score - score % HUNDRED


def with_brisques(scores: tuple[int, ...], brisques: tuple[int, ...]) -> tuple[int, ...]:
    """The scores with ten for each brisque won."""
    return tuple(score + BRISQUE * won for score, won in zip(scores, brisques, strict=True))


def settle(
    scores: tuple[int, ...], brisques: tuple[int, ...], terms: Rubicon, offenders: tuple[int, ...] = ()
) -> Settlement:
    """What a hand is worth in which both made `scores`, without the `brisques` they won; `offenders` have
    played with too many cards (Rubicon Law 11)."""
    if len(offenders) > 1:
        return Settlement(None)
    if offenders:
        (loser,) = offenders
        return _rubicon(scores, 1 - loser, terms, most=MOST_OF_OFFENDER)
    totals = with_brisques(scores, brisques)
    winner = leader(totals)
    if winner is None:
        return Settlement(None, needed=True)
    if totals[1 - winner] < terms.line:
        return _rubicon(scores, winner, terms)
    apart = scores[winner] - scores[1 - winner]
    needed = scores[1 - winner] < terms.line or apart <= 0
    if terms.counts_close:
        needed = needed or apart <= BRISQUE * sum(brisques)
    compared = totals if needed else scores
    if terms.rounds_sum:
        difference = hundreds(compared[winner] - compared[1 - winner])
    else:
        difference = hundreds(compared[winner]) - hundreds(compared[1 - winner])
    lines = (SettlementLine("won", terms.won), SettlementLine("difference", max(HUNDRED, difference)))
    return Settlement(winner, lines, needed=needed)


def _rubicon(scores: tuple[int, ...], winner: int, terms: Rubicon, most: int | None = None) -> Settlement:
    loser = 1 - winner
    lost = scores[loser] if most is None else min(scores[loser], most)
    if terms.rounds_sum:
        lines = [SettlementLine("both", hundreds(scores[winner] + lost))]
    else:
        lines = [SettlementLine("winner", hundreds(scores[winner])), SettlementLine("loser", hundreds(lost))]
    lines += [SettlementLine("game", terms.for_game), SettlementLine("brisques", terms.for_brisques)]
    if scores[loser] < HUNDRED:
        lines.append(SettlementLine("under-hundred", terms.under_hundred))
    return Settlement(winner, tuple(lines), rubiconed=loser)
