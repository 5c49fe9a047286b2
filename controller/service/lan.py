"""By which names and addresses this machine is reached in its network, and what Avahi answers of them."""

import fcntl
import socket
import struct
from enum import IntEnum
from typing import Final

from controller.config import EVERYWHERE

A_FAR_ADDRESS: Final = "192.0.2.1"
"""Of nobody (RFC 5737, TEST-NET-1)."""

SIOCGIFADDR: Final = 0x8915
"""Ask for an interface's IPv4 address (netdevice(7))."""


def address_in_the_lan(host: str) -> str:
    """The address by which phones reach a page served on ``host``; this machine's name where it has no network."""
    if host not in EVERYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((A_FAR_ADDRESS, 9))  # sends nothing: it only chooses the way out
        except OSError:
            return f"{socket.gethostname().removesuffix('.local')}.local"
        address: str = probe.getsockname()[0]
        return address


def name_to_type(host: str) -> str:
    """An address people can type: the machine's name where it listens on all addresses."""
    return socket.gethostname() if host in EVERYWHERE else host


def interfaces(host: str) -> dict[int, str]:
    """The IPv4 address of each interface on which others reach a page served on ``host``, by the interface's number."""
    found = {}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for number, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asking, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:  # it has none
                continue
            address = socket.inet_ntoa(answer[20:24])
            if not address.startswith("127.") and host in {*EVERYWHERE, address}:
                found[number] = address
    return found


class AvahiError(Exception):
    """There is no Avahi, or it does not do what it is asked."""


class NameTaken(AvahiError):
    """Another program on this machine has the name."""


class GroupState(IntEnum):
    """Of a group of entries (avahi-common/defs.h, AvahiEntryGroupState)."""

    UNCOMMITTED = 0
    REGISTERING = 1
    ESTABLISHED = 2
    COLLISION = 3
    FAILURE = 4
