"""The machine a table runs on, the only choice of part or twin: the Pi's own ports, those of twins, or some of each."""

from typing import Final

from controller.config import TableConfig
from controller.config.pins import pin_uses
from hw.bus.ports import Ports
from hw.castle_link.board_twin import MakeBoard
from hw.castle_link.messages import BoardId
from hw.castle_link.twin import PythonBoard
from hw.clock import Clock
from hw.testing import boards
from hw.testing.mixed_ports import MixedPorts
from hw.testing.table import TwinTable
from hw.testing.wiring import PanelWiring, TableWiring
from hw.units import ReaderId

BOARD_MAKERS: Final = boards.MAKERS
"""What may run on the castle boards of a simulated machine."""


def parts(_clock: Clock) -> Ports:
    """The Pi's own buses and pins."""
    from hw.bus.linux import LinuxPorts  # noqa: PLC0415  # spidev, smbus2 and lgpio are there on a Pi only

    return LinuxPorts()


def twins(config: TableConfig, clock: Clock, make_board: MakeBoard = PythonBoard) -> TwinTable:
    """A simulated machine wired as ``config`` says, with such castle boards where it has any."""
    return TwinTable(wiring(config), clock, make_board)


def machine(config: TableConfig, clock: Clock) -> Ports:
    """The Pi's own buses and pins, with twins of the devices that ``config`` calls simulated."""
    if not config.partly_simulated:
        return parts(clock)
    simulated = config.only(simulated=True)
    pins = {use.pin for use in pin_uses(simulated) if use.by_gpio}
    return MixedPorts(wiring(simulated), pins, parts(clock), clock)


def wiring(config: TableConfig) -> TableWiring:
    """What a person soldered who followed ``config``."""
    oled, spinner, console = config.oled, config.spinner, config.console
    return TableWiring(
        readers={ReaderId(gate.color): gate.spi for gate in config.own_gates if gate.spi is not None},
        boards={ReaderId(gate): BoardId(node) for gate, node in config.boards.items()},
        oled=(oled.i2c_bus, oled.address) if oled and oled.spi is None else None,
        oled_spi=(oled.spi, oled.dc_pin) if oled and oled.spi is not None and oled.dc_pin is not None else None,
        oled_chip=oled.chip if oled else "ssd1306",
        coil_pins=spinner.coil_pins if spinner else None,
        home_pin=spinner.home_pin if spinner else None,
        knob_pins=console.knob_pins if console else None,
        button_pin=console.button_pin if console else None,
        panels={
            ReaderId(castle.color): PanelWiring(*castle.panel, own_board=castle.board == "own")
            for castle in config.castle
            if castle.panel is not None
        },
    )
