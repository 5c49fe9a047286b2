"""Flash a castle board with mpremote; its settings stay."""

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import serial
from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport
from msgspec import Struct

from firmware.castle_node.link import Deframer, format_line
from hw.bus.serial_line import BAUD, cannot_open_error
from hw.castle_link import messages
from hw.errors import BusError, PartSilent

HELLO_TIMEOUT_S: Final = 3.0
RESTART_TIMEOUT_S: Final = 15.0
HELLO_RETRY_S: Final = 0.5
OPEN_RETRY_S: Final = 0.2
ANSWER_TIMEOUT_S: Final = 3.0
PROMPT_TIMEOUT_S: Final = 2.0
CRASHED_TIMEOUT_S: Final = 3.0
"""How long to try for the prompt of a board with unresponsive firmware; its watchdog may restart it."""

PROMPT_SILENCE_S: Final = 5.0
"""Longest pause between two bytes of the prompt."""

PACKAGE: Final = "castle_node"
MAIN: Final = "main.py"
CHUNK: Final = 1024

OLDEST_MICROPYTHON: Final = (1, 20)
LONGEST_NAME: Final = 40

SUPPORTED_CHIPS: Final = ("RP2040", "RP2350")
"""Chips of the Pico and Pico 2, as ``sys.implementation._machine`` names them after "with"."""

_VERSION_SCRIPT: Final = """
import sys
print('.'.join(str(part) for part in sys.implementation.version[:3]), getattr(sys.implementation, '_machine', ''))
"""

UPDATE_LINE: Final = f"\n{format_line(0, 'update').decode()}"
"""Brings a board with our firmware to MicroPython's prompt, by a restart."""

CHECK_SCRIPT: Final = f"""
import sys
version = sys.implementation.version
machine = getattr(sys.implementation, '_machine', '')
if version[:2] < {OLDEST_MICROPYTHON} or machine.split(' with ')[-1][:6] not in {SUPPORTED_CHIPS}:
    raise OSError('MicroPython %d.%d on %s' % (version[0], version[1], machine or '?'))
try:
    from castle_node import FIRMWARE_VERSION
except Exception:
    FIRMWARE_VERSION = ''
print(FIRMWARE_VERSION)
"""
"""Print the board's firmware, an empty line for none; raise OSError at a MicroPython or a chip that cannot run it."""

_WATCHDOG_SCRIPT: Final = """
import machine
feed = machine.WDT(timeout=8000).feed
"""
"""Define ``feed``, called after each chunk: crashed firmware leaves a running watchdog."""

_CLEAN_SCRIPT: Final = """
import os
if {package!r} not in os.listdir():
    os.mkdir({package!r})
for name in os.listdir({package!r}):
    if name not in {names!r}:
        os.remove({package!r} + '/' + name)
"""
"""Remove files of older firmware, which would waste space."""


class Firmware(Struct, frozen=True):
    """Firmware image.

    Attributes:
        version: as the board reports it.
        files: contents by path; ``main.py`` is last, so that a partly updated board stays at the prompt.
    """

    version: str
    files: dict[str, bytes]

    @property
    def size_bytes(self) -> int:
        return sum(map(len, self.files.values()))


def read_firmware(folder: Path) -> Firmware:
    sources = {path.name: path.read_bytes() for path in sorted((folder / PACKAGE).glob("*.py"))}
    main = sources.pop(MAIN)
    found = re.search(rb'^FIRMWARE_VERSION = "([0-9.]+)"$', sources["__init__.py"], re.MULTILINE)
    assert found is not None
    files = {f"{PACKAGE}/{name}": data for name, data in sources.items()}
    return Firmware(found[1].decode(), {**files, MAIN: main})


