"""The host's codec of the castle link against PROTOCOL.md's vectors, and against anything."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.castle_node.link import Deframer, line
from hw.castle_link import messages
from hw.castle_link.messages import FROM_BOARD, FROM_HOST, Framer, Set

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "castle_link.json").read_text(encoding="utf-8")
)
LINES = [(each, FROM_BOARD) for each in VECTORS["from_board"]] + [(each, FROM_HOST) for each in VECTORS["from_host"]]


@pytest.mark.parametrize(("vector", "words"), LINES)
def test_each_vector_is_parsed_and_written_byte_for_byte(vector: dict[str, Any], words: dict[str, type]) -> None:
    data = vector["line"].encode()

    [heard] = Deframer().feed(data)
    message = messages.parse(heard, words)
    assert line(vector["seq"], messages.body_of(message)) == data
    assert type(message) is words[vector["word"]]


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=120))
def test_any_body_is_a_message_that_is_written_the_same_or_none(body: str) -> None:
    for words in (FROM_BOARD, FROM_HOST):
        message = messages.parse(body.split(" "), words)
        assert message is None or messages.body_of(message) == body


@given(st.sampled_from(LINES), st.integers(min_value=0), st.integers(min_value=0, max_value=7))
def test_one_flipped_bit_is_never_another_message(
    sent: tuple[dict[str, Any], dict[str, type]], place: int, bit: int
) -> None:
    vector, _ = sent
    data = bytearray(vector["line"].encode())
    data[place % len(data)] ^= 1 << bit

    for heard in Deframer().feed(bytes(data)):
        assert " ".join(heard) == " ".join([vector["word"], *vector["fields"]])


def test_a_message_too_long_for_a_line_is_refused() -> None:
    framer = Framer()
    with pytest.raises(ValueError, match="at most 120 bytes, not 121"):
        framer.line(Set("id", 101 * "x"))
    assert len(framer.line(Set("id", 100 * "x"))) == 120
