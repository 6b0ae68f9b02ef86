"""Takes the pictures of README and docs: the bot on the offline Discord, in a browser without a window.

    python -m tools.pictures [NAME …]

Writes `docs/pictures/NAME.png`, all of them if none is named. It needs Chromium or Google Chrome on the PATH.
Packs are shuffled with a fixed seed, so that the same cards are seen each time.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from bot.app import running
from bot.art import EMOJI_NAMES
from bot.rules.game import Chance
from bot.sandbox.server import claim_port, serving
from bot.sandbox.stage import VISITOR, Button, Stage, on_stage
from bot.settings import Settings
from bot.tables.state.chairs import Chairs
from bot.tables.state.change import Change
from bot.tables.state.outcomes import Outcome
from bot.tables.state.preferences import Calls, UserSettings
from bot.tables.state.table import Status, Table, Telling, TurnClock
from storage.connection.database import Database, open_database
from storage.people.users import SqlUserStore
from storage.tables.store import SqlTableStore

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
LARGEST_BYTES = 200_000
"""What a picture may weigh in the repository."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

_LOADING_MILLISECONDS = 2500
_BROWSER_SECONDS = 40
_ATTEMPTS = 3
_TURN_SECONDS = 30
_HALF = 640
_TALL = 940
_TALLER = 1060
_PHONE = (390, 844)


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture to be taken of the tabs `views` side by side, each `size` pixels wide and high."""

    name: str
    views: tuple[str, ...]
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of a match at which pictures are taken; `reach` plays up to it from the one before it."""

    reach: Callable[[Stage], Awaitable[None]]
    shots: tuple[Shot, ...]


@dataclass(frozen=True, slots=True)
class Session:
    """A run of the bot with this seed, and its moments one after another; `month` is whether people have
    played on the server this month."""

    seed: int
    moments: tuple[Moment, ...]
    month: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(shot.name for moment in self.moments for shot in moment.shots)


_BOARD_GAME = "bishops-whist"
_MEMBERS = ("Ann", "Bob", "Cleo", "Dan", "Eve")
_GAMES = 36


class SeededDealer:
    """Shuffles alike in every run."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def deal(self, chance: Chance) -> str:
        pieces = list(chance.pieces)
        self._random.shuffle(pieces)
        return " ".join((chance.verb, *pieces[: chance.take]))

    def salt(self) -> str:
        return f"{self._random.getrandbits(128):032x}"


class NoPicture(Exception):
    """A picture could not be taken; the text says why in one line."""


# How the moments are reached.


def playing(game: str, moves: int) -> Callable[[Stage], Awaitable[None]]:
    """Sit down with house players and make that many moves; then it is the visitor's turn again."""

    async def reach(stage: Stage) -> None:
        await stage.run_command("table open", game=game)
        (start,) = [button for button in stage.buttons("channel") if button.label.startswith("Start")]
        await stage.press(start)
        offered = await _offered(stage)
        for _ in range(moves):
            await stage.press(offered[0])
            offered = await _offered(stage, after=offered)

    return reach


async def hand_over(stage: Stage) -> None:
    """Play on until the result of the hand stands in the channel."""
    offered = await _offered(stage)
    while offered:
        await stage.press(offered[0])
        offered = await _offered(stage, "Next hand", "Next deal", "Play again", after=offered)


async def best_players(stage: Stage) -> None:
    """Ask for the leaderboard; `_RESULTS` has what was played this month."""
    await stage.run_command("leaderboard", game=_BOARD_GAME)


async def _offered(stage: Stage, *ends: str, after: Sequence[Button] = ()) -> list[Button]:
    # The visitor's moves, once it is their turn again; none if a button of that label comes first.
    deadline = time.monotonic() + _TURN_SECONDS
    while time.monotonic() < deadline:
        moves = [button for button in stage.buttons("dm") if button.is_move]
        if moves and not set(moves) & set(after):
            return moves
        await asyncio.sleep(0.05)
        if any(button.label in ends for button in stage.buttons("channel")):
            return []
    raise NoPicture(f"the visitor's turn did not come within {_TURN_SECONDS} s")


SESSIONS = (
    Session(
        7,
        (
            Moment(
                playing("bishops-whist", 4),
                (Shot("table", ("channel", "dm"), (_HALF, _TALLER)), Shot("panel", ("dm",), _PHONE)),
            ),
            Moment(hand_over, (Shot("result", ("channel",), (_HALF, _TALL)),)),
        ),
    ),
    Session(3, (Moment(playing("bezique", 9), (Shot("bezique", ("dm",), _PHONE),)),)),
    Session(5, (Moment(playing("matador", 3), (Shot("matador", ("dm",), _PHONE),)),)),
    Session(1, (Moment(best_players, (Shot("leaderboard", ("channel",), (_HALF, _TALL)),)),), month=True),
)
NAMES = tuple(name for session in SESSIONS for name in session.names)


# Taking them.


async def take(wanted: Sequence[str], folder: Path, browser: str) -> None:
    """Take those pictures. Raises NoPicture."""
    for session in SESSIONS:
        if not set(wanted) & set(session.names):
            continue
        async with _running(session) as (stage, address):
            for moment in session.moments:
                await moment.reach(stage)
                await asyncio.sleep(1)  # for what is edited last
                for shot in moment.shots:
                    if shot.name in wanted:
                        await _take(shot, stage, address, folder, browser)


