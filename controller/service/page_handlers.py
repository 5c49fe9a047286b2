"""Handlers of the page's routes: the table, its owner, seats, and simulated hands."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from controller import log
from controller.care.admin_service import AdminService
from controller.care.log_sentences import describe_log_line
from controller.games.contract.values import CastleId, RefusedError
from controller.games.installed import texts_of_others
from controller.games.requests import CorrectGame, NewGame, ParkAndResume, SubmitAction
from controller.play.page_service import PageService
from controller.play.replays import LoggedGame
from controller.play.viewing import NotComputed
from controller.service.page_access import Authentication
from controller.store.journal import JournalError
from controller.texts import translation
from controller.texts.translation import LANGUAGES
from controller.web import request_schemas as bodies
from controller.web.access.sessions import GRANTS, Role, role_names
from controller.web.application import JSON, RequestContext, compressed_once_response, language_or_404
from controller.web.live import EventStreamResponse, Feed, StreamSlots
from controller.web.metrics import METRICS_CONTENT_TYPE
from controller.web.static_files import PAGE_FILES, game_scripts_folder_name
from controller.web.viewers import ViewerPool, Work

NO_SEAT: Final[dict[str, Any]] = {"castle": None, "view": None}
"""Value for a client without a seat; also the last value of an ended seat's stream."""


class SeatHandlers:
    def __init__(self, table: PageService, auth: Authentication) -> None:
        self._table = table
        self._auth = auth

    async def get_seat(self, context: RequestContext[None]) -> dict[str, Any]:
        """The seat's castle and its private view; null while nothing is private."""
        castle = self._auth.castle_of_client(context.request)
        return NO_SEAT if castle is None else seat_castle_and_view(self._table, castle)

    async def propose_seat_action(self, context: RequestContext[dict[str, Any]]) -> dict[str, Any]:
        """Propose an action of the seat's castle; 403 for another castle's, 409 with the rule if refused."""
        castle = self._auth.castle_of_client(context.request)
        if castle is None or not self._table.may_send(context.body, castle):
            raise HTTPException(
                403,
                f"Saw an action for another castle or for none, expected one for {castle}: "
                "a seat acts only for its own castle.",
            )
        return await self._table.submit(SubmitAction(context.body, castle=castle), context.origin, context.language)


def seat_castle_and_view(table: PageService, castle: CastleId) -> dict[str, Any]:
    return {"castle": castle, "view": table.seat_view(castle)}


def create_seat_feed(table: PageService, auth: Authentication, request: Request) -> Feed | None:
    """Return the feed of the seat that the client holds, or None.

    Each connection has its own feed, which checks the client's seat before each value. Without a seat, players at a
    simulated table get the only person's.
    """
    held = auth.castle_of_client(request)
    if held is None and not table.is_simulated:
        return None

    def now() -> dict[str, Any]:
        if held is None:
            castle = table.open_seat if Role.PLAYER in auth.role_names_of(request) else None
        else:
            castle = held if auth.castle_of_client(request) == held else None
        return NO_SEAT if castle is None else seat_castle_and_view(table, castle)

    async def changes() -> AsyncIterator[dict[str, Any]]:
        async for _ in table.watch_changes():
            yield now()

    return Feed(now, changes)


SVG: Final = "image/svg+xml"

NUMBER_DIGITS: Final = 12
"""Digits of a number in a path."""


