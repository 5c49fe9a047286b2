"""Both codecs of the link take the same for a line, whatever comes."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.rigs import VECTORS
from tests.firmware.two_codecs import disagreement, sealed
from tests.soak import SOAK

INPUTS = 1_000_000
WHOLE = [vector["line"].encode() for vector in (*VECTORS["from_host"], *VECTORS["from_board"])]
WORDS = ["hello", "beat", "ack", "ask", "lamps", "set", "update", "reboot", "tile", "works", "state", "is", ""]
FIELDS = st.sampled_from(["0", "1", "00", "65536", "9007199254740992", "0A1B2C3D", "0b1", "b1b0", "id", "blue-1", ""])
BODIES = st.builds(lambda words: " ".join(words).encode(), st.lists(st.sampled_from(WORDS) | FIELDS, max_size=6))


@given(st.lists(st.binary(max_size=150) | st.sampled_from(WHOLE) | BODIES.map(sealed), max_size=8), st.integers(0, 600))
def test_the_board_and_the_host_agree_on_every_stream(pieces: list[bytes], cut: int) -> None:
    assert disagreement(b"".join(pieces), cut) == ""


@pytest.mark.skipif(not SOAK, reason="a million inputs take minutes: make soak")
@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="needs atheris: pip install -e '.[fuzz]'")
def test_a_million_inputs_led_by_coverage_find_no_disagreement_and_no_fault(tmp_path: Path) -> None:
    for number, vector in enumerate([*VECTORS["from_host"], *VECTORS["from_board"]]):
        body = vector["line"].encode()[1:-10]
        (tmp_path / f"body{number}").write_bytes(b"\x01" + body)
        (tmp_path / f"line{number}").write_bytes(b"\x00" + vector["line"].encode())
    command = [sys.executable, "-m", "tests.firmware.fuzz_link", f"-runs={INPUTS}", "-seed=1", "-max_len=140"]
    command.append(str(tmp_path))
    ran = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert f"Done {INPUTS} runs" in ran.stderr
