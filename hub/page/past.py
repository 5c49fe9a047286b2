"""What the room's page shows of what was played: tables, games, players, records, seasons."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, date, datetime
from typing import Annotated, Any, Final

import asyncpg
from asyncpg import Connection
from msgspec import Meta, Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from controller import limits
from controller.fleet.shipping import LARGEST
from controller.web.json_responses import json_answer, known_language
from controller.web.qr_code import drawn
from controller.web.request_schemas import read
from hub.organising.entrants import forget
from hub.page.access import Role, RoomAccess, guests_address
from hub.page.tables import TablePages
from hub.people import history, players, ratings
from hub.people.players import seat
from hub.store.connection import FAULTS

Name = Annotated[str, Meta(max_length=limits.ROOM_TEXT)]
FARTHEST: Final = 1_000_000
"""Rows that a page skips at most."""

YEARS: Final = range(1970, 9999)
"""Of days for which the calendar has a day before and one after, whatever the time zone."""

NUMBER_DIGITS: Final = len(str(LARGEST))

Endpoint = Callable[[Request, Connection], Awaitable[Response]]


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody of this name or code sat at a castle; "" for nobody."""

    castle: Name
    who: Name


class Code(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's own."""

    code: Name


class Begin(Struct, frozen=True, forbid_unknown_fields=True):
    """Of a season."""

    name: Name


class Past:
    """Each asks the database one thing.

    Args:
        access: who may do what.
        tables: games as people look at them.
    """

    def __init__(self, access: RoomAccess, tables: TablePages) -> None:
        self._access = access
        self._tables = tables

    def routes(self) -> list[BaseRoute]:
        """All of them."""
        viewer, steward, owner = Role.VIEWER, Role.STEWARD, Role.OWNER
        game = "/api/games/{journal}/{game}"
        return [
            Route("/api/games", self._for(viewer, self._games)),
            Route(game, self._posted(viewer, self._game)),
            Route(f"{game}/seats", self._posted(steward, self._sit), methods=["POST"]),
            Route("/api/choices", self._posted(viewer, self._choices)),
            Route("/api/names", self._for(steward, self._names)),
            Route("/api/players", self._for(viewer, self._players)),
            Route("/api/players/{player}", self._for(viewer, self._player)),
            Route("/api/records", self._for(viewer, self._records)),
            Route("/api/seasons", self._posted(owner, self._begin), methods=["POST"]),
            Route("/api/me/games", self._posted(viewer, self._mine), methods=["POST"]),
            Route("/api/me/forget", self._posted(viewer, self._forget), methods=["POST"]),
        ]

    def _for(self, role: Role, answer: Endpoint) -> Callable[[Request], Awaitable[Any]]:
        async def endpoint(request: Request) -> Response:
            self._access.enter(request, role)
            async with self._asked() as connection:
                return await answer(request, connection)

        return endpoint

    def _posted(self, role: Role, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Any]:
        """What may take its time, as a client's body or a game's code, holds no connection to the database."""

        async def endpoint(request: Request) -> Response:
            self._access.enter(request, role)
            return await answer(request)

        return endpoint

    @asynccontextmanager
    async def _asked(self) -> AsyncIterator[Connection]:
        with _database_faults():
            async with self._tables.readers.one() as connection:
                yield connection

    async def _games(self, request: Request, connection: Connection) -> Response:
        asked = request.query_params
        filters = history.Filters(
            _day(asked.get("day")),
            asked.get("table") or None,
            asked.get("rules") or None,
            _number(asked.get("player"), None),
            _number(asked.get("skip"), 0) or 0,
        )
        return json_answer(await history.games(connection, filters))

    async def _game(self, request: Request) -> Response:
        language = known_language(request.query_params.get("language", "en"))
        async with self._asked() as connection:
            value = await history.game(connection, *_key(request))
        if value is None:
            raise HTTPException(404, "There is no such game here.")
        with _database_faults():
            return json_answer(value | await self._tables.shown(value, language))

    async def _sit(self, request: Request) -> Response:
        body = await read(request, Sit)
        async with self._asked() as connection:
            player = await seat(connection, *_key(request), body.castle, body.who, self._access.roles(request)[-1])
        self._tables.tell()
        known = None if player is None else {"player": player.player_no, "name": player.name}
        if player is None or not player.is_new:
            return json_answer({"player": known, "code": None, "qr": None})
        mine = guests_address(request, "/mine", player.code)  # what no server's log ever has
        return json_answer({"player": known, "code": player.code, "qr": drawn(mine)})

    async def _choices(self, _: Request) -> Response:
        async with self._asked() as connection:
            found = await history.choices(connection) | {"seasons": await ratings.seasons(connection)}
        names = [{"rules": each, "title": await self._tables.retellings.title(each)} for each in found["rules"]]
        return json_answer(found | {"rules": names})

    async def _names(self, request: Request, connection: Connection) -> Response:
        return json_answer({"names": await players.like(connection, request.query_params.get("like", ""))})

    async def _players(self, request: Request, connection: Connection) -> Response:
        asked = request.query_params
        season, skip = _number(asked.get("season"), 0) or 0, _number(asked.get("skip"), 0) or 0
        return json_answer(await ratings.ranked(connection, asked.get("rules", ""), season, skip))

    async def _player(self, request: Request, connection: Connection) -> Response:
        return json_answer(await self._of_player(connection, _fitting(request.path_params["player"])))

    async def _of_player(self, connection: Connection, number: int) -> dict[str, Any]:
        value = await ratings.player(connection, number)
        if value is None:
            raise HTTPException(404, "There is no such player here, or none any more.")
        return value | await history.games(connection, history.Filters(player=number))

    async def _records(self, request: Request, connection: Connection) -> Response:
        asked = request.query_params
        season = _number(asked.get("season"), 0) or 0
        begins, ends = await _times(connection, season)
        return json_answer(await ratings.records(connection, asked.get("rules", ""), begins, ends, season))

    async def _begin(self, request: Request) -> Response:
        body = await read(request, Begin)
        async with self._asked() as connection:
            return json_answer({"season": await ratings.begin(connection, body.name)})

    async def _mine(self, request: Request) -> Response:
        player = await self._known(request)
        async with self._asked() as connection:
            return json_answer(await self._of_player(connection, player.player_no))

    async def _forget(self, request: Request) -> Response:
        player = await self._known(request)
        async with self._asked() as connection:
            await forget(connection, player.player_no)
        self._tables.tell()
        return Response(status_code=204)

    async def _known(self, request: Request) -> players.Player:
        """Whose code it is; codes are guessed as slowly as PINs."""
        body = await read(request, Code)
        async with self._asked() as connection:
            found = await players.of_code(connection, body.code)
        await self._access.guess(request, lambda: found is not None, "That is nobody's code.")
        assert found is not None
        return found


@contextmanager
def _database_faults() -> Iterator[None]:
    try:
        yield
    except asyncpg.DataError as fault:
        raise HTTPException(400, f"Saw what the hub's database can keep nowhere: {fault}.") from None
    except FAULTS as fault:
        raise HTTPException(503, f"The hub's database does not answer: {type(fault).__name__}. Wait.") from None


async def _times(connection: Connection, season: int) -> tuple[datetime | None, datetime | None]:
    if season == 0:
        return None, None
    known = await ratings.seasons(connection)
    at = next((place for place, each in enumerate(known) if each["season"] == season), None)
    if at is None:
        raise HTTPException(404, "There is no such season.")
    begins = [datetime.fromtimestamp(each["begins_s"], UTC) for each in known[at : at + 2]]
    return begins[0], begins[1] if len(begins) > 1 else None


def _day(text: str | None) -> date | None:
    if not text:
        return None
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        day = None
    if day is None or day.year not in YEARS:
        raise HTTPException(400, f"Saw the day {text[:20]!r}, expected one such as 2026-11-22.")
    return day


def _number(text: str | None, otherwise: int | None) -> int | None:
    if not text:
        return otherwise
    if not text.isdecimal() or len(text) > 7:  # below FARTHEST times ten
        raise HTTPException(400, f"Saw {text[:20]!r}, expected a number.")
    return min(int(text), FARTHEST)


def _key(request: Request) -> tuple[int, int]:
    return _fitting(request.path_params["journal"]), _fitting(request.path_params["game"])


def _fitting(text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) <= NUMBER_DIGITS else LARGEST + 1
    if number > LARGEST:
        raise HTTPException(404, "There is no such game or player here.")
    return number
