"""The flash of a castle board that ``royaltable flash`` has put the firmware on, kept beside MicroPython's image."""

import hashlib
import tempfile
from pathlib import Path
from typing import Final

from hw.castle_link import firmware
from hw.castle_link.flash import firmware_in, flash
from hw.castle_link.messages import BoardId
from hw.testing.rp2040.image import Rp2040Kit
from hw.testing.rp2040.port import Rp2040Port

SLOWER: Final = 30.0
"""Than a Pico, on a machine that has other things to do as well."""


def flashed(kit: Rp2040Kit, board: BoardId) -> Path:
    """A file with the flash of a board of this id, which is not to be changed; the first takes a minute to make.

    Raises:
        HardwareError: the firmware could not be put on it.
    """
    image = firmware_in(firmware.folder())
    recipe = hashlib.sha256(board.encode())
    for path, octets in image.files.items():
        recipe.update(path.encode() + octets)
    kept = kit.modules / f"flash-{recipe.hexdigest()[:16]}.bin"
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=kit.modules) as folder:
            fresh = Path(folder) / "flash.bin"
            fresh.write_bytes(kit.fresh_flash())
            with Rp2040Port(kit, fresh) as pico:
                flash(pico.port, image, board=board, slower=SLOWER)
            fresh.rename(kept)
    return kept
