"""Measure machine and devices once a minute, for the graphs on the owner's page."""

import os
from collections import deque
from typing import Any, Final

from msgspec import Struct

from controller import limits
from controller.play.table import Table

MEASURE_EVERY_S: Final = 60.0

FAULT_COUNTER_NAMES: Final = ("unknown", "unclear", "lost")
"""A device's counts that are faults: stickers without a piece, unclear passages, losses of the device."""


class Measurement(Struct, frozen=True):
    """Measurements of a minute; ``faults`` includes those of tasks, ``celsius`` is None without a sensor."""

    celsius: float | None
    memory_mib: float
    pieces: int
    faults: int


class MeasurementHistory:
    """The measurements of the last `limits.HISTORY_MINUTES`; a restart forgets them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._began_s = table.clock.now_s()
        self._measurements: deque[Measurement] = deque(maxlen=limits.HISTORY_MINUTES)

    @property
    def uptime_s(self) -> float:
        return round(self._table.clock.now_s() - self._began_s, 3)

    @property
    def latest(self) -> Measurement | None:
        return self._measurements[-1] if self._measurements else None

    def values_by_name(self) -> dict[str, list[Any]]:
        """Return the values of each kind, oldest first."""
        kinds = Measurement.__struct_fields__
        return {kind: [getattr(each, kind) for each in self._measurements] for kind in kinds}

    async def run(self) -> None:
        """Measure once a minute, starting at once, until cancelled."""
        from controller.care.doctor.host import MIB, Host  # late import: the page answers sooner

        machine, page_bytes, clock = Host(), os.sysconf("SC_PAGE_SIZE"), self._table.clock
        pieces_before = faults_before = 0
        while True:
            pieces, faults = self._count_pieces_and_faults()
            resident_pages = int((machine.read_text("proc/self/statm") or "0 0").split()[1])
            self._measurements.append(
                Measurement(
                    celsius=machine.celsius,
                    memory_mib=round(resident_pages * page_bytes / MIB, 1),
                    pieces=pieces - pieces_before,
                    faults=faults - faults_before,
                )
            )
            pieces_before, faults_before = pieces, faults
            await clock.sleep_until(clock.now_s() + MEASURE_EVERY_S)

    def _count_pieces_and_faults(self) -> tuple[int, int]:
        counts = self._table.counts.values()
        faults = sum(count[kind] for count in counts for kind in FAULT_COUNTER_NAMES)
        return sum(count["tiles"] for count in counts), faults + self._table.guard.fault_counts.total()
