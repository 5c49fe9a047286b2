"""Both codecs of the link take the same for a line, whatever comes."""

from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.rigs import VECTORS
from tests.firmware.two_codecs import disagreement, sealed

WHOLE = [vector["line"].encode() for vector in (*VECTORS["from_host"], *VECTORS["from_board"])]
WORDS = ["hello", "beat", "ack", "ask", "lamps", "set", "update", "reboot", "tile", "works", "state", "is", ""]
FIELDS = st.sampled_from(["0", "1", "00", "65536", "9007199254740992", "0A1B2C3D", "0b1", "b1b0", "id", "blue-1", ""])
BODIES = st.builds(lambda words: " ".join(words).encode(), st.lists(st.sampled_from(WORDS) | FIELDS, max_size=6))


@given(st.lists(st.binary(max_size=150) | st.sampled_from(WHOLE) | BODIES.map(sealed), max_size=8), st.integers(0, 600))
def test_the_board_and_the_host_agree_on_every_stream(pieces: list[bytes], cut: int) -> None:
    assert disagreement(b"".join(pieces), cut) == ""
