"""Named faults of a simulated table for page, command line and tests. `FAULTS` lists them."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from random import Random
from typing import Final

from msgspec import Struct

from hw.castle_link.twin import Cable
from hw.iso14443.picc import MifareClassic1K, Picc
from hw.mfrc522.reader_twin import ReaderTwin, StuckMiso
from hw.ntag.twin import Ntag213
from hw.oled.twin import Sh1106Twin
from hw.testing import disk
from hw.testing.disk import DiskFault
from hw.testing.machine import TwinMachine
from hw.values import ReaderId, Uid

Mend = Callable[[], object]

Places = tuple[str, ...] | None
"""Where a machine can have a fault, such as readers; empty for one place only; None for nowhere."""


class Fault(Struct, frozen=True):
    """A fault of a simulated machine.

    Attributes:
        places: returns where a machine can have the fault.
        begin: breaks a machine at a place ("" for the only one); returns a function that repairs it.
    """

    places: Callable[[TwinMachine], Places]
    begin: Callable[[TwinMachine, str, Random], Mend]


def reader_places(machine: TwinMachine) -> Places:
    return tuple(machine.readers) or None


def _board_places(machine: TwinMachine) -> Places:
    return tuple(machine.boards) or None


def _no_place_if_missing(part: str) -> Callable[[TwinMachine], Places]:
    return lambda machine: None if getattr(machine, part) is None else ()


def set_until_mended(part: object, attribute: str, value: object) -> Mend:
    before = getattr(part, attribute)
    setattr(part, attribute, value)
    return lambda: setattr(part, attribute, before)


# Tiles in people's hands

LATE_TAP_S: Final = 1.5


def _begin_stray_reads(machine: TwinMachine, place: str, _chance: Random) -> Mend:
    machine.strays_to.add(ReaderId(place))
    return lambda: machine.strays_to.discard(ReaderId(place))


def _begin_late_taps(machine: TwinMachine, place: str, _chance: Random) -> Mend:
    machine.late_s[ReaderId(place)] = LATE_TAP_S
    return lambda: machine.late_s.pop(ReaderId(place), None)


# Castle boards and their cables

CABLE_NOISE_SHARE: Final = 0.01
"""Share of bytes that are changed, lost or doubled."""


def _cable_fault(begin: Callable[[Cable], Mend]) -> Fault:
    return Fault(_board_places, lambda machine, place, _chance: begin(machine.cables[ReaderId(place)]))


def unplug_data(cable: Cable) -> Mend:
    """Pull the USB cable; the board keeps its power, from a supply of its own."""
    feed_again = set_until_mended(cable, "feeds_board", value=False)
    cable.pull()

    def plug() -> None:
        cable.plug()
        feed_again()

    return plug


def _darken_board(cable: Cable) -> Mend:
    cable.pull()
    return cable.plug


def _reboot_board(machine: TwinMachine, place: str, _chance: Random) -> Mend:
    machine.boards[ReaderId(place)].reboot()
    return lambda: None


def _swap_boards(machine: TwinMachine, place: str, _chance: Random) -> Mend:
    boards = list(machine.boards)
    other = boards[(boards.index(ReaderId(place)) + 1) % len(boards)]
    machine.swap_cables(ReaderId(place), other)
    return lambda: machine.swap_cables(ReaderId(place), other)


LINK_FAULTS: Final[Mapping[str, Fault]] = {
    "node_unplug": _cable_fault(unplug_data),
    "node_dark": _cable_fault(_darken_board),
    "node_reboot": Fault(_board_places, _reboot_board),
    "node_swap": Fault(lambda machine: tuple(machine.boards) if len(machine.boards) > 1 else None, _swap_boards),
    "serial_noise": _cable_fault(lambda cable: set_until_mended(cable, "noise", CABLE_NOISE_SHARE)),
    "serial_stall": _cable_fault(lambda cable: set_until_mended(cable, "stalled", value=True)),
}


# The machine

CLOCK_JUMP_BY_PLACE: Final[Mapping[str, timedelta]] = {
    "+1h": timedelta(hours=1),
    "-1h": timedelta(hours=-1),
    "+1d": timedelta(days=1),
    "-1d": timedelta(days=-1),
}
"""Jumps of the wall clock; the monotonic clock goes on."""


def _begin_undervoltage(machine: TwinMachine, _place: str, _chance: Random) -> Mend:
    machine.brown_out()
    return set_until_mended(machine, "undervolted", value=True)


def _disk_fault(fault: DiskFault) -> Fault:
    return Fault(
        lambda _: () if disk.can_simulate_faults() else None, lambda _machine, _place, _chance: disk.begin_fault(fault)
    )


def _jump_wall_clock(machine: TwinMachine, place: str, _chance: Random) -> Mend:
    machine.wall_ahead += CLOCK_JUMP_BY_PLACE[place]
    return lambda: setattr(machine, "wall_ahead", machine.wall_ahead - CLOCK_JUMP_BY_PLACE[place])


def _cut_power(machine: TwinMachine, _place: str, _chance: Random) -> Mend:
    machine.cut_power()
    return machine.restore_power


# Display and arrow


def _unplug_display(machine: TwinMachine, _place: str, _chance: Random) -> Mend:
    machine.set_display_plugged(plugged=False)
    return lambda: machine.set_display_plugged(plugged=True)


def _hold_display_bus(machine: TwinMachine, _place: str, _chance: Random) -> Mend:
    """Keep SDA low, as a display that was cut off in mid-read."""
    assert machine.wiring.oled is not None
    return set_until_mended(machine.i2c_port(machine.wiring.oled[0]), "held", value=True)


def _exchange_display_for_sh1106(machine: TwinMachine, _place: str, _chance: Random) -> Mend:
    named = machine.oled
    assert named is not None
    machine.change_display(Sh1106Twin())
    return lambda: machine.change_display(type(named)())


def _arrow_fault(attribute: str) -> Fault:
    return Fault(
        _no_place_if_missing("rotor"),
        lambda machine, _place, _chance: set_until_mended(machine.rotor, attribute, value=True),
    )


# Readers

ReaderFault = Callable[[ReaderTwin, Random], Mend]

FLAP_PERIOD_S: Final = 0.2
FLAP_OPEN_SHARE: Final = 0.5
SLOW_EXCHANGE_LAG_S: Final = 2e-3
NXP_UID_FIRST_BYTE: Final = 0x04
"""First byte of every NTAG's UID: the maker (ISO/IEC 7816-6)."""