class TableHandlers:
    """Requests about game and table; without ``auth`` all clients have all rights."""

    def __init__(self, table: PageService, auth: Authentication | None, admin: AdminService | None) -> None:
        self._table = table
        self._auth = auth
        self._admin = admin
        self._streams = StreamSlots()
        self._viewers = ViewerPool()
        self._views = {language: _create_view_feed(table, language) for language in LANGUAGES}
        self._simulated = {
            name: Feed(view, partial(table.watch_simulated, view))
            for name, view in {"table": table.resting_view, "moving": table.moving_view}.items()
        }

    async def index(self, context: RequestContext[None]) -> Response:
        """The page."""
        return compressed_once_response(context.request, PAGE_FILES.render_page().encode(), "text/html", "no-cache")

    async def get_service_worker(self, _: RequestContext[None]) -> Response:
        """The service worker, which keeps the page and the last public view for use offline."""
        return Response(
            PAGE_FILES.render_service_worker(), media_type="text/javascript", headers={"cache-control": "no-cache"}
        )

    async def get_display_picture(self, _: RequestContext[None]) -> Response:
        """The display's pixels."""
        return Response(self._table.oled_png(), media_type="image/png", headers={"cache-control": "no-store"})

    async def get_seat_qr_code(self, _: RequestContext[None]) -> Response:
        """QR code of the address where phones take a seat; 404 without seats or a reachable address."""
        code = self._table.seat_qr_svg()
        if code is None:
            raise HTTPException(404, "The game has no seats, or no phone can reach this page: there is no code.")
        return Response(code, media_type=SVG, headers={"cache-control": "no-store"})

    async def get_view(self, context: RequestContext[None]) -> dict[str, Any]:
        """The game and the table now, without a stream; ``?language=`` chooses the language."""
        return {"view": self._table.view(context.language), "table": self._table.simulated_table_view()}

    async def open_event_stream(self, context: RequestContext[None]) -> EventStreamResponse:
        """Changes of game and table as server-sent events; ``?language=`` chooses the language.

        - ``view`` and, of simulated parts, ``table`` and ``moving`` (those of its fields that change all the time): the
          value as in ``GET /api/view``, at once and after each change; a slow client skips values;
        - ``seat``, for a seat: as in ``GET /api/seat``; ``castle`` is null once it ended. At a simulated table it is
          the only person's, for players without a seat, and ``castle`` is null while several people play;
        - ``beat``: at most 15 s after the event before.

        A new connection begins with all values, so clients keep no event id.
        """
        slot = self._streams.acquire_or_503(context.request)
        feeds = {"view": self._views[context.language]}
        if self._table.is_simulated:
            feeds |= self._simulated
        own = None if self._auth is None else create_seat_feed(self._table, self._auth, context.request)
        if own is not None:
            feeds["seat"] = own
        return EventStreamResponse(feeds, slot=slot)

    async def get_client_status(self, context: RequestContext[None]) -> dict[str, Any]:
        """The client's roles, seat and login; the table's kind, game, page, language and lock.

        ``name`` is the table's in a room, "" if it stands alone; ``seat_at`` is where phones take a seat; null without
        seats or a reachable address.
        """
        return {
            "roles": role_names(GRANTS[Role.OWNER])
            if self._auth is None
            else self._auth.role_names_of(context.request),
            "seat": None if self._auth is None else self._auth.castle_of_client(context.request),
            "seats": self._table.has_private_views,
            "seat_at": self._table.seat_url,
            "name": self._table.table_name,
            "table": "virtual" if self._table.is_simulated else "real",
            "game": self._table.game_name,
            "page": game_scripts_folder_name(self._table.game_name),
            "language": self._table.language,
            "logged_in": self._auth is not None and self._auth.is_logged_in(context.request),
            "locked": self._admin is not None and self._admin.is_locked,
            "password": self._admin is not None and self._admin.has_password,
        }

    async def get_page_texts(self, context: RequestContext[None]) -> Response:
        """The page's texts in a language, by their id: the table's and those of its game, or of ``?game=``.

        Those of faults come with ``?of=faults`` alone, the owner page's never.
        """
        query, language = context.request.query_params, language_or_404(context.request.path_params["language"])
        texts = translation.page_texts(language, texts_of_others(query.get("game", self._table.game_name)))
        faults = query.get("of") == "faults"
        kept = {
            key: text
            for key, text in texts.items()
            if key.startswith(translation.FAULT_TEXTS) == faults and not key.startswith(translation.OWNER_TEXTS)
        }
        return compressed_once_response(context.request, msgspec.json.encode(kept))

    async def get_rule_texts(self, context: RequestContext[None]) -> Response:
        """All rules in a language, by their id."""
        rules = translation.rule_texts(language_or_404(context.request.path_params["language"]))
        return compressed_once_response(context.request, msgspec.json.encode(rules))

    async def get_box(self, context: RequestContext[None]) -> Response:
        """The components, the castles, and the options of a new game."""
        return compressed_once_response(context.request, msgspec.json.encode(self._table.box_view()))

    async def get_playable_game(self, context: RequestContext[None]) -> dict[str, Any]:
        """A game that can be started: its options and the folder of its scripts."""
        name = context.request.query_params.get("game", "")
        return self._table.playable_game_view(name, context.language) | {"page": game_scripts_folder_name(name)}

    async def get_course(self, _: RequestContext[None]) -> list[dict[str, Any]]:
        """The course of the game, round by round."""
        return self._table.course_view()

    async def get_replay_step(self, context: RequestContext[None]) -> Response:
        """A finished game after a step: public view, story so far and course; game 0 is the latest. 503 if busy."""
        game, step = await self._finished_game(context), _number(context.request.path_params["step"])
        work = partial(self._table.viewing.replay_step, game, step, context.language)
        return await self._respond(context, ("replay", game, step, context.language), work)

    async def get_analysis(self, context: RequestContext[None]) -> Response:
        """Who was how likely to win at each moment of a finished game, and the costliest decisions. 503 if busy."""
        game = await self._finished_game(context)
        with not_computed_as_503():
            found = await self._viewers.result(
                context.request, ("analysis", game), partial(self._table.viewing.analysis, game)
            )
        if found is None:
            raise HTTPException(404, "This game cannot be analysed.")
        shown = bytes(msgspec.json.decode(found, type=dict[str, msgspec.Raw])[context.language])
        return compressed_once_response(context.request, shown)

    async def get_film(self, context: RequestContext[None]) -> Response:
        """A finished game as an animated GIF; game 0 is the latest. 503 if busy."""
        game = await self._finished_game(context)
        work = partial(self._table.viewing.film, game, context.language)
        return await self._respond(context, ("film", game, context.language), work, "image/gif")

    async def get_course_picture(self, context: RequestContext[None]) -> Response:
        """The course of the game so far as a picture; ``?language=`` chooses the language. 503 if busy."""
        viewing, game_id = self._table.viewing, self._table.game_id
        if game_id is None:
            raise HTTPException(404, "There is no game, so there is no picture of its course.")
        game = await viewing.latest_log_of(game_id)
        key = "course", game, viewing.latest_analysed == game, context.language
        return await self._respond(context, key, partial(viewing.course_png, game, context.language), "image/png")

    async def _finished_game(self, context: RequestContext[None]) -> LoggedGame:
        """Raise HTTPException 404 if there is none with the number in the path."""
        number = _number(context.request.path_params["game"])
        try:
            game = await self._table.viewing.find_finished_game(number)
        except JournalError as fault:
            raise HTTPException(404, f"This game cannot be shown: {fault}") from None
        if game is None:
            raise HTTPException(404, "No finished game has this number.")
        return game

    async def _respond(
        self, context: RequestContext[None], key: Hashable, work: Work, media_type: str = JSON
    ) -> Response:
        with not_computed_as_503():
            return await self._viewers.respond(context.request, key, work, media_type)

    async def get_draws(self, _: RequestContext[None]) -> dict[str, Any]:
        """The commitment to the next draw, and the draws that are revealed."""
        return self._table.draws_view()

    async def get_advice(self, context: RequestContext[None]) -> dict[str, Any]:
        """The best plan for a castle; 409 while there is nothing to advise."""
        return self._table.advice(context.request.query_params.get("castle", ""), context.language)

    async def propose_action(self, context: RequestContext[dict[str, Any]]) -> dict[str, Any]:
        """Propose an action; a simulated table draws its chance. 409 with the rule if it is refused."""
        return await self._table.submit(SubmitAction(context.body), context.origin, context.language)

    async def correct_game(self, context: RequestContext[CorrectGame]) -> dict[str, Any]:
        """Go back before a step, amend, redo the rest; 409 with the rule, and no change, if refused."""
        if context.body.by_hand and context.body.amend:
            raise HTTPException(
                400,
                "Send by_hand or amend, not both: the correction is made at the table, or by this request.",
            )
        return await self._table.submit(context.body, context.origin, context.language)

    async def confirm_pieces_in_place(self, _: RequestContext[None]) -> None:
        """Confirm that the pieces lie where expected after a correction."""
        self._table.forget_misplaced_pieces()

    async def set_paused(self, context: RequestContext[bodies.Pause]) -> None:
        """Stop the hourglass, or let it run on."""
        self._table.set_hourglass_paused(on=context.body.on)

    async def answer_question(self, context: RequestContext[bodies.Answer]) -> None:
        """Answer the table's question."""
        self._table.answer_question(yes=context.body.yes, scene=context.body.scene)

    async def confirm_errand(self, context: RequestContext[bodies.ErrandDone]) -> None:
        """Confirm that people did what a bot asked for; 404 if the castle waits for no such word."""
        self._table.confirm_errand(context.body.castle)

    async def enter_piece(self, context: RequestContext[bodies.EnteredPiece]) -> None:
        """Take a piece as if a castle's gate had read it, where the reader does not work."""
        self._table.enter_piece(context.body.castle, context.body.piece)

    async def seat_bot(self, context: RequestContext[bodies.SeatBot]) -> None:
        """Let a bot take a castle over, or give it back to a person."""
        self._table.bots.set_player(context.body.castle, context.body.level)

    async def start_new_game(self, context: RequestContext[NewGame]) -> None:
        """Start a new game."""
        await self._table.submit(context.body, context.origin, context.language)

    async def start_rematch(self, context: RequestContext[None]) -> None:
        """Play the latest game once more with the same people and bots."""
        await self._table.submit(self._table.make_rematch(), context.origin, context.language)

    async def list_parked_games(self, context: RequestContext[None]) -> list[dict[str, Any]]:
        """The parked games, which can be resumed."""
        games = self._table.parked_games
        key = "parked", await self._table.viewing.last_checksums([game.game_id for game in games])
        with not_computed_as_503():
            points = await self._viewers.result(context.request, key, partial(self._table.viewing.parked_points, games))
        return self._table.parked_games_view(games, msgspec.json.decode(points or b"[]"))

    async def resume_parked_game(self, context: RequestContext[bodies.ParkedGame]) -> None:
        """Resume a parked game and park this one; 409 if it is not in the list."""
        await self._table.submit(ParkAndResume(context.body.game), context.origin, context.language)


