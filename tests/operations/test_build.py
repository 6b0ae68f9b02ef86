"""Which revision a source tree is at."""

from pathlib import Path

import pytest

from bot.operations.build import revision_of

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("files", "revision"),
    [
        ({"REVISION": f"{COMMIT}\n"}, COMMIT[:12]),
        ({"REVISION": "unknown\n"}, "unknown"),
        ({".git/HEAD": f"{COMMIT}\n"}, COMMIT[:12]),
        ({".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": f"{COMMIT}\n"}, COMMIT[:12]),
        (
            {
                ".git/HEAD": "ref: refs/heads/main\n",
                ".git/packed-refs": f"# pack-refs with: peeled\n{40 * '0'} refs/heads/maintained\n"
                f"{COMMIT} refs/heads/main\n",
            },
            COMMIT[:12],
        ),
        ({".git/HEAD": "ref: refs/heads/gone\n", ".git/packed-refs": ""}, "unknown"),
        ({".git": "gitdir: elsewhere"}, "unknown"),
        ({}, "unknown"),
    ],
)
def test_the_revision_is_that_of_the_image_or_of_the_checkout(
    tmp_path: Path, files: dict[str, str], revision: str
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert revision_of(tmp_path) == revision
