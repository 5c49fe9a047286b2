"""Whatever octets a driver sends, the twin answers as many and goes on; no frame makes a card or the chip stumble."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hw.iso14443.picc import MifareClassic1K, PcdFrame
from hw.mfrc522.registers import Command, Register
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.values import Uid

TILE = Uid(bytes.fromhex("04a1b2c3d4e580"))
WRITABLE = st.sampled_from(sorted(Register))
ACCESS = st.one_of(
    st.binary(min_size=1, max_size=70),
    st.builds(lambda register, data: bytes((register << 1,)) + data, WRITABLE, st.binary(min_size=1, max_size=20)),
    st.sampled_from([b"\x02\x0c", b"\x1a\x80", b"\x1a\x87", b"\x28\x83", b"\x12\x26", b"\x12\x93\x20", b"\x14\x80"]),
)


@given(st.lists(st.tuples(ACCESS, st.floats(0, 0.01)), max_size=60))
@settings(max_examples=200)
def test_any_octets_at_any_moment_are_answered_by_as_many(accesses: list[tuple[bytes, float]]) -> None:
    now_s = 0.0
    twin = Mfrc522Twin(lambda: now_s)
    twin.enter(Ntag213(TILE))
    twin.enter(MifareClassic1K(Uid(bytes.fromhex("86a083ee"))))
    for octets, pause_s in accesses:
        assert len(twin.transfer(octets)) == len(octets)
        now_s += pause_s


@given(st.lists(st.tuples(st.binary(min_size=1, max_size=24), st.integers(0, 7)), max_size=20))
@settings(max_examples=200)
def test_any_frame_on_air_leaves_a_card_that_can_be_woken(sent: list[tuple[bytes, int]]) -> None:
    now_s = 0.0
    twin = Mfrc522Twin(lambda: now_s)
    sticker = Ntag213(TILE)
    twin.enter(sticker)
    twin.transfer(bytes((Register.TX_CONTROL << 1, 0x83)))
    twin.transfer(bytes((Register.COMMAND << 1, Command.TRANSCEIVE)))
    for octets, last_bits in sent:
        now_s += 0.02
        twin.transfer(bytes((Register.FIFO_LEVEL << 1, 0x80)))
        twin.transfer(bytes((Register.FIFO_DATA << 1,)) + octets)
        twin.transfer(bytes((Register.BIT_FRAMING << 1, 0x80 | last_bits)))
    now_s += 0.02
    twin.transfer(b"\x88\x00")
    answers = [sticker.hear(PcdFrame(b"\x52", 7)) for _ in range(2)]
    assert any(answers)
