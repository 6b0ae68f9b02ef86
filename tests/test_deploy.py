"""Containerfile, compose.yaml and the systemd units, as far as we can check them without an engine."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot import __version__
from bot.__main__ import _COMMANDS
from bot.metrics import REGISTRY
from bot.settings import PREFIX, Settings, SettingsError
from tools import dashboard

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

ROOT = Path(__file__).parents[1]
UNITS = sorted((ROOT / "deploy").glob("*.service"))
WORKFLOWS = sorted((ROOT / ".github/workflows").iterdir())
FILES = [
    *(ROOT / name for name in ("Containerfile", "compose.yaml", "compose.build.yaml", ".dockerignore")),
    *(ROOT / "deploy").iterdir(),
    *WORKFLOWS,
]
SETTINGS = {PREFIX + name.upper() for name in Settings.model_fields}


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"^#.*\n", "", (ROOT / "Containerfile").read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return [
        (name, " ".join(rest.split())) for name, _, rest in (line.partition(" ") for line in lines) if name
    ]


def of(name: str) -> list[str]:
    return [rest for found, rest in instructions() if found == name]


def composed(name: str = "compose.yaml") -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / name).read_text())
    return found


def unit(path: Path) -> dict[str, dict[str, list[str]]]:
    """The sections of a unit, whose keys may occur more than once."""
    sections: dict[str, dict[str, list[str]]] = {}
    current: dict[str, list[str]] = {}
    for line in path.read_text().splitlines():
        if line.startswith("["):
            current = sections.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            current.setdefault(key, []).append(value)
    return sections


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_package_host_and_no_secret_is_named(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"https?://(?!127\.0\.0\.1)|index-url|find-links|trusted-host", text)
    assert not re.search(r"TOKEN=\S", text.replace("CARDINAL_TOKEN=…", "")), "a token"


def test_the_image_has_instructions_that_there_are() -> None:
    known = {"ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "FROM", "HEALTHCHECK", "LABEL", "RUN", "STOPSIGNAL"}
    assert {name for name, _ in instructions()} <= {*known, "USER", "VOLUME", "WORKDIR"}
    assert of("FROM") == ["${BASE} AS build", "${BASE}"]
    assert re.fullmatch(r"BASE=python:3\.\d+-slim@sha256:[0-9a-f]{64}", of("ARG")[0])


def test_everything_that_is_copied_is_there_and_let_through() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in ignored, "nothing is let in that is not named"
    for copied in of("COPY"):
        if copied.startswith("--from=build"):
            continue
        *sources, _ = copied.split()
        for source in sources:
            assert (ROOT / source).exists(), source
            assert f"!{source.split('/')[0]}" in ignored, source


def test_no_environment_file_and_no_database_gets_into_it() -> None:
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert let_in == {"bot", "cardinal", "cogs", "storage", "locales", "requirements", "LICENSE"}
    for name in let_in:
        for path in (ROOT / name).rglob("*"):
            assert path.suffix not in (".db", ".env"), path


def test_what_the_bot_imports_is_in_it() -> None:
    copied = {part for rest in of("COPY") for part in rest.split()[:-1]}
    ours = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}
    for source in (path for name in ("bot", "cogs", "storage") for path in (ROOT / name).rglob("*.py")):
        if "sandbox" in str(source.relative_to(ROOT)):
            continue
        for node in ast.walk(ast.parse(source.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                assert name.partition(".")[0] not in ours - copied, f"{source.name} imports {name}"
                assert not name.startswith("bot.sandbox"), source


def test_it_runs_as_a_user_of_its_own_and_takes_packages_by_their_hashes() -> None:
    assert [user.partition(":")[0] for user in of("USER")] == ["10001"]
    assert "--uid 10001" in " ".join(of("RUN"))
    assert any("--require-hashes" in run for run in of("RUN"))
    assert json.loads(of("ENTRYPOINT")[0]) == ["./cardinal"]
    assert json.loads(of("CMD")[0])[0] in _COMMANDS


def test_its_settings_can_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    given = dict(pair.split("=", 1) for pair in of("ENV")[-1].split())
    ours = {name: value for name, value in given.items() if name.startswith(PREFIX)}
    assert ours.keys() <= SETTINGS
    for name, value in ours.items():
        monkeypatch.setenv(name, value)
    settings = Settings(_env_file=None)
    assert settings.database_url.startswith("sqlite+aiosqlite:////data/")
    assert given["NUMBA_CACHE_DIR"] in json.loads(of("VOLUME")[0])


def test_its_health_is_asked_where_the_bot_answers() -> None:
    command = json.loads(of("HEALTHCHECK")[0].partition("CMD ")[2])
    command[0] = sys.executable

    def asked(**environment: str) -> int:
        return subprocess.run(command, env=environment, stderr=subprocess.DEVNULL, check=False).returncode

    assert asked() == asked(CARDINAL_HTTP_PORT="0") == 0, "switched off"
    assert asked(CARDINAL_HTTP_PORT="1") != 0


def test_the_services_have_keys_that_there_are() -> None:
    known = {
        *("cap_drop", "command", "depends_on", "deploy", "env_file", "environment", "healthcheck"),
        *("entrypoint", "image", "init", "logging", "mem_limit", "read_only", "restart", "security_opt"),
        *("shm_size", "stop_grace_period", "tmpfs", "volumes"),
    }
    services = composed()["services"]
    assert services.keys() == {"postgres", "bot", "work", "backup"}
    for name, service in services.items():
        assert service.keys() <= known, name
        assert service["read_only"] is True
        assert service["restart"] == "unless-stopped"
        assert {"max-size", "max-file"} == service["logging"]["options"].keys(), "logs would fill the disk"
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
        for volume in service["volumes"]:
            assert volume.partition(":")[0] in composed()["volumes"]


@pytest.mark.parametrize("name", ["bot", "work", "backup"])
def test_bots_wait_for_the_database_and_may_do_nothing_else(name: str) -> None:
    service = composed()["services"][name]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    assert "healthcheck" in composed()["services"]["postgres"]
    assert name in _COMMANDS or service["command"][0] in _COMMANDS
    built = composed("compose.build.yaml")["services"][name]
    assert built.keys() == {"build"}
    assert (ROOT / built["build"]["dockerfile"]).exists()
    assert service["environment"].keys() <= SETTINGS
    assert service["environment"]["CARDINAL_DATABASE_URL"].startswith("postgresql+asyncpg://")
    assert "ports" not in service, "the figures are for the network of the file"


def test_only_the_password_and_the_number_of_bots_are_asked_for() -> None:
    text = (ROOT / "compose.yaml").read_text()
    assert set(re.findall(r"\$\{(\w+)", text)) == {"POSTGRES_PASSWORD", "CARDINAL_BOTS", "CARDINAL_IMAGE"}
    assert re.fullmatch(r"postgres:17@sha256:[0-9a-f]{64}", composed()["services"]["postgres"]["image"])


def test_backups_of_compose_keep_a_week(tmp_path: Path) -> None:
    service = composed()["services"]["backup"]
    owned = "install --directory --owner=cardinal --group=cardinal --mode=0700 /data /backups"
    assert owned in " ".join(of("RUN"))
    (script,) = service["command"]
    script = script.replace("$$", "$").replace("/backups", str(tmp_path)).replace("sleep 86400", "exit 0")
    (tmp_path / "cardinal").write_text('#!/bin/sh\n[ "$1" = backup ] && [ ! -e "$2" ] && echo made > "$2"\n')
    (tmp_path / "cardinal").chmod(0o755)
    for left in ("new.db", "new.db.part", "cardinal-1.db"):
        (tmp_path / left).write_text("old")
    subprocess.run([*service["entrypoint"], script], cwd=tmp_path, check=True)
    made = {path.name for path in tmp_path.iterdir() if path.read_text() == "made\n"}
    assert len(made) == 1
    assert re.fullmatch(r"cardinal-[1-7]\.db", made.pop())
    assert not list(tmp_path.glob("new.db*"))


ENGINE = """#!/bin/sh
echo "$*" >> calls
case "$*" in
    "compose ps --quiet bot") cat containers ;;
    "compose up"*bot) echo new-1 >> containers; echo new-2 >> containers ;;
    exec*) [ ! -e away ] ;;
