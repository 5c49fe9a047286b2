"""Mistakes that builders make when they wire a table, by name: a harness that is not what table.toml says.

`MISTAKES` is the table of all, gathered from the wiring table contact by contact and from public threads; each entry
names the code of the finding with which set-up or doctor names it. What harms parts is not here: 5 V on a pin of
3.3 V, a short. No software can find it; docs/build.md has checks for a multimeter before the power is on.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from hw.castle_link.twin import PANEL_PINS
from hw.mfrc522.field import strength_above_metal
from hw.mfrc522.reader_twin import ReaderMistake
from hw.oled.twin import Sh1106Twin, Ssd1306Twin
from hw.testing.faults import Fault, Mend, Places, set_until_mended, unplug_data
from hw.testing.machine import TwinMachine
from hw.values import ReaderId


class Mistake(Fault, frozen=True):
    """A wrong wiring.

    Attributes:
        code: code of the finding.
        source: where people report it.
    """

    code: str
    source: str = ""


CONTACTS: Final = ("coil1", "coil2", "coil3", "coil4", "knob_a", "knob_b", "knob_button", "buzzer")
PANEL_CONTACTS: Final = ("yes", "no", "left", "middle", "right")


def _pin_by_contact(machine: TwinMachine, castle: str) -> dict[str, int | None]:
    """Return the pins of a castle's panel, or of arrow and console; None for those that the table does not have."""
    wired = machine.wiring
    if castle:
        panel = wired.panels.get(ReaderId(castle))
        yes, no, lamps = PANEL_PINS if panel is None else (panel.yes_pin, panel.no_pin, panel.lamp_pins)
        return dict(zip(PANEL_CONTACTS, (yes, no, *lamps), strict=True))
    coils, knob = wired.coil_pins or (None,) * 4, wired.knob_pins or (None,) * 2
    return dict(zip(CONTACTS, (*coils, *knob, wired.button_pin, wired.buzzer_pin), strict=True))


def _lead(code: str, source: str = "", **others: str | None) -> Mistake:
    """Lead contacts to the pins of others, or nowhere (None)."""

    def places(machine: TwinMachine) -> Places:
        if others.keys() <= {*PANEL_CONTACTS}:
            return tuple(machine.panels) or None
        pins = _pin_by_contact(machine, "")
        return None if None in map(pins.get, others) else ()

    def begin(machine: TwinMachine, place: str, _chance: object) -> Mend:
        pins = _pin_by_contact(machine, place)
        harness = machine.panel_harness[ReaderId(place)] if place else machine.harness
        return harness.rewire({pins[contact] or 0: pins[other] if other else None for contact, other in others.items()})

    return Mistake(places, begin, code, source)


def _spoil(code: str, part: str, source: str = "", **attribute: object) -> Mistake:
    """Set an attribute of a part, or of one of several."""
    ((name, value),) = attribute.items()

    def places(machine: TwinMachine) -> Places:
        found = getattr(machine, part)
        return tuple(found) or None if isinstance(found, dict) else None if found is None else ()

    def begin(machine: TwinMachine, place: str, _chance: object) -> Mend:
        found = getattr(machine, part)
        return set_until_mended(found[place] if place else found, name, value)

    return Mistake(places, begin, code, source)


def _do(
    code: str,
    among: Callable[[TwinMachine], Any],
    change: Callable[[TwinMachine, ReaderId, ReaderId], Mend],
    source: str = "",
    *,
    least: int = 1,
) -> Mistake:
    """Change the machine at one of several places; ``change`` gets the next one, too."""

    def places(machine: TwinMachine) -> Places:
        found = among(machine)
        if found is None or isinstance(found, Sequence | Mapping):
            return tuple(found) if found is not None and len(found) >= least else None
        return ()

    def begin(machine: TwinMachine, place: str, _chance: object) -> Mend:
        names: Sequence[str] = places(machine) or ("",)
        return change(machine, ReaderId(place), ReaderId(names[(names.index(place) + 1) % len(names)]))

    return Mistake(places, begin, code, source)


