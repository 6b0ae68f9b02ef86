"""Why Hoyle plays or declares as he does at bezique, for hints."""

from typing import Final

from bot.house.bezique.known import Known
from bot.rules.bezique.ancestors.moves import Close, Knock
from bot.rules.bezique.moves import DeclareAll, Exchange, PlayHeld
from bot.rules.bezique.pack import best_of
from bot.rules.bezique.rubicon.moves import ShowBlanche
from bot.rules.bezique.state import View
from bot.rules.catalogue import gettext_noop
from bot.rules.moves import Move

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
TRIED: Final = gettext_noop("It makes the most on the average, however the hidden cards may lie.")

_CLOSE: Final = gettext_noop("With these cards the target is as good as made.")
_KNOCK: Final = gettext_noop("The cards you have taken make it up: you have the target.")
FREE: Final = gettext_noop("It only scores or betters your hand, and costs nothing.")

_WIN: Final = gettext_noop("Cady: win a trick for its brisques or to declare, with what serves for least.")
_LOSE: Final = gettext_noop("Cady: a trick without use is not worth a card; throw what serves for least.")
_LEAD: Final = gettext_noop("Cady: lead sevens and whatever serves for nothing; keep what may be declared.")
_DECLARED: Final = gettext_noop(
    "Cady, Hints and Suggestions: play cards that have been declared; it tells nothing, and the combination "
    "may be made again."
)
_WIN_OPEN: Final = gettext_noop(
    "Cady, A Few Hints: tricks are worth the cards in them; win what completes something for you or the "
    "other."
)
_LOSE_OPEN: Final = gettext_noop(
    "Cady, A Few Hints: do not be too eager for tricks; whoever wins has to lead."
)
_LEAD_OPEN: Final = gettext_noop(
    "Cady, A Few Hints: lead from a suit without value, neither trumps nor one of bezique's, and nothing "
    "that completes something."
)
_WIN_POINTS: Final = gettext_noop("Win the cards that count, with no more than it takes.")
_LOSE_POINTS: Final = gettext_noop("A trick without points is not worth a good card.")
_LEAD_POINTS: Final = gettext_noop("Lead what counts for nothing; keep trumps and aces for what counts.")


def of_claim(view: View, move: Move) -> str | None:
    """Why a move is made before any other; None for other moves."""
    match move:
        case Close():
            return _CLOSE
        case Knock():
            return _KNOCK
        case DeclareAll():
            return SCORE_ALL
        case ShowBlanche():
            return FREE
        case Exchange() if any(isinstance(other, PlayHeld) for other in view.legal):
            return FREE
    return None


def of_card(known: Known, move: PlayHeld) -> str:
    """Why a card is played while cards are drawn."""
    view = known.view
    if known.piles:
        lead, win, lose = _LEAD_OPEN, _WIN_OPEN, _LOSE_OPEN
    elif not view.variant.declarations:
        lead, win, lose = _LEAD_POINTS, _WIN_POINTS, _LOSE_POINTS
    else:
        lead, win, lose = _LEAD, _WIN, _LOSE
    if known.mends and move.named.is_declared:
        return _DECLARED
    if not view.cards:
        return lead
    return win if best_of((*view.cards, move.named.card), view.trump) == len(view.cards) else lose
