"""Addresses as QR codes, which phones read: for the console's small screen, and for the page."""

from io import BytesIO
from typing import Final

WIDEST_MODULES: Final = 31
"""The largest code that the console's screen can show with two pixels a module."""

QUIET_MODULES: Final = 2
"""Of light around a code on the page, which stands on light anyway."""


def modules_of(address: str) -> list[list[bool]] | None:
    """The rows of the code, true for dark; None for an address too long for the console's screen."""
    import segno  # noqa: PLC0415  # not before a code is shown

    code = segno.make_qr(address, error="l")
    if code.symbol_size(border=0)[0] > WIDEST_MODULES:
        return None
    return [[bool(module) for module in row] for row in code.matrix]


def svg_of(address: str) -> bytes:
    """The code as a picture of any size."""
    import segno  # noqa: PLC0415  # as above

    file = BytesIO()
    segno.make_qr(address, error="m").save(file, kind="svg", border=QUIET_MODULES, light="white", omitsize=True)
    return file.getvalue()
