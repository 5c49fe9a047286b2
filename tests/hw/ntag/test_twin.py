"""Commands of a sticker, octet by octet, as the data sheet's chapter 10 has them."""

import pytest

from hw.iso14443 import frames
from hw.iso14443.frames import with_crc
from hw.iso14443.picc import PcdFrame, State
from hw.ntag.twin import Ntag213
from hw.values import Uid

UID = Uid(bytes.fromhex("04a1b2c3d4e580"))
CL1, CL2 = frames.levels_of(UID)


def woken() -> Ntag213:
    sticker = Ntag213(UID)
    sticker.power_on("field", at_s=0.0)
    sticker.hear(PcdFrame(frames.REQA, 7))
    return sticker


def select(sticker: Ntag213) -> Ntag213:
    for level, four in enumerate((CL1, CL2)):
        sticker.hear(PcdFrame(frames.select(level, four), 72))
    assert sticker.state in (State.ACTIVE, State.ACTIVE_STAR)
    return sticker


def again(sticker: Ntag213) -> Ntag213:
    """Selected once more, after a NAK sent it to IDLE."""
    sticker.hear(PcdFrame(frames.WUPA, 7))
    return select(sticker)


def say(sticker: Ntag213, command: str) -> str:
    """The answer in hexadecimal; one digit for an ACK or a NAK."""
    octets = with_crc(bytes.fromhex(command))
    reply = sticker.hear(PcdFrame(octets, 8 * len(octets)))
    assert reply is not None
    return f"{reply.octets[0]:X}" if reply.nibble else reply.octets[:-2].hex()


def test_get_version_answers_eight_octets() -> None:
    assert say(select(woken()), "60") == "0004040201000f03"


def test_read_brings_four_pages_and_goes_on_at_page_0_after_the_last() -> None:
    sticker = select(woken())
    assert say(sticker, "3000") == "04a1b29fc3d4e58072480000e1101200"
    assert say(sticker, "302c") == "0000000004a1b29fc3d4e58072480000"


def test_fast_read_brings_exactly_the_pages_asked_for() -> None:
    assert say(select(woken()), "3a0203") == "72480000e1101200"


@pytest.mark.parametrize("command", ["302d", "3a0302", "3a002d", "a200ffffffff", "a22dffffffff", "3c01", "3900", "77"])
def test_an_argument_out_of_range_is_refused_and_ends_the_selection(command: str) -> None:
    sticker = select(woken())
    assert say(sticker, command) == "0"
    assert sticker.state is State.IDLE


def test_a_wrong_checksum_is_refused_with_its_own_code() -> None:
    sticker = select(woken())
    reply = sticker.hear(PcdFrame(bytes.fromhex("300000ff"), 32))
    assert reply is not None
    assert (reply.nibble, reply.octets) == (True, b"\x01")


def test_write_is_acknowledged_after_the_eeprom_and_can_be_read() -> None:
    sticker = select(woken())
    assert say(sticker, "a20411223344") == "A"
    assert say(sticker, "3a0404") == "11223344"


def test_compatibility_write_takes_sixteen_octets_and_writes_four() -> None:
    sticker = select(woken())
    assert say(sticker, "a005") == "A"
    assert say(sticker, "aabbccdd" + 12 * "ee") == "A"
    assert say(sticker, "3a0506")[:8] == "aabbccdd"


def test_lock_bits_can_only_be_set_and_lock_their_pages() -> None:
    sticker = select(woken())
    assert say(sticker, "a202ffff1000") == "A"
    assert sticker.page(2).hex() == "72481000"
    assert say(sticker, "a20411223344") == "0"
    assert say(again(sticker), "a20511223344") == "A"
    assert say(sticker, "a20200000000") == "A"
    assert sticker.page(2).hex() == "72481000"


def test_a_dynamic_lock_bit_locks_two_pages_of_an_ntag213() -> None:
    sticker = select(woken())
    assert say(sticker, "a22801000000") == "A"
    assert say(sticker, "a21011223344") == "0"
    assert say(again(sticker), "a21111223344") == "0"
    assert say(again(sticker), "a21211223344") == "A"


def test_the_password_protects_writing_from_auth0_on_and_is_never_read_out() -> None:
    sticker = select(woken())
    for command in ("a22b11223344", "a22caabb0000", "a22904000010"):
        assert say(sticker, command) == "A"
    assert say(sticker, "3a2b2c") == "0000000000000000"
    assert say(sticker, "a21011223344") == "0"
    assert say(again(sticker), "1b99999999") == "0"
    assert say(again(sticker), "1b11223344") == "aabb"
    assert say(sticker, "a21011223344") == "A"


def test_read_protection_hides_the_pages_from_auth0_on() -> None:
    sticker = select(woken())
    for command in ("a22a80000000", "a22904000010"):
        assert say(sticker, command) == "A"
    assert say(sticker, "300e") == "000000000000000004a1b29fc3d4e580"
    assert say(sticker, "3010") == "0"


def test_too_many_wrong_passwords_close_the_sticker_for_good() -> None:
    sticker = select(woken())
    assert say(sticker, "a22a02000000") == "A"
    assert say(sticker, "1b00000000") == "0"
    assert say(again(sticker), "1b00000000") == "0"
    assert say(again(sticker), "1bffffffff") == "4"


def test_the_counter_counts_the_first_read_of_each_power_up() -> None:
    sticker = select(woken())
    assert say(sticker, "a22a10000000") == "A"
    for _ in range(2):
        say(sticker, "3000")
    assert say(sticker, "3902") == "010000"


def test_a_read_of_page_0_selects_a_ready_sticker_at_once() -> None:
    sticker = woken()
    assert say(sticker, "3000")[:8] == "04a1b29f"
    assert sticker.state is State.ACTIVE


def test_a_select_with_a_wrong_checksum_selects_this_family_all_the_same() -> None:
    sticker = woken()
    frame = frames.select(0, CL1)[:-2] + b"\x00\x00"
    assert sticker.hear(PcdFrame(frame, 72)) is not None
