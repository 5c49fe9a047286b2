"""Opening devices: a display on SPI, nodes that come back, and parts beside twins."""

import asyncio
from pathlib import Path

import pytest
from PIL import Image

from controller import config
from controller.care.setup.device_test import Prompt
from controller.cli.parts.setup import SimulatedOperator, run_setup
from controller.config import ConfigError, examples, parse_config, pins, schema
from controller.devices import part_or_twin as machines
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth
from controller.devices.part_or_twin import make_ports, make_twin_table
from controller.devices.readers import Passage, poll_reader
from controller.store.setup_results import SetupResults
from hw.bus.linux import LinuxPorts
from hw.bus.ports import Ports
from hw.clock import Clock, LoopClock
from hw.errors import BusError
from hw.mfrc522.driver import Mfrc522
from hw.ntag.twin import Ntag213
from hw.testing.clock import run_virtual
from hw.testing.pico.node_board import CPythonBoard
from hw.testing.table import MixedPorts, TwinTable
from hw.values import ReaderId, Uid
from tests.hw.bus.kernel_nodes import READER_AT, Pi
from tests.support.castle_boards import IN_PYTHON

CASTLES = '[[castle]]\ncolor = "blue"\nspi = [0, 0]\n[[castle]]\ncolor = "grey"\nspi = [0, 1]\n'


def with_oled(lines: str) -> schema.TableConfig:
    return config.parse_config(f"{CASTLES}[oled]\n{lines}")


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106", "ssd1309", "ssd1322", "ssd1327"])
def test_a_picture_reaches_a_display_on_spi_with_each_chip(chip: str) -> None:
    async def shown() -> None:
        settings = with_oled(f'spi = [1, 0]\ndc_pin = 24\nreset_pin = 25\nchip = "{chip}"')
        clock = LoopClock()
        machine = make_twin_table(settings, clock)
        hardware = Hardware(settings, machine, clock)
        devices = DeviceHealth()
        hardware.open(devices)
        picture = Image.new("1", (128, 64))
        picture.paste(1, (3, 5, 90, 40))
        hardware.screen.show(picture)
        assert machine.oled is not None
        glass = machine.oled.image()
        left, top = (glass.width - 128) // 2, (glass.height - 64) // 2
        assert glass.crop((left, top, left + 128, top + 64)).convert("1").tobytes() == picture.tobytes()
        assert {device.name: device.fault for device in devices}["oled"] is None
        assert machine.costs().i2c_bytes == 0
        hardware.switch_off()
        assert not machine.oled.lit

    run_virtual(shown())


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("spi = [1, 0]", "expected both"),
        ("dc_pin = 24", "expected both"),
        ('chip = "ssd1322"', "has no I2C"),
        ("spi = [0, 1]\ndc_pin = 24", "SPI 0.1 is used 2 times"),
        ("spi = [1, 0]\ndc_pin = 20", "pin 20 is used 2 times, by [oled] and SPI bus 1"),
        ("spi = [1, 0]\ndc_pin = 18", "pin 18 is used 2 times, by [oled] and the chip select of SPI 1.0"),
        ("spi = [0, 2]\ndc_pin = 8", "pin 8 is used 2 times, by [oled] and the chip select of SPI 0.0"),
        ("spi = [1, 0]\ndc_pin = 24\nreset_pin = 24", "pin 24 is used 2 times"),
    ],
)
def test_a_display_that_shares_a_wire_is_refused(lines: str, fault: str) -> None:
    with pytest.raises(ConfigError) as refused:
        with_oled(lines)
    assert fault in str(refused.value)


BLUE = ReaderId("blue")


async def test_a_replugged_reader_works_again_within_ten_seconds() -> None:
    clock = LoopClock()
    with Pi(clock.now_s).booted() as pi:
        reader = Mfrc522(LinuxPorts().spi_port(0, 1), clock, name=BLUE)
        health = DeviceHealth()
        sensing = asyncio.create_task(poll_reader(BLUE, reader, clock, health, print))
        await asyncio.sleep(1.0)
        assert not health.is_lost("blue")
        pi.unplug(READER_AT)
        await asyncio.sleep(60.0)
        assert health.is_lost("blue")
        pi.plug(READER_AT)
        await asyncio.sleep(10.0)
        assert not health.is_lost("blue")
        sensing.cancel()


PATIENCE_S = 30.0

ONLY_THE_KNOB_IS_BUILT = """
castle = [{color = "blue", spi = [0, 0], simulated = true}, {color = "yellow", spi = [0, 1], simulated = true}]
[oled]
simulated = true
[spinner]
coil_pins = [17, 27, 22, 23]
home_pin = 26
simulated = true
[console]
knob_pins = [16, 20]
button_pin = 21
"""


