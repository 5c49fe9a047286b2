"""Faults of one reader by name: each is switched on at a twin and hands back what mends it."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from hw.iso14443.picc import MifareClassic1K, Picc
from hw.mfrc522.twin import Mfrc522Twin, StuckMiso
from hw.ntag.twin import Ntag213
from hw.testing.faults.fault import Fault, Mend, readers
from hw.units import ReaderId, Uid

if TYPE_CHECKING:
    from hw.testing.table import TwinTable

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


def flap(twin: Mfrc522Twin, chance: Random) -> Mend:
    """The antenna has a loose contact: half of each 0.2 s nothing is heard."""
    phase_s = chance.uniform(0.0, FLAP_S)
    twin.field.audible = lambda at_s: (at_s + phase_s) % FLAP_S < FLAP_S * FLAP_OPEN_SHARE

    def mend() -> None:
        twin.field.audible = None

    return mend


def slow(twin: Mfrc522Twin, chance: Random) -> Mend:
    """The end of every exchange shows 1 to 2 ms late."""
    twin.lag_s = chance.uniform(0.5, 1.0) * LAG_S

    def mend() -> None:
        twin.lag_s = 0.0

    return mend


def two_tags(twin: Mfrc522Twin, chance: Random) -> Mend:
    """Two stickers on top of each other: they answer, and nobody can tell what."""
    twin.field.crowd = 2
    take_away = _lay(twin, _sticker(chance), _sticker(chance))

    def mend() -> None:
        take_away()
        twin.field.crowd = None

    return mend


def unknown_tag(twin: Mfrc522Twin, chance: Random) -> Mend:
    """A sticker lies there that nobody taught."""
    return _lay(twin, _sticker(chance))


def phantom_uid(twin: Mfrc522Twin, chance: Random) -> Mend:
    """A phone lies there; its UID is drawn by chance."""
    return _lay(twin, MifareClassic1K(Uid(bytes((RANDOM_UID,)) + chance.randbytes(3))))


READER_FAULTS: Final[Mapping[str, ReaderFault]] = {
    "reader_deaf": deaf,
    "reader_flap": flap,
    "reader_slow": slow,
    "two_tags": two_tags,
    "unknown_tag": unknown_tag,
    "phantom_uid": phantom_uid,
}
"""Names as the page, the command line and tests use them."""


def _at_a_reader(fault: ReaderFault) -> Fault:
    def begin(table: "TwinTable", place: str, chance: Random) -> Mend:
        return fault(table.readers[ReaderId(place)], chance)

    return Fault(readers, begin)


AT_READERS: Final = {name: _at_a_reader(fault) for name, fault in READER_FAULTS.items()}
"""The same faults as a table has them."""


def _sticker(chance: Random) -> Ntag213:
    return Ntag213(Uid(bytes((NXP,)) + chance.randbytes(6)))


def _lay(twin: Mfrc522Twin, *piccs: Picc) -> Mend:
    for picc in piccs:
        twin.enter(picc)

    def mend() -> None:
        for picc in piccs:
            twin.leave(picc)

    return mend
