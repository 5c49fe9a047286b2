"""`royaltable doctor` on twins, beside a running table, and its list of codes."""

import asyncio
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result

from controller import config
from controller.care.doctor.devices import examine_devices
from controller.care.doctor.findings import PROBLEMS, Finding
from controller.cli.doctor import format_problems_as_markdown
from controller.config import examples, parse_config, replace_gates_by_boards
from controller.config.schema import TableConfig
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import make_twin_table
from controller.store.journal import Journal
from firmware.castle_node import session
from hw.clock import LoopClock
from hw.mfrc522.flavours import COUNTERFEIT
from hw.mfrc522.reader_twin import StuckMiso
from hw.ntag.twin import Ntag213
from hw.testing.clock import VirtualLoop, run_virtual
from hw.testing.table import TwinTable
from hw.values import ReaderId, Uid
from tests.care.doctor.pi import sound_pi
from tests.support.busy_loop import BusyLoop, Charges, charge_i2c
from tests.support.castle_boards import IN_PYTHON
from tests.support.commands import royaltable

TILE = Uid(bytes.fromhex("04a1b2c3d4e5f6"))


doctor = partial(royaltable, "doctor")


def found(result: Result) -> set[tuple[str, str]]:
    findings: list[dict[str, Any]] = json.loads(result.stdout)
    return {(each["code"], each["device"]) for each in findings if each["severity"] != "note"}


def test_no_findings_on_a_healthy_simulated_table() -> None:
    result = doctor("--sim")
    assert result.exit_code == 0
    assert "No problems found." in result.output


@pytest.mark.parametrize(
    ("fault", "finding"),
    [
        ("reader_deaf=yellow", ("RT-READER-SILENT", "yellow")),
        ("oled_missing", ("RT-OLED-WIRES", "oled")),
        ("spinner_stall", ("RT-ARROW-LOST", "spinner")),
        ("home_sensor_never", ("RT-ARROW-LOST", "spinner")),
        ("home_sensor_stuck", ("RT-HALL-STUCK", "spinner")),
    ],
)
def test_each_broken_device_gives_exactly_its_finding(fault: str, finding: tuple[str, str]) -> None:
    result = doctor("--sim", "--json", "--fault", fault)
    assert result.exit_code == 2
    assert found(result) == {finding}


def test_an_unknown_fault_is_a_usage_error() -> None:
    result = doctor("--sim", "--fault", "reader_blind")
    assert result.exit_code == 1
    assert "reader_blind" in result.output


def examined(settings: TableConfig, break_it: Any, loop: Callable[[], VirtualLoop] = VirtualLoop) -> list[Finding]:
    async def life() -> list[Finding]:
        clock = LoopClock()
        table = make_twin_table(settings, clock, IN_PYTHON)
        going_on = break_it(table)
        hardware = Hardware(settings, table, clock)
        try:
            return await examine_devices(settings, hardware, clock, "table.toml", lambda _name: None)
        finally:
            hardware.switch_off()
            if isinstance(going_on, asyncio.Task):
                going_on.cancel()
            assert not any(chip.field.on_since_s < float("inf") for chip in table.readers.values() if not table.boards)

    return run_virtual(life(), loop)


def worse_than_notes(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.code, finding.device) for finding in findings if finding.severity]


@pytest.mark.parametrize(("coupling", "finding"), [(1.0, []), (0.12, [("RT-READER-RANGE", "blue")])])
def test_a_piece_on_a_gate_shows_the_readers_range(coupling: float, finding: list[tuple[str, str]]) -> None:
    def lay(table: TwinTable) -> None:
        table.readers[ReaderId("blue")].enter(Ntag213(TILE), coupling)

    findings = examined(config.simulator(), lay)
    assert worse_than_notes(findings) == finding
    untested = {each.device for each in findings if each.code == "RT-READER-NO-TILE"}
    assert untested == {"yellow", "purple", "grey"}


def test_a_clone_chip_is_reported() -> None:
    def exchange(table: TwinTable) -> None:
        table.mfrc522_twin(ReaderId("grey")).flavour = COUNTERFEIT
        table.readers[ReaderId("grey")].brown_out()

    (clone,) = (finding for finding in examined(config.simulator(), exchange) if finding.severity)
    assert (clone.code, clone.device) == ("RT-READER-CLONE", "grey")
    assert clone.cause == "The reader's chip is 12h, a counterfeit; some read, some do not."


