"""The passwords of a running table at its room's broker, as its file has them."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec

from controller import log
from controller.fleet.enrolment.messages import Membership
from controller.fleet.rotation import Rotate, Rotated, mark_of, proven, with_newer
from controller.json_faults import NO_JSON
from controller.service.fleet.resting import rested
from controller.store.membership import MembershipError, keep_membership, membership_in


class TableKeys:
    """Owner of the membership by which the table is on the line; its file may be another's by now, and stays so then.

    Args:
        file: of the membership.
        membership: as it was read.
        tried: told a password that the line is to try, too.
        say: answers the hub.

    Attributes:
        membership: as the file has it, or is about to.
    """

    def __init__(
        self, file: Path, membership: Membership, tried: Callable[[str], None], say: Callable[[Rotated], None]
    ) -> None:
        self.membership = membership
        self._file = file
        self._tried = tried
        self._say = say
        self._due: asyncio.Queue[Rotate | str] = asyncio.Queue(maxsize=8)

    def heard(self, payload: bytes) -> bool:
        """The hub asks something; whether that is to keep another password."""
        try:
            rotate = msgspec.json.decode(payload, type=Rotate)
        except NO_JSON:
            return False
        self._put(rotate)
        return True

    def let_in(self, password: str) -> None:
        """The broker has taken this password."""
        if password != self.membership.password:
            self._put(password)

    async def run(self) -> None:
        """Keep what comes, one after the other, for ever."""
        while True:
            due = await self._due.get()
            began_s = asyncio.get_running_loop().time()
            after = proven(self.membership, due) if isinstance(due, str) else with_newer(self.membership, due.password)
            kept = after == self.membership or await self._kept(after)
            if kept and isinstance(due, Rotate):
                self._tried(due.password)
                self._say(Rotated("rotate", mark_of(due.password)))
            await rested(began_s)

    async def _kept(self, after: Membership) -> bool:
        before, self.membership = self.membership, after
        try:
            if await asyncio.to_thread(self._exchanged, before, after):
                return True
        except (OSError, MembershipError) as fault:
            log.warning("password_not_kept", seen=fault)
        self.membership = before
        return False

    def _exchanged(self, before: Membership, after: Membership) -> bool:
        if membership_in(self._file) != before:  # the table has left, or joined anew
            return False
        keep_membership(self._file, after)
        return True

    def _put(self, due: Rotate | str) -> None:
        if not self._due.full():  # a hub that asks again and again will ask again
            self._due.put_nowait(due)