RANDOM_UID_FIRST_BYTE: Final = 0x08
"""First byte of a random UID (ISO/IEC 14443-3, table 7); phones have a new one in each field."""


def begin_stuck_miso(twin: ReaderTwin, chance: Random) -> Mend:
    twin.stick_miso(chance.choice(tuple(StuckMiso)))
    return lambda: twin.stick_miso(None)


def begin_deaf_until_reset(twin: ReaderTwin, _chance: Random) -> Mend:
    """Disable the receiver until the RST pin is pulled; the chip still answers on its bus."""
    twin.go_deaf()
    return twin.repair_receiver


def begin_flapping(twin: ReaderTwin, chance: Random) -> Mend:
    """Give the antenna a loose contact: it receives in half of each 0.2 s only."""
    phase_s = chance.uniform(0.0, FLAP_PERIOD_S)

    def has_contact(at_s: float) -> bool:
        return (at_s + phase_s) % FLAP_PERIOD_S < FLAP_PERIOD_S * FLAP_OPEN_SHARE

    return set_until_mended(twin.field, "audible", has_contact)


def begin_slow_exchanges(twin: ReaderTwin, chance: Random) -> Mend:
    """Delay the end of every exchange by 1 to 2 ms."""
    return set_until_mended(twin, "lag_s", chance.uniform(0.5, 1.0) * SLOW_EXCHANGE_LAG_S)


def lay_two_tags(twin: ReaderTwin, chance: Random) -> Mend:
    """Stack two stickers, which answer but cannot be told apart."""
    uncrowd = set_until_mended(twin.field, "crowd", 2)
    return _lay_cards(twin, _random_sticker(chance), _random_sticker(chance), then=uncrowd)


def lay_unknown_tag(twin: ReaderTwin, chance: Random) -> Mend:
    return _lay_cards(twin, _random_sticker(chance))


def lay_phantom_uid(twin: ReaderTwin, chance: Random) -> Mend:
    """Put a phone into the field, with a random UID."""
    return _lay_cards(twin, MifareClassic1K(Uid(bytes((RANDOM_UID_FIRST_BYTE,)) + chance.randbytes(3))))


def _random_sticker(chance: Random) -> Ntag213:
    return Ntag213(Uid(bytes((NXP_UID_FIRST_BYTE,)) + chance.randbytes(6)))


def _lay_cards(twin: ReaderTwin, *piccs: Picc, then: Mend = lambda: None) -> Mend:
    for picc in piccs:
        twin.enter(picc)

    def take_cards_away() -> None:
        for picc in piccs:
            twin.leave(picc)
        then()

    return take_cards_away


