"""A disk for a guest that remembers every write and every flush, so that power may be cut at any moment, afterwards.

It speaks NBD (https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md, fixed newstyle) at a Unix socket, to
one client, qemu. What was written after the latest flush before a cut lay in the disk's cache: at the cut any of it may
be there or not, in any order, down to the single sector.
"""

import socket
import struct
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import BinaryIO, Final

MAGIC: Final = b"NBDMAGICIHAVEOPT"
FIXED_NEWSTYLE: Final = 1
OPTION: Final = struct.Struct(">8sII")
OPTION_REPLY: Final = struct.Struct(">QIII")
OPTION_REPLY_MAGIC: Final = 0x3E889045565A9
GO, EXPORT_NAME, ABORT = 7, 1, 2
ACK, INFO, UNSUPPORTED = 1, 3, 0x80000001
TRANSMISSION: Final = 1 | 1 << 2
"""It has flags; it can flush."""
REQUEST: Final = struct.Struct(">IHHQQI")
REPLY: Final = struct.Struct(">IIQ")
REPLY_MAGIC: Final = 0x67446698
READ, WRITE, DISCONNECT, FLUSH = range(4)
SECTOR: Final = 512


def empty_ext4(folder: Path, data: int) -> bytes:
    file = folder / "disk"
    file.write_bytes(bytes(data))
    subprocess.run(["mke2fs", "-q", "-t", "ext4", file], check=True)
    return file.read_bytes()


def assert_whole(name: str, text: str) -> None:
    line, *others = text.splitlines(keepends=True)
    number = int(line.split()[1])
    assert [line, *others] == [f"{name} {number}\n"] * (1 + number % 700)


@dataclass
class WriteCache:
    began: bytes
    writes: list[tuple[int, bytes] | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._now = bytearray(self.began)

    def serve(self, at: Path) -> tuple[str, str]:
        door = socket.socket(socket.AF_UNIX)
        door.bind(str(at))
        door.listen(1)
        threading.Thread(target=self._serve, args=(door,), daemon=True).start()
        return "-drive", f"driver=nbd,server.type=unix,server.path={at},if=virtio,cache=writeback"

    def cut(self, after: int, chance: Random, lies: int = 0) -> bytearray:
        before = self.writes[:after]
        flushes = [number for number, write in enumerate(before, start=1) if write is None]
        flushed = flushes[-1 - lies] if len(flushes) > lies else 0
        disk = bytearray(self.began)
        for number, write in enumerate(before, start=1):
            if write is None:
                continue
            place, data = write
            if number < flushed:
                disk[place : place + len(data)] = data
                continue
            whole = chance.choice((0.0, 0.5, 1.0))  # lost, torn, or there
            for sector in range(0, len(data), SECTOR):
                if chance.random() < whole:
                    disk[place + sector : place + sector + SECTOR] = data[sector : sector + SECTOR]
        return disk

    def _serve(self, door: socket.socket) -> None:
        with (
            suppress(ConnectionError),
            door,
            door.accept()[0] as qemu,
            qemu.makefile("rb") as line,
        ):  # till it is killed
            if self._agreed(qemu, line):
                self._transmit(qemu, line)

    def _agreed(self, qemu: socket.socket, line: BinaryIO) -> bool:
        qemu.sendall(MAGIC + struct.pack(">H", FIXED_NEWSTYLE))
        line.read(4)
        while head := line.read(OPTION.size):
            _, option, length = OPTION.unpack(head)
            line.read(length)
            match option:
                case 1:
                    qemu.sendall(struct.pack(">QH", len(self._now), TRANSMISSION) + bytes(124))
                    return True
                case 7:
                    export = struct.pack(">HQH", 0, len(self._now), TRANSMISSION)
                    qemu.sendall(OPTION_REPLY.pack(OPTION_REPLY_MAGIC, option, INFO, len(export)) + export)
                    qemu.sendall(OPTION_REPLY.pack(OPTION_REPLY_MAGIC, option, ACK, 0))
                    return True
                case 2:
                    return False
                case _:
                    qemu.sendall(OPTION_REPLY.pack(OPTION_REPLY_MAGIC, option, UNSUPPORTED, 0))
        return False

    def _transmit(self, qemu: socket.socket, line: BinaryIO) -> None:
        while (head := line.read(REQUEST.size)) and len(head) == REQUEST.size:
            _, _, command, handle, place, length = REQUEST.unpack(head)
            answer = b""
            match command:
                case 0:
                    answer = bytes(self._now[place : place + length])
                case 1:
                    data = line.read(length)
                    if len(data) < length:
                        return
                    self._now[place : place + length] = data
                    self.writes.append((place, data))
                case 3:
                    self.writes.append(None)
                case _:
                    return
            qemu.sendall(REPLY.pack(REPLY_MAGIC, 0, handle) + answer)
