"""Handlers of the page's routes: the table, its owner, seats, and simulated hands."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from controller.care.admin_service import AdminService
from controller.games.contract.values import CastleId
from controller.games.requests import Correct, NewGame, Propose, TakeUp
from controller.play.page_service import PageService
from controller.service.page_access import Authentication
from controller.texts import translation
from controller.texts.translation import LANGUAGES
from controller.web.access.sessions import GRANTS, Role, role_names
from controller.web.application import RequestContext, check_language
from controller.web.live import EventStreamResponse, Feed, StreamSlots, StreamVersion
from controller.web.request_schemas import (
    Answer,
    HomeAngle,
    JoinRoom,
    LiftPiece,
    NewPassword,
    ParkedGame,
    PassPiece,
    Pause,
    Press,
    SettingsText,
    Speed,
    StickerTask,
    SwitchFault,
    TokenName,
)
from controller.web.static_files import FILES, game_page

NO_SEAT: Final[dict[str, Any]] = {"castle": None, "view": None}
"""What a stream says once the seat has ended."""


class SeatHandlers:
    """Each is for the one castle whose seat the caller has."""

    def __init__(self, table: PageService, auth: Authentication) -> None:
        self._table = table
        self._auth = auth

    async def seat(self, context: RequestContext[None]) -> dict[str, Any]:
        """The castle, and what its people see beside everybody's view; null while that is nothing."""
        castle = self._auth.seat(context.request)
        return NO_SEAT if castle is None else seat_state(self._table, castle)

    async def act(self, context: RequestContext[dict[str, Any]]) -> dict[str, Any]:
        """An action of the castle's own; 403 if it is another's, 409 with the rule if it is refused."""
        castle = self._auth.seat(context.request)
        if castle is None or not self._table.may_send(context.body, castle):
            raise HTTPException(403, f"This seat sends only what is its own castle's to do: {castle}.")
        return await self._table.submit(Propose(context.body, castle=castle), context.origin, context.language)


def seat_state(table: PageService, castle: CastleId) -> dict[str, Any]:
    """A castle and what its people see."""
    return {"castle": castle, "view": table.seat(castle)}


def seat_feed(table: PageService, auth: Authentication, request: Request) -> Feed | None:
    """What one connection is told of the seat that it has; None where it has none.

    Each connection has its own: whether the seat still stands is asked before each word.
    """
    castle = auth.seat(request)
    if castle is None:
        return None

    def now() -> dict[str, Any]:
        return seat_state(table, castle) if auth.seat(request) == castle else NO_SEAT

    async def changes() -> AsyncIterator[dict[str, Any]]:
        async for _ in table.changes():
            yield now()

    return Feed(now, changes)


SVG: Final = "image/svg+xml"


