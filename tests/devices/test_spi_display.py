"""A display on SPI: chosen in table.toml, its pins checked, its pictures there."""

import pytest
from PIL import Image

from controller import config
from controller.config import ConfigError, TableConfig
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth
from controller.devices.part_or_twin import twins
from hw.clock import LoopClock
from hw.testing.clock import run_virtual

CASTLES = '[[castle]]\ncolor = "blue"\nspi = [0, 0]\n[[castle]]\ncolor = "grey"\nspi = [0, 1]\n'


def with_oled(lines: str) -> TableConfig:
    return config.parse(f"{CASTLES}[oled]\n{lines}")


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106", "ssd1309", "ssd1322", "ssd1327"])
def test_a_picture_reaches_a_display_on_spi_whatever_its_chip(chip: str) -> None:
    async def shown() -> None:
        settings = with_oled(f'spi = [1, 0]\ndc_pin = 24\nreset_pin = 25\nchip = "{chip}"')
        clock = LoopClock()
        machine = twins(settings, clock)
        hardware = Hardware(settings, machine, clock)
        devices = DeviceHealth()
        hardware.open(devices)
        picture = Image.new("1", (128, 64))
        picture.paste(1, (3, 5, 90, 40))
        hardware.screen.show(picture)
        assert machine.oled is not None
        glass = machine.oled.image()
        left, top = (glass.width - 128) // 2, (glass.height - 64) // 2
        assert glass.crop((left, top, left + 128, top + 64)).convert("1").tobytes() == picture.tobytes()
        assert {device.name: device.fault for device in devices}["oled"] is None
        assert machine.costs().i2c_octets == 0
        hardware.off()
        assert not machine.oled.lit

    run_virtual(shown())


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("spi = [1, 0]", "expected both"),
        ("dc_pin = 24", "expected both"),
        ('chip = "ssd1322"', "on I2C, which that chip has not"),
        ("spi = [0, 1]\ndc_pin = 24", "SPI 0.1 is used 2 times"),
        ("spi = [1, 0]\ndc_pin = 20", "pin 20 is used 2 times, by [oled] and SPI bus 1"),
        ("spi = [1, 0]\ndc_pin = 18", "pin 18 is used 2 times, by [oled] and the chip select of SPI 1.0"),
        ("spi = [0, 2]\ndc_pin = 8", "pin 8 is used 2 times, by [oled] and the chip select of SPI 0.0"),
        ("spi = [1, 0]\ndc_pin = 24\nreset_pin = 24", "pin 24 is used 2 times"),
    ],
)
def test_a_display_that_shares_a_wire_is_refused(lines: str, fault: str) -> None:
    with pytest.raises(ConfigError) as refused:
        with_oled(lines)
    assert fault in str(refused.value)
