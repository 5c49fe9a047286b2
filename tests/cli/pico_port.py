"""A simulated Pico at a pty, for `royaltable flash`: its prompt runs commands in a real MicroPython, in a folder.

Modelled of the firmware: ``hello``, ``update`` and ``set id``. Not modelled: that the port goes away during a restart,
that firmware which ends takes along what it has read of the call for the prompt, and the raw-paste mode.
"""

import contextlib
import json
import os
import pty
import re
import select
import subprocess
import threading
import tty
from pathlib import Path
from typing import Final, Self

from firmware.castle_node.link import Deframer, line
from hw.testing.pico.process import interpreter

CTRL_A: Final = b"\x01"
CTRL_D: Final = b"\x04"
PASTE: Final = b"\x05A\x01"
RESTART: Final = b"import machine\nmachine.reset()"
FEEDS: Final = (b".feed\n", b"feed()")
UNFED_AT_MOST: Final = 8
"""Commands that a watchdog bears without being fed."""
BANNER: Final = b"raw REPL; CTRL-B to exit\r\n>"
FACTORY_ID: Final = "e6614c311b7e6f35"

_RUNS: Final = """
import sys
class machine:
    class WDT:
        def __init__(self, timeout):
            assert timeout <= 8388
        def feed(self):
            pass
sys.modules["machine"] = machine
class implementation:
    version = sys.implementation.version
    _machine = "Raspberry Pi Pico with RP2040"
class pico_sys:
    implementation = implementation
sys.modules["sys"] = pico_sys
names = {}
while True:
    command = sys.stdin.readline()
    if not command:
        break
    try:
        exec(eval(command), names)
        print(end='\\x04\\x04')
    except Exception as error:
        print(end='\\x04')
        sys.print_exception(error, sys.stdout)
        print(end='\\x04')
"""


class PicoPort:
    def __init__(self, flash: Path, *, dumb: bool = False, crashed: bool = False) -> None:
        self._flash = flash
        self._dumb = dumb
        self._crashed = crashed
        self._came = b""
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._live, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        os.write(self._stop_write, b"x")
        self._thread.join()
        for end in (self._master, self._slave, self._stop_read, self._stop_write):
            os.close(end)

    def _live(self) -> None:
        with contextlib.suppress(EOFError):
            while self._dumb:
                self._read()
            while True:
                if (self._flash / "main.py").exists() and not self._crashed:
                    self._be_firmware()
                self._be_prompt()

    def _read(self) -> bytes:
        readable, _, _ = select.select([self._master, self._stop_read], [], [])
        if self._stop_read in readable:
            raise EOFError
        return os.read(self._master, 4096)

    def _until(self, mark: bytes) -> bytes:
        while mark not in self._came:
            self._came += self._read()
        before, _, self._came = self._came.partition(mark)
        return before

    def _command(self) -> bytes:
        while CTRL_D not in self._came:
            self._came += self._read()
            if self._came.startswith(PASTE):
                os.write(self._master, b"R\x00")  # understood, and declined
                self._came = self._came.removeprefix(PASTE)
        return self._until(CTRL_D)

    def _be_firmware(self) -> None:
        source = (self._flash / "castle_node" / "__init__.py").read_text(encoding="utf-8")
        version = re.findall(r'^FIRMWARE = "(.*)"$', source, re.MULTILINE)[0]
        settings = self._flash / "settings.json"
        deframer = Deframer()
        while True:
            for word, *fields in deframer.feed(self._until(b"\n") + b"\n"):  # the prompt's begins after ``update``
                kept = json.loads(settings.read_text(encoding="utf-8")) if settings.exists() else {}
                if word == "hello":
                    name = kept.get("id", FACTORY_ID)
                    os.write(self._master, line(0, f"hello {name} {version} 1 0A1B2C3D 0 1 2 3"))
                elif word == "set":
                    settings.write_text(json.dumps({**kept, fields[0]: fields[1]}), encoding="utf-8")
                    os.write(self._master, line(0, f"is {fields[0]} {fields[1]}"))
                elif word == "update":
                    return

    def _be_prompt(self) -> None:
        self._until(CTRL_A)
        os.write(self._master, BANNER)
        arguments = [str(interpreter()), "-c", _RUNS]
        with subprocess.Popen(  # our own words
            arguments, cwd=self._flash, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            unfed = 0
            while True:
                command = self._command()
                unfed = 0 if command.endswith(FEEDS) else unfed + 1
                if self._crashed and unfed > UNFED_AT_MOST:
                    return
                if command == RESTART:
                    self._crashed = False
                    os.write(self._master, b"OK")
                    return
                process.stdin.write(repr(command.decode()).encode() + b"\n")
                process.stdin.flush()
                answer = b""
                while answer.count(CTRL_D) < 2:
                    answer += os.read(process.stdout.fileno(), 4096)
                os.write(self._master, b"OK" + answer + b">")
