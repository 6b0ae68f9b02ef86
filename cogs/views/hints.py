"""What the house advises, in words: the move, the rule that speaks for it, and what others would cost."""

from typing import Any, Final

from bot.rules.catalogue import Catalogue, gettext_noop
from bot.rules.hints import Cost, Hint, Judged, Unit
from bot.rules.moves import Move
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.rules.text import AnyText
from bot.tables.snapshot import TableSnapshot
from cogs.names import safe_name

_MOST_NAMED: Final = 3
"""How many moves that would do as well are named."""

_QUARTERS: Final = (0.35, 0.62, 0.87, 1.25, 1.75)
"""Up to where a cost is a quarter, a half, three quarters, one and one and a half of its unit."""

_JUDGED: Final = {
    Judged.TRIED: gettext_noop(
        "{move} instead would cost about {amount}, on the average over many ways in which the hidden cards "
        "may lie."
    ),
    Judged.MAXIMS: gettext_noop("{move} instead would cost about {amount} by the same rules."),
    Judged.SURE: gettext_noop("{move} instead would give up {amount}."),
}


def hint_text(hint: Hint, snapshot: TableSnapshot, seat: int, words: Catalogue) -> str:
    """The hint for that seat, a line each for the move, the reason and the cost of others."""
    text, view, names = text_for(snapshot.table.game, words), snapshot.view(seat), snapshot.names(safe_name)
    described = text.describe_move(view, hint.move, names)
    lines = [words.gettext("The house would choose: **{move}**.", move=described.words)]
    if hint.reason:
        lines.append(words.gettext(hint.reason))
    if hint.cost is not None:
        lines += _costs(hint.cost, text, view, names, words)
    return "\n".join(lines)


def _costs(cost: Cost, text: AnyText, view: Any, names: Names, words: Catalogue) -> list[str]:
    gettext = words.gettext
    if cost.instead is None:
        return [gettext("Any other choice would do about as well.")]
    lines = []
    # Several ways to play the same piece have one name.
    alike = dict.fromkeys(_label(text, view, move, names) for move in cost.as_good)
    if len(alike) > _MOST_NAMED:
        lines.append(
            words.ngettext(
                "{number} other would do about as well.",
                "{number} others would do about as well.",
                len(alike),
            )
        )
    elif alike:
        lines.append(gettext("About as good: {moves}.", moves=", ".join(alike)))
    values = {
        "move": _label(text, view, cost.instead, names),
        "amount": amount_text(cost.amount, cost.unit, words),
    }
    return [*lines, words.gettext(_JUDGED[cost.judged], **values)]


def _label(text: AnyText, view: Any, move: Move, names: Names) -> str:
    # How many of a card are held is no matter here: `9♥ ×2`.
    return text.describe_move(view, move, names).label.partition(" ×")[0]


def amount_text(amount: float, unit: Unit, words: Catalogue) -> str:
    """A cost in plain words: `half a trick`, `3 points`."""
    gettext, ngettext = words.gettext, words.ngettext
    number = max(1, round(amount))
    step = next((place for place, most in enumerate(_QUARTERS) if amount < most), None)
    match unit:
        case Unit.TRICKS if step is not None:
            return (
                gettext("a quarter of a trick"),
                gettext("half a trick"),
                gettext("three quarters of a trick"),
                gettext("one trick"),
                gettext("one and a half tricks"),
            )[step]
        case Unit.POINTS if step is not None:
            return (
                gettext("a quarter of a point"),
                gettext("half a point"),
                gettext("three quarters of a point"),
                gettext("one point"),
                gettext("one and a half points"),
            )[step]
        case Unit.TRICKS:
            return ngettext("{number} trick", "{number} tricks", number)
        case Unit.POINTS:
            return ngettext("{number} point", "{number} points", number)
        case Unit.PIPS:
            return ngettext("{number} pip", "{number} pips", number)
