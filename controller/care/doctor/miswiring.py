"""Wiring mistakes that a program can notice, and findings that name the wires with both their ends."""

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from controller.care.doctor.findings import Finding, make_finding
from controller.config.schema import CastleSection, OledSection, SpinnerSection, TableConfig
from controller.config.wiring.wires import BoardKind, Wire, board_wires, pi_wires
from controller.devices.health import BOARD_SUFFIX
from hw.clock import Clock
from hw.errors import BusHeld, HardwareError
from hw.reader_record import ReaderSettings
from hw.values import ReaderId

if TYPE_CHECKING:
    from controller.devices.hardware import Hardware
    from hw.castle_link.driver import CastleLink


def describe_ends(wires: Iterable[Wire], part: str, header: str = "the Pi") -> dict[str, str]:
    """Return each wire of a part with both its ends, by the part's contact."""
    return {
        wire.contact: f"{part} {wire.contact} to pin {wire.place} of {header} ({wire.signal})"
        for wire in wires
        if wire.part == part
    }


def _ends(wires: dict[str, str], part: str, *contacts: str) -> str:
    return "; ".join(wires.get(contact, f"{part} {contact}") for contact in contacts)


# The console


def knob_finding(code: str, config: TableConfig, *still: str) -> Finding:
    wires = describe_ends(pi_wires(config), "encoder")
    console = config.console
    assert console is not None
    a, b = console.knob_pins
    values = {
        "contact": " and ".join(still),
        "wires": _ends(wires, "encoder", *(still or "AB")),
        "plus": _ends(wires, "encoder", "+"),
        "button": _ends(wires, "encoder", "SW"),
        "ground": _ends(wires, "encoder", "C and SW"),
        "pins": f"[{b}, {a}]",
    }
    return make_finding(code, "console", **values)


def buzzer_finding(config: TableConfig) -> Finding:
    part = "buzzer's transistor"
    wires = describe_ends(pi_wires(config), part)
    return make_finding(
        "RT-BUZZER-SILENT", "buzzer", base=_ends(wires, part, "base"), rest=_ends(wires, part, "emitter")
    )


# The display

DISPLAY_ADDRESSES: Final = (0x3C, 0x3D)
"""Of the chips, by the level of SA0 (SSD1306, 8.1.5)."""


def find_display_address(hardware: "Hardware", oled: OledSection) -> int | None:
    """Return another address at which a display acknowledges, or None."""
    for address in DISPLAY_ADDRESSES:
        if address != oled.address:
            with suppress(HardwareError):
                hardware.ports.i2c_port(oled.i2c_bus).read(address, 1)
                return address
    return None


def display_address_finding(config: TableConfig, oled: OledSection, address: int) -> Finding:
    wires = _ends(describe_ends(pi_wires(config), "display"), "display", "SDA", "SCL")
    return make_finding("RT-OLED-ADDRESS", "oled", seen=f"0x{address:02X}", named=f"0x{oled.address:02X}", wires=wires)


def display_finding(code: str, config: TableConfig) -> Finding:
    wires = describe_ends(pi_wires(config), "display")
    data, supply = _ends(wires, "display", "SDA", "SCL"), _ends(wires, "display", "VCC", "GND")
    return make_finding(code, "oled", wires=data, supply=supply)


# The arrow

USUAL_HALF_STEPS_A_TURN: Final = 4075.7728
"""Of the usual gear, whose teeth were counted (`hw.stepper.half_step.GEAR_RATIO`)."""

GEARS: Final = (USUAL_HALF_STEPS_A_TURN, 4096.0, 2048.0, 1024.0)
"""Half-steps a turn of motors that are sold as 28BYJ-48."""

GEAR_SHARE: Final = 0.001
"""Difference within which a measured turn counts as that of a known gear."""


def usual_gear(measured: float) -> float:
    """Return the known gear that was measured, else the measured value."""
    nearest = min(GEARS, key=lambda gear: abs(gear - measured))
    return round(nearest if abs(nearest - measured) <= GEAR_SHARE * nearest else measured, 4)


def gear_finding(wiring: SpinnerSection, measured: float, config_file: str) -> Finding | None:
    named = wiring.half_steps_a_turn or USUAL_HALF_STEPS_A_TURN
    if abs(measured - named) <= GEAR_SHARE * named:
        return None
    values = {"measured": f"{measured:g}", "named": f"{named:g}", "gear": f"{usual_gear(measured):g}"}
    return make_finding("RT-ARROW-GEAR", "spinner", config=config_file, **values)


def coils_finding(code: str, config: TableConfig) -> Finding:
    wires = describe_ends(pi_wires(config), "ULN2003")
    inputs = _ends(wires, "ULN2003", "IN1", "IN2", "IN3", "IN4")
    return make_finding(code, "spinner", wires=inputs, supply=_ends(wires, "ULN2003", "+", "-"))


def hall_finding(code: str, config: TableConfig) -> Finding:
    wires = describe_ends(pi_wires(config), "Hall sensor")
    out, supply = _ends(wires, "Hall sensor", "OUT"), _ends(wires, "Hall sensor", "VCC", "GND")
    return make_finding(code, "spinner", out=out, supply=supply)


# Gates


def gate_wires(config: TableConfig, gate: CastleSection, part: str) -> dict[str, str]:
    """Return the wires of a gate's part with both their ends."""
    if gate.node is None and (gate.board == "pi" or part == "reader"):
        own = f"{gate.color} {part}"
        wires = describe_ends(pi_wires(config), own)
        panel = describe_ends(pi_wires(config), f"{gate.color} castle")
        return wires | {contact: text for contact, text in panel.items() if contact.startswith(part)}
    kind = BoardKind(gate.reader_chip, gate.ring_pixels, gate.beams)
    return describe_ends(board_wires(kind=kind), part, f"{gate.color}'s Pico")


