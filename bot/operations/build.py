"""Which version and revision of Cardinal this process runs."""

import logging
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Final

from bot import __version__, metrics

log = logging.getLogger(__name__)

ROOT: Final = Path(__file__).parents[2]

_SHOWN: Final = 12  # characters of a revision


def name_build() -> None:
    """Log what this process runs, and say it in the metrics."""
    revision, python, library = revision_of(ROOT), platform.python_version(), version("discord.py")
    build = {"version": __version__, "revision": revision, "python": python, "discord_py": library}
    metrics.BUILD.info(build)
    log.info("Cardinal %s (%s), Python %s, discord.py %s", __version__, revision, python, library)


def revision_of(tree: Path) -> str:
    """The commit of a source tree: what the image's build wrote into `REVISION`, or what git has checked out.
    "unknown" without either.

    Git itself may be missing, and refuses a tree that belongs to another user.
    """
    git = tree / ".git"
    try:
        if (written := tree / "REVISION").exists():
            return _first_word(written)[:_SHOWN]
        head = (git / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head[:_SHOWN]
        name = head.removeprefix("ref: ")
        if (git / name).exists():
            return _first_word(git / name)[:_SHOWN]
        packed = (line.split() for line in (git / "packed-refs").read_text().splitlines())
        return next(line[0] for line in packed if line[-1:] == [name])[:_SHOWN]
    except (OSError, UnicodeDecodeError, StopIteration):
        return "unknown"


def _first_word(path: Path) -> str:
    return (path.read_text().split() or ["unknown"])[0]
