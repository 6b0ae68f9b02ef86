"""Processes of a test's own, forked from one that has imported what they need.

To start Python and import SQLAlchemy takes most of a second.
"""

import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

_FILES = ("storage.test_archive", "storage.test_privacy", "storage.test_transfer")
_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(
    [f"tests.{name}" for name in ("jobs.worker", "storage.crash_writer", *_FILES)]
)


def started(work: Callable[..., None], *arguments: Any) -> BaseProcess:
    """A process that does this work: a function of a module, with arguments that can be pickled."""
    process = _CONTEXT.Process(target=work, args=arguments)
    process.start()
    return process


def exit_code(process: BaseProcess) -> int | None:
    """Wait for its end."""
    process.join()
    return process.exitcode


def is_killed(work: Callable[..., None], *arguments: Any) -> bool:
    """Do this work in a process, and say whether it was killed."""
    return exit_code(started(work, *arguments)) == -signal.SIGKILL
