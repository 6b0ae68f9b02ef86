"""Bot processes as an operator runs them: `python -m bot run`, told where Discord is by a setting."""

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.fake_discord.server import FakeDiscord

TREE: Final = Path(__file__).parents[2]

_COLOUR: Final = re.compile(r"\x1b\[[\d;]*m")
_ERROR: Final = re.compile(r"\[?[\d-]+ [\d:]+\]? \[?(ERROR|CRITICAL)\b")
_RECORD: Final = re.compile(r"\[?[\d-]+ [\d:]+\]? ")
_READY_SECONDS: Final = 90.0
_STOP_SECONDS: Final = 60.0

SETTINGS: Final = {
    "CARDINAL_HOUSE_WORKERS": "0",
    "CARDINAL_ANALYSE": "false",
    "CARDINAL_LOG_LEVEL": "INFO",
}
"""What a load of clicks needs no answer from."""


class BotProcess:
    """One process. `name` is what the fake Discord calls it; its log is written to `folder`."""

    def __init__(
        self,
        discord: FakeDiscord,
        name: str,
        database_url: str,
        folder: Path,
        *,
        tree: Path = TREE,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.discord = discord
        self.name = name
        self.log = folder / f"{name}.log"
        self.started_at = 0.0
        self.ended_at = 0.0
        self._tree = tree
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("CARDINAL_")},
            **SETTINGS,
            **(settings or {}),
            "CARDINAL_TOKEN": discord.world.token,
            "CARDINAL_DATABASE_URL": database_url,
            "CARDINAL_DISCORD_API": discord.api(name),
        }
        self._process: asyncio.subprocess.Process | None = None
        self._cpu_seconds = 0.0

    @property
    def running(self) -> bool:
        """Whether it has been started and has not ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        return 0 if self._process is None else self._process.pid

    @property
    def returncode(self) -> int | None:
        """What it ended with, None while it runs."""
        return None if self._process is None else self._process.returncode

    @property
    def cpu_seconds(self) -> float:
        """How much of a processor's time it has taken; what it was at the end, once it has ended."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
            self._cpu_seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, IndexError):
            pass
        return self._cpu_seconds

    async def start(self) -> None:
        self.started_at = time.time()
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot",
                "run",
                cwd=self._tree,
                env=self._environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    async def ready(self, seconds: float = _READY_SECONDS) -> None:
        """Wait until it has a session. Raises RuntimeError if it ends or takes too long."""
        deadline = time.time() + seconds
        while not any(who == self.name for _, who, _ in self.discord.records.ready):
            if not self.running or time.time() > deadline:
                raise RuntimeError(f"{self.name} did not start:\n{self.tail()}")
            await asyncio.sleep(0.05)

    async def stop(self, seconds: float = _STOP_SECONDS) -> int:
        """Tell it to stop, and wait until it has; what it ended with."""
        assert self._process is not None
        if self.running:
            self._process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(seconds):
                code = await self._process.wait()
        except TimeoutError:
            raise RuntimeError(f"{self.name} did not stop:\n{self.tail()}") from None
        self._ended()
        return code

    async def kill(self) -> None:
        """End it without a word (SIGKILL), with whatever it has started."""
        if self._process is None or not self.running:
            return
        os.killpg(self._process.pid, signal.SIGKILL)
        self.ended_at = time.time()
        await self._process.wait()
        self._ended()

    def _ended(self) -> None:
        self.ended_at = self.ended_at or time.time()
        self.discord.gateway.forget(self.name)

    def tail(self, lines: int = 30) -> str:
        return "\n".join(self._lines()[-lines:])

    def troubles(self) -> list[str]:
        """What it has logged as an error, each with the last line of what was said of it."""
        found: list[tuple[str, str]] = []
        told = False
        for line in self._lines():
            if _RECORD.match(line):
                if told := _ERROR.match(line) is not None:
                    found.append((line, ""))
            elif told and line.strip():
                found[-1] = (found[-1][0], f" … {line.strip()}")
        return [head + last for head, last in found]

    def _lines(self) -> list[str]:
        return _COLOUR.sub("", self.log.read_text(errors="replace")).splitlines()
