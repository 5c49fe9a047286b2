"""The one task that takes an update through the room, as the file in the hub's folder says it."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from controller import limits, log
from controller.json_faults import NO_JSON
from controller.store.atomic_files import read_plain, write_atomically
from hub.care.care_loop import CareLoop
from hub.care.rollout import Rollout, RolloutWatch, Seen, reached

FILE: Final = "room.rollout.json"

LOOK_S: Final = 5.0
"""How often file and tables are looked at."""


class RolloutError(Exception):
    """The file cannot be used; the message says what was seen, and what to do."""


def rollout_in(folder: Path) -> Rollout | None:
    """The update that goes through the room of this hub; None for none.

    Raises:
        RolloutError: the file is there and cannot be used.
    """
    file = folder / FILE
    try:
        return msgspec.json.decode(read_plain(file, limits.ROLLOUT_OCTETS), type=Rollout)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise RolloutError(f"{file}: {fault.strerror}. It is the hub's own.") from None
    except NO_JSON as fault:
        raise RolloutError(f"{file}: {fault}. Remove it, and release the version again.") from None


def keep_rollout(folder: Path, rollout: Rollout | None) -> None:
    """Let this be the update that goes through the room.

    Raises:
        OSError: the file cannot be written.
    """
    if rollout is None:
        (folder / FILE).unlink(missing_ok=True)
    else:
        write_atomically(folder / FILE, msgspec.json.format(msgspec.json.encode(rollout)) + b"\n")


class RolloutLoop:
    """Owner of nothing but the watch: how far an update is stands in the file, which commands write as well.

    Args:
        folder: the hub's.
        care: tells the tables.
        is_here: whether a table is on the line now.

    Attributes:
        now: how far it was when it was last looked at; None where no update goes through the room.
    """

    def __init__(self, folder: Path, care: CareLoop, is_here: Callable[[str], bool]) -> None:
        self._folder = folder
        self._care = care
        self._is_here = is_here
        self._watch = RolloutWatch()
        self.now: Rollout | None = None

    async def run(self) -> None:
        """Look after the update for ever."""
        while True:
            try:
                self.look(asyncio.get_running_loop().time())
            except (OSError, RolloutError) as fault:
                log.warning("rollout_waits", seen=fault)
            await asyncio.sleep(LOOK_S)

    def look(self, now_s: float) -> Rollout | None:
        """Take the update further, if it is time; gives how far it is.

        Raises:
            RolloutError: the file cannot be used.
            OSError: it cannot be written.
        """
        before = self.now = rollout_in(self._folder)
        if before is None:
            self._care.desires.want_version(None, ())
            self._care.tell()
            return None
        seen = self._seen()
        rollout = self._watch.looked(before, seen, now_s)
        if rollout != before and rollout_in(self._folder) == before:
            log.info("rollout", version=rollout.version, ring=rollout.ring, stopped=rollout.stopped or "no")
            keep_rollout(self._folder, rollout)
        if seen:
            self._care.desires.want_version(rollout.version, reached(rollout, seen))
            self._care.tell()
        self.now = rollout
        return rollout

    def _seen(self) -> Mapping[str, Seen]:
        """The tables that know of wishes at all."""
        return {table: Seen(self._is_here(table), reported) for table, reported in self._care.desires.reports.items()}
