"""A process with what each table has loaded, which takes up a line to a hub and then has nothing to say."""

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Final

import controller.web.serving.bounded_server  # noqa: F401  # and all that a page with TLS needs
from bench.shared.processes import resident_mb

SETTLE_S: Final = 3.0
IDLE_S: Final = 60.0
"""Three times what a broker may hear nothing."""


def _waits() -> int:
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches:"))


async def _idle(host: str, port: int, user: str, password: str, authority: str) -> dict[str, float]:
    before_mb = resident_mb(os.getpid())
    from controller.fleet.line import Broker, Line  # noqa: PLC0415  # from here on it is the line's
    from controller.fleet.messages import Presence  # noqa: PLC0415
    from controller.fleet.topics import ACK, HUB_TOPIC, PRESENCE, WANT  # noqa: PLC0415

    broker = Broker(host, port, user, password, tls=True, authority=authority)
    will = (PRESENCE.of(user), Presence(online=False, boot="x"))
    line = Line(broker, user, will=will, hears=[HUB_TOPIC, WANT.of(user), ACK.of(user)])
    await line.connect()
    await asyncio.sleep(SETTLE_S)
    before, begun_s = _waits(), time.monotonic()
    await asyncio.sleep(IDLE_S)
    found = {
        "wakes_a_second": (_waits() - before) / (time.monotonic() - begun_s),
        "mb": resident_mb(os.getpid()) - before_mb,
    }
    await line.close()
    return found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_idle(*json.loads(sys.stdin.read())))))
