"""The documents agree with the project."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from bot.settings import PREFIX, Settings
from tests.publish_schema import PUBLISHED, schema
from tools import pictures

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_schemas_are_those_of_the_records(name: str) -> None:
    published = json.loads((ROOT / "docs" / name).read_text())
    assert published == schema(name), "run: python -m tests.publish_schema"


def test_the_readme_names_every_setting_and_no_other() -> None:
    named = {
        line.split("`")[1]
        for line in (ROOT / "README.md").read_text().splitlines()
        if line.startswith("| `CARDINAL_")
    }
    assert named == {PREFIX + name.upper() for name in Settings.model_fields}


def test_every_picture_that_is_shown_is_there_and_taken_by_make_pictures() -> None:
    shown = set()
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for named in re.findall(r"!\[[^]]*\]\(([^)]+)\)|<img[^>]* src=\"([^\"]+)\"", page.read_text()):
            path = (page.parent / "".join(named)).resolve()
            assert path.stat().st_size > 1000, f"{page.name} shows {path.name}"
            shown.add(path)
    taken = {path for path in shown if path.parent == pictures.FOLDER}
    assert {path.stem for path in taken} == set(pictures.NAMES)
    assert {path.name for path in pictures.FOLDER.iterdir()} == {f"{name}.png" for name in pictures.NAMES}
    assert max(path.stat().st_size for path in taken) <= pictures.LARGEST_BYTES


def test_the_guide_for_contributors_names_every_contract_and_every_part() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text()
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    for contract in contracts:
        if "->" in contract["name"]:
            assert f"\n{contract['name']}\n" in guide
    parts = {f"bot/{path.parent.name}" for path in (ROOT / "bot").glob("*/__init__.py")}
    assert not {part for part in parts if f"\n{part} " not in guide}
    for name in re.findall(r"`((?:bot|cogs|storage|tests|tools|docs)/[\w/.-]+)`", guide):
        assert (ROOT / name).exists(), name
