"""What many events do to the heap of a castle board, measured in a real MicroPython with the heap of a Pico."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware import FOLDER
from hw.testing.pico.process import HEAP_BYTES, find_micropython

BLOCK_BYTES: Final = 32
"""What a 64-bit MicroPython gives out at the least; a Pico's gives half, so this is the worse case."""


class HeapUse(Struct, frozen=True):
    """What is left after ``events``, bytes; garbage collected first.

    Attributes:
        events: events and acknowledged.
        missed: that found no place; 0 in a healthy board.
        line_bytes: sent to the host for them, an event's own lines and beats.
        free_at_first: before the first event.
        free_at_least: the low-water mark.
        free_at_last: in the end.
        largest_free: the largest piece in the end.
    """

    events: int
    missed: int
    line_bytes: int
    free_at_first: int
    free_at_least: int
    free_at_last: int
    largest_free: int


def heap_after(events: int) -> HeapUse:
    """Let ``events`` tiles pass the gate of one board, a tile each 20 ms of its time.

    Args:
        events: how many; 100,000 take about a minute.

    Raises:
        BusError: there is no MicroPython.
        subprocess.CalledProcessError: the firmware failed; its standard error says why.
    """
    ran = subprocess.run(  # noqa: S603  # our own files
        [str(find_micropython()), "-X", f"heapsize={HEAP_BYTES}", str(Path(__file__).with_name("many_events.py"))],
        env={"MICROPYPATH": f"{FOLDER}:.frozen", "EVENTS": str(events), "PATH": os.defpath},
        capture_output=True,
        check=True,
    )
    first, *memory = ran.stdout.decode().splitlines()
    events, missed, line_bytes, at_first, at_least, at_last = json.loads(first)
    largest = re.search(r"max free sz: (\d+)", "\n".join(memory))
    assert largest is not None
    return HeapUse(events, missed, line_bytes, at_first, at_least, at_last, int(largest[1]) * BLOCK_BYTES)
