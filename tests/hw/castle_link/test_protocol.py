"""PROTOCOL.md tells words and times as the host has them."""

import json
import re
from pathlib import Path

from hw.castle_link import messages, session
from hw.firmware.castle_node import lamps
from hw.firmware.castle_node import session as board_session

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "hw" / "firmware" / "castle_node" / "PROTOCOL.md").read_text(encoding="utf-8")
TEXT = re.sub(r"\s+", " ", DOCUMENT)
VECTORS = json.loads((ROOT / "tests" / "vectors" / "castle_link.json").read_text(encoding="utf-8"))


def test_every_word_of_the_document_is_known_to_the_host_and_has_a_vector_and_there_are_no_others() -> None:
    from_board, from_host = DOCUMENT.split("## From the board")[1].split("## From the host")
    for section, known, vectors in (
        (from_board, messages.FROM_BOARD, VECTORS["from_board"]),
        (from_host, messages.FROM_HOST, VECTORS["from_host"]),
    ):
        words = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
        assert words == set(known)
        assert words == {vector["word"] for vector in vectors}


def test_the_times_of_greeting_and_beats_are_those_of_the_document() -> None:
    assert "sends `hello` when it has opened the port, each 0.5 s until a `hello` comes back" in TEXT
    assert "sends `beat` each 0.5 s, and each 0.1 s while nothing readable has come since the last one" in TEXT
    assert "after 2 s without a readable line the host gives it up" in TEXT
    assert (session.GREET_EVERY_S, session.BEAT_EVERY_S, session.BEAT_AGAIN_S) == (0.5, 0.5, 0.1)
    assert session.SILENT_S == 2.0


def test_a_board_keeps_the_times_of_the_document() -> None:
    assert "each second while no host has greeted" in TEXT
    assert "for 3 s it is no longer greeted" in TEXT
    assert "If 0.2 s pass without a fresh acknowledgement" in TEXT
    assert "holds 128 events" in TEXT
    assert "blinking (0.25 s on, 0.25 s off)" in TEXT
    assert "turns all lamps on for 0.25 s and off for 0.25 s at once" in TEXT
    assert (lamps.BLINK_MS, lamps.FLASH_MS) == (250, 500)
    assert (board_session.HELLO_MS, board_session.HOST_GONE_MS, board_session.RESEND_MS) == (1000, 3000, 200)
    assert f"This is protocol **{messages.PROTOCOL}**" in TEXT
