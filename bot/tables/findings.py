"""What was found when a hand was counted out, in words for people who have never heard of it."""

from bot.rules import cards
from bot.rules.record import Analysis, Slip
from bot.rules.seats import Names
from bot.rules.wording import counted, listed

MOST_SLIPS = 6
"""The plays that are told, the costliest."""

_MOST_BETTER = 3
_TRICKS = 13
_ORDINALS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_words(analysis: Analysis, names: Names) -> str:
    """A post: the result with best play, the plays that gave something away, and how much each gave."""
    lines = [f"### Hand {analysis.hand}: what was best"]
    skipped = analysis.counted_from - 1
    if skipped:
        few = _ORDINALS[skipped] if skipped < len(_ORDINALS) else str(skipped)
        first = "first trick was" if skipped == 1 else f"first {few} tricks were"
        lines.append(f"The {first} too long to count out, so this is about the rest.")
    since = f"from trick {analysis.counted_from} on" if skipped else "from the deal"
    best, made = (_stands(analysis.unit, value, names) for value in (analysis.best, analysis.made))
    lines.append(f"With best play by all four {since}: {best}. As it was played: {made}.")
    told = sorted(analysis.slips, key=lambda slip: -slip.loss)[:MOST_SLIPS]
    lines += [f"- {_slip(slip, analysis.unit, names)}" for slip in analysis.slips if slip in told]
    if left := len(analysis.slips) - len(told):
        lines.append(f"- and {counted(left, 'play')} more that cost less or as much.")
    if analysis.slips:
        lost = [
            f"{name} {loss or 'nothing'}" for name, loss in zip(names.seats, analysis.losses, strict=True)
        ]
        # The empty line ends the list, or what follows would stand under its last point.
        lines.append(f"\nGiven away in all, in {analysis.unit}: {listed(lost)}.")
        sides = [sum(analysis.losses[seat] for seat in side) for side in names.seating.sides]
        lines.append(
            "By side: "
            + "; ".join(f"{names.side(side)} {loss or 'nothing'}" for side, loss in enumerate(sides))
            + "."
        )
    else:
        lines.append("Nobody gave anything away.")
    lines.append("-# Counted out with all four hands open, which nobody at the table could see.")
    return "\n".join(lines)


def _stands(unit: str, value: int, names: Names) -> str:
    if unit == "tricks":
        return f"{names.side(0)} {counted(value, 'trick')}, {names.side(1)} {_TRICKS - value}"
    if value == 0:
        return "both sides level"
    ahead = names.side(0 if value > 0 else 1)
    return f"{ahead} {counted(abs(value), 'point')} ahead"


def _slip(slip: Slip, unit: str, names: Names) -> str:
    cost = counted(slip.loss, unit.rstrip("s"))
    line = f"Trick {slip.trick}: {names[slip.seat]} played {_face(slip.card)}, which gave away {cost}"
    if not slip.better:
        return f"{line}."
    shown = [_face(card) for card in slip.better[:_MOST_BETTER]]
    if len(slip.better) > _MOST_BETTER:
        shown[-1] = f"{len(slip.better) - _MOST_BETTER + 1} other cards"
    kept = " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
    return f"{line}; {kept} kept {'it' if slip.loss == 1 else 'them'}."


def _face(card: str) -> str:
    parsed = cards.parse(card)
    return "a knight" if parsed is cards.KNIGHT else parsed.face