def _fault_at_reader(fault: ReaderFault) -> Fault:
    return Fault(reader_places, lambda machine, place, chance: fault(machine.readers[ReaderId(place)], chance))


def _beams_fault(attribute: str, value: int) -> Fault:
    def begin(machine: TwinMachine, place: str, _chance: Random) -> Mend:
        twin = machine.beams[ReaderId(place)]
        mend = set_until_mended(twin, attribute, value)
        twin.update()

        def clean() -> None:
            mend()
            twin.update()

        return clean

    return Fault(lambda machine: tuple(machine.beams) or None, begin)


BEAM_FAULTS: Final[Mapping[str, Fault]] = {
    "beam_dirty": _beams_fault("dirty", 0b100),
    "beams_dazzled": _beams_fault("dazzled", 0b111),
    "finger_in_gate": _beams_fault("cut", 0b111),
}

FAULTS: Final[Mapping[str, Fault]] = {
    "reader_deaf": _fault_at_reader(begin_stuck_miso),
    "reader_deaf_until_reset": _fault_at_reader(begin_deaf_until_reset),
    "reader_flap": _fault_at_reader(begin_flapping),
    "reader_slow": _fault_at_reader(begin_slow_exchanges),
    "two_tags": _fault_at_reader(lay_two_tags),
    "unknown_tag": _fault_at_reader(lay_unknown_tag),
    "phantom_uid": _fault_at_reader(lay_phantom_uid),
    "foreign_castle_tag": Fault(reader_places, _begin_stray_reads),
    "late_tap": Fault(reader_places, _begin_late_taps),
    **LINK_FAULTS,
    **BEAM_FAULTS,
    "oled_missing": Fault(_no_place_if_missing("oled"), _unplug_display),
    "i2c_held": Fault(lambda machine: () if machine.can_change_display else None, _hold_display_bus),
    "oled_sh1106": Fault(lambda machine: () if machine.can_change_display else None, _exchange_display_for_sh1106),
    "spinner_stall": _arrow_fault("stalled"),
    "home_sensor_stuck": _arrow_fault("home_stuck"),
    "home_sensor_never": _arrow_fault("home_never"),
    "undervoltage": Fault(lambda _: (), _begin_undervoltage),
    "disk_full": _disk_fault(DiskFault.FULL),
    "disk_readonly": _disk_fault(DiskFault.READ_ONLY),
    "clock_jump": Fault(lambda _: tuple(CLOCK_JUMP_BY_PLACE), _jump_wall_clock),
    "power_cut": Fault(lambda _: (), _cut_power),
}


class UnknownFault(ValueError):
    """This table has no such fault or place; the message lists the valid ones."""


class Faults:
    """Faults that a machine can have, of ``known`` ones, and those that it has."""

    def __init__(self, machine: TwinMachine, chance: Random, known: Mapping[str, Fault] = FAULTS) -> None:
        self.known = known
        self._machine = machine
        self._chance = chance
        self._mends: dict[tuple[str, str], Mend] = {}

    @property
    def possible_faults(self) -> dict[str, tuple[str, ...]]:
        """Possible faults of this table, each with its places if there are several."""
        places = {name: fault.places(self._machine) for name, fault in self.known.items()}
        return {name: where for name, where in places.items() if where is not None}

    @property
    def current_faults(self) -> frozenset[tuple[str, str]]:
        """The current faults with their places, "" for the only place."""
        return frozenset(self._mends)

    def switch(self, name: str, place: str = "", *, on: bool) -> None:
        """Begin or end a fault, by default at its first place; repeating has no effect. May raise UnknownFault."""
        place = self.check_and_complete_place(name, place)
        mend = self._mends.pop((name, place), None)
        if mend is not None:
            mend()
        if on:
            self._mends[name, place] = self.known[name].begin(self._machine, place, self._chance)

    def check_and_complete_place(self, name: str, place: str = "") -> str:
        """Return the checked place, by default the first; raise UnknownFault without such a fault or place."""
        known = self.possible_faults
        if name not in known:
            why = ", for which this table has no part" if name in self.known else ""
            raise UnknownFault(f"saw the fault {name!r}{why}, expected one of {', '.join(known)}")
        places = known[name]
        if places and not place:
            return places[0]
        if place not in (places or ("",)):
            expected = f"one of {', '.join(places)}" if places else "none: it has one place only"
            raise UnknownFault(f"{name}: saw the place {place!r}, expected {expected}")
        return place

    def mend_all(self) -> None:
        while self._mends:
            _, mend = self._mends.popitem()
            mend()
