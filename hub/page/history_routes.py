"""Routes for games, players, records and seasons, and feeds of each table."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any, Final

import asyncpg
import msgspec
from asyncpg import Connection
from msgspec import Meta, Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request

from controller import limits
from controller.fleet.log_messages import LARGEST
from controller.web.application import Handler, RequestContext, Route, check_language
from controller.web.live import Feed
from controller.web.qr_code import svg_path
from controller.web.static_files import game_page
from hub.page.access import Role, RoomAccess, guests_address
from hub.players import history, ratings, registry
from hub.players.history import latest_game
from hub.players.registry import save_seat
from hub.replay.child import UnknownRulesError
from hub.replay.public_replays import PublicReplays
from hub.store.connection import DATABASE_ERRORS, Notifications, ReaderPool
from hub.tournament_service.entrants import forget_player

RETRY_S: Final = 5.0
"""Pause after a database error."""

NO_GAME: Final = {"game": None}


class TableViews:
    def __init__(self, readers: ReaderPool, notices: Notifications) -> None:
        self.readers = readers
        self._notices = notices
        self.replays = PublicReplays(readers)
        self._broadcasts: dict[tuple[str, str], Feed] = {}

    def broadcast(self, table: str, language: str) -> Feed:
        """Return the feed of a table in a language; feeds without clients are dropped when there are many."""
        key = (table, language)
        if key not in self._broadcasts and len(self._broadcasts) >= limits.TABLE_FEEDS:
            heard = {each: kept for each, kept in self._broadcasts.items() if kept.latest is not None}
            self._broadcasts = heard
        return self._broadcasts.setdefault(key, Feed(lambda: None, lambda: self._values(table, language)))

    def wake(self) -> None:
        self._notices.wake()

    async def replay_value(self, game: dict[str, Any], language: str) -> dict[str, Any]:
        """Return ``view``, ``course``, ``title`` and ``page`` of a game, or ``why`` none: ``gone`` or ``unknown``."""
        why, rules = "unknown", game["rules"] or ""
        try:
            if (found := await self.replays.view((game["journal"], game["game"]), language)) is not None:
                rules, shown = found
                return msgspec.structs.asdict(shown) | {"page": game_page(rules)}
            why, rules = "gone", await self.replays.title(rules)
        except UnknownRulesError:
            pass
        return {"view": None, "course": [], "title": rules, "page": None, "why": why}

    async def _values(self, table: str, language: str) -> AsyncIterator[dict[str, Any]]:
        async with self._notices.subscribe() as news:
            shown: object = ()
            while True:
                news.clear()
                try:
                    async with self.readers.borrow() as connection:
                        game = await latest_game(connection, table)
                    if game != shown:
                        yield NO_GAME if game is None else game | await self.replay_value(game, language)
                        shown = game
                except DATABASE_ERRORS:
                    await asyncio.sleep(RETRY_S)
                    continue
                await news.wait()
                await asyncio.sleep(limits.ROOM_UPDATE_EVERY_S)


Name = Annotated[str, Meta(max_length=limits.ROOM_TEXT_CHARS)]
FARTHEST: Final = 1_000_000
"""Largest offset of a page of rows."""

NUMBER_DIGITS: Final = len(str(LARGEST))


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """The player, by name or code, who sat at a castle; "" for an empty seat."""

    castle: Name
    who: Name


class Code(Struct, frozen=True, forbid_unknown_fields=True):
    code: Name


class Begin(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class HistoryPage:
    def __init__(self, access: RoomAccess, tables: TableViews) -> None:
        self._access = access
        self._tables = tables

    def routes(self) -> list[Route[Any]]:
        viewer, steward, owner = Role.VIEWER, Role.STEWARD, Role.OWNER
        game = "/api/games/{journal}/{game}"
        return [
            Route("GET", "/api/games", viewer, self._query(self._games)),
            Route("GET", game, viewer, self._game),
            Route("POST", f"{game}/seats", steward, self._sit, body_type=Sit),
            Route("GET", "/api/choices", viewer, self._choices),
            Route("GET", "/api/names", steward, self._query(self._names)),
            Route("GET", "/api/players", viewer, self._query(self._players)),
            Route("GET", "/api/players/{player}", viewer, self._query(self._player)),
            Route("GET", "/api/records", viewer, self._query(self._records)),
            Route("POST", "/api/seasons", owner, self._begin, body_type=Begin),
            Route("POST", "/api/me/games", viewer, self._mine, body_type=Code),
            Route("POST", "/api/me/forget", viewer, self._forget, status=204, body_type=Code),
        ]

    def _query(self, answer: Callable[[Request, Connection], Awaitable[Any]]) -> Handler[None]:
        """Wrap a handler that only queries the database; it must not wait for a client or a game's code."""

        async def handler(context: RequestContext[None]) -> Any:
            async with self._connection() as connection:
                return await answer(context.request, connection)

        return handler

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        with database_faults():
            async with self._tables.readers.borrow() as connection:
                yield connection

    async def _games(self, request: Request, connection: Connection) -> Any:
        return await history.list_games(connection, _filters(request))

    async def _game(self, context: RequestContext[None]) -> dict[str, Any]:
        language = check_language(context.request.query_params.get("language", "en"))
        async with self._connection() as connection:
            value = await history.load_game(connection, *_key(context.request))
        if value is None:
            raise HTTPException(404, "There is no such game here.")
        with database_faults():
            return value | await self._tables.replay_value(value, language)

    async def _sit(self, context: RequestContext[Sit]) -> dict[str, Any]:
        body = context.body
        async with self._connection() as connection:
            player = await save_seat(connection, *_key(context.request), body.castle, body.who, context.origin)
        self._tables.wake()
        known = None if player is None else {"player": player.player_no, "name": player.name}
        if player is None or not player.is_new:
            return {"player": known, "code": None, "qr": None}
        mine = guests_address(context.request, "/mine", player.code)  # in the fragment, which servers never log
        return {"player": known, "code": player.code, "qr": svg_path(mine)}

    async def _choices(self, _: RequestContext[None]) -> dict[str, Any]:
        async with self._connection() as connection:
            found = await history.filter_choices(connection) | {"seasons": await ratings.list_seasons(connection)}
        names = [{"rules": each, "title": await self._tables.replays.title(each)} for each in found["rules"]]
        return found | {"rules": names}

    async def _names(self, request: Request, connection: Connection) -> Any:
        return {"names": await registry.names_starting_with(connection, request.query_params.get("like", ""))}

    async def _players(self, request: Request, connection: Connection) -> Any:
        asked = _filters(request)
        return await ratings.ranking(connection, asked.rules or "", asked.season, asked.skip)

    async def _player(self, request: Request, connection: Connection) -> Any:
        return await self._of_player(connection, _number(request.path_params["player"]))

    async def _of_player(self, connection: Connection, number: int) -> dict[str, Any]:
        value = await ratings.load_player(connection, number)
        if value is None:
            raise HTTPException(404, "There is no such player, or the name was erased.")
        return value | await history.list_games(connection, history.Filters(player=number))

    async def _records(self, request: Request, connection: Connection) -> Any:
        asked = _filters(request)
        begins, ends = await _season_bounds(connection, asked.season)
        return await ratings.load_records(connection, asked.rules or "", begins, ends, asked.season)

    async def _begin(self, context: RequestContext[Begin]) -> dict[str, Any]:
        async with self._connection() as connection:
            return {"season": await ratings.begin_season(connection, context.body.name)}

    async def _mine(self, context: RequestContext[Code]) -> dict[str, Any]:
        player = await self._known(context)
        async with self._connection() as connection:
            return await self._of_player(connection, player.player_no)

    async def _forget(self, context: RequestContext[Code]) -> None:
        player = await self._known(context)
        async with self._connection() as connection:
            await forget_player(connection, player.player_no)
        self._tables.wake()

    async def _known(self, context: RequestContext[Code]) -> registry.Player:
        """Return the player with this code; guesses are throttled like PINs."""
        async with self._connection() as connection:
            found = await registry.find_by_code(connection, context.body.code)
        await self._access.verifier.verify(context.request, lambda: found is not None, "That is not a player's code.")
        assert found is not None
        return found


