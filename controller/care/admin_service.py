"""Run the actions of the owner's page at a running table."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import msgspec

from controller import config, house, limits
from controller.care.history import MeasurementHistory
from controller.care.recording import recorded_file, save_recording
from controller.config import ConfigError
from controller.devices.health import SUPPLY_DEVICE, DeviceState
from controller.games.contract.rules import Outcome
from controller.games.contract.values import PieceId, Text
from controller.games.naming import parse_sticker_name, piece_ids, sticker_name, translate_text
from controller.play.replays import compute_standing
from controller.play.stickers import CENSUS, TEACH
from controller.play.table import Table
from controller.reading import read_text
from controller.show import console_screens, help_call
from controller.store import table_backup
from controller.store.atomic_files import read_regular_file, write_atomically
from controller.store.journal import JournalError, JournalReader
from controller.store.journal.times import shown_utc
from controller.store.keyring import Keyring
from controller.store.settings_file import Change, toml_with_changes
from controller.store.table_backup import TableBackup, TableBackupError
from controller.store.table_files import TableFiles
from controller.web.metrics import format_metrics
from hw.bus.recorder import MAX_FILE_BYTES
from hw.errors import HardwareError
from hw.values import ReaderId, Uid

if TYPE_CHECKING:
    from controller.care.doctor.findings import Finding
    from controller.care.page_setup import PageSetup
    from hw.testing.table import TwinTable

ItemT = TypeVar("ItemT")

STOP_STICKER_TASK: Final = "end"

WATCHED_S: Final = 5.0
"""Age of the oldest reading that `AdminService.describe_gate` lists."""

JUST_NOW_S: Final = 1.0
"""Time of the readings that say how well a gate reads now."""

GOOD_SHARE: Final = 0.8
"""A gate that hears a piece lying still at this share of its polls reads well."""

PRESENT_S: Final = 0.5
"""A piece that was read within this time counts as present."""

MAX_STANDINGS_LISTED: Final = 8
"""Number of unfinished games listed with their standing; each is replayed for it."""


class ConnectionStatus(Protocol):
    """The connection of a running table to its hub or to a broker."""

    @property
    def is_configured(self) -> bool: ...

    def finding(self) -> "Finding | None": ...

    @property
    def games_waiting(self) -> int | None: ...

    def reconnect_if_room_changed(self) -> None: ...


class AdminError(Exception):
    """The owner's request failed, and nothing has changed."""


