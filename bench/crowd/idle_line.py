"""Cost of an idle connection to a hub at a table: memory and wake-ups."""

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import controller.web.bounded_server  # noqa: F401  # and all that a page with TLS needs
from bench.shared.figure import Figure
from tests.support.processes import resident_mb

if TYPE_CHECKING:
    from controller.fleet.connection import BrokerConfig

SETTLE_S: Final = 3.0
IDLE_S: Final = 60.0
"""Three keep-alive periods of the connection."""


def at_the_table(broker: "BrokerConfig") -> list[Figure]:
    """Measure a process with a table's modules before and after it connects."""
    told = json.dumps([broker.host, broker.port, broker.user, broker.password, broker.authority]).encode()
    command = [sys.executable, "-m", "bench.crowd.idle_line"]
    found = json.loads(subprocess.run(command, input=told, capture_output=True, check=True).stdout)  # noqa: S603  # ourselves
    return [
        Figure("hub: at the table: memory of an idle line", found["mb"], "MB", most=4),
        Figure("hub: at the table: wake-ups of an idle line", found["wakes_a_second"], "a second", most=0.1),
    ]


def _waits() -> int:
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches:"))


async def _idle(host: str, port: int, user: str, password: str, authority: str) -> dict[str, float]:
    before_mb = resident_mb(os.getpid())
    from controller.fleet.connection import (
        BrokerConfig,
        BrokerConnection,
    )  # imported here to count as the connection's memory
    from controller.fleet.messages import Presence
    from controller.fleet.topics import ACK, HUB_TOPIC, PRESENCE, WANT

    broker = BrokerConfig(host, port, user, password, tls=True, authority=authority)
    will = (PRESENCE.topic_of(user), Presence(online=False, boot="x"))
    line = BrokerConnection(broker, user, will=will, filters=[HUB_TOPIC, WANT.topic_of(user), ACK.topic_of(user)])
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
