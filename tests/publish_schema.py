"""Writes docs/*.schema.json from the models of records: `python -m tests.publish_schema`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from bot.rules.records.board_record import BoardRecord, SessionRecord
from bot.rules.records.record import Record

DOCS: Final = Path(__file__).parents[1] / "docs"
PUBLISHED: Final[Mapping[str, type[BaseModel]]] = {
    "record.schema.json": Record,
    "board.schema.json": BoardRecord,
    "session.schema.json": SessionRecord,
}
"""The models, by the file names of their schemas."""


def schema(name: str) -> dict[str, Any]:
    return PUBLISHED[name].model_json_schema()


if __name__ == "__main__":
    for name in PUBLISHED:
        (DOCS / name).write_text(json.dumps(schema(name), indent=1) + "\n")
