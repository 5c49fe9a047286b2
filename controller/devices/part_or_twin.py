"""Choose the ports of a table: the Pi's own, those of twins, or some of each. No other module decides this.

Twins are imported only where a table has any.
"""

from typing import TYPE_CHECKING

from controller.config.pins import pin_uses
from controller.config.schema import TableConfig
from hw.bus.linux import LinuxPorts
from hw.bus.ports import Ports
from hw.castle_link.messages import BoardId
from hw.clock import Clock
from hw.poll import PollScheduler, PollThread
from hw.values import ReaderId

if TYPE_CHECKING:
    from hw.castle_link.twin import MakeBoard
    from hw.testing.table import TwinTable
    from hw.testing.wiring import TableWiring


def make_linux_ports(config: TableConfig) -> Ports:
    return LinuxPorts(spi_hz=config.table.spi_hz, pins=config.table.pins)


def make_twin_table(config: TableConfig, clock: Clock, make_board: "MakeBoard | None" = None) -> "TwinTable":
    """``make_board`` makes its boards (default: on CPython). The motor has the gear that ``config`` names."""
    from hw.testing.pico.node_board import make_cpython_board  # twins only
    from hw.testing.table import TwinTable  # twins only

    table = TwinTable(wiring(config), clock, make_board or make_cpython_board)
    if table.rotor is not None and config.spinner is not None and config.spinner.half_steps_a_turn is not None:
        table.rotor.half_steps_a_turn = config.spinner.half_steps_a_turn
    return table


def twin_table_if_any(machine: Ports) -> "TwinTable | None":
    if isinstance(machine, LinuxPorts):
        return None
    from hw.testing.table import TwinTable  # twins only

    return machine if isinstance(machine, TwinTable) else None


def make_poll_scheduler(machine: Ports) -> PollScheduler:
    """Twins are polled in the event loop, as their time is virtual."""
    return PollThread() if isinstance(machine, LinuxPorts) else PollScheduler()


def make_ports(config: TableConfig, clock: Clock) -> Ports:
    """Return the Pi's own buses and pins, with twins for the devices marked ``simulated``."""
    if not config.has_simulated_devices:
        return make_linux_ports(config)
    from hw.testing.table import MixedPorts  # twins only

    simulated = config.filter_devices(simulated=True)
    pins = {use.pin for use in pin_uses(simulated) if use.by_gpio}
    return MixedPorts(wiring(simulated), pins, make_linux_ports(config), clock)


def wiring(config: TableConfig) -> "TableWiring":
    from hw.testing.wiring import PanelWiring, TableWiring  # twins only

    oled, spinner, console = config.oled, config.spinner, config.console
    return TableWiring(
        spi_hz=config.table.spi_hz,
        readers={ReaderId(gate.color): gate.spi for gate in config.pi_gate_sections if gate.spi is not None},
        i2c_readers={
            ReaderId(gate.color): gate.i2c_bus for gate in config.pi_gate_sections if gate.i2c_bus is not None
        },
        reader_chips={ReaderId(gate.color): gate.reader_chip.name for gate in config.gate_sections if gate.has_gate},
        reset_pins={
            ReaderId(gate.color): gate.reset_pin for gate in config.pi_gate_sections if gate.reset_pin is not None
        },
        boards={ReaderId(gate): BoardId(node) for gate, node in config.board_by_gate.items()},
        oled=(oled.i2c_bus, oled.address) if oled and oled.spi is None else None,
        oled_spi=(oled.spi, oled.dc_pin) if oled and oled.spi is not None and oled.dc_pin is not None else None,
        oled_chip=oled.chip if oled else "ssd1306",
        oled_reset_pin=oled.reset_pin if oled else None,
        coil_pins=spinner.coil_pins if spinner else None,
        home_pin=spinner.home_pin if spinner else None,
        knob_pins=console.knob_pins if console else None,
        button_pin=console.button_pin if console else None,
        buzzer_pin=console.buzzer_pin if console else None,
        voice=config.voice is not None,
        knob_clicks_a_cycle=console.clicks_a_cycle if console else 1,
        beams={ReaderId(gate.color): gate.beam_pins for gate in config.castle if gate.beams or gate.beam_pins},
        rings={ReaderId(gate.color): gate.ring_pixels for gate in config.castle if gate.ring_pixels is not None},
        panels={
            ReaderId(castle.color): PanelWiring(*castle.panel_pins, own_board=castle.board == "own")
            for castle in config.castle
            if castle.panel_pins is not None
        },
    )
