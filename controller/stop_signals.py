"""The signals by which a service manager or somebody at a terminal ends a process in good order."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

SIGNALS = signal.SIGINT, signal.SIGTERM


@contextmanager
def told_to_stop() -> Iterator[asyncio.Event]:
    """Set once one of them came.

    They are let go before the loop is: while it closes, any other signal would be written to a pipe that is gone.
    """
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in SIGNALS:
        loop.add_signal_handler(number, stopped.set)
    try:
        yield stopped
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