class TwoHands(SimulatedOperator):
    """One at the parts that are built, one at the simulated ones on the page."""

    def __init__(self, settings: schema.TableConfig, built: TwinTable) -> None:
        super().__init__()
        real = settings.filter_devices(simulated=False)
        self._built = built
        self._at_the_built = {castle.color for castle in real.castle}
        self._built_knob = real.console is not None
        self.at: list[tuple[str, bool]] = []

    async def react_after_delay(self, table: TwinTable, clock: Clock, request: Prompt) -> None:
        at_castle = request.device in {"blue", "yellow"} and not request.step.is_question
        built = request.device in self._at_the_built if at_castle else self._built_knob
        self.at.append((request.device, built))
        if not request.step.is_question:
            await super().react_after_delay(self._built if built else table, clock, request)
            return
        knob = (self._built if self._built_knob else table).knob  # answers questions about every device
        assert knob is not None
        await clock.sleep_until(clock.now_s() + 0.5)
        seen = self.sees(self._built if request.device in self._at_the_built else table, request)
        await knob.press(0.1 if seen else 1.2)


def walked(settings: schema.TableConfig, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], TwoHands]:
    """Set the table up, with what is built behind ports of its own; gives what does not work, and the hands."""

    async def life() -> tuple[list[str], TwoHands]:
        clock = LoopClock()
        built = make_twin_table(settings.filter_devices(simulated=False), clock, IN_PYTHON)
        built.places = {f"/dev/serial/{place}": cable for place, cable in built.places.items()}
        monkeypatch.setattr(machines, "make_linux_ports", lambda _config: built)
        both = make_ports(settings, clock)
        assert isinstance(both, MixedPorts)
        hands = TwoHands(settings, built)
        left = await run_setup(settings, both, clock, SetupResults(folder / "certificate"), None, PATIENCE_S, hands)
        return left, hands

    return run_virtual(life())


def test_one_castle_board_is_built_and_the_rest_is_simulated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, hands = walked(parse_config(examples.read_example("minimal")), tmp_path, monkeypatch)
    assert left == []
    assert {("blue", True), ("yellow", False), ("console", False), ("oled", False)} <= set(hands.at)


def test_a_real_knob_and_a_simulated_arrow_get_their_own_pins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, hands = walked(parse_config(ONLY_THE_KNOB_IS_BUILT), tmp_path, monkeypatch)
    assert left == []
    assert {("blue", False), ("yellow", False), ("console", True), ("spinner", True)} <= set(hands.at)


def test_only_a_missing_real_device_is_lost(tmp_path: Path) -> None:
    """This machine has no castle board."""
    settings = parse_config(examples.read_example("minimal"))

    async def life() -> list[str]:
        clock = LoopClock()
        both = make_ports(settings, clock)
        assert isinstance(both, TwinTable)
        assert not both.is_all_twins
        with pytest.raises(BusError):
            both.spi_port(0, 0)
        return await run_setup(
            settings, both, clock, SetupResults(tmp_path / "certificate"), None, PATIENCE_S, SimulatedOperator()
        )

    assert run_virtual(life()) == ["blue"]


def test_devices_are_real_unless_marked_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Ports] = []

    def real(config: schema.TableConfig) -> Ports:
        made.append(make_twin_table(config, LoopClock()))
        return made[0]

    monkeypatch.setattr(machines, "make_linux_ports", real)

    async def life() -> None:
        assert make_ports(parse_config(examples.read_example("b")), LoopClock()) is made[0]

    run_virtual(life())


def test_a_simulated_device_does_not_share_its_pins() -> None:
    with pytest.raises(ConfigError, match="pin 26 is used 2 times"):
        parse_config(ONLY_THE_KNOB_IS_BUILT.replace("[16, 20]", "[16, 26]"))


ON_I2C = """
castle = [{{color = "blue", i2c_bus = 1}}, {{color = "yellow", {yellow}}}]
[oled]
"""


def test_a_castle_with_a_ws1850s_on_i2c_beside_the_display_is_read() -> None:
    async def life() -> None:
        settings, clock = parse_config(ON_I2C.format(yellow="spi = [0, 1]")), LoopClock()
        table = make_twin_table(settings, clock)
        hardware = Hardware(settings, table, clock)
        reader = hardware.readers.open(settings.castle[0])
        await reader.start()
        table.readers[BLUE].enter(Ntag213(Uid(bytes.fromhex("04a1b2c3d4e580"))))
        await asyncio.sleep(0.01)
        assert (await reader.poll()).uids == {bytes.fromhex("04a1b2c3d4e580")}
        assert [use.part for use in pins.pin_uses(settings) if use.pin in (2, 3)] == ["display and blue reader"] * 2
        hardware.switch_off()
        assert not table.readers[BLUE].rf_on

    run_virtual(life())


