"""Let a process stop cleanly at SIGINT and SIGTERM."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

STOP_SIGNALS = signal.SIGINT, signal.SIGTERM


@contextmanager
def catch_stop_signals() -> Iterator[asyncio.Event]:
    """Yield an event that is set by SIGINT or SIGTERM.

    Remove the handlers before the loop closes: later signals would reach a closed pipe.
    """
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in STOP_SIGNALS:
        loop.add_signal_handler(number, stopped.set)
    try:
        yield stopped
    finally:
        for number in STOP_SIGNALS:
            loop.remove_signal_handler(number)
