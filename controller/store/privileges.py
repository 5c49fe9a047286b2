"""Root is never led: what root does with a table's files it does as the user who could lead it there.

Whoever may change a file, its folder or any folder above can put a link there, and whoever may change ``table.toml``
says where the other files lie. So the first of those who is not root does the work, with his own rights alone.
"""

import contextlib
import os
import pwd
from collections.abc import Iterator
from pathlib import Path

ROOT = 0


@contextlib.contextmanager
def as_owner_of(*places: Path | None, anew: bool = False) -> Iterator[None]:
    """Lay down root's rights, if we have them, for those of the first user but root who may lead us at ``places``.

    The process has its earlier rights again afterwards. Rights are those of the whole process, so no other thread needs
    root's now. Rights that were laid down already stay so, unless it is asked for these places ``anew``: then nobody
    but root may have a say in what is read and written there.
    """
    if os.geteuid() != ROOT and not (anew and os.getuid() == ROOT):
        yield
        return
    before = os.geteuid(), os.getegid(), os.getgroups()
    uid, gid = _leader(places) or (ROOT, os.getgid())
    if uid == before[0]:
        yield
        return
    try:
        _be(uid, gid, _groups(uid, gid))
        yield
    finally:
        _be(*before)


def become_owner_of(folder: Path) -> None:
    """Lay down root's rights for good, and for all children, where ``folder`` is somebody else's: for its owner's.

    What root makes in a service's folder the service cannot read.
    """
    if os.geteuid() != ROOT or not folder.exists():
        return
    owner = folder.stat()
    if owner.st_uid == ROOT:
        return
    os.environ["HOME"] = str(folder.absolute())  # root's, where libraries look for settings, is closed to others
    os.setgroups(_groups(owner.st_uid, owner.st_gid))
    os.setgid(owner.st_gid)
    os.setuid(owner.st_uid)


def first_owner_name(place: Path) -> str:
    leader = _leader((place,))
    return "root" if leader is None else user_name(leader[0])


def user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"#{uid}"


def _be(uid: int, gid: int, groups: list[int]) -> None:
    os.seteuid(ROOT)
    os.setgroups(groups)
    os.setegid(gid)
    os.seteuid(uid)


def _leader(places: tuple[Path | None, ...]) -> tuple[int, int] | None:
    for place in places:
        if place is None:
            continue
        named = place.absolute()
        for step in (named, *named.parents):
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                found = step.lstat()
                if found.st_uid != ROOT:
                    return found.st_uid, found.st_gid
    return None


def _groups(uid: int, gid: int) -> list[int]:
    try:
        return os.getgrouplist(pwd.getpwuid(uid).pw_name, gid)
    except KeyError:
        return [gid]
