"""Routes of the tournament page, with the role that each needs."""

import asyncio
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
from controller.web.access.sessions import client_address
from controller.web.application import Handler, RequestContext, Route
from controller.web.live import EventStreamResponse, Feed, StreamSlots
from controller.web.qr_code import render_svg
from hub.page.access import Role, RoomAccess, SignUpLimiter, guests_address
from hub.players.registry import normalise_text, parse_code
from hub.tournament import actions
from hub.tournament.draw import encode_record
from hub.tournament.pairing import Format
from hub.tournament.tournament import ActionRefusedError, Tournament
from hub.tournament_service.entrants import create_player, parse_entrants, resolve_codes
from hub.tournament_service.fixtures import list_unassigned_games, load_outcome, result_action
from hub.tournament_service.live import LiveTournament, standings_csv

Seen = Annotated[int, Meta(ge=0, le=limits.TOURNAMENT_ACTIONS)]

Asked = (
    actions.AddEntrants
    | actions.SetPresence
    | actions.SetAllPresence
    | actions.RenameEntrant
    | actions.CloseField
    | actions.UndoDraw
    | actions.MoveGame
    | actions.SetResult
    | actions.SetTables
    | actions.SetClock
    | actions.EndTournament
)
"""Actions that an organiser may send; the hub itself makes those that begin and draw."""

LARGE: Final = 2 * limits.TOURNAMENT_LIST_BYTES
"""A list as JSON: an escaped character takes two bytes."""


class BeginTournament(Struct, frozen=True, forbid_unknown_fields=True):
    name: Word
    format: Format
    rounds: Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ROUNDS)]
    tables: Annotated[tuple[actions.Table, ...], Meta(max_length=limits.HUB_TABLES)] = ()
    game: Word | None = None
    minutes: Annotated[int, Meta(ge=1, le=limits.TOURNAMENT_ROUND_MINUTES)] | None = None


class Do(Struct, frozen=True, forbid_unknown_fields=True):
    act: Asked
    seen: Seen


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    seen: Seen
    said: actions.Words = ""


class NameList(Struct, frozen=True, forbid_unknown_fields=True):
    """A list of names, of people who are ``here`` already or arrive later."""

    text: Annotated[str, Meta(max_length=limits.TOURNAMENT_LIST_BYTES)]
    here: bool = False


