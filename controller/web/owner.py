"""The owner's routes: looking after the table, its keys, its files."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Coroutine, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from controller.web.admin_port import AdminPort
from controller.web.auth import Authentication
from controller.web.json_responses import json_answer
from controller.web.request_schemas import HomeAngle, Machine, NewPassword, Rules, Settings, Stickers, read
from controller.web.roles import Role

MAX_BACKUP_OCTETS: Final = 64 * 1024 * 1024
"""Packed; ten thousand games take some 30 MB."""

ZIP: Final = "application/zip"
OCTETS: Final = "application/octet-stream"
"""How a backup is sent back: as it is."""


class OwnerRoutes:
    """The handlers.

    Args:
        housekeeping: the table.
        doors: who is logged in, and how often somebody may guess.
    """

    def __init__(self, housekeeping: AdminPort, doors: Authentication) -> None:
        self._table = housekeeping
        self._doors = doors

    def handlers(self) -> Mapping[tuple[str, str], Callable[[Request], Coroutine[Any, Any, Response]]]:
        """By method and path."""
        return {
            ("GET", "/api/owner"): self.overview,
            ("GET", "/api/owner/doctor"): self.doctor,
            ("GET", "/api/owner/games"): self.games,
            ("GET", "/api/owner/games/verify"): self.verify,
            ("GET", "/api/owner/settings"): self.settings,
            ("POST", "/api/owner/settings"): self.write_settings,
            ("POST", "/api/owner/settings/check"): self.check_settings,
            ("POST", "/api/owner/house"): self.set_house,
            ("POST", "/api/owner/password"): self.set_password,
            ("POST", "/api/owner/pin"): self.new_pin,
            ("POST", "/api/owner/tokens"): self.new_token,
            ("POST", "/api/owner/tokens/revoke"): self.revoke_token,
            ("GET", "/api/owner/backup"): self.backup,
            ("POST", "/api/owner/restore"): self.restore,
            ("POST", "/api/owner/stickers"): self.stickers,
            ("POST", "/api/owner/calibrate"): self.calibrate,
        }

    async def overview(self, request: Request) -> Response:
        """How the table is: devices with their counts, house rules, names of tokens, what teaching is at."""
        return json_answer(self._table.overview(request.state.language))

    async def doctor(self, _: Request) -> Response:
        """What the doctor finds, with cause and cure; it changes nothing."""
        return json_answer(await asyncio.to_thread(self._table.findings))

    async def games(self, _: Request) -> Response:
        """All games of the journal."""
        return json_answer(await asyncio.to_thread(self._table.games))

    async def verify(self, _: Request) -> Response:
        """Read the whole journal and check that every entry is as it was written."""
        return json_answer(await asyncio.to_thread(self._table.verify))

    async def settings(self, _: Request) -> Response:
        """The text of table.toml."""
        return json_answer(self._table.settings())

    async def check_settings(self, request: Request) -> Response:
        """Every fault of a text for table.toml, and what needs a restart; nothing is written."""
        return json_answer(self._table.check_settings((await read(request, Settings)).text))

    async def write_settings(self, request: Request) -> Response:
        """Replace table.toml, if the text has no fault."""
        body = await read(request, Settings)
        return json_answer(await asyncio.to_thread(self._table.write_settings, body.text))

    async def set_house(self, request: Request) -> Response:
        """Change rules of the house, at once."""
        self._table.set_house(msgspec.to_builtins(await read(request, Rules)))
        return Response(status_code=204)

    async def set_password(self, request: Request) -> Response:
        """Set the owner's password; where there is one, only with that. All other owners are logged out."""
        body = await read(request, NewPassword)
        if self._table.has_password:
            old_is_right = lambda: self._table.check_password(body.old)  # noqa: E731  # read where it is used
            await self._doors.guess(request, old_is_right, "The password so far is another one.")
        await asyncio.to_thread(self._table.set_password, body.password)
        self._doors.leave_alone(request, Role.OWNER)
        return Response(status_code=204)

    async def new_pin(self, _: Request) -> Response:
        """Draw another PIN for referees; it is told this once. Those who came in with the one before are logged out."""
        pin = await asyncio.to_thread(self._table.new_pin)
        self._doors.all_out(Role.REFEREE)
        return json_answer({"pin": pin})

    async def new_token(self, request: Request) -> Response:
        """A token for a machine; it is told this once."""
        body = await read(request, Machine)
        return json_answer({"token": await asyncio.to_thread(self._table.new_token, body.name)})

    async def revoke_token(self, request: Request) -> Response:
        """End a machine's token."""
        body = await read(request, Machine)
        await asyncio.to_thread(self._table.revoke_token, body.name)
        return Response(status_code=204)

    async def backup(self, _: Request) -> Response:
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

    async def restore(self, request: Request) -> Response:
        """Let the next start of the table take up this backup; it is checked now, and nothing is replaced before."""
        if request.headers.get("content-type", "") != OCTETS:
            raise HTTPException(415, f"Send the backup's own octets as {OCTETS}.")
        with tempfile.TemporaryDirectory(dir=self._table.uploads, prefix="upload-") as folder:
            upload = Path(folder) / "backup.zip"
            await _save(request, upload)
            return json_answer(await asyncio.to_thread(self._table.restore, upload))

    async def stickers(self, request: Request) -> Response:
        """Teach stickers or count the box at the gates, between games; or end it."""
        body = await read(request, Stickers)
        self._table.stickers(body.do, body.tile)
        return Response(status_code=204)

    async def calibrate(self, request: Request) -> Response:
        """The arrow goes to its home mark; or, with what it shows there, to the dial's zero line."""
        return json_answer(await self._table.calibrate((await read(request, HomeAngle)).mark_deg))


async def _save(request: Request, upload: Path) -> None:
    octets = 0
    with open(upload, "wb") as file:  # noqa: ASYNC230, PTH123  # a few milliseconds for each piece
        async for piece in request.stream():
            octets += len(piece)
            if octets > MAX_BACKUP_OCTETS:
                raise HTTPException(413, f"A backup has at most {MAX_BACKUP_OCTETS} octets.")
            file.write(piece)
