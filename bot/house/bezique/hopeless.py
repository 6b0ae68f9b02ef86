"""When a hand of Rubicon bezique is lost below the rubicon: what one scores then is scored for the other
(Cady, Hints and Suggestions: score as little as possible)."""

from typing import Final

from bot.house.bezique.known import Known
from bot.house.bezique.prospects import Prospects
from bot.house.bezique.weights import weights_for
from bot.rules.bezique.pack import BRISQUES, ONE_PACK

_LATE: Final = 12  # tricks to declare after, with more of which nothing is given up
_A_TRICK: Final = 25.0  # more than is scored on the average for what the next card brings


def is_hopeless(known: Known) -> bool:
    """Whether the side can neither save the rubicon any more nor win, by any fair hope."""
    view = known.view
    rubicon = view.variant.rubicon
    if rubicon is None or known.chances > _LATE:
        return False
    points = view.variant.brisques.points
    totals = [made + points * won for made, won in zip(view.made, view.brisques, strict=True)]
    mine, theirs = totals[known.side], max(t for side, t in enumerate(totals) if side != known.side)
    left = sum(known.unseen[place] for place, card in enumerate(ONE_PACK) if card.rank in BRISQUES)
    held = sum(named.card.rank in BRISQUES for named in known.cards)
    most = float(mine + points * (left + held) + view.variant.last_trick)
    if not known.drawn_out:
        hopes, ready = Prospects(known, known.cards, weights_for(view.variant)).whole()
        most += hopes + sum(ready[: known.chances + 1]) + known.chances * _A_TRICK
    return most < min(rubicon.line, theirs)
