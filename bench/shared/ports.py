"""Ports for servers that are tried or measured."""

import errno
import os
import socket
from pathlib import Path
from typing import Final

GIVEN_TO_ANYBODY: Final = Path("/proc/sys/net/ipv4/ip_local_port_range")
OURS: Final = range(20_000, 65_536)


def free_port() -> int:
    """A port that nobody has, and that is ours as long as this process lives.

    The kernel gives none of these to whoever asks for any port (ip(7), ``ip_local_port_range``): a server that begins
    anew finds its own free, whatever else goes on. A name among the abstract sockets (unix(7)) tells other processes.

    Raises:
        OSError: all are taken.
    """
    lowest, highest = map(int, GIVEN_TO_ANYBODY.read_text(encoding="ascii").split())
    ports = [port for port in OURS if not lowest <= port <= highest] or list(OURS)
    first = os.getpid() * 97 % len(ports)
    for port in ports[first:] + ports[:first]:
        ours = socket.socket(socket.AF_UNIX)
        try:
            ours.bind(f"\0royaltable-port-{port}")
            with socket.socket() as probe:
                probe.bind(("0.0.0.0", port))  # noqa: S104  # closed at once
        except OSError:
            ours.close()
        else:
            ours.detach()
            return port
    raise OSError(errno.EADDRINUSE, f"Seen no free port of {len(ports)}, expected one. End what listens, try again.")
