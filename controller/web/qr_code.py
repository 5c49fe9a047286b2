"""QR codes of addresses, for the console's small screen and for the page."""

from functools import lru_cache
from typing import Final

WIDEST_MODULES: Final = 31
"""The largest code that the console's screen can show at two pixels a module."""

QUIET_MODULES: Final = 2
"""Width of the light margin around a code; narrow because the page's background is light, too."""


def encode_qr_for_console(address: str) -> list[list[bool]] | None:
    """Return the rows of the code, True for dark; None if too long for the console's screen."""
    from qrcodegen import DataTooLongError, QrCode, QrSegment  # imported on first use

    largest = (WIDEST_MODULES - 17) // 4  # four modules a version (ISO/IEC 18004, 5.3.1)
    try:
        code = QrCode.encode_segments(QrSegment.make_segments(address), QrCode.Ecc.LOW, maxversion=largest)
    except DataTooLongError:
        return None
    return [[code.get_module(x, y) for x in range(code.get_size())] for y in range(code.get_size())]


@lru_cache(maxsize=64)
def qr_side_and_svg_path(address: str) -> tuple[int, str]:
    """Return the code's side in modules, with the margin, and the SVG path of its dark modules."""
    from qrcodegen import QrCode  # imported on first use

    code = QrCode.encode_text(address, QrCode.Ecc.MEDIUM)
    modules = range(code.get_size())
    dark = "".join(
        f"M{x + QUIET_MODULES} {y + QUIET_MODULES}h1v1h-1z" for y in modules for x in modules if code.get_module(x, y)
    )
    return code.get_size() + 2 * QUIET_MODULES, dark


def render_qr_svg(address: str) -> bytes:
    side, dark = qr_side_and_svg_path(address)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
        f'<path fill="white" d="M0 0h{side}v{side}H0z"/><path d="{dark}"/></svg>\n'
    ).encode()
