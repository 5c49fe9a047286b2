"""Chips sold as MFRC522, and their known differences."""

from typing import Final

from msgspec import Struct


class Flavour(Struct, frozen=True):
    """Behaviour of one kind of chip; by default the worst that the data sheet allows.

    Attributes:
        name: as people call it.
        version: VersionReg; clones have their own.
        documented_bits_only: whether reserved bits always keep their reset values.
        suppresses_single_bit: whether a first byte of one bit, at an alignment of 7, stays out of the FIFO, as the
            data sheet of the sister chip MFRC500 says (its 11.2.2.4).
        keeps_collided_byte: whether the FIFO takes the byte with a collision and zeros for what follows. Users of
            NXP's MFRC630 see the FIFO end before that byte (community.nxp.com, thread 470482).
        collision_counts_alignment: whether CollPos counts from the byte's first bit, as the data sheet of the sister
            chip MFRC631 says (its 9.6.4), or from the first bit received, as some chips do.
        stays_in_transceive: whether Transceive goes on after an answer, as 10.3.1.8 says.
        sends_while_waiting: whether StartSend works while the receiver waits for a missing answer.
        takes_fifo_while_waiting: whether the FIFO accepts bytes during this wait (9.3.1.7 leaves it open); WrErr is set
            either way.
        sends_empty_frames: whether StartSend with an empty FIFO sends a frame without bits, to which no card answers;
            else it does nothing.
        soft_reset_s: duration of SoftReset; some clones take 4 ms.
        is_on_i2c: whether its modules are wired to I2C instead of SPI.
    """

    name: str
    version: int = 0x92
    documented_bits_only: bool = True
    suppresses_single_bit: bool = True
    keeps_collided_byte: bool = False
    collision_counts_alignment: bool = True
    stays_in_transceive: bool = True
    sends_while_waiting: bool = False
    takes_fifo_while_waiting: bool = False
    sends_empty_frames: bool = True
    soft_reset_s: float = 0.0
    is_on_i2c: bool = False


STRICTEST: Final = Flavour("the worst that the data sheet allows")

GENUINE_1: Final = Flavour(
    "NXP MFRC522 version 1.0", version=0x91, documented_bits_only=False, suppresses_single_bit=False
)
"""Version: data sheet rev. 3.9, 9.3.4.8. No source says what StartSend does while an answer is awaited."""

GENUINE_2: Final = Flavour("NXP MFRC522 version 2.0", version=0x92, keeps_collided_byte=True, sends_while_waiting=True)
"""Chapter 9 calls all undocumented bits reserved. Single bits: the MFRC500's data sheet rev. 3.3, 11.2.2.4. Alignment:
the MFRC631's rev. 3.3, 9.6.4."""

FM17522: Final = Flavour(
    "Fudan FM17522",
    version=0x88,
    suppresses_single_bit=False,
    keeps_collided_byte=True,
    collision_counts_alignment=False,
    soft_reset_s=4e-3,
)
"""Version: miguelbalboa/rfid#106, measured. Users of clones wait 4 ms after a reset; libraries that read clones do
not add the alignment, and read the collided byte."""

COUNTERFEIT: Final = Flavour(
    "the common counterfeit, marked NXP",
    version=0x12,
    collision_counts_alignment=False,
    stays_in_transceive=False,
)
"""Version: the wiki of miguelbalboa/rfid, Chinese_RFID-RC522; only libraries that start Transceive again
for each frame work with it."""

WS1850S: Final = Flavour("WS1850S, as on M5Stack's RFID2", version=0x15, is_on_i2c=True)
"""Version: users of M5Stack's module. Register-compatible; its habits are not known. A reviewer says that
it ignores RxThreshold, which no driver here writes: the receiver is set by RxGain alone."""

LENIENT: Final = Flavour(
    "NXP MFRC522 version 2.0 at its mildest",
    documented_bits_only=False,
    suppresses_single_bit=False,
    keeps_collided_byte=True,
    sends_while_waiting=True,
    takes_fifo_while_waiting=True,
    sends_empty_frames=False,
)
"""For comparison: drivers that write the FIFO while the receiver waits work with this flavour only. 9.3.1.7 sets WrErr
then, but does not say what becomes of the bytes."""

FLAVOURS: Final = (STRICTEST, GENUINE_1, GENUINE_2, FM17522, COUNTERFEIT, LENIENT)
