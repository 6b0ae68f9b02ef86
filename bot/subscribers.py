"""Post-commit subscribers."""

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")


class Subscribers(Generic[T]):
    """Callbacks for what has been committed. `what` names it in the log."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._callbacks: list[Callable[[T], None]] = []

    def add(self, callback: Callable[[T], None]) -> None:
        """Add a callback, which must return at once."""
        self._callbacks.append(callback)

    def notify(self, number: int, happened: T) -> None:
        """Call every subscriber; one that fails is logged."""
        for callback in self._callbacks:
            try:
                callback(happened)
            except Exception:
                # It is committed, so its caller must not see an error.
                log.exception("%s %s: a subscriber failed", self._what, number)