def _display(machine: TwinMachine) -> object:
    return machine.oled if machine.can_change_display else None


def _fit_spi_display(machine: TwinMachine, *_: ReaderId) -> Mend:
    move_back, tell = machine.move_display(None), set_until_mended(machine, "display_has_spi", value=True)
    return lambda: (move_back(), tell())


def _fit_other_display(machine: TwinMachine, *_: ReaderId) -> Mend:
    named = machine.oled
    assert named is not None
    machine.change_display(Ssd1306Twin() if isinstance(named, Sh1106Twin) else Sh1106Twin())
    return lambda: machine.change_display(type(named)())


def _move_to_other_address(machine: TwinMachine, *_: ReaderId) -> Mend:
    assert machine.wiring.oled is not None
    return machine.move_display(machine.wiring.oled[1] ^ 1)


def _darken_ring(machine: TwinMachine, castle: ReaderId, _next: ReaderId) -> Mend:
    machine.dark_rings.add(castle)
    return lambda: machine.dark_rings.discard(castle)


def _share_select(machine: TwinMachine, reader: ReaderId, other: ReaderId) -> Mend:
    here, there = machine.readers[reader], machine.readers[other]
    ends = [
        set_until_mended(here, "mistake", ReaderMistake.OTHER_SELECT),
        set_until_mended(there, "parallel", here),
    ]
    return lambda: [end() for end in ends]


def _move_to_free_select(machine: TwinMachine, reader: ReaderId, _next: ReaderId) -> Mend:
    bus, _ = machine.wiring.readers[reader]
    taken = set(machine.wiring.readers.values())
    free = next((other, select) for other in (1 - bus, bus) for select in range(3) if (other, select) not in taken)
    return machine.move_reader(reader, free)


METAL_FIELD: Final = strength_above_metal(1.5)
"""Strength of the field of an antenna that lies on metal."""


def _lay_on_metal(machine: TwinMachine, reader: ReaderId, _next: ReaderId) -> Mend:
    return set_until_mended(machine.readers[reader].field, "strength", METAL_FIELD)


def _use_charging_cable(machine: TwinMachine, castle: ReaderId, _next: ReaderId) -> Mend:
    return unplug_data(machine.cables[castle])


