"""The firmware of castle boards, and putting it on a board."""

from collections.abc import Callable

from hw.castle_link import firmware
from hw.castle_link.messages import BoardId, Hello


def flashable_ports() -> list[str]:
    from hw.bus.linux import LinuxPorts  # noqa: PLC0415  # as above

    return list(LinuxPorts().serial_places())


def shipped_firmware() -> str:
    """The version of the castle boards' firmware that this program carries.

    Raises:
        HardwareError: it carries none.
    """
    from hw.castle_link.flash import firmware_in  # noqa: PLC0415  # mpremote is needed for flashing alone

    return firmware_in(firmware.folder()).version


def flash_board(port: str, board: str | None, progress: Callable[[int, int], None]) -> Hello:
    """Put the firmware on the board at ``port``; ``progress`` is told octets done and in all.

    Raises:
        HardwareError: what was seen and what to do.
    """
    from hw.castle_link.flash import firmware_in, flash  # noqa: PLC0415  # mpremote is needed for this alone

    image = firmware_in(firmware.folder())
    name = BoardId(board) if board is not None else None
    return flash(port, image, board=name, progress=lambda done: progress(done, image.octets))
