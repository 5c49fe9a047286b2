"""Replays of games from their logs, in child processes with limits on time and memory.

Start with `public_replays`; `child` is what runs in the process, `worker` the parent's end of it.
"""

import struct
from typing import Final

LENGTH_PREFIX: Final = struct.Struct(">I")
"""Length prefix of each message between parent and child, in bytes."""
