"""All routes of the page as one list: who may call what, what it takes, what it gives."""

from typing import Any, Final

from controller.care.admin_service import AdminService
from controller.games.contract.values import CastleId
from controller.games.requests import Correct, NewGame
from controller.play.page_service import PageService
from controller.secret import Secret
from controller.service.page_access import Authentication
from controller.service.page_handlers import (
    OCTETS,
    SVG,
    ZIP,
    OwnerHandlers,
    SeatHandlers,
    SimulatedHandlers,
    TableHandlers,
)
from controller.web.access.sessions import Role
from controller.web.application import RequestContext, Route
from controller.web.live import StreamVersion
from controller.web.request_schemas import (
    AccessRequest,
    Answer,
    HomeAngle,
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

PAGES: Final = ("/", "/spectator", "/seat", "/referee", "/owner")
"""One page with five faces: the table itself, looking on, a hand, keeping the game, looking after the table."""

EVENTS: Final = "text/event-stream"

A_GAME: Final = NewGame([CastleId("blue"), CastleId("yellow")], {"map": "honour"}, bots=[CastleId("yellow")])
A_CORRECTION: Final = Correct(back_to=None, amend=[{"do": "amend", "supporters": {"blue": 1}}])
A_FAULT: Final = SwitchFault("oled_missing", on=False)
A_PASSWORD: Final = NewPassword(Secret("a long evening"))
SOME_SETTINGS: Final = SettingsText("[table]\nhourglass_s = 25\n")


def all_routes(table: PageService, auth: Authentication | None, admin: AdminService | None) -> list[Route[Any]]:
    """Every route but the static files, which are everybody's.

    Args:
        table: the running table.
        auth: who has which rights; without it nobody can log in.
        admin: the table as its owner sees it; without it, or ``auth``, nobody looks after it.
    """
    everybody, player, referee = Role.SPECTATOR, Role.PLAYER, Role.REFEREE
    at_table, hands = TableHandlers(table, auth, admin), SimulatedHandlers(table, auth)
    routes: list[Route[Any]] = [
        *(Route("GET", path, everybody, at_table.index, gives="text/html") for path in PAGES),
        Route("GET", "/worker.js", everybody, at_table.worker, gives="text/javascript"),
        Route("GET", "/oled.png", everybody, at_table.oled, gives="image/png"),
        Route("GET", "/seat.svg", everybody, at_table.seat_qr, gives=SVG, refusals=(404,)),
        Route("GET", "/api/view", everybody, at_table.view, speaks=True),
        Route("GET", "/api/stream", everybody, at_table.stream, gives=EVENTS, speaks=True, versions=(*StreamVersion,)),
        Route("GET", "/api/me", everybody, at_table.me),
        Route("GET", "/api/texts/{language}", everybody, at_table.texts),
        Route("GET", "/api/rules/{language}", everybody, at_table.rules),
        Route(
            "GET", "/course.png", everybody, at_table.course_picture, gives="image/png", speaks=True, refusals=(404,)
        ),
        Route("GET", "/api/box", everybody, at_table.box),
        Route("GET", "/api/playable", everybody, at_table.playable, speaks=True, query=("game",)),
        Route("GET", "/api/course", everybody, at_table.course),
        Route("GET", "/api/draws", everybody, at_table.draws),
        Route("POST", "/api/table/pass", player, hands.pass_tile, PassPiece("1-7", "blue"), 204, simulated=True),
        Route("POST", "/api/table/press", player, hands.press, Press("knob"), 204, simulated=True),
        Route("POST", "/api/table/lift", player, hands.lift, LiftPiece("1-7"), simulated=True, speaks=True),
        Route("POST", "/api/table/fault", player, hands.switch_fault, A_FAULT, 204, simulated=True),
        Route("POST", "/api/table/speed", player, hands.set_speed, Speed(4), 204, simulated=True),
        Route("GET", "/api/advice", referee, at_table.advice, speaks=True, query=("castle",), refusals=(409,)),
        Route("POST", "/api/actions", referee, at_table.act, dict[str, Any](), speaks=True),
        Route("POST", "/api/corrections", referee, at_table.correct, A_CORRECTION, speaks=True),
        Route("POST", "/api/corrections/put-right", referee, at_table.put_right, status=204),
        Route("POST", "/api/pause", referee, at_table.pause, Pause(on=True), 204),
        Route("POST", "/api/answer", referee, at_table.answer, Answer(yes=True), 204, refusals=(404,)),
        Route("POST", "/api/game", referee, at_table.new_game, A_GAME, 204, speaks=True),
        Route("GET", "/api/parked", referee, at_table.parked, speaks=True),
        Route("POST", "/api/parked/take-up", referee, at_table.take_up, ParkedGame(3), 204, speaks=True),
    ]
    if auth is not None:
        seats = SeatHandlers(table, auth)
        routes += [
            Route("POST", "/api/login", everybody, auth.login, Login(pin=Secret("271828")), 204, refusals=(429,)),
            Route("POST", "/api/logout", everybody, auth.logout, status=204),
            Route("POST", "/api/seat", everybody, auth.take_seat, TakeSeat(Secret("161803")), 204, refusals=(429,)),
            Route("GET", "/api/seat", Role.SEAT, seats.seat),
            Route("POST", "/api/seat/actions", Role.SEAT, seats.act, dict[str, Any](), speaks=True),
            Route("POST", "/api/knock", everybody, auth.request_access, AccessRequest("referee"), 202, refusals=(429,)),
        ]
    if auth is not None and admin is not None:
        routes += _of_the_owner(OwnerHandlers(admin, auth))

    async def openapi(_: RequestContext[None]) -> dict[str, Any]:
        from controller.web.openapi import document  # made when somebody asks for it

        return document(routes, table.actions())

    routes.append(Route("GET", "/openapi.json", everybody, openapi))
    return routes


def _of_the_owner(care: OwnerHandlers) -> list[Route[Any]]:
    owner = Role.OWNER
    return [
        Route("GET", "/api/owner", owner, care.overview, speaks=True),
        Route("GET", "/api/owner/doctor", owner, care.doctor),
        Route("GET", "/api/owner/games", owner, care.games),
        Route("GET", "/api/owner/games/verify", owner, care.verify),
        Route("GET", "/api/owner/settings", owner, care.settings),
        Route("POST", "/api/owner/settings", owner, care.write_settings, SOME_SETTINGS),
        Route("POST", "/api/owner/settings/check", owner, care.check_settings, SOME_SETTINGS),
        Route("POST", "/api/owner/house", owner, care.set_house, HouseRulesChange(hourglass_s=25, silent=False), 204),
        Route("POST", "/api/owner/password", owner, care.set_password, A_PASSWORD, 204, refusals=(429,)),
        Route("POST", "/api/owner/pin", owner, care.new_pin),
        Route("POST", "/api/owner/tokens", owner, care.new_token, TokenName("scoreboard")),
        Route("POST", "/api/owner/tokens/revoke", owner, care.revoke_token, TokenName("scoreboard"), 204),
        Route("GET", "/api/owner/backup", owner, care.backup, gives=ZIP),
        Route("POST", "/api/owner/restore", owner, care.restore, takes=OCTETS),
        Route("POST", "/api/owner/stickers", owner, care.stickers, StickerTask("teach", "t05"), 204),
        Route("POST", "/api/owner/room/join", owner, care.join_room, JoinRoom("192.168.1.20"), 204),
        Route("POST", "/api/owner/room/answer", owner, care.answer_room, Answer(yes=True), 204),
        Route("POST", "/api/owner/room/leave", owner, care.leave_room, status=204),
        Route("POST", "/api/owner/calibrate", owner, care.calibrate, HomeAngle(12.5)),
    ]