class SignUp(Struct, frozen=True, forbid_unknown_fields=True):
    """A sign-up by name or player's code; ``keep`` asks to be registered as a player."""

    name: Word
    club: Annotated[str, Meta(max_length=limits.FIXTURE_NAME_CHARS)] = ""
    keep: bool = False


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Assign ``fixture`` a game that was played without it."""

    fixture: FixtureId
    source: actions.GameOfJournal
    seen: Seen


class TournamentPage:
    """Routes of the tournament page; ``streams`` are shared with the room's page."""

    def __init__(self, live: LiveTournament, access: RoomAccess, streams: StreamSlots) -> None:
        self._live = live
        self._access = access
        self._streams = streams
        self._feed = Feed(lambda: None, live.updates, large=True)
        self._sign_ups = SignUpLimiter(lambda: asyncio.get_running_loop().time())

    def routes(self) -> list[Route[Any]]:
        viewer, organiser, below = Role.VIEWER, Role.ORGANISER, "/api/tournament"
        routes: list[Route[Any]] = [
            Route("GET", below, viewer, self._view),
            Route("GET", f"{below}/stream", viewer, self._stream),
            Route("GET", f"{below}/standing.csv", viewer, self._csv),
            Route("GET", f"{below}/tournament.json", viewer, self._record),
            *(Route("GET", f"{below}/{page}.svg", viewer, partial(_qr, page)) for page in ("sign-up", "seat")),
            Route("POST", f"{below}/sign-up", viewer, self._sign_up, body_type=SignUp),
            Route(
                "POST",
                f"{below}/begin",
                organiser,
                self._begin,
                status=204,
                body_type=BeginTournament,
                max_body_bytes=LARGE,
            ),
            Route("POST", f"{below}/do", organiser, self._do, status=204, body_type=Do),
            Route("POST", f"{below}/draw", organiser, self._draw, status=204, body_type=Draw),
            Route("POST", f"{below}/list", organiser, self._list, body_type=NameList, max_body_bytes=LARGE),
            Route("POST", f"{below}/join", organiser, self._join, status=204, body_type=Join),
            Route("GET", f"{below}/games", organiser, self._games),
        ]
        return [replace(each, handler=self._refreshed(each.handler)) for each in routes]

    def _refreshed(self, handler: Handler[Any]) -> Handler[Any]:
        async def refreshed(context: RequestContext[Any]) -> Any:
            await self._live.service.refresh()
            return await handler(context)

        return refreshed

    async def _view(self, _: RequestContext[None]) -> Response:
        content = await asyncio.to_thread(msgspec.json.encode, await self._live.value())
        return Response(content, media_type="application/json", headers={"cache-control": "no-store"})

    async def _stream(self, context: RequestContext[None]) -> EventStreamResponse:
        slot = self._streams.acquire(client_address(context.request))
        if slot is None:
            raise HTTPException(503, "Too many pages are open. Close some, then load this one again.")
        return EventStreamResponse({"tournament": self._feed}, slot=slot)

    async def _csv(self, _: RequestContext[None]) -> Response:
        async with self._live.service.lock():
            text = await asyncio.to_thread(standings_csv, self._tournament)
        return _file(text.encode("utf-8-sig"), "text/csv; charset=utf-8", "standing.csv")

    async def _record(self, _: RequestContext[None]) -> Response:
        content = await asyncio.to_thread(
            encode_record, [done.act for done in self._live.service.actions if done.act is not None]
        )
        return _file(content, "application/json", "tournament.json")

    async def _sign_up(self, context: RequestContext[SignUp]) -> dict[str, Any]:
        body = context.body
        newcomer = _checked(actions.Newcomer, {"name": normalise_text(body.name), "club": normalise_text(body.club)})
        if not self._sign_ups.allow(client_address(context.request)):
            raise HTTPException(429, "Too many have signed up from this address within the hour. Ask the organiser.")
        service = self._live.service
        (entrant,) = await service.with_connection(lambda connection: resolve_codes(connection, [newcomer]))
        if parse_code(newcomer.name) is not None:  # guesses are throttled like PINs
            await self._access.verifier.verify(
                context.request, lambda: entrant.player is not None, "That is not a player's code."
            )
        if not body.keep or entrant.player is not None:
            await service.do(actions.AddEntrants((entrant,)), Role.VIEWER)
            return {"name": entrant.name, "code": None}
        answer: dict[str, str] = {}

        async def entered(connection: Connection) -> actions.Action:
            player = await create_player(connection, newcomer.name)
            answer.update(name=player.name, code=player.code)
            return actions.AddEntrants((replace(newcomer, player=player.player_no),))

        await service.do(entered, Role.VIEWER)
        return answer

    async def _begin(self, context: RequestContext[BeginTournament]) -> None:
        body = _checked(
            BeginTournament, msgspec.structs.asdict(context.body) | {"name": normalise_text(context.body.name)}
        )
        if len(set(body.tables)) < len(body.tables):
            raise HTTPException(400, "Name each table only once.")
        values = {name: getattr(body, name) for name in BeginTournament.__struct_fields__}
        await self._live.service.begin(
            lambda commitment: actions.BeginTournament(commitment=commitment, **values), context.origin
        )

    async def _do(self, context: RequestContext[Do]) -> None:
        body = context.body
        act: actions.Action = replace(body.act, source=None) if isinstance(body.act, actions.SetResult) else body.act
        if isinstance(act, actions.RenameEntrant):
            names = {"name": normalise_text(act.name), "club": normalise_text(act.club)}
            act = _checked(actions.RenameEntrant, {"do": "renamed", "entrant": act.entrant, **names})
        if isinstance(act, actions.AddEntrants):
            people = [{"name": normalise_text(each.name), "club": normalise_text(each.club)} for each in act.people]
            entered: actions.AddEntrants = _checked(
                actions.AddEntrants, {"do": "entered", "people": people, "here": act.here}
            )
            act = await self._resolve_codes(entered)
        await self._live.service.do(act, context.origin, body.seen)

    async def _draw(self, context: RequestContext[Draw]) -> None:
        await self._live.service.draw(context.body.said, context.origin, context.body.seen)

    async def _list(self, context: RequestContext[NameList]) -> dict[str, int]:
        act = replace(await self._resolve_codes(parse_entrants(context.body.text)), here=context.body.here)
        await self._live.service.do(act, context.origin)
        return {"entered": len(act.people)}

    async def _resolve_codes(self, act: actions.AddEntrants) -> actions.AddEntrants:
        people = await self._live.service.with_connection(lambda connection: resolve_codes(connection, act.people))
        return replace(act, people=people)

    async def _join(self, context: RequestContext[Join]) -> None:
        body = context.body
        tournament = self._tournament
        found = await self._live.service.with_connection(lambda connection: load_outcome(connection, body.source))
        if found is None or body.fixture not in tournament.games:
            raise HTTPException(404, "That game is not over, or is not part of a valid round.")
        castles, outcome = found
        act = result_action(tournament, tournament.games[body.fixture][1], castles, outcome, body.source)
        await self._live.service.do(act, context.origin, body.seen)

    async def _games(self, _: RequestContext[None]) -> dict[str, Any]:
        tournament = self._tournament
        taken = {game.source for _, game in tournament.games.values() if game.source is not None}
        return {
            "games": await self._live.service.with_connection(
                lambda connection: list_unassigned_games(connection, taken)
            )
        }

    @property
    def _tournament(self) -> Tournament:
        if (tournament := self._live.service.tournament) is None:
            raise ActionRefusedError("none", "There is no tournament. Begin one.")
        return tournament


async def _qr(page: str, context: RequestContext[None]) -> Response:
    picture = render_svg(guests_address(context.request, f"/tournament/{page}"))
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": "no-store"})


def _checked(kind: type[Any], values: dict[str, Any]) -> Any:
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as fault:
        raise HTTPException(400, f"Saw a name that cannot be used: {fault}.") from None


def _file(content: bytes, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)
