"""`docs/privacy.md` describes every column."""

import re
from pathlib import Path

from storage.schema.metadata import metadata

PAGE = Path(__file__).parents[1] / "docs" / "privacy.md"


def named() -> dict[str, list[str]]:
    columns: dict[str, list[str]] = {}
    table = ""
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and (listed := re.findall(r"`(\w+)`", cells[1])):
            table = cells[0].strip("`") or table
            columns.setdefault(table, []).extend(listed)
    return columns


def test_every_column_of_the_schema_is_named_once_and_no_other() -> None:
    schema = {table.name: sorted(table.c.keys()) for table in metadata.sorted_tables}
    assert {table: sorted(columns) for table, columns in named().items()} == schema