def reader_finding(code: str, config: TableConfig, gate: CastleSection, **values: Any) -> Finding:
    wires, part = gate_wires(config, gate, "reader"), f"{gate.color} reader"
    contacts = gate.reader_chip.contacts
    named = {name: contacts.get(name, name) for name in ("MISO", "MOSI", "SCK", "SDA", "RST", "3.3V", "GND")}
    supply = named["3.3V"]
    wires.setdefault(supply, f"{part} {supply} to the output of the regulator that feeds the readers (3.3 V)")
    ends = {
        "data": _ends(wires, part, named["MISO"], named["MOSI"]),
        "select": _ends(wires, part, named["SDA"]),
        "reset": _ends(wires, part, named["RST"]),
        "supply": _ends(wires, part, supply, named["GND"]),
    }
    return make_finding(code, gate.color, **ends, **values)


def exchanged_gates_finding(config: TableConfig, gate: CastleSection, other: CastleSection, part: str) -> Finding:
    """Say which wires to exchange; ``part`` is ``reader`` or ``panel``."""
    if part == "reader":
        contact = gate.reader_chip.contacts.get("SDA", "SDA")
        wires = [_ends(gate_wires(config, each, part), f"{each.color} {part}", contact) for each in (gate, other)]
    else:
        names = ("button yes", "button no", "left lamp", "middle lamp", "right lamp")
        wires = [text for name in names if (text := gate_wires(config, gate, name.split()[0]).get(name))]
    return make_finding("RT-GATES-EXCHANGED", gate.color, other=other.color, parts=f"{part}s", wires="; ".join(wires))


def button_finding(code: str, config: TableConfig, gate: CastleSection, button: str) -> Finding:
    of_board = gate_wires(config, gate, f"button {button}")
    on_pins = gate_wires(config, gate, "button").get(f"button {button}", "")
    wires = "; ".join(of_board.values()) or on_pins or f"button {button} of {gate.color}"
    return make_finding(code, gate.color, button=button, castle=gate.color, wires=wires)


def lamp_finding(code: str, config: TableConfig, gate: CastleSection, lamps: Iterable[str]) -> Finding:
    ends = []
    for lamp in lamps:
        of_board = gate_wires(config, gate, f"{lamp} lamp")
        on_pins = gate_wires(config, gate, lamp).get(f"{lamp} lamp", f"{lamp} lamp of {gate.color}")
        ends.append("; ".join(of_board.values()) or on_pins)
    return make_finding(code, gate.color, lamps=" and ".join(lamps), wires="; ".join(ends))


def beams_finding(config: TableConfig, gate: CastleSection, fault: object) -> Finding:
    return make_finding(
        "RT-BEAMS", gate.color, fault=fault, wires="; ".join(gate_wires(config, gate, "beams").values())
    )


LAST_SPI_SELECTS: Final = ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2))
"""Chip selects that a Pi's header can have."""


async def find_reader_elsewhere(
    config: TableConfig, hardware: "Hardware", clock: Clock, gate: CastleSection
) -> tuple[int, int] | None:
    """Return a chip select that table.toml does not name, at which a reader answers."""
    taken = {each.spi for each in config.gate_sections} | {config.oled.spi if config.oled else None}
    for where in LAST_SPI_SELECTS if gate.spi is not None and gate.driver == "own" else ():
        if where in taken:
            continue
        with suppress(HardwareError):
            port = hardware.ports.spi_port(*where)
            settings = ReaderSettings(ReaderId(gate.color), clock, gate.gain_db, None, None)
            reader = gate.reader_chip.open(port, settings)
            await reader.start()
            reader.off()
            return where
    return None


def reader_elsewhere_finding(config: TableConfig, gate: CastleSection, where: tuple[int, int]) -> Finding:
    named = str(list(gate.spi or ()))
    return reader_finding("RT-READER-ELSEWHERE", config, gate, seen=str(list(where)), named=named)


def lost_device_finding(config: TableConfig, hardware: "Hardware", device: str) -> Finding | None:
    """Return what is wrong with the wires of a device that a running table has lost, if a program can tell."""
    if device == "oled" and config.oled is not None and config.oled.spi is None:
        try:
            hardware.ports.i2c_port(config.oled.i2c_bus).read(config.oled.address, 1)
        except BusHeld:
            return None  # the driver names the cure
        except HardwareError:
            pass
        address = find_display_address(hardware, config.oled)
        if address is not None:
            return display_address_finding(config, config.oled, address)
        return display_finding("RT-OLED-WIRES", config)
    gates = {each.color + BOARD_SUFFIX: each for each in config.gate_sections if each.node is not None}
    link = hardware.boards.open() if device in gates else None
    if link is None:
        return None
    return missing_board_finding(gates[device], link, len(hardware.ports.serial_port_names()), len(gates))


def missing_board_finding(gate: CastleSection, link: "CastleLink", ports: int, boards: int) -> Finding | None:
    """Return why a board is missing, if its ports tell."""
    device = gate.color + BOARD_SUFFIX
    if link.repeated_ids:
        return make_finding("RT-BOARD-SAME-ID", device, ids=", ".join(link.repeated_ids))
    if link.silent_ports:
        return make_finding("RT-BOARD-MICROPYTHON", device, port=", ".join(link.silent_ports))
    if ports < boards:
        return make_finding("RT-BOARD-CABLE", device, seen=ports or "no", expected=boards, board=gate.node)
    return None
