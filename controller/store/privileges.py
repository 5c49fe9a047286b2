"""Drop root's privileges before touching files that other users control.

A user who can change a file or a folder above it can plant a link there, and one who can change ``table.toml``
chooses the paths of other files. So the work is done as the first owner other than root, from the file upwards.
"""

import contextlib
import os
import pwd
from collections.abc import Iterator
from pathlib import Path

ROOT_UID = 0


@contextlib.contextmanager
def acting_as_owner_of(*places: Path | None, anew: bool = False) -> Iterator[None]:
    """If this process is root, act as another user, then switch back.

    That user is the first owner other than root of each place in turn and its parent folders, innermost
    first. This changes the whole process: no other thread may need root meanwhile. If privileges are already dropped,
    keep the user; with ``anew`` choose again for these places.
    """
    if os.geteuid() != ROOT_UID and not (anew and os.getuid() == ROOT_UID):
        yield
        return
    before = os.geteuid(), os.getegid(), os.getgroups()
    uid, gid = _find_nonroot_owner(places) or (ROOT_UID, os.getgid())
    if uid == before[0]:
        yield
        return
    try:
        _set_effective_ids(uid, gid, _user_groups(uid, gid))
        yield
    finally:
        _set_effective_ids(*before)


def become_owner_of(folder: Path) -> None:
    """As root, become the owner of ``folder`` permanently, also for child processes.

    Otherwise the service could not read the files that root creates in its folder.
    """
    if os.geteuid() != ROOT_UID or not folder.exists():
        return
    owner = folder.stat()
    if owner.st_uid == ROOT_UID:
        return
    os.environ["HOME"] = str(folder.absolute())  # libraries look there; root's home is unreadable
    os.setgroups(_user_groups(owner.st_uid, owner.st_gid))
    os.setgid(owner.st_gid)
    os.setuid(owner.st_uid)


def nonroot_owner_name(place: Path) -> str:
    owner = _find_nonroot_owner((place,))
    return "root" if owner is None else user_name(owner[0])


def user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"#{uid}"


def _set_effective_ids(uid: int, gid: int, groups: list[int]) -> None:
    os.seteuid(ROOT_UID)
    os.setgroups(groups)
    os.setegid(gid)
    os.seteuid(uid)


def _find_nonroot_owner(places: tuple[Path | None, ...]) -> tuple[int, int] | None:
    for place in places:
        if place is None:
            continue
        named = place.absolute()
        for step in (named, *named.parents):
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                found = step.lstat()
                if found.st_uid != ROOT_UID:
                    return found.st_uid, found.st_gid
    return None


def _user_groups(uid: int, gid: int) -> list[int]:
    try:
        return os.getgrouplist(pwd.getpwuid(uid).pw_name, gid)
    except KeyError:
        return [gid]
