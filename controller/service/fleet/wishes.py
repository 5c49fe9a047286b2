"""What the hub of this room wants of the table: kept over a restart, so that it holds without a network, too."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from controller import limits, log
from controller.fleet.desired import NOTHING, Desired, Reported
from controller.fleet.shipping import NotUnderstoodError, understood
from controller.games.contract.values import CastleId
from controller.play.table import Table
from controller.service.fleet.next_fixture import NextFixture
from controller.service.fleet.resting import rested
from controller.service.fleet.room_house import RoomHouse
from controller.service.fleet.update_wish import UpdateWish
from controller.store.journal import JournalError
from controller.store.kept_wishes import KeptWishes, WishesError, keep_wishes, wishes_in
from controller.store.table_files import TableFiles


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
        self._payload = b""
        self._came = asyncio.Event()
        self._news = asyncio.Event()
        self._kept: KeptWishes | None = None
        castles = [CastleId(castle.color) for castle in table.config.castle]
        may = table.config.hub.may
        self._fixture = NextFixture(table.loop, table.questions, castles, allowed="fixture" in may)
        self._update = UpdateWish(table, files.update, allowed="update" in may, changed=changed)
        self._fixture.changed.listen(table.guard.listener("broker", lambda _: changed()))
        self._house = RoomHouse(table.loop, table.house, castles, may, self._house_changed)
        self._changed = changed

    @property
    def reported(self) -> Reported:
        """What has come of them."""
        return Reported(self._fixture.report, self._update.report, self._house.reports)

    @contextmanager
    def followed(self) -> Iterator[None]:
        """People are offered what is wanted whenever they can begin it, and play as it is wanted, for as long."""
        loop, house = self._table.loop, self._house
        guarded = partial(self._table.guard.listener, "broker")
        with ExitStack() as stack:
            stack.enter_context(loop.effects.heard_by(guarded(self._fixture.offer)))
            stack.enter_context(loop.effects.heard_by(guarded(house.look)))
            stack.enter_context(loop.cleared.heard_by(guarded(house.begins)))
            stack.callback(house.let_go)
            yield

    def take_up(self) -> None:
        """Those of the last time hold until the hub says others."""
        try:
            kept = wishes_in(self._file)
        except WishesError as fault:
            log.warning("wishes_unreadable", seen=fault)
            return
        self._kept = kept
        if kept is not None and kept.room == self._room:
            self._house.take_up(kept.holds)
            self._do(kept.desired)

    def heard(self, payload: bytes) -> None:
        """The hub wants this; an empty one is a wish for nothing. It is looked at soon, if no other comes before."""
        self._payload = payload
        self._came.set()

    async def run(self) -> None:
        """Do what is wanted, and keep it, for ever."""
        await asyncio.gather(self._fixture.run(), self._update.run(), self._heed(), self._keep())

    async def _heed(self) -> None:
        """Look at the latest wish: what is wanted is tried with the games, which takes a while."""
        while True:
            await self._came.wait()
            self._came.clear()
            began_s = asyncio.get_running_loop().time()
            self._look_at(self._payload)
            await rested(began_s)

    def _look_at(self, payload: bytes) -> None:
        try:
            desired = understood(payload, Desired) if payload else NOTHING
        except NotUnderstoodError as fault:
            log.warning("hub_not_understood", topic="desired", seen=fault)
            return
        if desired != self._desired:
            self._do(desired)
            self._news.set()

    async def _keep(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            kept = KeptWishes(self._room, self._desired, dict(self._house.holds), self._house.reports)
            if kept == self._kept:
                continue
            try:
                await asyncio.to_thread(keep_wishes, self._file, kept)
                self._kept = kept
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
        self._house.want(desired.house)
        self._desired = desired

    def _house_changed(self) -> None:
        self._news.set()
        self._changed()
