"""Made tests/pinned/before.db and before.json, with the code of commit 684d182 and no other.

    git worktree add BEFORE 684d182
    PYTHONPATH=BEFORE python tests/pinned/make_before/database.py tests/pinned

A database at revision 0003 with tables of every game at every point of their life, and what the code
of before had to say of each. Made again with later code it pins nothing.
"""

import asyncio
import hashlib
import json
import random
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bot.house.jobs import warm_up
from bot.house.registry import player_for
from bot.house.workers import Workers
from bot.room import HouseRoom
from bot.rules.game import Chance
from bot.rules.record import Analysis, Record, Slip, play_record
from bot.rules.registry import GAMES
from bot.tables.floor import Floor
from bot.tables.judging.analysis import Analyses
from bot.tables.live import Live
from bot.tables.service import Tables
from bot.tables.state.table import Habits, Panel, Person, Placard, Status
from cogs.ui.names import write_name
from storage.analyses import SqlAnalysisStore
from storage.database import open_database
from storage.people import SqlPeopleStore
from storage.posts import SqlPostStore
from storage.tables import SqlTableStore

GUILD = 10
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal_*bold*", "李雷")
CLOCK = 60


class Clock:
    """Moves a second a look, and further by hand."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0

    def now(self) -> float:
        self.time += 1
        return self.time

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(0)


class Dealer:
    """Chance that is the same in every run."""

    def __init__(self) -> None:
        self.random = random.Random(684)

    def deal(self, chance: Chance) -> str:
        return " ".join((chance.verb, *self.random.sample(chance.pieces, chance.take)))

    def salt(self) -> str:
        return f"{self.random.getrandbits(128):032x}"


class Nobody:
    """Nobody looks."""

    def changed(self, table_id: int) -> None:
        pass


class Analyst:
    """Finds the same faults in every hand."""

    def refusal(self, game: str, options: Any) -> str | None:
        return None if game.endswith("whist") else "Hands of this game cannot be counted out."

    async def analyse(
        self, game: str, options: Any, hand: int, trump: Any, tricks: Any, **_: Any
    ) -> Analysis:
        slips = []
        for trick in (tricks[2], tricks[4]):
            card, better = trick.cards[0].text, [trick.cards[1].text, trick.cards[2].text]
            slips.append(Slip(trick=trick.number, seat=trick.leader, card=card, loss=1, better=better))
        losses = [sum(slip.loss for slip in slips if slip.seat == seat) for seat in range(4)]
        unit = "points" if game == "bishops-whist" else "tricks"
        return Analysis(hand=hand, unit=unit, counted_from=2, best=4, made=3, losses=losses, slips=slips)


def person(number: int) -> Person:
    return Person(900 + number, NAMES[number])


class Maker:
    """Opens tables, plays at them, and keeps what is then so."""

    def __init__(self, database: Any) -> None:
        self.clock = Clock()
        self.store = SqlTableStore(database)
        self.people = SqlPeopleStore(database)
        self.posts = SqlPostStore(database)
        self.kept = SqlAnalysisStore(database)
        self.floor = Floor(self.store, self.clock, Dealer(), Nobody(), write_name)
        room = HouseRoom(Workers(0, warm_up))
        self.tables = Tables(self.floor, room, self.people, pause=0)
        self.analyses = Analyses(self.floor, Analyst(), self.kept, unasked=False)
        self.random = random.Random(1)
        self.about: dict[int, str] = {}

    async def open(
        self, about: str, key: str, people: Sequence[int], options: Any = None, **more: Any
    ) -> Live:
        lobby = self.tables.lobby
        live = await lobby.open(person(people[0]), GUILD, 100, key, options or {}, CLOCK, **more)
        self.about[live.table.id] = f"{key}: {about}"
        for number in people[1:]:
            live = await lobby.sit(live.table.id, person(number))
        return live

    async def start(self, live: Live, house: Sequence[str] = ()) -> Live:
        host = live.table.host_id
        for level in house:
            chair = next(i for i, seat in enumerate(live.table.seats) if seat.occupant is None)
            live = await self.tables.lobby.seat_house(live.table.id, host, False, chair, level)
        await self.tables.play.start(live.table.id, host)
        return await self.settled(live)

    async def settled(self, live: Live) -> Live:
        while following := tuple(self.tables.play._following.values()):
            await asyncio.gather(*following)
        return await self.floor.fresh(live.table.id)

    async def act(self, live: Live, seat: int, text: str) -> Live:
        user = live.table.seats[seat].user_id
        assert user, (self.about[live.table.id], seat)
        await self.tables.play.act(live.table.id, user, text, live.step)
        return await self.settled(live)

    async def play(
        self, live: Live, enough: Callable[[Live], bool], way: str = "hoyle", most: int = 4000
    ) -> Live:
        for _ in range(most):
            if not live.awaited or enough(live):
                return live
            seat = self.random.choice(live.awaited)
            legal = tuple(m for m in live.game.legal(live.state, seat) if str(m) != "concede")
            if way == "hoyle" and not any(str(m) == "honours" for m in legal):
                view = live.view(seat)
                move = player_for(live.table.game).choose(live.game, view, legal, self.random)
            else:
                ordinary = [m for m in legal if str(m) != "honours"]
                move = self.random.choice(ordinary or list(legal))
            live = await self.act(live, seat, str(move))
        raise AssertionError(f"never came: {self.about[live.table.id]}")

    async def deliver(self, live: Live, but: int) -> None:
        owed = await self.posts.owed(live.table.id)
        for post in owed[: len(owed) - but]:
            await self.posts.delivered(post, 5_000_000 + live.table.id * 1000 + post.number)

    async def shown(self, live: Live, behind: int = 0) -> None:
        table = live.table
        now, version = self.clock.now(), table.version - behind
        placard = Placard(table.id, table.channel_id, 6_000_000 + table.id, now, version, table.deals)
        await self.posts.save_placard(placard)
        for who in table.people:
            panel = Panel(
                table.id, who.user_id, 7_000 + who.user_id, 8_000_000 + who.user_id, table.deals, version
            )
            await self.posts.save_panel(panel)


def verbs(live: Live) -> set[str]:
    return {str(move).split()[0] for seat in live.awaited for move in live.game.legal(live.state, seat)}


def hand_begun(moves: int) -> Callable[[Live], bool]:
    """So many moves of players since the latest pack, and the rest of the hand to come."""

    def enough(live: Live) -> bool:
        texts = [entry.text for entry in reversed(live.log)]
        since = next((i for i, text in enumerate(texts) if text.startswith("deck")), 0)
        return since >= moves and live.table.deals >= 2

    return enough


def in_first(moves: int) -> Callable[[Live], bool]:
    return lambda live: live.step >= moves


async def every_game(make: Maker, key: str) -> None:
    """The points of a table's life that every game has."""
    game = GAMES[key]
    seats = len(game.seating(game.options({})))
    short = {} if key == "old-maid" else {"match": "game"}
    everybody = range(seats)

    # Waiting for players, with house rules, a house player and somebody asked to come.
    option = game.options_type.described()[-1]
    live = await make.open("lobby", key, [0], {**short, option.name: option.choices[-1].value})
    await make.tables.lobby.seat_house(live.table.id, 900, False, 1, "hoyle")
    if seats > 2:
        await make.tables.lobby.invite(live.table.id, 900, person(7))
        await make.tables.lobby.allow_hints(live.table.id, 900, False, False)

    # In the middle of a hand, all of them people; nothing delivered yet.
    options = {"partners": "cut"} if key.endswith("whist") else {}
    live = await make.open("people only, all posts owed", key, everybody, options)
    live = await make.play(await make.start(live), in_first(9))

    # In the middle of a later hand; delivered but for the last.
    live = await make.open("people only, a later hand", key, everybody)
    enough = in_first(14) if key == "old-maid" else hand_begun(8)
    live = await make.play(await make.start(live), enough)
    await make.deliver(live, but=1)
    await make.shown(live)

    # House players beside people, one of whom is away; somebody has taken over from the house.
    levels = [level.key for level in make.tables.lobby.levels(key)]
    mixed = [0, 1] if seats > 2 else [0]
    live = await make.open("house players and an absentee", key, mixed)
    live = await make.start(live, [levels[i % len(levels)] for i in range(seats - len(mixed))])
    live = await make.play(live, in_first(8))
    if seats > 2:
        chair = next(i for i, seat in enumerate(live.table.seats) if seat.user_id is None)
        await make.tables.lobby.sit(live.table.id, person(8), chair)
        live = await make.play(await make.settled(live), in_first(10))
        make.clock.time += CLOCK + 5
        await make.tables.play.tick(live.table.id)
        make.clock.time += CLOCK + 5
        await make.tables.play.tick(live.table.id)
        live = await make.settled(live)
        away = [seat.user_id for seat in live.table.seats if seat.away]
        assert away, live.table
        if key == "english-whist":
            live = await make.tables.play.come_back(live.table.id, away[0] or 0)
    await make.deliver(live, but=4)
    await make.shown(live, behind=1)

    # Finished, and opened again for another match.
    live = await make.open("finished", key, everybody, short)
    live = await make.play(await make.start(live), lambda live: False)
    assert live.table.status is Status.FINISHED
    if key.endswith("whist"):
        await make.analyses.post(live.table.id, 1)
    await make.deliver(live, but=0 if key == "bezique" else 3)
    await make.shown(live)
    again = await make.open(
        "opened again after a match", key, [1], dict(live.table.options), after=live.table
    )
    await make.deliver(again, but=0)

    # Cleared away in the middle of a hand.
    live = await make.open("closed", key, everybody, short)
    live = await make.play(await make.start(live), in_first(7))
    await make.tables.lobby.close(live.table.id, 900, False)
    await make.deliver(live, but=1)


