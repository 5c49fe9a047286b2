"""A castle board's USB plug: a CDC ACM gadget on a port of dummy_hcd, and behind it the cable of a board's twin."""

import asyncio
import contextlib
import os
import tty
from pathlib import Path

from hw.castle_link.twin import Cable

GADGETS = Path("/sys/kernel/config/usb_gadget")
PICO = {"idVendor": "0x2e8a", "idProduct": "0x0005"}


class Plug:
    def __init__(self, number: int, name: str, cable: Cable) -> None:
        self._cable, self.socket = cable, number
        self._fd: int | None = None
        self._gadget = GADGETS / name
        self._gadget.mkdir()
        for file, text in PICO.items():
            (self._gadget / file).write_text(text)
        words = self._gadget / "strings/0x409"
        words.mkdir()
        for file, text in {
            "serialnumber": f"e6600000000000{number:02x}",
            "manufacturer": "MicroPython",
            "product": "Board in FS mode",
        }.items():
            (words / file).write_text(text)
        (self._gadget / "configs/c.1").mkdir()
        function = self._gadget / f"functions/acm.{number}"
        function.mkdir()
        self._port = (function / "port_num").read_text().strip()
        (self._gadget / f"configs/c.1/acm.{number}").symlink_to(function)
        self.plug()

    def plug(self) -> None:
        controller = f"dummy_udc.{self.socket}"
        (self._gadget / "UDC").write_text(controller)
        self._fd = os.open(f"/dev/ttyGS{self._port}", os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
        tty.setraw(self._fd)
        self._cable.plug()
        self._board = self._cable.open_host_end(controller, self._came, lambda _: None)
        asyncio.get_running_loop().add_reader(self._fd, self._read)

    def pull(self) -> None:
        self._cable.pull()
        self._let_go()
        (self._gadget / "UDC").write_text("\n")

    def _let_go(self) -> None:
        if self._fd is not None:
            asyncio.get_running_loop().remove_reader(self._fd)
            os.close(self._fd)
            self._fd = None

    def _read(self) -> None:
        assert self._fd is not None
        try:
            data = os.read(self._fd, 4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._board.write(data)
        else:
            self._let_go()

    def _came(self, data: bytes) -> None:
        if self._fd is not None:
            with contextlib.suppress(OSError):  # no reader
                os.write(self._fd, data)
