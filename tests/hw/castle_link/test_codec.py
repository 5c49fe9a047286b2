"""The host's codec of the castle link against PROTOCOL.md's vectors, and against anything."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.castle_link import messages
from hw.castle_link.frames import Deframer, Frame, Framer, decode, encode
from hw.castle_link.messages import FROM_BOARD, FROM_HOST

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "castle_link.json").read_text(encoding="utf-8")
)
LINES = [(line, FROM_BOARD) for line in VECTORS["from_board"]] + [(line, FROM_HOST) for line in VECTORS["from_host"]]
PLAIN = st.characters(min_codepoint=0x20, max_codepoint=0x7E, exclude_characters="$*")


@pytest.mark.parametrize(("vector", "words"), LINES)
def test_each_line_of_the_vectors_is_read_as_it_says_and_written_octet_for_octet(
    vector: dict[str, Any], words: dict[str, type]
) -> None:
    octets = vector["line"].encode()

    frame = decode(octets.rstrip(b"\n"))

    assert frame is not None
    assert (frame.seq, frame.body) == (vector["seq"], " ".join([vector["word"], *vector["fields"]]))
    message = messages.parse(frame.body, words)
    assert encode(Frame(vector["seq"], messages.body_of(message))) == octets
    assert type(message) is words[vector["word"]]


@pytest.mark.parametrize("vector", VECTORS["streams"], ids=lambda vector: vector["what"])
def test_each_stream_of_the_vectors_gives_its_words_and_its_damage(vector: dict[str, Any]) -> None:
    deframer = Deframer()

    read = [messages.parse(frame.body, FROM_HOST) for frame in deframer.feed(vector["octets"].encode("latin-1"))]

    assert [type(message) for message in read if message is not None] == [FROM_HOST[word] for word in vector["words"]]
    assert deframer.damaged + read.count(None) == vector["damaged"]


@given(st.lists(st.binary(max_size=200)))
def test_any_octets_in_any_pieces_are_survived_and_give_what_they_give_in_one_piece(pieces: list[bytes]) -> None:
    in_pieces, at_once = Deframer(), Deframer()

    frames = [frame for piece in pieces for frame in in_pieces.feed(piece)]

    assert frames == at_once.feed(b"".join(pieces))
    assert in_pieces.damaged == at_once.damaged


@given(st.text(PLAIN, max_size=90))
def test_what_is_written_is_read_again(body: str) -> None:
    assert Deframer().feed(Framer().line(body)) == [Frame(0, body)]


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=120))
def test_any_body_is_a_message_that_is_written_the_same_or_none(body: str) -> None:
    for words in (FROM_BOARD, FROM_HOST):
        message = messages.parse(body, words)
        assert message is None or messages.body_of(message) == body


@given(st.sampled_from(LINES), st.integers(min_value=0), st.integers(min_value=0, max_value=7))
def test_one_flipped_bit_is_never_another_message(
    line: tuple[dict[str, Any], dict[str, type]], place: int, bit: int
) -> None:
    octets = bytearray(line[0]["line"].encode())
    octets[place % len(octets)] ^= 1 << bit

    for frame in Deframer().feed(bytes(octets)):
        assert (frame.seq, frame.body) == (line[0]["seq"], " ".join([line[0]["word"], *line[0]["fields"]]))


def test_gaps_in_the_sequence_are_counted_round_the_end_of_the_numbers() -> None:
    deframer = Deframer()

    deframer.feed(encode(Frame(65534, "ask")) + encode(Frame(1, "ask")))

    assert deframer.missed == 2


@pytest.mark.parametrize("body", ["log 5 $", "log a*b", "log ä", "log " + "x" * 120])
def test_a_body_that_no_line_can_carry_is_refused(body: str) -> None:
    with pytest.raises(ValueError, match=r"^a (line|body)"):
        Framer().line(body)
