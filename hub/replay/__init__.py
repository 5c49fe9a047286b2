"""Games played again from their logs, in a process of their own: begin with ``retellings``."""

import struct
from typing import Final

LENGTH: Final = struct.Struct(">I")
"""Before each message to that process and from it, in octets."""
