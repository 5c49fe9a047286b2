"""All routes of a table's page: the role, body and response of each."""

from functools import lru_cache
from typing import Any, Final

import msgspec
from starlette.responses import Response

from controller.care.admin_service import AdminService
from controller.games.contract.values import CastleId, PieceId
from controller.games.requests import CorrectGame, NewGame
from controller.play.page_service import PageService
from controller.secret import Secret
from controller.service import page_access, page_handlers
from controller.web.access.sessions import Role
from controller.web.application import RequestContext, Route, compressed_once_response
from controller.web.metrics import METRICS_CONTENT_TYPE
from controller.web.request_schemas import (
    AccessRequest,
    Answer,
    ArrowCalibration,
    DeviceName,
    EnteredPiece,
    ErrandDone,
    HouseRulesChange,
    JoinRoom,
    LiftPiece,
    Login,
    NewPassword,
    ParkedGame,
    PassPiece,
    Pause,
    Press,
    ReadStep,
    Recording,
    SeatBot,
    SettingsText,
    SetupStep,
    Speed,
    StickerTask,
    StickerUid,
    SwitchFault,
    TakeSeat,
    TokenName,
    WantedUpdate,
)

PAGES: Final = ("/", "/spectator", "/replay", "/seat", "/referee", "/owner")
"""Paths of one page's six variants: table, spectators, replay, seat on a phone, referee, owner."""

EVENTS: Final = "text/event-stream"
PNG: Final = "image/png"
GIF: Final = "image/gif"

AN_ERRAND: Final = ErrandDone(CastleId("grey"))
A_PIECE: Final = EnteredPiece(CastleId("blue"), PieceId("t01"))
A_BOT: Final = SeatBot(CastleId("grey"), "")
A_GAME: Final = NewGame([CastleId("blue"), CastleId("yellow")], {"map": "honour"}, bots=[CastleId("yellow")])
A_CORRECTION: Final = CorrectGame(back_to=None, amend=[{"do": "amend", "supporters": {"blue": 1}}])
A_FAULT: Final = SwitchFault("oled_missing", on=False)
A_PASSWORD: Final = NewPassword(Secret("a long evening"))
A_STICKER: Final = StickerUid("04:a1:b2:c3:d4:e5:f6")
SOME_SETTINGS: Final = SettingsText("[table]\nhourglass_s = 25\n")