@pytest.mark.parametrize(("spi_hz", "finding"), [(4_000_000, [("RT-SPI-ERRORS", "blue")]), (2_000_000, [])])
def test_a_slow_miso_line_is_reported(spi_hz: int, finding: list[tuple[str, str]]) -> None:
    settings = config.simulator()
    settings = msgspec.structs.replace(settings, table=msgspec.structs.replace(settings.table, spi_hz=spi_hz))

    def load(table: TwinTable) -> None:
        table.readers[ReaderId("blue")].delay_miso_above(2_000_000)

    assert worse_than_notes(examined(settings, load))[:1] == finding  # a later byte may even fail the reader


@pytest.mark.parametrize(("i2c_hz", "noted"), [(400_000, []), (100_000, ["99"])])
def test_the_i2c_clock_is_measured_with_a_picture(i2c_hz: int, noted: list[str]) -> None:
    findings = examined(config.simulator(), charge_i2c, partial(BusyLoop, Charges(i2c_hz=i2c_hz)))
    measured = [finding.cause for finding in findings if finding.code == "RT-I2C-MEASURED"]
    assert [re.findall(r"(\d+) kHz", cause) for cause in measured] == [[khz] for khz in noted]


def test_a_bus_with_one_transfer_per_call_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = config.simulator()
    monkeypatch.setattr(TwinTable, "unbatched_spi_ports", [settings.castle[1].spi])
    noted = [(each.device, each.severity) for each in examined(settings, lambda _: None) if "ONE-BY-ONE" in each.code]
    assert noted == [(settings.castle[1].color, 0)]


def test_a_stuck_knob_is_reported() -> None:
    def hold(table: TwinTable) -> asyncio.Task[None]:
        assert table.knob is not None
        return asyncio.get_running_loop().create_task(table.knob.press(10_000.0))

    assert worse_than_notes(examined(config.simulator(), hold)) == [("RT-BUTTON-STUCK", "console")]


def test_missing_and_outdated_castle_boards_are_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = replace_gates_by_boards(config.simulator())
    assert worse_than_notes(examined(settings, lambda _table: None)) == []

    def unplug(table: TwinTable) -> None:
        table.faults.switch("node_unplug", "grey", on=True)

    assert worse_than_notes(examined(settings, unplug)) == [("RT-BOARD-CABLE", "grey board")]
    monkeypatch.setattr(session, "FIRMWARE_VERSION", "0.0.9")
    old = examined(settings, lambda _table: None)
    assert [finding.code for finding in old if finding.severity] == ["RT-BOARD-FIRMWARE"] * 4
    assert "has firmware 0.0.9" in next(finding.cause for finding in old if finding.severity)


def test_a_pn532_is_examined_as_far_as_it_can_tell() -> None:
    settings = parse_config('castle = [{color = "blue", spi = [0, 0], chip = "pn532"}, {color = "grey", spi = [0, 1]}]')

    async def life() -> list[Finding]:
        clock = LoopClock()
        table = make_twin_table(settings, clock)
        hardware = Hardware(settings, table, clock)
        table.readers[ReaderId("blue")].enter(Ntag213(TILE))
        table.readers[ReaderId("grey")].stick_miso(StuckMiso.LOW)
        findings = await examine_devices(settings, hardware, clock, "table.toml", lambda _name: None)
        hardware.switch_off()
        await asyncio.sleep(0.01)
        assert not table.readers[ReaderId("blue")].rf_on
        return findings

    findings = run_virtual(life())
    assert [(each.code, each.device) for each in findings] == [
        ("RT-READER-UNMEASURED", "blue"),
        ("RT-READER-SILENT", "grey"),
    ]


def test_bad_wires_weak_range_and_chip_at_a_castle_board_are_reported() -> None:
    def disturb(table: TwinTable) -> None:
        table.readers[ReaderId("grey")].delay_miso_above(2_000_000)
        table.hold_card_above(ReaderId("blue"), Ntag213(Uid(bytes.fromhex("04a1b2c3d4e580"))), 30)
        table.mfrc522_twin(ReaderId("yellow")).flavour = COUNTERFEIT
        table.readers[ReaderId("yellow")].brown_out()

    seen = worse_than_notes(examined(replace_gates_by_boards(config.simulator()), disturb))
    assert sorted(seen) == [("RT-BOARD-RANGE", "blue"), ("RT-BOARD-SPI", "grey"), ("RT-READER-CLONE", "yellow")]


