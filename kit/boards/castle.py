"""The castle board: a Pico on sockets, two readers, three lamps, two buttons and the table's own 5 V."""

from typing import Final

from controller.config.wiring.wires import board_wires, own_supply_wires
from kit.boards import parts

READERS: Final = 2
LAMPS: Final = ("left", "middle", "right")
I2C_PADS: Final = {"6": "SDA", "7": "SCL"}
"""GP 4 and 5, the Pico's I2C 0, for a WS1850S instead of an RC522."""
PIXEL_PAD: Final = "9"
"""GP 6, for a ring of WS2812 instead of the lamps."""

_READER = parts.numbered(parts.READER_PINS)
_BUTTON = parts.numbered(("one side", "the other side"))
_LAMP = {"cathode": "1", "anode": "2"}
_SUPPLY = parts.numbered(("5 V", "ground"))

_nets = parts.Nets(
    [*board_wires(READERS), *own_supply_wires()],
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
        parts.Part(f"R{number + 4}", parts.R_330, (x, 18), 0, {"1": _near(f"{lamp} lamp", "anode"), "2": behind}),
    ]


_sck, _mosi, _miso = (_near("reader 1", contact) for contact in ("SCK", "MOSI", "MISO"))
_I2C = {"1": "GND", "2": "3.3V", "3": "SDA", "4": "SCL"}
_spare = {**I2C_PADS, PIXEL_PAD: "PIXEL"}

CASTLE: Final = parts.Board(
    name="castle",
    title="royaltable castle board",
    size=(100, 70),
    header="A1",
    parts=(
        parts.Part(
            "A1", parts.PICO, (25.8, 42), 90, {**dict.fromkeys(("3", "8", "28"), "GND"), **_nets.header(), **_spare}
        ),
        *_reader_parts(1, 49),
        *_reader_parts(2, 21),
        parts.Part("R3", parts.R_47, (60, 57), 0, {"1": _sck, "2": "SCK"}),
        parts.Part("R4", parts.R_47, (60, 62), 0, {"1": _mosi, "2": "MOSI"}),
        parts.Part("R8", parts.R_470, (60, 44), 0, {"1": _miso, "2": "GND"}),
        *(part for n, lamp in enumerate(LAMPS) for part in _lamp_parts(n + 1, lamp, 28 + 13 * n)),
        parts.Part("J3", parts.jst_xh(2), (64, 8), 0, _nets.of("button yes", _BUTTON), "yes"),
        parts.Part("J4", parts.jst_xh(2), (73, 8), 0, _nets.of("button no", _BUTTON), "no"),
        parts.Part("J5", parts.TERMINAL, (37, 62), 180, _nets.of("table's own supply", _SUPPLY), "5 V", ("+5V", "GND")),
        parts.Part("F1", parts.FUSE, (25, 61), 0, {"1": "5V_F", "2": "5V_IN"}),
        parts.Part("D3", parts.D_5817, (13, 61), 0, {"1": "VSYS", "2": "5V_F"}),
        parts.Part("J6", parts.pin_header(4), (12, 26), 90, _I2C, "I2C", ("GND", "3.3V", "SDA", "SCL")),
        parts.Part("R9", parts.R_4K7, (12, 19.5), 0, {"1": "SDA", "2": "3.3V"}),
        parts.Part("R10", parts.R_4K7, (12, 15.5), 0, {"1": "SCL", "2": "3.3V"}),
        parts.Part(
            "J7",
            parts.jst_xh(3),
            (14, 7.5),
            0,
            {"1": "VSYS", "2": "PIXEL_OUT", "3": "GND"},
            "WS2812",
            ("5V", "IN", "GND"),
        ),
        parts.Part("R11", parts.R_330, (28, 24), 0, {"1": "PIXEL", "2": "PIXEL_OUT"}),
    ),
    ends={
        **{f"reader {n}": (f"J{n}", _READER) for n in (1, 2)},
        "button yes": ("J3", _BUTTON),
        "button no": ("J4", _BUTTON),
        **{f"{lamp} lamp": (f"D{n}", _LAMP) for n, lamp in enumerate(LAMPS, start=4)},
        "table's own supply": ("J5", _SUPPLY),
    },
    supplies=("VSYS",),
    besides=(
        (2, "Sullins", "PPTC201LFBN-RC", "socket, 20 pins, 8.5 mm high", "A1"),
        (2, "Würth", "61302011121", "pin strip, 20 pins; a Pico H has them", "A1"),
        (1, "", "", "cable of 8 wires with 2.54 mm sockets at both ends, 10 cm", "J1"),
        (1, "", "", "cable of 8 wires with 2.54 mm sockets at both ends, 10 cm", "J2"),
        (2, "", "", parts.lead(2), "J3 J4"),
        (1, "", "", parts.lead(3), "J7"),
    ),
    options={
        "a second reader": frozenset({"J2", "R2", "D2", "C2", "C4"}),
        "a reader on I2C": frozenset({"J6", "R9", "R10"}),
        "a ring": frozenset({"J7", "R11"}),
        "a supply of the table's own": frozenset({"J5", "F1", "D3"}),
    },
    notes=((68, 67, "royaltable castle board"), (9, 42, "USB")),
)
