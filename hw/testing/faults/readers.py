"""Faults of one reader: each is switched on at its twin and hands back what mends it."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from hw.iso14443.picc import MifareClassic1K, Picc
from hw.mfrc522.twin import Mfrc522Twin, StuckMiso
from hw.ntag.twin import Ntag213
from hw.testing.faults.fault import Fault, Mend, at_each_reader, set_until_mended
from hw.units import ReaderId, Uid

ReaderFault = Callable[[Mfrc522Twin, Random], Mend]

FLAP_S: Final = 0.2
FLAP_OPEN_SHARE: Final = 0.5
LAG_S: Final = 2e-3
NXP: Final = 0x04
"""First octet of every NTAG's UID: the maker (ISO/IEC 7816-6)."""

RANDOM_UID: Final = 0x08
"""First octet of a UID that its card draws anew in each field, as phones do (ISO/IEC 14443-3, table 7)."""


def deaf(twin: Mfrc522Twin, chance: Random) -> Mend:
    """MISO is stuck at one level or the other."""
    twin.stick_miso(chance.choice(tuple(StuckMiso)))
    return lambda: twin.stick_miso(None)


def deaf_until_reset(twin: Mfrc522Twin, _chance: Random) -> Mend:
    """The chip answers on its bus and hears no card any more, until its RST pin is pulled."""
    twin.go_deaf()
    return twin.hear_again


def flap(twin: Mfrc522Twin, chance: Random) -> Mend:
    """The antenna has a loose contact: half of each 0.2 s nothing is heard."""
    phase_s = chance.uniform(0.0, FLAP_S)

    def audible(at_s: float) -> bool:
        return (at_s + phase_s) % FLAP_S < FLAP_S * FLAP_OPEN_SHARE

    return set_until_mended(twin.field, "audible", audible)


def slow(twin: Mfrc522Twin, chance: Random) -> Mend:
    """The end of every exchange shows 1 to 2 ms late."""
    return set_until_mended(twin, "lag_s", chance.uniform(0.5, 1.0) * LAG_S)


def two_tags(twin: Mfrc522Twin, chance: Random) -> Mend:
    """Two stickers on top of each other: they answer, and nobody can tell what."""
    uncrowd = set_until_mended(twin.field, "crowd", 2)
    take_away = _lay(twin, _sticker(chance), _sticker(chance))

    def mend() -> None:
        take_away()
        uncrowd()

    return mend


def unknown_tag(twin: Mfrc522Twin, chance: Random) -> Mend:
    """A sticker lies there that nobody taught."""
    return _lay(twin, _sticker(chance))


def phantom_uid(twin: Mfrc522Twin, chance: Random) -> Mend:
    """A phone lies there; its UID is drawn by chance."""
    return _lay(twin, MifareClassic1K(Uid(bytes((RANDOM_UID,)) + chance.randbytes(3))))


def _sticker(chance: Random) -> Ntag213:
    return Ntag213(Uid(bytes((NXP,)) + chance.randbytes(6)))


def _lay(twin: Mfrc522Twin, *piccs: Picc) -> Mend:
    for picc in piccs:
        twin.enter(picc)

    def mend() -> None:
        for picc in piccs:
            twin.leave(picc)

    return mend


def _at_a_reader(fault: ReaderFault) -> Fault:
    return Fault(at_each_reader, lambda machine, place, chance: fault(machine.readers[ReaderId(place)], chance))


READER_FAULTS: Final[Mapping[str, Fault]] = {
    "reader_deaf": _at_a_reader(deaf),
    "reader_deaf_until_reset": _at_a_reader(deaf_until_reset),
    "reader_flap": _at_a_reader(flap),
    "reader_slow": _at_a_reader(slow),
    "two_tags": _at_a_reader(two_tags),
    "unknown_tag": _at_a_reader(unknown_tag),
    "phantom_uid": _at_a_reader(phantom_uid),
}
