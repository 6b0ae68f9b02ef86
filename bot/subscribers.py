"""Those who are told what has been stored."""

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")


class Subscribers(Generic[T]):
    """Callbacks that are told of what has happened; `what` is what it happens to, for the log."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._callbacks: list[Callable[[T], None]] = []

    def add(self, callback: Callable[[T], None]) -> None:
        """Call back from now on; it must return at once."""
        self._callbacks.append(callback)

    def notify(self, number: int, happened: T) -> None:
        """Tell all of them what has happened to the thing of that number."""
        for callback in self._callbacks:
            try:
                callback(happened)
            except Exception:
                # It is stored, so whoever did it must not see an error.
                log.exception("%s %s: a subscriber failed", self._what, number)