@contextmanager
def not_computed_as_503() -> Iterator[None]:
    try:
        yield
    except NotComputed as fault:
        raise HTTPException(503, str(fault)) from None


def _number(text: str) -> int:
    """Raise HTTPException 404 for what cannot be the number of a game or step."""
    if not text.isdecimal() or len(text) > NUMBER_DIGITS:
        raise HTTPException(404, f"Saw {text[:NUMBER_DIGITS]!r}, expected a number.")
    return int(text)


def _create_view_feed(table: PageService, language: str) -> Feed:
    return Feed(lambda: table.view(language), lambda: table.watch_view(language))


MAX_BACKUP_BYTES: Final = 64 * 1024 * 1024
"""Largest upload (a zip); ten thousand games take some 30 MB."""

ZIP: Final = "application/zip"
BINARY: Final = "application/octet-stream"


PLACES_ON_OWNERS_PAGE: Final = (
    (("RT-CONFIG", "RT-PINS", "RT-OLED-LOOK"), ("system", "settings-text")),
    (("RT-ROOM", "RT-HUB", "RT-MQTT"), ("system", "room-state")),
    (("RT-TAGS",), ("devices", "teach")),
    (("RT-READER", "RT-DEVICE", "RT-BOARD", "RT-ARROW"), ("devices", "tab-devices")),
    (("RT-JOURNAL",), ("games", "verify")),
)
"""By the beginnings of a finding's code, the subject and element of the owner's page that help with it."""


