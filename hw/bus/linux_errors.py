"""What is told of a kernel that refuses a bus: what was seen, and the command that helps."""

from hw.errors import BusError


def join_group(group: str) -> str:
    """The cure where the kernel refuses whoever this runs as; where he is in the group, the node itself may not be."""
    import getpass  # noqa: PLC0415  # only where something is refused

    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # nobody in /etc/passwd
        user = "$USER"
    return (
        f"Put the user into the group: sudo usermod -aG {group} {user}, then log in again or restart the service; "
        "if he is in it: royaltable doctor."
    )


def cannot_open(part: str, error: OSError, *, switch_on: str, group: str) -> BusError:
    """The node of a bus is not there, or may not be used; ``switch_on`` is what makes the kernel have it."""
    if isinstance(error, PermissionError):
        remedy = join_group(group)
    else:
        remedy = f"Switch the bus on: {switch_on}, then sudo reboot"
    return BusError(part, seen=error.strerror or str(error), expected="a bus that can be opened", remedy=remedy)


def failed(part: str, error: OSError) -> BusError:
    """A transfer did not take place."""
    return BusError(
        part,
        seen=error.strerror or str(error),
        expected="a transfer",
        remedy="Look at the kernel's messages: sudo dmesg | tail",
    )