def all_routes(
    table: PageService, auth: page_access.Authentication | None, admin: AdminService | None
) -> list[Route[Any]]:
    """Return all routes but static files; logins need ``auth``, the owner's page ``admin`` and ``auth``."""
    everybody, player, referee = Role.SPECTATOR, Role.PLAYER, Role.REFEREE
    at_table, hands = page_handlers.TableHandlers(table, auth, admin), page_handlers.SimulatedHandlers(table, auth)
    routes: list[Route[Any]] = [
        *(Route("GET", path, everybody, at_table.index, media_type="text/html") for path in PAGES),
        Route("GET", "/worker.js", everybody, at_table.get_service_worker, media_type="text/javascript"),
        Route("GET", "/oled.png", everybody, at_table.get_display_picture, media_type=PNG),
        Route("GET", "/seat.svg", everybody, at_table.get_seat_qr_code, media_type=page_handlers.SVG, refusals=(404,)),
        Route("GET", "/api/view", everybody, at_table.get_view, localized=True),
        Route("GET", "/api/stream", everybody, at_table.open_event_stream, media_type=EVENTS, localized=True),
        Route("GET", "/api/me", everybody, at_table.get_client_status),
        Route("GET", "/api/texts/{language}", everybody, at_table.get_page_texts),
        Route("GET", "/api/rules/{language}", everybody, at_table.get_rule_texts),
        Route(
            "GET",
            "/course.png",
            everybody,
            at_table.get_course_picture,
            media_type=PNG,
            localized=True,
            refusals=(404, 503),
        ),
        Route("GET", "/api/box", everybody, at_table.get_box),
        Route("GET", "/api/playable", everybody, at_table.get_playable_game, localized=True, query=("game",)),
        Route("GET", "/api/course", everybody, at_table.get_course),
        Route("GET", "/api/draws", everybody, at_table.get_draws),
        Route(
            "GET",
            "/api/replay/{game}/film",
            everybody,
            at_table.get_film,
            media_type=GIF,
            localized=True,
            refusals=(404, 503),
        ),
        Route(
            "GET", "/api/replay/{game}/analysis", everybody, at_table.get_analysis, localized=True, refusals=(404, 503)
        ),
        Route(
            "GET", "/api/replay/{game}/{step}", everybody, at_table.get_replay_step, localized=True, refusals=(404, 503)
        ),
        Route("POST", "/api/table/pass", player, hands.pass_tile, PassPiece("1-7", "blue"), 204, simulated_only=True),
        Route("POST", "/api/table/press", player, hands.press_control, Press("knob"), 204, simulated_only=True),
        Route(
            "POST", "/api/table/lift", player, hands.lift_piece, LiftPiece("1-7"), simulated_only=True, localized=True
        ),
        Route("POST", "/api/table/fault", player, hands.switch_fault, A_FAULT, 204, simulated_only=True),
        Route("POST", "/api/table/read", player, hands.set_read_step, ReadStep(3), 204, simulated_only=True),
        Route("POST", "/api/table/speed", player, hands.set_speed, Speed(4), 204, simulated_only=True),
        Route(
            "POST", "/api/table/language", player, hands.set_language, None, 204, simulated_only=True, localized=True
        ),
        Route("GET", "/api/advice", referee, at_table.get_advice, localized=True, query=("castle",), refusals=(409,)),
        Route("POST", "/api/actions", referee, at_table.propose_action, dict[str, Any](), localized=True),
        Route("POST", "/api/corrections", referee, at_table.correct_game, A_CORRECTION, localized=True),
        Route("POST", "/api/corrections/put-right", referee, at_table.confirm_pieces_in_place, status=204),
        Route("POST", "/api/pause", referee, at_table.set_paused, Pause(on=True), 204),
        Route("POST", "/api/answer", referee, at_table.answer_question, Answer(yes=True), 204, refusals=(404,)),
        Route("POST", "/api/errands/done", referee, at_table.confirm_errand, AN_ERRAND, 204, refusals=(404,)),
        Route("POST", "/api/pieces", referee, at_table.enter_piece, A_PIECE, 204, refusals=(404,)),
        Route("POST", "/api/bots", referee, at_table.seat_bot, A_BOT, 204, localized=True, refusals=(404,)),
        Route("POST", "/api/game", referee, at_table.start_new_game, A_GAME, 204, localized=True),
        Route(
            "POST",
            "/api/game/again",
            referee,
            at_table.start_rematch,
            status=204,
            localized=True,
            refusals=(404,),
        ),
        Route("GET", "/api/parked", referee, at_table.list_parked_games, localized=True, refusals=(503,)),
        Route("POST", "/api/parked/take-up", referee, at_table.resume_parked_game, ParkedGame(3), 204, localized=True),
    ]
    if auth is not None:
        seats = page_handlers.SeatHandlers(table, auth)
        routes += [
            Route("POST", "/api/login", everybody, auth.login, Login(pin=Secret("271828")), 204, refusals=(429,)),
            Route("POST", "/api/logout", everybody, auth.logout, status=204),
            Route("POST", "/api/seat", everybody, auth.take_seat, TakeSeat(Secret("161803")), 204, refusals=(429,)),
            Route("GET", "/api/seat", Role.SEAT, seats.get_seat),
            Route("POST", "/api/seat/actions", Role.SEAT, seats.propose_seat_action, dict[str, Any](), localized=True),
            Route(
                "POST",
                "/api/knock",
                everybody,
                auth.request_access_at_knob,
                AccessRequest("referee"),
                202,
                refusals=(429,),
            ),
        ]
    if auth is not None and admin is not None:
        routes += _owner_routes(page_handlers.OwnerHandlers(admin, auth))

    @lru_cache(maxsize=8)  # building one holds the loop for as long as twenty actions
    def openapi_json(_game: str) -> bytes:
        from controller.web.openapi import build_openapi_document  # built on demand

        return msgspec.json.encode(build_openapi_document(routes, table.action_schema()))

    @lru_cache
    def asyncapi_json() -> bytes:
        from controller.service.asyncapi import build_asyncapi_document  # built on demand

        return msgspec.json.encode(build_asyncapi_document())

    async def openapi(context: RequestContext[None]) -> Response:
        return compressed_once_response(context.request, openapi_json(table.game_name))

    async def asyncapi(context: RequestContext[None]) -> Response:
        """The MQTT topics of table and hub, and the events of /api/stream, in AsyncAPI 3.0."""
        return compressed_once_response(context.request, asyncapi_json())

    routes.append(Route("GET", "/openapi.json", everybody, openapi))
    routes.append(Route("GET", "/asyncapi.json", everybody, asyncapi))
    return routes


