"""Updates of a table that belongs to no room, from a signed apt repository.

A file requests what root's unit does (`package/update`), which removes it when done. A second file has the outcome.
"""

from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from controller import limits
from controller.config.schema import TableConfig
from controller.fleet.messages import UpdateState, Version
from controller.store.atomic_files import read_regular_file, write_atomically
from controller.store.table_files import TableFiles

STATUS_FILE: Final = Path("/var/lib/misc/royaltable-update")
"""Written by royaltable-update.service."""

REQUEST_FILE: Final = Path("/var/lib/royaltable/table.own-update")
"""Watched by royaltable-update.path; `TableFiles.own_update` of an installed table."""

SOURCES_FILE: Final = Path("/etc/apt/sources.list.d/royaltable.sources")
"""The repository that root has chosen (sources.list(5))."""

HUB_SOURCES_FILE: Final = Path("/etc/apt/sources.list.d/royaltable-hub.sources")
"""Written by `royaltable update trust`."""

LOOK: Final = "look"
"""Requests the newest version's number instead of a version."""

GAME_IN_PROGRESS: Final = "a game is being played"

REASONS: Final = {
    GAME_IN_PROGRESS: "game",
    "the packages cannot be had": "offline",
    "the packages are not those that were signed": "unsigned",
    "the repository has no ": "missing",
    "the hub is on this machine, too": "hub",
    "there is no room for a copy of the games": "full",
    "it did not play for ": "silent",
}
"""Code of each reason, by its first words in `package/update`."""


class UpdateStatus(Struct, frozen=True, array_like=True):
    """What root's unit did last.

    Attributes:
        state: ``found``: ``version`` is the newest in the repository, or the installed one; else as of the fleet.
        before: the version that was installed when it began.
        why: reason, in English.
    """

    state: Literal["found"] | UpdateState
    version: Version
    before: Version
    why: str = ""


def read_update_status(file: Path) -> UpdateStatus | None:
    """Return the status; None without a valid one."""
    try:
        line = read_regular_file(file, limits.SMALL_FILE_BYTES).decode("utf-8", "replace").partition("\n")[0]
        return msgspec.convert(line.split(" ", 3), UpdateStatus)
    except (OSError, ValueError):
        return None


def repository_fault(files: TableFiles, settings: TableConfig) -> Literal["room", "by_hand"] | None:
    """Return why this table is not updated from a repository of its own: its room does it, or there is none."""
    if files.membership.exists() or (settings.mqtt is not None and HUB_SOURCES_FILE.exists()):
        return "room"
    return None if files.own_update == REQUEST_FILE and SOURCES_FILE.exists() else "by_hand"


def request_update(file: Path, wanted: str) -> None:
    """Request a version, or ``LOOK``; raise OSError if it cannot be written."""
    write_atomically(file, f"{wanted}\n")


def newer_version(status: UpdateStatus | None, installed: str) -> str | None:
    """Return the version that can be installed; None if none is known, or it did not play here."""
    if status is None or status.state not in ("found", "refused", "waits") or status.before != installed:
        return None
    return status.version if status.version != installed else None


def describe_update(files: TableFiles, settings: TableConfig) -> dict[str, Any]:
    """Return versions, state and reason for the owner's page.

    ``state`` is that of `repository_fault` or of the unit, or ``new``, ``looks``, ``asked`` or ``newest``.
    """
    installed, status = version("royaltable"), read_update_status(STATUS_FILE)
    pending = _pending_request(files.own_update)
    state: str | None = repository_fault(files, settings)
    if state is None:
        state = _own_state(status, pending, installed)
    wanted = status.version if status is not None and status.version != installed else None
    why = status.why if status is not None and state in ("waits", "refused", "rolled-back", "failed") else ""
    return {
        "installed": installed,
        "version": pending if state == "asked" else wanted,
        "newer": newer_version(status, installed) if pending is None else None,
        "state": state,
        "reason": next((code for words, code in REASONS.items() if why.startswith(words)), ""),
        "why": why,
    }


def _own_state(status: UpdateStatus | None, pending: str | None, installed: str) -> str:
    if pending == LOOK:
        return "looks"
    if pending is not None:
        if status is not None and status.version == pending and status.state in ("waits", "trying"):
            return status.state
        return "asked"
    if status is None or (installed not in (status.version, status.before) and status.state != "failed"):
        return "new"
    if status.state == "found" and status.version == installed:
        return "newest"
    return "new" if status.state == "waits" else status.state


def _pending_request(file: Path) -> str | None:
    try:
        return read_regular_file(file, limits.SMALL_FILE_BYTES).decode("utf-8").strip()
    except (OSError, ValueError):
        return None
