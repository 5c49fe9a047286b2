"""The running table: connect its parts, run them in a task group, switch devices off at the end."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller import log
from controller.background import (
    fault_location,
    is_unrequested_cancellation,
    redacted_message,
    root_cause,
    run_concurrently,
)
from controller.config.schema import CastleSection, TableConfig
from controller.devices.guard import FaultGuard
from controller.devices.hardware import Hardware
from controller.devices.health import BEAMS_SUFFIX, PANEL_SUFFIX, DeviceHealth, open_with_retry, watch_supply_voltage
from controller.devices.part_or_twin import make_poll_scheduler, twin_table_if_any
from controller.devices.readers import poll_reader
from controller.games.contract.effects import TextScreen
from controller.games.contract.game import Game
from controller.games.contract.values import CastleId
from controller.games.game_guard import GameFault
from controller.games.naming import calling_people, piece_ids, sticker_names
from controller.games.shelf import GameShelf
from controller.play import inputs
from controller.play.console import Console
from controller.play.draws import Chance
from controller.play.errands import Errand, Errands, errand_screen
from controller.play.game_loop import GameLoop
from controller.play.idle_game import IdleGameMonitor
from controller.play.inputs import DeviceCount, HelpCallDetector, PassageHandler, PieceReadout, PollPace
from controller.play.requests import QuestionSlot, WatchdogNudge
from controller.play.resume import Resumption
from controller.play.stickers import StickerTaskRunner
from controller.show.console_screens import OWNER_TESTS_SCREEN, goodbye_screen, turn_time_up_announcement
from controller.show.display_loop import DisplayLoop, IdleDimmer
from controller.show.effect_loop import EffectLoop
from controller.show.help_call import HelpCall, RoomStatus
from controller.show.hourglass import Hourglass, TurnTimer
from controller.signals import Signal
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal
from controller.store.journal.recovery import RequestedBackups
from controller.store.journal.times import EntryClock
from controller.store.keyring import Keyring
from controller.store.tags import TagMap
from controller.web.access.sessions import SeatCodes
from hw.clock import LoopClock
from hw.errors import HardwareError
from hw.values import ReaderId

if TYPE_CHECKING:
    from PIL import Image

    from controller.show.voice import VoiceLoop

GAME_TASK: Final = "game"
"""Name of the game loop's task, the only one whose faults end the process."""


class GameLoopFailed(Exception):
    """The game loop or the journal failed; the message says what to do."""