async def special(make: Maker) -> None:
    """Points of single games."""
    # More people than chairs: who plays is cut for, and somebody waits.
    live = await make.open("five people, one waits", "english-whist", range(4))
    await make.tables.lobby.wait(live.table.id, person(4))
    live = await make.play(await make.start(live), in_first(12))
    assert live.table.waiting
    # Honours to be called before the next pack is cut.
    live = await make.open("honours may be called", "english-whist", range(4), {"honours": "called"})
    live = await make.play(await make.start(live), lambda live: "honours" in verbs(live), "random")
    assert "honours" in verbs(live)
    await make.deliver(live, but=1)
    # The dealer names trumps, for a knight was turned.
    live = await make.open("trumps to be named", "bishops-whist", range(4))
    live = await make.start(live)
    pack = live.state.turn_up.pack
    lift = next(i for i in range(5, 48) if pack[i].suit is None)
    live = await make.act(live, live.awaited[0], f"cut {lift}")
    assert verbs(live) == {"trump"}
    # A hand counted out while the next is played, its post owed.
    live = await make.open("an analysis owed in play", "bishops-whist", [0, 2], {"led_knight": "ten"})
    live = await make.play(await make.start(live, ["hoyle", "bob-short"]), hand_begun(6))
    await make.analyses.post(live.table.id, 1)
    # One may concede; the pack is to be cut.
    live = await make.open("before the cut", "american-whist", range(4), {"concession": True})
    await make.start(live)
    # Bezique: who deals is to be said; something is to be declared; something is kept to score.
    live = await make.open("the deal to be chosen", "bezique", [0, 1])
    live = await make.start(live)
    assert verbs(live) == {"dealer"}
    live = await make.open("declaring", "bezique", [2, 3], {"trumps": "declared"})
    live = await make.play(await make.start(live), lambda live: "declare" in verbs(live))
    assert "declare" in verbs(live)
    live = await make.open("something kept to score", "bezique", [0, 4], {"brisques": "at-the-end"})
    live = await make.play(await make.start(live), lambda live: "score" in verbs(live), "random")
    assert "score" in verbs(live)
    await make.deliver(live, but=3)
    live = await make.open("the end play", "bezique", [1, 5])
    live = await make.play(
        await make.start(live), lambda live: live.view(None).stock == 0 and "play" in verbs(live)
    )
    live = await make.act(live, live.awaited[0], str(live.game.legal(live.state, live.awaited[0])[0]))
    # Old Maid with pairs thrown by hand, six players.
    live = await make.open("pairs by hand", "old-maid", range(6), {"throw": "by-hand", "players": 6})
    live = await make.play(await make.start(live), in_first(6))
    live = await make.open("the stock to be drawn from", "matador", [0, 1], {"tiles": 4})
    await make.play(await make.start(live), lambda live: verbs(live) == {"draw"})