def test_a_slowly_starting_castle_board_is_not_missing() -> None:
    def plug_in_late(table: TwinTable) -> None:
        cable = table.cables[ReaderId("grey")]
        cable.pull()
        asyncio.get_running_loop().call_later(4.0, cable.plug)

    assert worse_than_notes(examined(replace_gates_by_boards(config.simulator()), plug_in_late)) == []


@pytest.fixture
def real_table(tmp_path: Path) -> Path:
    settings = '[page]\nhost = "127.0.0.1"\nport = 9\n' + examples.read_example("minimal")
    (tmp_path / "table.toml").write_text(settings)
    (tmp_path / "tags.toml").write_text("[tags]\n")
    return tmp_path / "table.toml"


@pytest.fixture
def untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_arguments: object) -> None:
        raise AssertionError("a device was touched")

    monkeypatch.setattr("controller.cli.doctor.examine_devices", never)


@pytest.mark.usefixtures("untouched")
def test_no_device_is_tested_beside_a_running_table(real_table: Path) -> None:
    with Journal(real_table.parent / "table.journal"):
        result = doctor("--config", str(real_table), "--json")
    findings = {each["code"]: each for each in json.loads(result.stdout)}
    assert "sudo systemctl stop royaltable" in findings["RT-RUNNING"]["command"]
    assert "http://127.0.0.1:9/" in findings["RT-PAGE-SILENT"]["cause"]


@pytest.mark.usefixtures("untouched")
def test_unreadable_table_files_are_reported_and_no_device_tested(
    real_table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda path, _mode: path != real_table.parent)
    assert ("RT-FILES-CLOSED", "machine") in found(doctor("--config", str(real_table), "--json"))


@pytest.mark.usefixtures("untouched")
def test_no_devices_checks_only_machine_and_files(real_table: Path) -> None:
    (real_table.parent / "tags.toml").unlink()
    assert ("RT-TAGS-NONE", "machine") in found(doctor("--config", str(real_table), "--no-devices", "--json"))


def test_mistakes_in_the_settings_are_findings(real_table: Path) -> None:
    real_table.write_text("[table]\nhourglass_s = 5\n")
    result = doctor("--config", str(real_table), "--json")
    assert result.exit_code == 2
    assert found(result) == {("RT-CONFIG-FAULT", "machine")}
    assert doctor("--config", str(real_table.parent / "none.toml"), "--json").exit_code == 2


def test_a_mounted_card_is_checked_with_its_own_settings(tmp_path: Path) -> None:
    pi = sound_pi(tmp_path)
    pi.write("etc/royaltable/table.toml", examples.read_example("a"))
    pi.write("var/lib/royaltable/tags.toml", "[tags]\n")
    pi.change("boot/firmware/config.txt", "dtparam=spi=on", "")
    pi.remove("dev/spidev0.*")
    result = doctor("--root", str(pi.root), "--json")
    assert {code for code, _device in found(result)} - {"RT-DISK-FULL"} == {"RT-SPI-OFF"}  # the disk is this machine's
    pi.remove("var/lib/royaltable/tags.toml")
    assert ("RT-TAGS-NONE", "machine") in found(doctor("--root", str(pi.root), "--json"))


def test_each_code_is_used_and_documented() -> None:
    root = Path(__file__).parents[2]
    sources = [*root.glob("controller/care/**/*.py"), *root.glob("controller/cli/*.py")]
    found_by = re.findall(r'"(RT-[A-Z0-9-]+)"', "".join(path.read_text(encoding="utf-8") for path in sources))
    assert set(found_by) == set(PROBLEMS)
    assert len(PROBLEMS) > 40
    document = root / "docs" / "doctor.md"
    assert document.read_text(encoding="utf-8") == format_problems_as_markdown(), (
        "make it anew: royaltable doctor --codes > docs/doctor.md"
    )
