"""People's own moments as problems: those missed come again after a day, after three and after ten."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.tables.judging.moments import Moments
from bot.tables.state.errors import TableError
from bot.tables.state.moments import Decision, Problem, Tried
from bot.tables.store.ports import Clock, MomentStore

DAYS: Final = (1, 3, 10)  # until a problem that was missed comes again, by how often it was solved since

DAY: Final = 86_400.0  # seconds


def after_answer(missed: int | None, now: float, *, right: bool) -> Tried:
    """How somebody stands with a question after an answer; `missed` is as in a `Problem`."""
    solved = 0
    if right:
        solved = len(DAYS) if missed is None else missed + 1
    return Tried(solved, now + DAY * DAYS[solved] if solved < len(DAYS) else None)


@dataclass(frozen=True, slots=True)
class Problems:
    """Asks people again what they decided, and keeps what they answered."""

    moments: Moments
    store: MomentStore
    clock: Clock

    async def due(self, user_id: int) -> Sequence[Problem]:
        """The person's problems to solve now: those that come again, the longest due first, and then new
        ones, the latest hand first."""
        now = self.clock.now()
        found = [one for one in await self.store.problems(user_id) if one.due is not None and one.due <= now]
        again = sorted((one for one in found if one.missed is not None), key=lambda one: one.due or 0.0)
        return again + [one for one in reversed(found) if one.missed is None]

    async def answer(
        self, table_id: int, hand: int, step: int, user_id: int, move: str
    ) -> tuple[Problem, Decision, bool]:
        """The person's answer to the problem of that decision: whether it is right. Before a problem is due
        again answers do not count. Raises TableError."""
        decision = (await self.moments.decisions(table_id, hand, user_id)).get(step)
        problems = await self.store.problems(user_id)
        where = (table_id, hand, step)
        problem = next((one for one in problems if (one.table_id, one.hand, one.moment.step) == where), None)
        if problem is None or decision is None or move not in map(str, decision.view.legal):
            raise TableError("not-offered")
        right = move in problem.moment.better
        if problem.due is not None and problem.due <= self.clock.now():
            tried = after_answer(problem.missed, self.clock.now(), right=right)
            problem = replace(problem, missed=tried.missed, due=tried.due)
            await self.store.save_problem(user_id, problem)
        return problem, decision, right
