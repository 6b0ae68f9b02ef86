"""A hand's double-dummy analysis, explained for beginners."""

from typing import Final

from bot.rules import cards
from bot.rules.catalogue import Catalogue
from bot.rules.records.record import Analysis, Slip
from bot.rules.seats import Names
from cogs.words.amounts import cards_text

MOST_SLIPS: Final = 6  # how many of the costliest plays are listed


def analysis_text(analysis: Analysis, hand: str, tricks: int, names: Names, words: Catalogue) -> str:
    """The result with best play, the plays that gave tricks away, and how many each. `hand` is what the hand
    is called, and `tricks` how many it had."""
    lines = ["### " + words.gettext("{hand}: what was best", hand=hand)]
    lines += _course(analysis, tricks, names, words)
    lines += _slips(analysis, names, words)
    if analysis.slips:
        lines += _sums(analysis, names, words)
    else:
        lines.append(words.gettext("Nobody gave anything away."))
    lines.append(
        "-# " + words.gettext("Counted out with all four hands open, which nobody at the table could see.")
    )
    return "\n".join(lines)


def _course(analysis: Analysis, tricks: int, names: Names, words: Catalogue) -> list[str]:
    lines = []
    skipped = analysis.counted_from - 1
    if analysis.estimated:
        lines.append(
            words.gettext(
                "The first trick takes too long to count out in full, so this is an estimate: plays not "
                "counted out are taken to have given nothing away."
            )
        )
    elif skipped == 1:
        lines.append(words.gettext("The first trick could not be counted out, so this is about the rest."))
    elif skipped:
        lines.append(
            words.gettext(
                "The first {number} tricks could not be counted out, so this is about the rest.",
                number=_number(skipped, words),
            )
        )
    best, made = (
        _stands(analysis.unit, value, tricks, names, words) for value in (analysis.best, analysis.made)
    )
    if skipped:
        outcome = words.gettext(
            "With best play by all four from trick {trick} on: {best}. As it was played: {made}.",
            trick=analysis.counted_from,
            best=best,
            made=made,
        )
    elif analysis.estimated:
        outcome = words.gettext(
            "With best play by all four from the deal, as estimated: {best}. As it was played: {made}.",
            best=best,
            made=made,
        )
    else:
        outcome = words.gettext(
            "With best play by all four from the deal: {best}. As it was played: {made}.",
            best=best,
            made=made,
        )
    return [*lines, outcome]


def _stands(unit: str, value: int, tricks: int, names: Names, words: Catalogue) -> str:
    if unit == "tricks":
        first = words.npgettext("score", "{number} trick", "{number} tricks", value)
        return f"{words.side(names, 0)} {first}, {words.side(names, 1)} {tricks - value}"
    if value == 0:
        return words.gettext("both sides level")
    return words.ngettext(
        "{side} {number} point ahead",
        "{side} {number} points ahead",
        abs(value),
        side=words.side(names, 0 if value > 0 else 1),
    )


def _slips(analysis: Analysis, names: Names, words: Catalogue) -> list[str]:
    shown = sorted(analysis.slips, key=lambda slip: -slip.loss)[:MOST_SLIPS]
    lines = [f"- {_slip(slip, analysis.unit, names, words)}" for slip in analysis.slips if slip in shown]
    if left := len(analysis.slips) - len(shown):
        lines.append(
            "- "
            + words.ngettext(
                "and {number} play more that cost less or as much.",
                "and {number} plays more that cost less or as much.",
                left,
            )
        )
    return lines


def _slip(slip: Slip, unit: str, names: Names, words: Catalogue) -> str:
    values = {"trick": slip.trick, "name": names[slip.seat], "card": _face(slip.card, words)}
    if unit == "tricks":
        line = words.ngettext(
            "Trick {trick}: {name} played {card}, which gave away {number} trick",
            "Trick {trick}: {name} played {card}, which gave away {number} tricks",
            slip.loss,
            **values,
        )
    else:
        line = words.ngettext(
            "Trick {trick}: {name} played {card}, which gave away {number} point",
            "Trick {trick}: {name} played {card}, which gave away {number} points",
            slip.loss,
            **values,
        )
    if not slip.better:
        return f"{line}."
    kept = cards_text([_face(card, words) for card in slip.better], words)
    kept_by = words.ngettext("{cards} kept it", "{cards} kept them", slip.loss, cards=kept)
    return words.semicolons([line, f"{kept_by}."])


def _sums(analysis: Analysis, names: Names, words: Catalogue) -> list[str]:
    nothing = words.pgettext("score", "nothing")
    lost = words.listed(
        [f"{name} {loss or nothing}" for name, loss in zip(names.seats, analysis.losses, strict=True)]
    )
    by_side = [sum(analysis.losses[seat] for seat in side) for side in names.seating.sides]
    sides = words.semicolons(
        f"{words.side(names, side)} {loss or nothing}" for side, loss in enumerate(by_side)
    )
    if analysis.unit == "tricks":
        given = words.gettext("Given away in all, in tricks: {losses}.", losses=lost)
    else:
        given = words.gettext("Given away in all, in points: {losses}.", losses=lost)
    # The empty line ends the list; otherwise the text below would belong to its last item.
    return [f"\n{given}", words.gettext("By side: {losses}.", losses=sides)]


def _number(number: int, words: Catalogue) -> str:
    pgettext = words.pgettext
    written = (
        pgettext("number", "two"),
        pgettext("number", "three"),
        pgettext("number", "four"),
        pgettext("number", "five"),
        pgettext("number", "six"),
        pgettext("number", "seven"),
        pgettext("number", "eight"),
        pgettext("number", "nine"),
        pgettext("number", "ten"),
    )
    return written[number - 2] if 2 <= number < 2 + len(written) else str(number)


def _face(text: str, words: Catalogue) -> str:
    card = cards.parse(text)
    # A card without a suit has no sign to show.
    return words.pgettext("card", "a {card}", card=card) if card.suit is None else words.face(card)
