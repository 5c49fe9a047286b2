"""Recordings of a table's buses and pins: the file that the report includes, and when it is written."""

import asyncio
import contextlib
from typing import Final

import msgspec

from controller.config.schema import TableConfig
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth, DeviceState
from controller.devices.part_or_twin import twin_table_if_any, wiring
from controller.store.atomic_files import write_atomically
from controller.store.privileges import acting_as_owner_of
from controller.store.table_files import TableFiles
from hw.clock import Clock

AFTER_LOSS_S: Final = 6.0
"""Castle boards record for two seconds and send for some more."""

SAVE_AT_MOST_EVERY_S: Final = 600.0
"""A device that comes and goes must not wear the card."""


def recorded_file(config: TableConfig, hardware: Hardware) -> bytes:
    """Return the file of what is recorded, or of the last minute."""
    simulated = config.has_simulated_devices or twin_table_if_any(hardware.ports) is not None
    return hardware.recorder.to_file(msgspec.to_builtins(wiring(config)), simulated=simulated)


def save_recording(config: TableConfig, hardware: Hardware, files: TableFiles) -> None:
    """Write the file beside the journal; may raise OSError."""
    data = recorded_file(config, hardware)
    with acting_as_owner_of(files.config, files.journal):
        write_atomically(files.recording, data)


async def save_after_each_loss(
    config: TableConfig, hardware: Hardware, files: TableFiles, health: DeviceHealth, clock: Clock
) -> None:
    """Save the last minute, for ever, when a device is lost."""
    is_lost = asyncio.Event()

    def note(device: DeviceState) -> None:
        if device.fault is not None:
            is_lost.set()

    health.changed.connect(note)
    while True:
        await is_lost.wait()
        hardware.boards.request_recordings()
        await clock.sleep_until(clock.now_s() + AFTER_LOSS_S)
        with contextlib.suppress(OSError):
            await asyncio.to_thread(save_recording, config, hardware, files)
        await clock.sleep_until(clock.now_s() + SAVE_AT_MOST_EVERY_S)
        is_lost.clear()
