"""Routes for games, players, records and seasons, and feeds of each table."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, Final

import asyncpg
import msgspec
from asyncpg import Connection
from msgspec import Meta, Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller import limits
from controller.fleet.log_messages import LARGEST_INT
from controller.web.application import Handler, RequestContext, Route, compressed_once_response, language_or_404
from controller.web.live import Feed
from controller.web.qr_code import qr_side_and_svg_path
from controller.web.static_files import game_scripts_folder_name
from controller.web.viewers import ViewerPool
from hub.page.access import Role, RoomAccess, page_url_for_guests
from hub.players import history, ratings, registry
from hub.players.registry import save_seat, save_seat_at_table
from hub.replay.child import UnknownRulesError
from hub.replay.public_replays import PublicReplays
from hub.room import Room
from hub.store.connection import DATABASE_ERRORS, ConnectionPool, GameNotifications
from hub.tournament_service.entrants import erase_player_everywhere

DATABASE_RETRY_S: Final = 5.0

NO_GAME: Final = {"game": None}
JSON_NULL: Final = msgspec.Raw(b"null")


class FeedsAndReplays:
    def __init__(self, readers: ConnectionPool, notices: GameNotifications) -> None:
        self.readers = readers
        self._notices = notices
        self.replays = PublicReplays(readers)
        self._feeds: dict[tuple[str, str], Feed] = {}

    def table_feed(self, table: str, language: str) -> Feed:
        """Drop feeds without clients when there are many."""
        key = (table, language)
        if key not in self._feeds and len(self._feeds) >= limits.TABLE_FEEDS:
            heard = {each: kept for each, kept in self._feeds.items() if kept.latest_snapshot is not None}
            self._feeds = heard
        return self._feeds.setdefault(key, Feed(lambda: None, lambda: self._watch_latest_game(table, language)))

    async def close(self) -> None:
        await self.replays.close()
        await self.readers.close()

    def refresh_feeds(self) -> None:
        self._notices.subscribers.notify()

    async def replay_to_json(self, game: dict[str, Any], language: str, step: int | None = None) -> dict[str, Any]:
        """Return ``view``, ``course``, ``title``, ``colors`` and ``page`` of a game, now or after a step.

        If ``view`` is None, ``why`` is ``gone`` (no valid log) or ``unknown`` (no replay with the rules here).
        """
        why, rules, key = "unknown", game["rules"] or "", (game["journal"], game["game"])
        try:
            if (found := await self.replays.view_at_step(key, language, _people_of(game), step)) is not None:
                rules, shown = found
                return msgspec.structs.asdict(shown) | {"page": game_scripts_folder_name(rules)}
            why, rules = "gone", await self.replays.load_game_title(rules)
        except UnknownRulesError:
            pass
        return {"view": None, "course": [], "title": rules, "page": None, "why": why}

    async def _watch_latest_game(self, table: str, language: str) -> AsyncIterator[dict[str, Any]]:
        with self._notices.subscribers.subscribe() as news:
            shown: object = ()
            while True:
                news.clear()
                try:
                    async with self.readers.borrow() as connection:
                        game = await history.load_game_json(connection, history.SELECT_LATEST_GAME, table)
                    if game != shown:
                        yield NO_GAME if game is None else game | await self.replay_to_json(game, language)
                        shown = game
                except DATABASE_ERRORS:
                    await asyncio.sleep(DATABASE_RETRY_S)
                    continue
                await news.wait()
                await asyncio.sleep(limits.ROOM_UPDATE_EVERY_S)


def _people_of(game: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of those who play a game, by castle, as far as they are known."""
    return {castle: seat["name"] for castle, seat in sorted(game["seats"].items()) if seat["name"] is not None}


ShortText = Annotated[str, Meta(max_length=limits.ROOM_TEXT_CHARS)]
MAX_SKIPPED_ROWS: Final = 1_000_000

MAX_NUMBER_DIGITS: Final = len(str(LARGEST_INT))


class SeatEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The player, by name or code, who sat at a castle; "" for an empty seat."""

    castle: ShortText
    who: ShortText


class PlayerCode(Struct, frozen=True, forbid_unknown_fields=True):
    code: ShortText


class NewSeason(Struct, frozen=True, forbid_unknown_fields=True):
    name: ShortText


class HistoryPage:
    def __init__(self, access: RoomAccess, room: Room, tables: FeedsAndReplays, viewers: ViewerPool) -> None:
        self._access = access
        self._room = room
        self._tables = tables
        self._viewers = viewers

    def routes(self) -> list[Route[Any]]:
        viewer, steward, owner = Role.VIEWER, Role.STEWARD, Role.OWNER
        game = "/api/games/{journal}/{game}"
        return [
            Route("GET", "/api/games", viewer, self._query_handler(self._list_games)),
            Route("GET", game, viewer, self._game_with_replay),
            Route("GET", f"{game}/steps/{{step}}", viewer, self._replay_step),
            Route("POST", f"{game}/seats", steward, self._save_seat, body_type=SeatEntry),
            Route(
                "POST", "/api/tables/{table}/games/{game}/seats", steward, self._save_seat_at_table, body_type=SeatEntry
            ),
            Route("GET", "/api/choices", viewer, self._filter_choices),
            Route("GET", "/api/names", steward, self._suggest_names),
            Route("GET", "/api/players", viewer, self._query_handler(self._get_ranking)),
            Route("GET", "/api/players/{player}", viewer, self._query_handler(self._get_player_of_path)),
            Route("GET", "/api/records", viewer, self._get_records),
            Route("POST", "/api/seasons", owner, self._begin_season, body_type=NewSeason),
            Route("POST", "/api/me/games", viewer, self._games_by_code, body_type=PlayerCode),
            Route("POST", "/api/me/forget", viewer, self._erase_player, status=204, body_type=PlayerCode),
        ]

    def _query_handler(self, answer: Callable[[Request, Connection], Awaitable[Any]]) -> Handler[None]:
        """The handler holds its connection, so it must not wait for a client or game."""

        async def answer_with_connection(context: RequestContext[None]) -> Response:
            found = await self._query(context.request, partial(answer, context.request))
            return compressed_once_response(context.request, found)

        return answer_with_connection

    async def _query(self, request: Request, query: Callable[[Connection], Awaitable[Any]]) -> bytes:
        """Return what a viewer's query finds, as JSON."""

        async def work() -> bytes:
            async with self._borrow_connection() as connection:
                return msgspec.json.encode(await query(connection))

        return await self._viewers.result(request, None, work) or b""

    @asynccontextmanager
    async def _borrow_connection(self) -> AsyncIterator[Connection]:
        with database_errors_as_http():
            async with self._tables.readers.borrow() as connection:
                yield connection

    async def _list_games(self, request: Request, connection: Connection) -> Any:
        return await history.list_finished_games(connection, _parse_filters(request))

    async def _game_with_replay(self, context: RequestContext[None]) -> Response:
        value = await self._load_game(context.request)
        shown = msgspec.json.encode(value | await self._replay(context.request, value))
        return compressed_once_response(context.request, shown)

    async def _replay_step(self, context: RequestContext[None]) -> dict[str, Any]:
        value = await self._load_game(context.request)
        step = min(max(_parse_number(context.request.path_params["step"]), 1), value["actions"])
        if not value["over"]:
            raise HTTPException(404, "This game is not over.")
        shown = await self._replay(context.request, value, step)
        if shown["view"] == JSON_NULL:
            raise HTTPException(404, "This game cannot be replayed here.")
        return {"game": value["game"], "step": step, "steps": value["actions"], "view": shown["view"]}

    async def _load_game(self, request: Request) -> dict[str, Any]:
        key = _parse_game_key(request)
        found = await self._query(request, lambda each: history.load_game_json(each, history.SELECT_ONE_GAME, *key))
        value: dict[str, Any] | None = msgspec.json.decode(found)
        if value is None:
            raise HTTPException(404, "There is no such game here.")
        return value

    async def _replay(self, request: Request, game: dict[str, Any], step: int | None = None) -> dict[str, Any]:
        language = _parse_language(request)

        async def work() -> bytes:
            with database_errors_as_http():
                return msgspec.json.encode(await self._tables.replay_to_json(game, language, step))

        people = tuple(_people_of(game).items())
        key = game["journal"], game["game"], game["log"], game["replayed"], people, step, language
        found: dict[str, Any] = msgspec.json.decode(
            await self._viewers.result(request, key, work) or b"", type=dict[str, msgspec.Raw]
        )
        return found

    async def _save_seat(self, context: RequestContext[SeatEntry]) -> dict[str, Any]:
        body = context.body
        async with self._borrow_connection() as connection:
            player = await save_seat(
                connection, *_parse_game_key(context.request), body.castle, body.who, context.origin
            )
        return self._answer_with_new_code(context.request, player)

    async def _save_seat_at_table(self, context: RequestContext[SeatEntry]) -> dict[str, Any]:
        body, table = context.body, context.request.path_params["table"]
        game = _parse_number(context.request.path_params["game"])
        castles = self._room.castles_in_game(table, game)
        async with self._borrow_connection() as connection:
            player = await save_seat_at_table(connection, table, game, castles, body.castle, body.who, context.origin)
        return self._answer_with_new_code(context.request, player)

    def _answer_with_new_code(self, request: Request, player: registry.Player | None) -> dict[str, Any]:
        self._tables.refresh_feeds()
        known = None if player is None else {"player": player.player_no, "name": player.name}
        if player is None or not player.is_new:
            return {"player": known, "code": None, "qr": None}
        mine = page_url_for_guests(request, "/mine", player.code)  # in the fragment, which servers never log
        return {"player": known, "code": player.code, "qr": qr_side_and_svg_path(mine)}

    async def _filter_choices(self, context: RequestContext[None]) -> dict[str, Any]:
        async def load(connection: Connection) -> dict[str, Any]:
            return await history.load_filter_choices(connection) | {"seasons": await ratings.list_seasons(connection)}

        found = msgspec.json.decode(await self._query(context.request, load), type=dict[str, Any])
        names = [{"rules": each, "title": await self._tables.replays.load_game_title(each)} for each in found["rules"]]
        return found | {"rules": names}

    async def _suggest_names(self, context: RequestContext[None]) -> dict[str, Any]:
        like = context.request.query_params.get("like", "")
        async with self._borrow_connection() as connection:
            return {"names": await registry.list_names_starting_with(connection, like)}

    async def _get_ranking(self, request: Request, connection: Connection) -> Any:
        asked = _parse_filters(request)
        return await ratings.load_ranking(connection, asked.rules or "", asked.season, asked.skip)

    async def _get_player_of_path(self, request: Request, connection: Connection) -> Any:
        return await self._player_with_games(connection, _parse_number(request.path_params["player"]))

    async def _player_with_games(self, connection: Connection, number: int) -> dict[str, Any]:
        value = await ratings.load_player_ratings(connection, number)
        if value is None:
            raise HTTPException(404, "There is no such player, or the name was erased.")
        return value | await history.list_finished_games(connection, history.HistoryFilters(player=number))

    async def _get_records(self, context: RequestContext[None]) -> Response:
        asked = _parse_filters(context.request)

        async def work() -> bytes:
            async with self._borrow_connection() as connection:
                begins, ends = await _season_bounds(connection, asked.season)
                found = await ratings.load_records(connection, asked.rules or "", begins, ends, asked.season)
            return msgspec.json.encode(found)

        key = "records", asked, await self._query(context.request, ratings.load_records_version)
        return await self._viewers.respond(context.request, key, work)

    async def _begin_season(self, context: RequestContext[NewSeason]) -> dict[str, Any]:
        async with self._borrow_connection() as connection:
            return {"season": await ratings.begin_season(connection, context.body.name)}

    async def _games_by_code(self, context: RequestContext[PlayerCode]) -> Response:
        number = (await self._verify_player_code(context)).player_no
        found = await self._query(context.request, lambda each: self._player_with_games(each, number))
        return compressed_once_response(context.request, found)

    async def _erase_player(self, context: RequestContext[PlayerCode]) -> None:
        player = await self._verify_player_code(context)
        async with self._borrow_connection() as connection:
            await erase_player_everywhere(connection, player.player_no)
        self._tables.refresh_feeds()

    async def _verify_player_code(self, context: RequestContext[PlayerCode]) -> registry.Player:
        async with self._borrow_connection() as connection:
            found = await registry.find_player_by_code(connection, context.body.code)
        await self._access.verify_player_code(context.request, None if found is None else found.player_no)
        assert found is not None
        return found


@contextmanager
def database_errors_as_http() -> Iterator[None]:
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


def _parse_language(request: Request) -> str:
    return language_or_404(request.query_params.get("language", "en"))


def _parse_filters(request: Request) -> history.HistoryFilters:
    asked = {name: text for name, text in request.query_params.items() if text}
    try:
        filters = msgspec.convert(asked, history.HistoryFilters, strict=False)
    except msgspec.ValidationError as fault:
        raise HTTPException(400, f"Saw an invalid filter: {fault}.") from None
    return msgspec.structs.replace(filters, skip=min(filters.skip, MAX_SKIPPED_ROWS))


def _parse_game_key(request: Request) -> tuple[int, int]:
    return _parse_number(request.path_params["journal"]), _parse_number(request.path_params["game"])


def _parse_number(text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS else LARGEST_INT + 1
    if number > LARGEST_INT:
        raise HTTPException(404, "There is no such game or player here.")
    return number
