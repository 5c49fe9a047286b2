"""micropython-mfrc522 of danjperron (after Wendlers), the driver of most Picos, unmodified, in a real MicroPython.

It sends the octets of a message one by one and holds the chip select itself. `tools/micropython_driver` brings it.
"""

import os
import shutil
import subprocess
from ast import literal_eval
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bench.shared.raspberry import WireTime
from hw.errors import BusError
from hw.iso14443.picc import MifareClassic1K
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.testing.pico.process import interpreter
from tests.hw.mfrc522.packages import CARD, OTHER_TILE, TILE

SHA256 = "b9456632b9ea3d1ed0835595c812548e3f3af19066d987f00a39f9be5644ccba"
DRIVER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "royaltable/judges/micropython_mfrc522.py"
PICO = Path(__file__).with_name("on_micropython.py")
OK, ERROR = 0, 2
REQUEST, WAKE_UP = "0x26", "0x52"


class Pico:
    """A Pico with that driver, which has started its chip."""

    def __init__(self, folder: Path) -> None:
        shutil.copy(DRIVER, folder / "mfrc522.py")
        self.time = WireTime()
        self.twin = Mfrc522Twin(self.time.now_s)
        self._hertz = 1_000_000
        self._process = subprocess.Popen(
            [interpreter(), PICO],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"MICROPYPATH": f"{folder}:.frozen"},
            text=True,
            bufsize=1,
        )
        self._hertz = self._until_it_answers()

    def ask(self, expression: str) -> Any:
        self._write(expression)
        return self._until_it_answers()

    def lay(self, *piccs: MifareClassic1K | Ntag213) -> None:
        for picc in piccs:
            self.twin.enter(picc)
        self.time.wait(0.01)

    def off(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _until_it_answers(self) -> Any:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            kind, _, text = line.strip().partition(" ")
            if kind == "=":
                return literal_eval(text)
            assert kind == "S", line
            octets = bytes.fromhex(text)
            self._write(self.twin.transfer(octets).hex())
            self.time.clocked(len(octets), self._hertz)
        raise AssertionError("MicroPython has ended")

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    if not DRIVER.exists():
        pytest.skip("micropython-mfrc522 is not here. Cure: tools/micropython_driver, with a network")
    assert sha256(DRIVER.read_bytes()).hexdigest() == SHA256, f"{DRIVER} is another one; remove it"
    try:
        interpreter()
    except BusError as missing:
        pytest.skip(str(missing))
    pico = Pico(tmp_path)
    yield pico
    pico.off()


def test_it_reads_a_card_of_four_octets(pico: Pico) -> None:
    pico.lay(MifareClassic1K(CARD))
    assert pico.ask(f"reader.request({REQUEST})") == (OK, 16)
    assert pico.ask("reader.SelectTagSN()") == (OK, list(CARD))


def test_it_reads_the_whole_uid_of_a_sticker_and_what_it_is(pico: Pico) -> None:
    pico.lay(Ntag213(TILE))
    pico.ask(f"reader.request({REQUEST})")
    assert pico.ask("reader.SelectTagSN()") == (OK, list(TILE))
    assert pico.ask("reader.IsNTAG()") is True
    assert pico.ask("reader.NTAG") == 213


def test_it_reads_a_stickers_first_pages(pico: Pico) -> None:
    sticker = Ntag213(TILE)
    pico.lay(sticker)
    pico.ask(f"reader.request({REQUEST})")
    pico.ask("reader.SelectTagSN()")
    assert pico.ask("reader.read(0)") == (OK, list(b"".join(sticker.page(page) for page in range(4))))


def test_it_writes_a_page_of_a_sticker(pico: Pico) -> None:
    sticker = Ntag213(TILE)
    pico.lay(sticker)
    pico.ask(f"reader.request({REQUEST})")
    pico.ask("reader.SelectTagSN()")
    pico.ask("reader.IsNTAG()")
    assert pico.ask("reader.writeNTAGPage(5, [1, 2, 3, 4])") == OK
    assert sticker.page(5) == b"\x01\x02\x03\x04"


def test_it_sees_nothing_where_two_stickers_lie(pico: Pico) -> None:
    pico.lay(Ntag213(TILE), Ntag213(OTHER_TILE))
    assert pico.ask(f"reader.request({WAKE_UP})") == (OK, 16)
    assert pico.ask("reader.SelectTagSN()") == (ERROR, [])


def test_it_polls_two_thousand_times_on_an_empty_field(pico: Pico) -> None:
    before = pico.twin.transfers
    assert pico.ask(f"reader.request({REQUEST})") == (ERROR, 0)
    assert 2000 < pico.twin.transfers - before < 2030
