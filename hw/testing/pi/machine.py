"""The simulated Pi: wiring, time, people's hands, and programs that run on it."""

import asyncio
import contextlib
import errno
import functools
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from math import inf
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final
from unittest import mock

import gpiozero
import msgspec

from hw.bus.ports import SpiPort
from hw.bus.recorder import Event, Recording, read_recording
from hw.bus.twin_i2c import TwinI2cBus
from hw.clock import LoopClock, make_fine_timer_loop
from hw.errors import BusError, BusHeld
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.pi import primitives, programs
from hw.testing.pi.expect import Expect
from hw.testing.pi.hands import Hands
from hw.testing.pi.limit import GRACE_S, program_line, real_limit
from hw.testing.pi.lines import Lines
from hw.testing.pi.loop import PiLoop
from hw.testing.pi.nasty import Nasty
from hw.testing.pi.nodes import BOARD_TREE, SERIAL_TREE, Nodes, PtyBoardEnd, PtyEnd
from hw.testing.pi.programs import STANDINS, Ending, Program, fresh_modules, report_error
from hw.testing.pi.replay import RecordedBuses, recorded_inputs
from hw.testing.pi.scheduler import GLANCE_S, Scheduler
from hw.testing.pi.trace import Trace
from hw.testing.table import TwinTable
from hw.testing.wiring import TableWiring
from hw.values import ReaderId

HEADER: Final[Mapping[str, Any]] = {
    "readers": {"reader": (0, 0)},
    "reset_pins": {"reader": 25},
    "irq_pins": {"reader": 24},
    "oled": (1, 0x3C),
    "coil_pins": (17, 18, 27, 22),
    "home_pin": 26,
    "knob_pins": (5, 6),
    "button_pin": 13,
    "knob_pulled_up": True,
}
"""The usual wiring, as most tutorials have it: its keys are those of ``TableWiring``, its pins BCM numbers."""

SETTINGS: Final = "ROYALTABLE_PI"
"""Environment variable that carries the options of `command.py` to a program's process, as JSON."""

CALL_S: Final = 20e-6
"""What one system call to a bus costs a Pi 5 besides its bits."""

LOOK_S: Final = 1e-3

NOT_SIMULATED: Final = (
    "pigpio",
    "wiringpi",
    "RPIO",
    "Adafruit_DHT",
    "rpi_ws281x",
    "picamera",
    "picamera2",
    "sense_hat",
)
"""Packages for a Pi that programs use, too."""

I2C_HZ: Final = 100_000
SPIN_S: Final = 200e-6
"""Waits shorter than this are spent computing, as a system call would take longer."""

_current: "SimulatedPi | None" = None


def current() -> "SimulatedPi":
    """Return the Pi that the stand-ins act on; raise ImportError if there is none."""
    if _current is not None and _current.process != os.getpid():
        raise RuntimeError(
            f"saw a bus or pin used at {program_line(threading.get_ident())}, in a process that was forked from the "
            "program's; expected them in that one: the other has no Pi. Use threads"
        )
    if _current is None:
        raise ImportError("no simulated Pi: use the fixture simulated_pi, or royaltable-pi run -- python PROGRAM")
    return _current


