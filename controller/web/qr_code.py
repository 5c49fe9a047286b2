"""Addresses as QR codes, which phones read: for the console's small screen, and for the page."""

from typing import Final

WIDEST_MODULES: Final = 31
"""The largest code that the console's screen can show with two pixels a module."""

QUIET_MODULES: Final = 2
"""Of light around a code on the page, which stands on light anyway."""


def encode_modules(address: str) -> list[list[bool]] | None:
    """The rows of the code, true for dark; None for an address too long for the console's screen."""
    from qrcodegen import DataTooLongError, QrCode, QrSegment  # not before a code is shown

    largest = (
        WIDEST_MODULES - 17
    ) // 4  # a version has four modules more than the one before it (ISO/IEC 18004, 5.3.1)
    try:
        code = QrCode.encode_segments(QrSegment.make_segments(address), QrCode.Ecc.LOW, maxversion=largest)
    except DataTooLongError:
        return None
    return [[code.get_module(x, y) for x in range(code.get_size())] for y in range(code.get_size())]


def drawn(address: str) -> tuple[int, str]:
    """The code as the side of a square, and as the path in it (SVG) of all that is dark."""
    from qrcodegen import QrCode  # as above

    code = QrCode.encode_text(address, QrCode.Ecc.MEDIUM)
    modules = range(code.get_size())
    dark = "".join(
        f"M{x + QUIET_MODULES} {y + QUIET_MODULES}h1v1h-1z" for y in modules for x in modules if code.get_module(x, y)
    )
    return code.get_size() + 2 * QUIET_MODULES, dark


def render_svg(address: str) -> bytes:
    side, dark = drawn(address)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
        f'<path fill="white" d="M0 0h{side}v{side}H0z"/><path d="{dark}"/></svg>\n'
    ).encode()
