"""Where the programs of Debian's packages are, or the line to type where they are missing."""

import pwd
import shutil
from pathlib import Path
from typing import Final

POSTGRES_HOMES: Final = Path("/usr/lib/postgresql")
"""Debian keeps each version's programs in a folder of its own, none of them on the path (postgresql-common(7))."""

SYSTEM_PATH: Final = "/usr/sbin:/sbin:/usr/local/sbin"
"""Where Debian keeps the broker, and only root looks."""


class MissingProgramError(Exception):
    """A program that the hub needs is not on this machine; the message has the line to type."""


def postgres_programs(version: str | None = None, homes: Path = POSTGRES_HOMES) -> Path:
    """The folder with ``postgres``, ``initdb`` and ``pg_dump``: of this major version, or of the newest.

    Raises:
        MissingProgramError: it is not there.
    """
    found = {home.parent.parent.name: home.parent for home in homes.glob("*/bin/postgres")}
    if version is None and found:
        return found[max(found, key=_as_number)]
    if version in found:
        return found[version]
    on_path = shutil.which("postgres")
    if on_path is not None and version is None:
        return Path(on_path).resolve().parent
    if version is None:
        raise MissingProgramError("There is no PostgreSQL on this machine. Type: sudo apt install postgresql")
    here = ", ".join(sorted(found, key=_as_number)) or "none"
    raise MissingProgramError(
        f"The games were written by PostgreSQL {version}; on this machine is {here}. "
        f"Type: sudo apt install postgresql-{version}"
    )


def program(name: str, package: str) -> str:
    """The path of a program.

    Raises:
        MissingProgramError: it is not there.
    """
    found = shutil.which(name) or shutil.which(name, path=SYSTEM_PATH)
    if found is None:
        raise MissingProgramError(f"There is no {name} on this machine. Type: sudo apt install {package}")
    return found


def known_user(user: str, package: str) -> pwd.struct_passwd:
    """As whom a program runs where we are root.

    Raises:
        MissingProgramError: there is no such user; ``package`` makes it.
    """
    try:
        return pwd.getpwnam(user)
    except KeyError:
        raise MissingProgramError(
            f"There is no user {user}, as whom it runs where the hub is root. "
            f"Type: sudo apt install {package}, or run the hub as another user than root"
        ) from None


def _as_number(version: str) -> int:
    return int(version) if version.isdecimal() else 0