OVERVIEW_CODES: Final = frozenset({"RT-DEVICE-LOST", "RT-PIECES-MISSING"})
"""Findings that the overview's devices and stickers say, too."""


def _place_on_owners_page(code: str) -> tuple[str, str] | None:
    return next((place for beginnings, place in PLACES_ON_OWNERS_PAGE if code.startswith(beginnings)), None)


class OwnerHandlers:
    def __init__(self, admin: AdminService, auth: Authentication) -> None:
        self._table = admin
        self._auth = auth

    async def get_overview(self, context: RequestContext[None]) -> dict[str, Any]:
        """Devices with counts, house rules, token names, teaching; ``guessed``: too many wrong guesses."""
        return self._table.overview(context.language) | {"guessed": self._auth.verifier.has_spent_guess_budget}

    async def get_texts(self, context: RequestContext[None]) -> dict[str, Any]:
        """The texts of the owner's page in a language, by their id."""
        texts = translation.page_texts(language_or_404(context.request.path_params["language"]))
        return {key: text for key, text in texts.items() if key.startswith(translation.OWNER_TEXTS)}

    async def run_doctor(self, _: RequestContext[None]) -> list[dict[str, Any]]:
        """The doctor's findings that the overview has not; ``mended_at``: a subject of the page and its element."""
        findings = await asyncio.to_thread(self._table.collect_finding_dicts)
        return [
            finding | {"mended_at": _place_on_owners_page(finding["code"])}
            for finding in findings
            if finding["code"] not in OVERVIEW_CODES
        ]

    async def get_log(self, context: RequestContext[None]) -> list[dict[str, Any]]:
        """The latest lines that the table has logged since its start, oldest first: sentences, details in English."""
        return [describe_log_line(line, context.language) for line in log.recent_lines()]

    async def get_metrics(self, _: RequestContext[None]) -> Response:
        """The table's measurements for Prometheus; with a token."""
        return Response(self._table.metrics(), media_type=METRICS_CONTENT_TYPE)

    async def get_history(self, _: RequestContext[None]) -> dict[str, Any]:
        """Temperature, memory, pieces read and faults by the minute, for a day."""
        return self._table.history.values_by_name()

    async def restart_device(self, context: RequestContext[bodies.DeviceName]) -> None:
        """Open a lost device again at once."""
        self._table.restart_device(context.body.device)

    async def flash_board(self, context: RequestContext[bodies.DeviceName]) -> None:
        """Put the firmware on a castle board, between games; takes up to a minute."""
        await self._table.flash_board(context.body.device)

    async def get_firmware(self, _: RequestContext[None]) -> dict[str, Any]:
        """The firmware of castle boards, as what a program types at MicroPython's raw prompt.

        ``update`` brings a board with our firmware to its prompt, ``check`` prints the board's firmware or fails,
        ``commands`` write the files.
        """
        return await asyncio.to_thread(self._table.describe_firmware)

    async def describe_gate(self, context: RequestContext[None]) -> dict[str, Any]:
        """What a gate's reader just heard, and what set-up measured there."""
        return self._table.describe_gate(context.request.query_params.get("gate", ""))

    async def list_games(self, _: RequestContext[None]) -> list[dict[str, Any]]:
        """All games in the journal."""
        return await asyncio.to_thread(self._table.read_games)

    async def verify_journal(self, _: RequestContext[None]) -> list[str]:
        """Check every entry of the journal against its checksum."""
        return await asyncio.to_thread(self._table.verify_journal)

    async def get_settings_text(self, _: RequestContext[None]) -> dict[str, Any]:
        """The text of table.toml."""
        return self._table.read_settings_file()

    async def check_settings(self, context: RequestContext[bodies.SettingsText]) -> dict[str, Any]:
        """Faults of a new table.toml, and what needs a restart; nothing is written."""
        return self._table.settings_faults_and_restarts(context.body.text)

    async def write_settings(self, context: RequestContext[bodies.SettingsText]) -> dict[str, Any]:
        """Replace table.toml if the text has no fault."""
        return await asyncio.to_thread(self._table.write_settings, context.body.text)

    async def set_house_rules(self, context: RequestContext[msgspec.Struct]) -> None:
        """Change house rules at once."""
        self._table.set_house_rules(msgspec.to_builtins(context.body))

    async def set_password(self, context: RequestContext[bodies.NewPassword]) -> Response:
        """Set the owner's password; ``old`` is needed if there is one. Log this owner in, and others out."""
        keyring, body = self._auth.keyring, context.body
        if keyring.has_password:
            await self._auth.verify_owner(context.request, body.old, "Wrong current password.")
        await asyncio.to_thread(keyring.set_password, body.password)
        return self._auth.begin_owner_session(context.request)

    async def create_pin(self, _: RequestContext[None]) -> dict[str, str]:
        """Draw a new PIN for referees and return it once; log referees with the old one out."""
        pin = await asyncio.to_thread(self._auth.keyring.store_new_pin)
        return {"pin": pin.reveal()}

    async def create_token(self, context: RequestContext[bodies.TokenName]) -> dict[str, str]:
        """Create a token for a machine and return it once."""
        token = await asyncio.to_thread(self._auth.keyring.create_token, context.body.name)
        return {"token": token.reveal()}

    async def revoke_token(self, context: RequestContext[bodies.TokenName]) -> None:
        """Revoke a machine's token."""
        await asyncio.to_thread(self._auth.keyring.revoke_token, context.body.name)

    async def download_backup(self, _: RequestContext[None]) -> Response:
        """Settings, stickers, house rules, keys and games in one file."""
        folder = Path(tempfile.mkdtemp())
        file = folder / f"royaltable-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip"
        try:
            await asyncio.to_thread(self._table.write_backup, file)
        except BaseException:
            shutil.rmtree(folder)
            raise
        remove = BackgroundTask(shutil.rmtree, folder)
        headers = {"cache-control": "no-store"}
        return FileResponse(file, media_type=ZIP, filename=file.name, headers=headers, background=remove)

    async def check_restore(self, context: RequestContext[None]) -> dict[str, Any]:
        """When a backup was made, what it has and its last game; nothing is kept. Errors call it by its ``name``."""
        return await self._call_with_upload(context.request, self._table.check_restore)

    async def queue_restore(self, context: RequestContext[None]) -> dict[str, Any]:
        """Check a backup now and restore it at the table's next start."""
        return await self._call_with_upload(context.request, self._table.queue_restore)

    async def _call_with_upload(self, request: Request, use: Callable[[Path, str], dict[str, Any]]) -> dict[str, Any]:
        if request.headers.get("content-type", "") != BINARY:
            raise HTTPException(415, f"Send the backup file as {BINARY}.")
        with tempfile.TemporaryDirectory(dir=self._table.upload_folder, prefix="upload-") as folder:
            upload = Path(folder) / "backup.zip"
            await _save_upload(request, upload)
            return await asyncio.to_thread(use, upload, request.query_params.get("name", upload.name))

    async def cancel_restore(self, _: RequestContext[None]) -> None:
        """Forget the backup that waits for the table's next start."""
        self._table.cancel_restore()

    async def dismiss_restore_outcome(self, _: RequestContext[None]) -> None:
        """Forget what became of the last backup that was to be restored, once the owner has read it."""
        self._table.dismiss_restore_outcome()

    async def restart_table(self, _: RequestContext[None]) -> None:
        """Stop the table in order and start it again; the game goes on. Refused while steps are not saved."""
        self._table.restart_table()

    async def join_room(self, context: RequestContext[bodies.JoinRoom]) -> None:
        """Ask a hub to let the table into its room; then show letters to type there."""
        self._table.request_join(context.body.hub)

    async def answer_room_question(self, context: RequestContext[bodies.Answer]) -> None:
        """Confirm the table's name in the room; a no cancels joining at any time."""
        self._table.answer_join_question(yes=context.body.yes)

    async def leave_room(self, _: RequestContext[None]) -> None:
        """Leave the room."""
        self._table.leave_room()

    async def request_update(self, context: RequestContext[bodies.WantedUpdate]) -> None:
        """Install a version when no game is being played, or look for the newest one."""
        self._table.request_update(context.body.version)

    async def set_sticker_task(self, context: RequestContext[bodies.StickerTask]) -> None:
        """Teach stickers or count the box at the gates, between games; or stop."""
        self._table.start_or_end_sticker_task(context.body.do, context.body.piece)

    async def teach_sticker(self, context: RequestContext[bodies.StickerUid]) -> None:
        """Teach a sticker that a phone reads, as if it passed a gate; 409 unless stickers are being taught."""
        self._table.teach_sticker(context.body.uid)

    async def set_recording(self, context: RequestContext[bodies.Recording]) -> None:
        """Record the devices' messages from now on; or stop, and write the file that the report includes."""
        await asyncio.to_thread(self._table.set_recording, on=context.body.on)

    async def get_setup(self, context: RequestContext[None]) -> dict[str, Any]:
        """Whether the guided set-up runs, its lines, and what it waits for."""
        return self._table.describe_setup(context.language)

    async def do_setup(self, context: RequestContext[bodies.SetupStep]) -> None:
        """Start the guided set-up, between games, stop it, or answer its question."""
        await self._table.do_setup(context.body.do)

    async def download_recording(self, _: RequestContext[None]) -> Response:
        """What was recorded, or else the devices' messages of the last minute, as `royaltable compare` reads them."""
        data = await asyncio.to_thread(self._table.recording)
        name = f"royaltable-{datetime.now(UTC):%Y%m%d-%H%M%S}.json.gz"
        headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type=BINARY, headers=headers)

    async def calibrate_arrow(self, context: RequestContext[bodies.ArrowCalibration]) -> dict[str, Any]:
        """Move the arrow to its home mark, or, given its angle there, to the dial's zero line."""
        return await self._table.home_or_calibrate_arrow(context.body.mark_deg)


