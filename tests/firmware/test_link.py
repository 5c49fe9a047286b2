"""The firmware's codec: the lines of PROTOCOL.md, on CPython and in a real MicroPython."""

import json
import subprocess
import zlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import FOLDER
from firmware.castle_node import link
from hw.testing.pico.process import find_micropython
from tests.support.castle_rigs import VECTORS, needs, sealed

STREAMS = VECTORS["streams"]

IN_MICROPYTHON = """
import json, sys
sys.path.insert(0, {firmware!r})
from castle_node.link import HostLineDeframer, format_line
vectors = json.loads({vectors!r})
answers = {{"lines": [], "heard": [], "streams": []}}
for one in vectors["from_board"]:
    answers["lines"].append(format_line(one["seq"], " ".join([one["word"]] + one["fields"])).decode())
for one in vectors["from_host"]:
    answers["heard"].append(HostLineDeframer().feed(one["line"].encode()))
for one in vectors["streams"]:
    receiver = HostLineDeframer()
    words = [words[0] for words in receiver.feed(bytes([ord(byte) for byte in one["bytes"]]))]
    answers["streams"].append([words, receiver.damaged])
print(json.dumps(answers))
"""


@pytest.mark.parametrize("vector", VECTORS["from_board"], ids=lambda vector: vector["word"])
def test_a_line_is_written_as_the_vectors_say(vector: dict[str, object]) -> None:
    fields = vector["fields"]
    assert isinstance(fields, list)
    assert isinstance(vector["seq"], int)
    assert link.format_line(vector["seq"], " ".join([str(vector["word"]), *fields])).decode() == vector["line"]


@pytest.mark.parametrize("vector", VECTORS["from_host"], ids=lambda vector: vector["word"])
def test_a_line_is_read_as_the_vectors_say(vector: dict[str, object]) -> None:
    receiver = link.HostLineDeframer()
    fields = vector["fields"]
    assert isinstance(fields, list)
    assert receiver.feed(str(vector["line"]).encode()) == [[vector["word"], *fields]]
    assert receiver.damaged == 0


@pytest.mark.parametrize("vector", STREAMS, ids=lambda vector: vector["what"])
def test_a_stream_gives_the_words_and_the_damage_that_the_vectors_say(vector: dict[str, object]) -> None:
    receiver = link.HostLineDeframer()
    heard = receiver.feed(str(vector["bytes"]).encode("latin-1"))
    assert [words[0] for words in heard] == vector["words"]
    assert receiver.damaged == vector["damaged"]


def test_micropython_reads_and_writes_every_vector_alike() -> None:
    needs("MicroPython")
    code = IN_MICROPYTHON.format(firmware=str(FOLDER), vectors=json.dumps(VECTORS))
    ran = subprocess.run([find_micropython(), "-c", code], capture_output=True, check=True, timeout=60)
    answers = json.loads(ran.stdout)
    assert answers["lines"] == [vector["line"] for vector in VECTORS["from_board"]]
    assert answers["heard"] == [[[vector["word"], *vector["fields"]]] for vector in VECTORS["from_host"]]
    assert answers["streams"] == [[vector["words"], vector["damaged"]] for vector in STREAMS]


def test_the_checksum_is_crc_32_iso_hdlc() -> None:
    assert VECTORS["crc"] == {"of": "123456789", "is": "CBF43926"}
    assert link.format_line(1, "23456789") == f"$1 23456789*{zlib.crc32(b'1 23456789'):08X}\n".encode()


def test_every_word_of_the_host_has_a_vector() -> None:
    assert {vector["word"] for vector in VECTORS["from_host"]} == link.HOST_FIELD_CHECKS.keys()


def test_missing_lines_are_counted_across_the_wrap_but_not_before_a_hello() -> None:
    receiver = link.HostLineDeframer()
    for body in ("65534 ask", "1 ask", "3 ask", "900 hello 1", "901 ask"):
        receiver.feed(sealed(body))
    assert receiver.lost == 2 + 1


WHOLE = [vector["line"].encode() for vector in VECTORS["from_host"]]


@given(st.lists(st.binary(max_size=200) | st.sampled_from(WHOLE), max_size=20), st.lists(st.integers(0, 2000)))
def test_any_bytes_in_any_pieces_give_only_complete_valid_lines(pieces: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(pieces)
    at_once = link.HostLineDeframer()
    whole = at_once.feed(stream)
    in_pieces = link.HostLineDeframer()
    edges = sorted({0, len(stream), *(cut for cut in cuts if cut <= len(stream))})
    heard = [words for start, end in pairwise(edges) for words in in_pieces.feed(stream[start:end])]
    assert heard == whole
    assert (in_pieces.damaged, in_pieces.lost) == (at_once.damaged, at_once.lost)
    assert at_once.damaged + len(whole) <= stream.count(b"\n")
    for words in whole:
        assert len(words) == 1 + len(link.HOST_FIELD_CHECKS[words[0]])


@given(st.sampled_from(WHOLE), st.data())
def test_no_line_survives_one_byte_flipped_lost_or_doubled(whole: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(whole) - 2))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[at]))
    doubled_dollar = at == 0
    assert link.HostLineDeframer().feed(whole[:at] + bytes([other]) + whole[at + 1 :]) == []
    assert link.HostLineDeframer().feed(whole[:at] + whole[at + 1 :]) == []
    assert bool(link.HostLineDeframer().feed(whole[: at + 1] + whole[at:])) is doubled_dollar


@given(st.text(max_size=200))
def test_any_text_is_made_fit_for_a_line(text: str) -> None:
    whole = link.format_line(65535, f"fault 2147483647 9999999999999 0 {link.to_line_text(text)}")
    assert len(whole) <= link.LINE_BYTES
    assert all(0x20 <= byte <= 0x7E for byte in whole[:-1])
    assert whole.count(b"$") == whole.count(b"*") == 1


@given(st.text(alphabet="0123456789+-. _", max_size=18))
def test_a_number_has_the_form_that_python_writes(text: str) -> None:
    right = text.isdigit() and str(int(text)) == text and int(text) < 2**53
    assert link.is_whole_number(text) is right
