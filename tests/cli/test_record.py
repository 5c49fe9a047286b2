"""`royaltable record`, `compare` and what the report has of them."""

import json
import re
import zipfile
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from controller.cli.parts import arrow
from hw.bus.recorder import Header, read_recording, write_recording
from hw.mfrc522.flavours import STRICTEST
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.clock import run_virtual
from hw.testing.deviations import DEVIATIONS, record_chip
from tests.support.commands import royaltable

HEADER: Final = Header("royaltable recording 1", {"readers": {"blue": [0, 0]}})


@pytest.fixture(autouse=True)
def virtual_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(arrow, "run", run_virtual)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_a_table_is_recorded_and_its_chips_are_told(tmp_path: Path) -> None:
    recorded = royaltable("record", tmp_path / "a.rec", "--sim", "--seconds", "3")
    assert recorded.exit_code == 0
    assert f"royaltable compare {tmp_path / 'a.rec'}" in recorded.output
    lanes = {event.lane.partition(".")[0] for event in read_recording(tmp_path / "a.rec").events}
    assert {"spi0", "i2c1", "GPIO17", "GPIO26"} <= lanes
    compared = royaltable("compare", tmp_path / "a.rec", "--vcd", tmp_path / "a.vcd")
    assert compared.exit_code == 0
    assert "fits best: the worst that the data sheet allows." in compared.output
    assert (tmp_path / "a.vcd").read_text(encoding="ascii").startswith("$timescale 1 ns $end")


def test_a_deviating_chip_is_named_with_register_and_section(tmp_path: Path) -> None:
    messages = record_chip(DEVIATIONS["no BufferOvfl"][1])
    (tmp_path / "a.rec").write_bytes(write_recording(HEADER, messages))
    compared = royaltable("compare", tmp_path / "a.rec")
    assert compared.exit_code == 1
    assert "ERROR (06h, 9.3.1.7), BUFFER_OVERFLOW: the part answered 00h, its twin 10h" in compared.output


def test_a_new_kind_of_chip_is_written_beside_the_recording(tmp_path: Path) -> None:
    strange = replace(STRICTEST, version=0xB2, keeps_collided_byte=True)
    messages = record_chip(lambda now_s: Mfrc522Twin(now_s, strange))
    (tmp_path / "a.rec").write_bytes(write_recording(HEADER, messages))
    compared = royaltable("compare", tmp_path / "a.rec")
    assert compared.exit_code == 0
    assert "No known kind of chip fits" in compared.output
    flavour = json.loads((tmp_path / "a.rec.spi0.0.flavour.json").read_text(encoding="utf-8"))
    assert (flavour["version"], flavour["keeps_collided_byte"]) == (0xB2, True)


def test_what_is_no_recording_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.rec").write_bytes(b"no recording")
    assert "is no recording, or damaged" in royaltable("compare", tmp_path / "a.rec").output
    assert "No such file" in royaltable("compare", tmp_path / "b.rec").output
    (tmp_path / "c.rec").write_bytes(write_recording(replace(HEADER, wiring={"readers": 3}), []))
    assert "the recording's wiring is wrong" in royaltable("compare", tmp_path / "c.rec").output


def test_a_file_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "a.rec").write_text("mine", encoding="utf-8")
    assert "already exists" in royaltable("record", tmp_path / "a.rec", "--sim").output
    assert (tmp_path / "a.rec").read_text(encoding="utf-8") == "mine"


def test_the_set_up_records_itself_for_the_report(tmp_path: Path) -> None:
    assert royaltable("setup", "--sim", "--again", "--only", "blue").exit_code == 0
    assert "recording.json.gz" in royaltable("report", tmp_path / "report.zip", "--sim").output
    with zipfile.ZipFile(tmp_path / "report.zip") as report:
        (tmp_path / "a.rec").write_bytes(report.read("recording.json.gz"))
    compared = royaltable("compare", tmp_path / "a.rec")
    assert compared.exit_code == 0
    assert "spi0.0: " in compared.output


def test_castle_boards_send_what_they_recorded_of_their_readers(tmp_path: Path) -> None:
    castles = (f'[[castle]]\ncolor = "{color}"\nnode = "{color}"\nsimulated = true\n' for color in ("blue", "yellow"))
    (tmp_path / "table.toml").write_text("".join(castles))
    royaltable("record", tmp_path / "a.rec", "--config", tmp_path / "table.toml", "--seconds", "8")
    compared = royaltable("compare", tmp_path / "a.rec", "--vcd", tmp_path / "a.vcd")
    assert compared.exit_code == 0
    for board in ("blue", "yellow"):
        assert re.search(
            rf"spi {board}\.0: \d{{3,}} messages; fits best: the worst that the data sheet", compared.output
        )
        assert f" spi_{board}.MISO $end" in (tmp_path / "a.vcd").read_text(encoding="ascii")
    assert len(re.findall(r"serial \S+: \d+ lines of the castle board", compared.output)) == 2