async def _save_upload(request: Request, upload: Path) -> None:
    size = 0
    with open(upload, "wb") as file:  # noqa: ASYNC230, PTH123  # a chunk takes a few milliseconds
        async for chunk in request.stream():
            size += len(chunk)
            if size > MAX_BACKUP_BYTES:
                raise HTTPException(413, f"A backup has at most {MAX_BACKUP_BYTES} bytes.")
            file.write(chunk)


KNOB: Final = "knob"
"""Prefix of the knob's control names."""


class SimulatedHandlers:
    """Requests in place of people's hands at a simulated table."""

    def __init__(self, table: PageService, auth: Authentication | None) -> None:
        self._table = table
        self._auth = auth

    async def set_speed(self, context: RequestContext[bodies.Speed]) -> None:
        """Set the speed of the simulated table's time."""
        self._table.set_simulation_speed(context.body.speed)

    async def set_language(self, context: RequestContext[None]) -> None:
        """Let the simulated table's display speak the page's language; ``?language=`` chooses it."""
        self._table.set_language(context.language)

    async def set_read_step(self, context: RequestContext[bodies.ReadStep]) -> None:
        """Let bots play on after a newcomer read this step. They wait at the next, at most five minutes."""
        self._table.simulated_hands.set_newcomer_seq(context.body.seq)

    async def pass_tile(self, context: RequestContext[bodies.PassPiece]) -> None:
        """Pass a piece over a gate."""
        await self._table.simulated_hands.pass_tile(context.body.handle, context.body.castle, context.body.dwell_s)

    async def press_control(self, context: RequestContext[bodies.Press]) -> None:
        """Press the knob or a castle's button; 403 for the knob during another client's access request."""
        if (
            context.body.control.startswith(KNOB)
            and self._auth is not None
            and not self._auth.may_use_knob(context.request)
        ):
            raise HTTPException(403, "The knob is answering an access request. Log in to use it, or wait a moment.")
        await self._table.simulated_hands.operate_control(context.body.control, long=context.body.long)

    async def lift_piece(self, context: RequestContext[bodies.LiftPiece]) -> dict[str, Any] | None:
        """Lift a piece and return what is on its back; null where it may not be seen now."""
        with suppress(RefusedError):
            return self._table.simulated_hands.face_of_lifted_piece(context.body.handle)
        return None

    async def switch_fault(self, context: RequestContext[bodies.SwitchFault]) -> None:
        """Switch a fault on or off."""
        self._table.set_simulated_fault(context.body.name, context.body.place, on=context.body.on)
