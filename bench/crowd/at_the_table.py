"""What an idle line to a hub costs a table: memory, and how often it wakes."""

import json
import subprocess
import sys

import msgspec

from bench.shared.figure import Figure
from controller.fleet.line import Broker


def at_the_table(broker: Broker) -> list[Figure]:
    """Measured in a process that has what each table has loaded, before and after it takes up its line."""
    told = msgspec.json.encode([broker.host, broker.port, broker.user, broker.password, broker.authority])
    ended = subprocess.run(  # ourselves
        [sys.executable, "-m", "bench.crowd.idle_line"], input=told, capture_output=True, check=True
    )
    found = json.loads(ended.stdout)
    return [
        Figure("hub: at the table: memory of an idle line", found["mb"], "MB", most=4),
        Figure("hub: at the table: wake-ups of an idle line", found["wakes_a_second"], "a second", most=0.1),
    ]
