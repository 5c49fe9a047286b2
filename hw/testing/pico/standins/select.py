"""Polling in the harness's time, for MicroPython."""

import time

import uselect

POLLIN = uselect.POLLIN
POLLOUT = uselect.POLLOUT


class poll:
    """MicroPython's ``poll``, but it waits in the harness's time, and for input only."""

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