class AdminService:
    """The owner's access to a running table; ``twins`` is None on real hardware.

    Call these in a thread, as they take long: ``collect_finding_dicts``, ``write_report``, ``read_games``,
    ``verify_journal``, ``write_settings``, ``write_backup``, ``check_restore``, ``queue_restore``; the others, in the
    table's event loop.

    Attributes:
        connection: to a room's hub or a broker, or None.
        history: measurements of the last day, made while its ``run`` runs.
    """

    def __init__(self, table: Table, twins: "TwinTable | None", keyring: Keyring, files: TableFiles) -> None:
        self._table = table
        self._twins = twins
        self._keyring = keyring
        self._files = files
        self._hand: asyncio.Task[None] | None = None
        self._backup_fault = ""
        self.connection: ConnectionStatus | None = None
        self.history = MeasurementHistory(table)
        self._setup: PageSetup | None = None

    @property
    def has_password(self) -> bool:
        return self._keyring.has_password

    @property
    def is_locked(self) -> bool:
        return self._table.house.current.locked

    @property
    def upload_folder(self) -> Path:
        return self._files.journal.parent

    def overview(self, language: str) -> dict[str, Any]:
        from importlib.metadata import version  # slow to import

        from controller.care import own_update  # slow to import

        stands = self._table.room.state
        return {
            "version": version("royaltable"),
            "password": self.has_password,
            "tokens": self._keyring.token_names,
            "house": msgspec.to_builtins(self._table.house.current),
            "form": house.describe_house_fields(),
            "held": sorted(self._table.house.room_settings),
            "devices": self._describe_devices(language),
            "stickers": self._table.stickers.owner_view(),
            "playing": self._table.loop.is_playing,
            "voice": None
            if self._table.voice is None
            else {"castles": [each.color for each in self._table.config.castle]},
            "spinner": self._table.hardware.arrow.is_wired,
            "recording": self._table.hardware.recorder.is_recording,
            "settings": self._files.config is not None,
            "backup": self._describe_last_backup(),
            "restore": self._files.pending_restore.exists(),
            "restored": msgspec.to_builtins(table_backup.read_restore_outcome(self._files)),
            "update": own_update.describe_update(self._files, self._table.config),
            "room": {
                "stands": ROOM_STATES[type(stands)],
                "offers": ROOM_OFFERS[type(stands)],
                "typed": self._table.room.typed_hub,
            }
            | {
                name: translate_text(value, language) if isinstance(value, Text) else value
                for name, value in msgspec.structs.asdict(stands).items()
            },
        }

    def _describe_last_backup(self) -> dict[str, Any]:
        made_utc, now = table_backup.read_last_backup_utc(self._files), self._table.hardware.ports.utc_now()
        has_games = self._files.config is not None and self._table.loop.game_id is not None
        is_due = has_games and table_backup.is_backup_due(made_utc, now)
        return {"made_utc": made_utc, "is_due": is_due, "fault": self._backup_fault}

    def metrics(self) -> str:
        from controller.care.metrics import table_metrics  # only for Prometheus

        return format_metrics(
            table_metrics(
                self._table,
                self._files,
                [*self._table.health, *self._broker_states()],
                self.history,
                None if self.connection is None else self.connection.games_waiting,
                {device: result["measured"] for device, result in self._setup_by_device.items()},
            )
        )

    def collect_finding_dicts(self) -> list[dict[str, Any]]:
        return [finding.to_dict() for finding in self._collect_findings()]

    def write_report(self, to: Path, *, recording: bool = True) -> None:
        from controller.care import report  # slow to import

        if recording and not self._table.hardware.recorder.is_recording:
            with suppress(OSError):
                save_recording(self._table.config, self._table.hardware, self._files)
        report.write_report(to, self._table.config, self._files, self._collect_findings(), recording=recording)

    def _collect_findings(self) -> "list[Finding]":
        from controller.care.doctor.examination import (
            examine_room_settings,
            examine_without_devices,
            make_device_findings,
            pieces_missed_by_census_findings,
        )  # slow to import

        settings, own = self._table.config, self._files
        if self._twins is not None:
            beside = examine_room_settings(settings, own)
        else:
            finding = None if self.connection is None else self.connection.finding()
            beside = examine_without_devices(settings, own, of_line=[] if finding is None else [finding])
        return [
            *beside,
            *make_device_findings(self._table.health, settings, self._table.hardware),
            *pieces_missed_by_census_findings(self._table.stickers.missing),
        ]

    def restart_device(self, name: str) -> None:
        if not self._table.can_restart_device(name):
            raise AdminError(f"{name!r} cannot be restarted. Expected a failed device that the table retries.")
        self._table.restart_device(name)

    async def flash_board(self, name: str) -> None:
        self._check_no_game()
        with _raise_as_admin_error(HardwareError):
            await self._table.hardware.boards.flash(name)

    def describe_firmware(self) -> dict[str, Any]:
        from firmware import FOLDER
        from hw.castle_link.flash import CHECK_SCRIPT, UPDATE_LINE, prompt_commands, read_firmware  # imports mpremote

        image = read_firmware(FOLDER)
        commands = list(prompt_commands(image))
        return {"version": image.version, "update": UPDATE_LINE, "check": CHECK_SCRIPT, "commands": commands}

    def describe_gate(self, name: str) -> dict[str, Any]:
        """Return a gate's recent readings and set-up results. In a game ``pieces`` is None: the owner may play."""
        if name not in self._gates:
            raise AdminError(f"Unknown gate {name!r}. Expected one of {', '.join(self._gates)}.")
        now_s = self._table.clock.now_s()
        lately = [each for each in self._table.hardware.readers.readings[name] if now_s - each.at_s <= WATCHED_S]
        latest = next((each for each in reversed(lately) if each.uids), None)
        stickers = [] if latest is None else map(self._table.stickers.sticker_by_uid, sorted(latest.uids))
        pieces = ["" if sticker is None else parse_sticker_name(sticker)[1] for sticker in stickers]
        heard = [now_s - each.at_s for each in lately if not each.failed]
        polls = JUST_NOW_S / self._table.polls.every_s
        share = min(1.0, sum(age_s <= JUST_NOW_S for age_s in heard) / polls)
        return {
            "within_s": WATCHED_S,
            "reads": len(heard),
            "failed": len(lately) - len(heard),
            "percent": round(100 * share) if name in self._table.hardware.readers.chips else None,
            "good_percent": round(100 * GOOD_SHARE),
            "verdict": "none" if share == 0 else "weak" if share < GOOD_SHARE else "good",
            "present": latest is not None and now_s - latest.at_s <= PRESENT_S,
            "pieces": None if self._table.loop.is_playing else pieces,
            "setup": self._setup_by_device.get(name),
        }

    def describe_setup(self, language: str) -> dict[str, Any]:
        """Return whether the guided set-up runs, what it asks or does now, its lines before, and its progress."""
        if self._setup is None:
            return {"running": False, "progress": None, "now": None, "lines": [], "prompt": None}
        return self._setup.view(language)

    async def do_setup(self, do: str) -> None:
        """Start or stop the guided set-up, or answer its question; raise AdminError in a game or without devices."""
        if do == "start":
            self._check_no_game()
            if not self._table.hardware.openers_by_device():
                raise AdminError("The table runs without its devices. Start it again, or look into the findings.")
            if self._setup is None:
                from controller.care.page_setup import PageSetup  # slow to import

                self._setup = PageSetup(self._table, self._files)
            self._setup.start()
        elif self._setup is not None and do == "stop":
            await self._setup.stop()
        elif self._setup is not None:
            self._setup.answer(yes=do == "yes")

    @property
    def _gates(self) -> list[str]:
        return [gate.color for gate in self._table.config.gate_sections]

    @property
    def _setup_by_device(self) -> dict[str, dict[str, Any]]:
        from controller.care.doctor.findings import PROBLEMS  # slow to import
        from controller.store.setup_results import SetupResults

        return {
            device: {
                "tried": result.tried,
                "measured": result.measured,
                "pictures": [PROBLEMS[code].picture for code in result.findings if code in PROBLEMS],
            }
            for device, result in SetupResults(self._files.setup_results, self._files.config).result_by_device.items()
        }

    def read_games(self) -> list[dict[str, Any]]:
        """List all games, newest first, with title, round, points and winners."""
        return self._call_with_journal_reader(self._describe_games)

    def _describe_games(self, reader: JournalReader) -> list[dict[str, Any]]:
        outcomes = {result.game_id: result.outcome for result in reader.results()}
        games = [*reader.games()][::-1]
        replayed = [game.game_id for game in games if game.game_id not in outcomes][:MAX_STANDINGS_LISTED]
        return [
            {
                "game": game.game_id,
                "title": getattr(self._table.games.games_made_so_far.get(game.game), "title", game.game),
                "last_utc": shown_utc(game.last_utc),
                "castles": list(game.castles),
                "actions": game.actions,
                "state": "over" if game.over else "current" if game.current else "parked",
                "round": None,
                "points": {},
                "winners": [],
            }
            | (_outcome_to_dict(outcomes[game.game_id]) if game.game_id in outcomes else {})
            | (
                compute_standing(self._table.games.games_made_so_far.get(game.game), reader.entries(game.game_id))
                if game.game_id in replayed
                else {}
            )
            for game in games
        ]

    def verify_journal(self) -> list[str]:
        return self._call_with_journal_reader(JournalReader.damage_findings)

    def _call_with_journal_reader(self, read: Callable[[JournalReader], list[ItemT]]) -> list[ItemT]:
        if not self._files.journal.exists():
            return []
        with _raise_as_admin_error(JournalError), JournalReader(self._files.journal) as reader:
            return read(reader)

    def read_settings_file(self) -> dict[str, Any]:
        path = self._require_config_file()
        try:
            return {"file": str(path), "text": read_text(path, 4 * limits.TOML_CHARS)}
        except OSError as fault:
            raise AdminError(f"{path}: {fault}. Fix it on the table's machine.") from None

    def settings_faults_and_restarts(self, text: str) -> dict[str, Any]:
        try:
            wanted = config.parse_config(text, "table.toml")
        except ConfigError as fault:
            return {"faults": fault.faults, "restart": []}
        now, then = (msgspec.to_builtins(each) for each in (self._table.config, wanted))
        return {"faults": [], "restart": sorted(name for name in now | then if now.get(name) != then.get(name))}

    def write_settings(self, text: str) -> dict[str, Any]:
        path = self._require_config_file()
        checked = self.settings_faults_and_restarts(text)
        if checked["faults"]:
            raise AdminError(" ".join(checked["faults"]))
        try:
            write_atomically(path, text, mode=path.stat().st_mode & 0o777)
        except OSError as fault:
            raise AdminError(
                f"{path}: {fault.strerror}. The table cannot write its settings. Run on its machine: sudoedit {path}"
            ) from None
        return checked

    def name_table(self, name: str) -> None:
        """Write a new name into table.toml; the network shows it from the next start on."""
        if name == self._table.config.table.name:
            return
        self.write_settings(toml_with_changes(self.read_settings_file()["text"], [Change("table", {"name": name})]))
        named = msgspec.structs.replace(self._table.config.table, name=name)
        self._table.config = msgspec.structs.replace(self._table.config, table=named)

    def set_house_rules(self, changes: Mapping[str, object]) -> None:
        if changes.get("locked") and not self.has_password:
            raise AdminError("There is no password yet: once locked, the table could not be unlocked. Set one first.")
        fault = self._table.house.change_and_save(**changes)
        self._table.loop.show_effects()
        if fault is not None:
            raise AdminError(fault)

    def write_backup(self, to: Path) -> None:
        try:
            table_backup.back_up_table(self._files, to)
        except TableBackupError as fault:
            self._backup_fault = str(fault)
            raise AdminError(self._backup_fault) from None
        self._backup_fault = ""

    def check_restore(self, upload: Path, name: str) -> dict[str, Any]:
        """Return when the backup was made, what it has and its last game; errors call it by its ``name``."""
        with _raise_as_admin_error(TableBackupError, renamed=(str(upload), name)):
            return _backup_to_dict(table_backup.check_restore(upload, self._files))

    def queue_restore(self, upload: Path, name: str) -> dict[str, Any]:
        with _raise_as_admin_error(TableBackupError, renamed=(str(upload), name)):
            return _backup_to_dict(table_backup.check_and_queue_restore(upload, self._files))

    def cancel_restore(self) -> None:
        _remove_file(self._files.pending_restore)

    def dismiss_restore_outcome(self) -> None:
        _remove_file(self._files.restore_outcome)

    def restart_table(self) -> None:
        """Let the table stop in order and start again; raise AdminError if that loses steps of the game."""
        if self._table.loop.journal_queue.unwritten:
            raise AdminError("The latest steps are not saved, and a restart would lose them. Make room on the disk.")
        self._table.console.request_stop(starts_again=True)

    def request_join(self, hub: str) -> None:
        if self._table.room.is_joining or self._files.membership.exists():
            raise AdminError("The table is in a room or is joining one. Leave that room first, or cancel.")
        self._table.room.request_join(hub)

    def answer_join_question(self, *, yes: bool) -> None:
        self._table.room.answer_join(yes=yes)

    def leave_room(self) -> None:
        file = self._files.membership
        try:
            file.unlink()
        except FileNotFoundError:
            raise AdminError("The table is not in a room.") from None
        except OSError as fault:
            raise AdminError(f"{file}: {fault.strerror}. Check the table's folder.") from None
        if self.connection is not None:
            self.connection.reconnect_if_room_changed()

    def request_update(self, wanted: str) -> None:
        """Request a version that was found, between games; ``LOOK`` looks for the newest one."""
        from controller.care import own_update  # slow to import

        seen = own_update.describe_update(self._files, self._table.config)
        if seen["state"] in ("room", "by_hand") or wanted not in (own_update.LOOK, seen["newer"]):
            raise AdminError(f"{wanted!r} cannot be installed here. Expected a version that this page offers.")
        file = self._files.own_update
        try:
            own_update.request_update(file, wanted)
        except OSError as fault:
            raise AdminError(f"{file}: {fault.strerror}. Check the table's folder.") from None

    def start_or_end_sticker_task(self, do: str, piece: str) -> None:
        teaching = self._table.stickers
        self.cancel_simulated_hand()
        if do == STOP_STICKER_TASK:
            teaching.stop_and_note_missing()
            return
        self._check_no_game()
        known = piece_ids(self._table.game)
        if piece and piece not in known:
            raise AdminError(f"Unknown piece {piece!r}. Expected a piece of the box, such as {known[0]}.")
        if do == TEACH and self._twins is not None and not self._twins.is_all_twins:
            raise AdminError("Some devices are simulated, so stickers are, too. To teach real ones: royaltable teach")
        sticker = sticker_name(self._table.loop.game_name, PieceId(piece)) if piece else None
        teaching.start(TEACH if do == TEACH else CENSUS, sticker)
        if self._twins is not None and self._twins.is_all_twins:
            gate = ReaderId(self._table.config.castle[0].color)
            twins = self._twins
            from controller.devices import stickers as simulated_box  # only for simulated tables

            # A lambda, so that a restart after a failure reads the remaining pieces again.
            bring = lambda: simulated_box.pass_stickers_over_twin_gate(twins, gate, teaching.remaining_pieces)  # noqa: E731
            self._hand = asyncio.create_task(self._table.guard.keep_running("stickers", bring), name="stickers")

    def teach_sticker(self, uid: str) -> None:
        """Teach the sticker with this UID, bytes in hexadecimal with colons, as if it passed a gate."""
        self._check_no_game()
        if self._table.stickers.mode != TEACH:
            raise AdminError("No stickers are being taught. Begin that first; a sticker may have been the last one.")
        self._table.stickers.take_passage(Uid(bytes.fromhex(uid.replace(":", ""))))

    def set_recording(self, *, on: bool) -> None:
        """Begin to record the devices, or stop and write the file; raise AdminError if it cannot be written."""
        recorder = self._table.hardware.recorder
        if on and not recorder.is_recording:
            self._table.hardware.record()
        if not on and recorder.is_recording:
            with _raise_as_admin_error(OSError):
                save_recording(self._table.config, self._table.hardware, self._files)
            recorder.stop()

    def recording(self) -> bytes:
        """Return what is recorded, what was recorded last, or else the last minute."""
        if not self._table.hardware.recorder.is_recording:
            with suppress(OSError):
                return read_regular_file(self._files.recording, MAX_FILE_BYTES)
        return recorded_file(self._table.config, self._table.hardware)

    async def home_or_calibrate_arrow(self, mark_deg: float | None) -> dict[str, Any]:
        hardware, wiring = self._table.hardware, self._table.config.spinner
        if wiring is None:
            raise AdminError("This table has no arrow. Set its pins under [spinner].")
        self._check_no_game()
        with _raise_as_admin_error(HardwareError), self._table.health.report_lost_position_of("spinner"):
            if mark_deg is None:
                await hardware.arrow.home()
                return {"text": ""}
            mark_deg = await hardware.arrow.calibrate(wiring, mark_deg)
        if self._files.config is None:
            return {"text": ""}
        with _raise_as_admin_error(ValueError):  # the file may have been changed meanwhile
            text = self.read_settings_file()["text"]
            config.parse_config(text)
            return {"text": toml_with_changes(text, [Change("spinner", {"mark_deg": mark_deg})])}

    def cancel_simulated_hand(self) -> None:
        if self._hand is not None:
            self._hand.cancel()
            self._hand = None

    def _check_no_game(self) -> None:
        if self._table.loop.is_playing:
            raise AdminError("A game is in progress. Try again when it is over.")

    def _broker_states(self) -> Iterator[DeviceState]:
        if self.connection is not None and self.connection.is_configured:
            finding = self.connection.finding()
            yield DeviceState("broker", None if finding is None else f"{finding.cause} {finding.cure}")

    def _describe_devices(self, language: str) -> list[dict[str, Any]]:
        failed_tests = self._fault_by_failed_test()
        devices = [*self._table.health, *self._broker_states()]
        devices.sort(key=lambda device: device.name != SUPPLY_DEVICE)  # a weak supply is the cause of other faults
        return [self._device_to_dict(device, language, failed_tests.get(device.name)) for device in devices]

    def _fault_by_failed_test(self) -> dict[str, str]:
        """Return what the set-up found at each device that has not passed its test since."""
        from controller.store.setup_results import SetupResults

        results = SetupResults(self._files.setup_results, self._files.config).result_by_device
        return {name: result.fault for name, result in results.items() if not result.works and result.findings}

    def _device_to_dict(self, device: DeviceState, language: str, failed_test: str | None) -> dict[str, Any]:
        return {
            "name": device.name,
            "label": translate_text(console_screens.device_label(device.name), language),
            "ok": device.fault is None and failed_test is None,
            "text": device.fault or failed_test or "",
            "mends": self._repair_button(device.name) or ("test" if failed_test else ""),
            "gate": device.name in self._gates,
            "counts": dict(self._table.counts[device.name]),
        }

    def _repair_button(self, device: str) -> str:
        """Return which button of the page may mend a device of the table; "" for none."""
        if self._table.can_restart_device(device):
            return "restart"
        return "flash" if self._table.hardware.boards.port_to_flash(device) else ""

    def _require_config_file(self) -> Path:
        if self._files.config is None:
            raise AdminError(
                "This simulated table has no table.toml. To use one: royaltable serve --config FILE --twins"
            )
        return self._files.config


