"""The first hands of every game under every answer to every option, as records with digests of what followed.

    python -m tests.golden.hands

writes `hands/<game>.jsonl` anew. From 1.0.0 on, records and the events they bring about stay as they are:
where a line changes, the rules or a format that others read have changed, and CHANGELOG says so.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.rules.game import AnyGame
from bot.rules.records.record import Record, play_record
from bot.rules.registry import GAMES
from tests.rules.matches import names_of, option_sets
from tests.rules.play import random_match

FOLDER = Path(__file__).parent / "hands"
MOVES = 70
"""How much of a match is kept."""


def written(game: AnyGame, chosen: dict[str, Any]) -> Record:
    """The beginning of a random match under those answers."""
    options = game.options(chosen)
    steps = random_match(game, options, None, 1, MOVES)
    return Record(
        format="cardinal-record/1",
        game=game.key,
        options=chosen,
        seats=list(names_of(game, options).seats),
        moves=[(step.seat, str(step.move)) for step in steps],
    )


def digests(record: Record) -> dict[str, str]:
    """Two hexadecimal digits for each event, and two for the legal moves before each move."""
    events = (happening.event.to_json(happening.names) for happening in play_record(record))
    return {
        "events": "".join(_digest(json.dumps(event, ensure_ascii=False)) for event in events),
        "legal": "".join(map(_digest, _legal(record))),
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:2]


def _legal(record: Record) -> Iterator[str]:
    game = GAMES[record.game]
    state = game.begin(game.options(record.options), record.dealer)
    for seat, text in record.moves:
        due = game.to_act(state)
        seats = due if isinstance(due, tuple) else ()
        yield " / ".join(", ".join(sorted(map(str, game.legal(state, each)))) for each in seats)
        state = game.apply(state, seat, game.parse(text)).state


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for key, game in GAMES.items():
        records = [written(game, chosen) for chosen in option_sets(game)]
        lines = [
            json.dumps(
                {"record": record.model_dump(mode="json", exclude_defaults=True), **digests(record)},
                ensure_ascii=False,
                separators=(",", ":"),
            )
            for record in records
        ]
        (FOLDER / f"{key}.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
