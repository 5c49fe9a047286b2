"""Free ports for servers in tests and benches."""

import errno
import os
import socket
from pathlib import Path
from typing import Final

EPHEMERAL_PORTS: Final = Path("/proc/sys/net/ipv4/ip_local_port_range")
OURS: Final = range(20_000, 65_536)


def free_port() -> int:
    """Return a free port, reserved until this process ends.

    The kernel does not assign it as an ephemeral port (ip(7), ``ip_local_port_range``), so a restarted server finds it
    free. An abstract socket (unix(7)) reserves it among our processes.

    Raises:
        OSError: all ports are in use.
    """
    lowest, highest = map(int, EPHEMERAL_PORTS.read_text(encoding="ascii").split())
    ports = [port for port in OURS if not lowest <= port <= highest] or list(OURS)
    first = os.getpid() * 97 % len(ports)
    for port in ports[first:] + ports[:first]:
        ours = socket.socket(socket.AF_UNIX)
        try:
            ours.bind(f"\0royaltable-port-{port}")
            with socket.socket() as probe:
                probe.bind(("0.0.0.0", port))  # closed at once
        except OSError:
            ours.close()
        else:
            ours.detach()
            return port
    raise OSError(errno.EADDRINUSE, f"None of {len(ports)} ports is free. End programs that listen, and try again.")
