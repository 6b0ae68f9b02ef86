"""Writes docs/record.schema.json from the record model: `python -m tests.publish_schema`."""

import json
from pathlib import Path

from bot.rules.record import Record

if __name__ == "__main__":
    path = Path(__file__).parents[1] / "docs" / "record.schema.json"
    path.write_text(json.dumps(Record.model_json_schema(), indent=1) + "\n")
