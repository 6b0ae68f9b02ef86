"""Actions of lessons: turning to a stop, answering the question, and playing the hand on.

All state is in the custom_ids, but for what was answered.
"""

from typing import Annotated

from bot.rules.lessons.courses import LESSONS
from bot.rules.lessons.lesson import Lesson
from bot.tables.play.continuations import Continuation
from bot.tables.state.errors import TableError
from cogs.answering.press import Press
from cogs.replay.actions import Line, show_private, viewer_of
from cogs.replay.lessons import draw_answer, draw_lessons, draw_line, draw_stop
from cogs.ui.actions import LONGEST_ID, PERSON
from cogs.ui.arguments import Digit, Text, Written

Named = Annotated[Lesson, Written(r"[a-z-]+", LESSONS.__getitem__, lambda lesson: lesson.key)]  # by its key


@PERSON.action("lessons")
async def lessons(press: Press) -> None:
    await show_lessons(press)


@PERSON.menu_action("lesson-choose")
async def choose_lesson(press: Press, course: Digit, lesson: Named) -> None:
    """Begins a lesson; `course` keeps the custom_ids of the menus distinct."""
    await _show_stop(press, lesson, 0)


@PERSON.action("lesson")
async def turn_to(press: Press, lesson: Named, stop: Digit) -> None:
    await _show_stop(press, lesson, stop)


@PERSON.action("lesson-card")
async def answer(press: Press, lesson: Named, asked: bool, move: Text) -> None:
    """Says whether that move is right, and why. `asked`: as a problem."""
    line, tables = await _gone_on(press, lesson, "", move), press.services.tables
    right, tried = await tables.lessons.answer(press.user_id, lesson, move)
    drawing = await draw_answer(lesson, line, tried, await viewer_of(press), right=right, asked=asked)
    await show_private(press, drawing)


@PERSON.action("lesson-on")
async def play_on(press: Press, lesson: Named, line: Line) -> None:
    """Plays the hand on, with the choices made since the question."""
    await _show_line(press, lesson, line)


@PERSON.menu_action("lesson-move")
async def choose_move(press: Press, lesson: Named, line: Line, number: Digit, move: Text) -> None:
    """Makes one of many moves; `number` keeps the custom_ids of several menus distinct."""
    await _show_line(press, lesson, line, move)


async def show_lessons(press: Press) -> None:
    """Show the person all lessons, and which they have solved."""
    standing = await press.services.tables.lessons.standing(press.user_id)
    await show_private(press, draw_lessons(standing, press.words))


async def show_question(press: Press, lesson: Lesson) -> None:
    """Ask the person the question of a lesson as a problem."""
    await _show_stop(press, lesson, len(lesson.said) - 1, asked=True)


async def _show_stop(press: Press, lesson: Lesson, stop: int, *, asked: bool = False) -> None:
    if stop >= len(lesson.said):
        raise TableError("not-offered")
    await show_private(press, await draw_stop(lesson, stop, await viewer_of(press), asked=asked))


async def _show_line(press: Press, lesson: Lesson, line: str, move: str = "") -> None:
    gone_on = await _gone_on(press, lesson, line, move)
    await show_private(press, await draw_line(lesson, gone_on, await viewer_of(press)))


async def _gone_on(press: Press, lesson: Lesson, line: str, move: str) -> Continuation:
    pages, at = lesson.pages, {"lesson": lesson, "line": "", "number": 0}
    room = LONGEST_ID - len(PERSON.menu("lesson-move", "", (), **at).custom_id)
    continuations = press.services.tables.continuations
    return await continuations.go_on(pages, pages.last, line, move, (lesson.seat,), room)