esac
"""


@pytest.mark.parametrize("ready", [True, False])
def test_each_bot_of_compose_stops_once_its_successor_is_ready(tmp_path: Path, ready: bool) -> None:
    engine = tmp_path / "engine"
    engine.write_text(ENGINE)
    engine.chmod(0o755)
    (tmp_path / "containers").write_text("old-1\nold-2\n")
    if not ready:
        (tmp_path / "away").touch()
    done = subprocess.run(
        [ROOT / "deploy/compose-update"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "ENGINE": "./engine", "PATIENCE": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    calls = [
        line for line in (tmp_path / "calls").read_text().splitlines() if not line.startswith("compose ps")
    ]
    assert calls[0] == "compose up --detach --no-deps --no-recreate --scale bot=4 bot"
    asked = [line.split()[1] for line in calls if line.startswith("exec")]
    stopped = [line.split()[-1] for line in calls if line.startswith("stop")]
    if ready:
        assert (asked, stopped) == (["new-1", "new-2"], ["old-1", "old-2"])
        assert calls[-1] == "compose up --detach --no-deps work backup"
    else:
        assert (asked, stopped) == (["new-1"], [])
        assert "new-1 is not ready" in done.stderr
    assert done.returncode == (not ready)


def test_a_command_can_be_run_with_the_settings_of_the_unit() -> None:
    written = (ROOT / "deploy/cardinal-as-unit").read_text()
    given = dict(pair.split("=", 1) for pair in re.findall(r"--property=(\S+)", written))
    service = unit(ROOT / "deploy/cardinal@.service")["Service"]
    environment = {pair for line in service["Environment"] for pair in line.split()}
    assert set(re.findall(r"--property=Environment=(\S+)", written)) == environment - {"PYTHONUNBUFFERED=1"}
    for name in given.keys() - {"Environment"}:
        assert service[name][0] == given[name], name
    assert {"User", "WorkingDirectory", "EnvironmentFile", "StateDirectory"} <= given.keys()


def test_the_timer_starts_the_backup() -> None:
    timer = ROOT / "deploy/cardinal-backup.timer"
    assert timer.with_suffix(".service") in UNITS
    assert unit(timer)["Timer"]["OnCalendar"] == ["*-*-* 04:00:00"]


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_is_closed_and_ends_in_good_order(path: Path) -> None:
    service = unit(path)["Service"]
    for name in ("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "RestrictNamespaces"):
        assert service[name] == ["yes"], name
    assert service["ProtectSystem"] == ["strict"]
    assert service["CapabilityBoundingSet"] == [""]
    assert "MemoryDenyWriteExecute" not in service, "Numba compiles in memory"
    assert unit(path)["Unit"]["StartLimitIntervalSec"] == ["0"], "systemd must not give up"
    assert service["Restart"] == ["on-failure"]
    assert service["RestartPreventExitStatus"] == [str(SettingsError.status)]
    assert service["KillMode"] == ["mixed"]
    assert int(service["TimeoutStopSec"][0].removesuffix("s")) >= 30
    assert service["EnvironmentFile"][0] == "/etc/cardinal/cardinal.env"
    given = [pair for line in service["Environment"] for pair in line.split()]
    assert {name for name in (pair.split("=")[0] for pair in given) if name.startswith(PREFIX)} <= SETTINGS
    cache = f"/var/cache/{service['CacheDirectory'][0]}"
    assert {f"NUMBA_CACHE_DIR={cache}", f"PYTHONPYCACHEPREFIX={cache}/python"} <= set(given)
    command = service["ExecStart"][0].split()
    assert command[0] == service["WorkingDirectory"][0] + "/cardinal"
    assert command[1] in _COMMANDS


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_understands_a_unit(path: Path, tmp_path: Path) -> None:
    text = path.read_text().replace("/opt/cardinal/cardinal", "/bin/true")
    copied = tmp_path / path.name.replace("@.", "@1.")
    copied.write_text(re.sub(r"^User=.*", "User=root", text, flags=re.MULTILINE))
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", copied],
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stdout + said.stderr) == (0, "")


def figures() -> set[str]:
    """The names of all metrics."""
    kinds = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "info": ("_info",)}
    return {metric.name + suffix for metric in REGISTRY.collect() for suffix in kinds.get(metric.type, ("",))}


def named(path: Path) -> set[str]:
    """The metrics of ours that a page names."""
    return set(re.findall(r"\b(?:cardinal|process)_[a-z_]+", path.read_text()))


def test_alerts_go_by_figures_that_there_are() -> None:
    rules = [
        rule
        for group in yaml.safe_load((ROOT / "deploy/alerts.yaml").read_text())["groups"]
        for rule in group["rules"]
    ]
    assert len({rule["alert"] for rule in rules}) == len(rules) > 5
    for rule in rules:
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"].endswith(".")
    assert named(ROOT / "deploy/alerts.yaml") <= figures()


def test_the_page_for_operators_names_every_figure_and_every_alert() -> None:
    page = ROOT / "docs/operating.md"
    bases = {metric.name for metric in REGISTRY.collect() if metric.name.startswith("cardinal_")}
    text = page.read_text()
    assert not {name for name in bases if name not in text}
    assert named(page) <= figures() | bases
    rules = yaml.safe_load((ROOT / "deploy/alerts.yaml").read_text())["groups"][0]["rules"]
    assert not {rule["alert"] for rule in rules if f"`{rule['alert']}`" not in text}


def test_the_dashboard_is_up_to_date_and_shows_figures_that_there_are() -> None:
    assert json.loads(dashboard.PATH.read_text()) == dashboard.dashboard(), "run: python -m tools.dashboard"
    queries = [target["expr"] for panel in dashboard.dashboard()["panels"] for target in panel["targets"]]
    shown = {name for query in queries for name in re.findall(r"cardinal_[a-z_]+", query)}
    assert shown <= figures()
    ours = {metric.name for metric in REGISTRY.collect() if metric.name.startswith("cardinal_")}
    assert not {name for name in ours if not any(one.startswith(name) for one in shown)}


def steps() -> Iterator[dict[str, Any]]:
    for path in WORKFLOWS:
        for job in yaml.safe_load(path.read_text())["jobs"].values():
            yield from job.get("steps", ())


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_has_keys_that_there_are(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text())
    assert workflow.keys() == {"name", "on", "permissions", "jobs"}
    assert workflow["permissions"] == {"contents": "read"}
    jobs = workflow["jobs"]
    known = {"env", "needs", "permissions", "runs-on", "steps", "strategy", "timeout-minutes", "uses"}
    for job in jobs.values():
        assert job.keys() <= known
        assert ("uses" in job) != ("steps" in job and "timeout-minutes" in job)
        assert job.get("needs", next(iter(jobs))) in jobs
        if called := job.get("uses"):
            assert "workflow_call" in yaml.safe_load((ROOT / called).read_text())["on"]


def test_steps_run_targets_that_there_are_and_actions_by_their_hash() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    made = []
    for step in steps():
        assert step.keys() <= {"env", "id", "if", "name", "run", "uses", "with"}
        if action := step.get("uses"):
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action)
        made += re.findall(r"^make (\w+)", step.get("run", ""), flags=re.MULTILINE)
    assert {"check", "test", "long"} == {*made} <= targets


def test_a_release_is_built_for_both_architectures_by_arguments_that_there_are() -> None:
    (built,) = (step["with"] for step in steps() if "build-push-action" in step.get("uses", ""))
    assert built["platforms"] == "linux/amd64,linux/arm64"
    assert (ROOT / built["file"]).exists()
    given = {line.partition("=")[0] for line in built["build-args"].splitlines()}
    assert given <= {rest.partition("=")[0] for rest in of("ARG")}


def test_a_release_has_the_version_and_its_part_of_the_changelog(tmp_path: Path) -> None:
    (release,) = (path for path in WORKFLOWS if path.stem == "release")
    check, publish = (
        step["run"] for step in yaml.safe_load(release.read_text())["jobs"]["image"]["steps"] if "run" in step
    )

    def run(script: str, tag: str) -> int:
        environment = {"PATH": os.environ["PATH"], "GITHUB_REF_NAME": tag, "VERSION": tag.removeprefix("v")}
        environment["GITHUB_OUTPUT"] = str(tmp_path / "output")
        return subprocess.run(["bash", "-ec", script], cwd=ROOT, env=environment, check=False).returncode

    assert run(check, f"v{__version__}") == 0
    assert (tmp_path / "output").read_text() == f"version={__version__}\n"
    assert run(check, "v0.0.1") != 0
    notes = tmp_path / "notes.md"
    assert run(publish.partition("\n")[0].replace("notes.md", str(notes)), f"v{__version__}") == 0
    assert notes.read_text().strip().startswith("The first release.")


def test_the_version_stands_in_one_place() -> None:
    assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text()
    assert f"## [{__version__}] - " in (ROOT / "CHANGELOG.md").read_text()


def test_the_hooks_before_a_commit_are_checks_of_make() -> None:
    check = (ROOT / "Makefile").read_text().partition("\ncheck:")[2].partition("\n\n")[0]
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]
    for hook in hooks:
        *_, program = (
            hook["entry"].removesuffix(" --force-exclude").replace(".venv/bin/", "").partition("-m ")
        )
        assert (program or hook["entry"]).split()[0].rpartition("/")[2] in check, hook["id"]


@pytest.mark.parametrize("name", ["bug", "idea"])
def test_a_form_for_issues_has_fields_that_there_are(name: str) -> None:
    form = yaml.safe_load((ROOT / f".github/ISSUE_TEMPLATE/{name}.yml").read_text())
    assert form.keys() == {"name", "description", "labels", "body"}
    for field in form["body"]:
        assert field["type"] in ("input", "textarea")
        assert field.keys() <= {"type", "id", "attributes", "validations"}
        assert field["attributes"].keys() <= {"label", "description", "render"}
    assert len({field["id"] for field in form["body"]}) == len(form["body"])
