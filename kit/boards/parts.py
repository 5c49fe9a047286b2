"""What the boards are made of: kinds of parts, placed parts, and the nets that the wiring table gives them.

Lengths are in mm. The origin is a board's lower left corner, seen from above; x goes right and y up.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from controller.config.wiring.wires import GROUND, Wire


@dataclass(frozen=True, slots=True)
class Kind:
    """A part as one buys it.

    Attributes:
        symbol, footprint: names in KiCad's libraries.
        value: printed in the schematic.
        maker, number: manufacturer and part number; '' where any will do.
        pads, pitch: number of pads, and distance of pads 1 and 2.
        lead: diameter or diagonal of a lead; a hole has to be wider.
        body: extent along x and y of the footprint as KiCad has it.
        height: above the board when mounted, with its plug.
        source: where the last five come from.
    """

    symbol: str
    footprint: str
    value: str
    maker: str
    number: str
    pads: int
    pitch: float
    lead: float
    body: tuple[float, float]
    height: float
    source: str

    @property
    def is_bought(self) -> bool:
        return self.symbol != "Connector:TestPoint"


def resistor(value: str, code: str) -> Kind:
    footprint = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal"
    source = "Yageo CFR series, type CFR-25; leads bent to 10.16 mm"
    return Kind("Device:R", footprint, value, "Yageo", f"CFR-25JB-52-{code}", 2, 10.16, 0.55, (6.3, 2.4), 2.5, source)


def jst_xh(pins: int) -> Kind:
    footprint = f"Connector_JST:JST_XH_B{pins}B-XH-A_1x{pins:02}_P2.50mm_Vertical"
    body, source = (2.5 * (pins - 1) + 4.9, 5.75), "JST XH catalogue: top entry, mounted height with housing 9.8 mm"
    symbol = f"Connector_Generic:Conn_01x{pins:02}"
    return Kind(symbol, footprint, f"JST XH, {pins} pins", "JST", f"B{pins}B-XH-A", pins, 2.5, 0.91, body, 9.8, source)


def pin_header(pins: int) -> Kind:
    footprint = f"Connector_PinHeader_2.54mm:PinHeader_1x{pins:02}_P2.54mm_Vertical"
    source = "Würth WR-PHD, straight: pins of 0.64 mm square, 8.5 mm; 17 mm with the plug of a jumper wire"
    number, body = f"613{pins:03}11121", (2.5, 2.54 * pins)
    symbol = f"Connector_Generic:Conn_01x{pins:02}"
    return Kind(symbol, footprint, f"pin header, {pins} pins", "Würth", number, pins, 2.54, 0.91, body, 17.0, source)


def diode(symbol: str, value: str, maker: str, number: str, case: str) -> Kind:
    lead, body, height = {"DO-35_SOD27": (0.56, (4.0, 2.0), 2.0), "DO-41_SOD81": (0.86, (5.2, 2.7), 2.7)}[case]
    footprint = f"Diode_THT:D_{case}_P7.62mm_Horizontal"
    source = f"JEDEC {case[:5]}; leads bent to 7.62 mm"
    return Kind(f"Device:{symbol}", footprint, value, maker, number, 2, 7.62, lead, body, height, source)


R_47, R_56, R_330, R_470 = (resistor(ohm, f"{ohm}R") for ohm in ("47", "56", "330", "470"))
R_1K, R_4K7, R_10K, R_47K = (resistor(value, value.upper()) for value in ("1k", "4k7", "10k", "47k"))
BAT85 = diode("D_Schottky", "BAT85", "Vishay", "BAT85S-TAP", "DO-35_SOD27")
D_4148 = diode("D", "1N4148", "Vishay", "1N4148-TAP", "DO-35_SOD27")
D_5817 = diode("D_Schottky", "1N5817", "onsemi", "1N5817G", "DO-41_SOD81")
C_100U = Kind(
    "Device:C_Polarized", "Capacitor_THT:CP_Radial_D6.3mm_P2.50mm", "100u", "Nichicon", "UVR1E101MED",
    2, 2.5, 0.5, (6.3, 6.3), 12.0, "Nichicon VR series, 25 V: 6.3 x 11 mm",
)  # fmt: skip
C_470U = Kind(
    "Device:C_Polarized", "Capacitor_THT:CP_Radial_D8.0mm_P3.50mm", "470u", "Nichicon", "UVR1C471MPD",
    2, 3.5, 0.6, (8.0, 8.0), 12.5, "Nichicon VR series, 16 V: 8 x 11.5 mm",
)  # fmt: skip
C_100N = Kind(
    "Device:C", "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P2.50mm", "100n", "", "",
    2, 2.5, 0.5, (5.0, 2.5), 6.0, "any ceramic capacitor with leads 2.5 mm apart, 16 V or more",
)  # fmt: skip
LED = Kind(
    "Device:LED", "LED_THT:LED_D5.0mm", "red", "Kingbright", "WP7113ID",
    2, 2.54, 0.71, (5.9, 5.9), 8.6, "Kingbright WP7113ID: 5 mm, leads of 0.5 mm square",
)  # fmt: skip
FUSE = Kind(
    "Device:Polyfuse", "Fuse:Fuse_Bourns_MF-RHT050", "0.5 A", "Bourns", "MF-RHT050",
    2, 5.24, 0.51, (7.4, 3.1), 12.7, "Bourns MF-RHT series; pads 5.1 mm apart, offset by 1.2 mm",
)  # fmt: skip
FUSE_HOLDER = Kind(
    "Device:Fuse", "Fuse:Fuseholder_Cylinder-5x20mm_Schurter_0031_8201_Horizontal_Open", "2 A", "Schurter", "0031.8201",
    2, 22.5, 1.0, (22.7, 9.8), 12.0, "Schurter OGN: open holder for a fuse of 5 x 20 mm",
)  # fmt: skip
TERMINAL = Kind(
    "Connector_Generic:Conn_01x02",
    "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal", "screw terminal",
    "Phoenix Contact", "1715721", 2, 5.08, 1.0, (10.2, 8.1), 13.8, "Phoenix Contact MKDS 1,5/2-5,08",
)  # fmt: skip
BC337 = Kind(
    "Transistor_BJT:Q_NPN_CBE", "Package_TO_SOT_THT:TO-92_Inline_Wide", "BC337", "onsemi", "BC33725TA",
    3, 2.54, 0.56, (5.2, 4.2), 8.0, "onsemi BC337: TO-92, collector, base, emitter; leads bent to 2.54 mm",
)  # fmt: skip
P_MOSFET = Kind(
    "Transistor_FET:Q_PMOS_GDS", "Package_TO_SOT_THT:TO-220-3_Vertical", "IRF4905", "Infineon", "IRF4905PBF",
    3, 2.54, 1.08, (10.4, 4.6), 19.5, "Infineon IRF4905: TO-220, gate, drain, source; its tab is the drain",
)  # fmt: skip
REGULATOR = Kind(
    "Regulator_Linear:AP1117-15", "Package_TO_SOT_THT:TO-220-3_Vertical", "LD1117V33", "ST", "LD1117V33",
    3, 2.54, 0.95, (10.4, 4.6), 19.5, "ST LD1117: TO-220, pin 1 ground, pin 2 and tab output, pin 3 input",
)  # fmt: skip
SHIFTER = Kind(
    "Connector_Generic:Conn_02x07_Counter_Clockwise", "Package_DIP:DIP-14_W7.62mm_Socket", "74AHCT125",
    "Texas Instruments", "SN74AHCT125N", 14, 2.54, 0.6, (7.9, 18.3), 5.1,
    "TI SCLS264, package N: PDIP-14, 19.3 mm long, so 0.5 mm beyond the footprint's outline at both ends",
)  # fmt: skip
TEST_POINT = Kind(
    "Connector:TestPoint", "TestPoint:TestPoint_THTPad_D1.5mm_Drill0.7mm", "test point", "", "",
    1, 0.0, 0.5, (1.5, 1.5), 0.0, "a bare pad with a hole for a probe's tip",
)  # fmt: skip
PI_HEADER = Kind(
    "Connector_Generic:Conn_02x20_Odd_Even", "Connector_IDC:IDC-Header_2x20_P2.54mm_Vertical", "Raspberry Pi", "Würth",
    "61204021621", 40, 2.54, 0.91, (8.9, 58.3), 16.0, "Würth WR-BHD box header; 16 mm with a ribbon cable's plug",
)  # fmt: skip
PICO = Kind(
    "MCU_Module:RaspberryPi_Pico", "Module:RaspberryPi_Pico_Common_THT", "Raspberry Pi Pico", "Raspberry Pi", "SC0915",
    40, 2.54, 0.91, (21.0, 51.0), 15.0, "Raspberry Pi Pico data sheet; on sockets of 8.5 mm",
)  # fmt: skip


Pad = tuple[str, str]
"""Reference of a part, and number of its pad."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part on a board.

    Attributes:
        at: middle of its pads.
        turn: counter-clockwise, in degrees, from the footprint's own position.
        nets: net of each connected pad.
        label: printed beside the part.
        pin_labels: printed beside each pad of a connector.
    """

    ref: str
    kind: Kind
    at: tuple[float, float]
    turn: int
    nets: Mapping[str, str]
    label: str = ""
    pin_labels: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A board.

    Attributes:
        title, title_at: printed on it, and where.
        size: width and depth.
        header: reference of the part that has the wiring table's header.
        ends: contacts of the wiring table's parts: reference of the part here, and pad of each contact; "Q1.2" is
            a pad of another part.
        supplies: nets that are fed from outside, for the electrical check.
        revision, date: printed below the title.
        pour_to: x at which the ground pours end; beyond it are tracks and pads only.
        notes: further printed texts, with their positions.
        jumpers: contacts whose wire leads over a jumper: its part, the pad at the header's net and the one beyond.
        besides: what else to buy: count, maker, number, what it is, references.
        options: references that stay empty without an option.
        joined: what the wiring table's notes say of parts that it does not list: two pads, what is between (None: a
            track), and how many of it at least.
    """

    name: str
    title: str
    title_at: tuple[float, float]
    size: tuple[float, float]
    header: str
    parts: tuple[Part, ...]
    ends: Mapping[str, tuple[str, Mapping[str, str]]]
    supplies: tuple[str, ...]
    revision: str
    date: str
    pour_to: float
    notes: tuple[tuple[float, float, str], ...] = ()
    besides: tuple[tuple[int, str, str, str, str], ...] = ()
    options: Mapping[str, frozenset[str]] = field(default_factory=dict)
    jumpers: Mapping[tuple[str, str], tuple[str, str, str]] = field(default_factory=dict)
    joined: tuple[tuple[Pad, Pad, Kind | None, int], ...] = ()

    @property
    def holes(self) -> list[tuple[float, float]]:
        """Return the middles of the mounting holes for M3."""
        width, depth = self.size
        return [(4, 4), (width - 4, 4), (4, depth - 4), (width - 4, depth - 4)]

    def part(self, ref: str) -> Part:
        return next(part for part in self.parts if part.ref == ref)


