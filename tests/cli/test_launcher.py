"""`./cardinal`: what it installs, and every command line that the documents show."""

import gettext
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import _COMMANDS, main
from tests.databases import migrated

ROOT = Path(__file__).parents[2]
POSTGRESQL = "postgresql+asyncpg://cardinal:pa$s'\"word@db/cardinal"
SQLITE = "sqlite+aiosqlite:///cardinal.db"
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
UNITS = sorted((ROOT / "deploy").glob("*.service"))

_SHOWN = re.compile(r"(?:\./|/opt/cardinal/)cardinal((?: (?:\\\n *)?[^\s`#(&]+)+)")

STARTED = {
    "run": (78, "run: CARDINAL_TOKEN is not set"),
    "work": (78, "work: "),
    "sync-commands": (78, "sync-commands: CARDINAL_TOKEN is not set"),
    "doctor": (1, ""),
    "sandbox": (0, ""),
}
"""The status and the error of the commands that cannot do all their work without Discord."""


def documented() -> list[str]:
    """The arguments of each `./cardinal` in the documents and units, without brackets and repetition."""
    found = {
        " ".join(re.sub(r"\\\n|[][]", " ", arguments).split()): None
        for path in (*DOCUMENTS, *UNITS)
        for arguments in _SHOWN.findall(path.read_text())
    }
    return list(found)