class TableHandlers:
    """Each asks the table one thing; without ``auth`` everybody has all rights."""

    def __init__(self, table: PageService, auth: Authentication | None, admin: AdminService | None) -> None:
        self._table = table
        self._auth = auth
        self._admin = admin
        self._streams = StreamSlots()
        self._views = {language: _of_views(table, language) for language in LANGUAGES}
        self._tables = Feed(table.table, table.tables)

    async def index(self, _: RequestContext[None]) -> Response:
        """The page itself."""
        return HTMLResponse(FILES.index(), headers={"cache-control": "no-cache"})

    async def worker(self, _: RequestContext[None]) -> Response:
        """The script that keeps the page, and what everybody could see last, for when the table is away."""
        return Response(FILES.worker(), media_type="text/javascript", headers={"cache-control": "no-cache"})

    async def oled(self, _: RequestContext[None]) -> Response:
        """The display's real pixels."""
        return Response(self._table.oled_png(), media_type="image/png", headers={"cache-control": "no-store"})

    async def seat_qr(self, _: RequestContext[None]) -> Response:
        """Where phones open hands, for their cameras; 404 where there are no hands or no phone reaches the page."""
        code = self._table.seat_qr()
        if code is None:
            raise HTTPException(404, "Saw no page that phones reach, or no game with hands: there is no code to read.")
        return Response(code, media_type=SVG, headers={"cache-control": "no-store"})

    async def view(self, context: RequestContext[None]) -> dict[str, Any]:
        """The game and the table now, for clients that do not stream; ``?language=`` of its sentences."""
        return {"view": self._table.view(context.language), "table": self._table.table()}

    async def stream(self, context: RequestContext[None]) -> EventStreamResponse:
        """Every change of both as server-sent events; ``?language=`` of its sentences, ``?version=2`` tells patches.

        - ``view`` and ``table`` (on simulated parts only): all of it, as in ``GET /api/view``, at once and, in version
          1, after each change;
        - ``view-patch`` and ``table-patch`` (version 2 only): the change from what was told before on this connection,
          as a JSON Patch (RFC 6902). After changes that a slow client missed all of it comes again;
        - ``seat`` and ``seat-patch``, to a seat only: as in ``GET /api/seat``; ``castle`` is null once it has ended;
        - ``beat``: at the latest 15 s after the event before.

        A connection that was lost is made anew, and begins with all of both: no id has to be kept.
        """
        version = _version(context)
        address = context.request.client.host if context.request.client is not None else ""
        slot = self._streams.acquire(address)
        if slot is None:
            raise HTTPException(503, "Too many pages are open. Close some, then load this one again.")
        feeds = {"view": self._views[context.language]}
        if self._table.simulated:
            feeds["table"] = self._tables
        own = None if self._auth is None else seat_feed(self._table, self._auth, context.request)
        if own is not None:
            feeds["seat"] = own
        return EventStreamResponse(feeds, version, slot=slot)

    async def me(self, context: RequestContext[None]) -> dict[str, Any]:
        """Who is looking: roles, seat, whether logged in; what the table is, its game and page, language, lock.

        ``seat_at`` is the address where phones open hands, null where there are none or no phone reaches it.
        """
        return {
            "roles": role_names(GRANTS[Role.OWNER]) if self._auth is None else self._auth.roles(context.request),
            "seat": None if self._auth is None else self._auth.seat(context.request),
            "seats": self._table.has_seats,
            "seat_at": self._table.seat_url,
            "table": "virtual" if self._table.simulated else "real",
            "game": self._table.game,
            "page": game_page(self._table.game),
            "language": self._table.language,
            "logged_in": self._auth is not None and self._auth.logged_in(context.request),
            "locked": self._admin is not None and self._admin.locked,
            "password": self._admin is not None and self._admin.has_password,
        }

    async def texts(self, context: RequestContext[None]) -> dict[str, Any]:
        """The page's own sentences in a language, as ``controller.texts.translation`` gives them."""
        return translation.page_texts(check_language(context.request.path_params["language"]))

    async def rules(self, context: RequestContext[None]) -> dict[str, Any]:
        """Every rule in a language, by its id."""
        return translation.rule_texts(check_language(context.request.path_params["language"]))

    async def box(self, _: RequestContext[None]) -> dict[str, Any]:
        """What is printed on the components, which castles there are, and what people may choose before a game."""
        return self._table.box()

    async def playable(self, context: RequestContext[None]) -> dict[str, Any]:
        """A game that can be begun, as people set it up; with the folder of scripts that draws it."""
        name = context.request.query_params.get("game", "")
        return self._table.playable(name, context.language) | {"page": game_page(name)}

    async def course(self, _: RequestContext[None]) -> list[dict[str, Any]]:
        """How the game went, round by round."""
        return self._table.course()

    async def course_picture(self, context: RequestContext[None]) -> Response:
        """The same as a picture to keep, as far as the game has come; ``?language=`` of its words."""
        octets = await self._table.course_png(context.language)
        if octets is None:
            raise HTTPException(404, "Saw no game, or one that brings no picture: begin one that does, then ask again.")
        return Response(octets, media_type="image/png", headers={"cache-control": "no-store"})

    async def draws(self, _: RequestContext[None]) -> dict[str, Any]:
        """The commitment to the draw to come, and the draws that were opened."""
        return self._table.draws()

    async def advice(self, context: RequestContext[None]) -> dict[str, Any]:
        """The best plan for a castle; 409 while there is nothing to advise."""
        return self._table.advice(context.request.query_params.get("castle", ""), context.language)

    async def act(self, context: RequestContext[dict[str, Any]]) -> dict[str, Any]:
        """An action of the game log; a simulated table draws what it leaves to chance. 409 with the rule if refused."""
        return await self._table.submit(Propose(context.body), context.origin, context.language)

    async def correct(self, context: RequestContext[Correct]) -> dict[str, Any]:
        """Go back before a step, amend, go on; 409 with the rule if it is refused, and then nothing was done."""
        if context.body.by_hand and context.body.amend:
            raise HTTPException(400, "Seen by_hand and amend. Expected one: people amend at the table, or this does.")
        return await self._table.submit(context.body, context.origin, context.language)

    async def put_right(self, _: RequestContext[None]) -> None:
        """People say that all pieces lie where the table has them."""
        self._table.confirm_moves()

    async def pause(self, context: RequestContext[Pause]) -> None:
        """The hourglass stands still, or goes on."""
        self._table.pause(on=context.body.on)

    async def answer(self, context: RequestContext[Answer]) -> None:
        """Yes or no to what the table asks."""
        self._table.answer(yes=context.body.yes)

    async def new_game(self, context: RequestContext[NewGame]) -> None:
        """Another game."""
        await self._table.submit(context.body, context.origin, context.language)

    async def parked(self, context: RequestContext[None]) -> list[dict[str, Any]]:
        """The games that were not ended and can be gone on with."""
        return self._table.parked(context.language)

    async def take_up(self, context: RequestContext[ParkedGame]) -> None:
        """Go on with a parked game, and park the present one; 409 if it is not in the list."""
        await self._table.submit(TakeUp(context.body.game), context.origin, context.language)


