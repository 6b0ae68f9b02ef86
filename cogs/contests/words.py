"""Texts of the boards of contests: scores, and best play."""

from collections.abc import Iterable
from fractions import Fraction

from discord.app_commands import Choice

from bot.duplicate.contests.contests import PersonalBoard
from bot.duplicate.sessions.results import Worth
from bot.rules.cards import parse
from bot.rules.catalogue import Catalogue
from bot.rules.records.record import Analysis, Slip
from bot.rules.registry import game_named, text_for
from bot.rules.seats import Seating
from cogs.answering.commands import LONGEST_CHOICE, MOST_CHOICES
from cogs.ui.glyphs import fitted
from cogs.words.amounts import mean_figure, score_words, worth_figure

_MOST_SLIPS = 3
_MOST_BETTER = 3


def games_matching(typed: str, games: Iterable[str], words: Catalogue) -> list[Choice[str]]:
    """Those of the games that match what somebody has typed."""
    wanted, names = typed.casefold(), {game: text_for(game, words).name for game in games}
    return [
        Choice(name=fitted(name, LONGEST_CHOICE), value=game)
        for game, name in names.items()
        if wanted in name.casefold() or wanted in game
    ][:MOST_CHOICES]


def board_line(board: PersonalBoard, game: str, words: Catalogue) -> str:
    """A board that somebody has played: their score, the share it beats, the average, best play."""
    gettext, pgettext, everywhere = words.gettext, words.pgettext, board.everywhere
    made = score_words(board.score, game, words)
    parts = [gettext("**Board {number}: {score}**", number=board.number, score=made)]
    if board.hoyle is not None:
        parts.append(gettext("Hoyle in your chair {score}", score=score_words(board.hoyle, game, words)))
    if everywhere.alone:
        parts.append(gettext("nobody else yet"))
    else:
        values = {"percent": percent(everywhere.worth, words), "others": everywhere.people - 1}
        parts.append(gettext("beats {percent} of {others}", **values))
        if board.here is not None and 1 < board.here.people < everywhere.people:
            here = {"percent": percent(board.here.worth, words), "others": board.here.people - 1}
            parts.append(gettext("here {percent} of {others}", **here))
        average = mean_figure(everywhere.average, game, words)
        parts.append(pgettext("score", "average {average}", average=average))
    if board.par is not None:
        parts.append(gettext("best play {score}", score=score_words(board.par, game, words)))
    return " · ".join(parts)


def percent(worth: Fraction, words: Catalogue) -> str:
    """A worth as `62.5%`."""
    return worth_figure(worth, Worth.SHARE, words)


def best_line(analysis: Analysis, game: str, words: Catalogue) -> str:
    """What best play makes of a board, what was made, and what one gave away oneself."""
    values = {
        "best": score_words(analysis.best, game, words),
        "made": score_words(analysis.made, game, words),
        "trick": analysis.counted_from,
    }
    if analysis.counted_from > 1:
        told = words.gettext("with best play by all from trick {trick} on {best}; you made {made}.", **values)
    elif analysis.estimated:
        told = words.gettext(
            "with best play by all from the deal, as estimated, {best}; you made {made}.", **values
        )
    else:
        told = words.gettext("with best play by all from the deal {best}; you made {made}.", **values)
    seating = _seating(game)
    lost = analysis.losses[seating.alone]
    partners = sum(analysis.losses[seat] for seat in seating.partners_of(seating.alone))
    return " ".join((told, _lost(lost, partners, analysis.unit, words)))


def _lost(mine: int, partners: int, unit: str, words: Catalogue) -> str:
    if not mine:
        told = words.gettext("**You gave nothing away.**")
    elif unit == "tricks":
        told = words.ngettext("**You gave away {number} trick.**", "**You gave away {number} tricks.**", mine)
    else:
        told = words.ngettext("**You gave away {number} point.**", "**You gave away {number} points.**", mine)
    if partners and unit == "tricks":
        told += " " + words.ngettext(
            "Your partner gave away {number} trick.", "Your partner gave away {number} tricks.", partners
        )
    elif partners:
        told += " " + words.ngettext(
            "Your partner gave away {number} point.", "Your partner gave away {number} points.", partners
        )
    return told


def slip_lines(analysis: Analysis, game: str, words: Catalogue) -> list[str]:
    """One's own costliest cards, in the order of play."""
    mine = [slip for slip in analysis.slips if slip.seat == _seating(game).alone]
    costliest = sorted(mine, key=lambda slip: -slip.loss)[:_MOST_SLIPS]
    return [f"- {_slip(slip, words)}" for slip in mine if slip in costliest]


def _seating(game: str) -> Seating:
    rules = game_named(game)
    return rules.seating(rules.options({}))


def _slip(slip: Slip, words: Catalogue) -> str:
    values = {"trick": slip.trick, "card": _face(slip.card, words), "loss": slip.loss}
    if not slip.better:
        return words.gettext("Trick {trick}: {card} cost {loss}.", **values)
    better = words.either([_face(card, words) for card in slip.better[:_MOST_BETTER]])
    return words.gettext("Trick {trick}: {card} cost {loss}; better was {better}.", better=better, **values)


def _face(text: str, words: Catalogue) -> str:
    card = parse(text)
    # A card without a suit has no sign to show.
    return words.piece(card) if card.suit is None else words.face(card)