@contextmanager
def database_faults() -> Iterator[None]:
    """Raise database errors as HTTP errors."""
    try:
        yield
    except asyncpg.DataError as fault:
        raise HTTPException(400, f"Saw a value that the hub's database cannot store: {fault}.") from None
    except DATABASE_ERRORS as fault:
        raise HTTPException(
            503, f"The hub's database does not answer: {type(fault).__name__}. Try again later."
        ) from None


async def _season_bounds(connection: Connection, season: int) -> tuple[datetime | None, datetime | None]:
    if season == 0:
        return None, None
    known = await ratings.list_seasons(connection)
    at = next((place for place, each in enumerate(known) if each["season"] == season), None)
    if at is None:
        raise HTTPException(404, "There is no such season.")
    begins = [datetime.fromtimestamp(each["begins_s"], UTC) for each in known[at : at + 2]]
    return begins[0], begins[1] if len(begins) > 1 else None


def _filters(request: Request) -> history.Filters:
    asked = {name: text for name, text in request.query_params.items() if text}
    try:
        filters = msgspec.convert(asked, history.Filters, strict=False)
    except msgspec.ValidationError as fault:
        raise HTTPException(400, f"Saw an invalid filter: {fault}.") from None
    return msgspec.structs.replace(filters, skip=min(filters.skip, FARTHEST))


def _key(request: Request) -> tuple[int, int]:
    return _number(request.path_params["journal"]), _number(request.path_params["game"])


def _number(text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) <= NUMBER_DIGITS else LARGEST + 1
    if number > LARGEST:
        raise HTTPException(404, "There is no such game or player here.")
    return number
