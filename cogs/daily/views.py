"""Messages of the board of the day: the offer, a person's day, the card for the channel, the best play."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import floor
from typing import NamedTuple

from bot import art
from bot.duplicate.contests.contests import PersonalBoard
from bot.duplicate.contests.daily import Daily, PersonalDay
from bot.duplicate.contests.days import BOARDS, GAMES, day_at
from bot.duplicate.contests.ports import Kind
from bot.rules.catalogue import Catalogue
from bot.rules.records.record import Analysis
from bot.rules.registry import text_for
from bot.tables.state.chairs import Person
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.contests.boards import draw_given_away
from cogs.contests.words import board_line, percent
from cogs.daily.words import day_name, footnotes, place, rank_lines
from cogs.hand.board_panel import Occasion
from cogs.ui.actions import PERSON, STYLE
from cogs.ui.layout import BAIZE, Drawing, Layout, Picture
from cogs.ui.names import plain_name, write_name
from cogs.words.amounts import mean_figure, score_figure, score_words


def draw_offer(today: int, words: Catalogue, *, yesterday: bool) -> Drawing:
    """What the board of the day is, and the choice of its games."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    layout.text("### " + gettext("The board of the day"))
    layout.text(
        gettext(
            "Four deals a day, the same four for everybody on a server. You sit South; house players of "
            "the level Hoyle hold the other hands. Afterwards your score is compared with all who held your "
            "very cards, so it is play that counts, and not luck."
        )
    )
    button = partial(PERSON.button, game=GAMES[0], day=today, number=0)
    layout.buttons(
        button("daily-play", text_for(game, words).name, STYLE.success, game=game) for game in GAMES
    )
    besides = [button("daily-seals", pgettext("button", "Seals"))]
    if yesterday:
        besides.insert(0, button("daily-board", pgettext("button", "Yesterday"), day=today - 1, number=1))
    layout.buttons(besides)
    layout.small(
        gettext(
            "Whenever you like until midnight UTC {end}; leave off and go on with `/daily`. Each board "
            "counts once. Hints and taking back are off. New to a game? `/rules` tells it in three minutes.",
            end=f"(<t:{(today + 1) * 86400}:R>)",
        )
    )
    return layout.drawing()


async def draw_result(
    result: PersonalDay, words: Catalogue, *, on_server: bool, with_pictures: bool
) -> Drawing:
    """A day's result, for its player."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    game = text_for(result.game, words).name
    layout.text(
        "### " + gettext("Board of the day · {game} · {day}", game=game, day=day_name(result.day, words))
    )
    if with_pictures:
        layout.picture(await day_picture(result, words))
    layout.text("\n".join(board_line(board, result.game, words) for board in result.boards))
    layout.text("\n".join(rank_lines(result, words)))
    button = partial(PERSON.button, game=result.game, day=result.day, number=0)
    buttons = [button("daily-best", gettext("Where it was lost"), STYLE.primary)]
    if on_server and result.everywhere is not None:
        buttons.append(button("daily-post", gettext("Post it here"), STYLE.success))
    if result.over:
        buttons.append(button("daily-board", gettext("The four hands"), number=1))
    else:
        buttons.append(button("daily-result", pgettext("button", "Refresh")))
    layout.buttons(buttons)
    others = [game for game in GAMES if game != result.game or result.over]
    layout.buttons(
        [
            *(button("daily-play", text_for(game, words).name, game=game) for game in others),
            button("daily-seals", pgettext("button", "Seals")),
        ]
    )
    layout.text("\n".join(f"-# {line}" for line in footnotes(result, words, on_server=on_server)))
    return layout.drawing()


async def draw_card(result: PersonalDay, person: Person, words: Catalogue, *, with_pictures: bool) -> Drawing:
    """A day's comparison for the channel, which reveals none of its cards."""
    layout = Layout(BAIZE)
    layout.text(
        words.gettext(
            "{person} has played the board of the day: {game}, {day}",
            person=write_name(person),
            game=text_for(result.game, words).name,
            day=day_name(result.day, words),
        )
    )
    if with_pictures:
        layout.picture(await card_picture(result, person, words))
    else:
        layout.text(card_text(result, words))
    button = partial(PERSON.button, game=result.game, day=result.day, number=0)
    layout.buttons([button("daily-play", words.gettext("Play them, too"), STYLE.success)])
    return layout.drawing()


