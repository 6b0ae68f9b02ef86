"""The cache of compiled code. Whoever can write there decides what runs here, so nobody else may."""

import logging
import os
import stat
from pathlib import Path

log = logging.getLogger(__name__)

_SOURCE = Path(__file__).parent / "solver"
_BY_GROUP = stat.S_IWGRP
_BY_OTHERS = stat.S_IWOTH


def cache_directory(name: str) -> Path | None:
    """The directory `name` of this user's compiled code, created if necessary.

    It stands in NUMBA_CACHE_DIR if that is set, in the tree, or among the user's caches: the first that
    may be written in, but not by other users (root apart). None if there is no such place.
    """
    for base in (_given(), _in_tree(), _among_caches()):
        if base is None:
            continue
        path = base / name
        try:
            path.mkdir(mode=0o700, exist_ok=True)
            if _is_own(path):
                # Numba makes directories in it that are as open as the user's habits.
                path.chmod(0o700)
                return path
        except OSError as error:
            log.debug("compiled code cannot be kept in %s: %s", base, error.strerror)
    log.warning("compiled code is not kept: nowhere can this user write where no other user can")
    return None


def _given() -> Path | None:
    named = os.environ.get("NUMBA_CACHE_DIR")
    return _private(Path(named)) if named else None


def _in_tree() -> Path | None:
    path = _SOURCE / "__pycache__"
    try:
        path.mkdir(exist_ok=True)
        source, found = _SOURCE.stat(), path.stat()
    except OSError:
        return None
    # Whoever may write the source has no need of the cache; nobody else may write there.
    if not _has_users():
        return path
    wider = found.st_mode & (_BY_GROUP | _BY_OTHERS) & ~source.st_mode
    other_group = found.st_mode & _BY_GROUP and found.st_gid != source.st_gid
    known = found.st_uid in {*_trusted(), source.st_uid}
    return path if known and not (wider or other_group or found.st_mode & _BY_OTHERS) else None


def _among_caches() -> Path | None:
    try:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser())
    except RuntimeError:
        return None
    return _private(caches / "cardinal") if caches.is_absolute() else None


def _private(path: Path) -> Path | None:
    # Whoever may write in a directory above may put another one in the place of this.
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = path.resolve()
        closed = all(_is_closed(place, to_all=place == path) for place in (path, *path.parents))
    except OSError:
        return None
    return path if closed or not _has_users() else None


def _is_closed(path: Path, *, to_all: bool) -> bool:
    found = path.stat()
    if found.st_uid not in _trusted():
        return False
    if found.st_mode & stat.S_ISVTX and not to_all:
        # As in /tmp, where people cannot touch what is another's.
        return True
    return not found.st_mode & _BY_OTHERS and not (found.st_mode & _BY_GROUP and _is_shared(found.st_gid))


def _is_shared(group_id: int) -> bool:
    # Many systems give each user a group of their own, and let groups write.
    import grp
    import pwd

    try:
        group, user = grp.getgrgid(group_id), pwd.getpwuid(os.getuid())
    except KeyError:
        return True
    return group_id != user.pw_gid or group.gr_name != user.pw_name or bool({*group.gr_mem} - {user.pw_name})


def _is_own(path: Path) -> bool:
    return not _has_users() or (path.lstat().st_uid == os.getuid() and not path.is_symlink())


def _trusted() -> set[int]:
    return {0, os.getuid()} if _has_users() else set()


def _has_users() -> bool:
    return hasattr(os, "getuid")
