"""Routes of the tournament page, with the role that each needs."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Annotated, Any, Final

import msgspec
from asyncpg import Connection
from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.responses import Response

from controller import limits
from controller.fleet.messages import FixtureId, Word
from controller.web.access.peer import client_address
from controller.web.application import Handler, RequestContext, Route, language_or_404
from controller.web.live import EventStreamResponse, Feed, StreamSlots
from controller.web.viewers import ViewerPool, Work
from hub.list_reader import ListOptions
from hub.page.access import HourlyAddressLimiter, Role, RoomAccess, page_url_for_guests
from hub.players.registry import find_player_by_code, normalise_text, parse_player_code
from hub.tournament import actions
from hub.tournament.pairing import Format
from hub.tournament.tournament import ActionRefusedError, Tournament
from hub.tournament_service.entrants import register_new_player, resolve_player_codes
from hub.tournament_service.fixtures import (
    load_castles_and_outcome,
    load_recent_unassigned_games,
    make_set_result_action,
)
from hub.tournament_service.lists import check_unchanged, list_to_json, read_entrants, read_results
from hub.tournament_service.live import LiveTournament

SeenActionCount = Annotated[int, Meta(ge=0, le=limits.TOURNAMENT_ACTIONS)]

OrganiserAction = (
    actions.AddEntrants
    | actions.SetPresence
    | actions.SetAllPresence
    | actions.RenameEntrant
    | actions.RemoveEntrants
    | actions.SetEntriesClosed
    | actions.UndoDraw
    | actions.MoveGame
    | actions.SetResult
    | actions.SetTables
    | actions.SetClock
    | actions.EndTournament
)
"""Actions that an organiser may send; the hub makes those that begin and draw."""

MAX_LIST_BODY_BYTES: Final = 2 * limits.TOURNAMENT_LIST_BYTES
"""Size of a list as JSON, in which an escaped character takes two bytes, and three bytes of a file take four."""


class BeginTournamentRequest(Struct, frozen=True, forbid_unknown_fields=True):
    name: Word
    format: Format
    rounds: Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ROUNDS)]
    tables: Annotated[tuple[actions.TableId, ...], Meta(max_length=limits.HUB_TABLES)] = ()
    game: Word | None = None
    minutes: Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ROUND_MINUTES)] | None = None


class ActionRequest(Struct, frozen=True, forbid_unknown_fields=True):
    act: OrganiserAction
    seen: SeenActionCount


class DrawRequest(Struct, frozen=True, forbid_unknown_fields=True):
    seen: SeenActionCount
    said: actions.AudienceText = ""


class ListBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A list as text or as a file in base64, and what its reader corrected.

    ``expected`` is the number that the preview said, None for a preview; ``here`` if entrants are present already.
    """

    text: Annotated[str, Meta(max_length=limits.TOURNAMENT_LIST_BYTES)] = ""
    file: Annotated[bytes, Meta(max_length=limits.TOURNAMENT_LIST_BYTES)] = b""
    options: ListOptions = ListOptions()
    here: bool = False
    expected: int | None = None


class SignUp(Struct, frozen=True, forbid_unknown_fields=True):
    """A sign-up by name or player's code; ``keep`` asks for registration."""

    name: Word
    club: Annotated[str, Meta(max_length=limits.FIXTURE_TEXT_CHARS)] = ""
    keep: bool = False


class CheckIn(Struct, frozen=True, forbid_unknown_fields=True):
    """An entrant's name, or a player's code."""

    who: Word


class AssignGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Enter the game ``source``, played without a fixture, as the result of ``fixture``."""

    fixture: FixtureId
    source: actions.JournalGame
    seen: SeenActionCount


CLOCK_EVERY_S: Final = 60.0


def _read_clock() -> dict[str, float]:
    """Return the hub's time, as ``now_s`` of the room: a client's clock may be wrong."""
    return {"now_s": round(asyncio.get_running_loop().time(), 3)}


async def _watch_clock() -> AsyncIterator[dict[str, float]]:
    while True:
        yield _read_clock()
        await asyncio.sleep(CLOCK_EVERY_S)


class TournamentPage:
    """Routes of the tournament page; ``streams`` and ``viewers`` are shared with the room's page."""

    def __init__(self, live: LiveTournament, access: RoomAccess, streams: StreamSlots, viewers: ViewerPool) -> None:
        self._live = live
        self._access = access
        self._streams = streams
        self._viewers = viewers
        self._feed = Feed(lambda: None, live.watch_json, large=True)
        self._clock = Feed(_read_clock, _watch_clock)
        self._sign_up_limiter, self._check_in_limiter = (
            HourlyAddressLimiter(lambda: asyncio.get_running_loop().time()) for _ in range(2)
        )

    def routes(self) -> list[Route[Any]]:
        viewer, organiser, below = Role.VIEWER, Role.ORGANISER, "/api/tournament"
        views: list[Route[Any]] = [
            Route("GET", below, viewer, self._get_tournament_json),
            Route("GET", f"{below}/stream", viewer, self._open_stream),
            Route("GET", f"{below}/standing.csv", viewer, self._standings_file),
            Route("GET", f"{below}/tournament.json", viewer, self._record_file),
            *(
                Route("GET", f"{below}/{page}.svg", viewer, partial(self._qr_code, page))
                for page in ("sign-up", "check-in", "seat")
            ),
        ]
        acts: list[Route[Any]] = [
            Route("POST", f"{below}/sign-up", viewer, self._sign_up, body_type=SignUp),
            Route("POST", f"{below}/check-in", viewer, self._check_in, body_type=CheckIn),
            Route(
                "POST",
                f"{below}/begin",
                organiser,
                self._begin_tournament,
                status=204,
                body_type=BeginTournamentRequest,
                max_body_bytes=MAX_LIST_BODY_BYTES,
            ),
            Route("POST", f"{below}/do", organiser, self._apply_organiser_action, status=204, body_type=ActionRequest),
            Route("POST", f"{below}/draw", organiser, self._draw_round, status=204, body_type=DrawRequest),
            *(
                Route("POST", path, organiser, enter, body_type=ListBody, max_body_bytes=MAX_LIST_BODY_BYTES)
                for path, enter in ((f"{below}/list", self._enter_people), (f"{below}/results", self._enter_results))
            ),
            Route("POST", f"{below}/join", organiser, self._assign_game_to_fixture, status=204, body_type=AssignGame),
            Route("GET", f"{below}/games", organiser, self._list_unassigned_games),
        ]
        service = self._live.service
        return [
            *(replace(each, handler=_load_before(service.load_once, each.handler)) for each in views),
            *(replace(each, handler=_load_before(service.reload_if_stale, each.handler)) for each in acts),
        ]

    async def _get_tournament_json(self, context: RequestContext[None]) -> Response:
        return await self._viewers.respond(context.request, None, self._live.current_json)

    async def _open_stream(self, context: RequestContext[None]) -> EventStreamResponse:
        slot = self._streams.acquire_or_503(context.request)
        return EventStreamResponse({"clock": self._clock, "tournament": self._feed}, slot=slot)

    async def _standings_file(self, context: RequestContext[None]) -> Response:
        language = language_or_404(context.request.query_params.get("language", "en"))
        work = partial(self._live.standings_csv, language)
        return await self._download(context, "standing.csv", work, "text/csv; charset=utf-8", language)

    async def _record_file(self, context: RequestContext[None]) -> Response:
        return await self._download(context, "tournament.json", self._live.record, "application/json")

    async def _download(
        self, context: RequestContext[None], name: str, work: Work, media_type: str, language: str = ""
    ) -> Response:
        _ = self._current_tournament  # refuses if there is none
        key = name, language, self._live.service.version
        response = await self._viewers.respond(context.request, key, work, media_type)
        response.headers["content-disposition"] = f'attachment; filename="{name}"'
        return response

    async def _qr_code(self, page: str, context: RequestContext[None]) -> Response:
        url = page_url_for_guests(context.request, f"/tournament/{page}")
        work = partial(self._live.qr_svg, url)
        return await self._viewers.respond(context.request, ("qr", url), work, "image/svg+xml")

    async def _sign_up(self, context: RequestContext[SignUp]) -> dict[str, Any]:
        body = context.body
        newcomer = _convert_or_reject(
            actions.Newcomer, {"name": normalise_text(body.name), "club": normalise_text(body.club)}
        )
        if not self._sign_up_limiter.record_if_allowed(client_address(context.request)):
            raise HTTPException(429, "Too many have signed up from this address within the hour. Ask the organiser.")
        service = self._live.service
        (entrant,) = await service.run_with_connection(lambda connection: resolve_player_codes(connection, [newcomer]))
        if parse_player_code(newcomer.name) is not None:  # guesses are throttled like PINs
            await self._access.verify_player_code(context.request, entrant.player)
        if not body.keep or entrant.player is not None:
            await service.apply_and_store(actions.AddEntrants((entrant,)), Role.VIEWER)
            return {"name": entrant.name, "code": None}
        answer: dict[str, str] = {}

        async def register_and_make_action(connection: Connection) -> actions.Action:
            player = await register_new_player(connection, newcomer.name)
            answer.update(name=player.name, code=player.code)
            return actions.AddEntrants((replace(newcomer, player=player.player_no),))

        await service.apply_and_store(register_and_make_action, Role.VIEWER)
        return answer

    async def _check_in(self, context: RequestContext[CheckIn]) -> dict[str, Any]:
        """A player's code proves presence; a name only announces it."""
        who, service = normalise_text(context.body.who), self._live.service
        if not self._check_in_limiter.record_if_allowed(client_address(context.request)):
            raise HTTPException(429, "Too many have checked in from this address within the hour. Ask the organiser.")
        entrant, by_code = self._current_tournament.entrant_named(who), parse_player_code(who) is not None
        if by_code:
            player = await service.run_with_connection(lambda connection: find_player_by_code(connection, who))
            await self._access.verify_player_code(context.request, None if player is None else player.player_no)
            assert player is not None
            entrant = self._current_tournament.entrant_of_player(player.player_no)
        if entrant is None:
            raise ActionRefusedError("unlisted", f"Saw {who}, who is not on the list. Sign up first.")
        number = entrant.number
        act = actions.SetPresence(number, here=True) if by_code else actions.AnnouncePresence(number)
        await service.apply_and_store(act, Role.VIEWER)
        return {"name": entrant.name, "here": self._current_tournament.entrants[number].here}

    async def _begin_tournament(self, context: RequestContext[BeginTournamentRequest]) -> None:
        body = _convert_or_reject(
            BeginTournamentRequest, msgspec.structs.asdict(context.body) | {"name": normalise_text(context.body.name)}
        )
        if len(set(body.tables)) < len(body.tables):
            raise HTTPException(400, "Name each table only once.")
        values = {name: getattr(body, name) for name in BeginTournamentRequest.__struct_fields__}
        await self._live.service.begin_tournament(
            lambda commitment: actions.BeginTournament(commitment=commitment, **values), context.origin
        )

    async def _apply_organiser_action(self, context: RequestContext[ActionRequest]) -> None:
        body = context.body
        act: actions.Action = replace(body.act, source=None) if isinstance(body.act, actions.SetResult) else body.act
        if isinstance(act, actions.RenameEntrant):
            names = {"name": normalise_text(act.name), "club": normalise_text(act.club)}
            act = _convert_or_reject(actions.RenameEntrant, {"do": "renamed", "entrant": act.entrant, **names})
        if isinstance(act, actions.AddEntrants):
            people = [
                {"name": normalise_text(each.name), "club": normalise_text(each.club), "bot": each.bot}
                for each in act.people
            ]
            entered: actions.AddEntrants = _convert_or_reject(
                actions.AddEntrants, {"do": "entered", "people": people, "here": act.here}
            )
            act = await self._resolve_player_codes(entered)
        await self._live.service.apply_and_store(act, context.origin, body.seen)

    async def _draw_round(self, context: RequestContext[DrawRequest]) -> None:
        await self._live.service.draw_and_store(context.body.said, context.origin, context.body.seen)

    async def _enter_people(self, context: RequestContext[ListBody]) -> dict[str, Any]:
        """Return what would be entered, or enter it if its number is as expected."""
        body, tournament = context.body, self._current_tournament
        read, act = await self._live.service.run_with_connection(
            lambda connection: read_entrants(connection, tournament, body.file or body.text, body.options)
        )
        if body.expected is not None:
            check_unchanged(body.expected, len(read.rows))
            if act is not None:
                await self._live.service.apply_and_store(replace(act, here=body.here), context.origin)
        return list_to_json(read)

    async def _enter_results(self, context: RequestContext[ListBody]) -> dict[str, Any]:
        """Return the games that would get a result, or enter those if their number is as expected."""
        body = context.body
        read, acts = await read_results(self._current_tournament, body.file or body.text, body.options)
        if body.expected is not None:
            check_unchanged(body.expected, len(acts))
            for act in acts:
                await self._live.service.apply_and_store(act, context.origin)
        return list_to_json(read) | {"games": [[act.fixture, msgspec.to_builtins(act.scores)] for act in acts]}

    async def _resolve_player_codes(self, act: actions.AddEntrants) -> actions.AddEntrants:
        people = await self._live.service.run_with_connection(
            lambda connection: resolve_player_codes(connection, act.people)
        )
        return replace(act, people=people)

    async def _assign_game_to_fixture(self, context: RequestContext[AssignGame]) -> None:
        body = context.body
        tournament = self._current_tournament
        found = await self._live.service.run_with_connection(
            lambda connection: load_castles_and_outcome(connection, body.source)
        )
        if found is None or body.fixture not in tournament.games:
            raise HTTPException(404, "That game is not over, or is not part of a valid round.")
        castles, outcome = found
        act = make_set_result_action(tournament, tournament.games[body.fixture][1], castles, outcome, body.source)
        await self._live.service.apply_and_store(act, context.origin, body.seen)

    async def _list_unassigned_games(self, _: RequestContext[None]) -> dict[str, Any]:
        tournament = self._current_tournament
        taken = {game.source for _, game in tournament.games.values() if game.source is not None}
        return {
            "games": await self._live.service.run_with_connection(
                lambda connection: load_recent_unassigned_games(connection, taken)
            )
        }

    @property
    def _current_tournament(self) -> Tournament:
        if (tournament := self._live.service.tournament) is None:
            raise ActionRefusedError("none", "There is no tournament. Begin one.")
        return tournament


def _load_before(load: Callable[[], Awaitable[None]], handler: Handler[Any]) -> Handler[Any]:
    async def load_then_handle(context: RequestContext[Any]) -> Any:
        await load()
        return await handler(context)

    return load_then_handle


def _convert_or_reject(kind: type[Any], values: dict[str, Any]) -> Any:
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as fault:
        raise HTTPException(400, f"Saw a name that cannot be used: {fault}.") from None
