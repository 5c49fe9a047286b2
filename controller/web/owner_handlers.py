"""What the owner does: looking after the table, its keys, its files."""

import asyncio
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from controller.web.access.auth import Authentication
from controller.web.admin_port import AdminPort
from controller.web.request_schemas import Answer, HomeAngle, JoinRoom, NewPassword, NewToken, Rules, Settings, Stickers
from controller.web.route import Call

MAX_BACKUP_OCTETS: Final = 64 * 1024 * 1024
"""Packed; ten thousand games take some 30 MB."""

ZIP: Final = "application/zip"
OCTETS: Final = "application/octet-stream"
"""How a backup is sent back: as it is."""


class OwnerHandlers:
    """Each asks the table one thing; ``auth`` knows who is logged in, and how often somebody may guess."""

    def __init__(self, admin: AdminPort, auth: Authentication) -> None:
        self._table = admin
        self._auth = auth

    async def overview(self, call: Call[None]) -> dict[str, Any]:
        """How the table is: devices and counts, house rules, names of tokens, teaching; whether somebody guesses."""
        return self._table.overview(call.language) | {"guessed": self._auth.guesses.flooded}

    async def doctor(self, _: Call[None]) -> list[dict[str, Any]]:
        """What the doctor finds, with cause and cure; it changes nothing."""
        return await asyncio.to_thread(self._table.findings)

    async def games(self, _: Call[None]) -> list[dict[str, Any]]:
        """All games of the journal."""
        return await asyncio.to_thread(self._table.games)

    async def verify(self, _: Call[None]) -> list[str]:
        """Read the whole journal and check that every entry is as it was written."""
        return await asyncio.to_thread(self._table.verify)

    async def settings(self, _: Call[None]) -> dict[str, Any]:
        """The text of table.toml."""
        return self._table.settings()

    async def check_settings(self, call: Call[Settings]) -> dict[str, Any]:
        """Every fault of a text for table.toml, and what needs a restart; nothing is written."""
        return self._table.check_settings(call.body.text)

    async def write_settings(self, call: Call[Settings]) -> dict[str, Any]:
        """Replace table.toml, if the text has no fault."""
        return await asyncio.to_thread(self._table.write_settings, call.body.text)

    async def set_house(self, call: Call[Rules]) -> None:
        """Change rules of the house, at once."""
        self._table.set_house(msgspec.to_builtins(call.body))

    async def set_password(self, call: Call[NewPassword]) -> None:
        """Set the owner's password; where there is one, only with that. All other owners are logged out."""
        if self._table.has_password:
            old_is_right = lambda: self._table.check_password(call.body.old)  # noqa: E731  # read where it is used
            await self._auth.guesses.guess(call.request, old_is_right, "The password so far is another one.")
        await asyncio.to_thread(self._table.set_password, call.body.password)
        self._auth.stay(call.request)

    async def new_pin(self, _: Call[None]) -> dict[str, str]:
        """Draw another PIN for referees; it is told this once. Those who came in with the one before are logged out."""
        pin = await asyncio.to_thread(self._table.new_pin)
        return {"pin": pin.reveal()}

    async def new_token(self, call: Call[NewToken]) -> dict[str, str]:
        """A token for a machine; it is told this once."""
        token = await asyncio.to_thread(self._table.new_token, call.body.name)
        return {"token": token.reveal()}

    async def revoke_token(self, call: Call[NewToken]) -> None:
        """End a machine's token."""
        await asyncio.to_thread(self._table.revoke_token, call.body.name)

    async def backup(self, _: Call[None]) -> Response:
        """All that makes this table, in one file."""
        folder = Path(tempfile.mkdtemp())
        file = folder / f"royaltable-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip"
        try:
            await asyncio.to_thread(self._table.back_up, file)
        except BaseException:
            shutil.rmtree(folder)
            raise
        gone = BackgroundTask(shutil.rmtree, folder)
        headers = {"cache-control": "no-store"}
        return FileResponse(file, media_type=ZIP, filename=file.name, headers=headers, background=gone)

    async def restore(self, call: Call[None]) -> dict[str, Any]:
        """Let the next start of the table take up this backup; it is checked now, and nothing is replaced before."""
        if call.request.headers.get("content-type", "") != OCTETS:
            raise HTTPException(415, f"Send the backup's own octets as {OCTETS}.")
        with tempfile.TemporaryDirectory(dir=self._table.uploads, prefix="upload-") as folder:
            upload = Path(folder) / "backup.zip"
            await _save(call.request, upload)
            return await asyncio.to_thread(self._table.restore, upload)

    async def join_room(self, call: Call[JoinRoom]) -> None:
        """Ask a hub to let the table into its room; whoever looks on sees the letters that are to be typed there."""
        self._table.join_room(call.body.hub)

    async def answer_room(self, call: Call[Answer]) -> None:
        """Whether the room's page calls the table so; a no at any time lets it be."""
        self._table.answer_room(yes=call.body.yes)

    async def leave_room(self, _: Call[None]) -> None:
        """Let the table belong to no room any more."""
        self._table.leave_room()

    async def stickers(self, call: Call[Stickers]) -> None:
        """Teach stickers or count the box at the gates, between games; or end it."""
        self._table.stickers(call.body.do, call.body.piece)

    async def calibrate(self, call: Call[HomeAngle]) -> dict[str, Any]:
        """The arrow goes to its home mark; or, with what it shows there, to the dial's zero line."""
        return await self._table.calibrate(call.body.mark_deg)


async def _save(request: Request, upload: Path) -> None:
    octets = 0
    with open(upload, "wb") as file:  # noqa: ASYNC230, PTH123  # a few milliseconds for each piece
        async for piece in request.stream():
            octets += len(piece)
            if octets > MAX_BACKUP_OCTETS:
                raise HTTPException(413, f"A backup has at most {MAX_BACKUP_OCTETS} octets.")
            file.write(piece)
