"""PROTOCOL.md tells the host's times as the host keeps them."""

import re
from pathlib import Path

from hw.castle_link import conversation, messages, twin

TEXT = re.sub(
    r"\s+", " ", (Path(__file__).parents[3] / "firmware" / "castle_node" / "PROTOCOL.md").read_text(encoding="utf-8")
)


def test_the_times_of_greeting_and_beats_are_those_of_the_document() -> None:
    assert "sends `hello` when it has opened the port, each 0.5 s until a `hello` comes back" in TEXT
    assert "sends `beat` each 0.5 s, and each 0.1 s while nothing readable has come since the last one" in TEXT
    assert "after 2 s without a readable line the host gives it up" in TEXT
    assert (conversation.GREET_EVERY_S, conversation.BEAT_EVERY_S, conversation.BEAT_AGAIN_S) == (0.5, 0.5, 0.1)
    assert conversation.SILENT_S == 2.0


def test_the_twin_keeps_the_boards_times() -> None:
    assert "each second while no host has greeted" in TEXT
    assert "for 3 s it is no longer greeted" in TEXT
    assert "If 0.2 s pass without a fresh acknowledgement" in TEXT
    assert "holds 128 events" in TEXT
    assert (twin.HELLO_EVERY_S, twin.HOST_GONE_S, twin.RESEND_AFTER_S, twin.KEPT) == (1.0, 3.0, 0.2, 128)
    assert f"This is protocol **{messages.PROTOCOL}**" in TEXT
