"""What must be true once everybody has stopped pressing: moves, posts and messages against the database."""

import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Row, func, select

from bot.tables.state.chairs import Person
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from storage.connection.database import Database, open_database
from storage.schema.tables import posts, table_messages, tables
from tests.fake_discord.driver import Kind, Press, controls, told
from tests.fake_discord.server import FakeDiscord
from tests.fake_discord.tables import tables_over
from tests.fake_discord.world import Message

APOLOGY: Final = "Something went wrong on my side"
_SOON_AFTER: Final = 8
"""Within so many moves after those its message had seen a move must stand in the log."""

LATE_SECONDS: Final = 15.0
"""How long the clock of a table, or its house seats, may stand still when a process dies."""

_TOKEN_SERVES: Final = 13 * 60.0

_TABLES: Final = select(tables.c.id).order_by(tables.c.id)
_POSTS: Final = select(posts.c.table_id, posts.c.number, posts.c.message_id).order_by(
    posts.c.table_id, posts.c.number
)
_MESSAGES: Final = select(table_messages)
_PLAYED: Final = tables.c.status == Status.PLAYING.value


@dataclass
class Findings:
    """Everything that is wrong, one line each under a name; and what was counted."""

    wrong: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    moves_accepted: int = 0
    moves_stored: int = 0
    posts_stored: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    snapshots: dict[int, TableSnapshot] = field(default_factory=dict)

    def count(self, *names: str) -> int:
        """How many things are wrong, of those names."""
        return sum(len(self.wrong[name]) for name in names)


async def check(discord: FakeDiscord, database_url: str, presses: Sequence[Press]) -> Findings:
    """Look over every table that is in the database, with its bots at rest."""
    found = Findings()
    database = await open_database(database_url)
    try:
        every, stored, shown = await database.read(_TABLES, _POSTS, _MESSAGES)
    finally:
        await database.close()
    found.snapshots = snapshots = await _load(database_url, [row.id for row in every], found)
    _check_moves(discord, snapshots, presses, found)
    _check_posts(discord, stored, found)
    _check_table_messages(discord, shown, snapshots, found)
    _check_panels(discord, snapshots, presses, found)
    _check_live_messages(discord, snapshots, found)
    return found


async def _load(database_url: str, numbers: Sequence[int], found: Findings) -> dict[int, TableSnapshot]:
    snapshots: dict[int, TableSnapshot] = {}
    async with tables_over(database_url) as (use_cases, owing):
        for number in numbers:
            try:
                snapshots[number] = await use_cases.repository.fresh(number)
            except Exception as error:  # whatever a log that is broken raises is the finding
                found.wrong["logs that cannot be played through"].append(f"table {number}: {error!r}")
        behind = await owing.behind()
    found.moves_stored = sum(len(snapshot.log) for snapshot in snapshots.values())
    for number in behind:
        found.wrong["tables behind"].append(f"table {number} owes posts, removals or its message")
    now = time.time()
    for snapshot in snapshots.values():
        table = snapshot.table
        if table.open and table.clock.deadline is not None and table.clock.deadline < now - LATE_SECONDS:
            found.wrong["tables overdue"].append(
                f"table {table.id} was due {now - table.clock.deadline:.0f} s ago"
            )
    return snapshots


def _check_moves(
    discord: FakeDiscord, snapshots: Mapping[int, TableSnapshot], presses: Sequence[Press], found: Findings
) -> None:
    taken: dict[tuple[int, int], Press] = {}
    for press in presses:
        interaction, control = press.interaction, press.control
        if interaction.acknowledged_at is None:
            continue
        said = told(discord, interaction)
        if APOLOGY in said:
            found.wrong["apologies"].append(f"{control.custom_id}: {said}")
            continue
        if press.kind is not Kind.MOVE:
            continue
        if said:
            found.refusals[" ".join(said.split())[:80]] += 1
            continue
        snapshot = snapshots.get(control.table)
        if _only_asks(press, snapshot):
            continue
        found.moves_accepted += 1
        logged = () if snapshot is None else snapshot.log[control.step : control.step + _SOON_AFTER]
        number = next((move.number for move in logged if move.text == control.move), None)
        if number is None:
            found.wrong["moves lost"].append(
                f"table {control.table}: {control.move} by {press.player.user.name} after {control.step} "
                f"moves, answered by {interaction.acknowledged_by} with {interaction.answer}"
            )
        elif (control.table, number) in taken:
            found.wrong["moves taken for two"].append(f"table {control.table}, move {number}")
        else:
            taken[control.table, number] = press


def _only_asks(press: Press, snapshot: TableSnapshot | None) -> bool:
    # A move that may lose the game by itself is made once it has been confirmed.
    if snapshot is None or press.control.confirms:
        return False
    kind = snapshot.game.verbs.get(press.control.move.partition(" ")[0])
    return kind is not None and kind.stakes_game