def _of_views(table: PageService, language: str) -> Feed:
    return Feed(lambda: table.view(language), lambda: table.views(language))


def _version(context: RequestContext[None]) -> StreamVersion:
    asked = context.request.query_params.get("version", str(int(StreamVersion.FULL)))
    known = {str(int(version)): version for version in StreamVersion}
    if asked not in known:
        raise HTTPException(400, f"Saw the version {asked!r}, expected one of {', '.join(known)}.")
    return known[asked]


MAX_BACKUP_OCTETS: Final = 64 * 1024 * 1024
"""Packed; ten thousand games take some 30 MB."""

ZIP: Final = "application/zip"
OCTETS: Final = "application/octet-stream"
"""How a backup is sent back: as it is."""


class OwnerHandlers:
    """Each asks the table one thing; ``auth`` knows who is logged in, and how often somebody may guess."""

    def __init__(self, admin: AdminService, auth: Authentication) -> None:
        self._table = admin
        self._auth = auth

    async def overview(self, context: RequestContext[None]) -> dict[str, Any]:
        """How the table is: devices and counts, house rules, names of tokens, teaching; whether somebody guesses."""
        return self._table.overview(context.language) | {"guessed": self._auth.verifier.is_flooded}

    async def doctor(self, _: RequestContext[None]) -> list[dict[str, Any]]:
        """What the doctor finds, with cause and cure; it changes nothing."""
        return await asyncio.to_thread(self._table.findings)

    async def games(self, _: RequestContext[None]) -> list[dict[str, Any]]:
        """All games of the journal."""
        return await asyncio.to_thread(self._table.games)

    async def verify(self, _: RequestContext[None]) -> list[str]:
        """Read the whole journal and check that every entry is as it was written."""
        return await asyncio.to_thread(self._table.verify)

    async def settings(self, _: RequestContext[None]) -> dict[str, Any]:
        """The text of table.toml."""
        return self._table.settings()

    async def check_settings(self, context: RequestContext[SettingsText]) -> dict[str, Any]:
        """Every fault of a text for table.toml, and what needs a restart; nothing is written."""
        return self._table.check_settings(context.body.text)

    async def write_settings(self, context: RequestContext[SettingsText]) -> dict[str, Any]:
        """Replace table.toml, if the text has no fault."""
        return await asyncio.to_thread(self._table.write_settings, context.body.text)

    async def set_house(self, context: RequestContext[msgspec.Struct]) -> None:
        """Change rules of the house, at once."""
        self._table.set_house(msgspec.to_builtins(context.body))

    async def set_password(self, context: RequestContext[NewPassword]) -> None:
        """Set the owner's password; where there is one, only with that. All other owners are logged out."""
        if self._table.has_password:
            old_is_right = lambda: self._table.check_password(context.body.old)  # noqa: E731  # read where it is used
            await self._auth.verifier.verify(context.request, old_is_right, "The password so far is another one.")
        await asyncio.to_thread(self._table.set_password, context.body.password)
        self._auth.keep_owner(context.request)

    async def new_pin(self, _: RequestContext[None]) -> dict[str, str]:
        """Draw another PIN for referees; it is told this once. Those who came in with the one before are logged out."""
        pin = await asyncio.to_thread(self._table.new_pin)
        return {"pin": pin.reveal()}

    async def new_token(self, context: RequestContext[TokenName]) -> dict[str, str]:
        """A token for a machine; it is told this once."""
        token = await asyncio.to_thread(self._table.new_token, context.body.name)
        return {"token": token.reveal()}

    async def revoke_token(self, context: RequestContext[TokenName]) -> None:
        """End a machine's token."""
        await asyncio.to_thread(self._table.revoke_token, context.body.name)

    async def backup(self, _: RequestContext[None]) -> Response:
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

    async def restore(self, context: RequestContext[None]) -> dict[str, Any]:
        """Let the next start of the table take up this backup; it is checked now, and nothing is replaced before."""
        if context.request.headers.get("content-type", "") != OCTETS:
            raise HTTPException(415, f"Send the backup's own octets as {OCTETS}.")
        with tempfile.TemporaryDirectory(dir=self._table.uploads, prefix="upload-") as folder:
            upload = Path(folder) / "backup.zip"
            await _save(context.request, upload)
            return await asyncio.to_thread(self._table.restore, upload)

    async def join_room(self, context: RequestContext[JoinRoom]) -> None:
        """Ask a hub to let the table into its room; whoever looks on sees the letters that are to be typed there."""
        self._table.join_room(context.body.hub)

    async def answer_room(self, context: RequestContext[Answer]) -> None:
        """Whether the room's page calls the table so; a no at any time lets it be."""
        self._table.answer_room(yes=context.body.yes)

    async def leave_room(self, _: RequestContext[None]) -> None:
        """Let the table belong to no room any more."""
        self._table.leave_room()

    async def stickers(self, context: RequestContext[StickerTask]) -> None:
        """Teach stickers or count the box at the gates, between games; or end it."""
        self._table.stickers(context.body.do, context.body.piece)

    async def calibrate(self, context: RequestContext[HomeAngle]) -> dict[str, Any]:
        """The arrow goes to its home mark; or, with what it shows there, to the dial's zero line."""
        return await self._table.calibrate(context.body.mark_deg)