class SimulatedPi(Hands):
    """A Pi with this wiring, for one program at a time.

    In virtual time (the default) time passes by what the program waits for, by transfers and by looks at pins and
    clocks; see `scheduler.py`.

    Args:
        wiring: keys of ``TableWiring``; `HEADER` if empty. Buttons and lamps need none: press or look at any pin.
        call_s: what a system call to a bus costs besides its bits.
        nasty: seed of troubles as real parts have them (`nasty.py`); None for none. It also seeds the noise of inputs
            that float.
        recording: whose answers the buses give, instead of twins.

    Attributes:
        table: the twins: ``readers``, ``oled``, ``rotor``, ``knob``, ``boards``, ``faults``.
        trace: what went over the buses and pins.
        expect: sentences of tests about it, such as ``pi.expect.toggles(17, 5, every_s=0.5)``.
        lines: who holds which pin.
        scheduler: the threads of the program in virtual time; None in real time.

    Raises:
        ValueError: the wiring has an unknown key, or a value of a wrong type.
    """

    def __init__(
        self,
        wiring: Mapping[str, Any] | None = None,
        *,
        real_time: bool = False,
        call_s: float = CALL_S,
        nasty: int | None = None,
        recording: Recording | None = None,
    ) -> None:
        unknown = set(wiring or ()) - set(TableWiring.__struct_fields__)
        if unknown:
            raise ValueError(f"saw {', '.join(sorted(unknown))} in the wiring, expected only keys of TableWiring")
        try:
            self.wiring = msgspec.convert(wiring or HEADER, TableWiring, str_keys=True)
        except msgspec.ValidationError as error:
            raise ValueError(f"the wiring is wrong: {error}") from error
        super().__init__()
        self.process = os.getpid()
        self.real_time = real_time
        self.call_s = call_s
        self.trace = Trace()
        self._recorded = None if recording is None else RecordedBuses(recording)
        self.lock = threading.RLock()
        self._traced: set[int] = set()
        self._ends: list[PtyEnd] = []
        self._serial: PtyEnd | None = None
        self._watches: set[Callable[[], None]] = set()
        self._irq_timer: dict[ReaderId, float] = {}
        self._irq_level: dict[ReaderId, bool] = {}
        self._edges: SimpleQueue[tuple[Callable[..., object], tuple[Any, ...]] | None] = SimpleQueue()
        self._delivers: threading.Thread | None = None
        self._loop = make_fine_timer_loop() if real_time else PiLoop()
        self.scheduler = Scheduler(self._loop) if isinstance(self._loop, PiLoop) else None
        if real_time:
            self._runs = threading.Thread(target=self._run_loop, daemon=True)
            self._runs.start()
            self._start_delivery()
        self.table: TwinTable = self._run_in_loop(self._make_table())
        self.pins = self.table.pin_factory()
        self.pins.deliver = self.deliver
        uses_spi = bool(self.wiring.readers or self.wiring.oled_spi)
        self.pins.resistors |= {pin: pull == "up" for pin, pull in self.wiring.pulls.items()}
        self.expect = Expect(self)
        self.first_half_step = 0.0 if self.table.rotor is None else self.table.rotor.position_half_steps
        self.lines = Lines(
            self.pins, self.now_s, self.call_at, uses_spi=uses_spi, uses_serial=self.wiring.serial, seed=nasty or 0
        )
        self.pins.claim, self.pins.free = self._claim_for_gpiozero, lambda pins: self.lines.free(pins, self.pins)
        self.nasty = None if nasty is None else Nasty(nasty)
        if self.nasty is not None:
            self.nasty.make_tags_flicker(self.table.readers.values())
            for contact in self.table.knob.contacts if self.table.knob is not None else ():
                contact.bounces = self.nasty.bounces
        self._readers = {where: name for name, where in self.wiring.readers.items()}
        self.nodes = Nodes(self, virtual=not real_time)
        self._run_in_loop(self._plug_boards())
        for pin in range(2, 28):
            self.pins.on_change(pin, functools.partial(self._trace_pin, pin))
            self.pins.pin_listeners_and_hooks(pin)[1].append(self.glance)
        for at_s, pin, level in () if recording is None else recorded_inputs(recording, self.wiring):
            self.call_at(at_s, self.pins.drive, pin, level)

    @classmethod
    def from_recording(cls, file: str | Path, **options: Any) -> "SimulatedPi":
        """Return a Pi whose buses answer as they did in a recording; see `hw.testing.pi.replay`.

        Raises:
            RecordingError: the file is none, or damaged.
            ValueError: its wiring is wrong.
        """
        recording = read_recording(Path(file))
        return cls(recording.header.wiring, recording=recording, **options)

    async def _make_table(self) -> TwinTable:
        clock = LoopClock()
        self.start_s = clock.now_s()
        return TwinTable(self.wiring, clock)

    async def _plug_boards(self) -> None:
        for number, cable in enumerate(self.table.places.values()):
            cable.host_end = PtyBoardEnd
            end = cable.open_host_end("", lambda _data: None, lambda _lost: None)
            assert isinstance(end, PtyBoardEnd)
            self._ends.append(end)
            self.nodes.add_port(
                f"/dev/ttyACM{number}", end, BOARD_TREE, n=number, id=list(self.wiring.boards.values())[number]
            )
        if self.wiring.serial:
            self._serial = PtyEnd(self._hear_serial)
            self._ends.append(self._serial)
            self.nodes.add_port("/dev/ttyS0", self._serial, SERIAL_TREE)

    def _hear_serial(self, data: bytes) -> None:
        self.trace.keep(Event(self.now_s(), "serial0", data))

    def close(self) -> None:
        """End faults, take boards and pins out of use."""

        async def close_table() -> None:
            for task in self._acting:
                task.cancel()
            self.table.faults.mend_all()
            self.table.close()
            for end in self._ends:
                end.close()

        self._run_in_loop(close_table())
        if self.real_time:
            assert self._delivers is not None
            self._edges.put(None)
            self._loop.call_soon_threadsafe(self._loop.stop)
            for thread in (self._runs, self._delivers):
                thread.join(GRACE_S)  # unless a callback of the program hangs
        else:
            self._loop.close()

    # Time

    def now_s(self) -> float:
        """Return seconds since the start."""
        return self._loop.time() - self.start_s

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        if seconds < 0:
            raise ValueError(f"saw a sleep of {seconds} s, expected at least 0")
        if self.scheduler is not None:
            self.scheduler.sleep(seconds)
        elif seconds < SPIN_S:
            until_s = time.perf_counter() + seconds
            while time.perf_counter() < until_s:
                pass
        else:
            time.sleep(seconds)

    def wait_until(self, happened: Callable[[], bool], timeout_s: float | None = None) -> bool:
        """Wait for ``happened``; return False after ``timeout_s``."""
        until_s = inf if timeout_s is None else self.now_s() + timeout_s
        if self.scheduler is not None:
            return bool(happened()) or self.scheduler.wait(happened, until_s)
        while not happened():
            if self.now_s() >= until_s:
                return False
            self.sleep(LOOK_S)
        return True

    def glance(self) -> None:
        """Spend the time of a look at a pin, in virtual time."""
        if self.scheduler is not None:
            self.scheduler.glance()

    def deliver(self, callback: Callable[..., object], *arguments: Any) -> None:
        """Call back about an edge: in a thread of its own, as on a Pi; at once where the Pi is not in use."""
        if self._delivers is not None:
            self._edges.put((callback, arguments))
        else:
            callback(*arguments)

    def _run_loop(self) -> None:
        self._loop.run_forever()
        self._loop.close()

    def _start_delivery(self) -> None:
        """Start the thread of callbacks, also anew if one has not come back from its program."""
        if self._delivers is None or not self._delivers.is_alive():
            self._delivers = threading.Thread(target=self._deliver_edges, name="edges", daemon=True)
            self._delivers.start()

    def _deliver_edges(self) -> None:
        while self._deliver_edge(self._edges.get()):
            pass  # and keep nothing of the program

    def _deliver_edge(self, edge: tuple[Callable[..., object], tuple[Any, ...]] | None) -> bool:
        if edge is None:
            return False
        with self.scheduler.of_program() if self.scheduler is not None else contextlib.nullcontext():
            report_error(functools.partial(edge[0], *edge[1]))
        return True

    def _run_in_loop(self, awaitable: Any) -> Any:
        if self.real_time:
            return asyncio.run_coroutine_threadsafe(awaitable, self._loop).result()
        return self._loop.run_until_complete(awaitable)

    def call_at(self, seconds: float, callback: Callable[..., object], *arguments: Any) -> None:
        """Call ``seconds`` after the start; what is called may not wait."""
        begin = functools.partial(self._loop.call_at, self.start_s + seconds, callback, *arguments)
        if self.real_time:
            self._loop.call_soon_threadsafe(begin)
        else:
            begin()

    # Buses and pins

    def spi(self, bus: int, chip_select: int, transfers: Sequence[bytes], hertz: int) -> list[bytes]:
        """Make transfers in one system call; raise OSError if there is no such chip select."""
        port: SpiPort = self.table.spi_port(bus, chip_select)
        with self.lock:
            if isinstance(port, Mfrc522Twin):
                port.spi_hz = hertz
            at_s = self.now_s()
            if self._recorded is None:
                answers = list(port.transfer_many(transfers))
            else:
                answers = [self._recorded.answer(f"spi{bus}.{chip_select}", data) for data in transfers]
            if self.nasty is not None:
                answers = [self.nasty.with_noise(answer) for answer in answers]
            for data, answer in zip(transfers, answers, strict=True):
                self.trace.keep(Event(at_s, f"spi{bus}.{chip_select}", data, answer, hertz=hertz))
                at_s += 8 * len(data) / hertz
            if (bus, chip_select) in self._readers:
                self._update_irq(self._readers[bus, chip_select])
        self.sleep(self.call_s + sum(map(len, transfers)) * 8 / hertz)
        return answers

    def i2c(self, bus: int, address: int, data: bytes | None, count: int | None = None) -> bytes:
        """Send ``data``, then read ``count`` bytes, each unless None; raise OSError if nothing acknowledges."""
        port = self.table.i2c_port(bus)
        assert isinstance(port, TwinI2cBus)
        answer: bytes | None = None
        if port.is_stuck:
            self.sleep(port.message_s(0))
        with self.lock:
            at_s = self.now_s()
            try:
                if self.nasty is not None and self.nasty.loses_message():
                    raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
                if self._recorded is not None:
                    answer = self._recorded.answer_i2c(bus, address, data, count)
                else:
                    if data is not None:
                        port.write(address, data)
                    answer = port.read(address, count) if count is not None else b""
            except BusError as error:
                number = errno.ETIMEDOUT if isinstance(error, BusHeld) else errno.EREMOTEIO
                raise OSError(number, os.strerror(number)) from error
            finally:
                self.trace.keep(Event(at_s, f"i2c{bus}", data or b"", answer, address, I2C_HZ))
        self.sleep(self.call_s + port.message_s(len(data or b"") + len(answer)))
        return answer

    def watch(
        self, pin: int, edges: int, callback: Callable[[bool], object], quiet_s: float = 0.0
    ) -> Callable[[], None]:
        """Call back with the level after each of ``edges`` (1 rising, 2 falling, 3 both); return what ends it at once.

        After an edge further ones are left out for ``quiet_s``.
        """
        heard_s = -inf

        def changed(level: float) -> None:
            nonlocal heard_s
            now_s = self.now_s()
            if edges & (1 if level else 2) and now_s >= heard_s + quiet_s:
                heard_s = now_s
                self.deliver(hear, bool(level))

        def hear(level: bool) -> None:  # noqa: FBT001  # a pin's level
            if end in self._watches:
                callback(level)

        end = self.listen(pin, changed)
        return end

    def listen(
        self, pin: int, changed: Callable[[float], object], settle_s: Callable[[], float] = float
    ) -> Callable[[], None]:
        """Call ``changed``, which may not wait, with the level after each edge; return how to end it.

        A level that does not last for ``settle_s()`` is left out, as a kernel's debouncing does.
        """
        told = bool(self.pins.pin_level(pin))
        edges = 0

        def settle(level: float, edge: int) -> None:
            nonlocal told
            if edge == edges and told != bool(level) and end in self._watches:
                told = bool(level)
                changed(level)

        def hear(level: float) -> None:
            nonlocal edges
            edges += 1
            if wait_s := settle_s():
                self.call_at(self.now_s() + wait_s, settle, level, edges)
            else:
                settle(level, edges)

        unsubscribe = self.pins.on_change(pin, hear)

        def end() -> None:
            self._watches.discard(end)
            unsubscribe()

        self._watches.add(end)
        self.lines.watch(pin)
        return end

    def _claim_for_gpiozero(self, pins: list[int]) -> None:
        try:
            self.lines.claim(pins, self.pins, "lg")
        except OSError as busy:
            raise import_module("lgpio").error("GPIO busy") from busy  # by which gpiozero claims pins on a Pi

    def _trace_pin(self, pin: int, level: float) -> None:
        if pin not in self._traced and not level and self.pins.pin(pin).function == "output":
            return  # a lamp does not notice that a weak pull ends
        self._traced.add(pin)
        pulses_hz = self.pins.pwm_frequency_hz(pin) or 0.0
        self.trace.keep(Event(self.now_s(), f"GPIO{pin}", bytes((level > 0,)), pulses_hz=pulses_hz, duty=level))

    def _update_irq(self, reader: ReaderId) -> None:
        """Let IRQ follow the chip, now and when the chip changes next by itself."""
        pin = self.wiring.irq_pins.get(reader)
        if pin is None:
            return
        with self.lock:
            chip = self.table.readers[reader]
            if (level := chip.irq_level) != self._irq_level.get(reader):
                self._irq_level[reader] = level
                self.pins.drive(pin, level)
            due_s = chip.next_event_s
        if due_s < inf and self._irq_timer.get(reader) != due_s:
            self._irq_timer[reader] = due_s
            self.call_at(due_s + GLANCE_S - self.start_s, self._update_irq, reader)

    # Programs

    @contextlib.contextmanager
    def in_use(self) -> Iterator["SimulatedPi"]:
        """Let imports find the stand-ins, gpiozero these pins, and `open` the device nodes."""
        global _current  # the stand-ins are modules: a process has one Pi
        if _current is not None and self.scheduler is not None:
            raise RuntimeError("saw a second simulated Pi in use, expected one at a time: close the first")
        before, _current = _current, self
        factory, gpiozero.Device.pin_factory = gpiozero.Device.pin_factory, self.pins
        try:
            settings = {
                "wiring": msgspec.to_builtins(self.wiring),
                "script": "",
                "outputs": {},
                "nasty": self.nasty and self.nasty.seed,
            }
            with (
                mock.patch.dict(os.environ, child_environment(settings)),
                mock.patch.object(sys, "path", [str(STANDINS), *sys.path]),
                mock.patch.object(sys, "meta_path", [*sys.meta_path, _NotSimulated]),
                self.nodes.installed(),
                fresh_modules(),
                contextlib.ExitStack() as virtual,
            ):
                if self.scheduler is not None:
                    virtual.enter_context(primitives.installed())
                    virtual.enter_context(self.scheduler.in_use())
                    self._start_delivery()
                yield self
        finally:
            self._delivers = self._delivers if self.real_time else None
            _current, gpiozero.Device.pin_factory = before, factory

    def run(self, program: Program, *arguments: str, seconds: float = 10.0, answers: Iterable[str] = ()) -> str:
        """Run a program or a function for at most ``seconds``, then end it as Ctrl-C does; return what it printed.

        ``answers`` are lines that it reads. An exception of the program is raised here, also SystemExit but for
        success: with its code, or with the name of the signal that it died of.

        Raises:
            TimeoutError: it did not end after Ctrl-C; the sentence says where each thread stood.
        """

        def limited(*, politely: bool) -> contextlib.AbstractContextManager[Ending]:
            return self._limited(seconds if politely else GRACE_S, politely=politely)

        try:
            return programs.run(program, arguments, answers, limited, self._forget_program)
        finally:
            gpiozero.Device.pin_factory = self.pins
            self._start_delivery()

    @contextlib.contextmanager
    def _limited(self, seconds: float, *, politely: bool) -> Iterator[Ending]:
        ends_s = self.now_s() + seconds
        try:
            if self.scheduler is not None:
                with self.scheduler.program(seconds, politely=politely):
                    yield self.scheduler
            else:
                with real_limit(seconds) as ending:
                    yield ending
        except KeyboardInterrupt:
            if self.now_s() < ends_s:
                raise

    def _forget_program(self) -> None:
        """Let what it has sent arrive, and call back no more."""
        if isinstance(self._loop, PiLoop) and self._loop.next_s() <= self._loop.time():
            self.sleep(GLANCE_S)
        while self._watches:
            next(iter(self._watches))()
        while not self._edges.empty():
            self._edges.get_nowait()


class _NotSimulated(MetaPathFinder):
    """Names what is missing, where a project has not installed it for itself."""

    @staticmethod
    def find_spec(fullname: str, _path: object, _target: object = None) -> None:
        if fullname in NOT_SIMULATED:
            raise ModuleNotFoundError(
                f"{fullname} is not simulated; expected gpiozero, RPi.GPIO, lgpio, gpiod, spidev, smbus2 or serial",
                name=fullname,
            )


def child_environment(settings: Mapping[str, Any]) -> dict[str, str]:
    """Return the variables that put a Python process on a Pi of its own, with the settings of `command.py`."""
    paths = [str(STANDINS), str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]
    return {SETTINGS: json.dumps(settings), "PYTHONPATH": os.pathsep.join(filter(None, paths))}