def environment(settings: dict[str, str] | None = None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CARDINAL_", "PYTHON"))}
    return {**kept, **(settings or {})}


def launch(
    tree: Path, *arguments: str, cwd: Path | None = None, settings: dict[str, str] | None = None
) -> tuple[int, str, str]:
    """The command's status, output and errors. The sandbox is stopped once it is ready."""
    with subprocess.Popen(
        [str(tree / "cardinal"), *arguments],
        cwd=cwd or tree,
        env=environment(settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        if "--no-open" in arguments:
            assert process.stdout
            assert "Cardinal is ready: http://127.0.0.1:" in process.stdout.readline()
            process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout without an `.env` that belongs to somebody, with a database that holds nothing."""
    folder = tmp_path / "a tree"
    folder.mkdir()
    shutil.copy(ROOT / "cardinal", folder)
    for name in ("bot", "cogs", "storage", "locales", "requirements"):
        (folder / name).symlink_to(ROOT / name)
    (folder / ".venv").symlink_to(Path(sys.prefix))
    (folder / "cardinal.db").write_bytes(migrated())
    return folder


def test_the_documents_show_every_command_and_no_other() -> None:
    shown = {line.split()[0] for line in documented()}
    assert shown - {"COMMAND", "--setup", "--help", "--version"} == set(_COMMANDS)


def test_no_document_and_no_text_shows_another_way() -> None:
    texts = [*DOCUMENTS, *UNITS, ROOT / ".env.example", ROOT / "Containerfile", ROOT / "compose.yaml"]
    for path in (
        *texts,
        *(path for name in ("bot", "cogs", "storage") for path in (ROOT / name).rglob("*.py")),
    ):
        assert "python -m bot" not in path.read_text(), path


@pytest.mark.parametrize("line", documented())
def test_every_command_line_in_the_documents_works(tree: Path, line: str) -> None:
    if line.startswith("restore"):
        assert launch(tree, "backup", "held")[0] == 0
        (tree / "cardinal.db").unlink()
    record = ROOT / "tests/golden/specimen-hand.json"
    placeholders = {
        "COMMAND": "run",
        "FROM": SQLITE,
        "TO": "sqlite+aiosqlite:///other.db",
        "ID": "81384788765712384",
        "CHANNEL": "81384788765712384",
        "KEY": "american-whist",
        "FILE": str(record) if line.startswith("replay") else "held",
        "500": "2",
        "/var/lib/cardinal/backups/new.db": "held",
        "N": "2",
    }
    words = [placeholders.get(word, word) for word in shlex.split(line)]
    if words[0] == "sandbox":
        words += ["--port", "0", "--no-open"]
    if words[0] in ("match", "solve"):
        # Another tree would compile all native code anew.
        assert main(words) == 0
        return
    status, out, err = launch(tree, *words, settings={"CARDINAL_HOUSE_WORKERS": "0"})
    assert "Traceback" not in err
    expected, said = (0, "") if {"--help", "--version"} & {*words} else STARTED.get(words[0], (0, ""))
    assert (status, err[: len(said)]) == (expected, said), (out, err)
    assert out or err or words[0] in ("--setup", "sandbox")


def test_files_are_those_where_it_was_called_and_settings_those_of_its_folder(tree: Path, tmp_path: Path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "link").symlink_to(tree / "cardinal")
    (tree / ".env").write_text("CARDINAL_HOUSE_PAUSE=soon\n")
    _, _, err = launch(tree, "migrate", cwd=elsewhere)
    assert "CARDINAL_HOUSE_PAUSE" in err
    (tree / ".env").unlink()
    done = subprocess.run(
        [tmp_path / "link", "backup", "held"],
        cwd=elsewhere,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert os.listdir(elsewhere) == ["held"]


# What it installs: with an interpreter that notes what it is asked to do.


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "cardinal", tmp_path)
    (tmp_path / "requirements").mkdir()
    for name in ("run", "postgres", "sandbox", "dev", "bench"):
        (tmp_path / f"requirements/{name}.txt").write_text("")
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / ".venv/pyvenv.cfg").write_text("")
    python = tmp_path / ".venv/bin/python"
    python.write_text('#!/bin/sh\necho "$*"\n')
    python.chmod(0o755)
    return tmp_path


def installed(tree: Path, *arguments: str, database_url: str | None = None) -> str | None:
    settings = None if database_url is None else {"CARDINAL_DATABASE_URL": database_url}
    status, out, err = launch(tree, *arguments, settings=settings)
    assert status == 0, err
    found = re.search(r"-m pip install .*--require-hashes -r requirements/(\w+)\.txt\n", out)
    return found and found.group(1)


@pytest.mark.parametrize(
    ("variable", "dotenv", "name"),
    [
        (None, None, "run"),
        (None, "DISCORD_TOKEN=x\n", "run"),
        (None, f"CARDINAL_DATABASE_URL={SQLITE}\n", "run"),
        (None, f"CARDINAL_DATABASE_URL={POSTGRESQL}\n", "postgres"),
        (None, f"  export cardinal_database_url = '{POSTGRESQL}'\nCARDINAL_TIMEZONE=UTC\n", "postgres"),
        (None, f"# CARDINAL_DATABASE_URL={POSTGRESQL}\n", "run"),
        (None, f"CARDINAL_DATABASE_URL={POSTGRESQL}\nCARDINAL_DATABASE_URL={SQLITE}\n", "run"),
        (POSTGRESQL, None, "postgres"),
        (SQLITE, f"CARDINAL_DATABASE_URL={POSTGRESQL}\n", "run"),
        ("", f"CARDINAL_DATABASE_URL={POSTGRESQL}\n", "postgres"),
    ],
)
def test_the_driver_is_installed_where_the_url_asks_for_it(
    bare: Path, variable: str | None, dotenv: str | None, name: str
) -> None:
    if dotenv is not None:
        (bare / ".env").write_text(dotenv)
    for command in ("run", "migrate", "doctor"):
        (bare / f".venv/.{name}").unlink(missing_ok=True)
        assert installed(bare, command, database_url=variable) == name


def test_the_driver_is_installed_where_a_file_with_the_url_asks_for_it(bare: Path) -> None:
    (bare / "a url").write_text(f"{POSTGRESQL}\n")
    (bare / ".env").write_text("CARDINAL_DATABASE_URL=\nCARDINAL_DATABASE_URL_FILE='a url'\n")
    assert installed(bare, "run") == "postgres"


def test_the_driver_is_installed_for_a_database_to_move_to(bare: Path) -> None:
    assert installed(bare, "move-database", SQLITE, POSTGRESQL) == "postgres"


def test_packages_are_installed_once_until_they_change(bare: Path) -> None:
    assert installed(bare, "sandbox") == "sandbox"
    assert installed(bare, "sandbox") is None
    assert installed(bare, "run") is None, "they are among the others"
    later = time.time() + 60
    os.utime(bare / "requirements/sandbox.txt", (later, later))
    assert installed(bare, "run") is None
    assert installed(bare, "sandbox") == "sandbox"


@pytest.fixture
def source(bare: Path) -> Path:
    """A catalogue of a tree with Python and Babel."""
    (bare / ".venv/.run").touch()
    (bare / ".venv/bin/pybabel").symlink_to(Path(sys.prefix) / "bin/pybabel")
    (bare / ".venv/bin/python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    path = bare / "locales/fr/LC_MESSAGES/messages.po"
    path.parent.mkdir(parents=True)
    path.write_text(CATALOGUE)
    return path


CATALOGUE = r"""
msgid ""
msgstr ""
"Language: fr\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgctxt "button"
msgid "Deal"
msgstr "Donner"

msgctxt "button"
msgid "Play"
msgstr ""

#, fuzzy
msgid "Trick"
msgstr "Truc"

msgid "{number} trick"
msgid_plural "{number} tricks"
msgstr[0] "{number} levée"
msgstr[1] "{number} levées"

msgid "{number} card"
msgid_plural "{number} cards"
msgstr[0] ""
msgstr[1] ""
"""


def test_catalogues_are_compiled_where_they_have_changed(bare: Path, source: Path) -> None:
    assert "Compiling" in launch(bare, "--catalogues")[2]
    (made,) = source.parent.glob("*.mo*")
    assert launch(bare, "--catalogues") == (0, "", "")
    found = gettext.translation("messages", bare / "locales", ["fr"])
    assert found.pgettext("button", "Deal") == "Donner"
    assert found.ngettext("{number} trick", "{number} tricks", 0) == "{number} levée"
    assert found.pgettext("button", "Play") == "Play", "English where there is no translation"
    assert found.gettext("Trick") == "Trick", "nor anything that is not sure"
    assert found.ngettext("{number} card", "{number} cards", 2) == "{number} cards"
    source.write_text(CATALOGUE.replace("Donner", "Distribuer"))
    os.utime(made, (1, 1))
    assert launch(bare, "--setup", "run")[0] == 0
    assert b"Distribuer" in made.read_bytes()


def test_every_command_compiles_catalogues_first(bare: Path, source: Path) -> None:
    (bare / "bot").mkdir()
    (bare / "bot/__main__.py").write_text("import pathlib; print(*pathlib.Path('locales').rglob('*.mo'))")
    assert launch(bare, "run")[1] == "locales/fr/LC_MESSAGES/messages.mo\n"


def test_a_catalogue_that_cannot_be_compiled_is_named_and_the_old_one_stays(bare: Path, source: Path) -> None:
    made = source.with_suffix(".mo")
    made.write_text("old")
    os.utime(made, (1, 1))
    source.write_text(CATALOGUE + '\n#, python-format\nmsgid "%(n)d"\nmsgstr "%(m)d"')
    status, _, err = launch(bare, "--catalogues")
    assert status == 1
    assert err.endswith("cardinal: locales/fr/LC_MESSAGES/messages.po has errors\n")
    assert made.read_text() == "old"


def test_arguments_arrive_as_they_were(bare: Path) -> None:
    installed(bare, "run")
    assert launch(bare, "solve", "--deal", "S:A2.K  *")[1] == "-m bot solve --deal S:A2.K  *\n"


@pytest.mark.parametrize("setting", ["no-such-python", "/bin/false"])
def test_without_a_python_it_says_what_is_needed(bare: Path, setting: str) -> None:
    shutil.rmtree(bare / ".venv")
    status, out, err = launch(bare, "run", settings={"PYTHON": setting})
    assert (status, out) == (1, "")
    assert err.startswith("cardinal: Python 3.11 or newer is needed, and ")
    assert not (bare / ".venv").exists()


def test_a_set_that_does_not_exist_is_refused(bare: Path) -> None:
    assert launch(bare, "--setup", "all")[0] == 1


def targets() -> Iterator[str]:
    for target in ("play", "run", "migrate"):
        done = subprocess.run(
            ["make", "--dry-run", target],
            cwd=ROOT,
            env={
                name: value
                for name, value in os.environ.items()
                if not name.startswith(("MAKE", "MFLAGS", "ARGS"))
            },
            capture_output=True,
            text=True,
            check=True,
        )
        yield done.stdout.strip()


def test_make_uses_it() -> None:
    assert list(targets()) == ["./cardinal sandbox", "./cardinal run", "./cardinal migrate"]
