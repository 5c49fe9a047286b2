"""The console board: what the wiring table hangs on the Pi, by a ribbon cable, with the four readers of topology A.

Its pins are those of the shipped example of topology A. In topology B the same pins serve with the shipped example
``kit``, and the readers' part of the board stays empty.
"""

from typing import Final

from controller.config.checking import parse_config
from controller.config.examples import read_example
from controller.config.wiring.wires import REGULATOR as READERS_REGULATOR
from controller.config.wiring.wires import pi_wires
from kit.boards import parts

COLORS: Final = ("blue", "yellow", "purple", "grey")
BUS: Final = {"blue": 0, "yellow": 0, "purple": 1, "grey": 1}

_READER = parts.numbered(parts.READER_PINS)
_DISPLAY = parts.numbered(("VCC", "GND", "SCL", "SDA"))
_ENCODER = parts.numbered(("A", "B", "SW", "+", "C and SW"))
_HALL = parts.numbered(("VCC", "OUT", "GND"))
_MOTOR = parts.numbered(("IN1", "IN2", "IN3", "IN4", "+", "-"))
_TRANSISTOR = {"collector": "1", "base": "2", "emitter": "3"}
_REGULATOR = {"ground": "1", "in": "3"}

SETTINGS: Final = parse_config(read_example("a"))
_nets = parts.Nets(
    pi_wires(SETTINGS),
    {
        **{(f"{color} reader", "SCK"): f"SCK_{BUS[color]}" for color in COLORS},
        **{(f"{color} reader", "MOSI"): f"MOSI_{BUS[color]}" for color in COLORS},
        **{(f"{color} reader", "MISO"): f"MISO_{color}" for color in COLORS},
        **{(f"{color} reader", "3.3V"): "3.3V_R" for color in COLORS},
        ("ULN2003", "+"): "5V_M",
        ("buzzer's transistor", "base"): "BASE",
    },
)
_near = _nets.near


def _reader_parts(index: int, color: str) -> list[parts.Part]:
    reader, x, n = f"{color} reader", 17.8 + 21.5 * index, index + 1
    power = {"1": "3.3V_R", "2": "GND"}
    return [
        parts.Part(f"J{n}", parts.pin_header(8), (x, 9.5), 90, _nets.of(reader, _READER), reader, parts.READER_PINS),
        parts.Part(f"R{n}", parts.R_10K, (x, 18), 0, {"1": "3.3V", "2": _near(reader, "SDA")}),
        parts.Part(f"D{n}", parts.BAT85, (x, 22.3), 0, {"1": _near(reader, "MISO"), "2": f"MISO_{color}"}),
        parts.Part(f"C{n}", parts.C_100U, (x - 4.5, 30), 0, power),
        parts.Part(f"C{n + 4}", parts.C_100N, (x + 4.5, 30), 0, power),
    ]


def _bus_parts(bus: int, x: float) -> list[parts.Part]:
    reader, n = f"{COLORS[2 * bus]} reader", 5 + 3 * bus
    return [
        parts.Part(f"R{n}", parts.R_47, (x, 65), 0, {"1": _near(reader, "SCK"), "2": f"SCK_{bus}"}),
        parts.Part(f"R{n + 1}", parts.R_47, (x, 60), 0, {"1": _near(reader, "MOSI"), "2": f"MOSI_{bus}"}),
        parts.Part(f"R{n + 2}", parts.R_470, (x, 55), 0, {"1": _near(reader, "MISO"), "2": "GND"}),
    ]


_BUZZER = {"1": "5V", "2": "BUZZER"}
_MOTOR_SUPPLY = {"1": "5V_IN", "2": "GND"}
_TESTED = {"5V": "5V", "3.3V": "3.3V", "GND": "GND", "MOT": "5V_M"}

_XH: Final = {"J6": 4, "J7": 5, "J8": 3, "J9": 2, "J10": 6}

