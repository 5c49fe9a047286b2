"""Invitations: files that let many tables in without letters, each for so many tables and so many days."""

import hashlib
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from controller import limits
from controller.json_faults import NO_JSON
from controller.store.atomic_files import alone_with, read_plain, write_atomically


class InvitationError(Exception):
    """An invitation cannot be made, or is worth nothing; the message says what to do."""


class _Kept(Struct):
    """An invitation, its token as a hash: whoever reads the file is not invited.

    Attributes:
        came: the tables that it has let in, each of which may come again.
    """

    sha256: str
    tables: Annotated[int, Meta(ge=1)]
    until_utc: Annotated[datetime, Meta(tz=True)]
    came: list[str] = field(default_factory=list, name="machines")  # which it named before


class Invitations:
    """Owner of the invitations that hold, in one file; those whose time is over are forgotten."""

    def __init__(self, file: Path, utc_now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._file = file
        self._utc_now = utc_now

    def new(self, tables: int, days: int) -> str:
        """An invitation's token, which is told once: 64 hexadecimal digits.

        Raises:
            InvitationError: too many hold already.
            OSError: the file cannot be written.
        """
        with alone_with(self._file):
            kept = self._kept()
            if len(kept) >= limits.INVITATIONS:
                raise InvitationError(f"{limits.INVITATIONS} invitations hold already. Wait until one of them is over.")
            token = secrets.token_hex(32)
            self._keep([*kept, _Kept(_hash(token), tables, self._utc_now() + timedelta(days=days))])
            return token

    def used(self, token: str, table: str) -> None:
        """A table of this id comes with this token; its place is kept for it.

        Raises:
            InvitationError: it is nobody's, its time is over, or all its places are taken.
            OSError: the file cannot be written.
        """
        with alone_with(self._file):
            kept = self._kept()
            found = next((one for one in kept if secrets.compare_digest(one.sha256, _hash(token))), None)
            if found is None:
                raise InvitationError("This invitation is not known here, or its time is over. Ask for another one.")
            if table in found.came:
                return
            if len(found.came) >= found.tables:
                raise InvitationError(
                    f"This invitation was for {found.tables} tables, and all have come. Ask for another."
                )
            found.came.append(table)
            self._keep(kept)

    def _kept(self) -> list[_Kept]:
        try:
            octets = read_plain(self._file, limits.INVITATIONS_OCTETS)
        except FileNotFoundError:
            return []
        try:
            kept = msgspec.json.decode(octets, type=list[_Kept])
        except NO_JSON as fault:
            raise InvitationError(f"{self._file} cannot be read ({fault}). Remove it, and invite anew.") from None
        return [one for one in kept if one.until_utc > self._utc_now()]

    def _keep(self, kept: list[_Kept]) -> None:
        write_atomically(self._file, msgspec.json.encode(kept), mode=0o600)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
