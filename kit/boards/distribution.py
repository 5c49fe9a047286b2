"""The distribution board: one plug-in supply of 5 V for four castle boards and the motor, each behind its own fuse."""

from typing import Final

from controller.config.wiring.wires import DISTRIBUTED, distribution_wires
from kit.boards import parts

WIRES: Final = distribution_wires()

_OUTPUT = parts.numbered(("+5V", "GND"))
_nets = parts.Nets(WIRES, {(part, "+5V"): f"5V_{n}" for n, part in enumerate(DISTRIBUTED.values(), start=1)})


def _output_parts(number: int, name: str, x: float) -> list[parts.Part]:
    nets = _nets.of(DISTRIBUTED[name], _OUTPUT)
    return [
        parts.Part(f"J{number + 1}", parts.TERMINAL, (x, 7.7), 0, nets, name, tuple(_OUTPUT)),
        parts.Part(f"F{number + 1}", parts.FUSE, (x, 23), 0, {"1": "5V_P", "2": nets["1"]}),
    ]


DISTRIBUTION: Final = parts.Board(
    name="distribution",
    title="royaltable distribution board",
    title_at=(36, 34.5),
    revision="A",
    date="2026-11",
    pour_to=100,
    size=(92, 58),
    header="J1",
    parts=(
        parts.Part("J1", parts.TERMINAL, (8, 43), 270, _nets.header(), "5 V in", tuple(_OUTPUT)),
        parts.Part("F1", parts.FUSE_HOLDER, (34, 46), 0, {"1": "5V", "2": "5V_F"}),
        parts.Part("Q1", parts.P_MOSFET, (57, 46), 0, {"1": "GATE", "2": "5V_F", "3": "5V_P"}, "IRF4905"),
        parts.Part("R1", parts.R_10K, (61, 36), 0, {"1": "GATE", "2": "GND"}),
        parts.Part("R2", parts.R_330, (80, 38), 0, {"1": "5V_P", "2": "LIT"}),
        parts.Part("D1", parts.LED, (80, 47), 0, {"1": "GND", "2": "LIT"}, "on"),
        *(part for n, name in enumerate(DISTRIBUTED) for part in _output_parts(n + 1, name, 15.5 + 15.25 * n)),
        *parts.test_points({"IN": "5V", "5V": "5V_P", "GND": "GND"}, 70, 51),
    ),
    ends={part: (f"J{n}", _OUTPUT) for n, part in enumerate(DISTRIBUTED.values(), start=2)},
    supplies=("5V", "GND"),
    besides=((1, "", "", "fuse of 2 A, fast, 5 x 20 mm", "F1"),),
    joined=(
        (("Q1", "1"), ("J1", "2"), parts.R_10K, 1),
        (("Q1", "3"), ("D1", "2"), parts.R_330, 1),
        (("D1", "1"), ("J1", "2"), None, 1),
    ),
)
