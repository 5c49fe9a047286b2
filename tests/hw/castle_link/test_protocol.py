"""The host's codec against PROTOCOL.md, its vectors and any bytes; the state of a board."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from firmware.castle_node import link, panel
from firmware.castle_node import session as board_session
from firmware.castle_node.link import Deframer, format_line
from hw.castle_link import messages, session
from hw.castle_link.board import Board, BoardClock
from hw.castle_link.messages import MESSAGE_TYPE_BY_WORD, BoardId, BootId, Framer, Hello, TileLine
from hw.values import Uid
from tests.support.documents import blocks

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "castle_link.json").read_text(encoding="utf-8")
)
LINES = VECTORS["from_board"]
WORDS = {kind: word for word, kind in MESSAGE_TYPE_BY_WORD.items()}


def body_of(message: Struct) -> str:
    values = (getattr(message, name) for name in message.__struct_fields__)
    texts = (value.hex().upper() if isinstance(value, bytes) else str(value) for value in values)
    return " ".join((WORDS[type(message)], *texts))


@pytest.mark.parametrize("vector", LINES, ids=lambda vector: vector["word"])
def test_each_vector_of_a_board_is_parsed_into_its_fields(vector: dict[str, Any]) -> None:
    data = vector["line"].encode()

    [heard] = Deframer().feed(data)
    message = messages.parse_line(heard)
    assert format_line(vector["seq"], body_of(message)) == data
    assert type(message) is MESSAGE_TYPE_BY_WORD[vector["word"]]


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=120))
def test_any_body_that_is_parsed_keeps_all_its_text(body: str) -> None:
    message = messages.parse_line(body.split(" "))
    assert message is None or body_of(message) == body


@given(st.sampled_from(LINES), st.integers(min_value=0), st.integers(min_value=0, max_value=7))
def test_one_flipped_bit_is_never_another_message(vector: dict[str, Any], place: int, bit: int) -> None:
    data = bytearray(vector["line"].encode())
    data[place % len(data)] ^= 1 << bit

    for heard in Deframer().feed(bytes(data)):
        assert " ".join(heard) == " ".join([vector["word"], *vector["fields"]])


def test_a_line_that_is_too_long_is_refused() -> None:
    framer = Framer()
    with pytest.raises(ValueError, match="at most 120 bytes, not 121"):
        framer.format_next_line("set", "id", 101 * "x")
    assert len(framer.format_next_line("set", "id", 100 * "x")) == 120


ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "firmware" / "castle_node" / "PROTOCOL.md").read_text(encoding="utf-8")
TEXT = re.sub(r"\s+", " ", DOCUMENT)


def test_the_hosts_words_and_the_vectors_are_exactly_the_documents() -> None:
    from_board, from_host = DOCUMENT.split("## From the board")[1].split("## From the host")
    for section, known, vectors in (
        (from_board, messages.MESSAGE_TYPE_BY_WORD, VECTORS["from_board"]),
        (from_host, link.HOST_FIELD_CHECKS, VECTORS["from_host"]),
    ):
        words = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
        assert words == set(known)
        assert words == {vector["word"] for vector in vectors}


def test_the_line_that_the_document_shows_is_one_of_the_vectors() -> None:
    (line,) = blocks("firmware/castle_node/PROTOCOL.md", "text")
    assert line in {vector["line"] for vector in VECTORS["from_board"]}


def test_the_times_of_greeting_and_beats_are_those_of_the_document() -> None:
    assert "sends `hello` when it has opened the port, each 0.5 s until a `hello` comes back" in TEXT
    assert "sends `beat` each 0.5 s, and each 0.1 s while nothing readable has come since the last one" in TEXT
    assert "after 2 s without a readable line the host gives it up" in TEXT
    assert (session.GREET_EVERY_S, session.BEAT_EVERY_S, session.BEAT_RETRY_S) == (0.5, 0.5, 0.1)
    assert session.SILENCE_TIMEOUT_S == 2.0


def test_a_board_keeps_the_times_of_the_document() -> None:
    assert "each second while no host has greeted" in TEXT
    assert "for 3 s it is no longer greeted" in TEXT
    assert "If 0.2 s pass without a fresh acknowledgement" in TEXT
    assert "holds 128 unacknowledged events" in TEXT
    assert "blinking (0.25 s on, 0.25 s off)" in TEXT
    assert "turns all lamps on for 0.25 s and off for 0.25 s at once" in TEXT
    assert (panel.BLINK_MS, panel.FLASH_MS) == (250, 500)
    assert (board_session.HELLO_MS, board_session.HOST_GONE_MS, board_session.RESEND_MS) == (1000, 3000, 200)
    assert f"This is protocol **{messages.PROTOCOL_VERSION}**" in TEXT


ONE, OTHER = BootId("0A1B2C3D"), BootId("FFFFFFFF")


def hello(boot: BootId, acked: int = 0) -> Hello:
    return Hello(BoardId("blue"), "0.1.0", 1, boot, acked, 1, 2, 3)


def tile(number: int) -> TileLine:
    return TileLine(number, 1000 + number, 0, Uid(bytes(6) + bytes((number % 256,))))


def board(boot: BootId = ONE, acked: int = 0) -> Board:
    known = Board(BoardId("blue"), {})
    known.apply_hello_count_lost(hello(boot, acked))
    known.clock.use_beat_if_more_exact(0.0, 0, 0.001)
    return known


def numbers(of: Board) -> list[int]:
    return [event.n for event in of.pop_events_in_order()]


def test_events_are_due_in_their_order_and_each_once() -> None:
    blue = board()
    for number in (2, 1, 1, 2, 4):
        blue.add_event_if_new(tile(number))
    assert numbers(blue) == [1, 2]
    blue.add_event_if_new(tile(1))
    blue.add_event_if_new(tile(3))
    assert numbers(blue) == [3, 4]
    assert blue.taken == 4


def test_early_events_are_kept_up_to_a_boards_capacity() -> None:
    blue = board(acked=10)
    for number in range(12, 2000):
        blue.add_event_if_new(tile(number))
    blue.add_event_if_new(tile(11))
    assert numbers(blue) == list(range(11, 139))
    assert numbers(blue) == []


def test_events_wait_until_the_boards_clock_is_known() -> None:
    blue = Board(BoardId("blue"), {})
    blue.apply_hello_count_lost(hello(ONE))
    blue.add_event_if_new(tile(1))
    assert numbers(blue) == []
    blue.clock.use_beat_if_more_exact(0.0, 0, 0.001)
    assert numbers(blue) == [1]


def test_a_new_boot_begins_at_1_and_reports_lost_events() -> None:
    blue = board()
    blue.add_event_if_new(tile(1))
    assert numbers(blue) == [1]
    blue.apply_beat_count_missed(last=4, missed=0)
    assert blue.apply_hello_count_lost(hello(OTHER)) == 3
    blue.clock.use_beat_if_more_exact(9.0, 0, 9.001)
    blue.add_event_if_new(tile(1))
    assert numbers(blue) == [1]


def test_a_cable_pulled_and_plugged_loses_nothing() -> None:
    blue = board()
    blue.add_event_if_new(tile(1))
    blue.add_event_if_new(tile(2))
    assert numbers(blue) == [1, 2]
    assert blue.apply_hello_count_lost(hello(ONE, acked=1)) == 0
    blue.add_event_if_new(tile(2))
    blue.add_event_if_new(tile(3))
    assert numbers(blue) == [3]


def test_a_restarted_host_continues_at_the_boards_acknowledged_event() -> None:
    blue = board(acked=7)
    blue.add_event_if_new(tile(7))
    blue.add_event_if_new(tile(8))
    assert numbers(blue) == [8]


def test_events_missed_by_the_board_are_reported_once() -> None:
    blue = board()
    assert blue.apply_beat_count_missed(last=128, missed=5) == 5
    assert blue.apply_beat_count_missed(last=128, missed=5) == 0
    assert blue.apply_beat_count_missed(last=128, missed=6) == 1


def test_the_boards_time_lies_in_the_middle_of_what_a_beat_took() -> None:
    clock = BoardClock()
    assert not clock.known
    clock.use_beat_if_more_exact(10.000, 3000, 10.040)
    assert clock.known
    assert clock.to_host_s(3000) == pytest.approx(10.020)
    assert clock.to_host_s(2000) == pytest.approx(9.020)


def test_the_beat_that_was_answered_fastest_counts_most() -> None:
    clock = BoardClock()
    clock.use_beat_if_more_exact(10.000, 3001, 10.002)
    clock.use_beat_if_more_exact(10.500, 3501, 10.900)  # 400 ms in some queue, all of it on the way back
    clock.use_beat_if_more_exact(16.000, 9001, 16.400)  # the same, in another span
    assert clock.to_host_s(3000) == pytest.approx(10.000, abs=0.001)


@pytest.mark.parametrize("drift", [-80e-6, 0.0, 50e-6])
def test_a_drifting_boards_time_stays_within_a_few_milliseconds(drift: float) -> None:
    chance, clock = Random(1), BoardClock()
    for step in range(240):  # two minutes
        sent_s = 100.0 + step / 2
        way_s, back_s = chance.uniform(0.001, 0.004), chance.uniform(0.001, 0.004)
        clock.use_beat_if_more_exact(sent_s, int((sent_s + way_s) / (1 + drift) * 1000), sent_s + way_s + back_s)
        t_ms = int((sent_s + 0.2) / (1 + drift) * 1000)
        assert clock.to_host_s(t_ms) == pytest.approx(sent_s + 0.2, abs=0.005)


def test_an_answer_to_a_beat_never_sent_is_ignored() -> None:
    clock = BoardClock()
    clock.use_beat_if_more_exact(1.001, 1000, 1.0)
    assert not clock.known
    clock.use_beat_if_more_exact(1.0, 1000, 1.001)
    assert clock.known
