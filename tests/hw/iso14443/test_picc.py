"""The PICC twin's states, read off ISO/IEC 14443-3, figure 7."""

import pytest

from hw.iso14443 import frames
from hw.iso14443.picc import FALL_BACK, NEXT, FrameMeaning, MifareClassic1K, PcdFrame, Picc, Reply, State
from hw.values import Uid

UID = Uid(bytes.fromhex("04a1b2c3d4e580"))
REQA = PcdFrame(frames.REQA, 7)
WUPA = PcdFrame(frames.WUPA, 7)
HLTA = PcdFrame(frames.HLTA, 32)
CL1, CL2 = frames.levels_of(UID)


def select(level: int, four: bytes) -> PcdFrame:
    return PcdFrame(frames.select(level, four), 72)


def in_field() -> Picc:
    picc = Picc(UID, atqa=b"\x44\x00", sak=0x00)
    picc.power_on(object(), at_s=0.0)
    return picc


def selected() -> Picc:
    picc = in_field()
    for frame in (REQA, select(0, CL1), select(1, CL2)):
        assert picc.hear(frame) is not None
    return picc


def halted() -> Picc:
    picc = selected()
    assert picc.hear(HLTA) is None
    return picc


def test_every_state_has_somewhere_to_fall_back_to_and_only_unstarred_ones_reach_idle() -> None:
    assert set(FALL_BACK) == set(State)
    assert {state for state in State if FALL_BACK[state] is State.IDLE} == {State.IDLE, State.READY, State.ACTIVE}


def test_only_wupa_leaves_halt() -> None:
    assert [heard for (state, heard) in NEXT if state is State.HALT] == [FrameMeaning.WUPA]


@pytest.mark.parametrize("request_frame", [REQA, WUPA])
def test_an_idle_card_answers_both_requests_with_its_atqa(request_frame: PcdFrame) -> None:
    assert in_field().hear(request_frame) == Reply(b"\x44\x00")


def test_a_halted_card_is_deaf_to_reqa_and_wakes_on_wupa_into_the_starred_states() -> None:
    picc = halted()
    assert [picc.hear(REQA), picc.hear(WUPA)] == [None, Reply(b"\x44\x00")]
    assert picc.state is State.READY_STAR


@pytest.mark.parametrize("request_frame", [REQA, WUPA])
def test_a_request_sends_a_ready_card_back_to_idle_silently(request_frame: PcdFrame) -> None:
    picc = in_field()
    picc.hear(REQA)
    assert picc.hear(request_frame) is None
    assert picc.state is State.IDLE


def test_a_starred_card_falls_back_to_halt() -> None:
    picc = halted()
    picc.hear(WUPA)
    assert picc.hear(select(0, b"\x88\x04\xff\xff")) is None
    assert picc.state is State.HALT


def test_selecting_both_levels_gives_an_incomplete_then_a_complete_sak() -> None:
    picc = in_field()
    picc.hear(REQA)
    assert picc.hear(select(0, CL1)) == Reply(bytes.fromhex("04da17"))
    assert picc.hear(select(1, CL2)) == Reply(bytes.fromhex("00fe51"))
    assert picc.state is State.ACTIVE


def test_anticollision_answers_only_a_matching_prefix_and_a_card_that_does_not_match_stays_ready() -> None:
    picc = in_field()
    picc.hear(REQA)
    assert picc.hear(PcdFrame(frames.anticollision(0, 0, 0), 16)) == Reply(bytes.fromhex("8804a1b29f"))
    assert picc.hear(PcdFrame(frames.anticollision(0, 0x08, 4), 20)) == Reply(bytes.fromhex("8804a1b29f"), first_bit=4)
    assert picc.hear(PcdFrame(frames.anticollision(0, 0x07, 4), 20)) is None
    assert picc.state is State.READY


def test_select_with_a_wrong_checksum_sends_a_plain_card_back() -> None:
    picc = MifareClassic1K(Uid(bytes.fromhex("86a083ee")))
    picc.power_on(object(), at_s=0.0)
    picc.hear(REQA)
    frame = bytearray(frames.select(0, picc.uid))
    frame[-1] ^= 0x10
    assert picc.hear(PcdFrame(bytes(frame), 72)) is None
    assert picc.state is State.IDLE


def test_without_a_field_a_card_forgets_its_state() -> None:
    picc = Picc(UID, atqa=b"\x44\x00", sak=0x00)
    field = object()
    picc.power_on(field, at_s=0.0)
    picc.hear(REQA)
    picc.power_off(field)
    assert picc.hear(WUPA) is None
    picc.power_on(field, at_s=1.0)
    assert picc.state is State.IDLE


def test_a_card_between_two_fields_keeps_its_state_while_one_of_them_is_on() -> None:
    picc = in_field()
    second = object()
    picc.hear(REQA)
    picc.power_on(second, at_s=0.1)
    picc.power_off(second)
    assert picc.state is State.READY
