"""The castle board: a Pico on sockets, readers, lamps, buttons, a gate's light beams, a ring, the table's own 5 V."""

from typing import Final

from controller.config.pins import BEAM_CONTACTS
from controller.config.wiring.wires import LEVEL_SHIFTER, BoardKind, Wire, board_wires, own_supply_wires
from hw.reader_chips import READER_CHIPS
from kit.boards import parts

READERS: Final = 2
LAMPS: Final = ("left", "middle", "right")
POUR_TO: Final = 84.0
"""The readers' edge has no pour: metal within 20 mm of a coil takes its field by eddy currents. The coil
begins 4 mm beyond the board's edge, as the castle's wall touches the gate (1.0 + 1.6 mm, and the gate's 1.4 mm)."""


def _option_wires() -> list[Wire]:
    """Return the wires of a ring and of a WS1850S on I2C, which replace lamps and readers, and of light beams."""
    ring = [wire for wire in board_wires(kind=BoardKind(ring_pixels=12)) if wire.part in {LEVEL_SHIFTER, "ring"}]
    on_i2c = board_wires(kind=BoardKind(READER_CHIPS["ws1850s"]))
    beams = board_wires(kind=BoardKind(beams=True))
    return [
        *ring,
        *(wire for wire in on_i2c if wire.part == "reader"),
        *(wire for wire in beams if wire.part == "beams"),
    ]


WIRES: Final = [*board_wires(READERS), *own_supply_wires(), *_option_wires()]
"""What the wiring table says of this board."""

_READER = parts.numbered(parts.READER_PINS)
_BUTTON = parts.numbered(("one side", "the other side"))
_LAMP = {"cathode": "1", "anode": "2"}
_SUPPLY = parts.numbered(("5 V", "ground"))

_nets = parts.Nets(
    WIRES,
    {
        **{(f"reader {n}", "SCK"): "SCK" for n in (1, 2)},
        **{(f"reader {n}", "MOSI"): "MOSI" for n in (1, 2)},
        **{(f"reader {n}", "MISO"): f"MISO_{n}" for n in (1, 2)},
        **{(f"{lamp} lamp", "anode"): f"LED_{lamp}" for lamp in LAMPS},
        ("table's own supply", "5 V"): "5V_IN",
    },
)
_near = _nets.near


def _reader_parts(number: int, y: float) -> list[parts.Part]:
    reader = f"reader {number}"
    power = {"1": "3.3V", "2": "GND"}
    select = {"1": "3.3V", "2": _near(reader, "SDA")}
    miso = {"1": _near(reader, "MISO"), "2": f"MISO_{number}"}
    pins, label = _nets.of(reader, _READER), f"reader {number}"
    return [
        parts.Part(f"J{number}", parts.pin_header(8), (94, y), 0, pins, label, parts.READER_PINS),
        parts.Part(f"R{number}", parts.R_10K, (76, y + 8), 0, select),
        parts.Part(f"D{number}", parts.BAT85, (76, y + 3), 0, miso),
        parts.Part(f"C{number}", parts.C_100U, (82, y - 6), 180, power),
        parts.Part(f"C{number + 2}", parts.C_100N, (74, y - 6), 180, power),
    ]


def _lamp_parts(number: int, lamp: str, x: float) -> list[parts.Part]:
    behind = f"LED_{lamp}"
    return [
        parts.Part(f"D{number + 3}", parts.LED, (x, 9), 0, _nets.of(f"{lamp} lamp", _LAMP), lamp),
        parts.Part(f"R{number + 4}", parts.R_330, (x, 15), 0, {"1": _near(f"{lamp} lamp", "anode"), "2": behind}),
    ]


