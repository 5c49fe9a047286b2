"""What reading somebody else's JSON may end in; ``msgspec.DecodeError`` alone is a part of it."""

from typing import Final

import msgspec

NO_JSON: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""It is none, or not of the shape; a text in it is no UTF-8; it is nested deeper than the stack."""
