"""What looks at the table, plays and corrects its game, begins another or goes on with a parked one."""

from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from controller.games.requests import Correct, NewGame, Propose, TakeUp
from controller.texts import catalogue
from controller.texts.speaking import LANGUAGES
from controller.web.access.auth import Authentication
from controller.web.access.roles import GRANTS, Role, names
from controller.web.admin_port import AdminPort
from controller.web.json_responses import known_language
from controller.web.live.broadcast import Broadcast
from controller.web.live.event_stream import EventStream, Version
from controller.web.live.streams import Streams
from controller.web.request_schemas import Answer, ParkedGame, Pause
from controller.web.route import Call
from controller.web.seat_handlers import told_to_the_seat
from controller.web.static_files import FILES, page_of_game
from controller.web.table_port import TablePort

SVG: Final = "image/svg+xml"


class TableHandlers:
    """Each asks the table one thing; without ``auth`` everybody has all rights."""

    def __init__(self, table: TablePort, auth: Authentication | None, admin: AdminPort | None) -> None:
        self._table = table
        self._auth = auth
        self._admin = admin
        self._streams = Streams()
        self._views = {language: _of_views(table, language) for language in LANGUAGES}
        self._tables = Broadcast(table.table, table.tables)

    async def index(self, _: Call[None]) -> Response:
        """The page itself."""
        return HTMLResponse(FILES.index(), headers={"cache-control": "no-cache"})

    async def worker(self, _: Call[None]) -> Response:
        """The script that keeps the page, and what everybody could see last, for when the table is away."""
        return Response(FILES.worker(), media_type="text/javascript", headers={"cache-control": "no-cache"})

    async def oled(self, _: Call[None]) -> Response:
        """The display's real pixels."""
        return Response(self._table.oled_png(), media_type="image/png", headers={"cache-control": "no-store"})

    async def seat_qr(self, _: Call[None]) -> Response:
        """Where phones open hands, for their cameras; 404 where there are no hands or no phone reaches the page."""
        code = self._table.seat_qr()
        if code is None:
            raise HTTPException(404, "Saw no page that phones reach, or no game with hands: there is no code to read.")
        return Response(code, media_type=SVG, headers={"cache-control": "no-store"})

    async def view(self, call: Call[None]) -> dict[str, Any]:
        """The game and the table now, for clients that do not stream; ``?language=`` of its sentences."""
        return {"view": self._table.view(call.language), "table": self._table.table()}

    async def stream(self, call: Call[None]) -> EventStream:
        """Every change of both as server-sent events; ``?language=`` of its sentences, ``?version=2`` tells patches.

        - ``view`` and ``table`` (on simulated parts only): all of it, as in ``GET /api/view``, at once and, in version
          1, after each change;
        - ``view-patch`` and ``table-patch`` (version 2 only): the change from what was told before on this connection,
          as a JSON Patch (RFC 6902). After changes that a slow client missed all of it comes again;
        - ``seat`` and ``seat-patch``, to a seat only: as in ``GET /api/seat``; ``castle`` is null once it has ended;
        - ``beat``: at the latest 15 s after the event before.

        A connection that was lost is made anew, and begins with all of both: no id has to be kept.
        """
        version = _version(call)
        address = call.request.client.host if call.request.client is not None else ""
        place = self._streams.take(address)
        if place is None:
            raise HTTPException(503, "Too many pages are open. Close some, then load this one again.")
        broadcasts = {"view": self._views[call.language]}
        if self._table.simulated:
            broadcasts["table"] = self._tables
        own = None if self._auth is None else told_to_the_seat(self._table, self._auth, call.request)
        if own is not None:
            broadcasts["seat"] = own
        return EventStream(broadcasts, version, place=place)

    async def me(self, call: Call[None]) -> dict[str, Any]:
        """Who is looking: roles, seat, whether logged in; what the table is, its game and page, language, lock.

        ``seat_at`` is the address where phones open hands, null where there are none or no phone reaches it.
        """
        return {
            "roles": names(GRANTS[Role.OWNER]) if self._auth is None else self._auth.roles(call.request),
            "seat": None if self._auth is None else self._auth.seat(call.request),
            "seats": self._table.has_seats,
            "seat_at": self._table.seat_at,
            "table": "virtual" if self._table.simulated else "real",
            "game": self._table.game,
            "page": page_of_game(self._table.game),
            "language": self._table.language,
            "logged_in": self._auth is not None and self._auth.logged_in(call.request),
            "locked": self._admin is not None and self._admin.locked,
            "password": self._admin is not None and self._admin.has_password,
        }

    async def texts(self, call: Call[None]) -> dict[str, Any]:
        """The page's own sentences in a language, as ``controller.texts.catalogue`` gives them."""
        return catalogue.of_the_page(known_language(call.request.path_params["language"]))

    async def rules(self, call: Call[None]) -> dict[str, Any]:
        """Every rule in a language, by its id."""
        return catalogue.rules(known_language(call.request.path_params["language"]))

    async def box(self, _: Call[None]) -> dict[str, Any]:
        """What is printed on the components, which castles there are, and what people may choose before a game."""
        return self._table.box()

    async def playable(self, call: Call[None]) -> dict[str, Any]:
        """A game that can be begun, as people set it up; with the folder of scripts that draws it."""
        name = call.request.query_params.get("game", "")
        return self._table.playable(name, call.language) | {"page": page_of_game(name)}

    async def course(self, _: Call[None]) -> list[dict[str, Any]]:
        """How the game went, round by round."""
        return self._table.course()

    async def course_picture(self, call: Call[None]) -> Response:
        """The same as a picture to keep, as far as the game has come; ``?language=`` of its words."""
        octets = await self._table.course_png(call.language)
        if octets is None:
            raise HTTPException(404, "Saw no game, or one that brings no picture: begin one that does, then ask again.")
        return Response(octets, media_type="image/png", headers={"cache-control": "no-store"})

    async def draws(self, _: Call[None]) -> dict[str, Any]:
        """The commitment to the draw to come, and the draws that were opened."""
        return self._table.draws()

    async def advice(self, call: Call[None]) -> dict[str, Any]:
        """The best plan for a castle; 409 while there is nothing to advise."""
        return self._table.advice(call.request.query_params.get("castle", ""), call.language)

    async def act(self, call: Call[dict[str, Any]]) -> dict[str, Any]:
        """An action of the game log; a simulated table draws what it leaves to chance. 409 with the rule if refused."""
        return await self._table.submit(Propose(call.body), call.origin, call.language)

    async def correct(self, call: Call[Correct]) -> dict[str, Any]:
        """Go back before a step, amend, go on; 409 with the rule if it is refused, and then nothing was done."""
        if call.body.by_hand and call.body.amend:
            raise HTTPException(400, "Seen by_hand and amend. Expected one: people amend at the table, or this does.")
        return await self._table.submit(call.body, call.origin, call.language)

    async def put_right(self, _: Call[None]) -> None:
        """People say that all pieces lie where the table has them."""
        self._table.put_right()

    async def pause(self, call: Call[Pause]) -> None:
        """The hourglass stands still, or goes on."""
        self._table.pause(call.body.on)

    async def answer(self, call: Call[Answer]) -> None:
        """Yes or no to what the table asks."""
        self._table.answer(call.body.yes)

    async def new_game(self, call: Call[NewGame]) -> None:
        """Another game."""
        await self._table.submit(call.body, call.origin, call.language)

    async def parked(self, call: Call[None]) -> list[dict[str, Any]]:
        """The games that were not ended and can be gone on with."""
        return self._table.parked(call.language)

    async def take_up(self, call: Call[ParkedGame]) -> None:
        """Go on with a parked game, and park the present one; 409 if it is not in the list."""
        await self._table.submit(TakeUp(call.body.game), call.origin, call.language)


def _of_views(table: TablePort, language: str) -> Broadcast:
    return Broadcast(lambda: table.view(language), lambda: table.views(language))


def _version(call: Call[None]) -> Version:
    asked = call.request.query_params.get("version", str(int(Version.WHOLE)))
    known = {str(int(version)): version for version in Version}
    if asked not in known:
        raise HTTPException(400, f"Saw the version {asked!r}, expected one of {', '.join(known)}.")
    return known[asked]
