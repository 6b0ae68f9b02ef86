"""All lessons, by course."""

from collections.abc import Mapping
from typing import Final

from bot.rules.catalogue import pgettext_noop
from bot.rules.lessons.bezique import BEZIQUE
from bot.rules.lessons.bishops_whist import BISHOPS_WHIST
from bot.rules.lessons.lesson import Lesson
from bot.rules.lessons.whist import WHIST

COURSES: Final[tuple[tuple[str, tuple[Lesson, ...]], ...]] = (
    (pgettext_noop("game", "Whist"), WHIST),
    (pgettext_noop("game", "Bishops Whist"), BISHOPS_WHIST),
    (pgettext_noop("game", "Bezique"), BEZIQUE),
)
"""The title of each course, a message, and its lessons in order."""

LESSONS: Final[Mapping[str, Lesson]] = {lesson.key: lesson for _, lessons in COURSES for lesson in lessons}
"""The lessons by key."""

TAUGHT: Final = frozenset(lesson.game for lesson in LESSONS.values())
"""The games with lessons, by key."""


def course_of(lesson: Lesson) -> tuple[str, tuple[Lesson, ...]]:
    """The title of the course that lesson is in, a message, and its lessons."""
    return next((title, lessons) for title, lessons in COURSES if lesson in lessons)
