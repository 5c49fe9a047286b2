"""Whether the display shows a whole picture, and how fast its bus brings one there."""

from controller.care.picture_time import khz_of, shown_in_s, slow_i2c
from controller.care.setup.people import People
from controller.care.setup.prompts import NotSeen
from controller.care.setup.trial import Trial
from controller.config import TableConfig
from controller.devices.hardware import Hardware
from hw.clock import Clock


async def try_display(trial: Trial, people: People, clock: Clock, hardware: Hardware, config: TableConfig) -> None:
    """Show a frame along all four edges, and ask for it.

    Raises:
        HardwareError: the display does not work.
        NotSeen: the frame is not whole.
    """
    took_s = shown_in_s(hardware, clock, config.table.language)
    trial.measured("a whole picture takes its bus, ms", round(took_s * 1000))
    if config.oled is not None and config.oled.spi is None and took_s > 0:
        trial.measured("clock of its I2C, kHz", round(khz_of(took_s)))
        for finding in slow_i2c(took_s):
            trial.found(finding)
    if not await people.affirm(trial.device, "Is the frame on the screen whole, at all four edges?"):
        raise NotSeen("Set another chip under [oled]: sh1106, ssd1306 or ssd1309.")
