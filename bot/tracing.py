"""The click behind a log line: one id from the interaction to the posts that follow from it.

The id is that of Discord's interaction. A task inherits it from the task that started it, so that the work
after a commit (publishing, the house's turns) is logged under the click that was committed.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_click: ContextVar[str] = ContextVar("click", default="")
_since: ContextVar[float | None] = ContextVar("since", default=None)


def click() -> str:
    """The id of the click this task works for; empty where nobody clicked."""
    return _click.get()


def begin(click_id: str) -> None:
    """From here on this task, and those it starts, work for that click."""
    _click.set(click_id)


def since() -> float | None:
    """When `working_for` began for this task's click, by `time.perf_counter`; None if it did not."""
    return _since.get()


@contextmanager
def working_for(click_id: str) -> Iterator[None]:
    """Everything within is done for that click, which has just arrived."""
    click_token, since_token = _click.set(click_id), _since.set(time.perf_counter())
    try:
        yield
    finally:
        _click.reset(click_token)
        _since.reset(since_token)
