"""All routes of a table's page: the role, body and response of each."""

from typing import Any, Final

from controller.care.admin_service import AdminService
from controller.games.contract.values import CastleId
from controller.games.requests import Correct, NewGame
from controller.play.page_service import PageService
from controller.secret import Secret
from controller.service.page_access import Authentication
from controller.service.page_handlers import (
    BINARY,
    SVG,
    ZIP,
    OwnerHandlers,
    SeatHandlers,
    SimulatedHandlers,
    TableHandlers,
)
from controller.web.access.sessions import Role
from controller.web.application import RequestContext, Route
from controller.web.request_schemas import (
    AccessRequest,
    Answer,
    ArrowCalibration,
    HouseRulesChange,
    JoinRoom,
    LiftPiece,
    Login,
    NewPassword,
    ParkedGame,
    PassPiece,
    Pause,
    Press,
    SettingsText,
    Speed,
    StickerTask,
    SwitchFault,
    TakeSeat,
    TokenName,
)

PAGES: Final = ("/", "/spectator", "/replay", "/seat", "/referee", "/owner")
"""One page in six forms: table, spectators, a finished game, a hand on a phone, referee, owner."""

EVENTS: Final = "text/event-stream"
PNG: Final = "image/png"

A_GAME: Final = NewGame([CastleId("blue"), CastleId("yellow")], {"map": "honour"}, bots=[CastleId("yellow")])
A_CORRECTION: Final = Correct(back_to=None, amend=[{"do": "amend", "supporters": {"blue": 1}}])
A_FAULT: Final = SwitchFault("oled_missing", on=False)
A_PASSWORD: Final = NewPassword(Secret("a long evening"))
SOME_SETTINGS: Final = SettingsText("[table]\nhourglass_s = 25\n")


def all_routes(table: PageService, auth: Authentication | None, admin: AdminService | None) -> list[Route[Any]]:
    """Return every route but the static files.

    Without ``auth`` there are no logins; without ``admin`` or ``auth`` there is no owner's page.
    """
    everybody, player, referee = Role.SPECTATOR, Role.PLAYER, Role.REFEREE
    at_table, hands = TableHandlers(table, auth, admin), SimulatedHandlers(table, auth)
    routes: list[Route[Any]] = [
        *(Route("GET", path, everybody, at_table.index, media_type="text/html") for path in PAGES),
        Route("GET", "/worker.js", everybody, at_table.worker, media_type="text/javascript"),
        Route("GET", "/oled.png", everybody, at_table.oled, media_type=PNG),
        Route("GET", "/seat.svg", everybody, at_table.seat_qr, media_type=SVG, refusals=(404,)),
        Route("GET", "/api/view", everybody, at_table.view, localized=True),
        Route("GET", "/api/stream", everybody, at_table.stream, media_type=EVENTS, localized=True),
        Route("GET", "/api/me", everybody, at_table.me),
        Route("GET", "/api/texts/{language}", everybody, at_table.texts),
        Route("GET", "/api/rules/{language}", everybody, at_table.rules),
        Route(
            "GET", "/course.png", everybody, at_table.course_picture, media_type=PNG, localized=True, refusals=(404,)
        ),
        Route("GET", "/api/box", everybody, at_table.box),
        Route("GET", "/api/playable", everybody, at_table.playable, localized=True, query=("game",)),
        Route("GET", "/api/course", everybody, at_table.course),
        Route("GET", "/api/draws", everybody, at_table.draws),
        Route("GET", "/api/replay/{game}/{step}", everybody, at_table.replay, localized=True, refusals=(404,)),
        Route("POST", "/api/table/pass", player, hands.pass_tile, PassPiece("1-7", "blue"), 204, simulated_only=True),
        Route("POST", "/api/table/press", player, hands.press, Press("knob"), 204, simulated_only=True),
        Route("POST", "/api/table/lift", player, hands.lift, LiftPiece("1-7"), simulated_only=True, localized=True),
        Route("POST", "/api/table/fault", player, hands.switch_fault, A_FAULT, 204, simulated_only=True),
        Route("POST", "/api/table/speed", player, hands.set_speed, Speed(4), 204, simulated_only=True),
        Route("GET", "/api/advice", referee, at_table.advice, localized=True, query=("castle",), refusals=(409,)),
        Route("POST", "/api/actions", referee, at_table.act, dict[str, Any](), localized=True),
        Route("POST", "/api/corrections", referee, at_table.correct, A_CORRECTION, localized=True),
        Route("POST", "/api/corrections/put-right", referee, at_table.put_right, status=204),
        Route("POST", "/api/pause", referee, at_table.pause, Pause(on=True), 204),
        Route("POST", "/api/answer", referee, at_table.answer, Answer(yes=True), 204, refusals=(404,)),
        Route("POST", "/api/game", referee, at_table.new_game, A_GAME, 204, localized=True),
        Route("GET", "/api/parked", referee, at_table.parked, localized=True),
        Route("POST", "/api/parked/take-up", referee, at_table.take_up, ParkedGame(3), 204, localized=True),
    ]
    if auth is not None:
        seats = SeatHandlers(table, auth)
        routes += [
            Route("POST", "/api/login", everybody, auth.login, Login(pin=Secret("271828")), 204, refusals=(429,)),
            Route("POST", "/api/logout", everybody, auth.logout, status=204),
            Route("POST", "/api/seat", everybody, auth.take_seat, TakeSeat(Secret("161803")), 204, refusals=(429,)),
            Route("GET", "/api/seat", Role.SEAT, seats.seat),
            Route("POST", "/api/seat/actions", Role.SEAT, seats.act, dict[str, Any](), localized=True),
            Route("POST", "/api/knock", everybody, auth.handle_knock, AccessRequest("referee"), 202, refusals=(429,)),
        ]
    if auth is not None and admin is not None:
        routes += _owner_routes(OwnerHandlers(admin, auth))

    async def openapi(_: RequestContext[None]) -> dict[str, Any]:
        from controller.web.openapi import document  # built on demand

        return document(routes, table.actions())

    routes.append(Route("GET", "/openapi.json", everybody, openapi))
    return routes