def flash_firmware(
    port: str,
    firmware: Firmware,
    *,
    new_id: messages.BoardId | None = None,
    progress: Callable[[int], None] = lambda _bytes: None,
    time_factor: float = 1.0,
) -> messages.Hello:
    """Put ``firmware`` on the board at ``port``, start it and return its ``hello``.

    Args:
        port: path of the serial port.
        firmware: image to write.
        new_id: id to write to the board, or None to keep the old one.
        progress: called with the number of bytes written.
        time_factor: multiplies all timeouts, for emulated boards.

    Raises:
        BusError: the port cannot be used.
        PartSilent: no MicroPython answers, it is too old or on another kind of board, or the firmware does
            not start or refuses the id.
    """
    runs_ours = _ask_hello(port, HELLO_TIMEOUT_S * time_factor) is not None
    if runs_ours:
        with _open_link(port) as line:
            line.send_line("hello", messages.PROTOCOL_VERSION)
            line.send_line("update")
    with _open_raw_prompt(port, RESTART_TIMEOUT_S if runs_ours else CRASHED_TIMEOUT_S, time_factor) as prompt:
        check_micropython(port, _run_on_board(prompt, port, _VERSION_SCRIPT))
        done = 0
        for command in prompt_commands(firmware):
            _run_on_board(prompt, port, command)
            done += CHUNK if command.startswith("w(") else 0
            progress(min(done, firmware.size_bytes))
        progress(firmware.size_bytes)
        with contextlib.suppress(TransportError, OSError):
            prompt.exec_raw_no_follow("import machine\nmachine.reset()")
    return _await_start_and_set_id(port, firmware, new_id, time_factor)


def prompt_commands(firmware: Firmware) -> Iterator[str]:
    """Yield the commands that put ``firmware`` on a board, for its raw prompt; a reset starts it then."""
    yield _WATCHDOG_SCRIPT
    names = [path.partition("/")[2] for path in firmware.files if "/" in path]
    yield _CLEAN_SCRIPT.format(package=PACKAGE, names=names)
    for path, data in firmware.files.items():
        yield from _file_write_commands(path, data)


def _file_write_commands(path: str, data: bytes) -> Iterator[str]:
    yield f"f = open({path + '.new'!r}, 'wb')\nw = f.write"
    for start in range(0, len(data), CHUNK):
        yield f"w({data[start : start + CHUNK]!r})\nfeed()"
    yield f"f.close()\nimport os\nos.rename({path + '.new'!r}, {path!r})"


def _await_start_and_set_id(
    port: str, firmware: Firmware, new_id: messages.BoardId | None, time_factor: float
) -> messages.Hello:
    hello = _ask_hello(port, RESTART_TIMEOUT_S * time_factor)
    if hello is None:
        raise PartSilent(
            port,
            seen="no answer from the board since its restart",
            expected=f"hello from firmware {firmware.version}",
            remedy="Pull its plug, put it in again, and run royaltable flash again.",
        )
    if hello.firmware != firmware.version:
        raise PartSilent(
            port,
            seen=f"firmware {hello.firmware}",
            expected=f"firmware {firmware.version}, which was just written",
            remedy="Run royaltable flash again.",
        )
    if new_id is None or new_id == hello.board:
        return hello
    with _open_link(port) as line:
        line.send_line("hello", messages.PROTOCOL_VERSION)
        line.send_line("set", "id", new_id)
        answer = line.receive_message((messages.SettingValue, messages.SettingRefused), ANSWER_TIMEOUT_S * time_factor)
    if not isinstance(answer, messages.SettingValue):
        seen = "no answer" if answer is None else answer.text
        raise PartSilent(
            port, seen=seen, expected=f"the id {new_id}", remedy="Choose 1 to 24 characters from a-z, 0-9 and -."
        )
    return _ask_hello(port, ANSWER_TIMEOUT_S * time_factor) or hello


