"""What a starting bot loads, and what it leaves until it is needed."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Final

from storage.connection.database import migrate

ROOT: Final = Path(__file__).parents[1]

TOOLS: Final = {"alembic", "mako", "numba", "pygments", "simcord", "bot.house.solver.native"}
GAMES: Final = {f"bot.rules.{game}" for game in ("bezique.game", "dominoes.events", "old_maid", "whist.game")}
PLAYERS: Final = {f"bot.house.{player}" for player in ("bezique", "bingo", "cavendish", "old_maid", "whist")}


def loaded_by(code: str) -> set[str]:
    """The modules that a new process has loaded once it has run this code."""
    command = [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"]
    return set(subprocess.check_output(command, cwd=ROOT, text=True).split())


def test_a_bot_loads_what_it_plays_with_and_no_more():
    assert not (TOOLS | GAMES | PLAYERS) & loaded_by("import bot.cli.run")


def test_a_process_that_only_runs_jobs_does_not_load_discord():
    assert not {"discord", "cogs"} & loaded_by("import bot.cli.work")


def test_a_database_that_is_up_to_date_is_opened_without_alembic(tmp_path):
    url = f"sqlite+aiosqlite:///{tmp_path / 'cardinal.db'}"
    asyncio.run(migrate(url))
    code = f"import asyncio\nfrom storage.connection.database import migrate\nasyncio.run(migrate({url!r}))"
    assert "alembic" not in loaded_by(code)