def _owner_routes(handlers: OwnerHandlers) -> list[Route[Any]]:
    owner = Role.OWNER
    return [
        Route("GET", "/api/owner", owner, handlers.overview, localized=True),
        Route("GET", "/api/owner/doctor", owner, handlers.doctor),
        Route("GET", "/api/owner/games", owner, handlers.games),
        Route("GET", "/api/owner/games/verify", owner, handlers.verify),
        Route("GET", "/api/owner/settings", owner, handlers.settings),
        Route("POST", "/api/owner/settings", owner, handlers.write_settings, SOME_SETTINGS),
        Route("POST", "/api/owner/settings/check", owner, handlers.check_settings, SOME_SETTINGS),
        Route(
            "POST", "/api/owner/house", owner, handlers.set_house, HouseRulesChange(hourglass_s=25, silent=False), 204
        ),
        Route("POST", "/api/owner/password", owner, handlers.set_password, A_PASSWORD, 204, refusals=(429,)),
        Route("POST", "/api/owner/pin", owner, handlers.new_pin),
        Route("POST", "/api/owner/tokens", owner, handlers.new_token, TokenName("scoreboard")),
        Route("POST", "/api/owner/tokens/revoke", owner, handlers.revoke_token, TokenName("scoreboard"), 204),
        Route("GET", "/api/owner/backup", owner, handlers.backup, media_type=ZIP),
        Route("POST", "/api/owner/restore", owner, handlers.restore, body_media_type=BINARY),
        Route("POST", "/api/owner/stickers", owner, handlers.stickers, StickerTask("teach", "t05"), 204),
        Route("POST", "/api/owner/room/join", owner, handlers.join_room, JoinRoom("192.168.1.20"), 204),
        Route("POST", "/api/owner/room/answer", owner, handlers.answer_room, Answer(yes=True), 204),
        Route("POST", "/api/owner/room/leave", owner, handlers.leave_room, status=204),
        Route("POST", "/api/owner/calibrate", owner, handlers.calibrate, ArrowCalibration(12.5)),
    ]