_sck, _mosi, _miso = (_near("reader 1", contact) for contact in ("SCK", "MOSI", "MISO"))
_sda, _scl, _pixel = _near("reader", "SDA"), _near("reader", "SCL"), _near(LEVEL_SHIFTER, "1A (2)")
_I2C = {"1": _scl, "2": _sda, "3": "VSYS", "4": "GND", "5": "3.3V"}
"""Grove's order, whose four wires are SCL, SDA, supply, ground; modules for 3.3 V take the last pin instead."""
_beams = [_near("beams", contact) for contact in BEAM_CONTACTS]
_beam_light = _near("beams", "LEDs' transistor, base")
_BEAMS = {**{str(pad): net for pad, net in enumerate(_beams, start=1)}, "4": "GND", "5": "BEAM_LEDS", "6": "BEAM_LIGHT"}
_SHIFTER = {
    **dict.fromkeys(("1", "4", "5", "7", "9", "10", "12", "13"), "GND"), "2": _pixel, "3": "PIXEL_5V", "14": "5V_F"
}  # fmt: skip
"""Inputs of the three gates that nothing uses are at ground."""
_TESTED = {"5V": "VSYS", "3.3V": "3.3V", "GND": "GND", "SCK": "SCK", "MOSI": "MOSI", "MISO": _miso}

