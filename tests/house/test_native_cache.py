"""Compiled code is kept where no other user may write, or not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.house import native_cache
from bot.house.native_cache import cache_directory

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="directories have no owners here")


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A tree and caches of the test's own."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    (tmp_path / "solver").mkdir(mode=0o755)
    monkeypatch.setattr(native_cache, "_SOURCE", tmp_path / "solver")


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_it_is_in_the_tree(tmp_path: Path) -> None:
    kept = cache_directory("code")
    assert kept == tmp_path / "solver" / "__pycache__" / "code"
    assert mode_of(kept) == 0o700
    kept.chmod(0o777)
    assert cache_directory("code") == kept
    assert mode_of(kept) == 0o700


def test_among_the_users_caches_where_others_write_in_the_tree(tmp_path: Path) -> None:
    (tmp_path / "solver" / "__pycache__").mkdir()
    (tmp_path / "solver" / "__pycache__").chmod(0o777)
    kept = cache_directory("code")
    assert kept == tmp_path / "caches" / "cardinal" / "code"
    assert mode_of(kept) == mode_of(kept.parent) == 0o700
    (tmp_path / "solver" / "__pycache__").chmod(0o775)
    assert cache_directory("code") == kept
    (tmp_path / "solver").chmod(0o775)
    assert cache_directory("code") == tmp_path / "solver" / "__pycache__" / "code"


def test_where_the_operator_says_if_that_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = tmp_path / "deep" / "given"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(given))
    assert cache_directory("code") == given / "code"
    in_tree = tmp_path / "solver" / "__pycache__" / "code"
    for place in (given, given.parent):
        place.chmod(0o777)
        assert cache_directory("code") == in_tree
        place.chmod(0o755)
    # As in /tmp: nobody can put another directory in its place.
    given.parent.chmod(0o1777)
    assert cache_directory("code") == given / "code"
    given.chmod(0o1777)
    assert cache_directory("code") == in_tree


def test_nowhere_if_there_is_no_private_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "solver" / "__pycache__").write_text("")
    (tmp_path / "caches").mkdir()
    (tmp_path / "caches").chmod(0o777)
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/dev/null/x")
    assert cache_directory("code") is None
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["compiled code is not kept"]
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    assert cache_directory("code") is None


def test_another_users_directory_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_directory("code") is not None
    monkeypatch.setattr(os, "getuid", lambda: 12_345)
    assert cache_directory("code") is None


def test_code_is_compiled_where_it_cannot_be_kept() -> None:
    pytest.importorskip("numba")
    code = """
from bot.house import native_cache
native_cache.cache_directory = lambda name: None
from bot.house.solver import native
one_more = native.compiled(lambda number: number + 1)
assert one_more(1) == 2
assert not one_more.stats.cache_path
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    cache = tmp_path / "solver" / "__pycache__"
    cache.mkdir()
    (cache / "code").symlink_to(tmp_path / "elsewhere")
    assert cache_directory("code") == tmp_path / "caches" / "cardinal" / "code"
