"""Whether the supply holds when all parts are at work at once: fields, lamps, display, buzzer and arrow."""

import asyncio
import contextlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PIL import Image

from controller.care.doctor.findings import found
from controller.care.setup.buzzer import sound_again_and_again
from controller.care.setup.trial import Trial
from controller.config import TableConfig
from controller.devices.hardware import Hardware
from controller.games.contract.values import CastleId, LampPattern
from hw.clock import Clock
from hw.errors import HardwareError

ALL_ON: Final[LampPattern] = ("on", "on", "on")
DARK: Final[LampPattern] = ("off", "off", "off")
SCREEN: Final = (128, 64)

LOOK_EVERY_S: Final = 0.1
SENSED_EVERY_S: Final = 2.0
"""So often the kernel asks the firmware whether the supply was too weak since it asked last (raspberrypi-hwmon)."""

UNDER_LOAD: Final = "supply under load"


async def try_supply(trial: Trial, clock: Clock, hardware: Hardware, config: TableConfig) -> None:
    """Switch all parts on and let the arrow make its turn, while the Pi watches its voltage.

    A part that does not work draws nothing; its own trial names it.

    Raises:
        NotSeen: the supply is too weak, at rest or under load.
    """
    ports = hardware.ports
    if ports.undervoltage() is None:
        trial.measured(UNDER_LOAD, "not measured: this machine does not watch it")
        return
    if ports.undervoltage():
        await clock.sleep_until(clock.now_s() + 2 * SENSED_EVERY_S)  # what dipped before is told no more then
        if ports.undervoltage():
            raise trial.fails(found("RT-POWER-LOW"))
    trial.say("supply: all parts at once, and the arrow turns. Keep your hands off.")
    with _all_at_work(hardware, clock):
        for castle in config.own_gates:
            with contextlib.suppress(HardwareError):
                await hardware.readers.open(castle).start()
        turning = asyncio.create_task(_turn(hardware))
        ends_s, dropped = clock.now_s() + 2 * SENSED_EVERY_S, False
        while not dropped and (clock.now_s() < ends_s or not turning.done()):
            await clock.sleep_until(clock.now_s() + LOOK_EVERY_S)
            dropped = ports.undervoltage() is True
        turning.cancel()
        await asyncio.wait([turning])
    ends_s = clock.now_s() + SENSED_EVERY_S
    while not dropped and clock.now_s() < ends_s:  # the end of the turn is told by then
        await clock.sleep_until(clock.now_s() + LOOK_EVERY_S)
        dropped = ports.undervoltage() is True
    trial.measured(UNDER_LOAD, "fell below 4.63 V" if dropped else "held, never below 4.63 V")
    if dropped:
        raise trial.fails(found("RT-POWER-LOAD"))


@contextmanager
def _all_at_work(hardware: Hardware, clock: Clock) -> Iterator[None]:
    """Lamps, a white screen and the buzzer; in the end they are off, and the fields as well."""
    with contextlib.suppress(HardwareError):
        hardware.screen.show(Image.new("1", SCREEN, 1))
    with contextlib.suppress(HardwareError):
        hardware.sounds.open()
    _light(hardware, ALL_ON)
    sounding = asyncio.create_task(sound_again_and_again(hardware.sounds, clock))
    try:
        yield
    finally:
        sounding.cancel()
        hardware.sounds.hush()
        _light(hardware, DARK)
        for reader in hardware.readers.chips.values():
            with contextlib.suppress(HardwareError):
                reader.off()


def _light(hardware: Hardware, pattern: LampPattern) -> None:
    for castle in hardware.controls.panels:
        with contextlib.suppress(HardwareError):
            hardware.controls.light(CastleId(castle), pattern)


async def _turn(hardware: Hardware) -> None:
    with contextlib.suppress(HardwareError):
        await hardware.arrow.home()
        await hardware.arrow.turn_to(0)
