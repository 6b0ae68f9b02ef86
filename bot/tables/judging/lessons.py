"""The collection of lessons: how people stand with them, and which they are asked as a problem."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rules.lessons.courses import LESSONS
from bot.rules.lessons.lesson import Lesson
from bot.tables.judging.problems import DAY, after_answer
from bot.tables.state.moments import Tried
from bot.tables.store.ports import Clock, MomentStore


@dataclass(frozen=True, slots=True)
class Lessons:
    """Asks people lessons as problems, and keeps what they answered."""

    store: MomentStore
    clock: Clock

    async def standing(self, user_id: int) -> Mapping[str, Tried]:
        """How the person stands with the lessons they have answered, by their keys."""
        return await self.store.lessons(user_id)

    async def due(self, user_id: int) -> Lesson:
        """The lesson to ask the person as a problem: one they missed that comes again, the longest due first,
        else the first they have not answered, else one that changes every day."""
        now, standing = self.clock.now(), await self.standing(user_id)
        again = {
            key: one.due
            for key, one in standing.items()
            if key in LESSONS and one.due is not None and one.due <= now
        }
        new = (key for key in LESSONS if key not in standing)
        of_the_day = list(LESSONS)[int(now // DAY) % len(LESSONS)]
        return LESSONS[min(again, key=again.__getitem__) if again else next(new, of_the_day)]

    async def answer(self, user_id: int, lesson: Lesson, move: str) -> tuple[bool, Tried]:
        """Whether that move is right, and how the person stands with the lesson now. Before it is due again
        answers do not count."""
        now, right = self.clock.now(), lesson.is_right(move)
        tried = (await self.standing(user_id)).get(lesson.key)
        if tried is None or (tried.due is not None and tried.due <= now):
            tried = after_answer(None if tried is None else tried.missed, now, right=right)
            await self.store.save_lesson(user_id, lesson.key, tried)
        return right, tried
