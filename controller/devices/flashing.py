"""The firmware of castle boards, and putting it on a board."""

from collections.abc import Callable

from firmware import FOLDER
from hw.castle_link.messages import BoardId, Hello


def flashable_ports() -> list[str]:
    from hw.bus.linux import LinuxPorts  # as above

    return list(LinuxPorts().serial_places())


def flash_board(port: str, board: str | None, progress: Callable[[int, int], None]) -> Hello:
    """Put the firmware on the board at ``port``; ``progress`` is told octets done and in all.

    Raises:
        HardwareError: what was seen and what to do.
    """
    from hw.castle_link.flash import firmware_in, flash  # mpremote is needed for this alone

    image = firmware_in(FOLDER)
    name = BoardId(board) if board is not None else None
    return flash(port, image, board=name, progress=lambda done: progress(done, image.octets))