def _check_posts(discord: FakeDiscord, stored: Sequence[Row[Any]], found: Findings) -> None:
    found.posts_stored = len(stored)
    by_nonce: dict[str, list[Message]] = defaultdict(list)
    for channel in discord.world.channels.values():
        for message in channel.messages.values():
            if message.nonce is not None:
                by_nonce[message.nonce].append(message)
    last: dict[tuple[int, int], int] = {}
    for row in stored:
        sent = by_nonce[f"{row.table_id}-{row.number}"]
        name = f"table {row.table_id}, post {row.number}"
        if row.message_id is None:
            found.wrong["posts owed"].append(name)
        elif row.message_id and [message.id for message in sent] != [row.message_id]:
            kind = "posts doubled" if len(sent) > 1 else "posts lost"
            found.wrong[kind].append(f"{name}: sent {[one.id for one in sent]}, stored {row.message_id}")
        elif sent:
            place = (row.table_id, sent[0].channel_id)
            if sent[0].id < last.get(place, 0):
                found.wrong["posts out of order"].append(name)
            last[place] = sent[0].id
    for nonce, sent in by_nonce.items():
        if len(sent) > 1:
            processes = ", ".join(message.process for message in sent)
            found.wrong["messages doubled"].append(f"{nonce} by {processes}")


def _check_table_messages(
    discord: FakeDiscord,
    shown: Sequence[Row[Any]],
    snapshots: Mapping[int, TableSnapshot],
    found: Findings,
) -> None:
    for row in shown:
        snapshot = snapshots.get(row.table_id)
        there = discord.world.channels[row.channel_id].messages.get(row.message_id)
        if snapshot is None or not snapshot.table.open:
            continue
        steps = set() if there is None else {control.step for control in controls(there) if control.step}
        if there is None or there.deleted:
            found.wrong["table messages gone"].append(f"table {row.table_id}")
        elif row.version < snapshot.table.version or (steps and max(steps) != snapshot.step):
            found.wrong["table messages behind"].append(
                f"table {row.table_id} shows version {row.version}, steps {steps}; it is at version "
                f"{snapshot.table.version}, step {snapshot.step}"
            )


def _check_panels(
    discord: FakeDiscord, snapshots: Mapping[int, TableSnapshot], presses: Sequence[Press], found: Findings
) -> None:
    used: dict[tuple[int, int], Press] = {}
    for press in presses:
        if press.interaction.acknowledged_at is not None and press.kind is not Kind.HAND:
            used[press.control.table, press.player.user.id] = press
    for (number, user_id), press in used.items():
        snapshot = snapshots.get(number)
        if snapshot is None or snapshot.table.status is not Status.PLAYING:
            continue
        seat, interaction = snapshot.table.chairs.seat_of(user_id), press.interaction
        old = time.time() - interaction.at > _TOKEN_SERVES
        message = discord.world.channels[interaction.channel_id].messages[interaction.message_id or 0]
        if seat is None or old or message.deleted:
            continue
        shown = {control.step for control in controls(message)}
        turn = seat in snapshot.players_awaited() and not snapshot.table.chairs[seat].away
        if shown and max(shown) != snapshot.step:
            kind = "panels behind at their turn" if turn else "panels behind"
            found.wrong[kind].append(
                f"table {number}, {press.player.user.name}: shows {max(shown)}, it is {snapshot.step}; used "
                f"{time.time() - interaction.at:.0f} s ago, answered by {interaction.acknowledged_by}"
            )
        elif turn and not any(control.is_move for control in controls(message)):
            found.wrong["turns without a move to press"].append(f"table {number}, {press.player.user.name}")


def _check_live_messages(
    discord: FakeDiscord, snapshots: Mapping[int, TableSnapshot], found: Findings
) -> None:
    """Only one message of a table shows it in the channel, and one panel a person's hand by DM."""
    for channel in discord.world.channels.values():
        live: Counter[int] = Counter()
        for message in channel.messages.values():
            if message.private_to is None and not message.deleted:
                by_dm = channel.recipient_id is not None
                offered = {one.table for one in controls(message) if one.is_move or one.what == "!hand:"}
                live.update(offered if by_dm or message.nonce is None or "p" in message.nonce else ())
        for number, count in live.items():
            if count > 1 and number in snapshots and snapshots[number].table.open:
                kind = "table messages doubled" if channel.recipient_id is None else "panels doubled"
                found.wrong[kind].append(f"table {number}: {count} in channel {channel.id}")


def house_gaps(snapshots: Mapping[int, TableSnapshot], at: float) -> list[float]:
    """How long after that moment the first move of each table came, where it was the bot's."""
    gaps = []
    for snapshot in snapshots.values():
        after = next((move for move in snapshot.log if move.at > at), None)
        if after is None or not any(move.at <= at for move in snapshot.log):
            continue
        seat = after.seat
        person = seat is not None and isinstance(snapshot.chair_of(seat).occupant, Person)
        if not person:
            gaps.append(after.at - at)
    return gaps


async def overdue(database: Database) -> float:
    """How late the table in play is that waits longest for what it does by itself, in seconds; 0 for none."""
    now = time.time()
    ((row,),) = await database.read(select(func.min(tables.c.deadline).label("first")).where(_PLAYED))
    return 0.0 if row.first is None else max(0.0, now - row.first)
