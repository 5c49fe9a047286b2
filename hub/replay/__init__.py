"""Replays of games from logs, in child processes with limited time and memory.

Start with `public_replays`; `worker` in the hub controls `child` in a child process.
"""

import struct
from typing import Final

LENGTH_PREFIX: Final = struct.Struct(">I")
"""Prefix of each message between parent and child: the message's length in bytes."""
