"""Nothing that a simulated Pi has put in place survives a test."""

import builtins
import contextlib
import gc
import io
import os
import selectors
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from hw.testing.pi.machine import HEADER  # what a first Pi loads is no trace of it

TYPES = (datetime, date, type(threading.Lock()), type(threading.RLock()), socket.SocketType, threading.Thread)
SIGNALS = (signal.SIGINT, signal.SIGALRM, *range(signal.SIGRTMIN, signal.SIGRTMAX + 1))


def state_of_process() -> dict[str, Any]:
    """Return threads, descriptors, handlers and what programs tell the time and wait by."""
    gc.collect()
    files = {}
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the one that lists them
            files[f"descriptor {link.name}"] = str(link.readlink())
    return {
        "threads": sorted(thread.name for thread in threading.enumerate()),
        **files,
        "signals": [signal.getsignal(number) for number in SIGNALS],
        "timers": signal.getitimer(signal.ITIMER_REAL),
        "types": [dict(vars(each)) for each in TYPES],
        "functions": [vars(module).copy() for module in (time, signal, selectors)],
        "names": [builtins.open, io.open, os.open, os.read, os.close, os.path.exists, sys.path[:]],
    }


@pytest.fixture(autouse=True)
def nothing_of_a_run_survives() -> Iterator[None]:
    assert HEADER
    before = state_of_process()
    yield
    after = state_of_process()
    assert {name: (before.get(name), value) for name, value in after.items() if before.get(name) != value} == {}