async def _save(request: Request, upload: Path) -> None:
    octets = 0
    with open(upload, "wb") as file:  # noqa: ASYNC230, PTH123  # a few milliseconds for each piece
        async for piece in request.stream():
            octets += len(piece)
            if octets > MAX_BACKUP_OCTETS:
                raise HTTPException(413, f"A backup has at most {MAX_BACKUP_OCTETS} octets.")
            file.write(piece)


KNOB: Final = "knob"
"""Its presses and turns have names that begin so."""


class SimulatedHandlers:
    """Each does one thing at the table; none is asked on real parts. Without ``auth`` nobody knocks."""

    def __init__(self, table: PageService, auth: Authentication | None) -> None:
        self._table = table
        self._auth = auth

    async def set_speed(self, context: RequestContext[Speed]) -> None:
        """The simulated table's time passes faster, or as it does."""
        self._table.set_speed(context.body.speed)

    async def pass_tile(self, context: RequestContext[PassPiece]) -> None:
        """A hand carries a piece over a gate."""
        await self._table.hands.pass_tile(context.body.handle, context.body.castle, context.body.dwell_s)

    async def press(self, context: RequestContext[Press]) -> None:
        """A finger on the knob or a castle's button; a knock is answered only by who may let in."""
        if (
            context.body.control.startswith(KNOB)
            and self._auth is not None
            and not self._auth.may_use_knob(context.request)
        ):
            raise HTTPException(403, "The knob is answering an access request. Log in to use it, or wait a moment.")
        await self._table.hands.press(context.body.control, long=context.body.long)

    async def lift(self, context: RequestContext[LiftPiece]) -> dict[str, Any]:
        """A hand looks below a piece."""
        return self._table.hands.lift(context.body.handle)

    async def switch_fault(self, context: RequestContext[SwitchFault]) -> None:
        """Something breaks, or is mended."""
        self._table.switch_fault(context.body.name, context.body.place, on=context.body.on)