CASTLE: Final = parts.Board(
    name="castle",
    title="royaltable castle board",
    title_at=(17, 56.2),
    revision="B",
    date="2026-11",
    pour_to=POUR_TO,
    size=(100, 70),
    header="A1",
    parts=(
        parts.Part("A1", parts.PICO, (25.85, 42), 90, {**dict.fromkeys(("3", "8", "28"), "GND"), **_nets.header()}),
        *_reader_parts(1, 49),
        *_reader_parts(2, 21),
        parts.Part("R3", parts.R_47, (60.4, 48.6), 0, {"1": _sck, "2": "SCK"}),
        parts.Part("R4", parts.R_47, (60.4, 44.1), 0, {"1": _mosi, "2": "MOSI"}),
        parts.Part("R8", parts.R_470, (60.4, 39.6), 0, {"1": _miso, "2": "GND"}),
        *(part for n, lamp in enumerate(LAMPS) for part in _lamp_parts(n + 1, lamp, 28 + 13 * n)),
        parts.Part("J3", parts.jst_xh(2), (64, 8), 0, _nets.of("button yes", _BUTTON), "yes"),
        parts.Part("J4", parts.jst_xh(2), (73, 8), 0, _nets.of("button no", _BUTTON), "no"),
        parts.Part(
            "J5", parts.TERMINAL, (37, 62.3), 180, _nets.of("table's own supply", _SUPPLY), "5 V", ("+5V", "GND")
        ),
        parts.Part("F1", parts.FUSE, (25, 61), 0, {"1": "5V_F", "2": "5V_IN"}),
        parts.Part("D3", parts.D_5817, (13, 61), 0, {"1": "VSYS", "2": "5V_F"}),
        parts.Part("J6", parts.pin_header(5), (12, 25), 90, _I2C, "I2C", ("SCL", "SDA", "5V", "GND", "3.3V")),
        parts.Part("R9", parts.R_4K7, (12, 18.5), 0, {"1": _sda, "2": "3.3V"}),
        parts.Part("R10", parts.R_4K7, (12, 14), 0, {"1": _scl, "2": "3.3V"}),
        parts.Part(
            "J7", parts.jst_xh(3), (85.5, 63.5), 0, {"1": "5V_F", "2": "DIN", "3": "GND"}, "WS2812", ("5V", "IN", "GND")
        ),
        parts.Part("U1", parts.SHIFTER, (53.1, 62), 270, _SHIFTER),
        parts.Part("R11", parts.R_330, (59, 53.1), 0, {"1": "PIXEL_5V", "2": "DIN"}),
        parts.Part("C5", parts.C_470U, (68.3, 63.8), 0, {"1": "5V_F", "2": "GND"}),
        parts.Part("C6", parts.C_100N, (68.2, 53.1), 0, {"1": "5V_F", "2": "GND"}),
        parts.Part("J8", parts.jst_xh(6), (34.5, 22.8), 0, _BEAMS, "beams", ("1", "2", "3", "GND", "L+", "L-")),
        *(
            parts.Part(f"R{12 + n}", parts.R_47K, (60.4, 35.1 - 4.5 * n), 0, {"1": net, "2": "3.3V"})
            for n, net in enumerate(_beams)
        ),
        parts.Part("R15", parts.R_1K, (12, 9.4), 0, {"1": _beam_light, "2": "BEAM_BASE"}),
        parts.Part("R16", parts.R_56, (60.4, 21.6), 0, {"1": "VSYS", "2": "BEAM_LEDS"}),
        parts.Part("Q1", parts.BC337, (20.5, 5), 0, {"1": "BEAM_LIGHT", "2": "BEAM_BASE", "3": "GND"}),
        *parts.test_points(_TESTED, 68.3, 46.5),
    ),
    ends={
        **{f"reader {n}": (f"J{n}", _READER) for n in (1, 2)},
        "button yes": ("J3", _BUTTON),
        "button no": ("J4", _BUTTON),
        **{f"{lamp} lamp": (f"D{n}", _LAMP) for n, lamp in enumerate(LAMPS, start=4)},
        "table's own supply": ("J5", _SUPPLY),
        "reader": ("J6", {"SCL": "1", "SDA": "2", "GND": "4", "3.3V": "5"}),
        LEVEL_SHIFTER: ("U1", {"1A (2)": "2", "GND (7) and 1OE (1)": "7"}),
        "ring": ("J7", {"GND": "3"}),
        "beams": (
            "J8",
            {
                **parts.numbered((*BEAM_CONTACTS, "emitters")),
                "LEDs' transistor, base": "Q1.2",
                "47 kΩ": "R12.2",
                "LEDs": "R16.1",
            },
        ),
    },
    supplies=("VSYS",),
    besides=(
        (2, "Sullins", "PPTC201LFBN-RC", "socket, 20 pins, 8.5 mm high", "A1"),
        (2, "Würth", "61302011121", "pin strip, 20 pins; a Pico H has them", "A1"),
        (1, "", "", "cable of 8 wires with 2.54 mm sockets at both ends, 10 cm", "J1"),
        (1, "", "", "cable of 8 wires with 2.54 mm sockets at both ends, 10 cm", "J2"),
        (2, "", "", parts.lead(2), "J3 J4"),
        (1, "", "", parts.lead(3), "J7"),
        (1, "", "", parts.lead(6), "J8"),
    ),
    options={
        "a second reader": frozenset({"J2", "R2", "D2", "C2", "C4"}),
        "a reader on I2C": frozenset({"J6", "R9", "R10"}),
        "a ring": frozenset({"J7", "R11", "U1", "C5", "C6"}),
        "light beams": frozenset({"J8", "R12", "R13", "R14", "R15", "R16", "Q1"}),
        "a supply of the table's own": frozenset({"J5", "F1", "D3"}),
    },
    joined=(
        (("U1", "1"), ("U1", "7"), None, 1),
        (("U1", "14"), ("F1", "1"), None, 1),
        (("J7", "1"), ("F1", "1"), None, 1),
        (("J7", "1"), ("J7", "3"), parts.C_470U, 1),
        (("J7", "1"), ("U1", "7"), parts.C_100N, 1),
        (("U1", "3"), ("J7", "2"), parts.R_330, 1),
        (("J6", "3"), ("A1", "39"), None, 1),
        (("J6", "1"), ("A1", "36"), parts.R_4K7, 1),
        (("J6", "2"), ("A1", "36"), parts.R_4K7, 1),
        (("Q1", "3"), ("J8", "4"), None, 1),
        (("Q1", "1"), ("J8", "6"), None, 1),
        (("A1", "39"), ("J8", "5"), parts.R_56, 1),
    ),
    notes=((9, 42, "USB"),),
)
