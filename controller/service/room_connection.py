"""Connect the table to its room's broker, or without a room to that of its settings."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from controller import log
from controller.care.admin_service import AdminService
from controller.play.table import Table
from controller.show.help_call import JoinedRoom, NotInRoom
from controller.store.table_files import TableFiles

if TYPE_CHECKING:
    from controller.care.doctor.findings import Finding
    from controller.service.fleet.fleet_loop import FleetLoop
    from controller.store.membership import BrokerAccess


class RoomConnection:
    """A table's connection, made anew when the membership file appears, changes or disappears."""

    def __init__(
        self,
        table: Table,
        files: TableFiles,
        page_url: Callable[[], str],
        admin: AdminService,
    ) -> None:
        self._table = table
        self._files = files
        self._page_url = page_url
        self._admin = admin
        self._changed = asyncio.Event()
        self._seen = _file_stamp(files.membership)
        self._broker: BrokerAccess | None = None
        self._loop: FleetLoop | None = None
        self._membership_finding: Finding | None = None

    @property
    def is_configured(self) -> bool:
        """Whether there is a connection, or a membership that cannot be read."""
        return self._loop is not None or self._membership_finding is not None

    def finding(self) -> "Finding | None":
        if self._loop is None or self._broker is None or (fault := self._loop.fault) is None:
            return self._membership_finding
        from controller.care.doctor.broker import make_connection_finding  # most tables have no broker

        return make_connection_finding(fault, self._broker, self._files)

    @property
    def games_waiting(self) -> int | None:
        """Games with entries that the hub has not acknowledged; None without a hub that answers."""
        return None if self._loop is None else self._loop.games_waiting

    def reconnect_if_room_changed(self) -> None:
        now = _file_stamp(self._files.membership)
        if now != self._seen:
            self._seen = now
            self._changed.set()

    async def run(self) -> None:
        """Keep connected to the present broker, for ever."""
        while True:
            self._changed.clear()
            self._seen = _file_stamp(self._files.membership)
            self._broker = (
                await asyncio.to_thread(self._find_broker_access) if self._clear_room_unless_broker_wanted() else None
            )
            task = self._start_fleet_loop()
            try:
                await self._wait_for_new_membership()
            finally:
                self._loop = None
                if task is not None:
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task

    async def join_rooms_on_request(self, find_hub: Callable[[], Awaitable[str | None]]) -> None:
        """Join a room whenever people ask, for ever; ``find_hub`` returns a hub's address, or None."""
        room, name = self._table.room, self._table.config.table.name
        with room.offer_joining() as wanted:
            while True:
                wanted.clear()
                await wanted.wait()
                from controller.service.fleet.room_joiner import join_room

                room.set_state(await join_room(room, name, find_hub, self._files.membership))
                self.reconnect_if_room_changed()

    async def _wait_for_new_membership(self) -> None:
        """Ignore what we wrote ourselves."""
        while True:
            await self._changed.wait()
            keys = None if self._loop is None else self._loop.passwords
            if keys is None or self._seen is None:
                return
            broker = await asyncio.to_thread(self._find_broker_access)
            if broker is None or broker.membership != keys.membership:
                return
            self._changed.clear()

    def _clear_room_unless_broker_wanted(self) -> bool:
        wanted = self._table.config.mqtt is not None or self._seen is not None
        if not wanted:
            self._membership_finding = None
            self._clear_joined_state()
        return wanted

    def _start_fleet_loop(self) -> "asyncio.Task[None] | None":
        if self._broker is None:
            return None
        from controller.service.fleet.fleet_loop import FleetLoop  # most tables have no broker

        member = self._broker.membership
        if member is None:
            self._clear_joined_state()
        else:
            self._table.room.set_state(JoinedRoom(member.hub or member.host, member.name or member.table))
        self._loop = FleetLoop(self._table, self._broker, self._files, self._page_url, self._admin)
        return asyncio.create_task(self._table.guard.keep_running("broker", self._loop.run), name="broker")

    def _find_broker_access(self) -> "BrokerAccess | None":
        from controller.care.doctor.broker import make_membership_finding
        from controller.store.atomic_files import StateFileError
        from controller.store.membership import find_broker_access

        self._membership_finding = None
        try:
            return find_broker_access(self._table.config.mqtt, self._files)
        except StateFileError as fault:
            log.warning("room_unknown", seen=str(fault))
            self._membership_finding = make_membership_finding(fault, self._files)
            return None

    def _clear_joined_state(self) -> None:
        if isinstance(self._table.room.state, JoinedRoom):
            self._table.room.set_state(NotInRoom())


def _file_stamp(file: Path) -> tuple[int, int] | None:
    """A replacement changes both numbers."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
