"""What the service manager is told: sd_notify(3), datagrams to the socket that systemd names."""

import contextlib
import os
import socket
from collections.abc import Mapping
from typing import Final

from msgspec import Struct


class ServiceManager(Struct, frozen=True):
    """The line to the service manager, if there is one.

    Attributes:
        address: of its socket; None if whoever started us does not want to be told.
        watchdog_s: how long it waits for a sign of life before it kills us; None if it does not watch.
    """

    address: str | None = None
    watchdog_s: float | None = None

    def tell(self, **notices: str | int) -> None:
        """Say ``READY=1`` and the like; a socket that fails does no harm."""
        if self.address is None:
            return
        text = "".join(f"{name}={value}\n" for name, value in notices.items())
        where = self.address.replace("@", "\0", 1) if self.address.startswith("@") else self.address
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.settimeout(0)
            line.sendto(text.encode(), where)


NOBODY: Final = ServiceManager()
"""Nobody listens."""


def of_this_process(environment: Mapping[str, str] = os.environ) -> ServiceManager:
    """What the environment says; a watchdog meant for another process is not ours."""
    for_us = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    microseconds = environment.get("WATCHDOG_USEC", "")
    watchdog_s = int(microseconds) / 1e6 if microseconds.isdecimal() and for_us else None
    return ServiceManager(environment.get("NOTIFY_SOCKET") or None, watchdog_s)