def _owner_routes(handlers: page_handlers.OwnerHandlers) -> list[Route[Any]]:
    owner = Role.OWNER
    return [
        Route("GET", "/api/owner", owner, handlers.get_overview, localized=True),
        Route("GET", "/api/owner/texts/{language}", owner, handlers.get_texts),
        Route("GET", "/api/owner/doctor", owner, handlers.run_doctor),
        Route("GET", "/api/owner/log", owner, handlers.get_log, localized=True),
        Route("GET", "/metrics", Role.REFEREE, handlers.get_metrics, media_type=METRICS_CONTENT_TYPE),
        Route("GET", "/api/owner/history", owner, handlers.get_history),
        Route("POST", "/api/owner/restart", owner, handlers.restart_device, DeviceName("oled"), 204),
        Route("POST", "/api/owner/flash", owner, handlers.flash_board, DeviceName("blue board"), 204),
        Route("GET", "/api/owner/firmware", owner, handlers.get_firmware),
        Route("GET", "/api/owner/gate", owner, handlers.describe_gate, query=("gate",)),
        Route("GET", "/api/owner/setup", owner, handlers.get_setup, localized=True),
        Route("POST", "/api/owner/setup", owner, handlers.do_setup, SetupStep("start"), 204),
        Route("GET", "/api/owner/games", owner, handlers.list_games),
        Route("GET", "/api/owner/games/verify", owner, handlers.verify_journal),
        Route("GET", "/api/owner/settings", owner, handlers.get_settings_text),
        Route("POST", "/api/owner/settings", owner, handlers.write_settings, SOME_SETTINGS),
        Route("POST", "/api/owner/settings/check", owner, handlers.check_settings, SOME_SETTINGS),
        Route(
            "POST",
            "/api/owner/house",
            owner,
            handlers.set_house_rules,
            HouseRulesChange(hourglass_s=25, silent=False),
            204,
        ),
        Route("POST", "/api/owner/password", owner, handlers.set_password, A_PASSWORD, 204, refusals=(429,)),
        Route("POST", "/api/owner/pin", owner, handlers.create_pin),
        Route("POST", "/api/owner/tokens", owner, handlers.create_token, TokenName("scoreboard")),
        Route("POST", "/api/owner/tokens/revoke", owner, handlers.revoke_token, TokenName("scoreboard"), 204),
        Route("GET", "/api/owner/backup", owner, handlers.download_backup, media_type=page_handlers.ZIP),
        *(
            Route("POST", path, owner, handle, body_media_type=page_handlers.BINARY, query=("name",))
            for path, handle in {
                "/api/owner/restore/check": handlers.check_restore,
                "/api/owner/restore": handlers.queue_restore,
            }.items()
        ),
        Route("POST", "/api/owner/restore/cancel", owner, handlers.cancel_restore, status=204),
        Route("POST", "/api/owner/restore/dismiss", owner, handlers.dismiss_restore_outcome, status=204),
        Route("POST", "/api/owner/restart-table", owner, handlers.restart_table, status=204),
        Route("POST", "/api/owner/stickers", owner, handlers.set_sticker_task, StickerTask("teach", "t05"), 204),
        Route("POST", "/api/owner/stickers/taught", owner, handlers.teach_sticker, A_STICKER, 204),
        Route("POST", "/api/owner/room/join", owner, handlers.join_room, JoinRoom("192.168.1.20"), 204),
        Route("POST", "/api/owner/room/answer", owner, handlers.answer_room_question, Answer(yes=True), 204),
        Route("POST", "/api/owner/room/leave", owner, handlers.leave_room, status=204),
        Route("POST", "/api/owner/update", owner, handlers.request_update, WantedUpdate("look"), 204),
        Route("POST", "/api/owner/recording", owner, handlers.set_recording, Recording(on=True), 204),
        Route("GET", "/api/owner/recording", owner, handlers.download_recording, media_type=page_handlers.BINARY),
        Route("POST", "/api/owner/calibrate", owner, handlers.calibrate_arrow, ArrowCalibration(12.5)),
    ]
