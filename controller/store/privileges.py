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
def as_owner_of(*places: Path | None) -> Iterator[None]:
    """Lay down root's rights, if we have them, for those of the first user but root who may lead us at ``places``.

    The process is root again afterwards. Rights are those of the whole process, so no other thread needs root's now.

    Raises:
        OSError: the rights cannot be laid down.
    """
    leader = _leader(places) if os.geteuid() == ROOT else None
    if leader is None:
        yield
        return
    uid, gid = leader
    groups, own = os.getgroups(), os.getegid()
    os.setgroups(_groups(uid, gid))
    try:
        os.setegid(gid)
        os.seteuid(uid)
        yield
    finally:
        os.seteuid(ROOT)
        os.setegid(own)
        os.setgroups(groups)


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
    """Those that the user has when he comes himself: devices are given to groups."""
    try:
        return os.getgrouplist(pwd.getpwuid(uid).pw_name, gid)
    except KeyError:
        return [gid]
