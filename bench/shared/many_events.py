"""Carries many tiles over one gate and prints what that did to the heap; runs in MicroPython.

The reader is the only part that is not the firmware's: it finds one tile after the other, each gone at the next poll.
"""

import gc
import json
import os
import sys

import micropython

gc.threshold(8192)  # as main.py does

from castle_node.board import GC_THRESHOLD_BYTES  # noqa: E402
from castle_node.link import SEQUENCE_MODULUS, format_line  # noqa: E402
from castle_node.node import Node  # noqa: E402
from castle_node.ports import Board, Bus, ResetLine  # noqa: E402

TILES = 150
"""As many as a box holds and some more; each comes again after 3 s."""


class Host(Board):
    """A board in the dark whose host acknowledges now and then, and beats each half second."""

    def __init__(self):
        super().__init__("e6614c311b7e6f35", "0A1B2C3D")
        gc.threshold(GC_THRESHOLD_BYTES)
        self.ms = 0
        self.sequence = 0
        self.next_ms = 0
        self.bytes_written = 0
        self.node = None

    def connect_readers(self, kind):
        return [(Bus(), ResetLine())]

    def now_ms(self):
        return self.ms

    async def sleep_us(self, us):
        pass

    async def wait_for_bytes(self, until_ms):
        self.ms = until_ms

    def line(self, body):
        self.sequence = (self.sequence + 1) % SEQUENCE_MODULUS
        return format_line(self.sequence, body)

    def read_from_host(self):
        if self.ms < self.next_ms:
            return b""
        self.next_ms = self.ms + 500
        greeting = b"" if self.node.session.greeted else self.line("hello 1")
        acknowledged = self.line(f"ack {self.boot} {self.node.session.outbox.last}")
        return greeting + self.line(f"beat {self.ms}") + acknowledged

    def write_to_host(self, data, start):
        self.bytes_written += len(data) - start
        return len(data) - start

    def is_usb_powered(self):
        return True

    def are_buttons_held(self):
        return False, False

    def connect_ring(self, pixels):
        pass

    def switch_lamps(self, left, middle, right):
        pass

    def feed_watchdog(self):
        pass

    def collect_garbage(self):
        gc.collect()
        return gc.mem_free()

    def load_settings(self):
        return {}


class Tiles:
    def __init__(self):
        self.works = True
        self.recoveries = 0
        self.turn = 0

        class Chip:
            version = 0x92
            gain_db = 38

        self.chip = Chip()

    async def poll(self):
        self.turn += 1
        if self.turn % 2:
            return [], False
        number = self.turn // 2 % TILES
        return [bytes((4, 0xA1, 0xB2, 3, 4, 5, number))], False

    def off(self):
        pass


def main(events):
    host = Host()
    node = host.node = Node(host)
    node.readers = [Tiles()]
    outbox = node.session.outbox
    run_cycle = node.run_cycle
    gc.collect()
    free = least = gc.mem_free()
    done = 0
    while outbox.last + outbox.missed < events:
        try:
            run_cycle().send(None)
        except StopIteration:
            pass
        done += 1
        if done % 1000 == 0:
            gc.collect()
            least = min(least, gc.mem_free())
    gc.collect()
    last = gc.mem_free()
    print(json.dumps([outbox.last, outbox.missed, host.bytes_written, free, min(least, last), last]))
    micropython.mem_info()


main(int(os.getenv("EVENTS")))
sys.exit()