def lead(pins: int) -> str:
    """Return what a bought cable to a JST XH header is called; its open ends are soldered to a part."""
    length = 30 if pins == 6 else 20  # the light beams are 23 cm from their header, along the walls
    return f"cable with a plug JST XH of {pins} pins, {length} cm, other end open"


def net_name(signal: str) -> str:
    return "GND" if signal == GROUND else signal.replace(" ", "")


@dataclass(slots=True)
class Nets:
    """The wiring table's nets, and those behind components that are soldered into its wires."""

    wires: Sequence[Wire]
    behind: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def header(self) -> dict[str, str]:
        """Return the net of each used position of the header."""
        return {str(wire.place): net_name(wire.signal) for wire in self.wires}

    def near(self, part: str, contact: str) -> str:
        """Return the net at the header's end of a wire."""
        return next(net_name(wire.signal) for wire in self.wires if (wire.part, wire.contact) == (part, contact))

    def of(self, part: str, pads: Mapping[str, str]) -> dict[str, str]:
        """Return the net of each pad of a part of the wiring table, whose ``pads`` are given by contact."""
        return {
            pad: self.behind.get((part, contact)) or self.near(part, contact)
            for contact, pad in pads.items()
            if (part, contact) in self.behind or any((w.part, w.contact) == (part, contact) for w in self.wires)
        }


def test_points(nets: Mapping[str, str], x: float, top: float) -> list[Part]:
    """Return a column of bare pads for a probe, each with its label above it; ``nets`` are given by label."""
    return [
        Part(f"TP{n}", TEST_POINT, (x, top - 5 * (n - 1)), 0, {"1": net}, label)
        for n, (label, net) in enumerate(nets.items(), start=1)
    ]


def numbered(contacts: Iterable[str]) -> dict[str, str]:
    """Return the pad of each contact, in order from pad 1."""
    return {contact: str(pad) for pad, contact in enumerate(contacts, start=1)}


READER_PINS = ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V")
"""Order on the header of an RC522 module; IRQ stays free."""
