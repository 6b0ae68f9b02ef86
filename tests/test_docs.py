"""What is written about the project, held against the project."""

import json
from pathlib import Path

from bot.rules.record import Record
from bot.settings import PREFIX, Settings

ROOT = Path(__file__).parents[1]


def test_the_published_schema_is_that_of_the_records() -> None:
    published = json.loads((ROOT / "docs" / "record.schema.json").read_text())
    assert published == Record.model_json_schema(), "run: python -m tests.publish_schema"


def test_the_readme_names_every_setting_and_no_other() -> None:
    named = {
        line.split("`")[1]
        for line in (ROOT / "README.md").read_text().splitlines()
        if line.startswith("| `CARDINAL_")
    }
    assert named == {PREFIX + name.upper() for name in Settings.model_fields}


def test_the_picture_in_the_readme_is_there() -> None:
    assert (ROOT / "docs" / "table.png").stat().st_size > 10_000
