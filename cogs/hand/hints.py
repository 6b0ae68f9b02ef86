"""Hints of the house in words: the move, the rule behind it, and the cost of others."""

from typing import Any, Final

from bot.rules.catalogue import Catalogue, gettext_noop
from bot.rules.moves import Move
from bot.rules.presentation.hints import Hint, Judged
from bot.rules.presentation.text import AnyText
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.tables.state.snapshot import TableSnapshot
from cogs.ui.names import safe_name
from cogs.words.amounts import amount_text

_MOST_NAMED: Final = 6  # the most equally good moves that are named

_JUDGED: Final = {
    Judged.TRIED: gettext_noop(
        "About {amount} better than {move}, on the average over many ways in which the hidden cards may lie."
    ),
    Judged.MAXIMS: gettext_noop("About {amount} better than {move}, as the rules of the book weigh it."),
    Judged.SURE: gettext_noop("{move} instead would give up {amount}."),
}


def hint_text(hint: Hint, snapshot: TableSnapshot, seat: int, words: Catalogue) -> str:
    """The hint for that seat: a line each for the move, the reason and its author, and others' cost."""
    text, names = text_for(snapshot.table.game, words), snapshot.names(safe_name, words)
    view = snapshot.view(seat)
    lines = [_advised(hint, text, view, names, words)]
    if hint.reason:
        lines.append(words.gettext(hint.reason))
    if hint.author:
        lines.append("-# " + words.gettext(hint.author))
    if hint.cost is not None and hint.cost.instead is not None:
        values = {
            "move": _label(text, view, hint.cost.instead, names),
            "amount": amount_text(hint.cost.amount, hint.cost.unit, words),
        }
        lines.append(words.gettext(_JUDGED[hint.cost.judged], **values))
    return "\n".join(lines)


def _advised(hint: Hint, text: AnyText, view: Any, names: Names, words: Catalogue) -> str:
    gettext = words.gettext
    # Several ways to play the same piece share one name.
    own = _label(text, view, hint.move, names)
    equal = () if hint.cost is None else hint.cost.equal
    alike = list(dict.fromkeys([own, *(_label(text, view, move, names) for move in equal)]))
    if len(alike) == 1:
        described = text.describe_move(view, hint.move, names)
        return gettext("The house would choose: **{move}**.", move=described.words)
    if len(alike) > _MOST_NAMED:
        return words.ngettext(
            "The house would choose **{move}**; with {number} other it makes no difference.",
            "The house would choose **{move}**; with {number} others it makes no difference.",
            len(alike) - 1,
            move=own,
        )
    moves = words.either(alike)
    if view.seat in names.seating.dummies:
        moves = gettext("{card} from dummy's hand", card=moves)
    return gettext("The house would choose **{moves}**: it makes no difference.", moves=moves)


def _label(text: AnyText, view: Any, move: Move, names: Names) -> str:
    return text.describe_move(view, move, names).uncounted
