"""Why Hoyle plays or declares as he does at bezique, for hints."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from bot.house.bezique.announcing import points_of
from bot.house.bezique.known import Known
from bot.house.bezique.playing import Weighing
from bot.house.maxims import Holds, Saying, commends, reason_of, warns
from bot.rules.bezique.ancestors.moves import Close, Knock
from bot.rules.bezique.moves import Declare, DeclareAll, Exchange, PlayHeld, ScoreKept
from bot.rules.bezique.pack import BRISQUES, best_of
from bot.rules.bezique.rubicon.moves import ShowBlanche
from bot.rules.cards import Card, Rank, Suit
from bot.rules.catalogue import gettext_noop
from bot.rules.moves import Move
from bot.rules.presentation.hints import Reason

_BEZIQUE: Final = (Suit.SPADES, Suit.DIAMONDS)  # of the queen of spades and the knave of diamonds

LOWER_BEFORE: Final = gettext_noop(
    "Cady, Declaring 4: a card serves again in what is higher, so the lower is declared first while the "
    "stock lasts; after the higher it is lost."
)
MOST_FIRST: Final = gettext_noop(
    "Cady, Declaring: one declaration scores after each trick, so the one worth most comes first."
)
SCORE_ALL: Final = gettext_noop("Cady, Polish Bezique: what is not declared before you draw is lost.")
SCORE_LITTLE: Final = gettext_noop(
    "Cady, Hints and Suggestions: who cannot save the rubicon scores as little as possible, for it is added "
    "to the other's."
)
FREE: Final = gettext_noop("It only scores or betters your hand, and costs nothing.")


@dataclass(frozen=True)
class Play:
    """A card that may be played while cards are drawn."""

    weighing: Weighing
    move: PlayHeld

    @property
    def known(self) -> Known:
        return self.weighing.known

    @property
    def card(self) -> Card:
        return self.move.named.card

    @cached_property
    def trick(self) -> tuple[Card, ...]:
        return (*self.known.view.cards, self.card)

    @property
    def takes(self) -> bool:
        view = self.known.view
        return bool(view.cards) and best_of(self.trick, view.trump) == len(view.cards)

    @property
    def trump(self) -> bool:
        return self.card.suit is self.known.view.trump

    @cached_property
    def rest(self) -> float:
        """What the other cards may yet declare, in points."""
        hopes, ready = self.weighing.prospects.without(self.move.named)
        return hopes + sum(ready)

    @property
    def ready(self) -> bool:
        """Whether the other cards have something to declare after this trick."""
        return bool(self.weighing.prospects.without(self.move.named)[1])


def _declared(play: Play) -> bool:
    return play.known.mends and play.move.named.is_declared


def _wins_points(play: Play) -> bool:
    return play.takes and play.known.worth_of(play.trick) > 0


def _wins_with_use(play: Play) -> bool:
    return play.takes and (play.ready or play.known.worth_of(play.trick) > 0)


def _wins_what_completes(play: Play) -> bool:
    known = play.known
    return play.takes and (known.piles[known.seat].gain(play.trick) > 0 or known.given(play.trick) > 0)


def _leaves(wins: Callable[[Play], bool]) -> Holds[Play]:
    # The first does not take the trick; the second does, and wins nothing of that kind by it.
    return lambda mine, other: not mine.takes and other.takes and not wins(other)


def _serves_less(mine: Play, other: Play) -> bool:
    return mine.takes == other.takes and mine.rest > other.rest


def _leads_what_serves_less(mine: Play, other: Play) -> bool:
    if mine.known.view.cards or mine.trump or mine.card.rank in BRISQUES:
        return False
    keeps = other.trump or other.card.rank in BRISQUES
    return mine.rest > other.rest or (keeps and mine.rest == other.rest)


def _leads_without_value(play: Play) -> bool:
    return not play.trump and play.card.suit not in _BEZIQUE and play.known.given((play.card,)) <= 0


def _leads_without_points(play: Play) -> bool:
    return not play.trump and play.card.rank is not Rank.ACE and play.known.worth(play.card) <= 0


class _Sayings(NamedTuple):
    lead: tuple[Saying[Play], ...]
    follow: tuple[Saying[Play], ...]


_DECLARING: Final = (
    Saying(
        "Cady, Hints and Suggestions: play cards that have been declared; it tells nothing, and the "
        "combination may be made again.",
        commends(_declared),
    ),
    Saying("Cady: win a trick for its brisques or to declare.", commends(_wins_with_use)),
    Saying("Cady: a trick without use is not worth a card.", _leaves(_wins_with_use)),
    Saying(
        "Cady: lead whatever serves for least; keep what may be declared, and trumps and brisques.",
        _leads_what_serves_less,
    ),
    Saying("Cady: play what serves for least, and keep what may be declared.", _serves_less),
)
_LYING_OPEN: Final = _Sayings(
    lead=(
        Saying(
            "Cady, A Few Hints: lead from a suit without value, neither trumps nor one of bezique's, and "
            "nothing that completes something.",
            commends(_leads_without_value),
        ),
    ),
    follow=(
        Saying(
            "Cady, A Few Hints: tricks are worth the cards in them; win what completes something for you or "
            "the other.",
            commends(_wins_what_completes),
        ),
        Saying(
            "Cady, A Few Hints: do not be too eager for tricks; whoever wins has to lead.",
            warns(lambda play: play.takes),
        ),
    ),
)
_POINTS: Final = _Sayings(
    lead=(
        Saying(
            "Lead what counts for nothing; keep trumps and aces for what counts.",
            commends(_leads_without_points),
        ),
    ),
    follow=(
        Saying("Win the cards that count.", commends(_wins_points)),
        Saying("A trick without points is not worth a good card.", _leaves(_wins_points)),
    ),
)

OF_CLAIM: Final[Mapping[type[Move], str]] = {
    Close: gettext_noop("With these cards the target is as good as made."),
    Knock: gettext_noop("The cards you have taken make it up: you have the target."),
    DeclareAll: SCORE_ALL,
    ShowBlanche: FREE,
    Exchange: FREE,
}
"""Why a move is made before any other, by its kind."""


def of_card(equal: Sequence[Play], other: Play) -> Reason:
    """Why one of some equal cards is played while cards are drawn, and not that other one."""
    said = (said for said in sayings_for(other.known) if all(said.holds(mine, other) for mine in equal))
    return reason_of(next(said, None))


def sayings_for(known: Known) -> tuple[Saying[Play], ...]:
    """What can be said of cards in that game, in that place of the trick."""
    if known.view.variant.declarations and not known.piles:
        return _DECLARING
    said = _LYING_OPEN if known.piles else _POINTS
    return said.follow if known.view.cards else said.lead


def of_declaration(known: Known, move: Move) -> str:
    """Why something is declared now; empty where nothing of what the book says holds."""
    view, points = known.view, points_of(known.view, move)
    if known.piles:
        return SCORE_ALL
    others = [other for other in view.legal if other != move and points_of(view, other)]
    if any(_is_of_higher(move, other) and points < points_of(view, other) for other in others):
        return LOWER_BEFORE if view.stock else ""
    best = max((points_of(view, other) for other in others), default=points)
    worse = any(points_of(view, other) < points for other in others)
    return MOST_FIRST if worse and points >= best else ""


def _is_of_higher(move: Move, other: Move) -> bool:
    # Whether a card of what is declared serves again in the other.
    if not isinstance(move, Declare | ScoreKept) or not isinstance(other, Declare | ScoreKept):
        return False
    return not {named.card for named in move.cards}.isdisjoint(named.card for named in other.cards)
