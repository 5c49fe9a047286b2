"""Letting tables in: each gets an id and a password of its own at the room's broker."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from controller.fleet.enrolment import Answer, Invited, Membership
from hub.engines.broker_users import BrokerUsers, BrokerUsersError
from hub.enrolment.desk import DeskError, EnrolmentDesk
from hub.enrolment.invitations import InvitationError, Invitations


class LettingIn:
    """Who asks is looked at here, whichever way he comes.

    Args:
        desk: where tables show their letters.
        users: of the broker.
        invitations: those that hold.
        port: of the broker, over TLS.
        authority: PEM; who vouches for it.
        room: the room's name.
        is_here: whether a table of this id is on the line now.
    """

    def __init__(
        self,
        desk: EnrolmentDesk,
        users: BrokerUsers,
        invitations: Invitations,
        port: int,
        authority: str,
        room: str,
        is_here: Callable[[str], bool],
    ) -> None:
        self._desk = desk
        self._users = users
        self._invitations = invitations
        self._port = port
        self._authority = authority
        self._room = room
        self._is_here = is_here
        self._typing = asyncio.Lock()

    async def typed(self, letters: str, name: str) -> str:
        """The owner has typed a table's letters, and calls it ``name``; gives its id, to a second click too.

        Raises:
            DeskError: nobody has these letters, no more tables can be entered, or the files cannot be written.
        """
        async with self._typing:
            if (table := self._desk.granted(letters)) is not None:
                return table
            applicant = self._desk.typed(letters)
            membership = await self._member(applicant.machine, name or applicant.called, lambda _: None)
            self._desk.grant(applicant, membership)
            return membership.table

    async def invited(self, asked: Invited) -> Answer:
        """What a table hears that comes with an invitation.

        Raises:
            DeskError: no more tables can be entered, or the files cannot be written.
        """
        if not asked.machine:
            raise DeskError(
                "invitation",
                "Saw a table that does not know its machine, expected its number: an invitation counts by it. "
                "Join by letters: royaltable join HUB",
            )
        try:
            return Answer(await self._member(asked.machine, asked.called, partial(self._invitations.used, asked.token)))
        except InvitationError as fault:
            raise DeskError("invitation", str(fault)) from None

    async def revoked(self, table: str) -> None:
        """The owner lets a table come no more; it is thrown out within a second, and its games are kept.

        Raises:
            DeskError: it may not come anyway, or the files cannot be written.
        """
        with _refused("unknown"):
            await asyncio.to_thread(self._users.remove, table)

    async def _member(self, machine: str, name: str, place: Callable[[str], None]) -> Membership:
        with _refused("full"):
            table, password = await asyncio.to_thread(self._users.let_in, machine, self._is_here, place)
        return Membership(table, password, self._port, self._authority, hub=self._room, name=name)


@contextmanager
def _refused(word: str) -> Iterator[None]:
    try:
        yield
    except BrokerUsersError as fault:
        raise DeskError(word, str(fault)) from None
    except OSError as fault:
        message = (
            f"{fault.filename or 'The hub'} cannot be written: {fault.strerror}. Look at the hub's disk and folder."
        )
        raise DeskError("files", message) from None