async def told_of(make: Maker, live: Live) -> dict[str, Any]:
    """What must still be so of the table after the migration."""
    table = live.table
    begun = live.state is not None
    told: dict[str, Any] = {
        "about": make.about[table.id],
        "game": table.game,
        "status": table.status.value,
        "options": dict(table.options),
        "host": table.host_id,
        "version": table.version,
        "deals": table.deals,
        "deadline": table.deadline,
        "turn_seconds": table.turn_seconds,
        "hints": table.hints,
        "invited": list(table.invited),
        "waiting": [[who.user_id, who.name] for who in table.waiting],
        "rubbers": {str(user): number for user, number in table.rubbers.items()},
        "seats": [_seat(seat) for seat in table.seats],
        "moves": live.step,
        "last_move": live.log[-1].text if live.log else None,
        "seals": [[e.number, e.seal.salt, e.seal.sha256] for e in live.log if e.seal],
        "awaited": list(live.awaited),
        "legal": [[str(m) for m in live.game.legal(live.state, s)] for s in range(len(table.seats))]
        if begun
        else None,
        "events_sha256": _events(live) if begun else None,
        "owed": [
            {**asdict(post), "mentions": list(post.mentions)} for post in await make.posts.owed(table.id)
        ],
    }
    placard = await make.posts.placard(table.id)
    told["placard"] = asdict(placard) if placard else None
    told["panels"] = [asdict(panel) for panel in await make.posts.panels(table.id)]
    told["analyses"] = [kept.model_dump() for kept in await make.kept.analyses(table.id)]
    return told


