"""The morning post of a server: yesterday's boards, the problem of the day, and what is on."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.community.mornings.mornings import BoardsOfYesterday, MorningNews
from bot.community.mornings.problems import DailyProblems
from bot.duplicate.contests.days import GAMES
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from cogs.contests.words import percent
from cogs.daily.words import day_name
from cogs.morning.problem import lay_problem, solved_lines
from cogs.replay.position import Viewer
from cogs.ui.actions import PERSON, STYLE, Button
from cogs.ui.layout import BAIZE, Drawing, Layout, Picture
from cogs.ui.names import safe_name
from cogs.words.rankings import Ranked, drawn_ranking


@dataclass(frozen=True, slots=True)
class Line:
    """What another feature has to tell in the morning, and the button for it."""

    text: str
    button: Button | None = None


Teller = Callable[[int, Catalogue], Awaitable[Sequence[Line]]]
"""Finds what one feature tells a server in the morning."""


async def draw_morning(
    news: MorningNews,
    lines: Sequence[Line],
    problems: DailyProblems,
    words: Catalogue,
    *,
    with_pictures: bool,
) -> Drawing | None:
    """The post; None if there is nothing to tell."""
    gettext, layout, day = words.gettext, Layout(BAIZE), news.morning.day
    told = await _told(news, problems, words)
    told += [line.text for line in lines]
    try:
        posed = None if news.problem is None else await problems.posed(news.problem)
    except TableError:
        # Its hand was taken back meanwhile.
        posed = None
    if not told and posed is None:
        return None
    head = gettext("Good morning · {day}", day=day_name(day, words))
    layout.text(f"### {head}")
    layout.text("\n".join(told))
    if news.problem is not None and posed is not None:
        await lay_problem(layout, news.problem, posed, Viewer(words, with_pictures))
    elif with_pictures and news.boards:
        layout.picture(await _chart(news.boards[0], words))
    play = gettext("Play today's boards")
    game = news.boards[0].game if news.boards else GAMES[0]
    buttons = [PERSON.button("daily-play", play, STYLE.success, game=game, day=day, number=0)]
    if news.solved is not None:
        last = news.solved.problem.day
        buttons.append(PERSON.button("problem-answer", gettext("The last problem"), day=last))
    layout.buttons([*buttons, *(line.button for line in lines if line.button is not None)])
    return layout.drawing()


async def _told(news: MorningNews, problems: DailyProblems, words: Catalogue) -> list[str]:
    told = [_boards(one, words) for one in news.boards]
    if news.boards and news.streak > 1:
        told.append(words.gettext("This server's streak: {number} days.", number=news.streak))
    if news.solved is not None:
        posed = await problems.posed(news.solved.problem)
        answer = " ".join(solved_lines(news.solved, posed, words))
        told.append(words.gettext("**The last problem**: {answer}", answer=answer))
    return told


def _boards(one: BoardsOfYesterday, words: Catalogue) -> str:
    people = [
        f"{safe_name(Person(line.user_id, line.name))} {percent(line.worth, words)}" for line in one.lines
    ]
    game = text_for(one.game, words).name
    return words.gettext("**Yesterday's boards** · {game}: {people}", game=game, people=", ".join(people))


async def _chart(one: BoardsOfYesterday, words: Catalogue) -> Picture:
    title = words.gettext("Yesterday's boards · {game}", game=text_for(one.game, words).name)
    ranked = [
        Ranked(line.user_id, line.name, float(line.worth), percent(line.worth, words)) for line in one.lines
    ]
    return await drawn_ranking("yesterday.png", title, ranked, words)
