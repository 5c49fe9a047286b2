"""Whether a Raspberry Pi's supply is too weak, as the kernel's driver raspberrypi-hwmon says.

The firmware watches for less than about 4.63 V; the driver asks it every two seconds (Linux,
Documentation/hwmon/raspberrypi-hwmon.rst).
"""

from pathlib import Path
from typing import Final

SENSORS: Final = Path("/sys/class/hwmon")
SENSOR: Final = "rpi_volt"
ALARM: Final = "in0_lcrit_alarm"


def undervoltage(sensors: Path = SENSORS) -> bool | None:
    """Whether the supply was too weak in the last seconds; None where no such sensor can be read."""
    try:
        for sensor in sorted(sensors.iterdir()):
            if (sensor / "name").read_text(encoding="ascii").strip() == SENSOR:
                return (sensor / ALARM).read_text(encoding="ascii").strip() != "0"
    except OSError:
        return None
    return None