def _remove_file(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as fault:
        raise AdminError(f"{file}: {fault.strerror}. Check the table's folder.") from None


def _outcome_to_dict(outcome: Outcome) -> dict[str, Any]:
    return {"round": outcome.rounds, "points": dict(outcome.points), "winners": list(outcome.winners)}


def _backup_to_dict(found: TableBackup) -> dict[str, Any]:
    last = found.last and {"game": found.last.game_id, "last_utc": shown_utc(found.last.last_utc)}
    return {"made_utc": found.manifest.made_utc, "files": list(found.files), "last": last}


ROOM_STATES: Final[Mapping[type[help_call.RoomState], str]] = {
    help_call.NotInRoom: "outside",
    help_call.SearchingForHub: "looking",
    help_call.JoinLettersShown: "letters",
    help_call.AcceptedByRoom: "let_in",
    help_call.JoinedRoom: "inside",
}

ROOM_OFFERS: Final[Mapping[type[help_call.RoomState], tuple[str, ...]]] = {
    help_call.NotInRoom: (),
    help_call.SearchingForHub: ("stop",),
    help_call.JoinLettersShown: ("stop",),
    help_call.AcceptedByRoom: ("yes", "stop"),
    help_call.JoinedRoom: ("leave",),
}
"""What the owner can choose in each state, besides to join."""


@contextmanager
def _raise_as_admin_error(*faults: type[Exception], renamed: tuple[str, str] = ("", "")) -> Iterator[None]:
    """Raise the faults' words as an AdminError; ``renamed``: a path of this program, and the name that people know."""
    try:
        yield
    except faults as fault:
        raise AdminError(str(fault).replace(*renamed)) from None