def draw_best(game: str, day: int, found: Mapping[int, Analysis | None], words: Catalogue) -> Drawing:
    """The best play at each board of a day, and what one gave away."""
    name, button = text_for(game, words).name, partial(PERSON.button, game=game, day=day, number=0)
    return draw_given_away(
        words.gettext("What was best · {game} · {day}", game=name, day=day_name(day, words)),
        found,
        game,
        words,
        again=button("daily-best", words.pgettext("button", "Again"), STYLE.success),
        back=button("daily-result", words.gettext("The day's result"), STYLE.primary),
    )


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
    boards = " · ".join(words.line(one.name, one.score) for one in _shares(result, words) if one.score)
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
            words.pgettext("heading", "Board {number}", number=board.number),
            ""
            if board.everywhere.alone
            else words.percent(floor(100 * board.everywhere.worth + Fraction(1, 2))),
        )
        for board in result.boards
    ]


def _tile(board: PersonalBoard, result: PersonalDay, words: Catalogue) -> art.DayBoard:
    marks = tuple(
        art.DayMark(other.name, other.figure, (board.score > other.value) - (board.score < other.value))
        for other in _others(board, result, words)
    )
    name = words.pgettext("heading", "Board {number}", number=board.number)
    return art.DayBoard(name, score_figure(board.score, result.game, words), marks)


def _others(board: PersonalBoard, result: PersonalDay, words: Catalogue) -> list[_Other]:
    others = []
    if (hoyle := board.hoyle) is not None:
        others.append(
            _Other(words.pgettext("score", "Hoyle"), score_figure(hoyle, result.game, words), hoyle)
        )
    if not board.everywhere.alone:
        mean = board.everywhere.average
        others.append(_Other(words.pgettext("score", "mean"), mean_figure(mean, result.game, words), mean))
    if (par := board.par) is not None:
        others.append(_Other(words.pgettext("score", "par"), score_figure(par, result.game, words), par))
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
        told += [place(rank, words) if in_full else short, percent(rank.worth, words)]
    if result.streak > 1:
        told.append(words.pgettext("score", "Streak {number}", number=result.streak))
    return told


@dataclass(eq=False)
class DailyOccasions:
    """Recognises boards of the day, and says what follows them."""

    daily: Daily

    async def of(self, snapshot: TableSnapshot, user_id: int, words: Catalogue) -> Occasion | None:
        play = snapshot.table.board
        if play is None or play.session:
            return None
        found = await self.daily.contests.which(play.board)
        if found is None or found.contest.kind is not Kind.DAY:
            return None
        if snapshot.table.status is Status.PLAYING:
            return Occasion(BOARDS)
        gettext, pgettext = words.gettext, words.pgettext
        day, today = day_at(found.contest.begins_at), self.daily.today
        button = partial(PERSON.button, game=found.contest.game, day=day, number=0)
        todays = button("daily-play", pgettext("button", "Today's boards"), STYLE.success, day=today)
        if snapshot.table.status is Status.CLOSED:
            told = gettext("The day ended at midnight UTC before this board was over, so it does not count.")
            hands = button("daily-board", gettext("The four hands"), number=1)
            return Occasion(BOARDS, told, [todays, hands] if day < today else [])
        if day < today:
            result = button("daily-result", gettext("The day's result"))
            return Occasion(BOARDS, gettext("This day is over."), [todays, result])
        if play.number < BOARDS:
            following = pgettext("button", "Next board")
            return Occasion(BOARDS, "", [button("daily-play", following, STYLE.success)])
        result = button("daily-result", gettext("The day's result"), STYLE.success)
        return Occasion(BOARDS, gettext("That was the last of the four."), [result])
