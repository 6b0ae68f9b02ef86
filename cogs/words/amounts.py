"""Amounts in words and figures: scores at a board and what they are worth, what a move costs, and the cards
that cost less."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bot.duplicate.scores import shared
from bot.duplicate.sessions.results import Worth
from bot.rules.catalogue import Catalogue
from bot.rules.presentation.hints import Unit

_IN_TENTHS: Final = 10  # amounts up to this have one decimal
_MOST_CARDS: Final = 3


def signed(points: int, words: Catalogue) -> str:
    """Points gained or lost: `+3`, `−2`, `0`."""
    return words.number(f"{points:+,}".replace("-", "−")) if points else "0"


def score_words(score: int, game: str, words: Catalogue) -> str:
    """A score of North and South: `8 tricks`, or `+3 points` where it is a difference of points."""
    if shared(game):
        return words.npgettext("score", "{number} trick", "{number} tricks", score)
    return words.npgettext(
        "score", "{points} point", "{points} points", abs(score), points=score_figure(score, game, words)
    )


def score_figure(score: int, game: str, words: Catalogue) -> str:
    """The same in figures: `8`, `+3`."""
    return str(score) if shared(game) else signed(score, words)


def value_words(value: int, game: str, words: Catalogue) -> str:
    """A score for both sides: `North–South 8 tricks, East–West 5`, or the lead of one."""
    both = shared(game)
    ns, ew = words.pgettext("side", "North–South"), words.pgettext("side", "East–West")
    if both:
        made = words.npgettext("score", "{number} trick", "{number} tricks", value)
        return f"{ns} {made}, {ew} {both - value}"
    if not value:
        return words.gettext("both sides level")
    return words.ngettext(
        "{side} {number} point ahead",
        "{side} {number} points ahead",
        abs(value),
        side=ns if value > 0 else ew,
    )


def worth_figure(value: Fraction, worth: Worth, words: Catalogue) -> str:
    """The worth of a board or session: `62.5%`, or a difference such as `+1.5`."""
    if worth is Worth.SHARE:
        return words.percent(_figure(100 * value, 1))
    return difference_figure(value, words)


def difference_figure(value: Fraction, words: Catalogue, places: int = 2) -> str:
    """A difference: `+1.5`, `−0.33`, `0`."""
    text = words.number(_figure(abs(value), places))
    return text if text == "0" else f"+{text}" if value > 0 else f"−{text}"


def mean_figure(value: Fraction, game: str, words: Catalogue) -> str:
    """The mean of some scores: `6.8`, `+1.2`."""
    return words.number(_figure(value, 1)) if shared(game) else difference_figure(value, words, 1)


def total_words(value: Fraction, worth: Worth, game: str, words: Catalogue) -> str:
    """A total in the ranking: `62.5%`, `+3.5 tricks`, `−2 points`."""
    figure = worth_figure(value, worth, words)
    if worth is Worth.SHARE:
        return figure
    number = words.like(abs(value))
    if shared(game):
        return words.npgettext("score", "{amount} trick", "{amount} tricks", number, amount=figure)
    return words.npgettext("score", "{points} point", "{points} points", number, points=figure)


def _figure(value: Fraction, places: int) -> str:
    # At least 0. Half is rounded up, and no more figures are shown than there are.
    scale = 10**places
    nearest = (2 * scale * value.numerator + value.denominator) // (2 * value.denominator)
    whole, part = divmod(nearest, scale)
    return f"{whole:,}.{part:0{places}}".rstrip("0").rstrip(".")


def amount_text(amount: float, unit: Unit, words: Catalogue) -> str:
    """An amount with its unit: `0.4 tricks`, `3 points`."""
    npgettext = words.npgettext
    if unit is Unit.PIPS or amount >= _IN_TENTHS:
        amount = max(1, round(amount))
    else:
        amount = max(0.1, round(amount, 1))
    number, figure = words.like(amount), words.number(f"{amount:,g}")
    match unit:
        case Unit.TRICKS:
            return npgettext("amount", "{figure} trick", "{figure} tricks", number, figure=figure)
        case Unit.POINTS:
            return npgettext("amount", "{figure} point", "{figure} points", number, figure=figure)
        case Unit.PIPS:
            return npgettext("amount", "{figure} pip", "{figure} pips", number, figure=figure)


def cards_text(cards: Sequence[str], words: Catalogue) -> str:
    """Cards of which each would do: three at most, and how many others there are."""
    if len(cards) <= _MOST_CARDS:
        return words.either(cards)
    others = words.gettext("{number} other cards", number=len(cards) - _MOST_CARDS + 1)
    return words.either([*cards[: _MOST_CARDS - 1], others])