MISTAKES: Final[Mapping[str, Mistake]] = {
    # The arrow
    "coils_reversed": _lead(
        "RT-ARROW-REVERSED", "splitflap#50", coil1="coil4", coil2="coil3", coil3="coil2", coil4="coil1"
    ),
    "coils_2_and_3": _lead("RT-ARROW-COILS", "nidayand/motor-on-roller-blind-ws#19", coil2="coil3", coil3="coil2"),
    "coils_3_and_4": _lead("RT-ARROW-COILS", coil3="coil4", coil4="coil3"),
    "motor_no_5v": _spoil("RT-ARROW-SUPPLY", "rotor", powered=False),
    "gear_64": _spoil("RT-ARROW-GEAR", "rotor", "splitflap#50", half_steps_a_turn=4096.0),
    "gear_16": _spoil("RT-ARROW-GEAR", "rotor", "split-flap#25", half_steps_a_turn=1024.0),
    "mark_elsewhere": _do(
        "RT-ARROW-MARK",
        lambda machine: machine.rotor,
        lambda machine, *_: set_until_mended(machine, "dial_deg", 130.0),
    ),
    "hall_open": _spoil("RT-HALL-OPEN", "rotor", home_never=True),
    "hall_turned_round": _spoil("RT-HALL-OPEN", "rotor", home_never=True),
    "hall_wrong_pole": _spoil("RT-HALL-POLE", "rotor", reversed_pole=True),
    "hall_latching": _spoil("RT-HALL-STUCK", "rotor", latching=True),
    "hall_at_ground": _spoil("RT-HALL-STUCK", "rotor", home_stuck=True),
    # The console
    "knob_a_and_b": _lead("RT-KNOB-REVERSED", "ai-esp32-rotary-encoder#85", knob_a="knob_b", knob_b="knob_a"),
    "knob_no_plus": _spoil("RT-KNOB-PLUS", "knob", "SimpleRotary#4", plus_is_open=True),
    "knob_a_open": _lead("RT-KNOB-CONTACT", knob_a=None),
    "knob_b_open": _lead("RT-KNOB-CONTACT", knob_b=None),
    "knob_no_ground": _lead("RT-KNOB-STILL", knob_a=None, knob_b=None),
    "knob_button_open": _lead("RT-KNOB-BUTTON", knob_button=None),
    "buzzer_transistor_turned": _lead("RT-BUZZER-SILENT", buzzer=None),
    # The display
    "display_sda_and_scl": _do("RT-OLED-WIRES", _display, lambda machine, *_: machine.cross_display_wires()),
    "display_no_supply": _do("RT-OLED-WIRES", _display, lambda machine, *_: machine.move_display(None)),
    "display_address": _do("RT-OLED-ADDRESS", _display, _move_to_other_address),
    "display_with_spi": _do("RT-OLED-KIND", _display, _fit_spi_display),
    "display_other_chip": _do("RT-OLED-CHIP", _display, _fit_other_display),
    # The castles
    "button_at_3v3": _lead("RT-BUTTON-DEAD", yes=None),
    "button_open": _lead("RT-BUTTON-DEAD", no=None),
    "buttons_exchanged": _lead("RT-BUTTONS-EXCHANGED", yes="no", no="yes"),
    "lamp_turned": _lead("RT-LAMP-DARK", middle=None),
    "lamps_exchanged": _lead("RT-LAMPS-EXCHANGED", left="middle", middle="left"),
    "ring_no_shifter": _do("RT-RING-DARK", lambda machine: machine.wiring.rings, _darken_ring),
    # The readers
    "reader_no_3v3": _spoil("RT-READER-SUPPLY", "readers", "miguelbalboa/rfid#636", mistake=ReaderMistake.NO_SUPPLY),
    "reader_rst_low": _spoil("RT-READER-RESET", "readers", "miguelbalboa/rfid#599", mistake=ReaderMistake.RESET_LOW),
    "reader_rst_open": _spoil("RT-READER-RESET", "readers", "miguelbalboa/rfid#426", mistake=ReaderMistake.RESET_LOW),
    "reader_miso_open": _spoil("RT-READER-MISO", "readers", "miguelbalboa/rfid#272", mistake=ReaderMistake.MISO_OPEN),
    "reader_miso_and_mosi": _spoil(
        "RT-READER-MISO", "readers", "miguelbalboa/rfid#444", mistake=ReaderMistake.MISO_AT_MOSI
    ),
    "reader_shared_select": _do("RT-READER-SELECT", lambda machine: machine.wiring.readers, _share_select, least=2),
    "reader_selects": _do(
        "RT-GATES-EXCHANGED", lambda machine: machine.wiring.readers, TwinMachine.swap_readers, least=2
    ),
    "reader_other_bus": _do("RT-READER-ELSEWHERE", lambda machine: machine.wiring.readers, _move_to_free_select),
    "reader_on_metal": _do("RT-READER-WEAK", lambda machine: machine.readers, _lay_on_metal, "mxgxw/MFRC522-python#30"),
    # Castle boards and supply
    "boards_exchanged": _do("RT-BOARDS-EXCHANGED", lambda machine: machine.boards, TwinMachine.swap_castles, least=2),
    "cable_without_data": _do("RT-BOARD-CABLE", lambda machine: machine.boards, _use_charging_cable),
    "boards_of_one_id": _do(
        "RT-BOARD-SAME-ID", lambda machine: machine.boards, TwinMachine.copy_board_id, "pico-sdk#1132", least=2
    ),
    "board_old_micropython": _do(
        "RT-BOARD-MICROPYTHON",
        lambda machine: machine.boards,
        lambda machine, castle, _next: machine.stop_firmware(castle),
    ),
    "supply_sags": _do(
        "RT-POWER-LOAD", lambda machine: machine.rotor, lambda machine, *_: set_until_mended(machine, "supply_ma", 150)
    ),
}
