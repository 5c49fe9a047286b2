"""Replays of games from their logs, in child processes with limits on time and memory.

Start with `public_replays`; `child` runs in a child process, `worker` controls it from the hub.
"""

import struct
from typing import Final

LENGTH_PREFIX: Final = struct.Struct(">I")
"""Prefix of each message between parent and child: the message's length in bytes."""