class _LinkConnection:
    """An open port that carries lines of the castle link."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._framer = messages.Framer()
        self._deframer = Deframer()
        self._port.write(b"\n")

    def send_line(self, *words: object) -> None:
        self._port.write(self._framer.format_next_line(*words))

    def receive_message(self, kinds: tuple[type, ...], seconds: float) -> Any:
        """Return the first message of these kinds; None after a timeout."""
        until_s = time.monotonic() + seconds
        while time.monotonic() < until_s:
            for line in self._deframer.feed(self._port.read(256)):
                message = messages.parse_line(line)
                if isinstance(message, kinds):
                    return message
        return None


@contextlib.contextmanager
def _open_link(port: str, seconds: float = RESTART_TIMEOUT_S) -> Iterator[_LinkConnection]:
    with _open_with_retry(
        port, seconds, lambda: serial.Serial(port, BAUD, timeout=0.05, write_timeout=1, exclusive=True)
    ) as line:
        yield _LinkConnection(line)


@contextlib.contextmanager
def _open_with_retry(port: str, seconds: float, make: Callable[[], Any]) -> Iterator[Any]:
    until_s = time.monotonic() + seconds
    while True:
        try:
            opened = make()
            break
        except (OSError, TransportError) as fault:
            error = fault if isinstance(fault, OSError) else _find_open_error(port, fault)
            if Path(port).exists() or time.monotonic() > until_s:
                raise cannot_open_error(port, error) from fault
        time.sleep(OPEN_RETRY_S)
    try:
        yield opened
    except OSError as fault:
        raise cannot_open_error(port, fault) from fault
    finally:
        with contextlib.suppress(OSError):
            opened.close()


def _find_open_error(port: str, fault: TransportError) -> OSError:
    """Open the port directly to learn the error, which mpremote hides."""
    try:
        serial.Serial(port, BAUD, exclusive=True).close()
    except OSError as why:
        return why
    return OSError(str(fault))


def _ask_hello(port: str, seconds: float) -> messages.Hello | None:
    until_s = time.monotonic() + seconds
    while time.monotonic() < until_s:
        try:
            with _open_link(port, until_s - time.monotonic()) as line:
                line.send_line("hello", messages.PROTOCOL_VERSION)
                hello: messages.Hello | None = line.receive_message((messages.Hello,), HELLO_RETRY_S)
        except BusError:
            if seconds <= HELLO_TIMEOUT_S:
                raise
            time.sleep(OPEN_RETRY_S)  # the board is restarting
            continue
        if hello is not None:
            return hello
    return None


@contextlib.contextmanager
def _open_raw_prompt(port: str, seconds: float, time_factor: float) -> Iterator[SerialTransport]:
    until_s = time.monotonic() + seconds * time_factor
    while True:
        with _open_with_retry(
            port, RESTART_TIMEOUT_S, partial(SerialTransport, port, BAUD, timeout=PROMPT_SILENCE_S * time_factor)
        ) as prompt:
            try:
                with contextlib.redirect_stdout(None):  # mpremote prints unexpected output
                    prompt.enter_raw_repl(soft_reset=False, timeout_overall=PROMPT_TIMEOUT_S * time_factor)
            except (TransportError, OSError) as fault:
                if time.monotonic() > until_s:
                    raise PartSilent(
                        port,
                        seen="no MicroPython prompt",
                        expected="a board that runs MicroPython",
                        remedy="Put MicroPython on the board first (hold BOOTSEL while plugging it in), "
                        "or name another port.",
                    ) from fault
            else:
                yield prompt
                return
        time.sleep(OPEN_RETRY_S)


def check_micropython(port: str, answer: str) -> None:
    """Raise PartSilent for other chips, and before 1.20: there output never polls as writable (micropython#11026)."""
    version_text, _, machine = answer.partition(" ")
    version = tuple(int(part) for part in version_text.split(".")[:2] if part.isdigit())
    if version >= OLDEST_MICROPYTHON and not machine.partition(" with ")[2].startswith(SUPPORTED_CHIPS):
        raise PartSilent(
            port,
            seen=f"MicroPython on {machine[:LONGEST_NAME] or 'a board without a name'}",
            expected="a Raspberry Pi Pico or Pico 2",
            remedy="Plug one in, or name its port with --port.",
        )
    if version < OLDEST_MICROPYTHON:
        raise PartSilent(
            port,
            seen=f"MicroPython {version_text[:LONGEST_NAME]}",
            expected=f"MicroPython {'.'.join(map(str, OLDEST_MICROPYTHON))} or newer",
            remedy="Hold BOOTSEL while plugging the board in, then run royaltable doctor. "
            "It says how to install MicroPython.",
        )


def _run_on_board(prompt: SerialTransport, port: str, command: str) -> str:
    try:
        printed: bytes = prompt.exec(command)
    except TransportError as fault:
        remedy = "Run royaltable flash again; if the board is full, erase its files first: mpremote fs rm -r :"
        raise PartSilent(port, seen=str(fault), expected="a board that takes files", remedy=remedy) from fault
    return printed.decode("ascii", "replace").strip()