@asynccontextmanager
async def _running(session: Session) -> AsyncIterator[tuple[Stage, str]]:
    with tempfile.TemporaryDirectory(prefix="cardinal-") as kept, claim_port(None) as sock:
        settings = Settings(
            database_url=f"sqlite+aiosqlite:///{kept}/pictures.db",
            shards=1,
            house_pause=0,
            house_trick_pause=0,
            house_hand_pause=120,
            house_workers=0,
            analyse=False,
            turn_seconds=0,
        )
        bot = running(settings, dealer=SeededDealer(session.seed))
        port = sock.getsockname()[1]
        async with on_stage(bot, port) as stage, serving(stage, sock) as address:
            await _emojis_uploaded(stage)
            database = await open_database(settings.database_url)
            try:
                # A call would stand below the cards when a picture takes its time.
                await SqlUserStore(database).save_settings(UserSettings(stage.visitor.id, calls=Calls.NEVER))
                if session.month:
                    await _play_month(database, stage)
            finally:
                await database.close()
            yield stage, address


async def _emojis_uploaded(stage: Stage) -> None:
    """Wait for the suits on the buttons."""
    deadline = time.monotonic() + _TURN_SECONDS
    while len(stage.env.backend.application_emojis) < len(EMOJI_NAMES):
        if time.monotonic() > deadline:
            raise NoPicture(f"the emojis were not uploaded within {_TURN_SECONDS} s")
        await asyncio.sleep(0.1)


async def _take(shot: Shot, stage: Stage, address: str, folder: Path, browser: str) -> None:
    wide, high = shot.size
    whole = Image.new("RGB", (wide * len(shot.views), high))
    with tempfile.TemporaryDirectory(prefix="cardinal-") as scratch:
        for place, key in enumerate(shot.views):
            taken = Path(scratch) / f"{key}.png"
            # The tab's own page, without the sandbox's frame around it.
            page = f"{address}view/{key}#{stage.views[key].preview.capability}"
            await _photograph(browser, page, shot.size, taken, Path(scratch) / "profile")
            with Image.open(taken) as picture:
                whole.paste(picture.convert("RGB"), (wide * place, 0))
    path = folder / f"{shot.name}.png"
    whole.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    if (weight := path.stat().st_size) > LARGEST_BYTES:
        raise NoPicture(f"{path.name} weighs {weight:,} bytes, more than {LARGEST_BYTES:,}")
    print(f"{path.name}: {whole.width} x {whole.height}, {weight:,} bytes")


async def _photograph(browser: str, page: str, size: tuple[int, int], taken: Path, profile: Path) -> None:
    arguments = [
        "--headless",
        "--disable-gpu",
        "--hide-scrollbars",
        f"--user-data-dir={profile}",
        f"--window-size={size[0]},{size[1]}",
        f"--virtual-time-budget={_LOADING_MILLISECONDS}",
        f"--screenshot={taken}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")  # Chromium will not start as root without it.
    for _ in range(_ATTEMPTS):
        process = await asyncio.create_subprocess_exec(
            browser, *arguments, page, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
        )
        try:
            status = await asyncio.wait_for(process.wait(), _BROWSER_SECONDS)
        except TimeoutError:  # Its virtual time stands still now and then.
            process.kill()
            await process.wait()
            continue
        if status:
            raise NoPicture(f"{browser} took no picture (status {status})")
        return
    raise NoPicture(f"{browser} took no picture within {_BROWSER_SECONDS} s")


async def _play_month(database: Database, stage: Stage) -> None:
    """Store games of six people this month, as if they had played them."""
    now, chance = time.time(), random.Random(7)
    users = [stage.env.create_user(name.lower(), global_name=name) for name in _MEMBERS]
    members = [(stage.guild.add_member(user).id, name) for user, name in zip(users, _MEMBERS, strict=True)]
    members.append((stage.visitor.id, VISITOR))
    tables = SqlTableStore(database)
    blank = Table(
        0,
        stage.guild.id,
        _BOARD_GAME,
        {},
        now,
        Chairs((), stage.visitor.id),
        TurnClock(0),
        Telling(stage.channel.id),
    )
    table = await tables.create(blank)
    results = [line for number in range(_GAMES) for line in _game(table, number, now, members, chance)]
    closed = replace(table, version=table.version + 1, status=Status.CLOSED)
    await tables.commit(Change(closed, table, outcomes=tuple(results)))


def _game(
    table: Table, number: int, at: float, members: Sequence[tuple[int, str]], chance: random.Random
) -> list[Outcome]:
    sitting = chance.sample(range(len(members)), 4)
    # The first of the club play a little better.
    strength = [-sitting[seat] - sitting[seat + 2] + chance.uniform(-9, 9) for seat in (0, 1)]
    won = int(strength[1] > strength[0])
    most, least = chance.randint(13, 25), chance.randint(2, 12)
    lines = []
    for seat, member in enumerate(sitting):
        user_id, name = members[member]
        partner, _ = members[sitting[(seat + 2) % 4]]
        winner = seat % 2 == won
        points, against = (most, least) if winner else (least, most)
        common = (table.id, table.guild_id, table.game)
        for unit in ("hand", "game"):
            line = Outcome(*common, unit, number + 1, at, user_id, partner, points, against, winner, name)
            lines.append(replace(line, match=unit == "game"))
    return lines


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(
        prog="make pictures", description="Take the pictures of README and docs."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)} (default: all)")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder (default: docs/pictures)")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(NAMES):
        parser.error(f"there is no picture {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("pictures: no Chromium or Google Chrome on the PATH", file=sys.stderr)
        return 1
    logging.basicConfig(level=logging.ERROR)
    arguments.out.mkdir(parents=True, exist_ok=True)
    try:
        asyncio.run(take(arguments.names or NAMES, arguments.out, browser))
    except NoPicture as error:
        print(f"pictures: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
