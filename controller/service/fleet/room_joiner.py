"""The attempt to join a room that people make at the table, and the passwords that come of it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Final

import msgspec

from controller import limits, log
from controller.fleet import table_id
from controller.fleet.enrolment import (
    JoinAttempt,
    JoinError,
    LateError,
    Membership,
    Rotate,
    Rotated,
    TableIdentity,
    add_password,
    confirm_password,
    format_letters,
    parse_address,
    password_mark,
)
from controller.reading import NO_JSON
from controller.service.fleet.table_state import pause_after_work
from controller.show.help_call import Accepted, Joined, LettersShown, NotJoined, RoomStatus, Searching
from controller.store.atomic_files import StateFileError
from controller.store.membership import load_membership, save_membership


class TablePasswords:
    """Owner of the membership by which the table is on the line; a file that was replaced meanwhile is left alone.

    Args:
        file: of the membership.
        membership: as it was read.
        publish: answers the hub.

    Attributes:
        membership: as the file has it, or is about to; the line tries its passwords from the next connection on.
    """

    def __init__(self, file: Path, membership: Membership, publish: Callable[[Rotated], None]) -> None:
        self.membership = membership
        self._file = file
        self._publish = publish
        self._retries = log.RetryLog()
        self._due: asyncio.Queue[Rotate | str] = asyncio.Queue(maxsize=8)

    def handle_rotate(self, payload: bytes) -> bool:
        """The hub asks something; whether that is to keep another password."""
        try:
            rotate = msgspec.json.decode(payload, type=Rotate)
        except NO_JSON:
            return False
        self._queue(rotate)
        return True

    def confirm(self, password: str) -> None:
        if password != self.membership.password:
            self._queue(password)

    async def run(self) -> None:
        """Keep what comes, one after the other, for ever."""
        while True:
            due = await self._due.get()
            began_s = asyncio.get_running_loop().time()
            after = (
                confirm_password(self.membership, due)
                if isinstance(due, str)
                else add_password(self.membership, due.password)
            )
            kept = after == self.membership or await self._save(after)
            if kept and isinstance(due, Rotate):
                self._publish(Rotated("rotate", password_mark(due.password)))
            await pause_after_work(began_s)

    async def _save(self, after: Membership) -> bool:
        before, self.membership = self.membership, after
        try:
            if await asyncio.to_thread(self._replace_file, before, after):
                self._retries.recovered()
                return True
        except (OSError, StateFileError) as fault:
            self._retries.failed("password_not_kept", asyncio.get_running_loop().time(), seen=fault)
        self.membership = before
        return False

    def _replace_file(self, before: Membership, after: Membership) -> bool:
        if load_membership(self._file) != before:  # the table has left, or joined anew
            return False
        save_membership(self._file, after)
        return True

    def _queue(self, due: Rotate | str) -> None:
        if not self._due.full():  # a hub that asks again and again will ask again
            self._due.put_nowait(due)


ASK_EVERY_S: Final = 1.0
"""Between two questions whether the letters have been typed."""


async def join_room(
    door: RoomStatus, called: str, found: Callable[[], Awaitable[str]], file: Path
) -> NotJoined | Joined:
    """Let people join a room, or give up; return how the table stands then.

    Args:
        door: how the table stands; told of it.
        called: what the table is called in its settings.
        found: looks for a hub if people have typed no address; gives "" where it finds none.
        file: where the membership is kept.
    """
    is_right: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    attempt = asyncio.create_task(_join_with_confirmation(door, called, found, file, is_right))

    def answered(yes: bool) -> None:  # noqa: FBT001  # news of a topic
        if isinstance(door.state, Accepted):
            if not is_right.done():
                is_right.set_result(yes)
        elif not yes:
            attempt.cancel()

    why = ""
    try:
        with door.answered.connected(answered):
            async with asyncio.timeout(limits.JOIN_ATTEMPT_S):
                await asyncio.wait([attempt])
        if not attempt.cancelled():
            return attempt.result()
    except JoinError as error:
        why = str(error)
    except TimeoutError:
        why = "Nobody has typed the letters. Join again when somebody is at the hub's page."
    except OSError as fault:
        why = f"{fault.filename}: {fault.strerror}. Look into the table's folder."
    finally:
        attempt.cancel()
    log.info("not_joined", seen=why or "people let it be")
    return NotJoined(why)


async def _join_with_confirmation(
    door: RoomStatus,
    called: str,
    found: Callable[[], Awaitable[str]],
    file: Path,
    is_right: asyncio.Future[bool],
) -> NotJoined | Joined:
    """Return how the table stands once the hub has let it in; people look whether it is the right table.

    Raises:
        JoinError: the hub cannot be asked, or has refused.
        OSError: what was given cannot be kept.
    """
    door.set_state(Searching())
    hub = door.typed_hub or await found()
    if not hub:
        raise JoinError("No hub was found in this network. Type its address on the owner's page.")
    who = TableIdentity(table_id.machine_hash(), called, version("royaltable"))
    membership = None
    while membership is None:
        with suppress(LateError):  # there are other letters then
            membership = await _join_by_letters(door, *parse_address(hub), who)
    name = membership.name or membership.table
    door.set_state(Accepted(membership.hub or hub, name))
    if not await is_right:
        return NotJoined("The room's page did not call the table so. Ask whoever looks after the room.")
    await asyncio.to_thread(save_membership, file, membership)
    return Joined(membership.hub or hub, name)


async def _join_by_letters(door: RoomStatus, host: str, port: int, who: TableIdentity) -> Membership:
    """Show letters, and return by what the table is let in once they are typed at the hub.

    Raises:
        LateError: they were not, in time.
        JoinError: as above.
    """
    asking = await asyncio.to_thread(JoinAttempt, host, port, who)
    door.set_state(LettersShown(asking.hub or host, format_letters(asking.letters)))
    while (membership := await asyncio.to_thread(asking.ask)) is None:  # noqa: ASYNC110  # the hub is asked
        await asyncio.sleep(ASK_EVERY_S)
    return membership
