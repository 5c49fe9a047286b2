"""Waiting for the line in the harness's time; runs in MicroPython."""

import time

import uselect

POLLIN = uselect.POLLIN
POLLOUT = uselect.POLLOUT


class poll:
    """As MicroPython's own, which it uses; it waits for input only."""

    def __init__(self):
        self._poll = uselect.poll()

    def register(self, stream, events):
        self._poll.register(stream, events)

    def poll(self, ms):
        ready = self._poll.poll(0)
        if ready or not ms:
            return ready
        time.idle_ms(ms)
        return self._poll.poll(0)
