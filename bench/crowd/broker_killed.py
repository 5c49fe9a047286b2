"""A broker that is killed under all its tables: how soon they are back, and whether anything is missing."""

import asyncio
import logging
import os
import signal
import time
from collections.abc import Sequence
from contextlib import closing
from typing import Final

from bench.crowd.running_hub import RunningHub
from bench.crowd.shipper import Shipper
from bench.shared.figure import Figure

PATIENCE_S: Final = 120.0
LOOK_EVERY_S: Final = 0.02


async def broker_killed(hub: RunningHub, shippers: Sequence[Shipper]) -> list[Figure]:
    """Kill it; the tables come back by themselves, and each ships what it has played."""
    before = {each: each.connects for each in shippers}
    logging.disable(logging.WARNING)  # each of them says that its broker is lost
    (broker,) = hub.parts()["broker"]
    os.kill(broker, signal.SIGKILL)
    async with asyncio.timeout(PATIENCE_S):
        await _answers(hub.tables_port)
        begun_s = time.perf_counter()
        while any(each.connects == before[each] or not each.line.connected for each in shippers):  # noqa: ASYNC110  # one look costs less than a thousand events
            await asyncio.sleep(LOOK_EVERY_S)
        took_s = time.perf_counter() - begun_s
    logging.disable(logging.NOTSET)
    spent_s = hub.spent_s()["broker"]
    await asyncio.gather(*(each.ship(each.piece(10)) for each in shippers))
    case = f"broker killed under {len(shippers):,} tables with TLS"
    return [
        Figure(f"hub: {case}: all are back after it answers", took_s, "s", most=15),
        Figure(f"hub: {case}: its processor until then", spent_s, "s"),
    ]


async def _answers(port: int) -> None:
    """Wait until somebody listens there who was started anew."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(LOOK_EVERY_S)
        else:
            with closing(writer):
                return
