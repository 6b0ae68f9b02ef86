"""What lessons look like: guided hands that stop at the card that matters, with the answers as buttons."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.rules.catalogue import Catalogue
from bot.rules.events import Event, Scored
from bot.rules.lessons.courses import COURSES, course_of
from bot.rules.lessons.lesson import Lesson
from bot.tables.play.continuations import Continuation
from bot.tables.state.moments import Tried
from cogs.replay.position import Seen, Unnamed, Viewer, lay_position
from cogs.replay.what_if import lay_moves
from cogs.result.result import result_text
from cogs.ui.actions import PERSON, STYLE
from cogs.ui.layout import BAIZE, TURN, Answer, Button, Drawing, Layout
from cogs.words.aloud import aloud

_LATEST: Final = 8  # how many lines say what has been played


def draw_lessons(standing: Mapping[str, Tried], words: Catalogue) -> Drawing:
    """All lessons by course. `standing` is how the reader stands with those they have answered."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    layout.text(
        gettext(
            "### Lessons\nShort hands with a rule of the old books in each. A lesson stops at the card that "
            "matters and asks what you would play. If you have never held cards, begin with the first."
        )
    )
    solved = {key for key, one in standing.items() if one.missed or one.due is None}
    begin, menus = list[Button](), []
    for number, (title, course) in enumerate(COURSES):
        first = next((lesson for lesson in course if lesson.key not in solved), course[0])
        begin.append(
            PERSON.button("lesson", words.pgettext("game", title), STYLE.primary, lesson=first, stop=0)
        )
        head = gettext(
            "{course}: {solved} of {lessons} solved",
            course=words.pgettext("game", title),
            solved=sum(lesson.key in solved for lesson in course),
            lessons=len(course),
        )
        answers = [
            Answer(
                lesson.key,
                f"{place}. {gettext(lesson.title)}",
                note=pgettext("state", "Solved") if lesson.key in solved else "",
            )
            for place, lesson in enumerate(course, 1)
        ]
        menus.append(PERSON.menu("lesson-choose", head, answers, course=number))
    layout.buttons(begin)
    for menu in menus:
        layout.menu(menu)
    return layout.drawing()


async def draw_stop(lesson: Lesson, stop: int, viewer: Viewer, *, asked: bool = False) -> Drawing:
    """A stop of a lesson: the hand as it is there, and what is said; the last one asks. `asked`: as a
    problem, so without what led there."""
    words, pages, made = viewer.words, lesson.pages, lesson.made(stop)
    position, layout = _position(lesson, pages.states[made], viewer), Layout(BAIZE)
    layout.text(_head(lesson, words, asked=asked))
    before = lesson.made(stop - 1) if stop and not asked else made
    told = [event for events in pages.told[before:made] for event in events]
    await lay_position(layout, position, _latest(position, told))
    _lay_text(layout, viewer, words.gettext(lesson.said[stop]))
    if stop + 1 < len(lesson.said):
        label = words.pgettext("button", "Next")
        layout.buttons([PERSON.button("lesson", label, STYLE.primary, lesson=lesson, stop=stop + 1)])
        return layout.drawing()
    view, names = pages.game.view(position.state, lesson.seat), position.names()
    layout.buttons(
        PERSON.button(
            "lesson-card",
            position.text.describe_move(view, move, names).uncounted,
            lesson=lesson,
            asked=asked,
            move=str(move),
        )
        for move in view.legal
    )
    return layout.drawing()


async def draw_answer(
    lesson: Lesson, line: Continuation, tried: Tried, viewer: Viewer, *, right: bool, asked: bool
) -> Drawing:
    """Whether an answer is right, and why, with the hand as it goes on after it."""
    words, layout = viewer.words, Layout(BAIZE)
    told = [words.pgettext("reply", "### Right") if right else words.gettext("### Another card is better")]
    why = lesson.why if right else lesson.amiss
    told += [words.gettext(why), words.gettext(lesson.maxim)]
    if tried.due is not None:
        told.append(words.gettext("-# This question comes again <t:{time}:R>.", time=int(tried.due)))
    _lay_text(layout, viewer, *told)
    await _lay_line(layout, _position(lesson, line.state, viewer), line)
    buttons = list[Button]()
    if asked:
        buttons.append(PERSON.button("problem", words.pgettext("button", "Next problem"), STYLE.primary))
    if not right and not asked:
        last = len(lesson.said) - 1
        label = words.pgettext("button", "Try again")
        buttons.append(PERSON.button("lesson", label, STYLE.primary, lesson=lesson, stop=last))
    buttons += _leading_on(lesson, words, primary=right and not asked)
    if line.seat is not None:
        label = words.pgettext("button", "Play on")
        buttons.append(PERSON.button("lesson-on", label, lesson=lesson, line=line.written))
    layout.buttons(buttons)
    return layout.drawing()


async def draw_line(lesson: Lesson, line: Continuation, viewer: Viewer) -> Drawing:
    """The hand of a lesson played on, with the learner's next moves, or where it ends."""
    layout, position = Layout(TURN), _position(lesson, line.state, viewer)
    layout.text(_head(lesson, viewer.words))
    await _lay_line(layout, position, line)
    if line.seat is not None:
        space = (PERSON, "lesson-on", "lesson-move")
        lay_moves(layout, position, line, line.seat, space, {"lesson": lesson})
    layout.buttons(_leading_on(lesson, viewer.words))
    return layout.drawing()


def _position(lesson: Lesson, state: Any, viewer: Viewer) -> Seen:
    return Unnamed(lesson.pages.game, lesson.seat, state, viewer)


def _head(lesson: Lesson, words: Catalogue, *, asked: bool = False) -> str:
    gettext, pgettext, (title, course) = words.gettext, words.pgettext, course_of(lesson)
    shown = gettext(lesson.title)
    head = pgettext("heading", "Lesson: {title}", title=shown)
    head = pgettext("heading", "Problem: {hand}", hand=shown) if asked else head
    place = gettext(
        "{course}, lesson {number} of {lessons}",
        course=words.pgettext("game", title),
        number=course.index(lesson) + 1,
        lessons=len(course),
    )
    return f"### {head}\n-# {place}"


def _leading_on(lesson: Lesson, words: Catalogue, *, primary: bool = False) -> list[Button]:
    _, course = course_of(lesson)
    following = course[course.index(lesson) + 1 :][:1]
    label, style = words.pgettext("button", "Next lesson"), STYLE.primary if primary else STYLE.secondary
    buttons = [PERSON.button("lesson", label, style, lesson=one, stop=0) for one in following]
    return [*buttons, PERSON.button("lessons", words.pgettext("button", "All lessons"))]


async def _lay_line(layout: Layout, position: Seen, line: Continuation) -> None:
    # What has been played since the question, and the table as it is now, or the result.
    told = _latest(position, [event for event in line.told if not isinstance(event, Scored)])
    if line.seat is not None:
        await lay_position(layout, position, told)
        return
    layout.text(told)
    sheet = position.text.result(line.results, position.names(), line.told)
    _lay_text(layout, position.viewer, "" if sheet is None else result_text(sheet, position.words))


def _latest(position: Seen, events: Sequence[Event]) -> str:
    return "\n".join(position.told_with(position.names(), events).splitlines()[-_LATEST:])


def _lay_text(layout: Layout, viewer: Viewer, *lines: str) -> None:
    text = "\n".join(filter(None, lines))
    layout.text(aloud(text, viewer.words) if viewer.reads else text)
