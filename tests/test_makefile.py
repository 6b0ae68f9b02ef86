"""`make run` and `make migrate` install what the configured database needs."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
POSTGRESQL = "postgresql+asyncpg://cardinal:pa$s'\"word@db/cardinal"
SQLITE = "sqlite+aiosqlite:///cardinal.db"


@pytest.mark.parametrize(
    ("variable", "dotenv", "stamp"),
    [
        (None, None, "run"),
        (None, "DISCORD_TOKEN=x\n", "run"),
        (None, f"CARDINAL_DATABASE_URL={SQLITE}\n", "run"),
        (None, f"CARDINAL_DATABASE_URL={POSTGRESQL}\n", "postgres"),
        (None, f"  export cardinal_database_url = '{POSTGRESQL}'\nCARDINAL_TIMEZONE=UTC\n", "postgres"),
        (None, f"# CARDINAL_DATABASE_URL={POSTGRESQL}\n", "run"),
        (None, f"CARDINAL_DATABASE_URL={POSTGRESQL}\nCARDINAL_DATABASE_URL={SQLITE}\n", "run"),
        (POSTGRESQL, None, "postgres"),
        (SQLITE, f"CARDINAL_DATABASE_URL={POSTGRESQL}\n", "run"),
        ("", f"CARDINAL_DATABASE_URL={POSTGRESQL}\n", "postgres"),
    ],
)
def test_the_driver_is_installed_where_the_url_asks_for_it(
    tmp_path: Path, variable: str | None, dotenv: str | None, stamp: str
):
    shutil.copyfile(ROOT / "Makefile", tmp_path / "Makefile")
    if dotenv is not None:
        (tmp_path / ".env").write_text(dotenv)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CARDINAL_")}
    if variable is not None:
        environment["CARDINAL_DATABASE_URL"] = variable
    command = ["make", "--dry-run", "--print-data-base", "help"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    for target in ("run", "migrate"):
        assert f"{target}: .venv/.{stamp}" in lines