def test_a_pn532_is_polled_beside_another_reader_on_the_same_bus() -> None:
    async def life() -> None:
        castles = (
            'castle = [{color = "blue", spi = [0, 0], chip = "pn532", reset_pin = 27}, {color = "grey", spi = [0, 1]}]'
        )
        settings, clock = parse_config(castles), LoopClock()
        table = make_twin_table(settings, clock)
        hardware, health = Hardware(settings, table, clock), DeviceHealth()
        passages: list[Passage] = []
        polling = [
            asyncio.create_task(
                poll_reader(ReaderId(castle.color), hardware.readers.open(castle), clock, health, passages.append)
            )
            for castle in settings.castle
        ]
        await asyncio.sleep(1.0)
        table.faults.switch("reader_deaf", "blue", on=True)
        await asyncio.sleep(3.0)
        assert health.is_lost("blue")
        table.faults.mend_all()
        await asyncio.sleep(10.0)
        for gate in (BLUE, ReaderId("grey")):
            await table.pass_tile(gate, Uid(bytes.fromhex("04a1b2c3d4e580")))
        await asyncio.sleep(1.0)
        assert [passage.reader for passage in passages] == ["blue", "grey"]
        assert not health.is_lost("blue")
        for task in polling:
            task.cancel()
        hardware.switch_off()
        await asyncio.sleep(0.01)
        assert table.still_on() == []

    run_virtual(life())


def test_a_castle_board_gets_its_settings_from_the_file_and_reads_over_i2c() -> None:
    async def life() -> None:
        blue = '{color = "blue", node = "b", chip = "ws1850s", gain_db = 33, ring_pixels = 16}'
        settings = parse_config(f'castle = [{blue}, {{color = "grey", node = "g"}}]')
        clock = LoopClock()
        table = make_twin_table(settings, clock)
        hardware = Hardware(settings, table, clock)
        passages: list[Passage] = []
        hardware.boards.tile_passed.connect(passages.append)
        running = asyncio.create_task(hardware.boards.run())
        await asyncio.sleep(5.0)
        for gate in (BLUE, ReaderId("grey")):
            await table.pass_tile(gate, Uid(bytes.fromhex("04a1b2c3d4e580")))
        await asyncio.sleep(1.0)
        assert [passage.reader for passage in passages] == ["blue", "grey"]
        board = table.boards[BLUE]
        assert isinstance(board, CPythonBoard)
        assert board.settings == {"id": "b", "gain": "33", "long": "800", "reader": "i2c", "ring": "16", "beams": "0"}
        assert [table.mfrc522_twin(gate).gain_db() for gate in (BLUE, ReaderId("grey"))] == [33, 38]
        running.cancel()
        hardware.switch_off()
        table.close()

    run_virtual(life())


@pytest.mark.parametrize(
    ("yellow", "fault"),
    [
        ('i2c_bus = 3, chip = "pn532"', 'chip = "pn532" is for another bus'),
        ('spi = [0, 0], chip = "pn532", gain_db = 48', "a PN532 keeps its own gain"),
        ('spi = [0, 0], chip = "pn532", driver = "mfrc522"', "drives no other chip"),
        ("spi = [0, 0], ring_pixels = 12", "only a castle board drives a ring"),
        ('node = "y", chip = "pn532"', "a castle board drives no PN532"),
        ('spi = [0, 0], chip = "ws1850s"', 'chip = "ws1850s" is for another bus'),
        ('node = "y", driver = "mfrc522"', "Set only color, node, chip, beams, ring_pixels, gain_db, earphone"),
        ("i2c_bus = 1", "I2C bus 1, address 28h is used 2 times"),
        ('i2c_bus = 3, driver = "mfrc522"', "the package mfrc522 drives no other chip, nor I2C"),
        ("i2c_bus = 3, spi = [0, 0]", "expected exactly one of node"),
    ],
)
def test_a_reader_on_i2c_that_cannot_work_is_refused(yellow: str, fault: str) -> None:
    with pytest.raises(ConfigError) as refused:
        parse_config(ON_I2C.format(yellow=yellow))
    assert fault in str(refused.value)
