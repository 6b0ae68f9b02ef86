"""One person's boards of the day, to be shown to anybody: scores and comparisons, and nothing of a card."""

import asyncio
from fractions import Fraction
from typing import NamedTuple

from bot import art
from bot.duplicate.board_results import DayResult, DayScore, Worth
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from cogs.ui.amounts import mean_figure, score_figure, score_words, worth_figure
from cogs.ui.drawing import Picture
from cogs.ui.names import plain_name


async def day_picture(result: DayResult, words: Catalogue) -> Picture:
    """The day as a picture worth posting, drawn off the event loop; its alt text says all of it."""
    data = await asyncio.to_thread(art.day_picture, day_drawn(result, words))
    return Picture("boards-of-the-day.png", data, day_text(result, words))


def day_text(result: DayResult, words: Catalogue) -> str:
    """The same in words, without Markdown."""
    lines = [
        words.gettext(
            "{name}: boards of the day, {game}, {day}",
            name=plain_name(result.player),
            game=text_for(result.game, words).name,
            day=result.day,
        )
    ]
    lines += [_board(board, result, words) for board in result.boards]
    if facts := _facts(result, words):
        lines.append(" · ".join(facts))
    return "\n".join(lines)


def day_drawn(result: DayResult, words: Catalogue) -> art.Day:
    """The day as the picture wants it."""
    return art.Day(
        title=text_for(result.game, words).name,
        name=plain_name(result.player),
        boards=tuple(_tile(board, result, words) for board in result.boards),
        note=result.day,
        facts=tuple(_facts(result, words)),
    )


def _tile(board: DayScore, result: DayResult, words: Catalogue) -> art.DayBoard:
    name, score = words.gettext("Board {number}", number=board.number), board.score
    if score is None:
        return art.DayBoard(name, "")
    marks = tuple(
        art.DayMark(other.name, other.figure, (score > other.value) - (score < other.value))
        for other in _others(board, result, words)
    )
    return art.DayBoard(name, score_figure(score, result.game), marks)


class _Other(NamedTuple):
    """What a score is compared with."""

    name: str
    figure: str
    value: int | Fraction


def _others(board: DayScore, result: DayResult, words: Catalogue) -> list[_Other]:
    others = []
    if (hoyle := board.hoyle) is not None:
        others.append(_Other(words.gettext("Hoyle"), score_figure(hoyle, result.game), hoyle))
    if (mean := board.mean) is not None:
        others.append(_Other(words.gettext("mean"), mean_figure(mean, result.game), mean))
    if (par := board.par) is not None:
        others.append(_Other(words.gettext("par"), score_figure(par, result.game), par))
    return others


def _board(board: DayScore, result: DayResult, words: Catalogue) -> str:
    if board.score is None:
        return words.gettext("Board {number}: not played", number=board.number)
    scores = [score_words(board.score, result.game, words)]
    scores += [f"{other.name} {other.figure}" for other in _others(board, result, words)]
    return words.gettext("Board {number}: {scores}", number=board.number, scores=", ".join(scores))


def _facts(result: DayResult, words: Catalogue) -> list[str]:
    facts = []
    if result.rank is not None:
        place = f"{result.rank}=" if result.tied else str(result.rank)
        facts.append(words.gettext("{place} of {number}", place=place, number=result.of))
    if result.worth is not None:
        facts.append(worth_figure(result.worth, Worth.SHARE))
    if result.streak > 1:
        facts.append(words.gettext("Streak {number}", number=result.streak))
    return facts
