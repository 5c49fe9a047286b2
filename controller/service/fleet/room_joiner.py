"""Join a room from the console or page; store the passwords that its hub announces."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Final

import msgspec

from controller import limits, log
from controller.fleet import enrolment, table_id
from controller.games.contract.values import Text
from controller.games.naming import translate_text
from controller.reading import JSON_ERRORS
from controller.service.fleet.table_state import pause_after_work
from controller.show import help_call
from controller.store.atomic_files import StateFileError
from controller.store.membership import load_membership, save_membership
from controller.texts.translation import ENGLISH


class TablePasswords:
    """The passwords at a room's broker. A membership file changed since its reading is not overwritten.

    Args:
        file: the membership file.
        membership: its content.
        publish: publishes an answer to the hub.

    Attributes:
        membership: stored, or being stored; the next connection tries its passwords.
    """

    def __init__(
        self, file: Path, membership: enrolment.Membership, publish: Callable[[enrolment.PasswordStored], None]
    ) -> None:
        self.membership = membership
        self._file = file
        self._publish = publish
        self._retries = log.RetryLog()
        self._due: asyncio.Queue[enrolment.RotatePassword | str] = asyncio.Queue(maxsize=8)

    def queue_new_password(self, payload: bytes) -> bool:
        """Queue a new password; return False if the payload has none."""
        try:
            rotate = msgspec.json.decode(payload, type=enrolment.RotatePassword)
        except JSON_ERRORS:
            return False
        self._queue_password(rotate)
        return True

    def queue_accepted_password(self, password: str) -> None:
        if password != self.membership.password:
            self._queue_password(password)

    async def run(self) -> None:
        """Store new and confirmed passwords, forever."""
        while True:
            due = await self._due.get()
            began_s = asyncio.get_running_loop().time()
            after = (
                enrolment.mark_password_accepted(self.membership, due)
                if isinstance(due, str)
                else enrolment.add_newer_password(self.membership, due.password)
            )
            kept = after == self.membership or await self._save_membership(after)
            if kept and isinstance(due, enrolment.RotatePassword):
                self._publish(enrolment.PasswordStored("rotate", enrolment.short_password_hash(due.password)))
            await pause_after_work(began_s)

    async def _save_membership(self, after: enrolment.Membership) -> bool:
        before, self.membership = self.membership, after
        try:
            if await asyncio.to_thread(self._replace_file_if_unchanged, before, after):
                self._retries.log_recovery()
                return True
        except (OSError, StateFileError) as fault:
            self._retries.log_failure("password_not_kept", asyncio.get_running_loop().time(), seen=fault)
        self.membership = before
        return False

    def _replace_file_if_unchanged(self, before: enrolment.Membership, after: enrolment.Membership) -> bool:
        if load_membership(self._file) != before:  # the table has left or joined again
            return False
        save_membership(self._file, after)
        return True

    def _queue_password(self, due: enrolment.RotatePassword | str) -> None:
        if not self._due.full():  # the hub repeats the request
            self._due.put_nowait(due)


ASK_EVERY_S: Final = 1.0
"""Pause between two requests that ask whether the letters have been typed."""


async def join_room(
    status: help_call.RoomStatus, called: str, find_hub: Callable[[], Awaitable[str | None]], file: Path
) -> help_call.NotInRoom | help_call.JoinedRoom:
    """Join a room, or give up; return the resulting state.

    Args:
        status: the state of the attempt, shown at console and page.
        called: the table's name in its settings.
        find_hub: returns a hub's address, None if there is none; used if none was typed.
        file: the membership file.
    """
    is_right: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    attempt = asyncio.create_task(_join_with_confirmation(status, called, find_hub, file, is_right))

    def cancel_or_confirm(yes: bool) -> None:  # noqa: FBT001  # a handler of a signal
        if isinstance(status.state, help_call.AcceptedByRoom):
            if not is_right.done():
                is_right.set_result(yes)
        elif not yes:
            attempt.cancel()

    why: Text | None = None
    try:
        with status.answered.connect_during(cancel_or_confirm):
            async with asyncio.timeout(limits.JOIN_ATTEMPT_S):
                await asyncio.wait([attempt])
        if not attempt.cancelled():
            return attempt.result()
    except enrolment.JoinError as error:
        why = error.text
    except TimeoutError:
        why = Text("room-why-late")
    except OSError as fault:
        why = Text("room-why-folder", {"file": str(fault.filename), "fault": str(fault.strerror)})
    finally:
        attempt.cancel()
    log.info("not_joined", seen="cancelled by people" if why is None else translate_text(why, ENGLISH))
    return help_call.NotInRoom(why)


async def _join_with_confirmation(
    status: help_call.RoomStatus,
    called: str,
    find_hub: Callable[[], Awaitable[str | None]],
    file: Path,
    is_right: asyncio.Future[bool],
) -> help_call.NotInRoom | help_call.JoinedRoom:
    """Join; let people confirm that the hub accepted this table. Return the new state.

    Raises:
        JoinError: the hub does not answer, or refuses.
        OSError: the membership cannot be stored.
    """
    status.set_state(help_call.SearchingForHub())
    hub = status.typed_hub or await find_hub()
    if not hub:
        raise enrolment.JoinError("none")
    who = enrolment.TableIdentity(table_id.read_machine_hash(), called, version("royaltable"))
    membership = None
    while membership is None:
        with suppress(enrolment.LettersExpiredError):  # try again with new letters
            membership = await _join_by_letters(status, *enrolment.parse_hub_address(hub), who)
    name = membership.name or membership.table
    status.set_state(help_call.AcceptedByRoom(membership.hub or hub, name))
    if not await is_right:
        return help_call.NotInRoom(Text("room-why-other-name"))
    await asyncio.to_thread(save_membership, file, membership)
    return help_call.JoinedRoom(membership.hub or hub, name)


async def _join_by_letters(
    status: help_call.RoomStatus, host: str, port: int, who: enrolment.TableIdentity
) -> enrolment.Membership:
    """Show letters, and return the membership once they are typed at the hub.

    Raises:
        LettersExpiredError: the letters expired.
        JoinError: the hub does not answer, or refuses.
    """
    asking = await asyncio.to_thread(enrolment.JoinAttempt, host, port, who)
    status.set_state(help_call.JoinLettersShown(asking.hub or host, enrolment.format_letters(asking.letters)))
    while (membership := await asyncio.to_thread(asking.poll_membership)) is None:  # noqa: ASYNC110  # polls the hub
        await asyncio.sleep(ASK_EVERY_S)
    return membership
