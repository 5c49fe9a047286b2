"""What the hub of this room wants of the table: kept over a restart, so that it holds without a network, too."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager

import msgspec
from msgspec import Struct

from controller import limits, log
from controller.fleet.desired import NOTHING, Desired, Reported
from controller.fleet.shipping import NotUnderstoodError, understood
from controller.games.contract.ids import CastleId
from controller.play.table import Table
from controller.service.fleet.next_fixture import NextFixture
from controller.service.fleet.update_wish import UpdateWish
from controller.store.atomic_files import read_plain, write_atomically
from controller.store.journal import JournalError
from controller.store.table_files import TableFiles


class Kept(Struct, frozen=True):
    """What lies in the file: whose wishes they are, so that another room's mean nothing, and the latest of them."""

    room: str
    desired: Desired


class Wishes:
    """Owner of the latest wishes, and of their file.

    Args:
        table: which does them.
        files: the table's.
        room: the broker, and what the table is called there.
        changed: told when something else is to be reported.
    """

    def __init__(self, table: Table, files: TableFiles, room: str, changed: Callable[[], None]) -> None:
        self._table = table
        self._file = files.wishes
        self._room = room
        self._desired = NOTHING
        self._news = asyncio.Event()
        castles = [CastleId(castle.color) for castle in table.config.castle]
        may = table.config.hub.may
        self._fixture = NextFixture(table.loop, table.questions, castles, allowed="fixture" in may)
        self._update = UpdateWish(table, files.update, allowed="update" in may, changed=changed)
        self._fixture.changed.listen(table.guard.listener("broker", lambda _: changed()))

    @property
    def reported(self) -> Reported:
        """What has come of them."""
        return Reported(self._fixture.report, self._update.report)

    def followed(self) -> AbstractContextManager[None]:
        """People are offered what is wanted whenever they can begin it, for as long."""
        return self._table.loop.effects.heard_by(self._table.guard.listener("broker", self._fixture.offer))

    def take_up(self) -> None:
        """Those of the last time hold until the hub says others."""
        try:
            kept = msgspec.json.decode(read_plain(self._file, limits.MQTT_OCTETS), type=Kept)
        except FileNotFoundError:
            return
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            log.warning("wishes_unreadable", file=self._file, seen=fault)
            return
        if kept.room == self._room:
            self._do(kept.desired)

    def heard(self, payload: bytes) -> None:
        """The hub wants this; an empty one is a wish for nothing."""
        try:
            desired = understood(payload, Desired) if payload else NOTHING
        except NotUnderstoodError as fault:
            log.warning("hub_not_understood", topic="desired", seen=fault)
            return
        if desired != self._desired:
            self._do(desired)
            self._news.set()

    async def run(self) -> None:
        """Do what is wanted, and keep it, for ever."""
        await asyncio.gather(self._fixture.run(), self._update.run(), self._keep())

    async def _keep(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            kept = msgspec.json.encode(Kept(self._room, self._desired))
            try:
                await asyncio.to_thread(write_atomically, self._file, kept, mode=0o600)
            except OSError as fault:
                log.warning("wishes_not_kept", file=self._file, seen=fault.strerror)
            await asyncio.sleep(limits.WISHES_KEPT_EVERY_S)

    def _do(self, desired: Desired) -> None:
        try:
            self._fixture.want(desired.fixture)
        except JournalError as fault:  # asked again by the hub's next word, or the next start
            log.warning("wishes_wait", seen=fault)
            return
        self._update.want(desired.version)
        self._desired = desired