def _seat(seat: Any) -> dict[str, Any]:
    occupant = asdict(seat.occupant) if seat.occupant else {}
    return {**occupant, "away": seat.away}


def _events(live: Live) -> str:
    names = [str(number) for number in range(len(live.table.seats))]
    moves = [(entry.seat, entry.text) for entry in live.log]
    options = dict(live.table.options)
    record = Record(
        format="cardinal-record/1", game=live.table.game, options=options, seats=names, moves=moves
    )
    lines = (json.dumps(h.event.to_json(h.names), ensure_ascii=False) for h in play_record(record))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


async def make_database(folder: Path) -> None:
    """Write both files."""
    path = folder / "before.db"
    path.unlink(missing_ok=True)
    database = await open_database(f"sqlite+aiosqlite:///{path}")
    make = Maker(database)
    for habits in (
        Habits(900, dm=False),
        Habits(901, dm_closed=True, pictures=False),
        Habits(902, pictures=False),
        Habits(903, dm=False, pictures=False),
    ):
        await make.people.save_habits(habits)
    for key in GAMES:
        await every_game(make, key)
    await special(make)
    await make.people.save_habits(Habits(904, play_forced=True))
    await make.tables.play.settle()
    whole = {
        "revision": database.revision,
        "tables": {str(i): await told_of(make, await make.floor.fresh(i)) for i in make.about},
        "settings": [asdict(await make.people.habits(900 + number)) for number in range(len(NAMES))],
        "leaderboard": [
            asdict(line)
            for partnerships in (False, True)
            for line in await make.people.leaderboard(
                GUILD, game=None, since=None, partnerships=partnerships, limit=50
            )
        ],
        "records": {
            str(900 + n): [
                [k, asdict(line)] for k, line in await make.people.record_of(900 + n, guild_id=GUILD)
            ]
            for n in range(4)
        },
        "given_away": {
            str(900 + n): [asdict(line) for line in await make.kept.given_away(900 + n, guild_id=GUILD)]
            for n in range(4)
        },
        "behind": list(await make.posts.behind()),
    }
    await database.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    (folder / "before.json").write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n")
    owed = [post["kind"] for table in whole["tables"].values() for post in table["owed"]]
    print(f"{len(make.about)} tables, {path.stat().st_size:,} bytes, owed: {sorted(set(owed))}")


if __name__ == "__main__":
    asyncio.run(make_database(Path(sys.argv[1])))
