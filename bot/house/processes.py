"""Worker processes that get none of the bot's secrets: spawned, with a small part of its environment.

A fork would copy the bot's memory and the locks of its threads. Python's own spawn passes on the whole
environment and the command line, where an operator may keep the token and the database URL.
"""

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing import reduction, resource_tracker, spawn, util
from multiprocessing.context import SpawnContext, SpawnProcess, set_spawning_popen
from multiprocessing.process import BaseProcess

_KEPT = frozenset(
    {
        "HOME",
        "LANG",
        "LANGUAGE",
        "LD_LIBRARY_PATH",
        "LOGNAME",
        "PATH",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "TMPDIR",
        "TZ",
        "USER",
        "VIRTUAL_ENV",
        "XDG_CACHE_HOME",
    }
)
_KEPT_PREFIXES = ("LC_", "NUMBA_", "PYTHON")


def environment_for_workers(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that Python and Numba need."""
    return {
        name: value
        for name, value in environment.items()
        if name.upper() in _KEPT or name.upper().startswith(_KEPT_PREFIXES)
    }


if sys.platform == "win32":
    # There what is started gets the whole environment; the bot drops its secrets from it as it starts.
    CleanContext = SpawnContext
else:
    from multiprocessing.popen_spawn_posix import Popen

    class _CleanPopen(Popen):
        # Python's own `_launch` with an environment and without the arguments.

        _fds: list[int]

        def _launch(self, process_obj: BaseProcess) -> None:
            tracker = resource_tracker.getfd()
            assert tracker is not None
            data = spawn.get_preparation_data(process_obj.name)
            data["sys_argv"] = sys.argv[:1]
            sent = io.BytesIO()
            set_spawning_popen(self)
            try:
                reduction.dump(data, sent)
                reduction.dump(process_obj, sent)
            finally:
                set_spawning_popen(None)
            parent_reads, child_writes = os.pipe()
            child_reads, parent_writes = os.pipe()
            self.sentinel = parent_reads
            self.finalizer = util.Finalize(self, _close, (parent_reads, parent_writes))
            try:
                started = subprocess.Popen(
                    spawn.get_command_line(tracker_fd=tracker, pipe_handle=child_reads),
                    env=environment_for_workers(os.environ),
                    pass_fds=(*self._fds, tracker, child_reads, child_writes),
                )
                # Its end is waited for by multiprocessing.
                started.returncode = 0
                self.pid = started.pid
                with open(parent_writes, "wb", closefd=False) as pipe:
                    pipe.write(sent.getbuffer())
            finally:
                os.close(child_reads)
                os.close(child_writes)

    def _close(*descriptors: int) -> None:
        for descriptor in descriptors:
            os.close(descriptor)

    class CleanProcess(SpawnProcess):
        """A process of `CleanContext`."""

        @staticmethod
        def _Popen(process_obj: BaseProcess) -> Popen:
            return _CleanPopen(process_obj)

    class CleanContext(SpawnContext):
        """Starts processes as `multiprocessing.get_context("spawn")` does, less environment and arguments."""

        Process = CleanProcess
