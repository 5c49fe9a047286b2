"""The line that there is: to the room which the table belongs to now, else to the broker of the settings."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from controller import log
from controller.care.admin_service import AdminService
from controller.play.table import Table
from controller.show.help_call import Joined, NotJoined
from controller.store.table_files import TableFiles

if TYPE_CHECKING:
    from controller.care.doctor.findings import Finding
    from controller.service.fleet.fleet_loop import FleetLoop
    from controller.store.membership import BrokerAccess


class RoomConnection:
    """Owner of the line, and of which membership it is by: the file may come, change and go while the table plays.

    Args:
        table: of which is told.
        files: the table's; that of the membership is followed.
        page: gives the address of the table's page.
        admin: what its owner may do.
    """

    def __init__(
        self,
        table: Table,
        files: TableFiles,
        page: Callable[[], str],
        admin: AdminService,
    ) -> None:
        self._table = table
        self._files = files
        self._page = page
        self._admin = admin
        self._changed = asyncio.Event()
        self._seen = _stamp(files.membership)
        self._way: BrokerAccess | None = None
        self._loop: FleetLoop | None = None
        self._unknown: Finding | None = None

    @property
    def is_there(self) -> bool:
        """Whether there is a line that could be of use, or should be one."""
        return self._loop is not None or self._unknown is not None

    def finding(self) -> "Finding | None":
        if self._loop is None or self._way is None or (fault := self._loop.fault) is None:
            return self._unknown
        from controller.care.doctor.broker import fault_finding  # most tables have none

        return fault_finding(fault, self._way, self._files)

    def look(self) -> None:
        now = _stamp(self._files.membership)
        if now != self._seen:
            self._seen = now
            self._changed.set()

    async def run(self) -> None:
        """Keep the line that there should be, for ever."""
        while True:
            self._changed.clear()
            self._seen = _stamp(self._files.membership)
            self._way = await asyncio.to_thread(self._found) if self._is_wanted() else None
            task = self._begun()
            try:
                await self._until_another()
            finally:
                self._loop = None
                if task is not None:
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task

    async def join_rooms(self, found: Callable[[], Awaitable[str]]) -> None:
        """Join a room whenever people want to, for ever; ``found`` gives the address of a hub, or ""."""
        door, called = self._table.room, self._table.config.table.name
        with door.offered() as wanted:
            while True:
                wanted.clear()
                await wanted.wait()
                from controller.service.fleet.room_joiner import join_room  # as above

                door.set_state(await join_room(door, called, found, self._files.membership))
                self.look()

    async def _until_another(self) -> None:
        """Until the file says something else than the line has written into it."""
        while True:
            await self._changed.wait()
            keys = None if self._loop is None else self._loop.keys
            if keys is None or self._seen is None:
                return
            way = await asyncio.to_thread(self._found)
            if way is None or way.membership != keys.membership:
                return
            self._changed.clear()

    def _is_wanted(self) -> bool:
        wanted = self._table.config.mqtt is not None or self._seen is not None
        if not wanted:
            self._unknown = None
            self._stand_outside()
        return wanted

    def _begun(self) -> "asyncio.Task[None] | None":
        if self._way is None:
            return None
        from controller.service.fleet.fleet_loop import FleetLoop  # most tables have none

        member = self._way.membership
        if member is None:
            self._stand_outside()
        else:
            self._table.room.set_state(Joined(member.hub or member.host, member.name or member.table))
        self._loop = FleetLoop(self._table, self._way, self._files, self._page, self._admin)
        return asyncio.create_task(self._table.guard.keep_running("broker", self._loop.run), name="broker")

    def _found(self) -> "BrokerAccess | None":
        from controller.care.doctor.broker import membership_finding  # as above
        from controller.store.atomic_files import StateFileError
        from controller.store.membership import find_broker

        self._unknown = None
        try:
            return find_broker(self._table.config.mqtt, self._files)
        except StateFileError as fault:
            log.warning("room_unknown", seen=str(fault))
            self._unknown = membership_finding(fault, self._files)
            return None

    def _stand_outside(self) -> None:
        if isinstance(self._table.room.state, Joined):
            self._table.room.set_state(NotJoined())


def _stamp(file: Path) -> tuple[int, int] | None:
    """Another one for each file that is put there; None for none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