CONSOLE: Final = parts.Board(
    name="console",
    title="royaltable console board",
    title_at=(54, 71.5),
    revision="B",
    date="2026-11",
    pour_to=100,
    size=(100, 90),
    header="J5",
    parts=(
        parts.Part("J5", parts.PI_HEADER, (40, 81), 90, {"14": "GND", **_nets.header()}, "Raspberry Pi"),
        *(part for index, color in enumerate(COLORS) for part in _reader_parts(index, color)),
        *_bus_parts(0, 45),
        *_bus_parts(1, 61),
        parts.Part("J6", parts.jst_xh(4), (93, 75), 90, _nets.of("display", _DISPLAY), "display", tuple(_DISPLAY)),
        parts.Part(
            "J7", parts.jst_xh(5), (93, 60.1), 90, _nets.of("encoder", _ENCODER), "knob", ("A", "B", "SW", "+3.3V", "C")
        ),
        parts.Part("J8", parts.jst_xh(3), (93, 46.5), 90, _nets.of("Hall sensor", _HALL), "Hall", tuple(_HALL)),
        parts.Part("J9", parts.jst_xh(2), (93, 36.6), 90, _BUZZER, "buzzer", ("+", "-")),
        parts.Part("J10", parts.jst_xh(6), (7, 43), 270, _nets.of("ULN2003", _MOTOR), "ULN2003", tuple(_MOTOR)),
        parts.Part("J11", parts.TERMINAL, (8, 64), 270, _MOTOR_SUPPLY, "motor 5 V", ("+5V", "GND")),
        parts.Part(
            "JP1", parts.pin_header(3), (23, 62), 0, {"1": "5V", "2": "5V_M", "3": "5V_EXT"}, "motor", ("Pi", "", "ext")
        ),
        parts.Part("F1", parts.FUSE, (20, 71.3), 0, {"1": "5V_F", "2": "5V_IN"}),
        parts.Part("D6", parts.D_5817, (33, 70.5), 0, {"1": "5V_EXT", "2": "5V_F"}),
        parts.Part("R11", parts.R_10K, (80, 56.3), 90, {"1": _near("Hall sensor", "OUT"), "2": "3.3V"}),
        parts.Part("C9", parts.C_100N, (80, 47.2), 0, {"1": _near("Hall sensor", "OUT"), "2": "GND"}),
        parts.Part("Q1", parts.BC337, (64, 39), 0, {**_nets.of("buzzer's transistor", _TRANSISTOR), "1": "COLLECTOR"}),
        parts.Part("R12", parts.R_1K, (64, 46), 0, {"1": _near("buzzer's transistor", "base"), "2": "BASE"}),
        parts.Part("R14", parts.R_10K, (64, 50.5), 0, {"1": "BASE", "2": "GND"}),
        parts.Part("R13", parts.R_47, (78, 36.8), 0, {"1": "COLLECTOR", "2": "BUZZER"}),
        parts.Part("D5", parts.D_4148, (80, 41), 180, {"1": "5V", "2": "BUZZER"}),
        parts.Part("U1", parts.REGULATOR, (34, 47), 0, {**_nets.of(READERS_REGULATOR, _REGULATOR), "2": "3.3V_R"}),
        parts.Part("C10", parts.C_100U, (23, 43), 0, {"1": "5V", "2": "GND"}),
        parts.Part("C11", parts.C_100U, (45, 43), 0, {"1": "3.3V_R", "2": "GND"}),
        *parts.test_points(_TESTED, 72, 69),
    ),
    ends={
        **{f"{color} reader": (f"J{n}", _READER) for n, color in enumerate(COLORS, start=1)},
        "display": ("J6", _DISPLAY),
        "encoder": ("J7", _ENCODER),
        "Hall sensor": ("J8", _HALL),
        "passive buzzer": ("J9", {"+": "1"}),
        "ULN2003": ("J10", _MOTOR),
        "buzzer's transistor": ("Q1", _TRANSISTOR),
        READERS_REGULATOR: ("U1", _REGULATOR),
    },
    supplies=("5V", "GND"),
    besides=(
        *((1, "", "", "cable of 8 wires with 2.54 mm sockets at both ends, 10 cm", f"J{n}") for n in (1, 2, 3, 4)),
        *((1, "", "", parts.lead(pins), ref) for ref, pins in _XH.items()),
        (1, "", "", "jumper, 2.54 mm", "JP1"),
        (1, "", "", "ribbon cable of 20 cm with 2 x 20 contacts at both ends", "J5"),
        (1, "", "", "small heat sink for TO-220, insulated", "U1"),
    ),
    options={
        "topology A's readers": frozenset(
            (
                "U1",
                "C10",
                "C11",
                *(f"{kind}{n}" for kind, last in (("J", 4), ("R", 10), ("D", 4), ("C", 8)) for n in range(1, last + 1)),
            )
        ),
        "a supply of the motor's own": frozenset({"J11"}),
        "fuse and diode for it": frozenset({"F1", "D6"}),
    },
    jumpers={("ULN2003", "+"): ("JP1", "1", "2")},
    joined=(
        (("Q1", "1"), ("J9", "2"), parts.R_47, 1),
        (("J9", "1"), ("J9", "2"), parts.D_4148, 1),
        (("Q1", "2"), ("Q1", "3"), parts.R_10K, 1),
        (("J11", "1"), ("F1", "1"), parts.FUSE, 1),
        (("JP1", "3"), ("F1", "1"), parts.D_5817, 1),
        *((("U1", "2"), (f"J{n}", _READER["3.3V"]), None, 1) for n in (1, 2, 3, 4)),
        (("U1", "2"), ("U1", "1"), parts.C_100U, 5),
        (("U1", "2"), ("U1", "1"), parts.C_100N, 4),
        (("U1", "3"), ("U1", "1"), parts.C_100U, 1),
    ),
)
