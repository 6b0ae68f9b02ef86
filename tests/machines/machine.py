"""What the machines share: a loop whose time stands still between steps, and a database."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import ExitStack
from typing import Any, Final, TypeVar
from unittest.mock import patch

from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from tests.databases import in_memory
from tests.seeded_loop import EPOCH, SeededLoop

T = TypeVar("T")

EXAMPLES: Final = 30
STEPS: Final = 20

WAITS: Final = (0.9, 3.7, 8.2, 23.6)
"""How long is waited, in seconds: no sum of these is just when something ends."""


class Machine(RuleBasedStateMachine):
    """A machine with a database of its own, in memory."""

    def __init__(self) -> None:
        super().__init__()
        self._opened = ExitStack()
        self._loop = SeededLoop("machine")
        self._runner = self._opened.enter_context(asyncio.Runner(loop_factory=lambda: self._loop))
        self.database = in_memory()

    @property
    def now(self) -> float:
        return EPOCH + self._loop.time()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of that step."""
        with patch.object(time, "time", lambda: self.now):
            return self._runner.run(work)

    def pass_time(self, seconds: float) -> None:
        self.do(asyncio.sleep(seconds))

    def teardown(self) -> None:
        self._opened.close()


def check(machine: type[Machine], examples: int = EXAMPLES) -> None:
    """Run it with so many sequences of steps."""
    chosen = settings(max_examples=examples, stateful_step_count=STEPS, deadline=None, derandomize=True)
    run_state_machine_as_test(machine, settings=chosen)