class Table:
    """A table with all its parts; its devices are open only inside `open_and_run`.

    Attributes:
        changed: emitted after every change that people could see.
        journal_path: the journal's file.
        voice: None without a loudspeaker.

    Args:
        near_gates: gates whose pieces another gate may hear; None for all. Simulated antennas say it themselves.
    """

    def __init__(
        self,
        config: TableConfig,
        hardware: Hardware,
        book: TagMap,
        journal: Journal,
        chance: Chance,
        house: HouseRules,
        *,
        keyring: Keyring | None = None,
        tags_file: Path | None = None,
        near_gates: Collection[str] | None = None,
    ) -> None:
        castles = [CastleId(castle.color) for castle in config.castle]
        clock = LoopClock()
        games = GameShelf(config.table.game, config.game, has_page=config.page is not None)
        self.journal_path = journal.path
        self.changed: Signal[None] = Signal()
        self.config, self.hardware, self.chance, self.house = config, hardware, chance, house
        self.clock, self.games = clock, games
        self.health = DeviceHealth()
        self.guard = FaultGuard(self.health, clock)
        self.counts: defaultdict[str, Counter[DeviceCount]] = defaultdict(Counter)
        self.hourglass = Hourglass(clock, house)
        self.turn_timer = TurnTimer(clock, house)
        self.effects = EffectLoop(
            hardware=hardware, health=self.health, hourglass=self.hourglass, clock=clock, house=house
        )
        look = IdleDimmer(self.effects, self.hourglass, clock)
        self.questions = QuestionSlot()
        self.errands = Errands()
        self.seat_codes = SeatCodes(clock.now_s)
        self.help_call = HelpCall()
        self.room = RoomStatus()
        self.loop = GameLoop(
            games,
            journal,
            chance,
            self.hourglass,
            self.questions,
            EntryClock(hardware.ports.utc_now, time.monotonic),
            config.configured_devices,
            self.errands,
        )
        self.resumption = Resumption(
            loop=self.loop,
            journal=journal,
            questions=self.questions,
            health=self.health,
            utc_now=hardware.ports.utc_now,
        )
        self.console = Console(
            loop=self.loop,
            resumption=self.resumption,
            questions=self.questions,
            hourglass=self.hourglass,
            chance=chance,
            castles=castles,
            house=house,
            look=look,
            health=self.health,
            keyring=keyring,
            seat_codes=self.seat_codes,
            help_call=self.help_call,
            room=self.room,
            errands=self.errands,
            effects=self.effects,
            has_voice=config.voice is not None,
            with_gates=frozenset(CastleId(castle.color) for castle in config.castle if castle.has_gate),
        )
        self.display = DisplayLoop(
            screen=hardware.screen,
            health=self.health,
            effects=self.effects,
            look=look,
            hourglass=self.hourglass,
            turn_timer=self.turn_timer,
            clock=clock,
            house=house,
            waiting=self.loop.current_waiting,
            menu=self.console.own_screen,
        )
        self.effects.holds.append(self.console.is_covered)
        self.voice, listening = self._make_voice_and_readout()
        self.idle_game = IdleGameMonitor(
            loop=self.loop,
            console=self.console,
            questions=self.questions,
            hourglass=self.hourglass,
            clock=clock,
            house=house,
        )
        self.backups = RequestedBackups(journal)
        self.stickers = StickerTaskRunner(book, self._sticker_names, tags_file)
        self.polls = make_poll_scheduler(hardware.ports)
        self.pace = PollPace(
            polls=self.polls, loop=self.loop, hourglass=self.hourglass, console=self.console, look=look
        )
        self.passages = PassageHandler(
            counts=self.counts,
            stickers=self.stickers,
            loop=self.loop,
            errands=self.errands,
            polls=None if config.board_by_gate else self.polls,
            is_near_another=self._is_near_another,
            listening=listening,
        )
        self.loop.owner_use = self._owner_use
        self.questions.hold_bots_while(lambda: self.effects.scenes_left > 0)
        self._near_gates = near_gates
        self._polls: Counter[str] = Counter()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._group: asyncio.TaskGroup | None = None
        self._test_screen: TextScreen | None = None
        self._connect_signals()

    def _owner_use(self) -> TextScreen | None:
        return self._test_screen or self.stickers.screen

    def show_test(self, screen: TextScreen, *, on_display: bool) -> None:
        """Show what the test of lent devices asks for, if it fits, on pages and ``on_display``."""
        from controller.show.pictures import fits_display  # slow import: Pillow

        self._test_screen = screen if fits_display(screen, self.house.language) else OWNER_TESTS_SCREEN
        picture = self.display.draw_without_sending()
        if on_display:
            with suppress(HardwareError):
                self.hardware.screen.show(picture)
        self.changed.emit(None)

    def _is_near_another(self, gate: ReaderId) -> bool:
        twins = twin_table_if_any(self.hardware.ports)
        if twins is not None and twins.is_all_twins:
            return gate in twins.near_gates
        return self._near_gates is None or gate in self._near_gates

    @property
    def game(self) -> Game:
        return self.loop.game

    def calling_people(self) -> AbstractContextManager[None]:
        """Return a context in which sentences call those who play by their names, as far as the room knows them."""
        people = self.room.people_of(self.loop.game_id)
        with suppress(GameFault):  # the loop ends the game
            return calling_people(people, self.loop.on_table.summary.names if people else {})
        return nullcontext()

    def _sticker_names(self) -> list[str]:
        return sticker_names(self.loop.game_name, piece_ids(self.loop.game))

    def _make_voice_and_readout(self) -> "tuple[VoiceLoop | None, PieceReadout | None]":
        loudspeaker = self.hardware.loudspeaker
        if loudspeaker is None:
            return None, None
        from controller.show.voice import VoiceLoop  # only for tables with a voice

        voice = VoiceLoop(
            loudspeaker=loudspeaker,
            health=self.health,
            clock=self.clock,
            house=self.house,
            waits=self.loop.current_waiting,
            menu=self.console.own_screen,
            is_covered=self.console.is_covered,
            effects=self.effects,
        )
        self.effects.is_still_told = voice.is_telling
        self.questions.hold_bots_while(lambda: voice.is_behind and not self.hourglass.is_running)
        return voice, PieceReadout(self.loop, self.house, voice)

    def _say_errand(self, errand: Errand) -> None:
        if self.voice is not None:
            self.voice.say_behind_timer(errand_screen(errand), lambda: errand in self.errands.open)

    def _connect_signals(self) -> None:
        """Guard handlers whose faults must not end the game."""
        guarded = self.guard.guard_handler
        controls = self.hardware.controls
        both = HelpCallDetector(
            self.help_call, self.console.handle_input, controls.request_held_buttons, self.console.toggle_help_call
        )
        controls.operated.connect(guarded("menu", both.on_input))
        controls.buttons_held.connect(guarded("menu", both.on_buttons_held))
        boards = self.hardware.boards
        boards.tile_passed.connect(guarded("castle boards", self.passages.on_passage))
        boards.tile_passed.connect(guarded("castle boards", self.hardware.readers.record_board_passage))
        boards.events_lost.connect(guarded("castle boards", self.passages.on_events_lost))
        boards.other_firmware_seen.connect(guarded("castle boards", self.passages.on_other_firmware))
        boards.health_changed.connect(guarded("castle boards", lambda news: self.health.set_fault(*news)))
        self.hourglass.ran_out.connect(self.loop.on_timer_ran_out)
        self.loop.effects.connect(
            guarded("announcements", lambda effects: self.effects.show_effects(effects, self.loop.current_waiting()))
        )
        self.loop.effects.connect(
            guarded("turn timer", lambda _: self.turn_timer.set_turn(self.loop.current_waiting().turn))
        )
        self.house.changed.connect(guarded("turn timer", self.turn_timer.reschedule_timer))
        self.turn_timer.ran_out.connect(
            guarded("turn timer", lambda _: self.loop.show_effects((turn_time_up_announcement(),)))
        )
        for part, clears in (
            ("stickers", self.stickers.stop),
            ("announcements", self.effects.clear),
            ("menu", self.console.close_menu),
            ("page", self.seat_codes.end_all_seats),
        ):
            self.loop.cleared.connect(guarded(part, clears))
        self.loop.journal_queue.health_changed.connect(
            guarded("announcements", partial(self.health.set_fault, "journal"))
        )
        self.loop.journal_queue.game_ended.connect(guarded("backups", self.backups.request_backup))
        self.loop.game_crashed.connect(
            guarded("announcements", lambda fault: self.health.report_fault_or_recovery("games", str(fault)))
        )
        self.help_call.answered.connect(guarded("menu", self.console.on_help_answered))
        self.help_call.changed.connect(guarded("menu", self.console.on_help_call_changed))
        self.room.changed.connect(guarded("menu", self.console.on_room_changed))
        self.seat_codes.taken.connect(guarded("menu", self.console.on_seat_taken))
        self.backups.finished.connect(guarded("announcements", partial(self.health.report_fault_or_recovery, "backup")))
        for asks in (self.questions, self.errands, self.stickers):
            asks.changed.connect(guarded("menu", lambda _: self.loop.show_effects()))
        self.health.changed.connect(
            guarded("announcements", lambda device: inputs.announce_device_change(device, self.counts, self.loop))
        )
        self.effects.redraw.connect(guarded("screen", self.display.request_redraw))
        for shows in (self.loop.effects, self.effects.changed, self.display.picture_drawn):
            shows.connect(guarded("pace", self.pace.update))
        if self.voice is not None:
            self.effects.heard.connect(guarded("voice", self.voice.on_effects))
            self.loop.cleared.connect(guarded("voice", self.voice.clear))
            self.errands.begun.connect(guarded("voice", self._say_errand))
            self.display.picture_drawn.connect(guarded("voice", self.voice.on_screen_drawn))
            self.house.changed.connect(guarded("voice", self.voice.on_house_rules_changed))
            self.voice.changed.connect(guarded("page", self.changed.emit))
        for changes in (
            self.effects.changed,
            self.health.updated,
            self.house.changed,
            self.stickers.changed,
            self.help_call.changed,
            self.room.changed,
        ):
            changes.connect(guarded("page", self.changed.emit))

    @asynccontextmanager
    async def open_and_run(self) -> AsyncIterator[None]:
        """Open devices and play inside the ``with`` block; then coils and RF fields are always off.

        Raises:
            ExceptionGroup: contains a `GameLoopFailed` if the game loop failed.
        """
        with self.guard.handle_loop_errors():
            async with self._open_and_run():
                yield

    @asynccontextmanager
    async def _open_and_run(self) -> AsyncIterator[None]:
        try:
            self.hardware.open(self.health)
            self.loop.show_effects()  # set screen and lamps for the current step
            async with asyncio.TaskGroup() as group:
                game = group.create_task(self._run_game_loop(), name=GAME_TASK)
                self._group = group
                self._run_parts(self.runners_by_part())
                yield
                for task in (game, *self._tasks.values()):
                    task.cancel()
        finally:
            self._group = None
            self.console.cancel_close_timer()
            self.effects.cancel_lamp_timers()
            self.hourglass.stop()
            self.turn_timer.cancel_timer()
            self.hardware.switch_off(self._goodbye_picture())

    def _run_parts(self, parts: Mapping[str, Callable[[], Awaitable[object]]]) -> None:
        assert self._group is not None
        for part, work in parts.items():
            self._tasks[part] = self._group.create_task(self.guard.keep_running(part, work), name=part)

    @asynccontextmanager
    async def lend_devices(self) -> AsyncIterator[None]:
        """Leave the devices alone inside the ``with`` block, to be tested; what people do at them reaches no game."""
        lent = self.runners_by_part().keys() - {"backups", "idle game", "supply"}
        controls, boards = self.hardware.controls, self.hardware.boards
        with ExitStack() as muted:
            for signal in (controls.operated, controls.buttons_held, boards.tile_passed, boards.events_lost):
                muted.enter_context(signal.muted())
            tasks = [self._tasks[part] for part in lent if part in self._tasks]
            for task in tasks:
                task.cancel()
            self._test_screen = OWNER_TESTS_SCREEN
            try:
                await asyncio.wait(tasks)
                self.console.close_menu()
                await self.display.draw_once()
                yield
            finally:
                self._test_screen = None
                if self._group is not None:
                    self._run_parts({part: work for part, work in self.runners_by_part().items() if part in lent})
                self.loop.show_effects()

    async def _run_game_loop(self) -> None:
        try:
            await self.loop.run()
        except BaseException as fault:
            if isinstance(fault, asyncio.CancelledError) and not is_unrequested_cancellation(asyncio.current_task()):
                raise
            what = redacted_message(root_cause(fault))
            log.error("game_failed", fault=what, at=fault_location(fault), actions=self.loop.seq)
            raise GameLoopFailed(
                f"The program failed with {what} at {fault_location(fault)}. All accepted actions are in the journal; "
                "restart the table to go on playing. To get help, send the output of: royaltable report"
            ) from fault

    def runners_by_part(self) -> dict[str, Callable[[], Awaitable[object]]]:
        """Their faults do not end the table."""
        parts: dict[str, Callable[[], Awaitable[object]]] = {
            "announcements": self.effects.run,
            "screen": self.display.run,
            "menu": self.console.run_menu_orders,
            "backups": self.backups.make_requested_backups,
            "idle game": partial(self.idle_game.run, self.resumption.away_s),
            "supply": self._watch_supply_voltage,
            "missing devices": self._open_missing_devices,
            "castle boards": self.hardware.boards.run,
        }
        if self.voice is not None:
            parts["voice"] = self.voice.run
        if self.hardware.arrow.is_wired:
            parts["arrow"] = self._keep_arrow_homed
        return parts | {
            castle.color: partial(self._open_and_poll_reader, castle) for castle in self.hardware.readers.castles
        }

    def progress_counts(self) -> dict[str, int]:
        """Return iteration counts of readers, game and effects for the watchdog."""
        if self._test_screen is not None:
            return {"game": self.loop.iterations}
        looks = self.hardware.boards.board_search_count
        link = {} if looks is None else {"castle boards": looks}
        shown = {"screen": self.display.picture_count, **self.effects.arrow_progress_counts()}
        gone_round = {**self._polls, **link, "game": self.loop.iterations, **shown}
        return {part: rounds + self.guard.fault_counts[part] for part, rounds in gone_round.items()}

    def nudge_for_watchdog(self) -> None:
        self.loop.inbox.put_nowait(WatchdogNudge())
        self.display.request_redraw()

    async def _keep_arrow_homed(self) -> None:
        arrow = self.hardware.arrow
        while True:
            await open_with_retry("spinner", arrow.open, self.health, self.clock)
            with self.health.report_outcome_of("spinner"):
                await arrow.home()
            await arrow.was_lost.wait()

    async def _open_missing_devices(self) -> None:
        late = {device.name for device in self.health if device.fault is not None}
        await run_concurrently(
            *(
                self._open_device_and_report(name, open_device)
                for name, open_device in self.hardware.openers_by_device().items()
                if name in late and (name in {"console", "buzzer"} or name.endswith(PANEL_SUFFIX))
            )
        )

    async def _open_device_and_report(self, name: str, open_device: Callable[[], object]) -> None:
        await open_with_retry(name, open_device, self.health, self.clock)
        self.health.report_working(name)

    async def _open_and_poll_reader(self, castle: CastleSection) -> None:
        open_reader = partial(self.hardware.readers.open, castle)
        reader = await open_with_retry(castle.color, open_reader, self.health, self.clock)
        name = ReaderId(castle.color)
        readings = self.hardware.readers.readings[name]
        on_passage = self.passages.on_passage
        beams = None
        try:
            beams = self.hardware.readers.open_beams(castle)
        except HardwareError as fault:  # the gate reads without them
            self.health.report_lost(castle.color + BEAMS_SUFFIX, str(fault))
        await poll_reader(name, reader, self.clock, self.health, on_passage, self._polls, self.polls, readings, beams)

    def can_restart_device(self, name: str) -> bool:
        """The device must be lost and allow a retry."""
        always = {"oled", "spinner", *(castle.color for castle in self.hardware.readers.castles)}
        return self.health.is_lost(name) and (name in always or self.health.is_waiting_to_retry(name))

    def restart_device(self, name: str) -> None:
        """As the table does after a pause; home a lost arrow."""
        if name == "oled":
            self.display.retry_now()
        elif name == "spinner":
            self.hardware.arrow.was_lost.set()
        self.health.retry_now(name)

    async def _watch_supply_voltage(self) -> None:
        def on_voltage_dip() -> None:
            self.hardware.screen.set_up_at_next_picture()
            self.display.request_redraw()

        await watch_supply_voltage(self.hardware.ports.undervoltage, self.health, self.clock, on_voltage_dip)

    @property
    def powers_off(self) -> bool:
        """Whether the machine is to be switched off once the table has stopped."""
        console = self.config.console
        is_shut_down = self.console.stop_requested.is_set() and not self.console.starts_again
        return is_shut_down and console is not None and console.poweroff

    def _goodbye_picture(self) -> "Image.Image | None":
        if not self.console.stop_requested.is_set():
            return None
        written = not self.loop.journal_queue.unwritten
        screen = goodbye_screen(poweroff=self.powers_off, written=written, starts_again=self.console.starts_again)
        from controller.show.pictures import draw_screen  # slow import: Pillow

        return draw_screen(screen, self.house.language, 0, 1)
