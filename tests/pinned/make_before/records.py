"""Made tests/pinned/records/, with the code of commit 684d182 and no other.

    git worktree add BEFORE 684d182
    PYTHONPATH=BEFORE python tests/pinned/make_before/records.py tests/pinned/records

The records pin what the rules did before the redesign; made again with later code they pin nothing.
Every seed is fixed: the same code makes the same files.
"""

import hashlib
import itertools
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.house.registry import player_for
from bot.rules.errors import RuleError
from bot.rules.game import Chance
from bot.rules.record import Record, Seal, play_record, read_record, seal_digest
from bot.rules.registry import GAMES

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo")
MOST_MOVES = {"bezique": 1200, "old-maid": 400, "matador": 500}
WHOLE_EVENTS = 12_000
"""Events are written out, at most of three records a game, if they are no more bytes than this."""

PENALTIES = {
    "american-whist": [f"{o} {{}} {w}" for o in ("revoke", "offence") for w in ("add", "deduct")],
    "english-whist": [f"revoke {{}} {w}" for w in ("add", "deduct", "tricks")],
    "bishops-whist": ["exposed {}", "revoke {}"],
}


@dataclass
class Plan:
    """One record to be made."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    way: str = "random"
    ties: bool = False
    penalties: float = 0.0
    concede: float = 0.02
    dealer: int | None = None
    sealed: bool = False
    most: int = 0


def plans(key: str) -> Iterator[Plan]:
    """What is to be made of a game."""
    described = GAMES[key].options_type.described()
    short = {} if key == "old-maid" else {"match": "game"}
    if key in ("old-maid", "matador"):
        answers = [[(o.name, c.value) for c in o.choices] for o in described]
        for chosen in itertools.product(*answers):
            for way in ("random", "hoyle"):
                yield Plan(key, _changed(key, dict(chosen)), way)
        for seat in range(2):
            yield Plan(key, {}, "hoyle", dealer=seat, sealed=True)
        return
    ways = ("random", "hoyle") if key != "bezique" else ("random", "hoyle", "eager", "hoyle")
    most = 0
    for way in ways:
        yield Plan(key, {}, way, sealed=way == "random", most=2500)
        yield Plan(key, dict(short), way)
    for option in described:
        for choice in option.choices:
            if choice.value == option.default or option.name == "match":
                continue
            chosen = {**short, **_needed(key, option.name), option.name: choice.value}
            for way in ways:
                yield Plan(key, chosen, way, penalties=0.01 * (way == "random"), most=most)
    for seat in range(2 if key == "bezique" else 4):
        yield Plan(key, dict(short), "hoyle", dealer=seat, most=120)
    rng = random.Random(f"{key}/combinations")
    for number in range(8):
        chosen = {o.name: rng.choice(o.choices).value for o in described}
        chosen["match"] = "game" if number % 4 else chosen["match"]
        way = ("hoyle", "random", "eager" if key == "bezique" else "random")[number % 3]
        yield Plan(key, _changed(key, chosen), way, ties=True, penalties=0.02 * (way == "random"))
    yield from _special(key, short)


def _special(key: str, short: dict[str, Any]) -> Iterator[Plan]:
    if key == "bezique":
        for trumps, brisques in itertools.product(("turned", "declared"), ("at-once", "at-the-end")):
            for seven in ("alone", "besides"):
                chosen = _changed(key, {**short, "trumps": trumps, "brisques": brisques, "seven": seven})
                for _ in range(3):
                    yield Plan(key, chosen, "eager", ties=True)
        for out in ("wins", "play-on"):
            for _ in range(4):
                yield Plan(key, _changed(key, {**short, "out": out}), "hoyle")
        for way in ("random", "hoyle", "eager"):
            yield Plan(key, dict(short), way, most=75)
        return
    for partners in ("choice", "cut"):
        for _ in range(4):
            yield Plan(key, _changed(key, {**short, "partners": partners}), "random", ties=True, most=90)
    for share in (0.005, 0.02, 0.05):
        for _ in range(3):
            yield Plan(key, dict(short), "random", penalties=share)
    if key == "american-whist":
        for at_seven in ("play-on", "stop"):
            for share in (0.005, 0.03):
                for fouls in (0.0, 0.02):
                    chosen = _changed(key, {**short, "concession": True, "at_seven": at_seven})
                    yield Plan(key, chosen, "random", penalties=fouls, concede=share)
        for below in (True, False):
            chosen = _changed(key, {**short, "scores_below_zero": below, "at_seven": "stop"})
            yield Plan(key, chosen, "hoyle", penalties=0.03)
    if key == "bishops-whist":
        for tie, below in itertools.product(("another-hand", "void"), (True, False)):
            for _ in range(2):
                chosen = _changed(key, {**short, "tie": tie, "scores_below_zero": below})
                yield Plan(key, chosen, "random", penalties=0.03)
    if key == "english-whist":
        for length, honours in itertools.product(("short", "long"), ("scored", "called")):
            for below in (False, True):
                base = {**short, "length": length, "honours": honours, "revoke_below_zero": below}
                for fouls in (0.0, 0.02):
                    yield Plan(key, _changed(key, base), "random", penalties=fouls)
        for honours in ("scored", "called"):
            for _ in range(11):
                chosen = {**short, "length": "long", "honours": honours, "ask_at_eight": True}
                yield Plan(key, _changed(key, chosen), "random")
        for treble, long_games in itertools.product(("none", "one"), ("alike", "double")):
            for length in ("short", "long"):
                chosen = {"length": length, "treble": treble, "long_games": long_games}
                yield Plan(key, _changed(key, chosen), "random", most=2000)


def _needed(key: str, name: str) -> dict[str, Any]:
    # An answer that means something only beside another one.
    if key == "english-whist" and name in ("long_games", "ask_at_eight"):
        return {"length": "long"}
    return {}


def _changed(key: str, chosen: dict[str, Any]) -> dict[str, Any]:
    return GAMES[key].options(chosen).to_mapping()


def make(plan: Plan, rng: random.Random) -> Record:
    """The record of a match played so."""
    game = GAMES[plan.game]
    options = game.options(plan.options)
    seating = game.seating(options)
    state = game.begin(options, plan.dealer)
    moves: list[tuple[int | None, str]] = []
    seals: list[Seal] = []
    hoyle = player_for(plan.game, "hoyle")
    while len(moves) < (plan.most or MOST_MOVES.get(plan.game, 900)):
        due = game.to_act(state)
        if due == ():
            break
        if isinstance(due, Chance):
            seat, text = None, _chance(due, plan, rng)
            if due.secret and plan.sealed:
                salt = f"{rng.getrandbits(128):032x}"
                seals.append(Seal(move=len(moves), salt=salt, sha256=seal_digest(salt, text)))
        else:
            assert isinstance(due, tuple)
            seat = rng.choice(due)
            text = _chosen(plan, game, state, seat, hoyle, rng)
            if plan.game in PENALTIES and rng.random() < plan.penalties:
                foul = f"penalty {rng.choice(PENALTIES[plan.game]).format(rng.randrange(4))}"
                try:
                    game.apply(state, None, game.parse(foul))
                    seat, text = None, foul
                except RuleError:
                    pass
        state = game.apply(state, seat, game.parse(text)).state
        moves.append((seat, text))
    return Record(
        format="cardinal-record/1",
        game=plan.game,
        options=plan.options,
        seats=list(NAMES[: len(seating)]),
        dealer=plan.dealer,
        moves=moves,
        seals=seals,
    )


def _chance(due: Chance, plan: Plan, rng: random.Random) -> str:
    pieces = list(due.pieces)
    if plan.ties and not due.secret and due.verb == "draw":
        # Cards of few ranks, so that many cut equal.
        ranks = rng.sample(sorted({piece[0] for piece in pieces}), 2)
        pieces = [piece for piece in pieces if piece[0] in ranks]
    return " ".join((due.verb, *rng.sample(pieces, due.take)))


def _chosen(plan: Plan, game: Any, state: Any, seat: int, hoyle: Any, rng: random.Random) -> str:
    legal = game.legal(state, seat)
    texts = [str(move) for move in legal]
    if "ask" in texts and rng.random() < 0.7:
        return "ask"
    if "concede" in texts:
        if rng.random() < plan.concede:
            return "concede"
        texts.remove("concede")
    if "honours" in texts:
        return "honours" if len(texts) == 1 or rng.random() < 0.6 else rng.choice(texts[1:])
    if plan.way == "hoyle":
        view = game.view(state, seat)
        return str(hoyle.choose(game, view, tuple(m for m in legal if str(m) != "concede"), rng))
    if plan.way == "eager":
        better = [text for text in texts if text != "take"]
        if "take" in texts and better and rng.random() < 0.95:
            return rng.choice(better)
        # Low cards first: kings, queens, knaves and aces stay for declaring.
        low = [text for text in texts if text.startswith("play") and text[5] in "789T"]
        if low and rng.random() < 0.8:
            return rng.choice(low)
    return rng.choice(texts)


def events_of(record: Record) -> list[str]:
    """The lines that `replay --json` prints."""
    return [
        json.dumps(happening.event.to_json(happening.names), ensure_ascii=False)
        for happening in play_record(record)
    ]


def digest(event: str, digits: int = 4) -> str:
    """Enough of an event to see the first that differs."""
    return hashlib.sha256(event.encode()).hexdigest()[:digits]


def legal_before(record: Record) -> Iterator[str]:
    """Before each move of the record: what every awaited seat could do, in order of the alphabet."""
    game = GAMES[record.game]
    state = game.begin(game.options(record.options), record.dealer)
    for seat, text in record.moves:
        due = game.to_act(state)
        seats = due if isinstance(due, tuple) else ()
        yield " / ".join(", ".join(sorted(map(str, game.legal(state, awaited)))) for awaited in seats)
        state = game.apply(state, seat, game.parse(text)).state


def main(folder: Path) -> None:
    """Write one file a game."""
    for key in GAMES:
        lines, written, used = [], 0, set[tuple[Any, ...]]()
        for number, plan in enumerate(plans(key)):
            rng = random.Random(f"{key}/{number}")
            record = read_record(make(plan, rng).model_dump_json())
            events = events_of(record)
            whole = "\n".join(events)
            line: dict[str, Any] = {
                "id": f"{key}/{number:03}-{plan.way}",
                "record": record.model_dump(exclude_defaults=True),
                "events_sha256": hashlib.sha256(whole.encode()).hexdigest(),
                "digests": "".join(map(digest, events)),
                "legal": "".join(digest(legal, 2) for legal in legal_before(record)),
            }
            kind = (plan.way, bool(plan.penalties))
            if len(whole.encode()) <= WHOLE_EVENTS and written < 3 and kind not in used:
                line["events"] = [json.loads(event) for event in events]
                written += 1
                used.add(kind)
            lines.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
        path = folder / f"{key}.jsonl"
        path.write_text("\n".join(lines) + "\n")
        print(f"{path.name}: {len(lines)} records, {path.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
