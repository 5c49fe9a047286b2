"""Chips sold as MFRC522, and their known differences."""

from typing import Final

from msgspec import Struct


class Flavour(Struct, frozen=True):
    """Behaviour of one kind of chip.

    Attributes:
        name: as people call it.
        version: VersionReg; clones have their own.
        self_test: result of its self-test in the FIFO (16.1.1).
        sources: source of each value; the rest are the least convenient readings of the data sheet, spread over the
            flavours.
        documented_bits_only: whether reserved bits keep their reset values, whatever is written.
        suppresses_single_bit: whether a first byte of one bit, at an alignment of 7, stays out of the FIFO, as the
            data sheet of the sister chip MFRC500 says (its 11.2.2.4).
        collision_counts_alignment: whether CollPos counts from the byte's first bit, as the data sheet of the sister
            chip MFRC631 says (its 9.6.4), or from the first bit received, as some chips do.
        stays_in_transceive: whether the command goes on after an answer, as the data sheet says (10.3.1.8).
        sends_while_waiting: whether StartSend works while the receiver still waits for an answer that did not come.
        takes_fifo_while_waiting: whether the FIFO accepts bytes meanwhile; WrErr is set either way (9.3.1.7, which
            leaves it open).
        soft_reset_s: duration of SoftReset; some clones take 4 ms.
    """

    name: str
    version: int = 0x92
    self_test: bytes = bytes(64)
    sources: tuple[str, ...] = ()
    documented_bits_only: bool = False
    suppresses_single_bit: bool = False
    collision_counts_alignment: bool = True
    stays_in_transceive: bool = True
    sends_while_waiting: bool = True
    takes_fifo_while_waiting: bool = False
    soft_reset_s: float = 0.0


BY_THE_BOOK: Final = Flavour("as the data sheet says")

GENUINE_1: Final = Flavour(
    "NXP MFRC522 version 1.0",
    version=0x91,
    self_test=bytes.fromhex(
        "00c637d532b7575cc2d87c4dd970c77310e6d2aa5ea13e5a14af3061c970db2e"
        "642272b5bd65f4ec22bcd37235cdaa411fa7f35314de7e02d90fb55e251d2979"
    ),
    sends_while_waiting=False,
    sources=(
        "data sheet rev. 3.9, 9.3.4.8 (version), 16.1.1 (self-test)",
        "sends_while_waiting: nothing says what StartSend does while an answer is still awaited",
    ),
)

GENUINE_2: Final = Flavour(
    "NXP MFRC522 version 2.0",
    version=0x92,
    self_test=bytes.fromhex(
        "00eb66ba57bf2395d0e30d3d27895cde9d3ba700215b8982513aeb020ca50049"
        "7c844db3ccd21b815d4876d5716121a986968338cf9d5b6ddc15ba3e7d953b2f"
    ),
    documented_bits_only=True,
    suppresses_single_bit=True,
    sources=(
        "data sheet rev. 3.9, 9.3.4.8 (version), 16.1.1 (self-test)",
        "documented_bits_only: chapter 9 calls the others reserved and promises nothing",
        "suppresses_single_bit: data sheet of the sister chip MFRC500 rev. 3.3, 11.2.2.4",
        "collision_counts_alignment: data sheet of the sister chip MFRC631 rev. 3.3, 9.6.4",
    ),
)

FM17522: Final = Flavour(
    "Fudan FM17522",
    version=0x88,
    self_test=bytes.fromhex(
        "00d6788ce2aa0c182ab87a7fd36acf0bb137634b69ae91c7c397ae77f437d79b"
        "7cf53c118f15c3d7c15b002ad075de9e5164ab3ee915b5ab569a988226ea2a62"
    ),
    documented_bits_only=True,
    collision_counts_alignment=False,
    soft_reset_s=4e-3,
    sources=(
        "version, self_test: miguelbalboa/rfid#106, measured on boards; else it is pretty much the same",
        "soft_reset_s: users of clones wait so long after a reset",
        "collision_counts_alignment: libraries that read clones do not add it",
    ),
)

COUNTERFEIT: Final = Flavour(
    "the common counterfeit, marked NXP",
    version=0x12,
    self_test=bytes(64),
    documented_bits_only=True,
    collision_counts_alignment=False,
    stays_in_transceive=False,
    sources=(
        "version, self_test: the wiki of miguelbalboa/rfid, Chinese_RFID-RC522",
        "the same: SoftReset resets registers alone, speeds on air and of the UART cannot be changed; ours never are",
        "stays_in_transceive: libraries that start the command anew for each frame are the ones that read it",
    ),
)

MILD: Final = Flavour(
    "NXP MFRC522 version 2.0 that takes bytes while it waits",
    version=0x92,
    self_test=GENUINE_2.self_test,
    takes_fifo_while_waiting=True,
    sources=(
        "data sheet rev. 3.9, 9.3.4.8 (version), 16.1.1 (self-test)",
        "takes_fifo_while_waiting: 9.3.1.7 has WrErr for it, and does not say what becomes of the bytes",
    ),
)
"""For comparison: drivers that write the FIFO while the receiver waits work with this flavour only."""

FLAVOURS: Final = (GENUINE_1, GENUINE_2, FM17522, COUNTERFEIT, MILD)
