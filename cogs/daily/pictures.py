"""Pictures of a day's boards: for the player, and for the channel without the cards."""

import asyncio
from fractions import Fraction
from math import floor
from typing import NamedTuple

from bot import art
from bot.duplicate.daily.daily import PersonalBoard, PersonalDay
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.state.chairs import Person
from cogs.daily.words import day_name, percent, place
from cogs.ui.layout import Picture
from cogs.ui.names import plain_name
from cogs.words.amounts import mean_figure, score_figure, score_words


class _Other(NamedTuple):
    name: str
    figure: str
    value: int | Fraction


async def day_picture(result: PersonalDay, words: Catalogue) -> Picture:
    """A day's picture for its player; the alt text contains everything on it."""
    player = Person(result.user_id, result.name)
    boards = [_tile(board, result, words) for board in result.boards]
    data = await asyncio.to_thread(art.day_picture, _drawn(result, player, boards, words))
    return Picture("boards-of-the-day.png", data, day_text(result, words))


def day_text(result: PersonalDay, words: Catalogue) -> str:
    """The same in words, without Markdown."""
    title = words.gettext(
        "{name}: boards of the day, {game}, {day}",
        name=plain_name(Person(result.user_id, result.name)),
        game=text_for(result.game, words).name,
        day=day_name(result.day, words),
    )
    lines = [title, *(_board(board, result, words) for board in result.boards)]
    return "\n".join([*lines, " · ".join(_facts(result, words))]).rstrip()


async def card_picture(result: PersonalDay, person: Person, words: Catalogue) -> Picture:
    """A day's picture for the channel: how the person compares."""
    data = await asyncio.to_thread(art.day_picture, _drawn(result, person, _shares(result, words), words))
    return Picture("board-of-the-day.png", data, card_text(result, words))


def card_text(result: PersonalDay, words: Catalogue) -> str:
    """The same in words."""
    boards = " · ".join(f"{one.name}: {one.score}" for one in _shares(result, words) if one.score)
    return "\n".join(line for line in (" · ".join(_facts(result, words, in_full=True)), boards) if line)


def _drawn(result: PersonalDay, person: Person, boards: list[art.DayBoard], words: Catalogue) -> art.Day:
    return art.Day(
        text_for(result.game, words).name,
        plain_name(person),
        tuple(boards),
        day_name(result.day, words),
        tuple(_facts(result, words)),
    )


def _shares(result: PersonalDay, words: Catalogue) -> list[art.DayBoard]:
    # Halves are rounded up.
    return [
        art.DayBoard(
            words.gettext("Board {number}", number=board.number),
            "" if board.everywhere.alone else f"{floor(100 * board.everywhere.worth + Fraction(1, 2))}%",
        )
        for board in result.boards
    ]


def _tile(board: PersonalBoard, result: PersonalDay, words: Catalogue) -> art.DayBoard:
    marks = tuple(
        art.DayMark(other.name, other.figure, (board.score > other.value) - (board.score < other.value))
        for other in _others(board, result, words)
    )
    name = words.gettext("Board {number}", number=board.number)
    return art.DayBoard(name, score_figure(board.score, result.game), marks)


def _others(board: PersonalBoard, result: PersonalDay, words: Catalogue) -> list[_Other]:
    others = []
    if (hoyle := board.hoyle) is not None:
        others.append(_Other(words.gettext("Hoyle"), score_figure(hoyle, result.game), hoyle))
    if not board.everywhere.alone:
        mean = board.everywhere.average
        others.append(_Other(words.gettext("mean"), mean_figure(mean, result.game), mean))
    if (par := board.par) is not None:
        others.append(_Other(words.gettext("par"), score_figure(par, result.game), par))
    return others


def _board(board: PersonalBoard, result: PersonalDay, words: Catalogue) -> str:
    scores = [score_words(board.score, result.game, words)]
    scores += [f"{other.name} {other.figure}" for other in _others(board, result, words)]
    return words.gettext("Board {number}: {scores}", number=board.number, scores=", ".join(scores))


def _facts(result: PersonalDay, words: Catalogue, *, in_full: bool = False) -> list[str]:
    # Rank, percentage and streak; a picture has room for figures only.
    told, rank = [], result.everywhere
    if rank is not None and rank.alone:
        told.append(words.gettext("First of the day"))
    elif rank is not None:
        figure = f"{rank.place}=" if rank.tied else str(rank.place)
        short = words.gettext("{place} of {number}", place=figure, number=rank.people)
        told += [place(rank, words) if in_full else short, percent(rank.worth)]
    if result.streak > 1:
        told.append(words.gettext("Streak {number}", number=result.streak))
    return told
